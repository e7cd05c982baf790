/** Rows of the telemetry before the onset beside those since, for one service. */
import type { Incident } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkplace } from '../../api/context.tsx'
import { FieldList } from '../../components/answers/artifact.tsx'
import { Answer } from '../../components/states.tsx'
import { TableFrame } from '../../components/table-frame.tsx'
import { timeText } from '../../components/time.tsx'
import { millisecondsText, shareText } from './numbers.ts'
import { patternsBeforeAndAfter, rangeOf, statsBeforeAndAfter } from './queries.ts'

interface RowsProps {
  readonly incident: Incident
  readonly service: string
}

/** The query as it is sent, so that everybody can send it again. */
function Query({ incident, service, path }: RowsProps & { readonly path: string }) {
  const { from, onset, to } = rangeOf(incident)
  return (
    <FieldList
      fields={{
        query: path,
        service,
        before: `${timeText(from)} – ${timeText(onset)}`,
        since: `${timeText(onset)} – ${timeText(to)}`,
      }}
    />
  )
}

export function RequestRows({ incident, service }: RowsProps) {
  const { client, project } = useWorkplace()
  const query = useQuery(statsBeforeAndAfter(client, project?.id ?? '', incident, service))
  return (
    <section class="stack tight">
      <h3>Spans of {service}, before and since</h3>
      <Query incident={incident} service={service} path="POST /v1/traces/stats" />
      <Answer query={query} what="the spans">
        {(rows) => (
          <TableFrame>
            <table>
              <thead>
                <tr>
                  <th>Operation</th>
                  <th>Spans</th>
                  <th>Failed</th>
                  <th>Median</th>
                  <th>p99</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ operation, before, after }) => (
                  <tr key={operation}>
                    <td class="foreign">{operation}</td>
                    <Pair
                      before={before?.requests ?? 0}
                      after={after?.requests ?? 0}
                      text={(value) => value.toLocaleString()}
                    />
                    <Pair before={failedOf(before)} after={failedOf(after)} text={shareText} />
                    <Pair
                      before={before?.durationMs.p50 ?? null}
                      after={after?.durationMs.p50 ?? null}
                      text={millisecondsText}
                    />
                    <Pair
                      before={before?.durationMs.p99 ?? null}
                      after={after?.durationMs.p99 ?? null}
                      text={millisecondsText}
                    />
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        )}
      </Answer>
    </section>
  )
}

const failedOf = (row: { readonly requests: number; readonly errors: number } | undefined): number | null =>
  row === undefined || row.requests === 0 ? null : row.errors / row.requests

interface PairProps {
  readonly before: number | null
  readonly after: number | null
  readonly text: (value: number) => string
}

function Pair({ before, after, text }: PairProps) {
  return (
    <td>
      <span class="muted">{before === null ? '–' : text(before)}</span> →{' '}
      <strong>{after === null ? '–' : text(after)}</strong>
    </td>
  )
}

export function LogRows({ incident, service, evidence }: RowsProps & { readonly evidence: string }) {
  const { client, project } = useWorkplace()
  const query = useQuery(patternsBeforeAndAfter(client, project?.id ?? '', incident, service))
  return (
    <section class="stack tight">
      <h3>Log lines of {service}, before and since</h3>
      <Query incident={incident} service={service} path="POST /v1/logs/patterns" />
      <Answer query={query} what="the log lines">
        {({ patterns }) => (
          <TableFrame>
            <table>
              <thead>
                <tr>
                  <th>Pattern</th>
                  <th>Before → since</th>
                  <th>Level</th>
                </tr>
              </thead>
              <tbody>
                {patterns.map(({ id, template, severity, count, comparedCount, example }) => (
                  <tr key={id} {...(evidence.includes(template) ? { class: 'chosen-row' } : {})}>
                    <td>
                      <code class="foreign">{template}</code>
                      <details>
                        <summary class="small muted">An example</summary>
                        <code class="foreign">{example.body}</code>
                      </details>
                    </td>
                    <Pair before={comparedCount ?? 0} after={count} text={(value) => value.toLocaleString()} />
                    <td class="foreign">{severity}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        )}
      </Answer>
    </section>
  )
}

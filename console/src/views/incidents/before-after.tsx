/** Rows of the telemetry before the onset beside those since, for one service. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { FieldList } from '../../components/answers/artifact.tsx'
import { Answer } from '../../components/states.tsx'
import { TableFrame } from '../../components/table-frame.tsx'
import { timeText } from '../../components/time.tsx'
import { countText, milliseconds, percent } from '../../telemetry/units.ts'
import { patternsBeforeAndSince, spansBeforeAndSince } from './queries.ts'
import { type RequestRow, type ShownIncident, useIncidentSource } from './source.ts'

interface RowsProps {
  readonly incident: ShownIncident
  readonly service: string
}

interface ComparisonProps<Row> extends RowsProps {
  /** What the rows are, as it begins the heading: `Spans`. */
  readonly of: string
  /** The operation that answers them to everybody who may ask. */
  readonly path: string
  readonly query: UseQueryResult<readonly Row[]>
  readonly headings: readonly string[]
  readonly row: (row: Row) => ComponentChildren
}

/** The query as it is sent, so that everybody can send it again, and its rows. */
function Comparison<Row>({ incident, service, of, path, query, headings, row }: ComparisonProps<Row>) {
  const [from = 0, onset = 0, to = 0] = [incident.window.from, incident.window.onset, incident.window.to].map(
    Date.parse,
  )
  const fields = {
    query: path,
    service,
    before: `${timeText(from)} – ${timeText(onset)}`,
    since: `${timeText(onset)} – ${timeText(to)}`,
  }
  return (
    <section class="stack tight">
      <h3>
        {of} of <span class="foreign">{service}</span>, before and since
      </h3>
      <FieldList fields={fields} />
      <Answer query={query} what={`the ${of.toLowerCase()}`}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="muted">There are none in this time any more, or none arrived.</p>
          ) : (
            <TableFrame>
              <table>
                <thead>
                  <tr>
                    {headings.map((heading) => (
                      <th key={heading} scope="col">
                        {heading}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>{rows.map(row)}</tbody>
              </table>
            </TableFrame>
          )
        }
      </Answer>
    </section>
  )
}

export function RequestRows(props: RowsProps) {
  const query = useQuery(spansBeforeAndSince(useIncidentSource(), props.incident, props.service))
  return (
    <Comparison
      {...props}
      of="Spans"
      path="POST /v1/traces/stats"
      query={query}
      headings={['Operation', 'Spans', 'Failed', 'Median', 'p99']}
      row={({ operation, before, since }) => (
        <tr key={operation}>
          <td class="foreign">{operation}</td>
          <Pair before={countText(before?.requests ?? 0)} since={countText(since?.requests ?? 0)} />
          <Pair before={failedText(before)} since={failedText(since)} />
          <Pair before={durationOf(before, 'p50')} since={durationOf(since, 'p50')} />
          <Pair before={durationOf(before, 'p99')} since={durationOf(since, 'p99')} />
        </tr>
      )}
    />
  )
}

const NONE = '–'

const failedText = (row: RequestRow | undefined): string => (row ? percent(row.errors, row.requests) : NONE)

const durationOf = (row: RequestRow | undefined, quantile: 'p50' | 'p99'): string =>
  row ? milliseconds(row.durationMs[quantile]) : NONE

function Pair({ before, since }: { readonly before: string; readonly since: string }) {
  return (
    <td>
      <span class="muted">{before}</span> → <strong>{since}</strong>
    </td>
  )
}

export function LogRows({ evidence, ...props }: RowsProps & { readonly evidence: string }) {
  const query = useQuery(patternsBeforeAndSince(useIncidentSource(), props.incident, props.service))
  return (
    <Comparison
      {...props}
      of="Log lines"
      path="POST /v1/logs/patterns"
      query={query}
      headings={['Pattern', 'Before → since', 'Level']}
      row={({ id, template, severity, count, comparedCount, example }) => (
        <tr key={`${id}${severity}`} {...(evidence.includes(template) ? { class: 'chosen-row' } : {})}>
          <td>
            <code class="foreign">{template}</code>
            <details>
              <summary class="small muted">An example</summary>
              <code class="foreign">{example.body}</code>
            </details>
          </td>
          <Pair before={countText(comparedCount ?? 0)} since={countText(count)} />
          <td class="foreign">{severity}</td>
        </tr>
      )}
    />
  )
}

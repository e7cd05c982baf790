/** The shapes that lines have: how often, how it went over time, and what changed against the time before. */
import type { LogPattern } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { Answer, Empty } from '../../../components/states.tsx'
import { TableFrame } from '../../../components/table-frame.tsx'
import { Time } from '../../../components/time.tsx'
import { replaceFilter, severityText } from '../../../telemetry/filters.ts'
import { Sparkline } from '../../../telemetry/sparkline.tsx'
import { countText } from '../../../telemetry/units.ts'
import { Incomplete } from '../../../telemetry/work.tsx'
import { AskAbout } from '../ask-about.tsx'
import { logPatterns, type Scope } from '../queries.ts'
import type { ChangeLogs } from './view.tsx'

export interface PatternsProps {
  readonly scope: Scope
  readonly isCompared: boolean
  readonly change: ChangeLogs
}

const CHANGES: Readonly<Record<NonNullable<LogPattern['change']>, { readonly text: string; readonly class: string }>> =
  {
    new: { text: 'new', class: 'badge critical' },
    more: { text: 'more', class: 'badge warning' },
    gone: { text: 'gone', class: 'badge warning' },
    less: { text: 'less', class: 'badge info' },
    same: { text: 'same', class: 'badge' },
  }

export function Patterns({ scope, isCompared, change }: PatternsProps) {
  const query = useQuery(logPatterns(scope, isCompared))
  return (
    <div class="stack tight">
      <label class="row small">
        <input
          type="checkbox"
          checked={isCompared}
          onChange={(event) => change({ compared: event.currentTarget.checked || undefined })}
        />
        Compare with the same length of time before: the largest change stands first
      </label>
      <Answer query={query} what="the patterns">
        {({ patterns, work }) =>
          patterns.length === 0 ? (
            <Empty title="No line matches" />
          ) : (
            <>
              <Incomplete work={work} />
              <TableFrame>
                <table class="patterns">
                  <thead>
                    <tr>
                      {isCompared && <th scope="col">Change</th>}
                      <th scope="col" class="number">
                        Lines
                      </th>
                      {isCompared && (
                        <th scope="col" class="number">
                          Before
                        </th>
                      )}
                      <th scope="col">Over time</th>
                      <th scope="col">Severity</th>
                      <th scope="col">Service</th>
                      <th scope="col">Pattern</th>
                    </tr>
                  </thead>
                  <tbody>
                    {patterns.map((pattern) => (
                      <Row
                        key={`${pattern.id}${pattern.service}${pattern.severity}`}
                        pattern={pattern}
                        scope={scope}
                        isCompared={isCompared}
                        change={change}
                      />
                    ))}
                  </tbody>
                </table>
              </TableFrame>
            </>
          )
        }
      </Answer>
    </div>
  )
}

type RowProps = PatternsProps & { readonly pattern: LogPattern }

function Row({ pattern, scope, isCompared, change }: RowProps) {
  const { template, service, severity, count, comparedCount, firstSeen, lastSeen, example } = pattern
  const mark = pattern.change ? CHANGES[pattern.change] : null
  const only = () =>
    change({
      filters: replaceFilter(
        scope.filter.filters ?? [],
        { field: 'service', op: 'eq' },
        {
          field: 'service',
          op: 'eq',
          value: service,
        },
      ),
    })
  return (
    <tr>
      {isCompared && <td>{mark && <span class={mark.class}>{mark.text}</span>}</td>}
      <td class="number">{countText(count)}</td>
      {isCompared && <td class="number">{countText(comparedCount ?? 0)}</td>}
      <td>
        <Sparkline
          points={pattern.points ?? []}
          range={scope.range}
          label={`Between ${new Date(firstSeen).toLocaleTimeString()} and ${new Date(lastSeen).toLocaleTimeString()}`}
        />
        <span class="small muted">
          since <Time at={firstSeen} />
        </span>
      </td>
      <td class={`severity-${severity}`}>{severityText(severity)}</td>
      <td>
        <button type="button" class="button small quiet foreign" onClick={only}>
          {service}
        </button>
      </td>
      <td class="mono foreign pattern-text">
        {template}
        <span class="row">
          <button type="button" class="button small quiet" onClick={() => change({ log: example.id })}>
            An example
          </button>
          <AskAbout
            question={`Since when does ${service} log "${template.replaceAll('"', "'").slice(0, 160)}", and why?`}
          />
        </span>
      </td>
    </tr>
  )
}

/** Services: who calls whom, and how much, how well and how fast each one answers. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { keepProject } from '../../../app/shell.tsx'
import type { TimeRange, TimeRangeSearch } from '../../../app/time-range.ts'
import { Answer, Empty } from '../../../components/states.tsx'
import { TableFrame } from '../../../components/table-frame.tsx'
import { countText, milliseconds, percent, rateText } from '../../../telemetry/units.ts'
import { Incomplete } from '../../../telemetry/work.tsx'
import { AskAbout } from '../ask-about.tsx'
import { Head } from '../head.tsx'
import { intervalOf } from '../interval.ts'
import { dependencies, spanStats } from '../queries.ts'
import { useExplore } from '../use-explore.ts'
import { ServiceMap } from './map.tsx'

export interface ServiceRow {
  readonly service: string
  readonly requests: number
  readonly errors: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export function ServicesView() {
  const search: TimeRangeSearch = useSearch({ strict: false })
  const { scope, setRange } = useExplore('/services', search)
  const { range } = scope
  const stats = useQuery(spanStats(scope, ['service']))
  const calls = useQuery(dependencies(scope))
  const busy = useQuery(spanStats(scope, [], intervalOf(range.to - range.from)))
  const rows = useMemo(() => {
    const seconds = secondsWithSpans(busy.data, range)
    const all = (stats.data?.rows ?? []).map(
      ({ service, requests, errors, durationMs }): ServiceRow => ({
        service,
        requests,
        errors,
        perSecond: requests / seconds,
        p50: durationMs.p50,
        p99: durationMs.p99,
      }),
    )
    return all.sort((a, b) => b.errors / (b.requests || 1) - a.errors / (a.requests || 1) || b.requests - a.requests)
  }, [stats.data, busy.data, range])
  return (
    <div class="stack">
      <Head title="Services" search={search} range={range} onRange={setRange} />
      <Answer query={stats} what="the services">
        {({ work }) =>
          rows.length === 0 ? (
            <Empty title="No spans in this time">
              <p>The map is drawn from traces. Choose a longer time, or send spans over OTLP.</p>
            </Empty>
          ) : (
            <>
              <Answer query={calls} what="the calls">
                {(answer) => (
                  <>
                    <ServiceMap rows={rows} calls={answer.dependencies} search={search} />
                    <Incomplete work={answer.work} />
                  </>
                )}
              </Answer>
              <Table rows={rows} search={search} />
              <Incomplete work={work} />
            </>
          )
        }
      </Answer>
    </div>
  )
}

/** A rate is of the time that had spans: a day in which they arrived for an hour is an hour. */
function secondsWithSpans(
  stats: { readonly intervalSeconds: number | null; readonly rows: readonly { readonly start: string }[] } | undefined,
  range: TimeRange,
): number {
  const whole = (range.to - range.from) / 1_000
  if (!stats?.intervalSeconds) return whole
  const intervals = new Set(stats.rows.map(({ start }) => start)).size
  return Math.max(1, Math.min(whole, intervals * stats.intervalSeconds))
}

function Table({ rows, search }: { readonly rows: readonly ServiceRow[]; readonly search: TimeRangeSearch }) {
  const { from, to } = search
  const time = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  return (
    <TableFrame>
      <table>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" class="number">
              Spans
            </th>
            <th scope="col" class="number">
              per second
            </th>
            <th scope="col" class="number">
              with errors
            </th>
            <th scope="col" class="number">
              p50
            </th>
            <th scope="col" class="number">
              p99
            </th>
            <th scope="col">
              <span class="hidden-text">What to open</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const filters = [{ field: 'service', op: 'eq' as const, value: row.service }]
            const open = (now: { readonly project?: string }) => ({ ...keepProject(now), ...time, filters })
            return (
              <tr key={row.service}>
                <th scope="row" class="foreign">
                  {row.service}
                </th>
                <td class="number">{countText(row.requests)}</td>
                <td class="number">{rateText(row.perSecond)}</td>
                <td class="number">{percent(row.errors, row.requests)}</td>
                <td class="number">{milliseconds(row.p50)}</td>
                <td class="number">{milliseconds(row.p99)}</td>
                <td class="row">
                  <Link to="/traces" search={open}>
                    Traces
                  </Link>
                  <Link to="/logs" search={open}>
                    Logs
                  </Link>
                  <AskAbout question={`Is ${row.service} ok?`} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableFrame>
  )
}

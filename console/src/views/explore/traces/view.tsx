/** Traces: requests, errors and durations over time, and the spans that match. */
import type { Span } from '@observability-agent/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { keepProject } from '../../../app/shell.tsx'
import { absoluteRange } from '../../../app/time-range.ts'
import { ShowMore } from '../../../components/show-more.tsx'
import { Answer, Empty } from '../../../components/states.tsx'
import { TableFrame } from '../../../components/table-frame.tsx'
import { Time } from '../../../components/time.tsx'
import { TimeChart } from '../../../components/time-chart.tsx'
import { align } from '../../../telemetry/align.ts'
import { FilterBar } from '../../../telemetry/filter-bar.tsx'
import { countText, milliseconds, percent } from '../../../telemetry/units.ts'
import { Incomplete } from '../../../telemetry/work.tsx'
import { Head } from '../head.tsx'
import { intervalOf } from '../interval.ts'
import { Facets } from '../logs/facets.tsx'
import { type Scope, spanStats, spans } from '../queries.ts'
import type { TraceSearch } from '../routes.ts'
import { type Change, useExplore } from '../use-explore.ts'

export function TracesView() {
  const search: TraceSearch = useSearch({ strict: false })
  const { scope, change, setFilter, setRange } = useExplore('/traces', search)
  return (
    <div class="stack">
      <Head title="Traces" search={search} range={scope.range} onRange={setRange} />
      <FilterBar search={scope.filter} onChange={setFilter} />
      <Requests scope={scope} onSelect={(from, to) => change(absoluteRange(from, to))} />
      <div class="beside">
        <Facets scope={scope} signal="spans" onFilter={setFilter} />
        <SpanTable scope={scope} sort={search.sort ?? 'newest'} change={change} />
      </div>
    </div>
  )
}

interface Column {
  requests: number
  errors: number
  slowest: number
}

function Requests({
  scope,
  onSelect,
}: {
  readonly scope: Scope
  readonly onSelect: (from: number, to: number) => void
}) {
  const { range } = scope
  const query = useQuery(spanStats(scope, [], intervalOf(range.to - range.from)))
  const drawn = useMemo(() => {
    const { intervalSeconds, rows } = query.data ?? { intervalSeconds: null, rows: [] }
    if (intervalSeconds === null) return null
    const totals = new Map<string, Column>()
    for (const row of rows) {
      const column = totals.get(row.start) ?? { requests: 0, errors: 0, slowest: 0 }
      column.requests += row.requests
      column.errors += row.errors
      column.slowest = Math.max(column.slowest, row.durationMs.p99)
      totals.set(row.start, column)
    }
    const series = (['requests', 'errors', 'slowest'] as const).map((name) => ({
      key: { name },
      points: [...totals].map(([start, column]) => [start, column[name]] as const),
    }))
    const at = { fromMs: range.from, toMs: range.to, intervalSeconds }
    const counts = align(series.slice(0, 2), { ...at, absent: 0 })
    const times = align(series.slice(2), { ...at, absent: null })
    const [requests = [], errors = []] = counts.columns
    const good = requests.map((value, index) => (value ?? 0) - (errors[index] ?? 0))
    return {
      times: counts.times,
      counts: [
        { label: 'failed', values: errors, color: '--critical' },
        { label: 'without an error', values: good, color: '--chart-1' },
      ],
      durations: [{ label: 'p99', values: times.columns[0] ?? [], color: '--chart-4' }],
      bounds: [range.from, range.to] as const,
      requests: requests.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      errors: errors.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    }
  }, [query.data, range])
  return (
    <Answer query={query} what="the requests">
      {({ work }) =>
        drawn && (
          <div class="stack tight">
            <TimeChart
              title={`${countText(drawn.requests)} spans, ${percent(drawn.errors, drawn.requests)} with errors`}
              times={drawn.times}
              series={drawn.counts}
              shape="stacked"
              height={140}
              range={drawn.bounds}
              syncKey="traces"
              formatValue={countText}
              onSelect={onSelect}
            />
            <TimeChart
              title="Duration, the slowest group's p99"
              times={drawn.times}
              series={drawn.durations}
              height={130}
              range={drawn.bounds}
              syncKey="traces"
              formatValue={milliseconds}
              onSelect={onSelect}
            />
            <Incomplete work={work} />
          </div>
        )
      }
    </Answer>
  )
}

interface SpanTableProps {
  readonly scope: Scope
  readonly sort: 'newest' | 'slowest'
  readonly change: Change<TraceSearch>
}

function SpanTable({ scope, sort, change }: SpanTableProps) {
  const query = useInfiniteQuery(spans(scope, sort))
  return (
    <Answer query={query} what="the spans">
      {({ pages }) => {
        const found = pages.flatMap((page) => page.spans)
        if (found.length === 0) {
          return (
            <Empty title="No span matches">
              <p>Remove a condition or choose a longer time.</p>
            </Empty>
          )
        }
        return (
          <div class="stack tight">
            <div class="row apart small">
              <span class="muted">
                {countText(found.length)} spans{query.hasNextPage ? ', more below' : ''}
              </span>
              <button
                type="button"
                class="button small"
                onClick={() => change({ sort: sort === 'newest' ? 'slowest' : undefined })}
              >
                {sort === 'newest' ? 'Newest first' : 'Slowest first'}
              </button>
            </div>
            <Incomplete work={pages.at(-1)?.work} />
            <TableFrame>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Time</th>
                    <th scope="col" class="number">
                      Duration
                    </th>
                    <th scope="col">Status</th>
                    <th scope="col">Service</th>
                    <th scope="col">Operation</th>
                  </tr>
                </thead>
                <tbody>
                  {found.map((span) => (
                    <SpanTableRow key={span.id} span={span} />
                  ))}
                </tbody>
              </table>
            </TableFrame>
            <ShowMore query={query} label="Show more" />
          </div>
        )
      }}
    </Answer>
  )
}

function SpanTableRow({ span }: { readonly span: Span }) {
  return (
    <tr>
      <td class="number">
        <Time at={span.timestamp} />
      </td>
      <td class="number">{milliseconds(span.durationMs)}</td>
      <td>{span.status === 'error' ? <span class="badge critical">error</span> : span.status}</td>
      <td class="foreign">{span.service}</td>
      <td>
        <Link
          to="/traces/$traceId"
          params={{ traceId: span.traceId }}
          search={(now) => ({ ...keepProject(now), span: span.spanId, at: span.timestamp })}
          class="foreign"
        >
          {span.name}
        </Link>
      </td>
    </tr>
  )
}

/** Logs: how many over time, which values they have, the lines themselves, their patterns, and lines as they arrive. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { absoluteRange } from '../../../app/time-range.ts'
import { Answer } from '../../../components/states.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { TimeChart } from '../../../components/time-chart.tsx'
import { align } from '../../../telemetry/align.ts'
import { FilterBar } from '../../../telemetry/filter-bar.tsx'
import { SEVERITIES, withFilter } from '../../../telemetry/filters.ts'
import { countText } from '../../../telemetry/units.ts'
import { Incomplete } from '../../../telemetry/work.tsx'
import { Head } from '../head.tsx'
import { logVolume, type Scope } from '../queries.ts'
import type { LogSearch } from '../routes.ts'
import { type Change, useExplore } from '../use-explore.ts'
import { Facets } from './facets.tsx'
import { Lines } from './lines.tsx'
import { Live } from './live.tsx'
import { LogDetail } from './log-detail.tsx'
import { Patterns } from './patterns.tsx'

const COLORS: Readonly<Record<string, string>> = {
  trace: '--chart-6',
  debug: '--chart-6',
  info: '--chart-1',
  warn: '--warning',
  error: '--critical',
  fatal: '--chart-5',
}

/** The least severe stand at the bottom, below them those without a severity. */
const RANKS = new Map<string, number>(SEVERITIES.map((severity, rank) => [severity, rank]))
const rankOf = (severity: string | null | undefined): number => RANKS.get(severity ?? '') ?? -1

export type ChangeLogs = Change<LogSearch>

export function LogsView() {
  const search: LogSearch = useSearch({ strict: false })
  const { scope, change, setFilter, setRange } = useExplore('/logs', search)
  return (
    <div class="stack">
      <Head title="Logs" search={search} range={scope.range} onRange={setRange} />
      <FilterBar search={scope.filter} onChange={setFilter} hasSeverity />
      {search.show !== 'live' && <Volume scope={scope} onSelect={(from, to) => change(absoluteRange(from, to))} />}
      <Tabs
        label="What is shown of the logs"
        current={search.show ?? 'lines'}
        onChange={(id) => change({ show: id === 'patterns' || id === 'live' ? id : undefined })}
        tabs={[
          {
            id: 'lines',
            label: 'Lines',
            content: () => (
              <div class="beside">
                <Facets scope={scope} signal="logs" onFilter={setFilter} />
                <Lines scope={scope} sort={search.sort ?? 'newest'} open={search.log} change={change} />
              </div>
            ),
          },
          {
            id: 'patterns',
            label: 'Patterns',
            content: () => <Patterns scope={scope} isCompared={search.compared ?? false} change={change} />,
          },
          { id: 'live', label: 'Live', content: () => <Live filter={scope.filter} /> },
        ]}
      />
      {search.log && (
        <LogDetail
          logId={search.log}
          onClose={() => change({ log: undefined })}
          onOpen={(log) => change({ log })}
          onFilter={(added) => setFilter({ ...scope.filter, filters: withFilter(scope.filter.filters ?? [], added) })}
        />
      )}
    </div>
  )
}

function Volume({ scope, onSelect }: { readonly scope: Scope; readonly onSelect: (from: number, to: number) => void }) {
  const query = useQuery(logVolume(scope))
  const { range } = scope
  const drawn = useMemo(() => {
    if (!query.data) return null
    const ordered = query.data.series.toSorted((a, b) => rankOf(a.key['severity']) - rankOf(b.key['severity']))
    const { intervalSeconds } = query.data
    const { times, columns } = align(ordered, { fromMs: range.from, toMs: range.to, intervalSeconds, absent: 0 })
    const series = ordered.map(({ key }, index) => ({
      label: key['severity'] || 'no severity',
      values: columns[index] ?? [],
      color: COLORS[key['severity'] ?? ''] ?? '--line-strong',
    }))
    return { times, series, bounds: [range.from, range.to] as const }
  }, [query.data, range])
  return (
    <Answer query={query} what="the volume of the logs">
      {({ total, work }) =>
        drawn && (
          <div class="stack tight">
            <TimeChart
              title={`${countText(total)} lines`}
              times={drawn.times}
              series={drawn.series}
              shape="stacked"
              height={150}
              range={drawn.bounds}
              formatValue={countText}
              onSelect={onSelect}
            />
            <Incomplete work={work} />
          </div>
        )
      }
    </Answer>
  )
}

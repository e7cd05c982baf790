/** Metrics: one of those the project has, over time, split by a field, against the same length of time before. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'preact/hooks'
import { absoluteRange } from '../../../app/time-range.ts'
import { Answer, Empty } from '../../../components/states.tsx'
import { type Series, TimeChart } from '../../../components/time-chart.tsx'
import { align, groupLabel } from '../../../telemetry/align.ts'
import { FilterBar } from '../../../telemetry/filter-bar.tsx'
import type { FilterSearch } from '../../../telemetry/filters.ts'
import { quantity } from '../../../telemetry/units.ts'
import { type FixedRange, rangeBefore } from '../../../telemetry/use-time-range.ts'
import { Incomplete } from '../../../telemetry/work.tsx'
import { AskAbout } from '../ask-about.tsx'
import { Head } from '../head.tsx'
import { type MetricQuestion, metricSeries, type Scope } from '../queries.ts'
import { AGGREGATIONS, type MetricSearch } from '../routes.ts'
import { type Change, useExplore } from '../use-explore.ts'
import { MetricList } from './metric-list.tsx'

export function MetricsView() {
  const search: MetricSearch = useSearch({ strict: false })
  const { scope, change, setFilter, setRange } = useExplore('/metrics', search)
  return (
    <div class="stack">
      <Head title="Metrics" search={search} range={scope.range} onRange={setRange} />
      <div class="beside">
        <MetricList scope={scope} current={search.metric} change={change} />
        {search.metric ? (
          <Chart scope={scope} search={search} metric={search.metric} change={change} setFilter={setFilter} />
        ) : (
          <Empty title="Choose a metric">
            <p>The list shows the metrics that have points in the chosen time.</p>
          </Empty>
        )}
      </div>
    </div>
  )
}

interface ChartProps {
  readonly scope: Scope
  readonly search: MetricSearch
  readonly metric: string
  readonly change: Change<MetricSearch>
  readonly setFilter: (filter: FilterSearch) => void
}

const QUANTILES = [0.5, 0.9, 0.95, 0.99] as const

function Chart({ scope, search, metric, change, setFilter }: ChartProps) {
  const aggregation = search.aggregation ?? 'avg'
  const question: MetricQuestion = { metric, aggregation, quantile: search.quantile, by: search.by }
  const query = useQuery(metricSeries(scope, question))
  const earlierRange = useMemo((): FixedRange => {
    const between = rangeBefore(scope.range)
    return {
      from: Date.parse(between.from),
      to: Date.parse(between.to),
      between,
      key: `${between.from}/${between.to}`,
      refresh: () => {},
    }
  }, [scope.range])
  const earlier = useQuery({
    ...metricSeries({ ...scope, range: earlierRange }, question),
    enabled: search.compared === true,
  })
  const drawn = useMemo(
    () =>
      query.data ? seriesOf(query.data, scope.range, search.compared ? earlier.data : undefined, earlierRange) : null,
    [query.data, earlier.data, search.compared, scope.range, earlierRange],
  )
  return (
    <div class="stack">
      <h2 class="foreign">{metric}</h2>
      <div class="row small">
        <label class="row">
          Show
          <select
            class="input fit"
            value={aggregation}
            onChange={(event) => change({ aggregation: AGGREGATIONS.find((one) => one === event.currentTarget.value) })}
          >
            {AGGREGATIONS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        {aggregation === 'quantile' && (
          <label class="row">
            Quantile
            <select
              class="input fit"
              value={String(search.quantile ?? 0.99)}
              onChange={(event) => change({ quantile: Number(event.currentTarget.value) })}
            >
              {QUANTILES.map((one) => (
                <option key={one} value={String(one)}>
                  p{one * 100}
                </option>
              ))}
            </select>
          </label>
        )}
        <SplitBy value={search.by} onChange={(by) => change({ by })} />
        <label class="row">
          <input
            type="checkbox"
            checked={search.compared ?? false}
            onChange={(event) => change({ compared: event.currentTarget.checked || undefined })}
          />
          Compare with the time before
        </label>
        <AskAbout question={`Is there anything unusual about the metric ${metric}?`} />
      </div>
      <FilterBar search={scope.filter} onChange={setFilter} hasWords={false} />
      <Answer query={query} what="the metric">
        {({ series, unit, work }) =>
          series.length === 0 || drawn === null ? (
            <Empty title="No points">
              <p>
                This metric has no points in the chosen time, or <code>{aggregation}</code> does not apply to its type.
              </p>
            </Empty>
          ) : (
            <>
              <TimeChart
                title={`${aggregation} of ${metric}`}
                times={drawn.times}
                series={drawn.series}
                height={320}
                range={drawn.bounds}
                formatValue={(value) => quantity(value, unit)}
                onSelect={(from, to) => change(absoluteRange(from, to))}
              />
              <Incomplete work={work} />
            </>
          )
        }
      </Answer>
    </div>
  )
}

type MetricAnswer = {
  readonly intervalSeconds: number
  readonly series: readonly {
    readonly key: { readonly [field: string]: string | null }
    readonly points: readonly (readonly (string | number)[])[]
  }[]
}

/** What is compared with stands on the same axis, moved by the length of the range. */
function seriesOf(now: MetricAnswer, range: FixedRange, earlier: MetricAnswer | undefined, before: FixedRange) {
  const at = (one: FixedRange, { intervalSeconds }: MetricAnswer) =>
    ({ fromMs: one.from, toMs: one.to, intervalSeconds, absent: null }) as const
  const { times, columns } = align(now.series, at(range, now))
  const current: Series[] = now.series.map(({ key }, index) => ({
    label: groupLabel(key, 'all'),
    values: columns[index] ?? [],
  }))
  const past = earlier ? align(earlier.series, at(before, earlier)).columns : []
  const compared: Series[] = (earlier?.series ?? []).map(({ key }, index) => ({
    label: `${groupLabel(key, 'all')}, before`,
    values: times.map((_, place) => past[index]?.[place] ?? null),
    color: '--line-strong',
  }))
  return { times, series: [...compared, ...current], bounds: [range.from, range.to] as const }
}

function SplitBy({
  value,
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (by: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value ?? '')
  const fieldOf = (text: string) =>
    text === ''
      ? undefined
      : /^(?:service|environment|(?:attributes|resource)\[.+\])$/.test(text)
        ? text
        : `attributes[${text}]`
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(fieldOf(typed.trim()))
      }}
    >
      <label class="row">
        Split by
        <input
          class="input fit"
          list="split-fields"
          placeholder="service"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <datalist id="split-fields">
        <option value="service" />
        <option value="resource[k8s.pod.name]" />
        <option value="resource[host.name]" />
      </datalist>
      <button type="submit" class="button small">
        Split
      </button>
    </form>
  )
}

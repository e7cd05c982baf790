/** Metrics: one of those the project has, over time, split by a field, against the same length of time before. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'preact/hooks'
import { useWorkplace } from '../../../api/context.tsx'
import { absoluteRange } from '../../../app/time-range.ts'
import { Answer, Empty } from '../../../components/states.tsx'
import { type Series, TimeChart } from '../../../components/time-chart.tsx'
import { align, groupLabel } from '../../../telemetry/align.ts'
import { FilterBar } from '../../../telemetry/filter-bar.tsx'
import type { FilterSearch } from '../../../telemetry/filters.ts'
import { countText, quantity } from '../../../telemetry/units.ts'
import { type FixedRange, rangeBefore, useTimeRange } from '../../../telemetry/use-time-range.ts'
import { Incomplete } from '../../../telemetry/work.tsx'
import { AskAbout } from '../ask-about.tsx'
import { Head } from '../head.tsx'
import { type MetricQuestion, metricList, metricSeries, type Scope } from '../queries.ts'
import { AGGREGATIONS, type MetricSearch } from '../routes.ts'

type Change = (change: { readonly [Key in keyof MetricSearch]?: MetricSearch[Key] | undefined }) => void

export function MetricsView() {
  const { client, project } = useWorkplace()
  const search: MetricSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const range = useTimeRange(search)
  const change: Change = (next) =>
    void navigate({
      to: '/metrics',
      search: (before) => Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, v]) => v !== undefined)),
    })
  const filter: FilterSearch = search.filters ? { filters: search.filters } : {}
  const scope: Scope = { client, projectId: project?.id ?? '', range, filter }
  return (
    <div class="stack">
      <Head title="Metrics" search={search} range={range} onRange={({ from, to }) => change({ from, to })} />
      <div class="beside">
        <MetricList scope={scope} current={search.metric} change={change} />
        {search.metric ? (
          <Chart scope={scope} search={search} metric={search.metric} filter={filter} change={change} />
        ) : (
          <Empty title="Choose a metric">
            <p>The list shows the metrics that have points in the chosen time.</p>
          </Empty>
        )}
      </div>
    </div>
  )
}

interface MetricListProps {
  readonly scope: Scope
  readonly current: string | undefined
  readonly change: Change
}

/** What a metric of this type is looked at by, at first. */
const FIRST_AGGREGATION: Readonly<Record<string, MetricSearch['aggregation']>> = {
  sum: 'rate',
  histogram: 'quantile',
  exponential_histogram: 'quantile',
}

function MetricList({ scope, current, change }: MetricListProps) {
  const query = useQuery(metricList(scope))
  const [words, setWords] = useState('')
  return (
    <section class="stack tight" aria-label="Metrics">
      <input
        class="input"
        type="search"
        aria-label="Find a metric"
        placeholder="Find a metric"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <Answer query={query} what="the metrics">
        {({ metrics }) => {
          const found = metrics.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
          if (metrics.length === 0) {
            return (
              <Empty title="No metrics in this time">
                <p>Metrics arrive over OTLP, Prometheus remote write and the connected platforms.</p>
              </Empty>
            )
          }
          return (
            <ul>
              {found.slice(0, 200).map(({ name, unit, type, services, points }) => (
                <li key={name}>
                  <button
                    type="button"
                    class="facet-value"
                    aria-current={name === current ? 'true' : undefined}
                    title={`${type}${unit ? `, ${unit}` : ''}, ${countText(points)} points of ${services.length} services`}
                    onClick={() => change({ metric: name, aggregation: FIRST_AGGREGATION[type], by: undefined })}
                  >
                    <span class="foreign">{name}</span>
                    <span class="muted">{unit.startsWith('{') || unit === '1' ? '' : unit}</span>
                  </button>
                </li>
              ))}
              {found.length > 200 && <li class="small muted">{countText(found.length - 200)} more match</li>}
              {found.length === 0 && <li class="small muted">No metric has this name.</li>}
            </ul>
          )
        }}
      </Answer>
    </section>
  )
}

interface ChartProps {
  readonly scope: Scope
  readonly search: MetricSearch
  readonly metric: string
  readonly filter: FilterSearch
  readonly change: Change
}

const QUANTILES = [0.5, 0.9, 0.95, 0.99] as const

function Chart({ scope, search, metric, filter, change }: ChartProps) {
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
      <FilterBar search={filter} onChange={({ filters }) => change({ filters })} />
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

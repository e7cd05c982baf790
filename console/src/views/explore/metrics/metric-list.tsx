/** The metrics that have points in the chosen time. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Answer, Empty } from '../../../components/states.tsx'
import { countText } from '../../../telemetry/units.ts'
import { metricList, type Scope } from '../queries.ts'
import type { MetricSearch } from '../routes.ts'
import type { Change } from '../use-explore.ts'

interface MetricListProps {
  readonly scope: Scope
  readonly current: string | undefined
  readonly change: Change<MetricSearch>
}

/** What a metric of this type is looked at by, at first. */
const FIRST_AGGREGATION: Readonly<Record<string, MetricSearch['aggregation']>> = {
  sum: 'rate',
  histogram: 'quantile',
  exponential_histogram: 'quantile',
}

export function MetricList({ scope, current, change }: MetricListProps) {
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

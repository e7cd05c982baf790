/** Requests, durations and log errors of the services involved, on one axis of time, with what happened marked on it. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'preact/hooks'
import { Answer } from '../../components/states.tsx'
import { timeText } from '../../components/time.tsx'
import { type Mark, type Series, TimeChart } from '../../components/time-chart.tsx'
import { milliseconds, shareText } from '../../telemetry/units.ts'
import { errorLogsOverTime, requestsOverTime } from './queries.ts'
import { type CountedSeries, type RequestRow, type ShownIncident, useIncidentSource } from './source.ts'

const SYNC = 'incident'

export function IncidentCharts({ incident }: { readonly incident: ShownIncident }) {
  const { from, to } = incident.window
  const range = useMemo(() => [Date.parse(from), Date.parse(to)] as const, [from, to])
  const marks = useMemo(() => marksOf(incident), [incident])
  const shared = { marks, range, syncKey: SYNC }
  return (
    <section class="card stack" aria-labelledby="charts">
      <div class="row apart">
        <h2 id="charts">What happened</h2>
        <MarkLegend marks={marks} />
      </div>
      <Requests incident={incident} {...shared} />
      <LogErrors incident={incident} {...shared} />
    </section>
  )
}

interface ChartsProps {
  readonly incident: ShownIncident
  readonly marks: readonly Mark[]
  readonly range: readonly [number, number]
  readonly syncKey: string
}

function Requests({ incident, ...shared }: ChartsProps) {
  const query = useQuery(requestsOverTime(useIncidentSource(), incident))
  return (
    <Answer query={query} what="the requests">
      {(rows) => <RequestCharts rows={rows} services={incident.window.services} {...shared} />}
    </Answer>
  )
}

interface RequestChartsProps extends Omit<ChartsProps, 'incident'> {
  readonly rows: readonly RequestRow[]
  readonly services: readonly string[]
}

function RequestCharts({ rows, services, ...shared }: RequestChartsProps) {
  const { times, failed, slow } = useMemo(() => {
    const axis = [...new Set(rows.map(({ start }) => start))].sort()
    const byPlace = new Map(rows.map((row) => [`${row.service} ${row.start}`, row]))
    const lines = (read: (row: RequestRow) => number): Series[] =>
      services.map((label) => ({
        label,
        values: axis.map((start) => {
          const row = byPlace.get(`${label} ${start}`)
          return row === undefined ? null : read(row)
        }),
      }))
    return {
      times: axis.map((start) => Date.parse(start)),
      failed: lines((row) => (row.requests === 0 ? 0 : row.errors / row.requests)),
      slow: lines((row) => row.durationMs.p90),
    }
  }, [rows, services.join()])
  if (times.length === 0) return <p class="muted">No requests of these services were traced in this time.</p>
  return (
    <>
      <TimeChart title="Requests that failed" times={times} series={failed} formatValue={shareText} {...shared} />
      <TimeChart title="Duration, 90th percentile" times={times} series={slow} formatValue={milliseconds} {...shared} />
    </>
  )
}

function LogErrors({ incident, ...shared }: ChartsProps) {
  const query = useQuery(errorLogsOverTime(useIncidentSource(), incident))
  const { services } = incident.window
  const drawn = useMemo(() => {
    const found: readonly CountedSeries[] = query.data ?? []
    const axis = [...new Set(found.flatMap(({ points }) => points.map(([start]) => String(start))))].sort()
    const series = services.map((label): Series => {
      const points = new Map(
        found.find(({ key }) => key['service'] === label)?.points.map(([at, n]) => [String(at), Number(n)]),
      )
      // An interval without records is none, not a gap.
      return { label, values: axis.map((start) => points.get(start) ?? 0) }
    })
    return { times: axis.map((start) => Date.parse(start)), series }
  }, [query.data, services.join()])
  return (
    <Answer query={query} what="the log errors">
      {() =>
        drawn.times.length === 0 ? (
          <p class="muted">These services logged no warnings or errors in this time.</p>
        ) : (
          <TimeChart title="Warnings and errors in logs" {...drawn} {...shared} />
        )
      }
    </Answer>
  )
}

function marksOf({ analysis, alertList, brief, resolvedAt, messages }: ShownIncident): Mark[] {
  const marks: Mark[] = alertList.map(({ startedAt, title }) => ({
    at: Date.parse(startedAt),
    label: title,
    kind: 'alert',
  }))
  for (const { startedAt, title } of brief?.changes ?? [])
    marks.push({ at: Date.parse(startedAt), label: title, kind: 'change' })
  for (const { createdAt, type } of messages ?? [])
    marks.push({ at: Date.parse(createdAt), label: type.replaceAll('_', ' '), kind: 'message' })
  const onset = analysis?.onset?.at ?? brief?.since.at
  const end = resolvedAt ?? brief?.since.until ?? analysis?.to
  if (onset)
    marks.push({ at: Date.parse(onset), label: 'Onset', kind: 'onset', ...(end ? { until: Date.parse(end) } : {}) })
  return marks.sort((a, b) => a.at - b.at)
}

const MARK_NAMES: Readonly<Record<Mark['kind'], string>> = {
  onset: 'Onset',
  change: 'Change',
  alert: 'Alert',
  message: 'Told',
  selection: 'Selected',
}

/** Names every mark with its time: a line on a canvas says nothing by itself. */
function MarkLegend({ marks }: { readonly marks: readonly Mark[] }) {
  return (
    <ul class="row small" aria-label="Marks on the charts">
      {marks.map(({ at, label, kind }) => (
        <li key={`${kind}${at}${label}`} class="row legend-item">
          <span class={`mark mark-${kind}`} aria-hidden="true" />
          <span class="foreign">{kind === 'onset' ? label : `${MARK_NAMES[kind]}: ${label}`}</span>
          <span class="muted">{timeText(at)}</span>
        </li>
      ))}
    </ul>
  )
}

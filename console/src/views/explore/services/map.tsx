/** The map: a box per service with its rate, errors and latency, an arrow per call, thicker the more there are. */
import { Link } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { keepProject } from '../../../app/shell.tsx'
import type { TimeRangeSearch } from '../../../app/time-range.ts'
import { GraphFrame, pathOf, shortened } from '../../../components/graph-frame.tsx'
import { layoutOf } from '../../../components/graph-layout.ts'
import { countText, milliseconds, percent, rateText } from '../../../telemetry/units.ts'
import type { ServiceRow } from './view.tsx'

export interface Call {
  readonly caller: string
  readonly callee: string
  readonly calls: number
  readonly errors: number
  readonly durationMs: { readonly p50: number; readonly p99: number }
}

export interface ServiceMapProps {
  readonly rows: readonly ServiceRow[]
  readonly calls: readonly Call[]
  readonly search: TimeRangeSearch
}

/** Above this share of errors a box and an arrow are shown as failing. */
const FAILING_SHARE = 0.05
/** The names of more services cannot be read on a map; the table has them all. */
const SERVICES_MAX = 150
const NAME_CHARACTERS = 24
/** A map is made smaller to fit, but not so small that its names cannot be read; then it scrolls. */
const READABLE_SCALE = 0.75
const NODE = { width: 208, height: 52 } as const

const isFailing = ({ requests, errors }: { readonly requests: number; readonly errors: number }): boolean =>
  requests > 0 && errors / requests >= FAILING_SHARE

/** One to six pixels, by the logarithm of the calls. */
const widthOf = (calls: number): number => Math.min(6, 1 + Math.log10(Math.max(1, calls)))

/** With every service that is called, also those that have no spans of their own. */
function place(rows: readonly ServiceRow[], calls: readonly Call[]) {
  const shown = rows.slice(0, SERVICES_MAX).map(({ service }) => service)
  const others = rows.length > SERVICES_MAX ? [] : calls.flatMap(({ caller, callee }) => [caller, callee])
  return layoutOf(
    [...new Set([...shown, ...others])].map((id) => ({ id, ...NODE })),
    calls.map((call) => ({ from: call.caller, to: call.callee, call })),
    { direction: 'right', gap: 18 },
  )
}

export function ServiceMap({ rows, calls, search }: ServiceMapProps) {
  const placed = useMemo(() => place(rows, calls), [rows, calls])
  const byName = new Map(rows.map((row) => [row.service, row]))
  return (
    <figure class="stack tight service-map">
      <GraphFrame {...placed} title="Map of services and their calls" legibleWidth={placed.width * READABLE_SCALE}>
        {(arrowHead) => (
          <>
            {placed.arrows.map(({ from, to, call, points }) => (
              <path
                key={`${from}→${to}`}
                class={isFailing({ requests: call.calls, errors: call.errors }) ? 'edge failing' : 'edge'}
                d={pathOf(points)}
                style={{ strokeWidth: `${widthOf(call.calls)}px` }}
                marker-end={arrowHead}
              >
                <title>{edgeText(call)}</title>
              </path>
            ))}
            {placed.boxes.map(({ id, x, y }) => (
              <ServiceBox key={id} service={id} row={byName.get(id)} search={search} x={x} y={y} />
            ))}
          </>
        )}
      </GraphFrame>
      <figcaption class="small muted">
        A box: spans per second, share with errors, p99. Red: {FAILING_SHARE * 100} % or more with errors.
        {rows.length > SERVICES_MAX && ` The ${SERVICES_MAX} services with the most errors are drawn.`}
      </figcaption>
    </figure>
  )
}

interface ServiceBoxProps {
  readonly service: string
  readonly row: ServiceRow | undefined
  readonly search: TimeRangeSearch
  /** The middle. */
  readonly x: number
  readonly y: number
}

function ServiceBox({ service, row, search: { from, to }, x, y }: ServiceBoxProps) {
  const left = x - NODE.width / 2
  return (
    <Link
      to="/traces"
      search={(now) => ({
        ...keepProject(now),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        filters: [{ field: 'service', op: 'eq' as const, value: service }],
      })}
      class={row && isFailing(row) ? 'failing' : ''}
    >
      <rect x={left} y={y - NODE.height / 2} width={NODE.width} height={NODE.height} rx="6" />
      <text x={left + 10} y={y - 5}>
        {shortened(service, NAME_CHARACTERS)}
      </text>
      <text x={left + 10} y={y + 15} class="note">
        {row
          ? `${rateText(row.perSecond)}/s · ${percent(row.errors, row.requests)} err · ${milliseconds(row.p99)}`
          : 'no spans of its own'}
      </text>
      <title>{row ? nodeText(row) : service}</title>
    </Link>
  )
}

const edgeText = ({ caller, callee, calls, errors, durationMs }: Call): string =>
  `${caller} calls ${callee}: ${countText(calls)} calls, ${percent(errors, calls)} with errors, p99 ${milliseconds(durationMs.p99)}`

const nodeText = ({ service, requests, errors, p99 }: ServiceRow): string =>
  `${service}: ${countText(requests)} spans, ${percent(errors, requests)} with errors, p99 ${milliseconds(p99)}`

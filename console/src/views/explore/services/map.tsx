/** The map: a box per service with its rate, errors and latency, an arrow per call, thicker the more there are. */
import { Link } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { keepProject } from '../../../app/shell.tsx'
import type { TimeRangeSearch } from '../../../app/time-range.ts'
import { countText, milliseconds, percent, rateText } from '../../../telemetry/units.ts'
import { type Call, layoutOf, NODE } from './layout.ts'
import type { ServiceRow } from './view.tsx'

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

const isFailing = ({ requests, errors }: { readonly requests: number; readonly errors: number }): boolean =>
  requests > 0 && errors / requests >= FAILING_SHARE

const shortened = (name: string): string =>
  name.length <= NAME_CHARACTERS ? name : `${name.slice(0, NAME_CHARACTERS - 1)}…`

const pathOf = (points: readonly { readonly x: number; readonly y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** One to six pixels, by the logarithm of the calls. */
const widthOf = (calls: number): number => Math.min(6, 1 + Math.log10(Math.max(1, calls)))

export function ServiceMap({ rows, calls, search }: ServiceMapProps) {
  const shown = useMemo(() => rows.slice(0, SERVICES_MAX), [rows])
  const placed = useMemo(() => {
    const names = new Set(shown.map(({ service }) => service))
    const drawn =
      rows.length > SERVICES_MAX ? calls.filter((one) => names.has(one.caller) && names.has(one.callee)) : calls
    return layoutOf([...names], drawn)
  }, [shown, rows, calls])
  const byName = new Map(shown.map((row) => [row.service, row]))
  const { from, to } = search
  return (
    <figure class="stack tight">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or no keyboard can scroll it */}
      <div class="map" tabIndex={0}>
        <svg
          style={{ maxWidth: `${placed.width}px`, minWidth: `${placed.width * READABLE_SCALE}px` }}
          viewBox={`0 0 ${placed.width} ${placed.height}`}
        >
          <title>Map of services and their calls</title>
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path class="arrow" d="M0 0L8 4L0 8z" />
            </marker>
          </defs>
          {placed.edges.map(({ call, points }) => (
            <path
              key={`${call.caller}→${call.callee}`}
              class={isFailing({ requests: call.calls, errors: call.errors }) ? 'edge failing' : 'edge'}
              d={pathOf(points)}
              stroke-width={widthOf(call.calls)}
              marker-end="url(#arrow)"
            >
              <title>{edgeText(call)}</title>
            </path>
          ))}
          {placed.nodes.map(({ service, x, y }) => {
            const row = byName.get(service)
            return (
              <Link
                key={service}
                to="/traces"
                search={(now) => ({
                  ...keepProject(now),
                  ...(from ? { from } : {}),
                  ...(to ? { to } : {}),
                  filters: [{ field: 'service', op: 'eq' as const, value: service }],
                })}
                class={row && isFailing(row) ? 'failing' : ''}
              >
                <rect x={x - NODE.width / 2} y={y - NODE.height / 2} width={NODE.width} height={NODE.height} rx="6" />
                <text x={x - NODE.width / 2 + 10} y={y - 5}>
                  {shortened(service)}
                </text>
                <text x={x - NODE.width / 2 + 10} y={y + 15} class="map-detail">
                  {row
                    ? `${rateText(row.perSecond)}/s · ${percent(row.errors, row.requests)} err · ${milliseconds(row.p99)}`
                    : 'no spans of its own'}
                </text>
                <title>{row ? nodeText(row) : service}</title>
              </Link>
            )
          })}
        </svg>
      </div>
      <figcaption class="small muted">
        A box: spans per second, share with errors, p99. Red: {FAILING_SHARE * 100} % or more with errors.
        {rows.length > SERVICES_MAX && ` The ${SERVICES_MAX} services with the most errors are drawn.`}
      </figcaption>
    </figure>
  )
}

const edgeText = ({ caller, callee, calls, errors, durationMs }: Call): string =>
  `${caller} calls ${callee}: ${countText(calls)} calls, ${percent(errors, calls)} with errors, p99 ${milliseconds(durationMs.p99)}`

const nodeText = ({ service, requests, errors, p99 }: ServiceRow): string =>
  `${service}: ${countText(requests)} spans, ${percent(errors, requests)} with errors, p99 ${milliseconds(p99)}`

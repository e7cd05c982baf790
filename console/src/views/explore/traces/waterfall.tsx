/** Rows of spans over the time of their trace. The thick line below a bar is time without which the trace were shorter. */
import { VirtualList } from '../../../components/virtual-list.tsx'
import { milliseconds } from '../../../telemetry/units.ts'
import type { Line } from '../queries.ts'
import type { Part, SpanRow } from './tree.ts'

export interface TraceLine extends Line {
  readonly spanId: string | null
}

export interface WaterfallProps {
  readonly rows: readonly SpanRow[]
  readonly parts: ReadonlyMap<string, readonly Part[]>
  readonly from: number
  readonly to: number
  readonly lines: readonly TraceLine[]
  readonly selected: string | undefined
  readonly onSelect: (spanId: string) => void
}

/** As the style of a row has it. */
const ROW_REM = 1.75
/** A trace of a few spans needs no box of its own to scroll in. */
const ROWS_IN_SIGHT = 22
const COLORS = 6

/** The same service has the same colour in every trace. */
function colorOf(service: string): string {
  let hash = 0
  for (const character of service) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return `var(--chart-${(hash % COLORS) + 1})`
}

export function Waterfall(props: WaterfallProps) {
  const { rows, parts, from, to, lines, selected, onSelect } = props
  const share = (at: number): string => `${(100 * (at - from)) / Math.max(to - from, 0.001)}%`
  const linesOf = new Map<string, TraceLine[]>()
  for (const line of lines) {
    if (line.spanId === null) continue
    linesOf.set(line.spanId, [...(linesOf.get(line.spanId) ?? []), line])
  }
  return (
    <div class="waterfall">
      <VirtualList
        label="Spans of the trace"
        items={rows}
        keyOf={({ span }) => span.id}
        rowRem={ROW_REM}
        height={`${Math.min(rows.length, ROWS_IN_SIGHT) * ROW_REM}rem`}
      >
        {({ span, depth, start, end, isOrphan }) => (
          <button
            type="button"
            class="span-row"
            aria-current={span.spanId === selected ? 'true' : undefined}
            onClick={() => onSelect(span.spanId)}
          >
            <span class="span-name foreign" style={{ paddingInlineStart: `${depth * 0.75}rem` }}>
              {span.status === 'error' && <span class="badge critical">error</span>} {isOrphan && depth === 0 && '⋯ '}
              <strong>{span.service}</strong> {span.name}{' '}
            </span>
            <span class="span-track">
              <span
                class="span-bar"
                style={{ left: share(start), right: `calc(100% - ${share(end)})`, background: colorOf(span.service) }}
              />
              {(parts.get(span.spanId) ?? []).map(([a, b]) => (
                <span
                  key={a}
                  class="span-bar critical-part"
                  style={{ left: share(a), right: `calc(100% - ${share(b)})` }}
                />
              ))}
              {(linesOf.get(span.spanId) ?? []).map((line) => (
                <span
                  key={line.id}
                  class={line.severity === 'error' || line.severity === 'fatal' ? 'span-log error' : 'span-log'}
                  style={{ left: share(Math.min(Math.max(line.at, from), to)) }}
                />
              ))}
            </span>
            <span class="number">{milliseconds(span.durationMs)}</span>
          </button>
        )}
      </VirtualList>
    </div>
  )
}

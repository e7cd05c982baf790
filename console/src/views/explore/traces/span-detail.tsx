/** One span: what it did, its values and events, and the lines it logged. */
import type { Span } from '@observability-agent/sdk'
import { useNavigate } from '@tanstack/react-router'
import { keepProject } from '../../../app/shell.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Time } from '../../../components/time.tsx'
import { milliseconds } from '../../../telemetry/units.ts'
import { around } from '../../../telemetry/use-time-range.ts'
import { LineRow } from '../logs/lines.tsx'
import { Values, valuesOf } from '../values.tsx'
import type { TraceLine } from './waterfall.tsx'

export interface SpanDetailProps {
  readonly span: Span
  readonly lines: readonly TraceLine[]
  readonly onClose: () => void
}

export function SpanDetail({ span, lines, onClose }: SpanDetailProps) {
  const navigate = useNavigate()
  const own = lines.filter(({ spanId }) => spanId === span.spanId)
  const openLine = ({ id, at }: TraceLine) =>
    void navigate({ to: '/logs', search: (now) => ({ ...keepProject(now), ...around(at, 300_000), log: id }) })
  return (
    <Dialog title={<span class="foreign">{span.name}</span>} isOpen onClose={onClose} shape="drawer">
      <div class="row">
        <strong class="foreign">{span.service}</strong>
        <span class="badge">{span.kind}</span>
        {span.status === 'error' && <span class="badge critical">error</span>}
        <span>{milliseconds(span.durationMs)}</span>
        <Time at={span.timestamp} />
      </div>
      {span.statusMessage && <pre class="foreign">{span.statusMessage}</pre>}
      {own.length > 0 && (
        <section class="stack tight">
          <h3>Lines it logged</h3>
          <ol>
            {own.map((line) => (
              <li key={line.id}>
                <LineRow line={line} onOpen={() => openLine(line)} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {span.events.length > 0 && (
        <section class="stack tight">
          <h3>Events</h3>
          {span.events.map((event) => (
            <div key={`${event.timeUnixNano}${event.name}`} class="stack tight">
              <p>
                <strong class="foreign">{event.name}</strong> <Time at={event.timestamp} />
              </p>
              <Values
                label={`Values of the event ${event.name}`}
                values={Object.entries(event.attributes).map(([key, value]) => ({
                  field: `attributes[${key}]`,
                  value,
                }))}
              />
            </div>
          ))}
        </section>
      )}
      <h3>Values</h3>
      <Values label="Values of the span" values={valuesOf(span)} />
    </Dialog>
  )
}

/** What happened, in the order of time: onset, changes, alerts, investigations, answers, messages to people. */
import { Time } from '../../components/time.tsx'
import type { ShownIncident } from './source.ts'

type Entry = ShownIncident['timeline'][number]

const NAMES: Readonly<Record<string, string>> = {
  onset: 'Onset',
  change: 'Change',
  alert: 'Alert',
  alert_closed: 'Alert closed',
  investigation: 'Investigation',
  answer: 'Answer',
  follow_up: 'Follow-up',
  feedback: 'Feedback',
  resolved: 'Resolved',
  reopened: 'Reopened',
  suppressed: 'Kept quiet',
  note: 'Note',
  ended: 'End',
  message: 'Message',
}

const BADGES: Readonly<Record<string, string>> = {
  onset: 'badge critical',
  alert: 'badge warning',
  change: 'badge info',
  resolved: 'badge good',
  answer: 'badge good',
}

interface Shown extends Pick<Entry, 'id' | 'at' | 'text'> {
  readonly kind: string
}

/** Messages to destinations stand among the rest, as what was told when. */
function entriesOf({ timeline, messages }: ShownIncident): Shown[] {
  const told = (messages ?? []).map(({ deliveryId, createdAt, type, state }) => ({
    id: deliveryId,
    at: createdAt,
    kind: 'message',
    text: `A destination was told (${type.replaceAll('_', ' ')}): ${state.replaceAll('_', ' ')}.`,
  }))
  return [...timeline, ...told].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

export function Timeline({ incident }: { readonly incident: ShownIncident }) {
  return (
    <section class="card stack tight" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol class="timeline">
        {entriesOf(incident).map(({ id, at, kind, text }) => (
          <li key={id}>
            <span class="small muted">
              <Time at={at} />
            </span>
            <span class={BADGES[kind] ?? 'badge'}>{NAMES[kind] ?? kind}</span>
            <span class="foreign">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

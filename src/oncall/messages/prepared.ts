/** The input and the result of the renderers: an event becomes a request that is ready to be sent. */
import type { DeliveredEvent, DeliveredType } from '../../contracts/delivery-protocol.ts'
import type { Severity } from '../../contracts/oncall-protocol.ts'

export interface MessageInput {
  /** The id of the delivery. It is the same for every attempt and replay. */
  readonly id: string
  readonly event: DeliveredEvent
  readonly projectName: string
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface PreparedMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Cuts a text to a length in UTF-16 code units, never inside a character, and marks the cut. */
export function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const end = charsMax - 1
  const code = text.charCodeAt(end - 1)
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`
}

export const jsonHeaders = { 'content-type': 'application/json', 'user-agent': 'observability-agent-service' } as const

const STATE_WORDS: Readonly<Record<DeliveredType, string>> = {
  opened: 'Incident opened',
  brief: 'Incident brief',
  follow_up: 'Incident update',
  resolved: 'Incident resolved',
  reopened: 'Incident reopened',
  scheduled_answer: 'Scheduled answer',
  test: 'Test message',
  destination_disabled: 'Destination disabled',
}

export const headingOf = ({ type }: DeliveredEvent): string => STATE_WORDS[type]

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
}

/** Returns the names and values of the facts that accompany the text, in reading order. */
export function factsOf({ event, projectName }: MessageInput): readonly (readonly [name: string, value: string])[] {
  const services = event.services.slice(0, 10).join(', ')
  return [
    ['Severity', SEVERITY_WORDS[event.severity]],
    ...(services === '' ? [] : [['Services', cut(services, 300)] as const]),
    ['Project', projectName],
    ['Time', new Date(event.at).toISOString()],
  ]
}

/** PagerDuty's Events API v2. The incident is the deduplication key, so one incident here is one there. */
import { cut, factsOf, headingOf, jsonHeaders, type MessageInput, type PreparedMessage } from './prepared.ts'

const HOSTS = { us: 'events.pagerduty.com', eu: 'events.eu.pagerduty.com' } as const
export const PAGERDUTY_HOSTS: readonly string[] = Object.values(HOSTS)

const SUMMARY_CHARS_MAX = 1_024
/** Events may have 512 kB; what a person reads on a phone is far less. */
const TEXT_CHARS_MAX = 6_000

export function pagerdutyMessage(
  { routingKey, region }: { readonly routingKey: string; readonly region: 'us' | 'eu' },
  input: MessageInput,
): PreparedMessage {
  const { event } = input
  const isResolved = event.state === 'resolved' && event.type !== 'test'
  const summary = event.type === 'test' ? headingOf(event) : `${event.title}: ${event.headline}`
  const body = {
    routing_key: routingKey,
    event_action: isResolved ? 'resolve' : 'trigger',
    dedup_key: event.incidentId,
    ...(isResolved
      ? {}
      : {
          payload: {
            summary: cut(summary, SUMMARY_CHARS_MAX),
            source: event.services[0] ?? input.projectName,
            severity: event.severity,
            timestamp: new Date(event.at).toISOString(),
            ...(event.services[0] === undefined ? {} : { component: cut(event.services[0], 200) }),
            custom_details: { ...Object.fromEntries(factsOf(input)), Text: cut(event.text, TEXT_CHARS_MAX) },
          },
          ...(event.url === '' ? {} : { links: [{ href: event.url, text: 'Open' }] }),
        }),
  }
  return { url: `https://${HOSTS[region]}/v2/enqueue`, headers: jsonHeaders, body: JSON.stringify(body) }
}

/** Opsgenie's Alert API, and services that speak it. The incident is the alias, so one incident is one alert. */
import type { Severity } from '../../contracts/oncall-protocol.ts'
import { cut, factsOf, headingOf, jsonHeaders, type MessageInput, type PreparedMessage } from './prepared.ts'

const BASES = { us: 'https://api.opsgenie.com', eu: 'https://api.eu.opsgenie.com' } as const
const PRIORITIES: Readonly<Record<Severity, string>> = { critical: 'P1', error: 'P2', warning: 'P3', info: 'P5' }

/** Opsgenie's bounds: message 130, description 15,000, note 25,000 characters. */
const MESSAGE_CHARS_MAX = 130
const TEXT_CHARS_MAX = 12_000
const SOURCE = 'Observability Agent Service'

export const opsgenieBase = ({ region, url }: { readonly region: 'us' | 'eu'; readonly url: string | null }): string =>
  (url ?? BASES[region]).replace(/\/$/, '')

export function opsgenieMessage(
  target: { readonly apiKey: string; readonly region: 'us' | 'eu'; readonly url: string | null },
  input: MessageInput,
): PreparedMessage {
  const { event } = input
  const alerts = `${opsgenieBase(target)}/v2/alerts`
  const ofAlias = (action: string) => `${alerts}/${encodeURIComponent(event.incidentId)}/${action}?identifierType=alias`
  const headers = { ...jsonHeaders, authorization: `GenieKey ${target.apiKey}` }
  const note = cut(
    [headingOf(event), event.headline, event.text, event.url].filter((part) => part !== '').join('\n\n'),
    TEXT_CHARS_MAX,
  )
  switch (event.type) {
    case 'resolved':
      return { url: ofAlias('close'), headers, body: JSON.stringify({ source: SOURCE, note }) }
    case 'brief':
    case 'follow_up':
      return { url: ofAlias('notes'), headers, body: JSON.stringify({ source: SOURCE, note }) }
    case 'opened':
    case 'reopened':
    case 'scheduled_answer':
    case 'test':
    case 'destination_disabled': {
      const body = {
        message: cut(`${headingOf(event)}: ${event.title}`, MESSAGE_CHARS_MAX),
        alias: event.incidentId,
        description: note,
        priority: PRIORITIES[event.severity],
        source: SOURCE,
        tags: event.services.slice(0, 20).map((service) => cut(service, 50)),
        details: Object.fromEntries(factsOf(input)),
      }
      return { url: alerts, headers, body: JSON.stringify(body) }
    }
  }
}

/** Teams' incoming webhooks (the Workflows app, and the older connector): one Adaptive Card. */
import type { DeliveredEvent } from '../../contracts/delivery-protocol.ts'
import { cut, factsOf, headingOf, jsonHeaders, type MessageInput, type PreparedMessage } from './prepared.ts'

/** Teams takes 28 kB; a character may take three bytes. */
const TEXT_CHARS_MAX = 6_000

export function teamsMessage({ url }: { readonly url: string }, input: MessageInput): PreparedMessage {
  const { event } = input
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      block(headingOf(event), { weight: 'Bolder', color: colourOf(event) }),
      block(plain(cut(event.title, 300)), { size: 'Large', weight: 'Bolder' }),
      block(withoutLinks(cut(event.headline, 500)), {}),
      { type: 'FactSet', facts: factsOf(input).map(([title, value]) => ({ title, value: plain(value) })) },
      ...(event.text === '' ? [] : [block(withoutLinks(cut(event.text, TEXT_CHARS_MAX)), {})]),
    ],
    ...(event.url === '' ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: event.url }] }),
  }
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }
  return { url, headers: jsonHeaders, body: JSON.stringify({ type: 'message', attachments: [attachment] }) }
}

const block = (text: string, style: Readonly<Record<string, string>>) => ({
  type: 'TextBlock',
  text,
  wrap: true,
  ...style,
})

function colourOf({ state, severity }: DeliveredEvent): string {
  if (state === 'resolved') return 'Good'
  return severity === 'info' ? 'Accent' : severity === 'warning' ? 'Warning' : 'Attention'
}

/** Without Markdown: titles and facts hold names that a sender chose. */
const plain = (text: string): string => text.replaceAll(/([\\`*_[\]()#<>])/g, '\\$1')

/** Cards show Markdown. A link would hide its address behind words that may come from telemetry: both are shown. */
const withoutLinks = (markdown: string): string =>
  markdown.replaceAll(/\[([^\][\n]{1,200})\]\((https?:\/\/[^\s()]{1,500})\)/g, '$1 ($2)')

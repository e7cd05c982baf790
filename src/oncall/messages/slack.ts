/** Slack's incoming webhooks: blocks. Text of telemetry is escaped, so that it can mention nobody and hide no link. */
import type { DeliveredEvent } from '../../contracts/delivery-protocol.ts'
import { cut, factsOf, headingOf, jsonHeaders, type MessageInput, type PreparedMessage } from './prepared.ts'

/** Slack's bounds: a header 150 characters, the text of a section 3,000. */
const HEADER_CHARS_MAX = 150
const SECTION_CHARS_MAX = 3_000
const SECTIONS_MAX = 4
const COLOURS = {
  critical: ':red_circle:',
  error: ':red_circle:',
  warning: ':large_yellow_circle:',
  info: ':large_blue_circle:',
}

export function slackMessage({ url }: { readonly url: string }, input: MessageInput): PreparedMessage {
  const { event } = input
  const heading = `${headingOf(event)}: ${event.title}`
  const blocks = [
    {
      type: 'header',
      text: { type: 'plain_text', text: cut(withoutBrackets(heading), HEADER_CHARS_MAX), emoji: false },
    },
    section(`${markOf(event)} ${mrkdwn(event.headline)}`),
    ...sectionsOf(mrkdwn(event.text)).map(section),
    {
      type: 'context',
      elements: [
        {
          type: 'mrkdwn',
          text: factsOf(input)
            .map(([name, value]) => `*${name}:* ${escaped(value)}`)
            .join('  ·  '),
        },
      ],
    },
    ...(event.url === ''
      ? []
      : [
          {
            type: 'actions',
            elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open', emoji: false }, url: event.url }],
          },
        ]),
  ]
  // Shown in notifications and by compatible receivers that know no blocks.
  return { url, headers: jsonHeaders, body: JSON.stringify({ text: escaped(cut(heading, 300)), blocks }) }
}

const markOf = ({ state, severity }: DeliveredEvent) =>
  state === 'resolved' ? ':large_green_circle:' : COLOURS[severity]
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: cut(text, SECTION_CHARS_MAX) } })

/** Paragraphs together as long as a section takes them; what is over the last section is cut. */
function sectionsOf(text: string): string[] {
  const sections: string[] = []
  for (const paragraph of text.split(/\n{2,}/)) {
    if (paragraph.trim() === '') continue
    const last = sections.at(-1)
    const room = SECTION_CHARS_MAX - 2 - (last?.length ?? 0)
    if (last !== undefined && paragraph.length <= room) sections[sections.length - 1] = `${last}\n\n${paragraph}`
    else if (sections.length < SECTIONS_MAX) sections.push(cut(paragraph, SECTION_CHARS_MAX - 1))
    else {
      sections[sections.length - 1] = cut(`${last ?? ''}\n\n…`, SECTION_CHARS_MAX)
      break
    }
  }
  return sections
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text has no mentions at Slack; compatible receivers may look for them all the same. */
const withoutBrackets = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›')

/** Markdown's bold, headings, bullets and links in Slack's form; a link shows its address beside its words. */
function mrkdwn(markdown: string): string {
  return escaped(markdown)
    .split('\n')
    .map((line) =>
      line
        .replace(/^#{1,6} (.{1,500})$/, '*$1*')
        .replace(/^( {0,6})[-*] /, '$1• ')
        .replaceAll(/\*\*([^*\n]{1,500})\*\*/g, '*$1*')
        .replaceAll(/\[([^\][\n]{1,200})\]\((https?:\/\/[^\s()]{1,500})\)/g, '$1 ($2)'),
    )
    .join('\n')
}

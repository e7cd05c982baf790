/** E-mail through the HTTP interface of the provider that the deployment configures: plain text, no tracking. */
import { cut, factsOf, headingOf, jsonHeaders, type MessageInput, type PreparedMessage } from './prepared.ts'

export const EMAIL_PROVIDERS = ['resend', 'postmark', 'sendgrid'] as const
export type EmailProvider = (typeof EMAIL_PROVIDERS)[number]

export interface EmailSettings {
  readonly provider: EmailProvider
  readonly apiKey: string
  /** Address of the sender, or `Name <address>`. */
  readonly from: string
}

const ENDPOINTS: Readonly<Record<EmailProvider, string>> = {
  resend: 'https://api.resend.com/emails',
  postmark: 'https://api.postmarkapp.com/email',
  sendgrid: 'https://api.sendgrid.com/v3/mail/send',
}
export const EMAIL_HOSTS: readonly string[] = Object.values(ENDPOINTS).map((url) => new URL(url).host)

const SUBJECT_CHARS_MAX = 200

export function emailMessage(
  { provider, apiKey, from }: EmailSettings,
  to: readonly string[],
  input: MessageInput,
): PreparedMessage {
  const subject = subjectOf(input)
  const text = textOf(input)
  const url = ENDPOINTS[provider]
  switch (provider) {
    case 'resend':
      return {
        url,
        // The provider drops a repeat of the same delivery.
        headers: { ...jsonHeaders, authorization: `Bearer ${apiKey}`, 'idempotency-key': input.id },
        body: JSON.stringify({ from, to, subject, text }),
      }
    case 'postmark':
      return {
        url,
        headers: { ...jsonHeaders, accept: 'application/json', 'x-postmark-server-token': apiKey },
        body: JSON.stringify({ From: from, To: to.join(','), Subject: subject, TextBody: text }),
      }
    case 'sendgrid':
      return {
        url,
        headers: { ...jsonHeaders, authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({
          personalizations: [{ to: to.map((email) => ({ email })) }],
          from: addressOf(from),
          subject,
          content: [{ type: 'text/plain', value: text }],
        }),
      }
  }
}

/** One line: a line break in a subject would begin another header. */
function subjectOf({ event }: MessageInput): string {
  return cut(`${headingOf(event)}: ${event.title}`.replaceAll(/\s+/g, ' '), SUBJECT_CHARS_MAX)
}

function textOf(input: MessageInput): string {
  const { event } = input
  const facts = factsOf(input).map(([name, value]) => `${name}: ${value}`)
  return [event.headline, facts.join('\n'), event.text, event.url].filter((part) => part !== '').join('\n\n')
}

function addressOf(from: string): { readonly email: string; readonly name?: string } {
  const named = /^([^<>]{1,100})<([^<>\s]{3,254})>$/.exec(from.trim())
  const [, name, email] = named ?? []
  return name === undefined || email === undefined ? { email: from.trim() } : { email, name: name.trim() }
}

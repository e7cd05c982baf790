import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { INCIDENT_EVENT_TYPES, type IncidentEvent } from '../../../src/contracts/oncall-protocol.ts'
import { emailMessage } from '../../../src/oncall/messages/email.ts'
import { opsgenieMessage } from '../../../src/oncall/messages/opsgenie.ts'
import { pagerdutyMessage } from '../../../src/oncall/messages/pagerduty.ts'
import type { MessageInput, PreparedMessage } from '../../../src/oncall/messages/prepared.ts'
import { slackMessage } from '../../../src/oncall/messages/slack.ts'
import { newWebhookSecret, secretBytes, webhookMessage } from '../../../src/oncall/messages/standard-webhook.ts'
import { teamsMessage } from '../../../src/oncall/messages/teams.ts'
import { incidentEvent } from '../../support/incident-events.ts'

const URL_ = 'https://hooks.observability.dev/in'
const input = (change: Partial<IncidentEvent> = {}, now = Date.now()): MessageInput => ({
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a59',
  event: incidentEvent(change),
  projectName: 'shop',
  now,
})
const bodyOf = ({ body }: PreparedMessage) => JSON.parse(body)
const bytesOf = ({ body }: PreparedMessage) => new TextEncoder().encode(body).byteLength

/** Everything a sender can choose, at its longest and worst: three bytes a character, quotes, mentions, links. */
const LONG: Partial<IncidentEvent> = {
  title: '水"<!channel>'.repeat(100),
  headline: '水\n<@U1> '.repeat(500),
  text: '水"\\ [click](https://evil.example/x) <!here>\n\n'.repeat(400),
  services: Array.from({ length: 60 }, (_, i) => `水-service-${i}`.repeat(10)),
}

describe('a webhook', () => {
  it('is verified by the public library with the current secret and with the one before, and by no other', async () => {
    const [current, previous, expired] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
    const now = Date.now()
    const secrets = [
      { value: current, createdAt: now, expiresAt: null },
      { value: previous, createdAt: now, expiresAt: now + 1_000 },
      { value: expired, createdAt: now, expiresAt: now - 1 },
    ]
    const message = await webhookMessage({ url: URL_, secrets }, input({}, now))
    for (const secret of [current, previous])
      expect(new Webhook(secret).verify(message.body, { ...message.headers })).toMatchObject({
        type: 'incident.opened',
      })
    for (const secret of [expired, newWebhookSecret()])
      expect(() => new Webhook(secret).verify(message.body, { ...message.headers })).toThrow()
    expect(() => new Webhook(current).verify(`${message.body} `, { ...message.headers })).toThrow()
  })

  it('stays below 20 kB whatever the event holds, and says that its text was cut', async () => {
    const message = await webhookMessage({ url: URL_, secrets: [] }, input(LONG))
    expect(bytesOf(message)).toBeLessThan(20_000)
    expect(bodyOf(message).data.isTextCut).toBe(true)
    const short = await webhookMessage({ url: URL_, secrets: [] }, input())
    expect(bodyOf(short).data).toMatchObject({ isTextCut: false, text: incidentEvent().text, projectName: 'shop' })
  })

  it('has a secret of 24 to 64 bytes', () => {
    expect(secretBytes(newWebhookSecret())?.length).toBe(32)
    for (const wrong of ['whsec_', 'whsec_c2hvcnQ=', 'abc', `whsec_${'A'.repeat(200)}`, 'whsec_!!!!'])
      expect(secretBytes(wrong)).toBeNull()
  })
})

describe('Slack', () => {
  it('gets blocks within its bounds, in which telemetry can mention nobody and hide no link', () => {
    const message = bodyOf(slackMessage({ url: URL_ }, input(LONG)))
    const texts = JSON.stringify(message)
    expect(texts).not.toMatch(/<[!@#h]/)
    expect(message.blocks.length).toBeLessThanOrEqual(50)
    for (const block of message.blocks) {
      if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(150)
      if (block.type === 'section') expect(block.text.text.length).toBeLessThanOrEqual(3_000)
    }
    const plain = bodyOf(
      slackMessage({ url: URL_ }, input({ text: '# Why\n\n**So**: see [docs](https://x.dev/a)\n- one' })),
    )
    expect(JSON.stringify(plain)).toContain('*Why*\\n\\n*So*: see docs (https://x.dev/a)\\n• one')
  })
})

describe('Teams', () => {
  it('gets one Adaptive Card below 28 kB, with the address of each link beside its words', () => {
    const message = teamsMessage({ url: URL_ }, input(LONG))
    expect(bytesOf(message)).toBeLessThan(28_000)
    const [attachment] = bodyOf(message).attachments
    expect(attachment.contentType).toBe('application/vnd.microsoft.card.adaptive')
    expect(attachment.content).toMatchObject({ type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl' }] })
    expect(message.body).not.toContain('](https')
  })
})

describe('PagerDuty', () => {
  const target = { routingKey: 'a'.repeat(32), region: 'eu' } as const

  it('is triggered and resolved under the incident’s id', () => {
    const opened = pagerdutyMessage(target, input())
    expect(opened.url).toBe('https://events.eu.pagerduty.com/v2/enqueue')
    expect(bodyOf(opened)).toMatchObject({
      event_action: 'trigger',
      dedup_key: incidentEvent().incidentId,
      payload: { severity: 'critical', source: 'checkout' },
    })
    const resolved = bodyOf(pagerdutyMessage(target, input({ type: 'resolved', state: 'resolved' })))
    expect(resolved).toEqual({
      routing_key: target.routingKey,
      event_action: 'resolve',
      dedup_key: incidentEvent().incidentId,
    })
    expect(bodyOf(pagerdutyMessage(target, input(LONG))).payload.summary.length).toBeLessThanOrEqual(1_024)
  })
})

describe('Opsgenie', () => {
  const target = { apiKey: 'key-12345678', region: 'us', url: null } as const

  it('gets an alert, notes and a close under the incident’s id as alias', () => {
    const { incidentId } = incidentEvent()
    const opened = opsgenieMessage(target, input(LONG))
    expect([opened.url, opened.headers.authorization]).toEqual([
      'https://api.opsgenie.com/v2/alerts',
      'GenieKey key-12345678',
    ])
    expect(bodyOf(opened)).toMatchObject({ alias: incidentId, priority: 'P1' })
    expect(bodyOf(opened).message.length).toBeLessThanOrEqual(130)
    const brief = opsgenieMessage({ ...target, url: 'https://ops.observability.dev/' }, input({ type: 'brief' }))
    expect(brief.url).toBe(`https://ops.observability.dev/v2/alerts/${incidentId}/notes?identifierType=alias`)
    expect(opsgenieMessage(target, input({ type: 'resolved', state: 'resolved' })).url).toContain(`${incidentId}/close`)
  })
})

describe('e-mail', () => {
  it('is one plain text with a subject of one line, in the words of each provider', () => {
    const settings = { apiKey: 'k', from: 'On call <oncall@observability.dev>' } as const
    const to = ['ann@observability.dev']
    const event = input({ title: 'broken\r\nBcc: all@evil.example' })
    const resend = emailMessage({ ...settings, provider: 'resend' }, to, event)
    expect(bodyOf(resend)).toMatchObject({
      from: settings.from,
      to,
      subject: 'Incident opened: broken Bcc: all@evil.example',
    })
    expect(resend.headers['idempotency-key']).toBe(event.id)
    const postmark = emailMessage({ ...settings, provider: 'postmark' }, to, event)
    expect([bodyOf(postmark).To, postmark.headers['x-postmark-server-token']]).toEqual(['ann@observability.dev', 'k'])
    const sendgrid = bodyOf(emailMessage({ ...settings, provider: 'sendgrid' }, to, event))
    expect([sendgrid.from, sendgrid.personalizations]).toEqual([
      { email: 'oncall@observability.dev', name: 'On call' },
      [{ to: [{ email: 'ann@observability.dev' }] }],
    ])
  })
})

describe('every kind', () => {
  it('has words for every type of event', async () => {
    for (const type of INCIDENT_EVENT_TYPES) {
      const of = input({ type })
      const messages = [
        await webhookMessage({ url: URL_, secrets: [] }, of),
        slackMessage({ url: URL_ }, of),
        teamsMessage({ url: URL_ }, of),
        pagerdutyMessage({ routingKey: 'a'.repeat(32), region: 'us' }, of),
        opsgenieMessage({ apiKey: 'k', region: 'us', url: null }, of),
        emailMessage({ provider: 'resend', apiKey: 'k', from: 'a@b.dev' }, ['c@d.dev'], of),
      ]
      for (const message of messages) expect(message.body).not.toContain('undefined')
    }
  })
})

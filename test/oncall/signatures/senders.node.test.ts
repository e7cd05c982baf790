/** Signatures of senders: right ones are taken, and wrong, missing and old ones are told apart. */
import { createHash, createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { ALERT_SIGNATURES, CHANGE_SIGNATURES } from '../../../src/oncall/signatures/senders.ts'
import type { SignatureVerdict, VerifySignature } from '../../../src/oncall/signatures/verdict.ts'

const NOW_MS = Date.UTC(2026, 4, 4, 10, 30)
const NOW_SECONDS = NOW_MS / 1000
const SECRET = 'a secret of the sender’s setting'
const BODY = '{"title":"Straße","n":1}'
const bytes = new TextEncoder().encode(BODY)

type Headers_ = Record<string, string>
interface Scheme {
  readonly name: string
  readonly verify: VerifySignature | undefined
  /** Headers for a body, as the sender makes them. */
  readonly sign: (secret: string, body: string, seconds: number) => Headers_ | Promise<Headers_>
  readonly isTimed: boolean
}

const hex = (hash: 'sha1' | 'sha256', secret: string, text: string) =>
  createHmac(hash, secret).update(text).digest('hex')

function standardWebhook(secret: string, body: string, seconds: number): Headers_ {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const code = createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${code}` }
}

const netlify = async (secret: string, body: string): Promise<Headers_> => ({
  'x-webhook-signature': await new SignJWT({ sha256: createHash('sha256').update(body).digest('hex') })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('netlify')
    .sign(new TextEncoder().encode(secret)),
})

const SCHEMES: readonly Scheme[] = [
  {
    name: 'Grafana with a timestamp',
    verify: ALERT_SIGNATURES.grafana,
    sign: (secret, body, seconds) => ({
      'x-grafana-alerting-signature': hex('sha256', secret, `${seconds}:${body}`),
      'x-grafana-alerting-timestamp': String(seconds),
    }),
    isTimed: true,
  },
  {
    name: 'Grafana with a timestamp in the header of its own examples',
    verify: ALERT_SIGNATURES.grafana,
    sign: (secret, body, seconds) => ({
      'x-grafana-alerting-signature': hex('sha256', secret, `${seconds}:${body}`),
      'x-grafana-alerting-signature-timestamp': String(seconds),
    }),
    isTimed: true,
  },
  {
    name: 'Grafana without a timestamp',
    verify: ALERT_SIGNATURES.grafana,
    sign: (secret, body) => ({ 'x-grafana-alerting-signature': hex('sha256', secret, body) }),
    isTimed: false,
  },
  {
    name: 'Grafana with the name that its header had first',
    verify: ALERT_SIGNATURES.grafana,
    sign: (secret, body) => ({ 'x-grafana-alert-signature': hex('sha256', secret, body) }),
    isTimed: false,
  },
  {
    name: 'PagerDuty',
    verify: ALERT_SIGNATURES.pagerduty,
    sign: (secret, body) => ({ 'x-pagerduty-signature': `v1=${hex('sha256', secret, body)}` }),
    isTimed: false,
  },
  { name: 'incident.io', verify: ALERT_SIGNATURES.incident_io, sign: standardWebhook, isTimed: true },
  { name: 'generic alerts', verify: ALERT_SIGNATURES.generic, sign: standardWebhook, isTimed: true },
  { name: 'generic changes', verify: CHANGE_SIGNATURES.generic, sign: standardWebhook, isTimed: true },
  {
    name: 'Sentry',
    verify: ALERT_SIGNATURES.sentry,
    sign: (secret, body) => ({ 'sentry-hook-signature': hex('sha256', secret, body) }),
    isTimed: false,
  },
  {
    name: 'GitHub',
    verify: CHANGE_SIGNATURES.github,
    sign: (secret, body) => ({ 'x-hub-signature-256': `sha256=${hex('sha256', secret, body)}` }),
    isTimed: false,
  },
  { name: 'GitLab’s signing token', verify: CHANGE_SIGNATURES.gitlab, sign: standardWebhook, isTimed: true },
  {
    name: 'Vercel',
    verify: CHANGE_SIGNATURES.vercel,
    sign: (secret, body) => ({ 'x-vercel-signature': hex('sha1', secret, body) }),
    isTimed: false,
  },
  { name: 'Netlify', verify: CHANGE_SIGNATURES.netlify, sign: netlify, isTimed: false },
  {
    name: 'LaunchDarkly',
    verify: CHANGE_SIGNATURES.launchdarkly,
    sign: (secret, body) => ({ 'x-ld-signature': hex('sha256', secret, body) }),
    isTimed: false,
  },
]

const verdict = async (verify: VerifySignature | undefined, headers: Headers_, sent = bytes, secret = SECRET) =>
  (await verify?.({ secret, headers: new Headers(headers), sent, nowMs: NOW_MS })) as SignatureVerdict

describe.each(SCHEMES)('the signature of $name', ({ verify, sign }) => {
  it('is taken where it is right', async () => {
    expect(await verdict(verify, await sign(SECRET, BODY, NOW_SECONDS))).toBe('valid')
  })

  it('is refused for another body, another secret, and a changed byte', async () => {
    const right = await sign(SECRET, BODY, NOW_SECONDS)
    expect(await verdict(verify, right, new TextEncoder().encode(`${BODY} `))).toBe('wrong')
    expect(await verdict(verify, right, bytes, `${SECRET}x`)).toBe('wrong')
    expect(await verdict(verify, await sign('another', BODY, NOW_SECONDS))).toBe('wrong')
    expect(await verdict(verify, right, new Uint8Array())).toBe('wrong')
  })

  it('is missing where any of its headers is', async () => {
    const right = await sign(SECRET, BODY, NOW_SECONDS)
    expect(await verdict(verify, {})).toBe('missing')
    for (const name of Object.keys(right)) {
      const { [name]: _, ...rest } = right
      expect(await verdict(verify, rest)).not.toBe('valid')
    }
  })
})

describe.each(SCHEMES.filter(({ isTimed }) => isTimed))('the signature of $name', ({ verify, sign }) => {
  it('is old after five minutes, and five minutes ahead', async () => {
    expect(await verdict(verify, await sign(SECRET, BODY, NOW_SECONDS - 299))).toBe('valid')
    expect(await verdict(verify, await sign(SECRET, BODY, NOW_SECONDS - 301))).toBe('old')
    expect(await verdict(verify, await sign(SECRET, BODY, NOW_SECONDS + 301))).toBe('old')
  })

  it('covers its time', async () => {
    const old = await sign(SECRET, BODY, NOW_SECONDS - 3600)
    const name = Object.keys(old).find((one) => one.endsWith('timestamp')) ?? ''
    expect(await verdict(verify, { ...old, [name]: String(NOW_SECONDS) })).toBe('wrong')
    for (const time of ['', 'now', '1e9', '-1', '9'.repeat(400)])
      expect(await verdict(verify, { ...old, [name]: time })).not.toBe('valid')
  })
})

describe('several signatures, while a secret is changed', () => {
  it('PagerDuty: any of them', async () => {
    const [a, b] = [hex('sha256', 'old', BODY), hex('sha256', SECRET, BODY)]
    const headers = (value: string) => ({ 'x-pagerduty-signature': value })
    expect(await verdict(ALERT_SIGNATURES.pagerduty, headers(`v1=${a},v1=${b}`))).toBe('valid')
    expect(await verdict(ALERT_SIGNATURES.pagerduty, headers(`v1=${a}, v1=${b}`))).toBe('valid')
    expect(await verdict(ALERT_SIGNATURES.pagerduty, headers(`v1=${a},v0=${b}`))).toBe('wrong')
  })

  it('Standard Webhooks: any of version 1', async () => {
    const right = standardWebhook(SECRET, BODY, NOW_SECONDS)
    const code = right['webhook-signature'] ?? ''
    expect(await verdict(ALERT_SIGNATURES.generic, { ...right, 'webhook-signature': `v1,AAAA ${code}` })).toBe('valid')
    expect(await verdict(ALERT_SIGNATURES.generic, { ...right, 'webhook-signature': code.replace('v1', 'v1a') })).toBe(
      'wrong',
    )
  })

  it('no more than ten are looked at', async () => {
    const right = hex('sha256', SECRET, BODY)
    const value = `${'v1=00,'.repeat(10)}v1=${right}`
    expect(await verdict(ALERT_SIGNATURES.pagerduty, { 'x-pagerduty-signature': value })).toBe('wrong')
  })
})

describe('what the schemes hold besides', () => {
  it('a secret of Standard Webhooks with its prefix is base64', async () => {
    const secret = `whsec_${Buffer.from('twenty-four bytes of it!').toString('base64')}`
    expect(await verdict(ALERT_SIGNATURES.incident_io, standardWebhook(secret, BODY, NOW_SECONDS), bytes, secret)).toBe(
      'valid',
    )
  })

  it('GitLab’s secret token is compared whole', async () => {
    expect(
      await verdict(CHANGE_SIGNATURES.gitlab, { 'x-gitlab-token': encodeURI(SECRET) }, bytes, encodeURI(SECRET)),
    ).toBe('valid')
    expect(await verdict(CHANGE_SIGNATURES.gitlab, { 'x-gitlab-token': 'a' }, bytes, 'ab')).toBe('wrong')
    expect(await verdict(CHANGE_SIGNATURES.gitlab, { 'x-gitlab-token': '' }, bytes, 'ab')).toBe('wrong')
  })

  it('Netlify’s token of another issuer or without a signature is wrong', async () => {
    const payload = { sha256: createHash('sha256').update(BODY).digest('hex') }
    const key = new TextEncoder().encode(SECRET)
    const foreign = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).setIssuer('other').sign(key)
    const encoded = [{ alg: 'none' }, { ...payload, iss: 'netlify' }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    for (const token of [foreign, `${encoded.join('.')}.`, 'a.b.c', ''])
      expect(await verdict(CHANGE_SIGNATURES.netlify, { 'x-webhook-signature': token })).toBe('wrong')
    expect(await verdict(CHANGE_SIGNATURES.netlify, { 'x-webhook-signature': 'x'.repeat(5000) })).toBe('missing')
  })

  it('senders that cannot sign have no scheme', () => {
    for (const sender of [
      'alertmanager',
      'datadog',
      'cloudwatch',
      'azure_monitor',
      'gcp_monitoring',
      'better_stack',
    ] as const)
      expect([sender, ALERT_SIGNATURES[sender]]).toEqual([sender, undefined])
    expect(CHANGE_SIGNATURES.argo_cd).toBeUndefined()
  })
})

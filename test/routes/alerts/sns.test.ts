/** Deliveries from Amazon SNS, in the runtime: signatures, the certificate, subscriptions. */

import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { acceptDelivery, deliverySenderOf } from '../../../src/domain/oncall/receiving/accept-delivery.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { snsBody } from '../../oncall/formats/alert-samples.ts'
import { CERTIFICATE, CERTIFICATE_URL, signed } from '../../oncall/signatures/sns-fixture.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant } from '../../support/tenants.ts'

const now = () => new Date().toISOString()
const CONFIRM_URL = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336'

function notification(): Record<string, string> {
  const { Type, MessageId, TopicArn, Subject, Message } = snsBody()
  return { Type, MessageId: `${MessageId}${Math.random()}`, TopicArn, Subject, Message, Timestamp: now() }
}

/** Accepts a delivery, with what is fetched and what answers. */
async function deliver(message: Record<string, string>, answers: Readonly<Record<string, Response>>) {
  const { organizationId, projectId } = await addTenant()
  const fetched: string[] = []
  const ctx = {
    ...backgroundContext(env, () => {}),
    fetch: async (input: RequestInfo | URL) => {
      const url = String(input)
      fetched.push(url)
      return answers[url]?.clone() ?? new Response('nothing', { status: 404 })
    },
  }
  const from = deliverySenderOf('alerts', 'cloudwatch')
  if (from === null) throw new Error('cloudwatch is a sender')
  const bytes = new TextEncoder().encode(JSON.stringify(message))
  const project = { organizationId, projectId, region: 'eu-central-1' }
  const key = { keyId: 'k', project, source: null, signingSecret: null, expiresAt: null }
  const delivery = { from, key, headers: new Headers(), query: new URLSearchParams(), sent: bytes, bytes }
  const outcome: unknown = await acceptDelivery({ ctx, scope: SYSTEM, input: delivery }).catch(
    (error: unknown) => error,
  )
  return { outcome, fetched }
}

const certificate = { [CERTIFICATE_URL]: new Response(CERTIFICATE) }

describe('Amazon SNS', () => {
  // First: the certificate is remembered once it was had.
  it('Amazon SNS is asked to come again while its certificate cannot be had, and a failed look-up is not remembered', async () => {
    const { outcome } = await deliver(signed(notification(), '2'), {})
    expect(outcome).toMatchObject({ problem: { kind: 'busy' } })
    const broken = await deliver(signed(notification(), '2'), { [CERTIFICATE_URL]: new Response('<html>') })
    expect(broken.outcome).toMatchObject({ problem: { kind: 'unauthenticated' } })
  })

  it.each(['1', '2'] as const)('version %s of the signature of Amazon SNS is accepted', async (version) => {
    const { outcome } = await deliver(signed(notification(), version), certificate)
    expect(outcome).toMatchObject({ accepted: 1 })
  })

  it('a wrong signature of Amazon SNS is refused, and its certificate is fetched from nowhere else', async () => {
    const wrong = await deliver({ ...signed(notification(), '2'), Message: '{}' }, certificate)
    expect(wrong.outcome).toMatchObject({ problem: { kind: 'unauthenticated' } })
    const elsewhere = {
      ...signed(notification(), '2'),
      SigningCertURL: 'https://evil.test/SimpleNotificationService-00000000.pem',
    }
    const { outcome, fetched } = await deliver(elsewhere, certificate)
    expect([outcome, fetched]).toEqual([
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'unauthenticated' }) }),
      [],
    ])
    const raw = await deliver(JSON.parse(notification()['Message'] ?? ''), certificate)
    expect(raw.outcome).toMatchObject({ problem: { kind: 'unauthenticated' } })
  })

  it('a subscription of Amazon SNS is confirmed at its own address alone, after its signature was checked', async () => {
    const { Subject: _, ...rest } = notification()
    const ask = { ...rest, Type: 'SubscriptionConfirmation', Token: '2336', SubscribeURL: CONFIRM_URL }
    const answers = { ...certificate, [CONFIRM_URL]: new Response('<ConfirmSubscriptionResponse/>') }
    const done = await deliver(signed(ask, '2'), answers)
    expect(done.outcome).toMatchObject({ accepted: 0, note: 'The subscription was confirmed.' })
    expect(done.fetched).toContain(CONFIRM_URL)
    const forged = await deliver({ ...signed(ask, '2'), Token: 'other' }, answers)
    expect(forged.fetched).not.toContain(CONFIRM_URL)
    const internal = signed({ ...ask, SubscribeURL: 'http://169.254.169.254/?Action=ConfirmSubscription' }, '2')
    expect((await deliver(internal, answers)).fetched.filter((url) => url !== CERTIFICATE_URL)).toEqual([])
    const failing = await deliver(signed(ask, '2'), certificate)
    expect(failing.outcome).toMatchObject({ problem: { kind: 'busy' } })
  })
})

/** Grafana's webhook contact point, as its documents describe it, at a real server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContactPoint, Grafana, type Rule } from './grafana.ts'
import { type Relay, startRelay } from './relay.ts'
import { tenantOf } from './tenant.ts'

const { baseUrl, credentials, api } = tenantOf('grafana')
const { projectId } = credentials
const SIGNING_SECRET = 'a secret of the contact point'
let relay: Relay
let contactPoint: ContactPoint

interface IncidentView {
  readonly id: string
  readonly title: string
  readonly state: 'open' | 'resolved'
  readonly alerts: number
  readonly openAlerts: number
  readonly repeats: number
}

async function incidentsOf(service: string): Promise<readonly IncidentView[]> {
  const path = `/incidents?projectId=${projectId}&service=${service}`
  return (await api.get<{ incidents: readonly IncidentView[] }>(path)).incidents
}

const ruleOf = (service: string, name = 'Too many errors'): Rule => ({
  name,
  labels: { service, severity: 'critical', environment: `${service}-test` },
  summary: `${service} fails one request in five`,
})

const accepted = (count: number, truncated = 0) => ({
  status: 202,
  body: { deliveryId: expect.any(String), accepted: count, truncated, note: null },
})

beforeAll(async () => {
  relay = await startRelay(baseUrl)
  const made = await api.post<{ alertKey: { value: string } }>('/alert-keys', {
    name: 'grafana',
    projectId,
    source: 'grafana',
    signingSecret: SIGNING_SECRET,
  })
  contactPoint = {
    url: `${relay.url}/v1/alerts/grafana`,
    authorization: { scheme: 'Bearer', credentials: made.alertKey.value },
    hmac: { secret: SIGNING_SECRET, timestampHeader: 'X-Grafana-Alerting-Timestamp' },
  }
})

afterAll(() => relay.close())

describe('a webhook contact point of Grafana', () => {
  it('opens an incident, counts what it repeats, and resolves it when its last alert ends', async () => {
    const grafana = new Grafana(contactPoint)
    const [errors, latency] = [ruleOf('grafana-pay'), ruleOf('grafana-pay', 'Slow answers')]
    grafana.fires(errors)
    expect(await grafana.flush()).toEqual(accepted(1))
    expect(await grafana.flush()).toBeNull()
    grafana.fires(latency)
    // All that fires in the group comes again with what is new.
    expect(await grafana.flush()).toEqual(accepted(2))
    expect(await grafana.repeat()).toEqual(accepted(2))
    expect(await incidentsOf('grafana-pay')).toMatchObject([
      { title: expect.stringContaining('Too many errors'), state: 'open', alerts: 2, openAlerts: 2, repeats: 3 },
    ])
    grafana.recovers(errors)
    expect(await grafana.flush()).toEqual(accepted(2))
    expect(await incidentsOf('grafana-pay')).toMatchObject([{ state: 'open', openAlerts: 1 }])
    grafana.recovers(latency)
    expect(await grafana.flush()).toEqual(accepted(1))
    expect(await incidentsOf('grafana-pay')).toMatchObject([{ state: 'resolved', alerts: 2, openAlerts: 0 }])
  })

  it('has its alert stored once where the first notification was refused and the second was not answered', async () => {
    const grafana = new Grafana(contactPoint)
    relay.next.push('refused', 'unanswered')
    grafana.fires(ruleOf('grafana-stock'))
    expect(await grafana.flush()).toMatchObject({ status: 503 })
    expect(await incidentsOf('grafana-stock')).toEqual([])
    expect(await grafana.flush()).toMatchObject({ status: 0 })
    expect(await grafana.flush()).toEqual(accepted(1))
    expect(await incidentsOf('grafana-stock')).toMatchObject([{ state: 'open', alerts: 1, openAlerts: 1 }])
  })

  it('is told how many alerts it left out', async () => {
    const grafana = new Grafana({ ...contactPoint, maxAlerts: 2 })
    for (let number = 1; number <= 5; number += 1) grafana.fires(ruleOf('grafana-mail', `Queue ${number} is full`))
    expect(await grafana.flush()).toEqual(accepted(2, 3))
    expect(await incidentsOf('grafana-mail')).toMatchObject([{ alerts: 2 }])
  })

  it('learns from its test button that the notification arrives, and opens no incident with it', async () => {
    const before = await api.get<{ incidents: readonly unknown[] }>(`/incidents?projectId=${projectId}`)
    const tested = await new Grafana(contactPoint).test()
    expect(tested).toMatchObject({ status: 202, body: { accepted: 0, note: expect.stringContaining('test') } })
    const after = await api.get<{ incidents: readonly unknown[] }>(`/incidents?projectId=${projectId}`)
    expect(after.incidents).toHaveLength(before.incidents.length)
  })

  it.each([
    ['signs the body alone', { secret: SIGNING_SECRET }],
    [
      'names its headers as the examples of Grafana do',
      { secret: SIGNING_SECRET, timestampHeader: 'X-Grafana-Alerting-Signature-Timestamp' },
    ],
    ['names its header as the first releases did', { secret: SIGNING_SECRET, header: 'X-Grafana-Alert-Signature' }],
  ])('is taken from where it %s', async (_, hmac) => {
    expect(await new Grafana({ ...contactPoint, hmac }).test()).toMatchObject({ status: 202 })
  })

  it('is refused with another secret, without a signature, and with a clock that is wrong by ten minutes', async () => {
    const timestampHeader = 'X-Grafana-Alerting-Timestamp'
    const service = 'grafana-refused'
    const forged = new Grafana({ ...contactPoint, hmac: { secret: 'another', timestampHeader } })
    const { hmac: _, ...unsigned } = contactPoint
    const late = new Grafana(contactPoint)
    late.clockSkewSeconds = -600
    for (const grafana of [forged, new Grafana(unsigned), late]) {
      grafana.fires(ruleOf(service))
      expect(await grafana.flush()).toMatchObject({ status: 401 })
    }
    expect(await incidentsOf(service)).toEqual([])
  })
})

/** Incidents that end without a word of their sender: somebody closed them, or their windows did. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NormalizedAlert } from '../../../src/contracts/oncall-protocol.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { alertOf } from '../../support/alerts.ts'
import { script } from '../../support/scripted-agent.ts'
import { addTenant } from '../../support/tenants.ts'

const MINUTE_MS = 60_000

afterEach(() => {
  vi.restoreAllMocks()
})

async function rig() {
  script()
  const { organizationId, projectId } = await addTenant()
  const owner = { organizationId, projectId, region: 'eu-central-1' }
  const onCall = backgroundContext(env, () => {}).objects.onCall(owner)
  const object = env.ON_CALL.getByName(`${organizationId}/${projectId}/on-call`)
  let deliveries = 0
  const receive = (...alerts: NormalizedAlert[]) => {
    deliveries += 1
    return onCall.receiveAlerts({ owner, deliveryId: `d${deliveries}`, receivedAt: Date.now(), alerts })
  }
  const query = { state: null, service: null, severity: null, limit: 100, cursor: null }
  const list = async () => (await onCall.listIncidents(query)).incidents.toReversed()
  return { owner, onCall, object, receive, list }
}

function later(minutes: number): void {
  const now = Date.now() + minutes * MINUTE_MS
  vi.spyOn(Date, 'now').mockImplementation(() => now)
}

describe('an incident that somebody closed', () => {
  it('stays closed while its alert is repeated, and is not left with open alerts', async () => {
    const { onCall, receive, list } = await rig()
    const alert = alertOf()
    await receive(alert)
    const [incident] = await list()
    await onCall.resolveIncident({ id: incident?.id ?? '', by: 'user u' })
    await receive(alert, { ...alert, raw: 'again' })
    expect(await list()).toMatchObject([{ state: 'resolved', alerts: 1, openAlerts: 0 }])
  })

  it('does not keep quiet an alert that begins anew, also where its end never came', async () => {
    const { onCall, receive, list } = await rig()
    await receive(alertOf())
    const [incident] = await list()
    await onCall.resolveIncident({ id: incident?.id ?? '', by: 'user u' })
    later(60)
    await receive(alertOf({ startedAt: Date.now() - MINUTE_MS }))
    expect(await list()).toMatchObject([
      { state: 'resolved', openAlerts: 0 },
      { state: 'open', alerts: 1, openAlerts: 1 },
    ])
  })

  it('is reopened by an alert that begins anew soon after, and resolved with that alert', async () => {
    const { onCall, receive, list } = await rig()
    await receive(alertOf(), alertOf({ dedupKey: 'another' }))
    const [incident] = await list()
    await onCall.resolveIncident({ id: incident?.id ?? '', by: 'user u' })
    const anew = alertOf({ startedAt: Date.now() })
    await receive(anew)
    expect(await list()).toMatchObject([{ state: 'open', openAlerts: 1 }])
    await receive({ ...anew, status: 'resolved', endedAt: Date.now() })
    expect(await list()).toMatchObject([{ state: 'resolved', openAlerts: 0 }])
  })
})

describe('maintenance windows', () => {
  const window = { title: 'upgrade', services: [], labels: {} }

  it('let all alerts go that they kept quiet, however many', async () => {
    const { owner, onCall, receive, list } = await rig()
    const startsAt = Date.now() - MINUTE_MS
    await onCall.addWindow({ owner, id: 'w', window: { ...window, startsAt, endsAt: startsAt + 3_600_000 }, by: 'u' })
    await receive(...Array.from({ length: 350 }, (_, index) => alertOf({ dedupKey: `pod-${index}` })))
    expect(await list()).toEqual([])
    expect(await onCall.removeWindow('w')).toBe(true)
    expect(await list()).toMatchObject([{ alerts: 350, openAlerts: 350 }])
  })

  it('that end at the same time are each released once', async () => {
    const { owner, onCall, object, receive, list } = await rig()
    const startsAt = Date.now() - MINUTE_MS
    for (let index = 0; index < 40; index += 1) {
      const one = { ...window, services: [`service-${index}`], startsAt, endsAt: startsAt + 3_600_000 }
      await onCall.addWindow({ owner, id: `w${index}`, window: one, by: 'u' })
    }
    await receive(...[3, 7].map((index) => alertOf({ dedupKey: `a${index}`, service: `service-${index}` })))
    later(120)
    const counted = await runInDurableObject(object, async (_, { storage }) => vi.spyOn(storage, 'transactionSync'))
    await receive(alertOf({ dedupKey: 'new', service: 'service-3' }))
    expect(counted.mock.calls.length).toBeLessThanOrEqual(45)
    expect((await list()).reduce((sum, { alerts }) => sum + alerts, 0)).toBe(3)
  })
})

/** An outage that makes ten thousand alerts in a minute, and more incidents than a project may investigate. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import type { IncidentAlertPage, IncidentItem } from '../../../src/contracts/incident-protocol.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { alertOf } from '../../support/alerts.ts'
import { asked, script } from '../../support/scripted-agent.ts'
import { addTenant } from '../../support/tenants.ts'

async function rig() {
  const { organizationId, projectId } = await addTenant()
  const owner = { organizationId, projectId, region: 'eu-central-1' }
  const onCall = backgroundContext(env, () => {}).objects.onCall(owner)
  const object = env.ON_CALL.getByName(`${organizationId}/${projectId}/on-call`)
  const query = { state: null, service: null, severity: null, limit: 100, cursor: null }
  const list = async (): Promise<readonly IncidentItem[]> => (await onCall.listIncidents(query)).incidents
  return { owner, onCall, object, list }
}

it('makes one incident, one investigation and one message of ten thousand alerts', async () => {
  script()
  const { owner, onCall, object, list } = await rig()
  const startedAt = Date.now() - 60_000
  for (let batch = 0; batch < 10; batch += 1) {
    const alerts = Array.from({ length: 1_000 }, (_, index) => {
      const number = batch * 1_000 + index
      return alertOf({
        dedupKey: `pod-${number}`,
        service: `service-${number % 40}`,
        startedAt: startedAt + number * 6,
        labels: { environment: 'production', pod: `pod-${number}` },
      })
    })
    await onCall.receiveAlerts({ owner, deliveryId: `storm-${batch}`, receivedAt: Date.now(), alerts })
  }
  await vi.waitFor(
    async () => {
      await runDurableObjectAlarm(object)
      expect((await list())[0]?.investigation.state).toBe('answered')
    },
    { timeout: 30_000, interval: 100 },
  )
  const incidents = await list()
  expect(incidents).toHaveLength(1)
  expect(incidents[0]).toMatchObject({ alerts: 10_000, openAlerts: 10_000, repeats: 0 })
  expect(incidents[0]?.services).toHaveLength(40)
  expect(asked.filter((one) => one.startsWith('model What broke'))).toHaveLength(1)
  const detail = await onCall.getIncident(incidents[0]?.id ?? '')
  expect(detail?.timeline.length).toBeLessThanOrEqual(110)
  expect(detail?.alertList).toHaveLength(100)
  expect(JSON.stringify(detail).length).toBeLessThan(150_000)
  const seen = new Set<string>()
  let cursor: string | null = null
  do {
    const page: IncidentAlertPage | null = await onCall.listIncidentAlerts({
      incidentId: incidents[0]?.id ?? '',
      limit: 1_000,
      cursor,
    })
    for (const { id } of page?.alerts ?? []) seen.add(id)
    cursor = page?.nextCursor ?? null
  } while (cursor !== null)
  expect(seen.size).toBe(10_000)
  // One word that it began, one that it was investigated.
  const sequence = await runInDurableObject(object, async (_, { storage }) =>
    storage.sql
      .exec<{ record: string }>('select record from incident')
      .toArray()
      .map(({ record }) => JSON.parse(record).sequence),
  )
  expect(sequence).toEqual([2])
})

it('stores deliveries that come at once in few transactions, each delivery once', async () => {
  script()
  const { owner, onCall, object, list } = await rig()
  const counted = await runInDurableObject(object, async (_, { storage }) => vi.spyOn(storage, 'transactionSync'))
  const deliver = (number: number) => {
    const alerts = [alertOf({ dedupKey: `pod-${number % 250}`, raw: '' })]
    return onCall.receiveAlerts({ owner, deliveryId: `one-${number % 300}`, receivedAt: Date.now(), alerts })
  }
  // Fifty fire twice, and a hundred deliveries come twice.
  const answers = await Promise.all(Array.from({ length: 400 }, (_, number) => deliver(number)))
  expect(answers).toHaveLength(400)
  expect(counted.mock.calls.length).toBeGreaterThan(0)
  expect(counted.mock.calls.length).toBeLessThanOrEqual(40)
  expect(await list()).toMatchObject([{ alerts: 250, openAlerts: 250, repeats: 50 }])
})

it('keeps no alert of a delivery that cannot be stored, and stores those that came with it', async () => {
  script()
  const { owner, onCall, object, list } = await rig()
  await onCall.receiveAlerts({ owner, deliveryId: 'first', receivedAt: Date.now(), alerts: [alertOf()] })
  await runInDurableObject(object, async (_, { storage }) =>
    storage.sql.exec(
      "create trigger broken before insert on alert when new.dedup_key = 'broken' begin select raise(abort, 'no'); end",
    ),
  )
  const deliver = (name: string, ...keys: string[]) => {
    const alerts = keys.map((dedupKey) => alertOf({ dedupKey }))
    return onCall.receiveAlerts({ owner, deliveryId: name, receivedAt: Date.now(), alerts })
  }
  const outcomes = await Promise.allSettled([
    deliver('second', 'a'),
    deliver('third', 'b', 'broken', 'c'),
    deliver('fourth', 'd', 'e'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await list()).toMatchObject([{ alerts: 4, openAlerts: 4 }])
  // It comes again when it can be stored.
  await runInDurableObject(object, async (_, { storage }) => storage.sql.exec('drop trigger broken'))
  await deliver('third', 'b', 'broken', 'c')
  expect(await list()).toMatchObject([{ alerts: 7, openAlerts: 7 }])
})

it('answers with no more of long alerts than a page should hold, and with all of them in pages', async () => {
  script()
  const { owner, onCall, list } = await rig()
  const labels = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`label_${index}`, 'x'.repeat(900)]))
  const alerts = Array.from({ length: 30 }, (_, index) => alertOf({ dedupKey: `long-${index}`, labels, raw: '' }))
  await onCall.receiveAlerts({ owner, deliveryId: 'long', receivedAt: Date.now(), alerts })
  const [incident] = await list()
  const incidentId = incident?.id ?? ''
  expect(JSON.stringify(await onCall.getIncident(incidentId)).length).toBeLessThan(600_000)
  const first = await onCall.listIncidentAlerts({ incidentId, limit: 20, cursor: null })
  expect(first?.alerts.length).toBeGreaterThan(0)
  expect(first?.alerts.length).toBeLessThan(20)
  expect(first?.nextCursor).toBe(first?.alerts.at(-1)?.id)
  expect(await onCall.listIncidentAlerts({ incidentId: 'unknown', limit: 20, cursor: null })).toBeNull()
})

it('investigates within the budget of the hour, and says of the others that they wait', async () => {
  script()
  const { owner, onCall, object, list } = await rig()
  const alerts = Array.from({ length: 24 }, (_, index) =>
    alertOf({ dedupKey: `key-${index}`, service: null, labels: { cluster: `cluster-${index}` } }),
  )
  await onCall.receiveAlerts({ owner, deliveryId: 'many', receivedAt: Date.now(), alerts })
  const states = async () => {
    await runDurableObjectAlarm(object)
    const counts = Object.groupBy(await list(), ({ investigation }) => investigation.state)
    return { answered: counts.answered?.length ?? 0, queued: counts.queued?.length ?? 0 }
  }
  await vi.waitFor(async () => expect(await states()).toEqual({ answered: 20, queued: 4 }), {
    timeout: 40_000,
    interval: 100,
  })
  const waiting = (await list()).find(({ investigation }) => investigation.state === 'queued')
  expect(waiting?.investigation.reason).toMatch(/^20 investigations .* This one waits until \d\d:\d\d UTC\.$/)
})

/** Two people change different fields of one thing at the same moment: both changes stay. */
import { describe, expect, it } from 'vitest'
import { call } from '../support/api.ts'
import { addTenant, type TestTenant } from '../support/tenants.ts'

const MONITOR = {
  name: 'errors',
  condition: {
    measure: { signal: 'logs', statistic: 'count', service: 'checkout', severityMin: 'error' },
    comparison: { kind: 'above', threshold: 1 },
    windowMinutes: 5,
  },
}
const SCHEDULE = { name: 's', question: 'What is connected?', timing: 'every weekday 09:00 Europe/Berlin' }
const DESTINATION = { name: 'd', target: { kind: 'webhook', url: 'https://hooks.observability.dev/in' } }

async function changedTogether(
  tenant: TestTenant,
  [path, kind, made]: readonly [string, string, object],
  changes: readonly object[],
) {
  const { token } = tenant.admin
  const { projectId } = tenant
  const { id } = (await call(`POST ${path}`, { token, body: { ...made, projectId } })).body[kind]
  const one = `${path}/${id}?projectId=${projectId}`
  const answers = await Promise.all(changes.map((body) => call(`PATCH ${one}`, { token, body })))
  const { body } = await call(`GET ${one}`, { token })
  return { statuses: answers.map(({ status }) => status), after: body[kind] }
}

describe('changes of different fields at the same moment all stay', () => {
  it('changes of different fields of a monitor at the same moment all stay', async () => {
    const changes = [{ name: 'renamed' }, { severity: 'critical' }, { forMinutes: 7 }, { recoverForMinutes: 9 }]
    const { statuses, after } = await changedTogether(await addTenant(), ['/monitors', 'monitor', MONITOR], changes)
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(after).toMatchObject({ name: 'renamed', severity: 'critical', forMinutes: 7, recoverForMinutes: 9 })
  })

  it('changes of different fields of a schedule at the same moment all stay', async () => {
    const changes = [{ name: 'renamed' }, { question: 'What is slow?' }, { timing: 'every day 10:00 UTC' }]
    const { statuses, after } = await changedTogether(await addTenant(), ['/schedules', 'schedule', SCHEDULE], changes)
    expect(statuses).toEqual([200, 200, 200])
    const timing = { cron: '0 10 * * *', timeZone: 'UTC' }
    expect(after).toMatchObject({ name: 'renamed', question: 'What is slow?', timing })
  })

  it('changes of different rules of a destination at the same moment all stay', async () => {
    const changes = [
      { rules: { severityMin: 'error' } },
      { rules: { services: ['checkout', 'cart'] } },
      { rules: { states: ['open'] } },
      { name: 'renamed' },
      { rules: { messagesPerHourMax: 7 } },
    ]
    const of = ['/destinations', 'destination', DESTINATION] as const
    const { statuses, after } = await changedTogether(await addTenant(), of, changes)
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    const rules = { severityMin: 'error', services: ['checkout', 'cart'], states: ['open'], messagesPerHourMax: 7 }
    expect(after).toMatchObject({ name: 'renamed', rules })
  })
})

it('of two changes to a maintenance window that are valid alone but not together, one is refused', async () => {
  const tenant = await addTenant()
  const at = (hour: number) => `2030-01-01T0${hour}:00:00.000Z`
  const window = { title: 'upgrade', startsAt: at(2), endsAt: at(5) }
  const of = ['/maintenance-windows', 'maintenanceWindow', window] as const
  const { statuses, after } = await changedTogether(tenant, of, [{ endsAt: at(3) }, { startsAt: at(4) }])
  expect(statuses.toSorted()).toEqual([200, 400])
  expect(Date.parse(after.endsAt)).toBeGreaterThan(Date.parse(after.startsAt))
})

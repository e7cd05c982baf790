/** How often answers were right is asked on a page: what it reads must not grow with all incidents of a year. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { IncidentStore } from '../../../src/durable/oncall/incident-store.ts'
import { createTables } from '../../../src/durable/oncall/schema.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { alertOf } from '../../support/alerts.ts'
import { addTenant } from '../../support/tenants.ts'

const COPIES = 3_000

it('counting judged and answered incidents reads those alone, whatever the number of others', async () => {
  const { organizationId, projectId } = await addTenant()
  const owner = { organizationId, projectId, region: 'eu-central-1' }
  const onCall = backgroundContext(env, () => {}).objects.onCall(owner)
  await onCall.receiveAlerts({ owner, deliveryId: 'first', receivedAt: Date.now(), alerts: [alertOf({})] })
  const object = env.ON_CALL.getByName(`${organizationId}/${projectId}/on-call`)
  await runInDurableObject(object, async (_, { storage }) => {
    createTables(storage.sql)
    const store = new IncidentStore(storage.sql)
    const [made] = store.recent(1, 'z')
    if (made === undefined) throw new Error('the alert has no incident')
    const record = (verdict: string | null, state: string, confidence: number) =>
      JSON.stringify({
        ...made,
        state: 'resolved',
        investigation: { ...made.investigation, state },
        feedback: verdict === null ? null : { verdict, cause: null, note: null, at: 0 },
        brief: { cause: { confidence } },
      })
    for (let i = 0; i < COPIES; i++) {
      const row =
        i < 3
          ? record(i === 0 ? 'wrong' : 'right', 'answered', 0.75 + i / 10)
          : record(null, i < 10 ? 'answered' : 'none', 0.5)
      storage.sql.exec(
        "insert into incident (id, state, severity, services, last_ms, record) values (?, 'resolved', 'error', '', 0, ?)",
        `copy-${String(i).padStart(6, '0')}`,
        row,
      )
    }
    let rowsRead = 0
    const counting = {
      exec: (query: string, ...bindings: unknown[]) => {
        const cursor = storage.sql.exec(query, ...bindings)
        const rows = cursor.toArray()
        rowsRead += cursor.rowsRead
        return { toArray: () => rows, one: () => rows[0] }
      },
      // What the store uses of a cursor.
    } as unknown as SqlStorage
    const { judged, answered } = new IncidentStore(counting).judged()
    expect(judged.toSorted((a, b) => a.confidence - b.confidence)).toEqual([
      { confidence: 0.75, isRight: false },
      { confidence: 0.85, isRight: true },
      { confidence: 0.95, isRight: true },
    ])
    expect(answered).toBe(10)
    expect(rowsRead).toBeLessThan(30)
  })
})

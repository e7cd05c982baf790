/** The clock: one alarm that runs every sweeper, whatever becomes of the others, and comes back by itself. */

import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import { addTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const clockNamed = (name: string) => env.CLOCK.get(env.CLOCK.idFromName(name))
const alarmOf = (clock: ReturnType<typeof clockNamed>) =>
  runInDurableObject(clock, (_object, state) => state.storage.getAlarm())

/** A job that is due and whose queue takes whatever it gets: it names a stream that does not exist. */
async function dueJob(): Promise<string> {
  const id = newId()
  const payload = JSON.stringify({ kind: 'provision', streamId: newId(), version: 1 })
  await env.DB.prepare(
    "insert into outbox (id, queue, payload, attempts, next_attempt_at, created_at) values (?, 'provisioning', ?, 0, 1, 1)",
  )
    .bind(id, payload)
    .run()
  return id
}

const attemptsOf = (id: string) => env.DB.prepare('select attempts from outbox where id = ?').bind(id).first('attempts')

describe('the clock', () => {
  it('sets its alarm when it is started, and leaves one that is set where it is', async () => {
    const clock = clockNamed(newId())
    expect(await alarmOf(clock)).toBeNull()
    await clock.ensureStarted()
    const first = await alarmOf(clock)
    expect(first).toEqual(expect.any(Number))
    await clock.ensureStarted()
    expect(await alarmOf(clock)).toBe(first)
  })

  it('sends due jobs again at its alarm and is set for the next one', async () => {
    const job = await dueJob()
    const clock = clockNamed(newId())
    await clock.ensureStarted()
    const first = await alarmOf(clock)
    expect(await runDurableObjectAlarm(clock)).toBe(true)
    // Sent, and perhaps settled by its consumer already.
    expect([1, null]).toContain(await attemptsOf(job))
    expect(await alarmOf(clock)).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
  })

  it('runs the sweepers that follow one that fails, logs which failed, and goes on', async () => {
    const logged: string[] = []
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void logged.push(String(line)))
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void logged.push(String(line)))
    // The outbox is the first to be swept.
    await env.DB.prepare('alter table outbox rename to outbox_away').run()
    const login = newId()
    const { organizationId } = await addTenant()
    await env.DB.prepare(
      `insert into device_authorizations (id, device_code_digest, user_code, client_id, organization_id, status,
         poll_interval_seconds, expires_at, created_at) values (?1, ?1, ?1, 'cli', ?2, 'pending', 5, 1, 1)`,
    )
      .bind(login, organizationId)
      .run()
    const clock = clockNamed(newId())
    await clock.ensureStarted()
    await runDurableObjectAlarm(clock).finally(() => env.DB.prepare('alter table outbox_away rename to outbox').run())
    const left = await env.DB.prepare('select count(*) as n from device_authorizations where id = ?').bind(login)
    expect(await left.first('n')).toBe(0)
    expect(logged.filter((line) => line.includes('sweeper_failed') && line.includes('outbox')).length).toBe(1)
    expect(await alarmOf(clock)).toEqual(expect.any(Number))
  })
})

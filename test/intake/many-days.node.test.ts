/** A delivery may name any day since 2000, but not all of them: each day is a partition that is made for it. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DeliveryNote, IntakeContext } from '../../src/intake/deliver.ts'
import { deliver } from '../../src/intake/deliver.ts'
import type { IntakeKey } from '../../src/intake/intake-key.ts'
import type { LogRecord } from '../../src/telemetry/model.ts'
import type { AppendBatch } from '../../src/telemetry/port.ts'
import { d1Over, openDatabase } from '../http/idempotency-model/sqlite-d1.ts'
import { logRecord } from '../support/log-record.ts'

const MIGRATIONS = readdirSync('migrations')
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(`migrations/${name}`, 'utf8'))

const FIRST_DAY = 12_000

/** One record a day, twice over, so that days come back out of order. */
const daily = (days: number): LogRecord[] =>
  Array.from({ length: 2 * days }, (_, i) => logRecord({ time: { day: FIRST_DAY + (i % days), nanos: i } }))

async function delivered(batch: { readonly logs?: LogRecord[] }) {
  const appended: AppendBatch[] = []
  const notes: DeliveryNote[] = []
  const telemetry = {
    append: async (_: unknown, one: AppendBatch) => {
      appended.push(one)
      return { status: 'stored', records: one.logs?.length ?? 0, duplicate: false }
    },
  }
  const ctx = {
    telemetry,
    now: () => Date.now(),
    waitUntil: () => {},
    refusalOf: async () => null,
    note: (note: DeliveryNote) => notes.push(note),
    db: d1Over(openDatabase(MIGRATIONS)),
  } as unknown as IntakeContext
  const key = {
    keyId: 'k',
    isPaused: false,
    hasFirstRecord: true,
    logStreamId: null,
    project: { organizationId: 'o', projectId: 'p', region: 'us-east-1', retentionDays: 30 },
  } as unknown as IntakeKey
  const outcome = await deliver({ ctx, key, batch, bytes: new Uint8Array(10), hasOwnTimes: true })
  return { outcome, appended, notes }
}

describe('a delivery of many days', () => {
  it('is stored up to 400 of them', async () => {
    const { outcome, appended } = await delivered({ logs: daily(400) })
    expect([outcome.kind, appended[0]?.logs?.length]).toEqual(['stored', 800])
  })

  it('is refused beyond, with nothing stored and all of it counted', async () => {
    const { outcome, appended, notes } = await delivered({ logs: daily(401) })
    expect(outcome).toEqual({
      kind: 'too_large',
      message: 'A delivery held records of more than 400 days; send them in several.',
    })
    expect(appended).toEqual([])
    expect(notes).toMatchObject([{ records: 0, rejected: { 'a delivery held records of more than 400 days': 802 } }])
  })
})

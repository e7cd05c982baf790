/** What one organization's idempotency records may hold, and what stays known of a request whose answer had to go. */
import { describe, expect, it } from 'vitest'
import {
  IDEMPOTENCY_LIMITS,
  type IdempotencyLimits,
  IdempotencyRecords,
  RECORD_AGE_MAX_MS,
} from '../../../src/durable/organization/idempotency-records.ts'
import { objectStorage } from '../../http/idempotency-model/sqlite-d1.ts'

const LIMITS: IdempotencyLimits = { records: 20, smallBytes: 1_000, largeBytes: 10_000, smallBytesMax: 200 }
const NOW = 1_800_000_000_000

function records(limits: IdempotencyLimits = LIMITS) {
  const { storage } = objectStorage()
  const held = new IdempotencyRecords(storage, limits)
  const begin = (key: string, now = NOW, fingerprint = 'f') =>
    held.begin({ key, fingerprint, seed: `seed of ${key}`, now })
  const answer = (key: string, bytes: number, now = NOW) => {
    begin(key, now)
    held.complete(key, 'x'.repeat(bytes))
  }
  const answersHeld = () =>
    storage.sql.exec<{ bytes: number }>('select sum(length(answer)) as bytes from idempotency_records').one().bytes ?? 0
  return { held, begin, answer, answersHeld, storage }
}

describe('the answers of an organization are bounded together', () => {
  it('the oldest go first, and what they answered stays known as done', () => {
    const { begin, answer, answersHeld } = records()
    for (let i = 0; i < 15; i += 1) answer(`k${i}`, 100, NOW + i)
    expect(answersHeld()).toBeLessThanOrEqual(LIMITS.smallBytes)
    expect(begin('k0', NOW + 60)).toEqual({ kind: 'done', seed: 'seed of k0' })
    expect(begin('k0', NOW + 60, 'another request')).toEqual({ kind: 'other_body' })
    expect(begin('k14', NOW + 60).kind).toBe('replay')
    // Not even much later is it taken for an attempt that died.
    expect(begin('k0', NOW + RECORD_AGE_MAX_MS - 1).kind).toBe('done')
  })

  it('large ones do not push out small ones', () => {
    const { begin, answer } = records()
    answer('small', 100)
    for (let i = 0; i < 15; i += 1) answer(`large${i}`, 3_000, NOW + 1 + i)
    expect(begin('small', NOW + 60).kind).toBe('replay')
    expect(['large0', 'large14'].map((key) => begin(key, NOW + 60).kind)).toEqual(['done', 'replay'])
  })

  it('one that is too large to keep leaves its record', () => {
    const { held, begin } = records()
    begin('k')
    held.complete('k', null)
    expect(begin('k').kind).toBe('done')
    // Done again, as a reading request is, it may be refused or fail: it stays done.
    held.fail('k', NOW)
    held.release('k')
    expect(begin('k').kind).toBe('done')
  })

  it('an answer stored again, an expired one and a key used anew are counted once', () => {
    const { held, begin, answer, answersHeld } = records()
    for (let i = 0; i < 30; i += 1) answer('again', 150)
    answer('kept', 150)
    expect([begin('again').kind, begin('kept').kind]).toEqual(['replay', 'replay'])
    const tomorrow = NOW + RECORD_AGE_MAX_MS
    expect(begin('again', tomorrow)).toMatchObject({ kind: 'execute', isFirst: true })
    expect(held.expire(tomorrow)).toBe(tomorrow + RECORD_AGE_MAX_MS)
    expect(answersHeld()).toBe(0)
    for (let i = 0; i < 6; i += 1) answer(`new${i}`, 150, tomorrow)
    expect(begin('new0', tomorrow).kind).toBe('replay')
  })
})

describe('the records of an organization are bounded in number', () => {
  it('a new key is refused until the oldest expires; known ones are answered', () => {
    const { begin, answer } = records()
    for (let i = 0; i < LIMITS.records; i += 1) answer(`k${i}`, 1, NOW + i)
    const hours = RECORD_AGE_MAX_MS / 1000
    expect(begin('one more', NOW + 1_000)).toEqual({ kind: 'full', retryAfterSeconds: hours - 1 })
    expect(begin('k7', NOW + 1_000).kind).toBe('replay')
    // Expired ones make room although no alarm has come yet.
    expect(begin('one more', NOW + RECORD_AGE_MAX_MS).kind).toBe('execute')
  })

  it('a key that was given back leaves its place', () => {
    const { held, begin } = records()
    for (let i = 0; i < 3 * LIMITS.records; i += 1) {
      expect(begin(`k${i}`).kind).toBe('execute')
      held.release(`k${i}`)
    }
  })
})

describe('an object of an earlier version', () => {
  it('counts the answers it holds', () => {
    const { storage } = objectStorage()
    storage.sql.exec(`create table idempotency_records (key text primary key, fingerprint text not null,
      seed text not null, answer text, begun_at integer not null) strict, without rowid`)
    storage.sql.exec('create index idempotency_records_by_age on idempotency_records (begun_at)')
    for (let i = 0; i < 12; i += 1)
      storage.sql.exec(
        'insert into idempotency_records values (?, ?, ?, ?, ?)',
        `k${i}`,
        'f',
        's',
        'x'.repeat(90),
        i + NOW,
      )
    const held = new IdempotencyRecords(storage, LIMITS)
    expect(held.begin({ key: 'k0', fingerprint: 'f', seed: 't', now: NOW }).kind).toBe('replay')
    held.begin({ key: 'new', fingerprint: 'f', seed: 't', now: NOW + 99 })
    held.complete('new', 'x')
    expect(held.begin({ key: 'k0', fingerprint: 'f', seed: 't', now: NOW }).kind).toBe('done')
    expect(
      new IdempotencyRecords(storage, LIMITS).begin({ key: 'k11', fingerprint: 'f', seed: 't', now: NOW }).kind,
    ).toBe('replay')
  })
})

it('the bounds keep an object far below what the platform stores of one', () => {
  const { records: count, smallBytes, largeBytes } = IDEMPOTENCY_LIMITS
  expect(count * 1_000 + smallBytes + largeBytes).toBeLessThan(1_000_000_000)
})

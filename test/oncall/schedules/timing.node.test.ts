import { describe, expect, it } from 'vitest'
import { lastTime, nextTime, problemOf, timingOf } from '../../../src/oncall/schedules/timing.ts'

const at = (text: string) => Date.parse(text)
const times = (cron: string, timeZone: string, from: string, count: number): string[] => {
  const found: string[] = []
  for (let after = at(from); found.length < count; ) {
    after = nextTime({ cron, timeZone }, after) ?? Number.NaN
    found.push(new Date(after).toISOString())
  }
  return found
}

describe('a timing', () => {
  it('is read from words', () => {
    expect(timingOf('every weekday 09:00 Europe/Berlin')).toEqual({ cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' })
    expect(timingOf('Every Monday at 7:30 UTC')).toEqual({ cron: '30 7 * * 1', timeZone: 'UTC' })
    expect(timingOf('every hour America/New_York')).toEqual({ cron: '0 * * * *', timeZone: 'America/New_York' })
    for (const wrong of [
      '',
      'daily at nine',
      'every weekday Europe/Berlin',
      'every day 9 UTC',
      'every day 09:00 UTC or so',
    ])
      expect(timingOf(wrong)).toBeNull()
  })

  it('keeps its hour of the clock through summer time', () => {
    expect(times('0 9 * * 1-5', 'Europe/Berlin', '2026-03-26T12:00:00Z', 3)).toEqual([
      '2026-03-27T08:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
      '2026-03-31T07:00:00.000Z',
    ])
  })

  it('comes once where its hour is left out, and once where it comes twice', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      // 02:30 does not exist: 03:00.
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
    expect(times('30 1 * * *', 'America/New_York', '2026-11-01T00:00:00Z', 2)).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ])
  })

  it('knows the last time up to a moment, that moment included, and after another excluded', () => {
    const daily = { cron: '0 9 * * *', timeZone: 'Europe/Berlin' }
    const nine = at('2026-03-27T08:00:00Z')
    expect(lastTime(daily, 0, nine)).toBe(nine)
    expect(lastTime(daily, nine, nine + 3_600_000)).toBeNull()
    expect(lastTime(daily, nine - 5 * 86_400_000, nine + 3_600_000)).toBe(nine)
    expect(lastTime(daily, nine - 86_400_000, nine - 1)).toBeNull()
  })

  it.each([
    ['0 9 * * 1-5', 'Mars/Olympus', 'timeZone'],
    ['0 9 * * 1-5', '', 'timeZone'],
    ['0 9 * *', 'UTC', 'cron'],
    ['99 9 * * *', 'UTC', 'cron'],
    ['0 0 9 * * *', 'UTC', 'cron'],
    ['0 0 30 2 *', 'UTC', 'cron'],
    ['* * * * *', 'UTC', 'cron'],
    ['*/10 * * * *', 'UTC', 'cron'],
    ['0,5 9 * * *', 'UTC', 'cron'],
    ['0 9 L * *'.repeat(20), 'UTC', 'cron'],
  ])('%s in “%s” is refused for its %s', (cron, timeZone, field) => {
    expect(problemOf({ cron, timeZone }, at('2026-01-01T00:00:00Z'))?.field).toBe(field)
  })

  it('every 15 minutes, or rarely, is fine', () => {
    for (const cron of ['*/15 * * * *', '0 0 29 2 *', '0 9 1 * *', '30 6 * jan,jul mon'])
      expect(problemOf({ cron, timeZone: 'Europe/Berlin' }, at('2026-01-01T00:00:00Z'))).toBeNull()
  })
})

/** A pasted line stands for its pattern, whatever ids, numbers and dashes this one has. */
import { describe, expect, it } from 'vitest'
import { Conversation } from './ask.ts'
import { NOW_MS, type SmallLog, storeWith } from './small-store.ts'

const MINUTE = 60_000
const stamp = (minutesAgo: number): string => new Date(NOW_MS - minutesAgo * MINUTE).toISOString()
const many = (count: number, line: (index: number, at: string) => SmallLog): SmallLog[] =>
  Array.from({ length: count }, (_, index) => ({
    minutesAgo: 1 + index,
    ...line(index, stamp(1 + index)),
  }))

const spring = (at: string, level: string, thread: number, message: string): string =>
  `${at} ${level} 1 --- [ward-api] [nio-8080-exec-${thread}] c.e.ward.BedController                   : ${message}`
const python = (at: string, message: string): string =>
  `${at.slice(0, 10)} ${at.slice(11, 19)},${at.slice(20, 23)} WARNING [cargo.tasks] [tasks.py:84] [trace_id=${'ab12'.repeat(8)}] - ${message}`

const WARD = [
  ...many(17, (i, at) => ({
    body: spring(at, 'ERROR', i % 9, `bed BD-${6200 + i} not freed: ledger answered ${500 + (i % 3)}`),
    service: 'ward-api',
  })),
  ...many(9, (i, at) => ({
    body: spring(at, 'ERROR', i % 9, `bed BD-${7200 + i} already taken by PT-${100 + i}`),
    service: 'ward-api',
  })),
]
const CARGO = [
  ...many(21, (i, at) => ({ body: python(at, `${1 + i} crates of CG-${3100 + i} came in damaged`), service: 'cargo' })),
  ...many(8, (i, at) => ({
    body: python(at, `${1 + i} crates of CG-${4100 + i} were weighed again`),
    service: 'cargo',
  })),
]
const TOLL = [
  ...many(14, (i, at) => ({
    body: `[${at.slice(11, 19)} WRN] Plate P-${50 + i} read twice at gantry ${i} - second reading dropped`,
    service: 'gantry',
  })),
  ...many(11, (i, at) => ({
    body: `[${at.slice(11, 19)} WRN] Plate P-${90 + i} read without a picture at gantry ${i}`,
    service: 'gantry',
  })),
]

async function said(logs: readonly SmallLog[], question: string): Promise<string> {
  return (await new Conversation(await storeWith(logs)).ask(question, NOW_MS)).text.split('\n')[0] ?? ''
}

describe('a line that is pasted above a question', { timeout: 60_000 }, () => {
  it.each([
    ['Spring Boot', WARD, spring(stamp(4), 'ERROR', 8, 'bed BD-6203 not freed: ledger answered 500'), 17],
    ['Python', CARGO, python(stamp(3), '3 crates of CG-3102 came in damaged'), 21],
    ['Serilog', TOLL, `[${stamp(2).slice(11, 19)} WRN] Plate P-51 read twice at gantry 1 - second reading dropped`, 14],
  ] as const)('of %s stands for all lines of its pattern', async (_name, logs, line, count) => {
    expect(await said(logs, `${line}\nhow often?`)).toContain(`**${count}**`)
    expect(await said(logs, `found this:\n${line}\nhow many of these in the last hour?`)).toContain(`**${count}**`)
  })

  it('of another system, that no pattern fits, is not taken for one', async () => {
    const line = spring(stamp(4), 'ERROR', 8, 'queue Q-77 not drained: broker answered 500')
    expect(await said(WARD, `${line}\nhow often?`)).not.toMatch(/\*\*(?:17|9|26)\*\*/)
  })
})

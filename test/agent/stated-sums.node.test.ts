/** What lines state how much or how many of is added up, whatever noun or unit it is asked for by. */
import { describe, expect, it } from 'vitest'
import { Conversation } from './ask.ts'
import { NOW_MS, type SmallLog, storeWith } from './small-store.ts'

const INFO = 9
const each = (service: string, bodies: readonly string[]): SmallLog[] =>
  bodies.map((body, index) => ({ body, service, severityNumber: INFO, minutesAgo: 2 + (index % 40) }))
const of = (count: number, body: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => body(index))
/** Tests count in their own loops. */
const sum = (count: number, amount: (index: number) => number): number =>
  of(count, String).reduce((total, _, index) => total + amount(index), 0)

const SYSTEMS = {
  /** A brewery: prose of a pump, JSON of a bottling line. */
  brewery: [
    ...each(
      'pump-house',
      of(30, (i) => `Pumped batch B-${700 + i} (${40 + i} litres)`),
    ),
    ...each(
      'pump-house',
      of(6, (i) => `Pumping of B-${900 + i} refused: ${500 + i} litres do not fit`),
    ),
    ...each(
      'bottler',
      of(25, (i) => JSON.stringify({ msg: 'crates sealed', crates: 3 + i, line: 'north' })),
    ),
    ...each(
      'cellarman',
      of(16, (i) => `[${i}] ${5 + i} kegs rolled from vault-${i}`),
    ),
    ...each(
      'inspector',
      of(14, (i) => `B-${i} CHECKED, ${30 + i} KEGS, NET ${i} EUR`),
    ),
  ],
  /** A film archive: key=value lines with sizes, prose with scores. */
  archive: [
    ...each(
      'reel-scanner',
      of(20, (i) => `level=info msg="reel digitised" reel=R-${i} gigabytes=${12 + i}`),
    ),
    ...each(
      'grader',
      of(24, (i) => `Graded R-${i} with score ${50 + i}`),
    ),
    ...each(
      'mailer',
      of(15, (i) => `programme of week ${i} mailed to ${100 + i} members`),
    ),
  ],
  /** A haulage firm: kilometres in prose, weights under keys. */
  haulage: [
    ...each(
      'dispatch',
      of(18, (i) => `tour T-${i} driven, ${200 + i} km`),
    ),
    ...each(
      'weighbridge',
      of(22, (i) => `ts=1 msg="truck weighed" truck=K-${i} load_kg=${900 + 10 * i}`),
    ),
    ...each(
      'dispatch',
      of(12, (i) => JSON.stringify({ event: 'pallets unloaded', pallets: 4 + i, gate: i % 3 })),
    ),
  ],
}

async function said(system: keyof typeof SYSTEMS, question: string): Promise<string> {
  return (await new Conversation(await storeWith(SYSTEMS[system])).ask(question, NOW_MS)).text.split('\n')[0] ?? ''
}

describe('amounts that lines state', { timeout: 60_000 }, () => {
  it.each([
    ['brewery', 'how many crates were sealed?', sum(25, (i) => 3 + i)],
    ['brewery', 'litres pumped today', sum(30, (i) => 40 + i)],
    ['archive', 'how many members did mailer mail?', sum(15, (i) => 100 + i)],
    ['archive', 'total number of members mailed by mailer', sum(15, (i) => 100 + i)],
    ['brewery', 'how many kegs did cellarman roll?', sum(16, (i) => 5 + i)],
    ['brewery', 'how many kegs were checked?', sum(14, (i) => 30 + i)],
    ['archive', 'gigabytes digitised in total', sum(20, (i) => 12 + i)],
    ['archive', 'highest score graded', 73],
    ['haulage', 'how many km were driven?', sum(18, (i) => 200 + i)],
    ['haulage', 'kg weighed today', sum(22, (i) => 900 + 10 * i)],
    ['haulage', 'how many pallets were unloaded?', sum(12, (i) => 4 + i)],
  ] as const)('in the %s: "%s"', async (system, question, expected) => {
    expect(await said(system, question)).toContain(`**${expected.toLocaleString('en-US')}**`)
  })

  it.each([
    ['brewery', 'gallons spilled today'],
    ['archive', 'MB uploaded today?'],
    ['haulage', 'how many litres were burnt?'],
  ] as const)('in the %s give no number where none is in the unit: "%s"', async (system, question) => {
    expect(await said(system, question)).not.toMatch(/\*\*[\d.,]+/)
  })

  it('that are ids are not added up', async () => {
    expect(await said('haulage', 'how many trucks were weighed?')).toContain('**22**')
  })
})

/** Follow-ups by the grammar of their clause: what they say of a thing, of the trouble of their thread, of its set. */
import { describe, expect, it } from 'vitest'
import { laundry } from '../../scripts/eval/questions/systems/laundry.ts'
import { taxOffice } from '../../scripts/eval/questions/systems/taxoffice.ts'
import { tolls } from '../../scripts/eval/questions/systems/tolls.ts'
import { stateClaimed } from '../../src/agent/questions/reader/state-claims.ts'
import { supposedBehindTalk, turnClause } from '../../src/agent/questions/reader/turn-clause.ts'
import { threadsAmong } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const last = threadsAmong({ laundry, taxOffice, tolls }, END_MS)
const TIME = { from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z', basis: 'inherited' as const }
const BROKE = 'why do drop-offs fail at the lockers'

describe('what is said of a thing while trouble went on', { timeout: 240_000 }, () => {
  it.each([
    [
      'collections were fine all the time, right?',
      /^Yes: error rate on `POST \/v2\/lockers\/\{id\}\/collect`: \*\*0 %\*\*/,
    ],
    ['orders were ok throughout?', /^No: error rate on `POST \/v2\/orders`: \*\*0 %\*\*.*then \*\*[1-9]/],
    ['did drop-offs stop altogether then?', /^No: \*\*\d+\*\* successful requests on .*drop-off`/],
    [
      'were bags still collected meanwhile?',
      /^Yes: \*\*\d+\*\* log records that say `bags collected`.*during the incident/,
    ],
  ])('%s', async (turn, told) => {
    expect(await last('laundry', BROKE, turn)).toMatch(told)
  })

  it.each([
    ['so stateplan is ok?', { thing: 'stateplan', is: 'fine', isOfTrouble: false }],
    ['what about charges, did those stop?', { thing: 'charges', is: 'stopped', isOfTrouble: false }],
    ['quotes worked the whole time though, or?', { thing: 'quotes', is: 'fine', isOfTrouble: true }],
    ['so could people still cancel?', { thing: '', is: 'done', isOfTrouble: true, done: 'cancel' }],
    ['were clicks still counted meanwhile', { thing: 'clicks', is: 'done', isOfTrouble: true, done: 'counted' }],
    ['is web ok?', null],
    ['was everything ok all night?', null],
    ['did it stop?', null],
  ])('%s', (question, claim) => {
    expect(stateClaimed(question)).toEqual(claim)
  })
})

describe('what a clause is about', { timeout: 240_000 }, () => {
  it('goes back to the trouble behind a turn that was not answered', async () => {
    const line = await last(
      'taxOffice',
      'returns cant be submitted, what is going on',
      'how many frobs gave up',
      'which office got it worst',
    )
    expect(line).toMatch(
      /^"how many frobs gave up" was not answered, so this goes on from .*`north` has the most failed/,
    )
  })

  it('asks whether a supposed restart is to blame', async () => {
    const line = await last(
      'taxOffice',
      'returns cant be submitted, what is going on',
      'was it the document-store restart?',
    )
    expect(line).toMatch(/^\*\*No\*\*: it began in `assessment-engine`.*`document-store` restarted/)
  })

  it('tells the reasons of what was done with them', async () => {
    const line = await last('laundry', 'how many orders were refused in the last hour', 'what were they refused for')
    expect(line).toMatch(/^The most frequent of log records that say `orders refused`/)
  })

  it('counts a noun with what was done, in the time of the thread', async () => {
    const line = await last('tolls', 'how many fines were issued tonight', 'and the appeals that were rejected?')
    expect(line).toMatch(/^\*\*\d+\*\* log records that say `appeals rejected`, .*18:00:00/)
  })

  it('tells since when requests take so long', async () => {
    const line = await last('taxOffice', 'how slow are assessments at the moment', 'since when have they been so slow')
    expect(line).toMatch(
      /95th percentile duration of requests of `assessment-engine` on `POST \/assessments` has been above .* since/,
    )
  })

  it('lets go what only the lines before said', async () => {
    const line = await last(
      'laundry',
      'how many orders were refused for fabric that needs hand wash',
      'and the sms that were not delivered?',
    )
    expect(line).toMatch(/^\*\*[1-9]\d*\*\* log records that say `sms not delivered`/)
  })
})

describe('the plainest form of a clause', () => {
  const COUNT = {
    intent: 'measure',
    measure: { of: 'requests' },
    conditions: [{ on: 'outcome', is: 'failed' }],
    time: TIME,
    groupBy: [],
    order: 'highest',
    limit: 20,
    per: null,
    intervalMs: null,
    against: null,
  } as const
  const CAUSE = { intent: 'cause', aspect: 'what', conditions: [], time: TIME } as const
  const plain = (plan: typeof COUNT | typeof CAUSE, text: string): string | null =>
    turnClause(
      text,
      {
        plan: { ...plan, conditions: [...plan.conditions] } as never,
        question: 'how many visits were refused',
        onset: TIME.from,
      },
      false,
      { templates: [] } as never,
    )?.text ?? null

  it.each([
    ['which label suffers most from that', 'which label has the most'],
    ['which account lost the most?', 'which account has the most'],
    ['in which city was that the worst', 'which city has the most'],
    ['why were they refused', 'why'],
    ['and for the whole evening', 'and tonight'],
    ['give me their numbers', 'list them'],
    ['whose machines were those', 'whose are those'],
    ['which software did they use', 'by software'],
    ['give me the ten newest', 'the last ten'],
    ['how many had their card declined', 'how many cards were declined'],
    ['how many orders did we lose because of it', 'how many orders did we lose during the incident'],
    ['which city lost the most by those', 'which city has the most'],
    ['could it be the tariff-engine update', 'was it the tariff-engine release'],
    ['has it always been like that', 'is that as usual'],
    ['whose fault was it', null],
    ['which clinic has the most rooms', null],
    ['why did they move', null],
    ['which release did it', null],
  ])('%s', (said, told) => {
    expect(plain(COUNT, said)).toBe(told)
  })

  it.each([
    ['which tenants does it concern', 'which tenants are affected'],
    ['how many listeners ran into it', 'how many listeners are affected'],
    ['any disk warnings beforehand', 'any disk warnings'],
  ])('%s behind trouble', (said, told) => {
    expect(plain(CAUSE, said)).toBe(told)
  })

  it('leaves what is told before a supposed change', () => {
    expect(supposedBehindTalk('ve-880 went live just before it - was it the web release?')).toBe(
      'was it the web release',
    )
    expect(supposedBehindTalk('was it the web release?')).toBeNull()
  })
})

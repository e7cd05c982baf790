/** Names in code marks, conditions with operators, and questions that are half a query. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const GLAZES = ['celadon', 'tenmoku', 'shino'] as const

/** A pottery: firings with their kiln and glaze in log attributes, how hot each kiln is in a gauge. */
function pottery(): World {
  const plain = worldOf({
    gateway: 'studio-front',
    routes: { 'POST /firings': 'kiln-desk', 'GET /pots/{id}': 'shelf-api' },
    failing: 'POST /firings',
    store: 'postgresql',
  })
  const logs: LogRow[] = []
  for (let nth = 0; nth < 90; nth++) {
    const glaze = GLAZES[nth % 3] ?? 'shino'
    const isCracked = nth % 9 === 0
    const message = isCracked ? 'pot cracked while cooling' : 'pot fired'
    logs.push({
      ...{ timeMs: END_MS - (90 - nth) * 40_000, service: 'kiln-desk', severity: isCracked ? 'WARN' : 'INFO' },
      ...{ isSeveritySent: true, message, body: message, version: '1.0.0', instance: 'kiln-desk-1' },
      ...{ attributes: { 'pot.glaze': glaze, cone: nth % 10, grams: 100 + nth }, traceId: '', spanId: '' },
    })
  }
  const points: PointRow[] = []
  for (let minute = 60; minute > 0; minute--)
    for (const [kiln, heat] of [
      ['east', 900],
      ['west', 1200],
    ] as const)
      points.push({
        ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'kiln-desk', name: 'kiln.heat' },
        ...{ unit: '', type: 'gauge' as const, value: heat, buckets: null, attributes: { 'kiln.side': kiln } },
        ...{ version: '1.0.0', instance: 'kiln-desk-1' },
      })
  return { ...plain, logs: [...plain.logs, ...logs], points }
}

const store = storeWithWorld(pottery())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('names in marks', () => {
  it.each([
    ['pots fired by `pot.glaze`', /`celadon`: 20/],
    ['avg `grams` of pots fired', /^Mean of `grams`/],
    ['max "kiln.heat" of the `west` kiln', /`west`: \*\*1,200/],
    ['last value of `kiln.heat` by `kiln.side`', /`west`: 1,200/],
    ['errors of `kiln-desk`', /\*\*60\*\* errors of `kiln-desk`/],
    ['how many requests on `POST /firings` failed', /\*\*60\*\*/],
    ['log lines where `pot.glaze` = "shino"', /\*\*30\*\*.*`pot\.glaze` `shino`/],
  ])('are what they name: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each([
    ['how many lines say `lock held`?', /\*\*60\*\* log records with the text `lock held`/],
    ['how many lines contain "fired"?', /\*\*80\*\* log records with the text `fired`/],
  ])('are texts where lines are said to have them: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('go on from the last question', async () => {
    expect(await answer('log lines of pots fired', 'only `pot.glaze` != shino')).toMatch(/\*\*50\*\*/)
  })
})

describe('conditions with operators', () => {
  it.each([
    ['kiln-desk where `http.response.status_code` >= 500', /\*\*60\*\* requests of `kiln-desk` with status 5xx/],
    ['log lines with cone >= 8', /\*\*18\*\*.*`cone`/],
    ['log lines with cone between 2 and 4', /\*\*27\*\*.*`cone`/],
    ['log lines where pot.glaze in (shino, tenmoku)', /\*\*60\*\*/],
    ['log lines where pot.glaze not in ("shino", "tenmoku") and cone < 5', /\*\*15\*\*/],
    ['pot.glaze=celadon level=warn', /\*\*10\*\* warnings/],
  ])('restrict: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})

describe('queries', () => {
  it.each([
    ['service:kiln-desk status:>=500 | count by route', /`kiln-desk POST \/firings` has the most.*status 5xx: \*\*60/],
    ['level=error AND service=kiln-desk', /\*\*60\*\* errors of `kiln-desk`/],
    ['service:kiln-desk -status:200', /\*\*60\*\* requests of `kiln-desk` without status 200/],
    ["select count(*) from logs where service = 'kiln-desk' and level = 'warn'", /\*\*10\*\* warnings of `kiln-desk`/],
    ["select pot.glaze, sum(grams) from logs where service = 'kiln-desk' group by pot.glaze", /`shino`.*4,365/s],
    ['sum(grams) of pots fired', /^Sum of `grams`/],
    ['avg(kiln.heat) by side', /`west`: 1,200/],
    ['max(kiln.heat{kiln.side="east"})', /`east`: \*\*900/],
    [
      'count_over_time({service="kiln-desk"} |= "cracked" [30m])',
      /\*\*5\*\* log records of `kiln-desk` with the text `cracked`/,
    ],
    ['topk(2, sum by (service) (count_over_time({level="error"}[1h])))', /`kiln-desk`.*60/s],
    ['http.route="/firings" 5xx', /\*\*60\*\* requests on `POST \/firings` with status 5xx/],
    ['index=main service=kiln-desk "cracked" | stats count by pot.glaze', /by `pot\.glaze`/],
    ['| stats avg(duration) by route service=kiln-desk', /mean duration of `kiln-desk`/],
    ['service:kiln-desk level:warn 14:30..15:00 count', /\*\*5\*\* warnings of `kiln-desk`, 14:30/],
    ['max:kiln.heat{kiln.side:east}', /`east`: \*\*900/],
    ['p95(duration) of kiln-desk by route', /`kiln-desk POST \/firings`.*27\.8 ms/s],
  ])('are read as what they ask: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each([
    'level=warn OR status>=500',
    'select count(*) from kettles',
    'histogram_quantile(0.95, rate(no_such_bucket[5m]))',
    'service:kiln-desk | eval x=y*2 | count by x',
  ])('are asked back where a part has no words: %s', async (question) => {
    expect(await answer(question)).toMatch(/no number|cannot read/)
  })

  it.each([
    ['kiln-desk: what is wrong?', /kiln-desk/],
    ['errors at 14:45: why?', /kiln-desk/],
  ])('are no colons of a sentence: %s', async (question, said) => {
    expect(await answer(question)).not.toMatch(/cannot read/)
    expect(await answer(question)).toMatch(said)
  })
})

/**
 * The second fair reading of a noun. "Uploads in the last half hour" may mean the lines that say so or the requests on
 * the route that goes by the word; "comments" the lines that say "comment stored" or all that name one. Where both can be
 * counted and differ, the answer says both numbers.
 */

import type { Catalogue } from '../grounding/catalogue.ts'
import { type PlanCondition, type PlanOf, without } from '../plan/plan.ts'
import { statesAmount } from '../reader/counted-amounts.ts'
import { keysOf } from '../reader/fields.ts'
import { operationsNamed, routesAcross, routesOfThing, thingOf } from '../reader/routes.ts'
import { lemmaOf } from '../reader/words.ts'
import { differs, SAME_THING, wordOf } from './counted-words.ts'
import { eventsMeant } from './events-meant.ts'
import type { Desk } from './filters.ts'
import { numberOf } from './numbers.ts'
import { refusedInstead } from './refused.ts'
import { requestsOf } from './requests.ts'
import type { MeasureResult } from './result.ts'
import { distinctOf } from './values.ts'

type MeasurePlan = PlanOf<'measure'>

/** Counts that differ by less say the same. */
const SAME_SHARE = 0.005

/** How many requests or lines of an event a plain count may mean as well; empty where there is no second reading. */
export async function otherReading(
  desk: Desk,
  plan: MeasurePlan,
  counted: number | null,
): Promise<
  Pick<MeasureResult, 'requests' | 'failures' | 'events' | 'done' | 'amounts' | 'elsewhere' | 'refused' | 'told'>
> {
  if (counted === null || !isPlain(plan)) return {}
  if (counted === 0) {
    const failures = await failuresElsewhere(desk, plan)
    return failures === null ? refusedInstead(desk, plan) : { failures }
  }
  const [requests, events, done, amounts, elsewhere] = await Promise.all([
    requestsMeant(desk, plan, counted),
    eventsMeant(desk, plan, counted),
    doneOf(desk, plan, counted),
    amountsMeant(desk, plan, counted),
    valuesMeant(desk, plan, counted),
  ])
  return {
    ...(requests === null ? {} : { requests }),
    ...(events === null ? {} : { events }),
    ...(done === null ? {} : { done }),
    ...(amounts === null ? {} : { amounts }),
    ...(elsewhere === null ? {} : { elsewhere }),
  }
}

function isPlain({ groupBy, against, isTrendAsked, isYesNo }: MeasurePlan): boolean {
  return groupBy.length === 0 && against === null && isTrendAsked !== true && isYesNo !== true
}

/** How many of the requests ended without an error of either side; null where all did. */
async function doneOf(desk: Desk, plan: MeasurePlan, counted: number): Promise<number | null> {
  if (plan.doneAsked === undefined) return null
  const countWith = async (...more: PlanCondition[]): Promise<number> =>
    (await requestsOf(desk, { ...plan, conditions: [...plan.conditions, ...more] })).value ?? 0
  const [failed, refused] = await Promise.all([
    countWith({ on: 'outcome', is: 'failed' }),
    countWith({ on: 'outcome', is: 'succeeded' }, { on: 'status_code', from: 400, to: 499 }),
  ])
  return failed + refused > 0 ? counted - failed - refused : null
}

async function requestsMeant(desk: Desk, plan: MeasurePlan, lines: number): Promise<number | null> {
  const other = asRequests(desk, plan)
  if (other === null) return null
  const { value } = await requestsOf(desk, other)
  return value !== null && value > 0 && differs(value, lines, SAME_SHARE) ? value : null
}

function asRequests({ catalogue }: Desk, plan: MeasurePlan): MeasurePlan | null {
  if (plan.measure.of !== 'records') return null
  const failed = failedThing(plan.conditions)
  const word = failed ?? wordOf(plan.conditions, catalogue) ?? nounOfDone(plan.conditions, catalogue)
  if (word === null) return null
  const values = operationsNamed(word, catalogue.operations)
  const others = carriedBySpans(without(plan.conditions, 'templates'), catalogue)
  if (values.length === 0 || values.length > 6 || others === null) return null
  const outcome: PlanCondition[] = failed === null ? [] : [{ on: 'outcome', is: 'failed' }]
  return {
    ...plan,
    measure: { of: 'requests' },
    conditions: [...others, { on: 'operation', values }, ...outcome],
  }
}

const FAILED = /^(?:failed|failing|fails?|failures?)$/

/** "Commands failed" of lines that say both: failed requests for commands are the other reading. */
function failedThing(conditions: readonly PlanCondition[]): string | null {
  const [said, ...further] = conditions.filter(({ on }) => on === 'templates')
  if (said?.on !== 'templates' || said.not === true || further.length > 0) return null
  const words = said.words.split(' ')
  const [noun, more] = words.filter((word) => !FAILED.test(word))
  return noun === undefined || more !== undefined || words.length === 1 ? null : noun
}

/** The conditions with the keys under which requests carry the same values; null where they carry one of them nowhere. */
function carriedBySpans(conditions: readonly PlanCondition[], { keys, values }: Catalogue): PlanCondition[] | null {
  const carried: PlanCondition[] = []
  for (const condition of conditions) {
    if (condition.on !== 'attribute' || keys.some(({ key, signal }) => signal === 'spans' && key === condition.key)) {
      carried.push(condition)
      continue
    }
    const asked = condition.values.map((value) => value.toLowerCase())
    const own = values.find(
      ({ signal, values: known }) =>
        signal === 'spans' && asked.every((value) => known.some((one) => one.value.toLowerCase() === value)),
    )
    if (own === undefined) return null
    carried.push({ ...condition, key: own.key, scope: own.scope })
  }
  return carried
}

/** "Failed envelopes", of which none failed to be created: requests about them on other routes that failed. */
async function failuresElsewhere(
  desk: Desk,
  plan: MeasurePlan,
): Promise<NonNullable<MeasureResult['failures']> | null> {
  const isOfFailures =
    plan.measure.of === 'requests' && plan.conditions.some((one) => one.on === 'outcome' && one.is === 'failed')
  const noun = isOfFailures ? thingOf(plan.conditions) : null
  if (noun === null) return null
  const own = plan.conditions.flatMap((one) => (one.on === 'operation' ? one.values : []))
  const routes = routesAcross(noun, desk.catalogue.operations).filter((name) => !own.includes(name))
  if (routes.length === 0) return null
  const conditions = [
    ...without(plan.conditions, 'operation'),
    { on: 'operation' as const, values: routes.slice(0, 50) },
  ]
  const { value } = await requestsOf(desk, { ...plan, conditions })
  return value === null || value === 0 ? null : { thing: noun, count: value }
}

/** "Runs calculated" of lines that say "calculated" and name no run: the requests for runs are the other reading. */
function nounOfDone(conditions: readonly PlanCondition[], { templates, operations }: Catalogue): string | null {
  const [said, ...further] = conditions.filter(({ on }) => on === 'templates')
  if (said?.on !== 'templates' || said.not === true || further.length > 0) return null
  const [noun = '', done = '', more] = said.words.split(' ')
  if (more !== undefined || !/ed$/.test(done) || routesOfThing(noun, operations).made.length === 0) return null
  const isNamed = templates.some(
    ({ id, tokens }) => said.ids.includes(id) && tokens.some((one) => lemmaOf(one) === lemmaOf(noun)),
  )
  return isNamed ? null : noun
}

/** Fewer of the records carry an amount than this share: it tells nothing of them. */
const CARRY_SHARE_MIN = 0.5
const NO_AMOUNTS = /(?:status|address|class|process|access|progress|success|alias|https?)$/i

/** "Mails sent to gmail.com" where each line states how many mails: what these numbers add up to. */
async function amountsMeant(
  desk: Desk,
  plan: MeasurePlan,
  counted: number,
): Promise<NonNullable<MeasureResult['amounts']> | null> {
  if (plan.measure.of !== 'records' || plan.per !== null) return null
  const words = plan.conditions.flatMap((one) =>
    one.on === 'templates' && one.not !== true ? one.words.split(' ') : one.on === 'text' ? one.text.split(' ') : [],
  )
  const said = new Set(words.map(lemmaOf))
  const known = desk.catalogue.keys.find(({ key, signal }) => {
    const last = key.toLowerCase().split(/[._]/).at(-1) ?? ''
    return signal === 'logs' && last.endsWith('s') && !NO_AMOUNTS.test(last) && said.has(lemmaOf(last))
  })
  const stated = known === undefined ? statedNoun(desk.catalogue, plan.conditions) : null
  if (known === undefined && stated === null) return null
  const own = { of: 'number', signal: 'logs', statistic: 'sum' } as const
  const measure =
    known !== undefined
      ? { ...own, key: known.key }
      : { ...own, key: stated ?? '', unit: (stated ?? '').replace(/s$/, ''), isInBody: true }
  const { value, of = 0 } = await numberOf(desk, measure, plan)
  const isAmount = value !== null && of >= CARRY_SHARE_MIN * counted && differs(value, counted, SAME_THING)
  return isAmount ? { key: measure.key, sum: value } : null
}

/** "Tickets on statements" of lines that say "statement written, 37 tickets": the noun that they state how many of. */
function statedNoun({ templates }: Catalogue, conditions: readonly PlanCondition[]): string | null {
  const [said, ...further] = conditions.filter(({ on }) => on === 'templates')
  if (said?.on !== 'templates' || said.not === true || further.length > 0) return null
  const counted = templates.filter(({ id }) => said.ids.includes(id))
  const nouns = said.words.split(' ').filter((word) => /^[a-z]{3,}s$/.test(word) && !NO_AMOUNTS.test(word))
  return nouns.find((noun) => counted.some(({ template }) => statesAmount(template, noun))) ?? null
}

/** "Different customers" that few lines name and most requests carry: how many there are of the other kind of record. */
async function valuesMeant(
  desk: Desk,
  { measure, conditions, time }: MeasurePlan,
  counted: number,
): Promise<NonNullable<MeasureResult['elsewhere']> | null> {
  if (measure.of !== 'distinct' || measure.key === undefined || measure.scope === 'builtin') return null
  const signal = measure.signal === 'logs' ? 'spans' : 'logs'
  const own = keysOf(measure.what, desk.catalogue).find((known) => known.signal === signal)
  const others = signal === 'spans' ? carriedBySpans(conditions, desk.catalogue) : conditions
  const isPlain = conditions.every(({ on }) => on === 'service' || (on === 'attribute' && signal === 'spans'))
  if (own === undefined || others === null || !isPlain || KIND.test(own.key)) return null
  const { value } = await distinctOf(desk, { ...measure, signal, key: own.key, scope: own.scope }, others, time)
  const isOther = value !== null && value > 0 && differs(value, counted, SAME_THING)
  return isOther ? { key: own.key, signal, count: value } : null
}

const KIND = /[._-](?:type|kind|class|category|status|state|tier|plan|role|model|group|method)$/i

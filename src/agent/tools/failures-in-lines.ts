/**
 * "How often did video ident fail", where every request is answered 200 and lines of the service say "identity not
 * confirmed": none of the requests failed, and what was meant did. The lines are counted, and the answer says so.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue, KnownTemplate } from '../questions/grounding/catalogue.ts'
import { type PlanCondition, type PlanOf, servicesOf, without } from '../questions/plan/plan.ts'
import { isDenying, isOfFailure, templateCondition } from '../questions/reader/texts.ts'
import { lemmaOf, stemOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { isContentWord } from '../questions/vocabulary/small-words.ts'
import { countOf } from './count-of.ts'

type MeasurePlan = PlanOf<'measure'>

/** Who counts requests means no lines. */
const OF_REQUESTS = /\b(?:requests?|calls?|responses?|spans?|traces?)\b/i
const ASKS_FAILED =
  /\b(?:fail(?:s|ed|ing|ures?)?|unsuccessful|went wrong|go wrong|did not (?:work|succeed|go through)|error rate)\b/i
const DENIAL = /^(?:not|never|cannot|unable|could|be|been|was|were|failed|fail|to)$/
const SAYS_FAILED =
  /^(?:no|not|never|cannot|unable|without|un[a-z]{4,}ed|fail\w*|refus\w*|reject\w*|declin\w*|denied|invalid|lost|missing|missed|expired|aborted|cancel\w*|timed|timeout)$/
/** Lines of more services tell of several things. */
const SERVICES_MAX = 2
const EVENT_WORDS = 6

/** The reading of the lines that tell of the failures; null where requests failed, or nothing else says so. */
export async function failuresInLines(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
): Promise<Reading | null> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || !isOfFailed(plan)) return null
  if (!ASKS_FAILED.test(question) || OF_REQUESTS.test(question)) return null
  const services = await servicesBehind(ctx, catalogue, plan)
  const failing = linesOf(services, question, catalogue)
  const [first] = failing
  if (first === undefined || !isAllTold(question, first, services, plan)) return null
  const event = eventOf(first)
  const said = templateCondition(event, failing)
  // "Depot WARN supplier": a level and who wrote it tell of no event.
  if (said === null || !event.some((token) => SAYS_FAILED.test(token)) || (await countOf(ctx, catalogue, plan)) > 0)
    return null
  const held = plan.conditions.flatMap((one): PlanCondition[] => {
    if (one.on === 'service') return [one]
    return one.on === 'attribute' ? [{ ...one, key: keyOfLines(one.key, catalogue) }] : []
  })
  const conditions: PlanCondition[] = [...held, said]
  const groupBy = plan.groupBy.map((one) => ({ ...one, field: keyOfLines(one.field, catalogue) }))
  const lines: MeasurePlan = { ...plan, measure: { of: 'records' }, conditions, groupBy }
  if ((await countOf(ctx, catalogue, lines)) === 0) return null
  const note = `No request failed there, so this is of the lines that say "${event.join(' ')}".`
  const told = plan.measure.of === 'ratio' ? shareOf(lines, failing, first, catalogue) : lines
  return told === null ? null : { ...reading, plans: [told], notes: [...reading.notes, note] }
}

/** What requests have as `ident.method` lines have as `method`; the same key where they have none that ends so. */
function keyOfLines(key: string, { keys }: Catalogue): string {
  const last = (name: string): string => name.toLowerCase().split(/[._]/).at(-1) ?? ''
  const own = keys.filter(({ signal, scope }) => signal === 'logs' && scope === 'attribute')
  if (own.some((one) => one.key === key)) return key
  return own.find((one) => last(one.key) === last(key))?.key ?? key
}

/** Whether nothing is said of the failures but what the lines, the service or a value says: "fail routing" is no refusal. */
function isAllTold(
  question: string,
  { tokens }: KnownTemplate,
  services: readonly string[],
  plan: MeasurePlan,
): boolean {
  const values = plan.conditions.flatMap((one) => (one.on === 'attribute' ? [one.key, ...one.values] : []))
  const keys = plan.groupBy.map(({ field }) => field)
  const known = [
    ...tokens,
    ...[...services, ...values, ...keys].flatMap((name) => name.toLowerCase().split(/[^a-z\d]+/)),
  ]
  const stems = new Set(known.map(stemOf))
  return wordsOfText(question).every((word) => !isContentWord(word) || stems.has(stemOf(lemmaOf(word))))
}

/** What is asked, without the time and the words for failing. */
function wordsOfText(question: string): readonly string[] {
  return question
    .toLowerCase()
    .replace(/\b(?:in|over|during|for|since|between|after|before|until|within) (?:the )?(?:last|past|\d).*$/, '')
    .split(/[^a-z\d-]+/)
    .flatMap((word) => word.split('-'))
    .filter((word) => /[a-z]{3}/.test(word) && !ASKS_FAILED.test(word) && !RATES.test(word))
}

const RATES =
  /^(?:rate|rates|share|percentage|percent|ratio|often|many|much|times|per|minute|hour|second|today|tonight)$/

function isOfFailed({ measure, conditions, against }: MeasurePlan): boolean {
  if (against !== null || conditions.some(({ on }) => on === 'status_code' || on === 'templates' || on === 'text'))
    return false
  if (measure.of === 'ratio') return measure.share === 'failed' && measure.among === undefined
  return measure.of === 'requests' && conditions.some((one) => one.on === 'outcome' && one.is === 'failed')
}

/** The services that received the requests: those that were named, else those that have any. */
async function servicesBehind(ctx: AgentContext, catalogue: Catalogue, plan: MeasurePlan): Promise<readonly string[]> {
  const named = servicesOf(plan)
  const isNarrow = plan.conditions.some(({ on }) => on === 'attribute' || on === 'operation')
  if (named.length > 0 || !isNarrow) return named
  const found = await execute(ctx, catalogue, {
    ...plan,
    measure: { of: 'requests' },
    conditions: without(plan.conditions, 'outcome'),
    groupBy: [{ field: 'service', scope: 'builtin' }],
  })
  return found.kind === 'measure' ? found.groups.flatMap(({ key: [name] }) => name ?? []) : []
}

/** The lines of one event that did not happen; several of them are none. */
function linesOf(services: readonly string[], question: string, { templates }: Catalogue): readonly KnownTemplate[] {
  if (services.length === 0 || services.length > SERVICES_MAX) return []
  const bad = templates.filter(
    (one) => services.includes(one.service) && one.tokens.length > 0 && (isDenying(one) || isOfFailure(one)),
  )
  const events = new Set(bad.map(wordsOf))
  if (events.size === 1) return bad
  const asked = new Set(
    question
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3 && !ASKS_FAILED.test(word))
      .map(stemOf),
  )
  const about = bad.filter(({ tokens }) => tokens.some((token) => asked.has(stemOf(token))))
  return new Set(about.map(wordsOf)).size === 1 ? about : []
}

/** What a line tells of, by its first words. */
function eventOf({ tokens }: KnownTemplate): readonly string[] {
  return tokens.slice(0, EVENT_WORDS)
}

function wordsOf(template: KnownTemplate): string {
  return eventOf(template).join(' ')
}

/** The share of these lines of all that tell how it ended; null where no line says that it went well. */
function shareOf(
  plan: MeasurePlan,
  failing: readonly KnownTemplate[],
  first: KnownTemplate,
  { templates }: Catalogue,
): MeasurePlan | null {
  const event = eventOf(first).filter((token) => !DENIAL.test(token))
  const done = templates.filter(
    (one) =>
      one.service === first.service &&
      !failing.includes(one) &&
      event.length > 1 &&
      event.every((token) => one.tokens.includes(token)),
  )
  const all = done.length === 0 ? null : templateCondition(event, [...done, ...failing])
  return all === null ? null : { ...plan, measure: { of: 'ratio', share: 'matching', among: [all] } }
}

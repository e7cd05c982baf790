/**
 * Counts and lists what lies over or under a number that the question states: the rest is read by itself, and then
 * restricted by the number that its lines or requests carry under that name, or that their text states.
 */

import { fromMillis, MS_PER_DAY } from '../../telemetry/index.ts'
import type { AgentContext } from '../contract.ts'
import { execute, isQueried } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { chosenLines } from '../questions/grounding/chosen-lines.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { type Plan, type PlanCondition, type PlanOf, without } from '../questions/plan/plan.ts'
import { timeOf } from '../questions/reader/asked-time.ts'
import { type BoundAsked, boundAsked, withPercentNamed } from '../questions/reader/bound-asked.ts'
import { type BoundKey, boundKeys, boundsStatedBy, WIDEST } from '../questions/reader/bound-keys.ts'
import { keysOf, nounOfKey } from '../questions/reader/fields.ts'
import { slotsOf } from '../questions/reader/slots.ts'
import { type ReadContext, stateOf } from '../questions/reader/state.ts'
import { templateCondition, templatesWith } from '../questions/reader/texts.ts'
import { cleaned, lemmaOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { FUNCTION_WORDS } from '../questions/vocabulary/function-words.ts'
import { SMALL_WORDS } from '../questions/vocabulary/small-words.ts'
import { askedBack } from './settled-reading.ts'

type Read = (question: string) => Promise<Reading>
type Bound = Extract<PlanCondition, { on: 'number' }>
type Counted = PlanOf<'measure'> | PlanOf<'list'>

/** The reading of a question that states a limit; null of any other. */
export async function boundAmount(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: Read,
): Promise<Reading | null> {
  // What is pasted beside a question states numbers of its own.
  const text = withPercentNamed(cleaned(question), (name) => isNameOfLines(name, catalogue))
  const asked = question.trim().includes('\n') ? null : boundAsked(text)
  if (asked === null) return null
  const whole = await read(question)
  if (await isRead(ctx, catalogue, whole)) return whole
  const context = { catalogue, values: catalogue.values, askedAtMs: ctx.askedAtMs, previous: null }
  const keys = await numericKeys(ctx, catalogue, boundKeys(asked, text, catalogue))
  const isNoun = isNameOfNumber(asked, keys, catalogue)
  const named = isNoun ? { ...asked, names: [asked.noun] } : asked
  for (const rest of isNoun && asked.unnamed !== '' ? [asked.unnamed] : asked.rests) {
    const reading = await read(rest)
    const plan = await bounded(ctx, context, reading, rest, named, keys)
    if (plan === null) continue
    const { askBack: _, open: __, remark: ___, ...told } = reading
    return { ...told, plans: [plan], leftOut: [], unrestricted: [], relation: 'new' }
  }
  // A number without the limit is one of something broader; a limit on nothing is none.
  const isNumber = whole.plans.some(({ intent }) => intent === 'measure' || intent === 'list')
  const isBroader = isNumber && whole.leftOut.length > 0
  const isBroken = isBroader || (await isOnNothing(ctx, catalogue, whole))
  return isBroken ? askedBack(whole, `I could not tell which number "${asked.said}" is about`) : whole
}

/** Whether log records carry a number of this name, or lines state one right behind it. */
function isNameOfLines(name: string, { keys, templates }: Catalogue): boolean {
  if (keys.some(({ key, signal }) => signal === 'logs' && key.toLowerCase() === name)) return true
  return templates.some(({ template }) => slotsOf(template).some((slot) => lemmaOf(slot.name.toLowerCase()) === name))
}

/** Whether the noun before the limit is what the number is called, so that it is no thing that is counted. */
function isNameOfNumber(
  { noun, unnamed, names }: BoundAsked,
  keys: readonly BoundKey[],
  { templates }: Catalogue,
): boolean {
  if (unnamed === '' || names[0] !== noun) return false
  if (
    keys.some(({ key }) => keysOf(noun, { keys: [{ key, scope: 'attribute', signal: 'logs', records: 1 }] }).length > 0)
  )
    return true
  return templates.some(({ template }) => slotsOf(template).some(({ name }) => lemmaOf(name.toLowerCase()) === noun))
}

/** Whether nothing that the plan counts has a number of that name. */
async function isOnNothing(ctx: AgentContext, catalogue: Catalogue, { plans }: Reading): Promise<boolean> {
  const [plan] = plans
  const limit = plan?.conditions.find((one) => one.on === 'number')
  if (plan === undefined || limit?.on !== 'number' || limit.key === 'duration') return false
  const others = plan.conditions.filter((one) => one !== limit)
  return (await amountOf(ctx, catalogue, { ...plan, conditions: [...others, { ...limit, ...WIDEST }] })) === 0
}

/** Whether the question was read with its limit, and some are within it; whatever follows from a thread is. */
async function isRead(ctx: AgentContext, catalogue: Catalogue, reading: Reading): Promise<boolean> {
  const { plans, leftOut, relation, remark, language } = reading
  if (relation !== 'new' || language !== 'en' || remark !== undefined) return true
  const [plan, more] = plans
  if (plan === undefined || leftOut.length > 0) return false
  if (more !== undefined || (plan.intent !== 'measure' && plan.intent !== 'list')) return true
  if (!plan.conditions.some(({ on }) => on === 'number')) return !plan.conditions.some(isOfDigits)
  return (await amountOf(ctx, catalogue, plan)) > 0
}

/** A number that was taken for a word of lines. */
function isOfDigits(condition: PlanCondition): boolean {
  return (condition.on === 'text' || condition.on === 'templates') && /\d/.test(ofWords(condition))
}

function ofWords(condition: Extract<PlanCondition, { on: 'text' | 'templates' }>): string {
  return condition.on === 'text' ? condition.text : condition.words
}

async function amountOf(ctx: AgentContext, catalogue: Catalogue, plan: Plan): Promise<number> {
  if (!isQueried(plan)) return 0
  const found = await execute(ctx, catalogue, plan)
  if (found.kind === 'list') return found.total
  return found.kind === 'measure' ? Math.max(found.value ?? 0, found.groups.length) : 0
}

/** The keys whose values are numbers. */
async function numericKeys(
  ctx: AgentContext,
  { lastMs }: Catalogue,
  keys: readonly BoundKey[],
): Promise<readonly BoundKey[]> {
  const toMs = Math.min(ctx.askedAtMs, lastMs ?? ctx.askedAtMs) + 1
  const range = { from: fromMillis(toMs - MS_PER_DAY), to: fromMillis(toMs) }
  const isNumeric = async ({ key, signal }: BoundKey): Promise<boolean> => {
    const field = { kind: 'attribute' as const, key }
    const { values } = await ctx.telemetry.fieldValues(ctx.project, {
      ...{ range, filter: { conditions: [] }, signal, field, limit: SAMPLED },
    })
    return values.length > 0 && values.every(({ value }) => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value))
  }
  const are = await Promise.all(keys.map(isNumeric))
  return keys.filter((_, at) => are[at] === true)
}

const SAMPLED = 20

/** The plan of the rest, restricted; null where nothing of it carries or states such a number. */
async function bounded(
  ctx: AgentContext,
  context: ReadContext,
  reading: Reading,
  rest: string,
  asked: BoundAsked,
  keys: readonly BoundKey[],
): Promise<Plan | null> {
  const { catalogue } = context
  const [plan, more] = reading.plans
  const isWhole = reading.leftOut.length === 0 && reading.relation === 'new' && more === undefined
  const counted = isWhole && plan !== undefined && isCounted(plan) ? plan : null
  if (counted !== null) {
    const signal = isOfLines(counted) ? 'logs' : 'spans'
    const limits: Bound[] = [
      ...keys.filter((one) => one.signal === signal).map(({ bound }) => bound),
      ...(signal === 'logs' ? boundsStatedBy(asked, chosenLines(counted.conditions, catalogue)) : []),
    ]
    const found = await within(ctx, catalogue, counted, limits)
    if (found !== null) return found
  }
  // What was taken for something else is that alone.
  const lines = reading.notes.length > 0 ? null : linesOf(rest, context, counted)
  if (lines === null) return null
  const limits = [
    ...keys.filter((one) => one.signal === 'logs').map(({ bound }) => bound),
    ...boundsStatedBy(asked, chosenLines(lines.conditions, catalogue)),
  ]
  return within(ctx, catalogue, lines, limits)
}

/** The plan with the first limit on a number that some of its records have, wherever that lies. */
async function within(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: Counted,
  limits: readonly Bound[],
): Promise<Plan | null> {
  for (const limit of limits) {
    const any: PlanCondition = { ...limit, ...WIDEST }
    if ((await amountOf(ctx, catalogue, { ...plan, conditions: [...plan.conditions, any] })) > 0)
      return { ...plan, conditions: [...plan.conditions, limit] }
  }
  return null
}

function isCounted(plan: Plan): plan is Counted {
  if (plan.conditions.some(({ on }) => on === 'number')) return false
  if (plan.intent === 'list') return plan.of !== 'traces'
  if (plan.intent !== 'measure' || plan.against !== null) return false
  const { of } = plan.measure
  return of === 'records' || of === 'requests' || of === 'distinct'
}

function isOfLines(plan: Counted): boolean {
  if (plan.intent === 'list') return plan.of === 'logs'
  return plan.measure.of === 'records' || (plan.measure.of === 'distinct' && plan.measure.signal === 'logs')
}

const LISTED = /^(?:please )?(?:list|show|give|which|what|find|display|print)\b/

/** The lines that have all the words of the rest, with what restricts them already; null where something untold is left. */
function linesOf(rest: string, context: ReadContext, counted: Counted | null): Counted | null {
  const { catalogue } = context
  const state = stateOf(rest, context, {})
  const kept = counted === null ? [] : without(counted.conditions, 'operation', 'templates')
  if (!kept.every(({ on }) => on === 'service' || on === 'attribute')) return null
  if (counted === null && GROUPED.test(rest)) return null
  const values = kept.flatMap((one) => (one.on === 'attribute' ? one.values.map((value) => value.toLowerCase()) : []))
  const isSaid = (word: string): boolean => templatesWith([word], catalogue, []).length > 0
  const words = state.words
    .filter(({ usedBy, text, lemma }) => usedBy !== 'time' && !FUNCTION_WORDS.has(text) && !FUNCTION_WORDS.has(lemma))
    .map(({ text }) => text)
    .filter((text) => !values.includes(text) && !isGroup(text, counted, catalogue))
    .filter((text) => !ASKING.test(text) && (!SMALL_WORDS.has(text) || isSaid(text)))
  if (words.length === 0 || words.some((word) => !/^[a-z][a-z-]+$/.test(word))) return null
  const condition = templateCondition(words, templatesWith(words, catalogue, []))
  if (condition === null) return null
  const time = counted?.time ?? timeOf(state)
  const shared = { conditions: [...kept.filter(({ on }) => on === 'attribute'), condition], time }
  if (counted?.intent === 'list' || (counted === null && LISTED.test(rest)))
    return { intent: 'list', of: 'logs', ...shared, order: 'newest', limit: 20 }
  if (counted === null) return plainMeasure({ measure: { of: 'records' }, ...shared })
  if (counted.measure.of === 'distinct') return null
  // Groups that requests carry go by a key of lines, or there are none.
  const groupBy = counted.groupBy.flatMap((group) => {
    const own = keysOf(nounOfKey(group.field), catalogue).find(({ signal }) => signal === 'logs')
    return group.scope === 'builtin' ? [group] : own === undefined ? [] : [{ field: own.key, scope: own.scope }]
  })
  return groupBy.length < counted.groupBy.length ? null : { ...counted, measure: { of: 'records' }, ...shared, groupBy }
}

const GROUPED = /\b(?:per|by|each|which|most|fewest|least)\b/

/** "Per airline": the noun of a group is told by its key. */
function isGroup(word: string, counted: Counted | null, catalogue: Catalogue): boolean {
  if (counted?.intent !== 'measure' || counted.groupBy.length === 0) return false
  return keysOf(word, catalogue).some(({ key }) => counted.groupBy.some(({ field }) => field === key))
}

const ASKING = /^(?:count|number|many|list|show|find|give|which|what)$/

/**
 * Reads a question that compares: what is measured is read once for each side by itself, as if nothing else was asked,
 * and the plans are set side by side. Where they differ in the side alone they are one plan with a group for each.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { bothSidesAsked, oneOfThem } from '../questions/reader/moments-compared.ts'
import { phrasesCompared } from '../questions/reader/phrases-compared.ts'
import { measuredForms, type QuantityAsked, quantityCompared } from '../questions/reader/quantity-compared.ts'
import { type SidesAsked, sidesAsked } from '../questions/reader/sides-asked.ts'
import { withValuesJoined } from '../questions/reader/spaced-values.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { ofCore } from './compare-core.ts'
import { quantityOfSides, widerSides } from './compare-sides.ts'

type MeasurePlan = PlanOf<'measure'>
type Group = MeasurePlan['groupBy'][number]
type Read = (question: string) => Promise<Reading>

const IS_YES_NO = /^(?:(?:so|and|but|ok|hey) )*(?:is|are|was|were|do|does|did|has|have|had)\b/
const ASKS_WHICH = /\b(?:which|who|what|where)\b/
const ASKS_SUM = /\bhow (?:many|much)\b|\b(?:together|combined|altogether|in total|in all|total|sum)\b/

/** The reading of such a question; as it was read where it compares nothing, or tells the sides apart already. */
export async function compareQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  own: Reading,
  read: Read,
): Promise<Reading> {
  if (own.relation !== 'new' || own.language !== 'en' || own.remark !== undefined) return own
  // Two words that are no value here may be the name of another thing: "slot bookings" beside `slot_bookings`.
  const texts = new Set([withValuesJoined(question, catalogue), question].map(cleaned))
  for (const text of texts) {
    const found = await compared(ctx, catalogue, text, own, read)
    if (found !== own) return found
  }
  return own
}

async function compared(
  ctx: AgentContext,
  catalogue: Catalogue,
  text: string,
  own: Reading,
  read: Read,
): Promise<Reading> {
  // "What failed first, web or cart": which came first is no comparison of numbers.
  if (own.plans.length > 0 && /\b(?:first|earlier|sooner)\b/.test(text)) return own
  const words = text.split(' ')
  const quantity = quantityCompared(words)
  // Two plans of one comparison are those of its parts: "a vs b bookings, which one fails".
  if (own.plans.length > (quantity === null ? 1 : 2)) return own
  const isOpen =
    own.plans.length === 0 || own.leftOut.length > 0 || own.notes.some((note) => note.startsWith('I left out'))
  const sides = sidesAsked(text, catalogue)
  if (sides === null || oneOfThem(text) !== null) {
    const other = (await withOthers(catalogue, text, read)) ?? (await withoutNames(text, own, read))
    if (other !== null) return other
  }
  const isYesNo = IS_YES_NO.test(text) && (sides === null || sides.joint === 'than')
  const ofEach = (of: SidesAsked): Promise<Reading | null> =>
    eachSide(ctx, catalogue, of, quantityOfSides(of, quantity, text), isYesNo, read)
  if (sides === null) {
    const wider = await widerSides(ctx, catalogue, text, quantity, own, isOpen)
    const found =
      wider === null ? null : ((await ofEach(wider)) ?? (await ofCore(ctx, catalogue, wider, quantity, isYesNo, read)))
    return found ?? (await phrasesApart(ctx, catalogue, text, own, read)) ?? own
  }
  if (!isComparison(text, sides, quantity, own)) return own
  const told = own.plans.length > 1 ? null : joinedApart(own, sides, quantity, isYesNo)
  if (told !== null) return told
  const found = await ofEach(sides)
  if (found !== null || !(isOpen || own.plans.length > 1)) return found ?? own
  const core = await ofCore(ctx, catalogue, sides, quantity, isYesNo, read)
  if (core !== null) return core
  // "Repairs" may be the values of a key that requests do not carry, and routes that they come on.
  const routes = quantity === null ? null : sidesAsked(text, catalogue, true)
  return (routes === null ? null : await ofEach(routes)) ?? own
}

/** "Requests from android or ios" are one number: the two are told apart where they are compared. */
function isComparison(
  text: string,
  { joint, isSetOff }: SidesAsked,
  quantity: QuantityAsked | null,
  own: Reading,
): boolean {
  if (joint === 'than' || joint === 'against') return true
  if (ASKS_SUM.test(text)) return false
  const [plan] = own.plans
  // "What percentage is urgent or emergency": the share of both.
  const isShare = plan?.intent === 'measure' && plan.measure.of === 'ratio' && plan.measure.share === 'matching'
  if (joint === 'or') return !isShare && (quantity !== null || isSetOff || ASKS_WHICH.test(text))
  // Two versions or places have no one duration.
  return plan?.intent === 'measure' && plan.measure.of === 'duration' && plan.groupBy.length === 0
}

/** The plan that was read with both sides as one condition, with a group for each of them; null for any other. */
function joinedApart(
  own: Reading,
  { names }: SidesAsked,
  quantity: QuantityAsked | null,
  isYesNo: boolean,
): Reading | null {
  const [plan] = own.plans
  if (plan?.intent !== 'measure' || own.leftOut.length > 0 || plan.against !== null || plan.intervalMs !== null)
    return null
  const condition = plan.conditions.find((one) => 'values' in one && names.every((name) => has(one.values, name)))
  const group = condition === undefined ? null : groupOf(condition)
  if (group === null || !isIn(plan, quantity)) return null
  const isGrouped = plan.groupBy.some(({ field }) => field === group.field)
  if (plan.groupBy.length > 0 && (!isGrouped || !isYesNo || plan.firstAsked !== undefined))
    return isGrouped ? own : null
  return { ...own, plans: [asked({ ...plan, groupBy: [group] }, names, quantity, isYesNo)] }
}

function has(values: readonly string[], name: string): boolean {
  return values.some((value) => value.toLowerCase() === name.toLowerCase())
}

/** Whether a plan measures what its question compares in. */
function isIn({ measure, conditions }: MeasurePlan, quantity: QuantityAsked | null): boolean {
  if (quantity === null || (measure.of === 'metric' && quantity.of !== 'failed')) return true
  if (quantity.of === 'duration') return measure.of === 'duration' || measure.of === 'number'
  // Requests have no severity: with one they would all be counted.
  const isOfFailed = conditions.some(
    ({ on }) => on === 'outcome' || on === 'status_code' || (on === 'severity' && measure.of === 'records'),
  )
  if (quantity.of !== 'failed' && quantity.of !== 'failures') return measure.of !== 'duration'
  return measure.of === 'ratio' || isOfFailed || conditions.some(({ on }) => on === 'templates')
}

/** Each side read by itself: one plan where they differ in nothing else, one for each otherwise; null where any is open. */
async function eachSide(
  ctx: AgentContext,
  catalogue: Catalogue,
  sides: SidesAsked,
  quantity: QuantityAsked | null,
  isYesNo: boolean,
  read: Read,
): Promise<Reading | null> {
  const forms = measuredForms(sides.words, quantity).map((_, form) => form)
  let empty: Reading | null = null
  for (const isKeySaid of sides.key === null ? [false] : [false, true])
    for (const form of forms) {
      const readings: Reading[] = []
      for (const name of sides.names) {
        const text = textOf(sides, name, quantity, form, isKeySaid)
        const reading = text === null ? null : await read(text)
        if (reading === null || !isOfSide(reading, name, sides.kind)) break
        readings.push(reading)
      }
      if (readings.length < sides.names.length) continue
      const found = together(readings, sides, quantity, isYesNo)
      if (found === null) continue
      if (await hasNumber(ctx, catalogue, found)) return found
      empty ??= found
    }
  return empty
}

/** Another form may name the route that carries both sides. */
async function hasNumber(ctx: AgentContext, catalogue: Catalogue, { plans: [plan] }: Reading): Promise<boolean> {
  if (plan?.intent !== 'measure') return false
  const found = await execute(ctx, catalogue, plan)
  return found.kind === 'measure' && (found.value !== null || found.groups.length > 0)
}

function textOf(
  { words, at, key }: SidesAsked,
  name: string,
  quantity: QuantityAsked | null,
  form: number,
  isKeySaid: boolean,
): string | null {
  const own = words.flatMap((word, index) => (index !== at ? [word] : isKeySaid ? [] : [name]))
  const text = measuredForms(own, quantity)[form]
  return text === undefined ? null : isKeySaid ? `${text} with ${key} ${name}` : text
}

/** One number that is restricted to the side, and nothing left out. */
function isOfSide(reading: Reading, name: string, kind: SidesAsked['kind']): boolean {
  if (!isOfNumber(reading)) return false
  const [plan] = reading.plans
  if (plan.groupBy.length > 0 || plan.against !== null || plan.intervalMs !== null) return false
  if (kind === 'route') return plan.conditions.some(({ on }) => on === 'operation')
  return plan.conditions.some((one) =>
    'values' in one
      ? has(one.values, name) && one.values.length === 1
      : one.on === 'text' && one.text === name.toLowerCase(),
  )
}

function together(
  readings: readonly Reading[],
  { names, kind }: SidesAsked,
  quantity: QuantityAsked | null,
  isYesNo: boolean,
): Reading | null {
  const plans = readings.flatMap((reading) => reading.plans.filter((plan) => plan.intent === 'measure'))
  const [first] = plans
  const [reading] = readings
  if (first === undefined || reading === undefined) return null
  const notes = reading.notes.filter((note) => readings.every((other) => other.notes.includes(note)))
  // What only one side was taken for is another question than that of the other.
  if (kind !== 'route' && readings.some((other) => other.notes.length > notes.length)) return null
  const merged = kind === 'route' ? mergedRoutes(plans) : mergedPlan(plans, names)
  const { askBack: _, open: __, ...rest } = reading
  if (merged !== null) return { ...rest, notes, plans: [asked(merged, names, quantity, isYesNo)] }
  const isSame = plans.every(({ measure }) => JSON.stringify(measure) === JSON.stringify(first.measure))
  return isSame ? { ...rest, notes, plans: plans.map(({ isYesNo: ___, ...plan }) => plan) } : null
}

/** One plan with a group for each side, where the plans differ in one condition on the same key; null otherwise. */
function mergedPlan(plans: readonly MeasurePlan[], names: readonly string[]): MeasurePlan | null {
  const [first] = plans
  if (first === undefined) return null
  const at = first.conditions.findIndex((one) => 'values' in one && one.values.some((value) => has(names, value)))
  const own = first.conditions[at]
  const group = own === undefined ? null : groupOf(own)
  if (own === undefined || group === null || !('values' in own)) return null
  const restOf = ({ measure, time, conditions }: MeasurePlan): string =>
    JSON.stringify([measure, time, conditions.toSpliced(at, 1)])
  const rest = restOf(first)
  const values: string[] = []
  for (const plan of plans) {
    const condition = plan.conditions[at]
    if (condition === undefined || !('values' in condition) || condition.values.length !== 1) return null
    if (restOf(plan) !== rest || groupOf(condition)?.field !== group.field) return null
    values.push(...condition.values)
  }
  return { ...first, conditions: first.conditions.with(at, { ...own, values }), groupBy: [group] }
}

/** One plan with a group for each route, where the plans differ in their routes alone; null otherwise. */
function mergedRoutes(plans: readonly MeasurePlan[]): MeasurePlan | null {
  const [first] = plans
  const restOf = ({ measure, time, conditions }: MeasurePlan): string =>
    JSON.stringify([measure, time, conditions.filter(({ on }) => on !== 'operation')])
  if (first === undefined || plans.some((plan) => restOf(plan) !== restOf(first))) return null
  const values = plans.flatMap(({ conditions }) =>
    conditions.flatMap((one) => (one.on === 'operation' ? one.values : [])),
  )
  const routes: PlanCondition = { on: 'operation', values: [...new Set(values)].slice(0, 50) }
  const conditions = [...first.conditions.filter(({ on }) => on !== 'operation'), routes]
  return { ...first, conditions, groupBy: [{ field: 'operation', scope: 'builtin' }] }
}

function groupOf(condition: PlanCondition): Group | null {
  if ('not' in condition && condition.not === true) return null
  if (condition.on === 'attribute') return { field: condition.key, scope: condition.scope }
  return condition.on === 'service' ? { field: 'service', scope: 'builtin' } : null
}

function asked(
  { isYesNo: _, ...plan }: MeasurePlan,
  [first]: readonly string[],
  quantity: QuantityAsked | null,
  isYesNo: boolean,
): MeasurePlan {
  const order = quantity?.isDown === true ? 'lowest' : 'highest'
  const value = plan.conditions
    .flatMap((one) => ('values' in one ? one.values : []))
    .find((one) => one.toLowerCase() === first?.toLowerCase())
  return { ...plan, order, ...(isYesNo && value !== undefined ? { isYesNo: true, firstAsked: value } : {}) }
}

const THAN_OTHERS =
  /^(?:(?:so|and|but|ok|hey) )*(?:is|are|was|were|do|does|did|has|have|had) (?:the |our )?(.{3,80}?),? (?:than|compared (?:to|with)|vs|versus|against) (?:all |any )?(?:of )?(?:the )?(?:others?|rest|remaining)(?: (?:of (?:the|our|them) ?)?[a-z][a-z -]{0,40})?[\s?.!]*$/

/** "Is line 3 slower than the other lines": the number of that one, and of all values of its key beside it. */
async function withOthers({ values }: Catalogue, text: string, read: Read): Promise<Reading | null> {
  const words = (text.length > 160 ? undefined : THAN_OTHERS.exec(text)?.[1])?.split(' ') ?? []
  const quantity = quantityCompared(words)
  if (quantity === null) return null
  for (const form of measuredForms(words, quantity)) {
    const reading = await read(form)
    const [plan] = reading.plans
    if (!isOfNumber(reading) || plan?.intent !== 'measure' || plan.groupBy.length > 0 || plan.against !== null) continue
    const at = plan.conditions.findIndex((one) => isOneOf(one, text, values))
    const one = plan.conditions[at]
    const group = one === undefined ? null : groupOf(one)
    if (one === undefined || group === null || !('values' in one)) continue
    const apart: MeasurePlan = { ...plan, conditions: plan.conditions.toSpliced(at, 1), groupBy: [group], limit: 20 }
    const order = quantity.isDown ? 'lowest' : 'highest'
    const { askBack: _, open: __, ...rest } = reading
    return { ...rest, plans: [{ ...apart, order, isYesNo: true, firstAsked: String(one.values[0]) }] }
  }
  return null
}

/** Whether the question names the only value of the condition, of a key that has others beside it. */
function isOneOf(one: PlanCondition, text: string, known: Catalogue['values']): boolean {
  if (!('values' in one) || one.values.length !== 1 || groupOf(one) === null) return false
  const value = String(one.values[0]).toLowerCase()
  const isSaid = text.includes(value) || text.includes(value.replace(/[-_]/g, ' '))
  return isSaid && (one.on !== 'attribute' || known.some(({ key, values }) => key === one.key && values.length > 1))
}

/** Both sides of a moment, or each value of a key; null of any other question, and where it is told so already. */
async function withoutNames(text: string, own: Reading, read: Read): Promise<Reading | null> {
  const [plan] = own.plans
  if (plan?.intent === 'measure' && own.leftOut.length === 0) return null
  const each = oneOfThem(text)
  const reading = each === null ? null : await read(each)
  if (reading !== null) {
    const [grouped] = reading.plans
    const isGrouped = isOfNumber(reading) && grouped?.intent === 'measure' && grouped.groupBy.length === 1
    return isGrouped ? { ...reading, plans: [{ ...grouped, isOneWorseAsked: true }] } : null
  }
  const both = bothSidesAsked(text)
  for (const form of both?.texts ?? []) {
    const found = await read(form)
    if (!isOfNumber(found)) continue
    const [measured] = found.plans
    if (measured === undefined || (measured.against === null && measured.time.anchorSide !== 'both')) continue
    const { isDownAsked: _, ...rest } = measured
    return { ...found, plans: [{ ...rest, isYesNo: true, ...(both?.isDown === true ? { isDownAsked: true } : {}) }] }
  }
  return null
}

/** One number, and nothing left out. */
function isOfNumber(reading: Reading): reading is Reading & { readonly plans: readonly [MeasurePlan] } {
  const [plan, more] = reading.plans
  return plan?.intent === 'measure' && more === undefined && reading.leftOut.length === 0 && reading.relation === 'new'
}

/** "Quotes refused: no price vs tyre is discontinued": two kinds of lines, each as a question of its own. */
async function phrasesApart(
  ctx: AgentContext,
  catalogue: Catalogue,
  text: string,
  own: Reading,
  read: Read,
): Promise<Reading | null> {
  if (own.plans.length > 0) return null
  for (const texts of phrasesCompared(text)) {
    const plans: Plan[] = []
    let last: Reading | null = null
    for (const one of texts) {
      const reading = await read(one)
      const [plan, more] = reading.plans
      const isCount = plan?.intent === 'measure' && (plan.measure.of === 'records' || plan.measure.of === 'requests')
      if (!isCount || more !== undefined || reading.leftOut.length + reading.notes.length > 0) break
      const found = await execute(ctx, catalogue, plan)
      if (found.kind !== 'measure' || (found.value ?? 0) === 0) break
      plans.push(plan)
      last = reading
    }
    const isApart = new Set(plans.map((plan) => JSON.stringify(plan))).size === texts.length
    if (last !== null && plans.length === texts.length && isApart) return { ...last, plans }
  }
  return null
}

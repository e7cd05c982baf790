/**
 * "Texts held back, by driver", "which courier takes most boxes" and "who corrected most cues" of lines that hold the
 * driver, the courier and the editor in their text only. The rest of the question is read as a count of lines, and these
 * are grouped by the place that the noun means. Takes the place of a reading without these groups.
 */
import type { AgentContext } from '../contract.ts'
import { eventsOf } from '../questions/execute/events-meant.ts'
import { execute } from '../questions/execute/execute.ts'
import { slotOfLines } from '../questions/execute/line-groups.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { LineSlot } from '../questions/grounding/line-slots.ts'
import type { Plan, PlanOf } from '../questions/plan/plan.ts'
import { fieldOf, keysOf } from '../questions/reader/fields.ts'
import { type SlotAsked, slotsAsked } from '../questions/reader/slot-asked.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

type MeasurePlan = PlanOf<'measure'>

const CHARS_MAX = 160
const RANKED = /\b(?:most|least|fewest|best)\b/
const COUNTS_MAX = 3
const GROUPS_LISTED = 20
/** So many groups of one line each are no kinds. */
const EACH_MIN = 5

/** The reading by the place of the lines; the same reading where it has its groups, or no place is meant. */
export async function slotGroups(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading> {
  const { plans, relation, language, remark } = reading
  if (relation !== 'new' || language !== 'en' || plans.length > 1 || question.length > CHARS_MAX) return reading
  if (catalogue.records.logs === 0 || (remark !== undefined && remark.kind !== 'off_topic')) return reading
  const asked = slotsAsked(cleaned(question))
  // What broke is no answer to "which one most often", and is one to "who failed first".
  if (plans[0]?.intent === 'cause' && !RANKED.test(cleaned(question))) return reading
  if (asked.length === 0 || (await hasGroups(ctx, catalogue, plans[0], asked))) return reading
  const counts = new Map<string, Reading>()
  const readOnce = async (count: string): Promise<Reading> => {
    const counted = counts.get(count) ?? (await readAlone(count))
    counts.set(count, counted)
    return counted
  }
  // A sum that was read without its groups is the number that is asked for, and so is a count of all words.
  const isSum =
    plans[0]?.intent === 'measure' && plans[0].measure.of === 'number' && plans[0].measure.statistic === 'sum'
  let unnamed: Reading | null = null
  for (const one of asked) {
    const own = one.counts.slice(0, COUNTS_MAX).map((count) => (): Promise<Reading> => readOnce(count))
    const whole = async (): Promise<Reading> => reading
    for (const read of isSum ? [whole, ...own] : [...own, whole]) {
      const counted = await read()
      const found = await groupedBy(ctx, catalogue, counted, one)
      if (found === null) continue
      const { askBack: _, remark: __, open: ___, ...rest } = reading
      const { behind } = found.slot
      const notes = [...(behind === undefined ? [] : [noteOf(one.noun, behind)]), ...counted.notes]
      const grouped = { ...rest, plans: [found.plan], notes, leftOut: [], unrestricted: [] }
      // A place that lines name is better than one that is only left over, which more words than a name hardly mean.
      if (behind === undefined) return grouped
      if (!one.noun.includes(' ')) unnamed ??= grouped
      break
    }
  }
  return unnamed ?? (await withoutEach(ctx, catalogue, reading, asked))
}

/** "Holds by type" by the numbers of containers, each of which has one line: the groups are of something else. */
async function withoutEach(
  ctx: AgentContext,
  catalogue: Catalogue,
  reading: Reading,
  asked: readonly SlotAsked[],
): Promise<Reading> {
  const [plan] = reading.plans
  const [first] = asked
  const isGrouped = plan?.intent === 'measure' && plan.measure.of === 'records' && plan.groupBy.length === 1
  if (!isGrouped || first === undefined) return reading
  if (plan.groupBy.every((group) => asked.some(({ noun }) => goesBy(noun, group, catalogue)))) return reading
  const found = await execute(ctx, catalogue, plan)
  const isOfEach =
    found.kind === 'measure' && found.groups.length >= EACH_MIN && found.groups.every(({ value }) => value === 1)
  return isOfEach ? askedBack(reading, `I could not tell these apart by "${first.noun}"`) : reading
}

function noteOf(noun: string, behind: string): string {
  return `I took "${noun}" as what these lines say behind "${behind}".`
}

/** Whether a plan has groups that go by what is asked for, and there is something in them. */
async function hasGroups(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: Plan | undefined,
  asked: readonly SlotAsked[],
): Promise<boolean> {
  if (plan === undefined) return false
  if (plan.intent !== 'measure') return plan.intent !== 'list' && plan.intent !== 'cause'
  const { measure, groupBy } = plan
  if (plan.isYesNo === true || plan.against !== null) return true
  if (groupBy.length === 0) return measure.of !== 'records' && measure.of !== 'number' && measure.of !== 'requests'
  const isAsked = groupBy.every((group) => asked.some(({ noun }) => goesBy(noun, group, catalogue)))
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure') return true
  const told = found.groups.filter(({ key }) => key.some((part) => part !== null && part !== ''))
  return isAsked && told.length > 1
}

function goesBy(noun: string, { field }: MeasurePlan['groupBy'][number], catalogue: Catalogue): boolean {
  if (field === 'pattern' || fieldOf(noun, catalogue)?.field === field) return true
  const isOfKey = keysOf(noun, catalogue).some(({ key, scope }) => key === field && scope === 'attribute')
  // "By kind" of `claim_kind`.
  const last = field.toLowerCase().split(/[._-]/).at(-1) ?? ''
  return isOfKey || last === noun || (noun.startsWith('kind of ') && /^(?:kind|type|category|class)$/.test(last))
}

/** The count in groups of the place; null where it is no count of lines, or these have no such place. */
export async function groupedBy(
  ctx: AgentContext,
  catalogue: Catalogue,
  counted: Reading,
  { noun, order }: Pick<SlotAsked, 'noun' | 'order'>,
): Promise<{ readonly plan: MeasurePlan; readonly slot: LineSlot } | null> {
  const [read, more] = counted.plans
  if (read?.intent !== 'measure' || more !== undefined || counted.leftOut.length > 0) return null
  if (read.groupBy.length > 0 || read.against !== null || counted.relation !== 'new') return null
  const plan = ofLines(read, catalogue)
  if (plan === null) return null
  const kept: MeasurePlan = { ...plan, intervalMs: null, per: null, order, limit: GROUPS_LISTED }
  const isWho = noun === 'who'
  for (const groupBy of isWho ? keysOfDoers(catalogue) : keysOfNoun(noun, catalogue)) {
    const found = await execute(ctx, catalogue, { ...kept, groupBy: [groupBy] })
    const told =
      found.kind === 'measure' ? found.groups.filter(({ key: [value] }) => value !== null && value !== '') : []
    if (told.length > (isWho ? 0 : 1)) return { plan: { ...kept, groupBy: [groupBy] }, slot: { read: () => null } }
  }
  const slot = await slotOfLines({ ctx, catalogue, partial: new Set() }, kept, noun)
  if (slot === null) return null
  return { plan: { ...kept, groupBy: [{ field: noun, scope: 'attribute', isInLine: true }] }, slot }
}

/** Keys of lines by that noun. "Permits by type" of lines that carry `kind`, or the kind under the name of the thing. */
function keysOfNoun(noun: string, catalogue: Catalogue): MeasurePlan['groupBy'] {
  const thing = /^kind of (.+)$/.exec(noun)?.[1]
  if (thing === undefined)
    return keysOf(noun, catalogue)
      .filter(({ signal, scope }) => signal === 'logs' && scope === 'attribute')
      .map(({ key, scope }) => ({ field: key, scope }))
  const isOfKind = ({ key }: { readonly key: string }): boolean =>
    /(?:^|[._-])(?:kind|type|category|class)$/i.test(key) || key.toLowerCase() === thing
  return catalogue.keys
    .filter((one) => one.signal === 'logs' && one.scope === 'attribute' && isOfKind(one) && one.key !== 'error.type')
    .map(({ key, scope }) => ({ field: key, scope }))
}

/** Keys that say who did it. */
export function keysOfDoers(catalogue: Catalogue): MeasurePlan['groupBy'] {
  return catalogue.keys
    .filter(({ key, signal, scope }) => signal === 'logs' && scope === 'attribute' && DOERS.test(key))
    .map(({ key, scope }) => ({ field: key, scope }))
}
const DOERS =
  /(?:^|[._-])(?:operator|actor|author|editor|agent|by|user|admin|owner|employee|login|clerk)(?:[._-](?:id|name))?$/i

/** A count of lines, or a number that they state; of requests the lines that tell of them. */
function ofLines(plan: MeasurePlan, catalogue: Catalogue): MeasurePlan | null {
  const { measure } = plan
  if (measure.of === 'number') return measure.signal === 'logs' && measure.statistic === 'sum' ? plan : null
  if (measure.of === 'records')
    return plan.conditions.some(({ on }) => on === 'templates' || on === 'text') ? plan : null
  if (measure.of !== 'requests') return null
  const lines = eventsOf(plan, catalogue)
  return lines === null ? null : { ...plan, measure: { of: 'records' }, conditions: lines.conditions }
}

/**
 * Short follow-ups about several of one kind: "both together", "and the other one?", "all of them", "compared to web?",
 * "which region has the highest?", "who else?". What they are several of is what the last questions named.
 */
import { CLASS_VALUES_MAX } from '../grounding/catalogue.ts'
import { PATTERN_IDS_MAX, type Plan, type PlanCondition, type PlanOf } from '../plan/plan.ts'
import { fieldOf, keysOf } from './fields.ts'
import { isOfSpans } from './fit-measure.ts'
import { windowOf } from './follow-up-time.ts'
import { valueFor } from './known-values.ts'
import { countedOf, PLAIN } from './move-base.ts'
import type { Previous, QuestionState } from './state.ts'

type MeasurePlan = PlanOf<'measure'>
type Listed = Extract<PlanCondition, { on: 'service' | 'attribute' | 'operation' }>

const THEM = '(?:of (?:them|those|these|it)|together|combined|again|in (?:total|sum|one)|added up|taken together)'
const BOTH = new RegExp(
  `^(?:(?:of|for|in|on) )?(?:both|the two)(?: ${THEM}| services?| ones?){0,3}$|^(?:together|combined|added up)$`,
)
const OTHER = /^(?:(?:of|for|in|on|by|with) )?the other(?: (?:one|service|value))?$/
const ALL =
  /^(?:all|everything|all (?:of (?:them|those|it)|requests|calls)(?: again)?|all again|(?:without|no|drop the|remove the) (?:the |that |any )?(?:filters?|restrictions?))$/
const WHOLE =
  /^(?:(?:for|of|in|on|across) )?(?:overall|in general|everywhere|system-?wide|globally|(?:all|all the|every|any) (?:services?|systems?|components?)(?: together| again)?|(?:the )?(?:whole|entire) (?:system|thing|platform))$/
const ELSE =
  /^(?:(?:who|what|anyone|anybody|anything|which (?:other )?services?) else|which other services?|which others?)(?: (?:has|have|had|is|are|was|were|gets?|got|logs?|logged|sees?|saw))?(?: (?:some|any|them|it|those|these|that|this|affected|hit|failing))?$/
const AGAINST =
  /^(?:(?:and |as )?compared? (?:it |that |this |them )?(?:to|with)|vs\.?|versus|against|next to) (?:the )?(\S+(?: \S+){0,2})$/
const MOST =
  /^(?:which|what) ([a-z][\w.-]{1,40}) (?:is|are|was|were|has|have|had|gets?|got|sees?|saw|takes?|took|fails?|failed)(?: (?:it|them|those|these|that))?(?: the)? (most|highest|worst|biggest|largest|busiest|slowest|longest|least|lowest|fewest|smallest|fastest|shortest)(?: ones?| of (?:them|those|these)| often)?$/
const TOP =
  /^(?:(?:what|which)(?: one)? (?:is|was|are|were|has|had) )?(?:just |only )?(?:the )?(?:worst|top|biggest|highest|largest|busiest)(?: (?:one|of (?:them|those|these|all)))?(?: only)?$/

/** What such a follow-up asks for; null for any other. */
export function setMove(text: string, previous: Previous, state: QuestionState): { plan: Plan; base?: Plan } | null {
  const plan =
    both(text, previous) ??
    bothBy(text, previous, state) ??
    theOther(text, previous, state) ??
    withoutAdded(text, previous) ??
    ofWhole(text, previous) ??
    whoElse(text, previous) ??
    besideOther(text, previous, state) ??
    severalValues(text, previous, state) ??
    mostOf(text, previous, state) ??
    topOf(text, previous)
  return plan === null ? null : { plan }
}

/** What a condition is about: conditions of one subject stand in each other's place. */
function subjectOf(one: PlanCondition): string {
  return one.on === 'attribute' ? `attribute ${one.key}` : one.on
}

function isListed(one: PlanCondition): one is Listed {
  return (one.on === 'service' || one.on === 'attribute' || one.on === 'operation') && one.not !== true
}

/** The subject by whose values the last two plans differ, with those of each. */
function differing(
  plan: Plan,
  before: Plan | undefined,
): { readonly one: PlanCondition; readonly old: PlanCondition } | null {
  for (const one of plan.conditions) {
    const old = before?.conditions.find((other) => subjectOf(other) === subjectOf(one))
    if (old !== undefined && JSON.stringify(old) !== JSON.stringify(one)) return { one, old }
  }
  return null
}

/** "Both together" after web and then api: the values of the last two questions. */
function both(text: string, { plan: base, before, last }: Previous): Plan | null {
  if (!BOTH.test(text) || (base.intent !== 'measure' && base.intent !== 'list')) return null
  const found = differing(base, last) ?? differing(base, before)
  if (found === null) return null
  const { one, old } = found
  const joined = joinedOf(one, old)
  if (joined === null) return null
  const plan = changed(base, (own) => (own === one ? joined : own))
  // Durations and shares of two do not add up.
  const isApart = plan.intent === 'measure' && /^(?:duration|ratio)$/.test(plan.measure.of) && plan.groupBy.length === 0
  if (!isApart || !/^(?:for |of |in |on )?(?:both|the two)(?: of them)?$/.test(text)) return plan
  if (joined.on === 'attribute') return { ...plan, groupBy: [{ field: joined.key, scope: joined.scope }] }
  return joined.on === 'service' ? { ...plan, groupBy: [{ field: 'service', scope: 'builtin' }] } : plan
}

const BOTH_BY =
  /^(?:both|the two)(?: of (?:them|those)| together| combined)?,? (?:per|by|for each) ([a-z][\w.-]{1,40})$/

/** "Both, per channel". */
function bothBy(text: string, previous: Previous, { context }: QuestionState): Plan | null {
  const noun = BOTH_BY.exec(text)?.[1]
  const plan = noun === undefined ? null : both('both', previous)
  if (noun === undefined || plan?.intent !== 'measure') return null
  const signal = isOfSpans(plan.measure) ? 'spans' : 'logs'
  const key = keysOf(noun, context.catalogue).find((known) => known.signal === signal)
  const field = key === undefined ? fieldOf(noun, context.catalogue) : { field: key.key, scope: key.scope }
  return field === null ? null : { ...plan, groupBy: [{ field: field.field, scope: field.scope }], limit: 20 }
}

function joinedOf(one: PlanCondition, old: PlanCondition): PlanCondition | null {
  if (isListed(one) && isListed(old)) return { ...one, values: [...new Set([...old.values, ...one.values])] }
  // Lines that state the value themselves.
  if (one.on === 'templates' && old.on === 'templates' && one.words === old.words && one.not === old.not)
    return {
      ...one,
      ids: [...new Set([...old.ids, ...one.ids])].slice(0, PATTERN_IDS_MAX),
      phrases: [...new Set([...old.phrases, ...one.phrases])].slice(0, 100),
    }
  if (one.on === 'status_code' && old.on === 'status_code' && one.not !== true && old.not !== true) {
    const [low, high] = one.from < old.from ? [one, old] : [old, one]
    return high.from <= low.to + 1 ? { ...one, from: low.from, to: Math.max(low.to, high.to) } : null
  }
  if (one.on !== 'severity' || old.on !== 'severity' || one.not === true || old.not === true) return null
  const isWarn = [one.is, old.is].includes('warn') && [one.is, old.is].includes('error')
  return isWarn ? { ...one, is: 'warn', orWorse: true } : null
}

/** "And the other one?" of two. */
function theOther(text: string, { plan: base, before }: Previous, { context }: QuestionState): Plan | null {
  if (!OTHER.test(text) || (base.intent !== 'measure' && base.intent !== 'list')) return null
  for (const one of base.conditions) {
    if (!isListed(one)) continue
    const old = before?.conditions.find((other) => subjectOf(other) === subjectOf(one))
    const known =
      one.on === 'attribute'
        ? context.values
            .find(({ key, scope }) => key === one.key && scope === one.scope)
            ?.values.map(({ value }) => value)
        : undefined
    const all = old !== undefined && isListed(old) && old.values.length > one.values.length ? old.values : known
    const left = all?.filter((value) => !one.values.includes(value)) ?? []
    if (left.length === 1) return changed(base, (own) => (own === one ? { ...one, values: left } : own))
  }
  return null
}

/** "All of them" after "only the failed ones": what the last question has added is taken away. */
function withoutAdded(text: string, { plan: base, before }: Previous): Plan | null {
  if (!ALL.test(text) || (base.intent !== 'measure' && base.intent !== 'list')) return null
  const old = new Set(before?.conditions.map(subjectOf) ?? [])
  const isAdded = (one: PlanCondition): boolean => before !== undefined && !old.has(subjectOf(one))
  const added = base.conditions.filter(isAdded)
  // Another service is no restriction that was put on top.
  const changedTo = added.length > 0 ? null : differing(base, before)
  const other = changedTo?.one.on === 'attribute' ? changedTo : null
  const dropped =
    other !== null ? [other.one] : added.length > 0 ? added : base.conditions.filter(({ on }) => on === 'outcome')
  if (dropped.length === 0) return null
  return { ...changed(base, (own) => own), conditions: base.conditions.filter((one) => !dropped.includes(one)) }
}

/** "And overall?" after one service: of all services. */
function ofWhole(text: string, { plan: base }: Previous): Plan | null {
  if (!WHOLE.test(text) || (base.intent !== 'measure' && base.intent !== 'list')) return null
  const isPlace = ({ on }: PlanCondition): boolean => on === 'service' || on === 'operation'
  // "Overall?" of what lines say at one place: at all of them.
  const isValue = ({ on }: PlanCondition): boolean => on === 'attribute'
  const isOfThing = base.conditions.some(({ on }) => on === 'templates' || on === 'text' || on === 'status_code')
  const isOfValue = isOfThing && base.conditions.some(isValue)
  const left = base.conditions.filter((one) => (isOfValue ? !isValue(one) : !isPlace(one)))
  if (left.length === base.conditions.length) return null
  return { ...changed(base, (own) => own), conditions: left }
}

/** "Who else has some?": the same of all other services, by service. */
function whoElse(text: string, previous: Previous): Plan | null {
  const base = ELSE.test(text) ? countedOf(previous.plan) : null
  if (base === null || !/^(?:records|requests|ratio)$/.test(base.measure.of)) return null
  const named = base.conditions.find((one) => one.on === 'service' && one.not !== true)
  if (named === undefined) return null
  const groupBy = [{ field: 'service', scope: 'builtin' as const }]
  return { ...changed(base, (own) => (own === named ? { ...named, not: true } : own)), ...PLAIN, groupBy, limit: 20 }
}

/** "Compared to web?": the same of both, one beside the other. */
function besideOther(text: string, previous: Previous, { named, context }: QuestionState): Plan | null {
  const said = AGAINST.exec(text)?.[1]
  const base = said === undefined ? null : countedOf(previous.plan)
  if (said === undefined || base === null) return null
  const [service, more] = named
  const held = base.conditions.filter(isListed)
  if (service !== undefined) {
    const own = held.find(({ on }) => on === 'service')
    const name = service.services[0]
    if (own === undefined || more !== undefined || name === undefined || service.services.length > 1) return null
    return ranked(base, own, [name], { field: 'service', scope: 'builtin' })
  }
  for (const own of held) {
    if (own.on === 'operation') {
      const others = context.catalogue.operations.filter((name) => partsOf(name).includes(said))
      if (others.length > 0 && others.length <= ROUTES_MAX)
        return ranked(base, own, others, { field: 'operation', scope: 'builtin' })
    }
    if (own.on !== 'attribute') continue
    const found = valueFor({ context }, said, new Set([own.key]))
    if (found !== null && !own.values.includes(found.value))
      return ranked(base, own, [found.value], { field: own.key, scope: own.scope })
  }
  return null
}

/** More routes of one name are too many to set beside others. */
const ROUTES_MAX = 6

function partsOf(operation: string): string[] {
  return operation.toLowerCase().split(/[^a-z0-9-]+/)
}

const SEVERAL =
  /^(?:(?:for|in|of|on|from|by|with) )?(?:the )?(\S+(?:,? (?:and|or|plus) (?:the )?\S+|, (?:the )?\S+){1,3})(?: (?:together|combined|only|alone|ones))?$/

/** "North and south together": values of one key that these records carry, and nothing else. */
function severalValues(text: string, { plan: base }: Previous, { context, named }: QuestionState): Plan | null {
  const said = SEVERAL.exec(text)?.[1]?.split(/,? (?:and|or|plus) (?:the )?|, (?:the )?/)
  if (said === undefined || base.intent !== 'measure' || named.length > 0) return null
  const signal = isOfSpans(base.measure) ? 'spans' : 'logs'
  for (const known of context.values) {
    if (known.signal !== signal || known.values.length > CLASS_VALUES_MAX) continue
    const keys = new Set([known.key])
    const found = said.flatMap((word) => valueFor({ context }, word, keys)?.value ?? [])
    if (found.length !== said.length) continue
    const one: PlanCondition = { on: 'attribute', key: known.key, scope: known.scope, values: [...new Set(found)] }
    const others = base.conditions.filter((own) => subjectOf(own) !== subjectOf(one))
    const groupBy = base.groupBy.filter(({ field }) => field !== known.key)
    return { ...base, conditions: [...others, one], groupBy, against: null, time: windowOf(base.time) }
  }
  return null
}

function ranked(base: MeasurePlan, own: Listed, more: readonly string[], group: MeasurePlan['groupBy'][number]): Plan {
  const values = [...new Set([...own.values, ...more])]
  const plan = changed(base, (one) => (one === own ? { ...own, values } : one))
  return { ...plan, ...PLAIN, groupBy: [group], limit: 20 }
}

const DURATION = /^(?:slowest|longest|fastest|shortest)$/

/** "Which region has the highest?" after an error rate: the same by that, whatever value it was restricted to. */
function mostOf(text: string, previous: Previous, { context }: QuestionState): Plan | null {
  const [, noun, said = ''] = MOST.exec(text) ?? []
  const base = noun === undefined ? null : countedOf(previous.plan)
  const field = noun === undefined ? null : fieldOf(noun, context.catalogue)
  if (base === null || field === null || noun === undefined) return null
  const signal = isOfSpans(base.measure) ? 'spans' : 'logs'
  const held = base.conditions.find(
    (one) => one.on === 'attribute' && keysOf(noun, context.catalogue).some(({ key }) => key === one.key),
  )
  const known = keysOf(noun, context.catalogue).find((one) => one.signal === signal)
  const group =
    held?.on === 'attribute'
      ? { field: held.key, scope: held.scope }
      : field.scope === 'builtin' || known === undefined
        ? { field: field.field, scope: field.scope }
        : { field: known.key, scope: known.scope }
  const isCarried = group.scope === 'builtin' || known !== undefined || held !== undefined
  if (!isCarried || !/^(?:records|requests|ratio|duration)$/.test(base.measure.of)) return null
  const isOfTime = DURATION.test(said) && base.measure.of !== 'duration'
  if (isOfTime && base.measure.of !== 'requests') return null
  const isLowest = /^(?:least|lowest|fewest|smallest|fastest|shortest)$/.test(said)
  return {
    ...base,
    ...PLAIN,
    ...(isOfTime ? { measure: { of: 'duration' as const, statistic: 'p95' as const } } : {}),
    conditions: base.conditions.filter(
      (one) => one !== held && !(group.field === 'service' && one.on === 'service' && one.not !== true),
    ),
    groupBy: [group],
    order: isLowest ? 'lowest' : 'highest',
    isGroupImplied: false,
    limit: 20,
  }
}

/** "Only the worst one" of groups. */
function topOf(text: string, { plan: base }: Previous): Plan | null {
  if (!TOP.test(text)) return null
  if (base.intent === 'patterns') return { ...base, limit: 1, time: windowOf(base.time) }
  if (base.intent !== 'measure') return null
  if (base.intervalMs !== null && base.groupBy.length === 0) return { ...base, isPeakAsked: true, isTrendAsked: true }
  return base.groupBy.length === 0 ? null : { ...base, limit: 1, order: 'highest', time: windowOf(base.time) }
}

/** The plan with other conditions, of the same time. */
function changed<T extends PlanOf<'measure'> | PlanOf<'list'>>(base: T, to: (one: PlanCondition) => PlanCondition): T {
  return { ...base, conditions: base.conditions.map(to), time: windowOf(base.time) }
}

/**
 * Short follow-ups about the set that the last answer counted, in whatever words: how many it is, by what it is told
 * apart ("on which node was it?", "by whom", "how many per pod"), its share, two of its values side by side, its last.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../plan/plan.ts'
import { type FieldChoice, fieldOf, fieldOfSignal } from './fields.ts'
import { isOfSpans } from './fit-measure.ts'
import { valueFor } from './known-values.ts'
import { ofShown } from './listed-moves.ts'
import { countedOf, listOf, PLAIN } from './move-base.ts'
import type { Previous, ReadContext } from './state.ts'
import { isOfOneThing } from './subject-moves.ts'

type MeasurePlan = PlanOf<'measure'>
type Attribute = Extract<PlanCondition, { on: 'attribute' }>

const IT = '(?:that|this|it|those|these|they|them|theirs)'
const ONE = `(?:${IT}(?: one| ones)?|the (?:first|last|latest) one)`
const NOUN = '([a-z][a-z0-9_.-]{2,30}(?: [a-z][a-z0-9_.-]{2,30})?)'
const AT = '(?:on|in|from|at|with|for|of|by|to|through|via|using|running on|coming from|behind)'
const COUNT =
  /^how many(?: (?:lines|log lines|records|requests|calls|times|ones?|of (?:them|those|these)|are there|were there|was it|is it|are they|were they|are those|is that|so far|in all|in total|altogether|until now|up to now|already|overall))+$/
const BY = [
  new RegExp(`^how (?:many|much|often) (?:per|by|for each|in each|for every|on each|at each) ${NOUN}$`),
  new RegExp(`^(?:${AT} )?(?:which|what) ${NOUN} (?:is|are|was|were|does|do|did|has|have|had) ${ONE}(?: ${AT})?$`),
  new RegExp(`^who(?:'s|s| is| was| are| were) the ${NOUN}$`),
  new RegExp(
    `^(?:${AT} )?(?:which|what) ${NOUN} (?:mostly|mainly|most|exactly|(?:the )?most(?: often| frequently| of (?:all|them|those))?|more often|worst)$`,
  ),
  new RegExp(
    `^(?:is|are|was|were) ${IT} (?:only|just|all|always|all from|mostly)(?: ${AT})? (?:one|a single|the same) ${NOUN}$`,
  ),
]
const WHO = new RegExp(
  `^(?:(?:by|to|from|for|of) (?:whom|who)|who (?:did|made|changed|sent|caused|does|was|is|were|has done|ordered|asked|triggered|created|booked|paid|gets|got) (?:${IT})|whose (?:are|were|is|was) ${IT})(?: mostly| mainly| most)?$`,
)
const PEOPLE_KEYS = [
  ...['user', 'actor', 'author', 'changed_by', 'editor', 'operator', 'member', 'staff', 'employee', 'clerk', 'agent'],
  ...['driver', 'courier', 'recipient', 'payee', 'customer', 'tenant', 'company', 'organization', 'account', 'client'],
  ...['merchant', 'partner'],
] as const
const SHARE =
  /^(?:(?:and )?(?:what|which|how (?:big|large|high) an?) (?:share|percentage|percent|fraction|part|%) (?:is|are|was|were) (?:that|those|they|it|these)|(?:as (?:an? )?|in |what is that in )(?:percent|percentage|share|%)|(?:the )?(?:share|percentage))$/
const TOP =
  /^(?:(?:which|who|what)(?: one)? (?:is|was) )?(?:the )?(?:top|worst|biggest|hardest hit|most affected)(?: one)?$/
const VERSUS = /^(?:compare )?(\S{1,40}) (?:vs\.?|versus|against|compared (?:to|with)) (\S{1,40})$/
const STOPPED =
  /^(?:(?:did|has|have|is|are|was) (?:it|that|this|they|those|these) (?:stop|stopped|over|gone|end|ended|recover|recovered|done|finished|cease|ceased)(?: (?:now|again|already|by now|yet|since))?|when did (?:it|that|this|they|those) (?:stop|end|last happen)|when (?:was|were) (?:it|that|they|those) last seen)$/

/** The plan of such a follow-up; null of any other. */
export function setEdit(text: string, previous: Previous, context: ReadContext): Plan | null {
  const { plan, question } = previous
  const shown = ofShown(text, previous, context)
  if (shown !== null) return shown
  const base = countedOf(plan)
  if (base === null || base.conditions.length === 0 || base.measure.of === 'metric') return null
  return (
    ofFirst(text, base, previous) ??
    counted(text, base) ??
    by(text, base, context.catalogue) ??
    top(text, base, question, context.catalogue) ??
    shareOf(text, base) ??
    versus(text, base, context) ??
    stopped(text, base) ??
    whereNow(text, base)
  )
}

const ASKED_FIRST = /\b(?:which|who|whom|what)\b.*\b(?:most|worst|highest|biggest|top|largest)\b/i

/** "How many is that?" behind "which client has the most": of that one. */
function ofFirst(text: string, base: MeasurePlan, { winner, question = '' }: Previous): Plan | null {
  const [group, more] = base.groupBy
  const isOne = /^how (?:many|much) (?:is|was) (?:that|it|this)$/.test(text)
  if (!isOne || winner === undefined || group === undefined || more !== undefined || !ASKED_FIRST.test(question))
    return null
  if (winner.field !== group.field || winner.scope === 'builtin') return null
  const only: PlanCondition = { on: 'attribute', key: winner.field, scope: winner.scope, values: [winner.value] }
  return { ...base, ...PLAIN, per: base.per, groupBy: [], conditions: [...base.conditions, only] }
}

/** "How many so far?" */
function counted(text: string, base: MeasurePlan): Plan | null {
  if (!COUNT.test(text)) return null
  // "In total" behind requests that failed asks for the others too.
  if (isOfSpans(base.measure) && /\b(?:in all|in total|altogether|overall)\b/.test(text)) return null
  const measure = isOfSpans(base.measure) ? ({ of: 'requests' } as const) : ({ of: 'records' } as const)
  const isOfSame = base.measure.of === 'distinct' || base.measure.of === 'ratio'
  return isOfSame ? null : { ...base, ...PLAIN, measure, groupBy: [] }
}

/** "Which node was it?", "how many per pod?", "by whom?" */
function by(text: string, base: MeasurePlan, catalogue: Catalogue): Plan | null {
  const signal = isOfSpans(base.measure) ? 'spans' : 'logs'
  const noun = BY.map((form) => form.exec(text)?.[1]).find((said) => said !== undefined)
  const isWho = noun === undefined && WHO.test(text)
  if (noun === undefined && !isWho) return null
  const field = isWho
    ? PEOPLE_KEYS.map((key) => fieldOfSignal(key, signal, catalogue)).find((one) => one !== null)
    : (builtinOf(noun ?? '', signal, catalogue) ??
      fieldOfSignal(noun ?? '', signal, catalogue) ??
      fieldOf(noun ?? '', catalogue))
  if (field == null || (base.measure.of === 'distinct' && base.measure.key === field.field)) return null
  const groupBy = [{ field: field.field, scope: field.scope }]
  return { ...base, ...PLAIN, per: base.per, groupBy, isGroupImplied: false, limit: 20 }
}

function builtinOf(noun: string, signal: 'logs' | 'spans', catalogue: Catalogue): FieldChoice | null {
  const field = fieldOf(noun, catalogue)
  return field?.scope === 'builtin' && field.signals.includes(signal) ? field : null
}

/** "Top one?" behind customers that were counted: by them. */
function top(text: string, base: MeasurePlan, question: string | undefined, catalogue: Catalogue): Plan | null {
  const isOfEvents = base.measure.of === 'records' || base.measure.of === 'requests'
  if (!TOP.test(text) || question === undefined || !isOfEvents || base.groupBy.length > 0) return null
  const signal = isOfSpans(base.measure) ? 'spans' : 'logs'
  const nouns = question.toLowerCase().match(/[a-z]{3,30}s\b/g) ?? []
  const field = nouns.map((noun) => fieldOfSignal(noun, signal, catalogue)).find((one) => one !== null)
  if (field == null) return null
  return { ...base, ...PLAIN, groupBy: [{ field: field.field, scope: field.scope }], isGroupImplied: false, limit: 20 }
}

/** "What share is that?" of what one value has narrowed: among the same without it. */
function shareOf(text: string, base: MeasurePlan): Plan | null {
  if (!SHARE.test(text) || base.measure.of !== 'records') return null
  const values = base.conditions.filter((one): one is Attribute => one.on === 'attribute' && one.not !== true)
  const value = values.at(-1)
  const others = base.conditions.filter((one) => one !== value)
  if (value === undefined || others.length === 0 || others.length > 5) return null
  const measure = { of: 'ratio' as const, share: 'matching' as const, among: others }
  return { ...base, ...PLAIN, measure, groupBy: [] }
}

/** "T1 vs T2": both values of one key, side by side. */
function versus(text: string, base: MeasurePlan, context: ReadContext): Plan | null {
  const [, one, other] = VERSUS.exec(text) ?? []
  if (one === undefined || other === undefined) return null
  const signal = isOfSpans(base.measure) ? 'spans' : 'logs'
  for (const { key, scope, signal: own } of context.values) {
    if (own !== signal) continue
    const keys = new Set([key])
    const values = [one, other].map((said) => valueFor({ context }, said, keys)?.value)
    const [first, second] = values
    if (first === undefined || second === undefined || first === second) continue
    const conditions: PlanCondition[] = [
      ...base.conditions.filter((held) => held.on !== 'attribute' || held.key !== key),
      { on: 'attribute', key, scope, values: [first, second] },
    ]
    return { ...base, ...PLAIN, per: base.per, conditions, groupBy: [{ field: key, scope }], limit: 20 }
  }
  return null
}

/** "Did it stop?" behind lines of one thing: when the last of them was. */
function stopped(text: string, base: MeasurePlan): Plan | null {
  const isOfEvents = base.measure.of === 'records' || base.measure.of === 'requests'
  if (!STOPPED.test(text) || !isOfEvents || !isOfOneThing(base)) return null
  const list = listOf(base, isOfSpans(base.measure) ? 'spans' : 'logs', base.conditions)
  return { ...list, order: 'newest', limit: 5, isTimeAsked: true }
}

const WHERE_NOW =
  /^(?:where is (?:it|that|this)(?: (?:now|at the moment|right now|currently))?|(?:what(?:'s| is|s)? )?(?:its |the )?(?:current |latest |last )(?:state|status|step)(?: of (?:it|that|this))?|what (?:happened|was done) (?:to|with) (?:it|that) last|(?:its |the )?last (?:thing|event)(?: (?:of|for) (?:it|that))?)$/

/** "Where is it now?" behind one id: the last that was said of it, however long ago. */
function whereNow(text: string, base: MeasurePlan): Plan | null {
  const isOfId = base.conditions.some((one) => one.on === 'text' && /^(?=\S*\d)\S+$/.test(one.text))
  if (!WHERE_NOW.test(text) || !isOfId || base.measure.of !== 'records') return null
  return { ...listOf(base, 'logs', base.conditions), order: 'newest', limit: 1 }
}

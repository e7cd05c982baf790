/**
 * Money of a business in its own words: "revenue per act", "takings in the last half hour", "which act brings in the
 * most money", "what do buyers spend on average per tier", "how much did we pay back in refunds". Where the question
 * names no event, that of income is meant: what was paid, captured or sold. Every other word has to be a value, a group,
 * or a word of the lines.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { templateTokens } from '../grounding/template-tokens.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { PlanCondition, PlanOf, Statistic } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { timeOf } from './asked-time.ts'
import { isCarried } from './covering/cover-lines.ts'
import { attributeField, type FieldChoice, keysOf } from './fields.ts'
import { isUndone, NOT_DONE } from './fit-values.ts'
import { ofValue, valueFor } from './known-values.ts'
import { CURRENCY, type Slot, slotsOf } from './slots.ts'
import { type QuestionState, type ReadContext, stateOf } from './state.ts'
import { isDenying, succeeded, templateCondition, templatesWith } from './texts.ts'
import { withoutTime } from './time-of-doing.ts'
import { shifted } from './when.ts'
import { lemmaOf, stemOf } from './words.ts'

export interface MoneyAsked {
  readonly plan: PlanOf<'measure'>
  readonly note: string
}

/** Words for money that came in. */
const MONEY = /^(?:revenues?|turnover|takings|income|earnings|proceeds|money|cash|sales)$/
/** What is done with money, and so nothing more than that it is money. */
const MONEY_DONE =
  /^(?:spend|spends|spent|spending|earn|earns|earned|earning|worth|bring|brings|brought|make|makes|made|take|takes|took|taken|generate|generates|generated|yield|yields|come|comes|came|coming|pay|pays|paying|in|out|back|off|up|much|total|altogether|all|overall|sum|amount|value|average|avg|mean|typical|usually|typically|most|least|highest|lowest|best|worst|biggest|do|does|did|so|far|is|was|are|were|we|far|please|currently|get|got|show|give|tell|me|us)$/
const ASKS = [
  /\b(?:revenues?|turnover|takings|earnings|proceeds)\b/,
  /\b(?:how much|which|what|who|total|all the|where)\b.{0,60}\b(?:money|cash|income)\b/,
  /\bhow much\b.{0,40}\bworth\b|\bworth\b.{0,40}\b(?:on average|in total|altogether)\b|\bwhat (?:is|are|was|were)\b.{2,60}\bworth\b/,
  /\b(?:what|how much)\b.{1,60}\b(?:spend|spent|earn|earns|earned)\b|\b(?:spends?|earns?|earned) (?:the )?(?:most|least)\b/,
  /\bhow much (?:was|were|is|has been|have been|got|gets) (?:[a-z]{2,20}ed|paid|sold|spent)\b/,
  /\bhow much (?:did|do|does|have|has) (?:we|you|they|people|the [a-z]{3,20}|[a-z]{3,20}s) (?:been )?[a-z]{3,20}\b/,
]
/** Asks for anything else, or for a number of something. */
const OTHER =
  /["`]|\b(?:why|how (?:many|often|long|badly|fast)|share|percent\w*|part of|ratio|errors?|requests?|logs?|lines?|cpu|memory|heap|disk|lag|load|latency|traffic|bandwidth|data|time|bytes|[kmgt]i?b|megabytes|gigabytes|space|storage|hurt|lose|losing|loss|lost revenue|less|fewer|more|drop|dropp\w+|trend|rise|rising|fall|falling|per (?:second|minute|hour|day))\b/
const MEAN = /\b(?:average|avg|mean|typical|typically|usually)\b/
const PER_THING =
  /\b(?:per|an?|each|every) (?:(?:paid|single|sold) )?(order|sale|booking|purchase|payment|transaction|ticket|customer|buyer|trip|ride|visit|charge)\b/
const LEAST = /\b(?:least|lowest|worst|fewest|smallest)\b/
const MOST = /\b(?:most|highest|best|biggest|largest|top)\b/
const NOUNS = '([a-z][\\w.-]{1,30}(?: [a-z][\\w.-]{1,30})?)'
const GROUPS = [
  new RegExp(`\\b(?:by|per|for each|of each|for every|each|every) (?:the )?${NOUNS}(?= |$)`),
  new RegExp(
    `\\b(?:which|what) ${NOUNS} (?=(?:do|does|did|is|was|has|have|had|bring|made|make|earn|spen|sell|sold|t[ao]ok|take|generat|with|paid|pay|where)[a-z]*\\b)`,
  ),
]
const EXCLUDED =
  /\b(?:without|excluding|except(?: for)?|apart from|not counting|minus|other than|besides|leaving out) (?:the )?([\w-]{2,40})/

/** The ways in which lines may state the money that is asked for, the likeliest first; none where none is. */
export function moneyAsked(text: string, context: ReadContext): readonly MoneyAsked[] {
  if (!ASKS.some((form) => form.test(text)) || OTHER.test(text)) return []
  const state = stateOf(text, context, {})
  if (state.traceId !== null || state.beside !== null) return []
  const asked = askedOf(withoutTime(state), state)
  if (asked === null) return []
  const { catalogue } = context
  const events = asked.said.length > 0 ? eventsOf(asked.said, text, catalogue) : incomeOf(catalogue)
  const fits = events.filter(({ templates }) =>
    asked.values.every((condition) => templates.some((one) => isCarried({ words: [], condition }, one))),
  )
  const time = timeOf(state)
  const against = state.against === null ? null : shifted(time, state.against)
  return fits.flatMap(({ templates, slot }) => {
    const condition = templateCondition(asked.said.length > 0 ? asked.said : wordsOfEvent(templates), templates)
    if (condition === null) return []
    const measure = {
      ...({ of: 'number', key: slot.name, unit: slot.name, signal: 'logs', isInBody: true } as const),
      statistic: asked.statistic,
    }
    const groupBy = asked.group === null ? [] : [{ field: asked.group.field, scope: asked.group.scope }]
    const plan = plainMeasure({ measure, conditions: [condition, ...asked.values], time, groupBy, against })
    const ordered = asked.isLeast ? { ...plan, order: 'lowest' as const } : plan
    return [
      {
        plan: ordered,
        note: `I took "${asked.noun}" as ${slot.name} of the lines that say "${condition.on === 'templates' ? condition.words : ''}".`,
      },
    ]
  })
}

interface Asked {
  /** What the question calls money. */
  readonly noun: string
  readonly statistic: Statistic
  readonly group: FieldChoice | null
  readonly isLeast: boolean
  readonly values: readonly Extract<PlanCondition, { on: 'attribute' }>[]
  /** Words of the event; none where income is meant. */
  readonly said: readonly string[]
}

function askedOf(plain: string, state: QuestionState): Asked | null {
  const { catalogue } = state.context
  const per = PER_THING.exec(plain)
  const whole = per === null ? plain : plain.replace(per[0], ' ')
  const grouped = groupOf(whole, catalogue)
  const excluded = EXCLUDED.exec(grouped.rest)
  const out = excluded === null ? null : valueFor(state, excluded[1] ?? '')
  if (excluded !== null && out === null) return null
  const rest = excluded === null ? grouped.rest : grouped.rest.replace(excluded[0], ' ')
  const values = out === null ? [] : [{ ...ofValue(out), not: true }]
  const said: string[] = []
  const keys: string[] = []
  // Requests may carry the same value under another key.
  const ofLogs = { ...state.context, values: state.context.values.filter(({ signal }) => signal === 'logs') }
  const prose = { ...catalogue, templates: catalogue.templates.map(withoutPairs) }
  for (const word of rest.split(/[^\w-]+/).filter((part) => part !== '')) {
    if (FUNCTION_WORDS.has(word) || MONEY.test(word) || CURRENCY.test(word) || PEOPLE.test(lemmaOf(word))) continue
    const value = valueFor({ context: ofLogs }, word) ?? valueFor(state, word)
    const isSaid = templatesWith([word], prose, []).length > 0
    if (value !== null && value.scope === 'attribute' && !isSaid) values.push({ ...ofValue(value), not: false })
    else if (MONEY_DONE.test(word)) continue
    else if (isSaid) said.push(word)
    else keys.push(word)
  }
  // "The night boat" of `boat=night`: the key beside its value.
  const isKeyOfValue = (word: string): boolean =>
    keysOf(word, catalogue).some(({ key }) => values.some((value) => value.key === key))
  if (!keys.every(isKeyOfValue)) return null
  const isExtreme = grouped.field !== null && (LEAST.test(plain) || MOST.test(plain))
  // "Which act brings in most": without a key that it goes by, something else is asked.
  if (/\b(?:which|who)\b/.test(plain) && !isExtreme) return null
  const isMean = MEAN.test(plain) || per !== null
  const noun =
    /\b(?:revenues?|turnover|takings|income|earnings|proceeds|money|cash|sales|worth|spen[dt]\w*|earn\w*)\b/.exec(
      plain,
    )?.[0] ?? 'how much'
  return {
    ...{ noun, group: grouped.field, said, values, isLeast: LEAST.test(plain) },
    statistic: isMean ? 'mean' : 'sum',
  }
}

/** What a line says outside its pairs: `boat=night` says neither. */
function withoutPairs(line: KnownTemplate): KnownTemplate {
  return { ...line, tokens: templateTokens(line.template.replace(/[\w.]{1,60}=\S{1,200}/g, ' ')) }
}

function groupOf(plain: string, catalogue: Catalogue): { readonly field: FieldChoice | null; readonly rest: string } {
  for (const form of GROUPS) {
    const found = form.exec(plain)
    const [whole = '', nouns = ''] = found ?? []
    for (const noun of [nouns, nouns.split(' ')[0] ?? '']) {
      const field = noun === '' ? null : attributeField(noun, catalogue)
      if (field?.signals.includes('logs') === true && field.scope === 'attribute')
        return { field, rest: plain.replace(whole.slice(0, whole.indexOf(nouns) + noun.length), ' ') }
    }
  }
  return { field: null, rest: plain }
}

interface MoneyEvent {
  readonly templates: readonly KnownTemplate[]
  readonly slot: Slot
}

const AMOUNT = /^(?:amount|total|price|fare|cost|fee|cents?|pence|revenue|value|sum)$/

function moneyOf({ template }: KnownTemplate): Slot | null {
  const slots = slotsOf(template)
  return (
    slots.find(({ isMoney }) => isMoney) ?? slots.find(({ words }) => words.some((word) => AMOUNT.test(word))) ?? null
  )
}

/** "Money in the events that were not attributed": of the lines that deny it. */
const DENIED = /\b(?:not|never)\b/

/** Lines that say the words and state money, by the name of their number. */
function eventsOf(said: readonly string[], text: string, catalogue: Catalogue): MoneyEvent[] {
  const saying = templatesWith(said, catalogue, [])
  const denied = DENIED.test(text) ? saying.filter(isDenying) : []
  const wanted = denied.length > 0 ? denied : saying
  const own = NOT_DONE.test(text) ? wanted : succeeded(saying.filter((one) => !isUndone(one)))
  return byName(own)
}

/** How surely a line tells of money that came in, 0 the surest; null where it does not. */
export function incomeRank(template: KnownTemplate): number | null {
  const rank = INCOME.findIndex((words) => template.tokens.some((token) => words.test(token)))
  return rank >= 0 && !isUndone(template) && !template.tokens.some((token) => NO_INCOME.test(token)) ? rank : null
}

const INCOME: readonly RegExp[] = [
  /^(?:paid|captured|sold|settled)$/,
  /^(?:payment|payments|charge|charged|charges|capture|sale|sales|purchase|purchased|checkout|receipt)$/,
  /^(?:order|orders|booking|booked|invoice|invoiced|billed|ordered|placed|taken)$/,
]
/** Whether a line tells of money that goes out, or is only set aside. */
export function isNoIncome({ tokens }: KnownTemplate): boolean {
  return tokens.some((token) => NO_INCOME.test(token))
}

const NO_INCOME =
  /^(?:refund\w*|payouts?|fees?|penalt\w+|vouchers?|costs?|salar\w+|compensat\w+|quot\w+|estimat\w+|credit\w*|discount\w*|chargebacks?|withdraw\w*|transfer\w*|balance|reserved?|hold|holds|authori[sz]\w+)$/

function incomeOf({ templates }: Catalogue): MoneyEvent[] {
  const ranked = templates.flatMap((template) => {
    const rank = incomeRank(template)
    return rank !== null && moneyOf(template) !== null ? [{ template, rank }] : []
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return byName(ranked.filter(({ rank }) => rank === best).map(({ template }) => template))
}

/** One event for each service and name of the number, the most frequent first. */
function byName(templates: readonly KnownTemplate[]): MoneyEvent[] {
  const stating = templates.flatMap((template) => {
    const slot = moneyOf(template)
    return slot === null ? [] : [{ template, slot }]
  })
  const groups = Map.groupBy(stating, ({ template, slot }) => `${template.service} ${slot.name}`)
  return [...groups.values()]
    .map((own) => ({ templates: own.map(({ template }) => template), slot: own[0]?.slot }))
    .flatMap(({ templates: own, slot }) => (slot === undefined ? [] : [{ templates: own, slot }]))
    .sort((a, b) => countOf(b) - countOf(a))
}

function countOf({ templates }: MoneyEvent): number {
  return templates.reduce((sum, { count }) => sum + count, 0)
}

/** The words by which lines tell of income: "order paid". */
function wordsOfEvent(templates: readonly KnownTemplate[]): string[] {
  const tokens = templates[0]?.tokens ?? []
  const at = INCOME.map((words) => tokens.findIndex((token) => words.test(token))).find((place) => place >= 0) ?? 0
  const before = tokens[at - 1]
  const isNoun =
    before !== undefined && /^[a-z]{3,20}$/.test(before) && !FUNCTION_WORDS.has(before) && stemOf(before) !== 'info'
  return [...(isNoun ? [before] : []), ...tokens.slice(at, at + 1)]
}

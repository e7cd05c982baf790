/**
 * "Average top-up", "biggest document we archived", "total billed amount": how much each of a thing came to, as the
 * lines of it state, or its requests, or a counter. The noun is the thing, though a service may be called after it.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { PlanCondition, PlanOf, Statistic } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { timeOf } from './asked-time.ts'
import { eventsOf } from './covering/cover-lines.ts'
import { attributeField } from './fields.ts'
import { isUndone, NOT_DONE } from './fit-values.ts'
import { valueFor } from './known-values.ts'
import { routesOfThing } from './routes.ts'
import { CURRENCY, slotsOf } from './slots.ts'
import { type QuestionState, type ReadContext, stateOf } from './state.ts'
import { beginningWith, succeeded, templateCondition, templatesWith } from './texts.ts'
import { withoutTime } from './time-of-doing.ts'
import { lemmaOf, stemOf } from './words.ts'

export interface ThingAmount {
  readonly plan: PlanOf<'measure'>
  readonly note?: string
}

const LEAD =
  /^(?:(?:so|and|ok|hey|please|hi) ){0,3}(?:(?:what|how much|how big|how large|how high|how heavy|how expensive) (?:is|was|are|were) |what's |show me |give me |tell me )?(?:the |our |an? )?/
const USUAL =
  /^how (much|big|large|heavy|expensive) (?:is|are|was|were) (?:the |our |an? |one )?(.{3,60}?) (?:on average|usually|typically|normally)(?= |$)/
const STATISTICS: readonly (readonly [RegExp, Statistic])[] = [
  [/^(?:average|avg|mean|typical|usual)$/, 'mean'],
  [/^median$/, 'p50'],
  [/^(?:biggest|largest|greatest|highest|heaviest|dearest|priciest|longest|maximum|max|most-expensive)$/, 'max'],
  [/^(?:smallest|lowest|lightest|cheapest|tiniest|shortest|minimum|min)$/, 'min'],
  [/^(?:total|sum|combined|overall)$/, 'sum'],
]
/** Asks for anything else than how much a thing came to. */
const OTHER =
  /["`\d]|\b(?:why|which|who|whose|when|where|how (?:many|often|long)|not|without|except|excluding|than|vs|versus|compared?|errors?|failures?|requests?|calls?|latency|latencies|duration|time|times|rate|ratio|share|number|count|queue|backlog|cpu|memory|heap|disk|lag|load|response|and|or)\b/

interface Kind {
  /** Words by which it is asked for. */
  readonly said: RegExp
  /** Parts of names under which it is stated. */
  readonly names: RegExp
}
const MONEY: Kind = {
  said: /^(?:amount|value|sum|price|cost|worth|revenue|money|much|expensive|dearest|priciest|cheapest|most-expensive)$/,
  names: /^(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|cents?|pence|amount|price|cost|fee|fare|revenue)$/,
}
const SIZE: Kind = {
  said: /^(?:size|volume|big|large)$/,
  names: /^(?:bytes?|[kmg]i?b|(?:kilo|mega|giga)bytes?|size)$/,
}
const WEIGHT: Kind = {
  said: /^(?:weight|heavy|heaviest|lightest)$/,
  names: /^(?:kgs?|kilos?|kilograms?|grams?|g|tonnes?|tons?|lbs?|weight|mass)$/,
}
/** How long a thing is, and not how long its request took. */
const LENGTH: Kind = {
  said: /^(?:longest|shortest|length)$/,
  names: /^(?:seconds?|secs?|s|minutes?|mins?|hours?)$/,
}
const KINDS = [MONEY, SIZE, WEIGHT, LENGTH]
/** "Average size of a file in MB": lines state it in one unit. */
const IN_UNIT =
  / in (?:[kmgt]i?b|bytes|(?:kilo|mega|giga)bytes|kgs?|kilos?|kilograms?|grams|g|tonnes?|tons?|seconds|secs|minutes|mins|hours|eur|usd|gbp|chf|euros?|dollars?|pounds?)$/
const KIND_NOUN = /^(?:amounts?|values?|sums?|prices?|costs?|sizes?|volumes?|weights?|revenue|lengths?)$/

interface Asked {
  readonly statistic: Statistic
  /** The kind of number that is named; none where any that the thing has is meant. */
  readonly kind: Kind | null
  readonly words: readonly string[]
  readonly by: string | null
  /** "Copay" of `copay_usd`: the amount goes by a name of its own. */
  readonly under: string | null
}

/** The ways in which the data may state the amount, the surest first; none where no amount of a thing is asked for. */
export function amountsOfThing(text: string, context: ReadContext): readonly ThingAmount[] {
  const state = stateOf(text, context, {})
  if (state.traceId !== null || state.against !== null || state.beside !== null) return []
  const plain = withoutTime(state).replace(IN_UNIT, '')
  const asked = OTHER.test(plain) ? null : askedOf(plain, context.catalogue)
  if (asked === null) return []
  const { catalogue } = context
  const values: PlanCondition[] = []
  const nouns: string[] = []
  for (const word of asked.words) {
    if (templatesWith([word], catalogue, []).length > 0) nouns.push(word)
    else {
      const value = valueFor(state, word)
      if (value === null) return []
      values.push({ on: 'attribute', key: value.key, scope: value.scope, values: [value.value] })
    }
  }
  return [...statedAmounts(state, asked, nouns, values), ...countedTotal(state, asked, values)]
}

/** "Money received from patients": what was received, added up. */
export const MONEY_LED =
  /^(?:(?:what|how much) (?:is|was) |show me |give me )?(?:the |our )?(?:money|cash|revenue) (?:(?:we|that we|that was|that|was|has been|have) )*((?!in |of |for )[a-z]{2,20}(?:ed|en|aid|ent)\b)/

/** "Total copay of the refills": a word by which lines carry an amount. */
function namedUnder(words: readonly string[], { keys }: Catalogue): string | null {
  const isName = (word: string): boolean =>
    keys.some(
      ({ key, signal }) =>
        signal === 'logs' &&
        KINDS.some((kind) => isOfKind(kind, key)) &&
        !KINDS.some(({ names }) => names.test(word)) &&
        isOfThing(key, word),
    )
  return words.length > 1 && words[1] !== undefined && isName(words[0] ?? '') ? (words[0] ?? null) : null
}

function askedOf(text: string, catalogue: Catalogue): Asked | null {
  const usual = USUAL.exec(text)
  const said = usual !== null ? `average ${usual[2] ?? ''}` : text.replace(MONEY_LED, 'total amount $1')
  const lead = LEAD.exec(said)?.[0] ?? ''
  const [first = '', ...others] = said
    .slice(lead.length)
    .replace(/^most expensive\b/, 'most-expensive')
    .split(' ')
  const statistic = STATISTICS.find(([asks]) => asks.test(first))?.[1]
  if (statistic === undefined) return null
  const adjective = usual?.[1] ?? /^how (much|big|large|heavy|expensive)/.exec(lead)?.[1] ?? first
  // "Average amount per order": of an order, and no group.
  const thing = stemOf(others[2] ?? '')
  const isOfOne =
    KIND_NOUN.test(others[0] ?? '') &&
    /^(?:per|each|every)$/.test(others[1] ?? '') &&
    catalogue.templates.some(({ tokens }) => stemOf(tokens[0] ?? '') === thing)
  const behind = isOfOne ? [others[0] ?? '', ...others.slice(2)] : others
  const grouped = groupOf(behind, catalogue)
  const rest = grouped?.rest ?? behind
  const named = rest.filter((word) => KIND_NOUN.test(word)).map(lemmaOf)
  const isMoneyLed = said !== text && usual === null
  const done = isMoneyLed ? MONEY_LED.exec(text)?.[1] : undefined
  const telling = rest.filter(
    (word) =>
      !KIND_NOUN.test(word) &&
      (!FUNCTION_WORDS.has(word) || word === done) &&
      word !== 'single' &&
      !(isMoneyLed && (CURRENCY.test(word) || PEOPLE.test(lemmaOf(word)))),
  )
  const under = named.length === 0 ? namedUnder(telling, catalogue) : null
  const words = telling.filter((word) => word !== under)
  const kind = KINDS.find((one) => named.some((word) => one.said.test(word)) || one.said.test(adjective)) ?? null
  const isAsked = words.length > 0 && words.length <= WORDS_MAX && words.every((word) => /^[a-z-]{3,30}$/.test(word))
  // "Total refunds" are so many of them.
  if (!isAsked || (statistic === 'sum' && named.length === 0 && under === null)) return null
  return { statistic, kind, words, by: grouped?.by ?? null, under }
}

const WORDS_MAX = 4

/** "By brand", "per channel": the key at the end that the amounts are told apart by. */
function groupOf(
  words: readonly string[],
  catalogue: Catalogue,
): { readonly rest: string[]; readonly by: string } | null {
  const at = words.findLastIndex((word) => /^(?:by|per|each|every)$/.test(word))
  const noun = words.slice(at + 1).join(' ')
  const field = at < 1 || noun === '' ? null : attributeField(noun, catalogue)
  return field?.scope === 'attribute' && field.signals.includes('logs')
    ? { rest: words.slice(0, at).filter((word) => word !== 'for'), by: field.field }
    : null
}

/** What lines of the thing state, in their text or under a key beside it, or else its requests. */
function statedAmounts(
  state: QuestionState,
  asked: Asked,
  nouns: readonly string[],
  values: readonly PlanCondition[],
): ThingAmount[] {
  const { catalogue } = state.context
  const head = nouns.find((noun) => !/(?:ed|en)$/.test(noun)) ?? nouns[0]
  if (head === undefined) return []
  const saying = beginningWith(head, templatesWith(nouns, catalogue, []))
  const own = NOT_DONE.test(state.text) ? saying : saying.filter((template) => !isUndone(template))
  const isStated = (asked.kind === null ? KINDS : [asked.kind]).some((kind) => hasNumberOf(kind, own))
  const done = nouns.length > 1 || isStated ? own : doneAs(head, catalogue)
  const { statistic, by, under } = asked
  const groupBy = by === null ? [] : [{ field: by, scope: 'attribute' as const }]
  const time = timeOf(state)
  const found: ThingAmount[] = []
  for (const kind of asked.kind === null ? KINDS : [asked.kind]) {
    const all = statingOf(kind, done).filter(({ name }) => under === null || isOfThing(name, under))
    const stating = isOneName(all) ? all : ofOneEvent(statistic, all, succeeded(done))
    const [first] = stating
    if (first !== undefined && isOneName(stating)) {
      const condition = linesOf(nouns, stating)
      const measure = {
        ...({ of: 'number', key: first.name, unit: first.name, signal: 'logs', isInBody: true } as const),
        statistic,
      }
      if (condition !== null)
        found.push({
          plan: plainMeasure({ measure, conditions: [condition, ...values], time, groupBy }),
          ...noteOf(statistic, stating),
        })
    }
    const condition = templateCondition(nouns, done)
    const isOfService = new Set(done.map(({ service }) => service)).size === 1
    if (condition !== null && isOfService)
      for (const { key } of keysOf(catalogue, 'logs', kind).filter(
        (one) => under === null || isOfThing(one.key, under),
      ))
        found.push({
          plan: plainMeasure({
            measure: { of: 'number', key, signal: 'logs', statistic },
            conditions: [condition, ...values],
            time,
            groupBy,
          }),
          ...noteOf(
            statistic,
            done.map((template) => ({ template })),
          ),
        })
    const { made } = routesOfThing(head, catalogue.operations)
    const own = keysOf(catalogue, 'spans', kind).filter(({ key }) => isOfThing(key, head))
    if (by === null && under === null && made.length > 0)
      for (const { key } of own)
        found.push({
          plan: plainMeasure({
            measure: { of: 'number', key, signal: 'spans', statistic },
            conditions: [{ on: 'operation', values: made.slice(0, 50) }, { on: 'outcome', is: 'succeeded' }, ...values],
            time,
          }),
        })
  }
  return found
}

function hasNumberOf(kind: Kind, templates: readonly KnownTemplate[]): boolean {
  return statingOf(kind, templates).length > 0
}

/** "Biggest upload" of lines that say "file uploaded". */
function doneAs(noun: string, { templates }: Catalogue): readonly KnownTemplate[] {
  const stem = stemOf(noun)
  return templates.filter(
    (one) => !isUndone(one) && one.tokens.some((token) => token.endsWith('ed') && stemOf(token) === stem),
  )
}

/** Of several events that state the same number of a thing one is enough, but to add it up. */
function ofOneEvent(statistic: Statistic, all: readonly Stating[], good: readonly KnownTemplate[]): readonly Stating[] {
  const stating = all.filter(({ template }) => good.includes(template))
  const isOfName = new Set(all.map(({ name }) => name)).size === 1
  if (isOneName(stating) || statistic === 'sum' || !isOfName) return stating
  const [most] = [...Map.groupBy(all, ({ template }) => template.service).values()].sort(
    (a, b) => linesIn(b) - linesIn(a),
  )
  return most ?? []
}

function linesIn(stating: readonly Stating[]): number {
  return stating.reduce((sum, { template }) => sum + template.count, 0)
}

interface Stating {
  readonly template: KnownTemplate
  readonly name: string
}

function statingOf(kind: Kind, templates: readonly KnownTemplate[]): Stating[] {
  return templates.flatMap((template) => {
    const name = slotsOf(template.template).find(
      (slot) => slot.isTime === (kind === LENGTH) && isOfKind(kind, slot.name),
    )?.name
    return name === undefined ? [] : [{ template, name }]
  })
}

function isOneName(stating: readonly Stating[]): boolean {
  return new Set(stating.map(({ template, name }) => `${template.service} ${name}`)).size === 1
}

function linesOf(nouns: readonly string[], stating: readonly { readonly template: KnownTemplate }[]) {
  return templateCondition(
    nouns,
    stating.map(({ template }) => template),
  )
}

/** One thing may be told by several events: a sum says that it adds them all up. */
function noteOf(
  statistic: Statistic,
  stating: readonly { readonly template: KnownTemplate }[],
): Pick<ThingAmount, 'note'> {
  const events = eventsOf(stating)
  return statistic === 'sum' && events > 1 ? { note: 'This adds up what several kinds of lines state.' } : {}
}

/** "Total top-up amount" of `topup_eur_total`: the counter of the thing that counts money, or bytes. */
function countedTotal(
  state: QuestionState,
  { statistic, kind, words, by, under }: Asked,
  values: readonly PlanCondition[],
): ThingAmount[] {
  if (statistic !== 'sum' || kind === null || under !== null || values.length > 0 || by !== null) return []
  const found = state.context.catalogue.metrics.filter(
    ({ name, unit, type }) =>
      type === 'sum' && (isOfKind(kind, name) || isOfKind(kind, unit)) && words.every((word) => isOfThing(name, word)),
  )
  const [only, more] = found
  if (only === undefined || more !== undefined) return []
  const measure = { of: 'metric', metric: only.name, statistic: 'increase' } as const
  return [{ plan: plainMeasure({ measure, conditions: [], time: timeOf(state) }) }]
}

/** Whether a number goes by a name of money, size, weight or length. */
export function isAmountName(name: string): boolean {
  return KINDS.some((kind) => isOfKind(kind, name))
}

function isOfKind({ names }: Kind, name: string): boolean {
  return partsOf(name).some((part) => names.test(part) || (names === MONEY.names && CURRENCY.test(part)))
}

function partsOf(name: string): string[] {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z]+/)
}

function keysOf({ keys }: Catalogue, signal: 'logs' | 'spans', kind: Kind) {
  return keys.filter((known) => known.signal === signal && known.scope === 'attribute' && isOfKind(kind, known.key))
}

/** `topup.cents` of "top-up", `refunds_paid_eur_total` of "refund". */
function isOfThing(name: string, noun: string): boolean {
  const joined = noun.replaceAll('-', '')
  return partsOf(name).some((part) => stemOf(part) === stemOf(joined) || lemmaOf(part) === lemmaOf(joined))
}

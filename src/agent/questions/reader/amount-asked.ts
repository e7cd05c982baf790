/**
 * Amounts that lines state, asked in everyday words: "how heavy is a load at nordpark on average", "how many euro did we
 * pay back altogether", "how many kg had weighing W-418631?". Lines of one event are meant that state a number of the
 * kind asked for and have all other words between their message, their service, their values and an id.
 */
import { messageText } from '../../message-text.ts'
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { PlanCondition, PlanOf, Statistic } from '../plan/plan.ts'
import { type Degree, degreeOf, isSuperlative } from '../vocabulary/degrees.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { unitNames } from '../vocabulary/units.ts'
import { timeOf } from './asked-time.ts'
import { statesAmount } from './counted-amounts.ts'
import { eventsOf, isCarried, isKeyOf, isSaidIn } from './covering/cover-lines.ts'
import { isPartOf, partsOf } from './covering/told.ts'
import { isUndone, NOT_DONE } from './fit-values.ts'
import { isIdLike } from './ids.ts'
import { ofValue, valueFor } from './known-values.ts'
import { CURRENCY, type Slot, slotsOf } from './slots.ts'
import { type QuestionState, type ReadContext, stateOf } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import { type Word, wordsOf } from './words.ts'

export interface AmountAsked {
  readonly plan: PlanOf<'measure'>
  readonly note?: string
}

/** Questions for anything else than an amount of what was done. */
const OTHER =
  /"|\b(?:why|cause[ds]?|who|whose|when|which|what (?:share|percent\w*)|share|percent\w*|how often|how many times|how long|logs?|lines?|records?|errors?|warnings?|requests?|calls?|per|each|every|by|compared?|than|usual|normal|not|without|except|excluding|distinct|different|unique|least|fail\w*|latency|duration)\b/
/** Where numbers of lines stand anyway: "in the log lines of media-relay". */
const IN_LINES = /\b(?:in|from|according to) (?:the |our |its )?(?:log )?(?:lines|logs|messages|records)\b/
/** How long a unit of time is called. */
const TIME_UNITS: readonly (readonly string[])[] = [
  ['seconds', 'second', 'secs', 'sec', 's'],
  ['minutes', 'minute', 'mins', 'min'],
  ['hours', 'hour', 'hrs', 'h'],
  ['milliseconds', 'millis', 'ms'],
]
/** Beside a unit these say nothing more: "average length in seconds". */
const DIMENSION = /^(?:big|large|small|long|short|high|low|length|size|duration|volume)$/
const MEAN = /\b(?:average|avg|mean|on average|typical(?:ly)?|usually)\b/
const SUM =
  /\b(?:altogether|in total|total|in all|overall|all in all|combined|summed(?: up)?|added up|adding up|sum|how many|how much)\b/
const MOST = /^(?:biggest|largest|greatest|highest|longest|worst|maximum|max|most)$/
const LEAST = /^(?:smallest|lowest|shortest|minimum|min|tiniest)$/
const MONEY_WORD = /^(?:money|cash|revenue|turnover|price|cost|costs|expensive|cheap|cheapest|priciest|dearest|costly)$/
/** What is done with things so generally that it only says that it was done, and particles of verbs. */
const DONE_SO =
  /^(?:come|comes|came|coming|go|goes|went|gone|bring|brings|brought|give|gave|given|get|got|gotten|hand|handed|turn|turned|back|out|up|off|in|down|over|away|again|together|altogether|total|overall|all|sum|summed|added|add|adding|combined|average|avg|mean|typical|typically|usually|biggest|largest|greatest|highest|maximum|max|most|smallest|lowest|minimum|min|amount|number|value|many|much|so|far|until|till|now|made|make|makes|making|mean|means|meant|field|column|attribute|i)$/

/** The amount of lines that is asked for; null where none has all the words, or several do. */
export function amountOfLines(asWritten: string, context: ReadContext): AmountAsked | null {
  const text = asWritten.replaceAll('`', '').replace(IN_LINES, '')
  if (OTHER.test(text)) return null
  const state = stateOf(text, context, {})
  if (state.traceId !== null || state.against !== null || state.beside !== null) return null
  const timed = state.words.filter(({ usedBy }) => usedBy === 'time')
  const words = wordsOf(text).filter((word) => !timed.some(({ start, end }) => start < word.end && end > word.start))
  const kind = kindAsked(words)
  if (kind === null) return null
  const statistic = statisticOf(text, words, kind)
  if (statistic === null) return null
  const rest = words.filter(
    (word) =>
      !kind.words.includes(word) &&
      !FUNCTION_WORDS.has(word.text) &&
      !DONE_SO.test(word.text) &&
      !(MOST.test(word.text) || LEAST.test(word.text)) &&
      !(kind.names.length > 0 && DIMENSION.test(word.text)) &&
      !PEOPLE.test(word.lemma),
  )
  const open = context.catalogue.templates.flatMap((template) => fitOf(state, rest, kind, template) ?? [])
  const done = NOT_DONE.test(text) ? open : open.filter(({ template }) => !isUndone(template))
  const least = Math.min(...done.map(({ untold }) => untold.length))
  const fits = withoutExcused(done.filter(({ untold }) => untold.length === least))
  const [first] = fits
  // Other lines say what here only the name of the service does.
  const isElsewhere =
    first?.excused.some(
      ({ text: word }) =>
        templatesWith([word, ...first.saying.map((one) => one.text)], context.catalogue, []).length > 0,
    ) === true
  if (isElsewhere) return null
  const isExtreme = statistic === 'max' || statistic === 'min'
  if (first === undefined || !(isOneThing(fits) || (isExtreme && isOfOneId(fits)))) return null
  const [untold, more] = first.untold
  if (more !== undefined) return null
  if (untold !== undefined && !isLinked(untold, fits, context.catalogue)) return null
  // A kind alone ("how much money is there") is no question for these lines.
  const isKindAlone = kind.noun === null && kind.spoken === undefined
  if (first.told === 0 && first.values.length === 0 && untold === undefined && isKindAlone) return null
  const said = templateCondition(
    kind.spoken?.split(' ') ?? rest.filter((word) => isSaidIn(word, first.template, state)).map((word) => word.text),
    fits.map(({ template }) => template),
  )
  if (said === null) return null
  const measure = {
    of: 'number',
    key: first.slot.name,
    unit: first.slot.name,
    signal: 'logs',
    isInBody: true,
    statistic,
  } as const
  const plan = plainMeasure({ measure, conditions: [said, ...first.values], time: timeOf(state) })
  return untold === undefined
    ? { plan }
    : { plan, note: `I took "${untold.text}" as the lines that say "${saidBy(first.template)}".` }
}

function saidBy({ template }: KnownTemplate): string {
  const message =
    messageText(template)
      .split(/\] | - /)
      .at(-1) ?? template
  return message.replaceAll('<*>', '…').slice(0, 90)
}

interface Kind {
  readonly words: readonly Word[]
  readonly degree: Degree | null
  /** What is counted, where the lines state how many: "bottles". */
  readonly noun: Word | null
  readonly names: readonly string[]
  readonly isMoney: boolean
  /** What stands before the number: "packet loss" of "packet loss <*> percent". */
  readonly spoken?: string
}

/** The kind of number asked for: by an adjective of degree, by a unit, or by the noun behind "how many". */
function kindAsked(words: readonly Word[]): Kind | null {
  const degrees = words.filter(({ text }, at) => {
    const degree = degreeOf(text)
    const before = words[at - 1]?.text ?? ''
    return (
      degree !== null &&
      (before === 'how' || before === 'most' || isSuperlative(text) || /^(?:weight|cost|costs)$/.test(text))
    )
  })
  const units = words.filter(
    ({ text }, at) =>
      unitNames(text) !== null || CURRENCY.test(text) || (words[at - 1]?.text === 'in' && timeUnit(text) !== undefined),
  )
  const money = words.filter(
    ({ text }, at) =>
      (MONEY_WORD.test(text) && (words[at - 1]?.text === 'much' || degrees.includes(words[at] as Word))) ||
      (text === 'amount' &&
        /^(?:total|whole|average|mean|highest|biggest|largest|lowest)$/.test(words[at - 1]?.text ?? '')),
  )
  const isMoney = money.length > 0 || units.some(({ text }) => CURRENCY.test(text))
  const [unit] = units
  if (degrees.length > 0 || unit !== undefined || isMoney) {
    const degree = degrees[0] === undefined ? null : degreeOf(degrees[0].text)
    // "Weighed" beside "heaviest" says the same again.
    const same = words.filter(
      ({ text }) => degree !== null && degreeOf(text) === degree && !degrees.some((one) => one.text === text),
    )
    const names =
      unit === undefined || CURRENCY.test(unit.text) ? [] : (unitNames(unit.text) ?? timeUnit(unit.text) ?? [unit.text])
    return { words: [...degrees, ...units, ...money, ...same], degree, noun: null, names, isMoney }
  }
  // "Average points of graded sheets": the number goes by its plural behind the statistic.
  const named = words.find(({ text, lemma }, at) => {
    const before = words[at - 1]?.text === 'of' ? words[at - 2]?.text : words[at - 1]?.text
    return text !== lemma && /^(?:avg|average|mean|sum|total|most|fewest|highest|lowest|max|min)$/.test(before ?? '')
  })
  if (named !== undefined)
    return {
      words: words.filter(({ text }) => text === named.text),
      degree: null,
      noun: named,
      names: [],
      isMoney: false,
    }
  const many = words.findIndex(({ text }, at) => text === 'many' && words[at - 1]?.text === 'how')
  const behind = many < 0 ? [] : words.slice(many + 1, many + 4)
  const noun = behind.find(({ text, lemma }) => text !== lemma && !FUNCTION_WORDS.has(text))
  const before = noun === undefined ? [] : behind.slice(0, behind.indexOf(noun))
  if (noun === undefined && many < 0) return spokenKind(words)
  if (noun === undefined || before.some(({ text }) => FUNCTION_WORDS.has(text))) return null
  return { words: words.filter(({ text }) => text === noun.text), degree: null, noun, names: [], isMoney: false }
}

/** "Worst packet loss": what is said behind the statistic, before anything else. */
function spokenKind(words: readonly Word[]): Kind | null {
  const at = words.findIndex(({ text }) => MOST.test(text) || LEAST.test(text) || MEAN.test(text))
  const behind = at < 0 ? [] : words.slice(at + 1)
  const end = behind.findIndex(({ text }) => FUNCTION_WORDS.has(text))
  const said = (end < 0 ? behind : behind.slice(0, end)).slice(0, 3)
  if (said.length === 0) return null
  const spoken = said.map(({ text }) => text).join(' ')
  return { words: said, degree: null, noun: null, names: [], isMoney: false, spoken }
}

function timeUnit(text: string): readonly string[] | undefined {
  return TIME_UNITS.find(([name, ...others]) => text === name || text === others[0])
}

function statisticOf(text: string, words: readonly Word[], { degree, noun }: Kind): Statistic | null {
  const superlative = words.find((word) => isSuperlative(word.text))
  if (superlative !== undefined)
    return degreeOf(superlative.text)?.little.test(superlative.text) === true ? 'min' : 'max'
  if (words.some(({ text: said }, at) => said === 'most' && degreeOf(words[at + 1]?.text ?? '') !== null)) return 'max'
  if (MEAN.test(text)) return 'mean'
  if (words.some(({ text: said }) => MOST.test(said))) return 'max'
  if (words.some(({ text: said }) => LEAST.test(said))) return 'min'
  // "How heavy is a load" asks for the usual one, "how heavy was W-17" for that one.
  if (degree !== null && /\bhow [a-z]+ (?:is|are|was|were) (?:an?|one) [a-z]/.test(text)) return 'mean'
  if (degree !== null && words.some(isIdLike)) return 'sum'
  return SUM.test(text) && (noun !== null || degree === null || words.some(({ text: said }) => said === 'much'))
    ? 'sum'
    : null
}

interface Fit {
  readonly template: KnownTemplate
  readonly slot: Slot
  readonly told: number
  readonly untold: readonly Word[]
  readonly values: readonly PlanCondition[]
  readonly saying: readonly Word[]
  /** Words that only the name of the service says. */
  readonly excused: readonly Word[]
}

/** "A stored scan" of lines that say so, and not of all that a service called after scans has stored. */
function withoutExcused(fits: readonly Fit[]): Fit[] {
  const said = new Set(fits.flatMap(({ saying }) => saying))
  return fits.filter(({ excused }) => !excused.some((word) => said.has(word)))
}

function fitOf(state: QuestionState, rest: readonly Word[], kind: Kind, template: KnownTemplate): Fit | null {
  const slot = slotIn(kind, template)
  if (slot === null) return null
  const service = partsOf(template.service)
  // Requests may carry the same value under another key.
  const ofLogs = { ...state.context, values: state.context.values.filter(({ signal }) => signal === 'logs') }
  const untold: Word[] = []
  const values: PlanCondition[] = []
  const saying: Word[] = []
  const excused: Word[] = []
  for (const word of rest) {
    if (word.text === template.service.toLowerCase()) continue
    if (isSaidIn(word, template, state)) {
      saying.push(word)
      continue
    }
    if (isIdLike(word)) {
      values.push({ on: 'text', text: word.text, mode: 'phrase' })
      continue
    }
    const value = valueFor({ context: ofLogs }, word.text) ?? valueFor(state, word.text)
    const condition = value === null ? null : ofValue(value)
    if (condition !== null && isCarried({ words: [word], condition }, template) && template.template.includes('='))
      values.push(condition)
    else if (isPartOf(word, service)) excused.push(word)
    else if (!isAllOfKey(state, word, template)) untold.push(word)
  }
  return { template, slot, told: saying.length, untold, values, saying, excused }
}

/** "Billed to airlines": all that its key tells apart. */
function isAllOfKey(state: QuestionState, word: Word, template: KnownTemplate): boolean {
  const isOfSeveral =
    word.text !== word.lemma && /\b(?:to|from|by|for) (?:all |our |the )*$/.test(state.text.slice(0, word.start))
  return isOfSeveral && isKeyOf(word, template, state)
}

/** The number of the kind that a line states. */
function slotIn({ degree, names, isMoney, noun, spoken }: Kind, { template }: KnownTemplate): Slot | null {
  const slots = slotsOf(template)
  if (spoken !== undefined) {
    const unit = new RegExp(`(?<![a-z])${RegExp.escape(spoken)} (?:of |is |was )?<\\*> ?([a-z]{1,12})`, 'i').exec(
      template,
    )?.[1]
    return slots.find(({ isUnit, name }) => isUnit && name === unit) ?? null
  }
  if (noun !== null) {
    if (!statesAmount(template, noun.text)) return null
    return slots.find(({ words }) => words.length === 1 && words[0] === noun.lemma) ?? null
  }
  const money = isMoney ? degreeOf('money') : null
  if (isMoney)
    return (
      slots.find((slot) => slot.isMoney) ??
      slots.find(({ name, words }) => [name, ...words].some((part) => money?.names.test(part))) ??
      null
    )
  const isOfKind = ({ name, words, unit }: Slot): boolean => {
    const said = [name.toLowerCase(), ...words, ...(unit === null ? [] : [unit])]
    if (names.length > 0) return said.some((part) => names.includes(part))
    return degree !== null && said.some((part) => degree.units.test(part) || degree.names.test(part))
  }
  return slots.find(isOfKind) ?? null
}

/** Lines of one service that state a number of one name. */
function isOneThing(fits: readonly Fit[]): boolean {
  const isOfOne = new Set(fits.map(({ template }) => template.service)).size === 1
  const isOfName = new Set(fits.map(({ slot }) => slot.name.toLowerCase())).size === 1
  const isPlain =
    fits.every(({ told }) => told > 1) || eventsOf(fits) <= 1 || fits.every(({ told }) => told === fits[0]?.told)
  return isOfOne && isOfName && isPlain
}

/** The largest of a thing is the same in all lines that state its size. */
function isOfOneId(fits: readonly Fit[]): boolean {
  const [first, ...others] = fits
  const ids = first === undefined ? [] : idsOf(first.template)
  return (
    others.every(({ slot }) => slot.name === first?.slot.name) &&
    ids.some((id) => others.every(({ template }) => idsOf(template).includes(id)))
  )
}

/** "A load" of lines that say "load of LKW-17 tipped", beside "weighing stored: truck LKW-17": both tell of one thing. */
export function isLinked(
  untold: Word,
  fits: readonly { readonly template: KnownTemplate }[],
  catalogue: Catalogue,
): boolean {
  // "Fines paid" are no fines issued: what was done is another event.
  if (/(?:ed|paid|sent|sold|written|taken)$/.test(untold.text)) return false
  const own = new Set(fits.flatMap(({ template }) => idsOf(template)))
  const saying = templatesWith([untold.text], catalogue, [])
  return saying.some((template) => idsOf(template).some((id) => own.has(id)))
}

/** Kinds of ids that a line has: `LKW-<*>`, `"order":"<*>"`. */
function idsOf({ template }: KnownTemplate): string[] {
  return [...template.matchAll(/(?<![\w-])([A-Za-z]{1,12})[-_#]<\*>/g)].map(([, id = '']) => id.toLowerCase())
}

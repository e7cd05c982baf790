/**
 * The one event that most words of a question tell of: "people hit an expired link" of lines that say "signing link expired".
 * Taken where nothing in the data has all words. At most one word stays untold, and only one that narrows nothing: who did it, or
 * the verb or the noun of an event that two other words know already; of "who did what" both. The answer says which lines
 * were taken.
 */
import { messageText, spokenText } from '../../../message-text.ts'
import type { KnownTemplate } from '../../grounding/catalogue.ts'
import type { Measure, PlanCondition } from '../../plan/plan.ts'
import { EVERYDAY_PEOPLE, PEOPLE } from '../../vocabulary/people.ts'
import { keysOf } from '../fields.ts'
import { HOLDERS, REFUSED, WENT_WELL } from '../nearest-lines.ts'
import { CURRENCY, type Slot, slotsOf } from '../slots.ts'
import type { QuestionState } from '../state.ts'
import { isOfFailure, isOfSuccess, succeeded, templateCondition } from '../texts.ts'
import { stemOf, type Word } from '../words.ts'
import type { AskedForm } from './asked-form.ts'
import { eventsOf, FAILURE, isAskedAs, isCarried, isKeyOf, isSaidIn, measureOf, slotAsked } from './cover-lines.ts'
import { isDenial, isLoss, isOfDenial, saysDenied, saysNot } from './polarity.ts'
import { isOfKey, isPartOf, partsOf, servicesNamed, type ToldValue, valuesIn } from './told.ts'

export interface NearestEvent {
  readonly measure: Measure
  readonly conditions: readonly PlanCondition[]
  readonly note: string
}

interface Near {
  readonly template: KnownTemplate
  /** Words that the message has. */
  readonly own: readonly Word[]
  readonly untold: readonly Word[]
  readonly welcome: number
  /** Words that the message says not to be so. */
  readonly denied: number
  readonly values: readonly ToldValue[]
  readonly slots: readonly Slot[]
}

/** Fewer words of a message know no event. */
const OWN_MIN = 2
/** More words are a story, and not what lines say. */
const WORDS_MAX = 7

/** "Tickets created and replies saved" are two numbers, and "tenant=acme" is a condition of its own. */
function isOfSeveral({ text }: QuestionState, { needed }: AskedForm): boolean {
  const from = Math.min(...needed.map(({ start }) => start))
  const to = Math.max(...needed.map(({ end }) => end))
  return /\band\b|\bor how\b|[,&+=/]|\bvs\b/.test(text.slice(from, to)) || / {3}/.test(text.trim())
}

/** Whether the question denies something, in whatever way. */
function isDenied({ text, negations }: QuestionState, { needed, excluded }: AskedForm): boolean {
  return (
    excluded.size > 0 ||
    negations.length > 0 ||
    /\b(?:without|no|not?|never|none|neither)\b/.test(text) ||
    needed.some((word) => isDenial(word) || isLoss(word))
  )
}

/** What is asked of an event that is known by some words: a number of it, of each of a key, or when it was. */
function isOfEvent(form: AskedForm): boolean {
  if (form.isDuration || form.isAffectedAsked || (form.isRanked && form.groups.length === 0)) return false
  return form.asks === 'count' || form.asks === 'moment' || form.asks === 'statistic'
}

/** The lines of that event and what is told of them; null where there is none, or several. */
export function nearestEvent(state: QuestionState, form: AskedForm): NearestEvent | null {
  if (!isOfEvent(form) || form.needed.length > WORDS_MAX || isOfSeveral(state, form)) return null
  const named = servicesNamed(state)
  const values = valuesIn(state, form, 'logs')
  const fits = state.context.catalogue.templates
    .filter(({ service, access }) => access === undefined && (named.length === 0 || named.includes(service)))
    .filter((template) => form.outcome !== 'succeeded' || isOfSuccess(template))
    .flatMap((template) => nearOf(state, form, template, values) ?? [])
    .filter(({ slots }) => form.asks !== 'statistic' || slots.length > 0)
  const ranks: readonly ((fit: Near) => number)[] = [
    ({ untold }) => untold.length,
    ({ own }) => -own.length,
    ({ welcome }) => -welcome,
    ({ denied }) => -denied,
  ]
  const meant = ranks.reduce<readonly Near[]>(least, fits)
  const kept = ofOutcome(state, form, meant)
  const [first] = kept
  if (first === undefined || eventsOf(kept) > 1) return null
  const condition = templateCondition(
    first.own.map(({ text }) => text),
    kept.map(({ template }) => template),
  )
  if (condition === null) return null
  const slot = slotAsked(state, form, kept)
  if (form.asks === 'statistic' && slot === null) return null
  return {
    measure: form.asks === 'statistic' ? measureOf(state, form, slot) : { of: 'records' },
    conditions: [condition, ...first.values.map((value) => value.condition)],
    note: `I took "${form.needed.map(({ text }) => text).join(' ')}" as the lines that say "${saidBy(first)}".`,
  }
}

function least(fits: readonly Near[], amount: (fit: Near) => number): readonly Near[] {
  const lowest = Math.min(...fits.map(amount))
  return fits.filter((fit) => amount(fit) === lowest)
}

/** Unless a failure is asked for, lines that tell that it was done go before those that it was not. */
function ofOutcome(state: QuestionState, form: AskedForm, fits: readonly Near[]): readonly Near[] {
  const isFailure =
    form.outcome === 'failed' ||
    isDenied(state, form) ||
    form.rest.some(({ text }) => REFUSED.test(text) || LOST.test(text))
  const all = fits.map(({ template }) => template)
  const kept = isFailure ? all.filter(isOfFailure) : succeeded(all)
  return kept.length === 0 ? fits : fits.filter(({ template }) => kept.includes(template))
}

const LOST = /^(?:lost|missed|missing|expired|gone|rejected|invalid|wrong|unknown)$/
const WELL = /^(?:successful(?:ly)?|succeeded|properly|fine|well|ok|correctly)$/

function nearOf(
  state: QuestionState,
  form: AskedForm,
  template: KnownTemplate,
  values: readonly ToldValue[],
): Near | null {
  const isDenying = isDenied(state, form)
  if (isDenying && !isOfDenial(template) && !/^(?:warn|err|fatal|crit)/i.test(template.severity)) return null
  // "Refills that reached a pharmacy" are none of "pharmacy not reached".
  const isOfFailed =
    isDenying || form.outcome === 'failed' || form.rest.some(({ text }) => REFUSED.test(text) || LOST.test(text))
  const service = partsOf(template.service)
  const slots = form.asks === 'statistic' ? slotsOf(template.template) : []
  const own: Word[] = []
  const untold: Word[] = []
  const used = new Set<ToldValue>()
  let denials = 0
  let numbers = 0
  for (const word of form.needed) {
    if (word.text === template.service.toLowerCase()) continue
    const value = values.find((one) => one.words.includes(word))
    if (saysDenied(word, template) || (isDenying && saysNot(word, template))) own.push(word)
    else if (!form.excluded.has(word) && isTold(word, state, template) && (isOfFailed || !saysNot(word, template)))
      own.push(word)
    else if (isDenial(word) || (isLoss(word) && isDenying)) denials++
    else if (value !== undefined && isCarried(value, template)) used.add(value)
    else if (slots.some((slot) => isAskedAs(word, slot) || (slot.isMoney && CURRENCY.test(word.text)))) numbers++
    else if (form.excluded.has(word) && isVerbDenied(word, state)) untold.push(word)
    else if (form.excluded.has(word)) return null
    else if (value !== undefined) return null
    else if (isPartOf(word, service)) continue
    else if (FAILURE.test(word.text) && isOfFailure(template)) continue
    else if (WELL.test(word.text) && !isOfFailure(template)) continue
    else if (isKeyOf(word, template, state) || values.some((one) => isOfKey(word, one, state))) continue
    else if (isNeedless(word, state, template)) continue
    else untold.push(word)
  }
  const telling = own.filter(({ text, lemma }) => !isOfAnything(text) && !isOfAnything(lemma))
  // "How many repos had lost jobs?": these are told apart, and not the lines.
  const [head] = form.needed
  if (head !== undefined && !own.includes(head) && isKeyOf(head, template, state)) return null
  // "Stations stopped reporting" is nothing that "station has not reported" tells by its everyday word.
  const isOpposite = (word: Word): boolean => !isDenying && /(?:ed|ing)$/.test(word.text) && saysNot(word, template)
  const said = form.welcome.filter((word) => isSaidIn(word, template, state) && !isOpposite(word))
  const denied = isDenying ? [...own, ...said].filter((word) => saysNot(word, template)).length : 0
  // One word knows it with everyday ones ("a wrong pin"), the loss of it or the number that is asked for.
  const isWhole = said.length === form.welcome.length
  const more = said.length + (untold.length === 0 ? denials : 0) + numbers
  const isKnown = telling.length >= OWN_MIN || (telling.length === 1 && more > 0 && isWhole)
  if (!isKnown || !areNeedless(untold, state, template)) return null
  return { template, own, untold, welcome: said.length, denied, values: [...used], slots }
}

/** "Cars could not park because the lot was full": a verb that is denied, and no condition. */
function isVerbDenied(word: Word, { words, negations }: QuestionState): boolean {
  const at = words.indexOf(word)
  return negations.some(({ isVerb, scope }) => isVerb === true && scope.has(at))
}

/** One word that narrows nothing, or who did something and the verb of it: "patrons entered a wrong pin". */
function areNeedless(untold: readonly Word[], state: QuestionState, template: KnownTemplate): boolean {
  if (untold.some((word) => narrows(word, state, template))) return false
  const [subject, verb, more] = untold
  if (verb === undefined || subject === undefined) return true
  return more === undefined && isSubject(subject, verb, state)
}

const AUXILIARY = /^(?:that|who|which|have|has|had|could|can|did|do|not|never|ever|were|was|are|is|be|been|got|get)$/
const BEHIND_VERB =
  /^(?:an?|the|their|our|its|no|any|out|up|off|on|in|at|to|for|with|from|because|too|into|over|down|back|away)$/

/** Whether the first word, in plural, does what the second one says. */
function isSubject(subject: Word, verb: Word, { words }: QuestionState): boolean {
  const [at, to] = [words.indexOf(subject), words.indexOf(verb)]
  const between = words.slice(at + 1, to)
  const isPlural = subject.text !== subject.lemma && /^[a-z]+s$/.test(subject.text)
  const isVerb = /(?:ed|en)$/.test(verb.text) || between.length > 0 || BEHIND_VERB.test(words[to + 1]?.text ?? '')
  return isPlural && isVerb && to > at && between.every(({ text }) => AUXILIARY.test(text))
}

/** Words that lines of anything say. */
function isOfAnything(text: string): boolean {
  return HOLDERS.test(text) || FAILURE.test(text) || REFUSED.test(text) || PEOPLE.test(text)
}

/** As lines say it, in two words for one ("tier 2" of `tier2`), or by another word of the same stem. */
function isTold(word: Word, state: QuestionState, template: KnownTemplate): boolean {
  if (isSaidIn(word, template, state)) return true
  const { tokens } = template
  const at = state.words.indexOf(word)
  const [before, after] = [state.words[at - 1]?.text ?? '', state.words[at + 1]?.text ?? '']
  if (tokens.includes(`${before}${word.text}`) || tokens.includes(`${word.text}${after}`)) return true
  return tokens.some((token) => isAlike(word.text, token)) && !saysNot(word, template)
}

/** "Recognitions" and "recognised", "subscriptions" and "subscriber". */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [stemOf(one), stemOf(other)]
  const longer = Math.max(a.length, b.length)
  if (longer < 6 || Math.min(a.length, b.length) < 5) return false
  let shared = 0
  while (shared < longer && a[shared] === b[shared]) shared++
  return shared >= 5 && shared >= longer * 0.7
}

/** What lines of an event need not say: a refusal, what the thing is in general, who did it. */
function isNeedless(word: Word, state: QuestionState, { tokens }: KnownTemplate): boolean {
  if (REFUSED.test(word.text)) return !tokens.some((token) => WENT_WELL.test(token))
  return HOLDERS.test(word.text) || PEOPLE.test(word.lemma) || EVERYDAY_PEOPLE.test(word.lemma) || isDoer(word, state)
}

/** "Validated by doctors", "did doctors validate": people that do a thing, in plural. */
function isDoer(word: Word, { words }: QuestionState): boolean {
  const at = words.indexOf(word)
  const isPlural = word.text !== word.lemma && /^[a-z]+s$/.test(word.text)
  const before = words[at - 1]?.text === 'the' ? at - 2 : at - 1
  const isBehind = words[before]?.text === 'by' && /(?:ed|en|for|out)$/.test(words[before - 1]?.text ?? '')
  return isPlural && (isBehind || /^(?:did|do|have)$/.test(words[before]?.text ?? ''))
}

/** Whether it would count other things with this word than without it. */
function narrows(word: Word, state: QuestionState, template: KnownTemplate): boolean {
  const { words } = state
  const at = words.indexOf(word)
  // "By passenger age": people between say of whom it is.
  const before = words
    .slice(0, at)
    .findLast(({ text, lemma }) => !/^(?:the|an?|our|its|their|any)$/.test(text) && !PEOPLE.test(lemma))
  const after = words[at + 1]
  const isPlaced = /^(?:from|via|through|by|at|for|with|without|except|on|in|to|of|and|or|per)$/.test(
    before?.text ?? '',
  )
  // "Video consultations": what stands before a noun says of which kind.
  const isKey = keysOf(word.text, state.context.catalogue).some(({ signal }) => signal === 'logs')
  // "Purple crossings": a thing in plural behind it, whether lines say that or the service is called after it.
  const isThing =
    after !== undefined && (isTold(after, state, template) || (after.text !== after.lemma && /s$/.test(after.text)))
  const isModifier = !isKey && isThing && !/(?:ed|en|ing)$/.test(after.text)
  // "Tenant umbrella": what stands beside a key is a value of it.
  const isValue = [words[at - 1], after].some(
    (beside) => beside !== undefined && keysOf(beside.text, state.context.catalogue).length > 0,
  )
  return isPlaced || isModifier || isValue || word.isCode === true || /[^a-z]/.test(word.text)
}

/** The message from the first word on that the question has, without what its format puts before it. */
function saidBy({ template: { template }, own }: Near): string {
  const text = spokenText(messageText(template)).replace(/<\*>/g, '…')
  const places = own.map(({ lemma }) => text.toLowerCase().indexOf(lemma.slice(0, 5))).filter((at) => at >= 0)
  return text.slice(places.length === 0 ? 0 : Math.min(...places)).slice(0, 80)
}

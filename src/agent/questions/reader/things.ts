/**
 * What a noun of the business means where it is counted or measured: the requests that entered on the route that ends in
 * it. "Rentals per minute", "slowest booking", "p95 of payments", "what share of quotes fails?" ask for these, whatever
 * lines, keys and parts of services' names have the word as well.
 */

import { doneWith, eventLinesOf } from '../grounding/event-lines.ts'
import type { Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { keysOf } from './fields.ts'
import { LINE_NOUNS } from './follow-up-tags.ts'
import { valueFor } from './known-values.ts'
import { gaugeNamed } from './measures.ts'
import { routesMeant, routesOfThing } from './routes.ts'
import { freeWords, has, phraseWords, type QuestionState } from './state.ts'
import { isDenied, isOfFailure, isReasonOnly, templateCondition, templatesWith } from './texts.ts'
import { stemOf, type Word } from './words.ts'

/**
 * Takes the noun for the requests on its route, where the question is about their number, share or duration.
 * `isWithoutLines` says that no line tells of a share that is asked for.
 */
export function takeThing(state: QuestionState, isWithoutLines = false): void {
  const { catalogue } = state.context
  if (catalogue.records.spans === 0 || state.quoted.length > 0 || !isOfValues(state)) return
  if (has(state, ...LINE_NOUNS, 'request_noun', 'distinct', 'show', 'patterns', 'newest', 'oldest', 'changes')) return
  const isOfTime = isDurationAsked(state)
  // "What share of the claims came through brokers" is told by the lines that say through whom.
  if (
    !isWithoutLines &&
    has(state, 'share') &&
    !isOfStatus(state) &&
    !has(state, 'failed_word', 'failure_noun', 'premise_failing', 'success_noun')
  )
    return
  // "Biggest order", "sum of payments": of amounts, which lines or keys state.
  if (has(state, 'deployment', 'span_noun', 'trace_noun', 'sum') || (has(state, 'max', 'min') && !isOfTime)) return
  if (state.conditions.some(({ on }) => on === 'operation' || on === 'templates' || on === 'text')) return
  const nouns = state.words.filter((word, at) => isNoun(state, word, at, isOfTime))
  const [noun, second] = nouns
  if (noun === undefined || second !== undefined || !isAlone(state, noun)) return
  // "How many users", "active subscribers": people are told apart, and a gauge of two words is what it says.
  if (!isOfTime && (PEOPLE.test(noun.lemma) || gaugeNamed(state) !== null)) return
  const { made } = routesOfThing(noun.text, catalogue.operations)
  // What is only looked at and has a key is told apart by it ("how many hotels"): only its durations are plain.
  const isPlain = made.length > 0 || isOfTime || keysOf(noun.text, catalogue).length === 0
  const values = routesMeant(noun.text, state.text, catalogue.operations)
  if (!isPlain || values.length === 0 || (isFailure(state) && isToldFailed(state, noun))) return
  if (!isOfTime && made.length > 0 && !has(state, 'failed_word', 'share') && takeDone(state, noun)) return
  if (!isOfTime && state.against !== null && takeSaid(state, noun)) return
  if (!isOfTime && made.length === 0 && takeMade(state, noun)) return
  noun.usedBy = 'operation'
  if (made.length === 0 || values !== made)
    for (const word of freeWords(state)) if (LOOKED_AT.test(word.text)) word.usedBy = 'no condition'
  if (made.length > 0) for (const word of freeWords(state)) if (MADE.test(word.text)) word.usedBy = 'no condition'
  state.conditions.push({ on: 'operation', values: values.slice(0, 50) })
}

/** "Percent of check-ins answered 404": only requests have a status. */
function isOfStatus({ conditions }: QuestionState): boolean {
  return conditions.some(({ on }) => on === 'status_code')
}

/** A plural that a route ends in, or a singular where one of its kind is meant. */
function isNoun(state: QuestionState, word: Word, at: number, isOfTime: boolean): boolean {
  const { text, usedBy, lemma } = word
  if (usedBy !== null || text.length < 3 || !/^[a-z][a-z-]+$/.test(text)) return false
  const isInPhrase = state.phrases.some((phrase) => at >= phrase.at && at < phrase.at + phrase.length)
  const isOne = text === lemma
  if (isInPhrase || (isOne && !(isOfTime && ONE_OF.test(state.words[at - 1]?.text ?? '')))) return false
  const { made, read } = routesOfThing(text, state.context.catalogue.operations)
  return made.length > 0 || read.length > 0
}

const ONE_OF = /^(?:slowest|fastest|longest|shortest|quickest|an?|one|single|average|mean|median|typical|per|each)$/

/** Whether how long something takes is asked for. */
function isDurationAsked(state: QuestionState): boolean {
  // "How often was a seat taken".
  if (/\bhow (?:often|many times)\b/.test(state.text)) return false
  return (
    has(state, 'slowest', 'fastest', 'duration', 'p75', 'p90', 'p95', 'p99', 'p999') ||
    state.conditions.some((condition) => condition.on === 'number' && condition.key === 'duration')
  )
}

/** Tags of words that lines may say of a thing. */
const SAID_OF_THINGS: ReadonlySet<Tag> = new Set([
  ...(['unusual', 'state', 'premise_slow', 'premise_crashed', 'premise_restarted', 'premise_lagging'] as const),
  ...(['premise_down', 'delivery', 'silent', 'coverage', 'impact', 'meaning', 'callees', 'what_broke'] as const),
])

function isFailure(state: QuestionState): boolean {
  return has(state, 'failed_word', 'failure_noun', 'premise_failing') && !has(state, 'share', 'failure_ratio')
}

/** "Bookings failed" where lines say so by themselves. */
function isToldFailed({ context }: QuestionState, { text }: Word): boolean {
  return templatesWith([text, 'failed'], context.catalogue, []).length > 0
}

/** Whether each other word is a value, a key, people or says nothing: what lines tell of a thing is looked for in lines. */
function isAlone(state: QuestionState, noun: Word): boolean {
  // "Suspicious quotes" where lines say so.
  const isToldWith = ({ text }: Word): boolean =>
    templatesWith([noun.text, text], state.context.catalogue, []).some(
      (template) => !isDenied(text, template) && !isReasonOnly(text, template),
    )
  const soft = state.phrases.filter(({ tag }) => SAID_OF_THINGS.has(tag)).flatMap((one) => phraseWords(state, one))
  if (soft.some((word) => word.usedBy === null && word.text.length > 3 && isToldWith(word))) return false
  return freeWords(state).every(
    (word) =>
      word === noun ||
      FUNCTION_WORDS.has(word.lemma) ||
      // "Orders put aside" where lines say so; elsewhere the words say nothing.
      ((SMALL_WORDS.has(word.text) || SMALL_WORDS.has(word.lemma)) && !isToldWith(word)) ||
      PEOPLE.test(word.lemma) ||
      (MADE.test(word.text) && !isToldWith(word)) ||
      (LOOKED_AT.test(word.text) && !isToldWith(word) && isLookedAt(state, noun)) ||
      isOfRequests(state, word) ||
      isOfPair(state, word),
  )
}

/** "Tax office" of `tax.office`: one key of two words, which requests carry. */
function isOfPair({ words, context }: QuestionState, word: Word): boolean {
  const at = words.indexOf(word)
  const isKey = (pair: readonly (Word | undefined)[]): boolean =>
    pair.every((one) => one !== undefined && one.usedBy === null) &&
    keysOf(pair.map((one) => one?.text).join(' '), context.catalogue).some(({ signal }) => signal === 'spans')
  return isKey([word, words[at + 1]]) || isKey([words[at - 1], word])
}

const LOOKED_AT = /^(?:open(?:ed)?|view(?:ed)?|load(?:ed)?|fetch(?:ed)?|browsed?|look(?:ed)?|read)$/

/** "Bills viewed since 9:30" where there is a route to look at them. */
function isLookedAt({ context }: QuestionState, { text }: Word): boolean {
  return routesOfThing(text, context.catalogue.operations).read.length > 0
}

/**
 * "How many runs were calculated": an everyday participle that lines of one service say by itself tells which of the
 * things are meant, so these lines are counted, and not all requests that asked for one.
 */
function takeDone(state: QuestionState, noun: Word): boolean {
  const { context, words, conditions } = state
  const at = words.indexOf(noun)
  const after = words.slice(at + 1).find(({ text }) => !BETWEEN_DONE.test(text))
  const done = [after, words[at - 1]].find(
    (word) =>
      word !== undefined && /^[a-z]{3,}ed$/.test(word.text) && SMALL_WORDS.has(word.text) && !MADE.test(word.text),
  )
  if (done === undefined || conditions.some(({ on }) => on !== 'service')) return false
  const services = conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const told = context.catalogue.templates.filter(
    (template) =>
      template.tokens.includes(done.text) &&
      (services.length === 0 || services.includes(template.service)) &&
      !isDenied(done.text, template) &&
      !isOfFailure(template),
  )
  const condition = templateCondition([noun.text, done.text], told)
  if (condition === null || new Set(told.map(({ service }) => service)).size > 1) return false
  conditions.push(condition)
  for (const word of [noun, done]) word.usedBy = 'template'
  return true
}

/** "Donations received 9:00-9:10 against 9:10-9:20": of two times only one number each is said, that of the lines that say so. */
function takeSaid(state: QuestionState, noun: Word): boolean {
  const { context, conditions, words } = state
  const done = words[words.indexOf(noun) + 1]
  const lines = eventLinesOf(noun.lemma, context.catalogue.templates)
  if (done === undefined || lines === null || conditions.some(({ on }) => on !== 'service')) return false
  const told = context.catalogue.templates.filter(({ id }) => lines.ids.includes(id))
  const condition = templateCondition(lines.said.split(' '), told)
  if (condition === null || lines.said.split(' ').at(-1) !== done.text) return false
  conditions.push(condition)
  for (const word of [noun, done]) word.usedBy = 'template'
  return true
}

const MAKES =
  /\b(?:make|makes|made|making|issue[sd]?|print(?:s|ed)?|produce[sd]?|create[sd]?|generate[sd]?|wr(?:ite|ites|ote|itten)|send|sends|sent|raise[sd]?|store[sd]?|record(?:s|ed)?|register(?:s|ed)?|built|builds?)\b/

/** "How many bills does the run make" where routes only show bills: the lines that say that one came to be. */
function takeMade(state: QuestionState, noun: Word): boolean {
  const { context, conditions, words } = state
  const verb = words.find((word) => word !== noun && MAKES.test(word.text))
  if (verb === undefined || has(state, 'failed_word', 'share') || conditions.some(({ on }) => on !== 'service'))
    return false
  const { templates } = context.catalogue
  const lines = eventLinesOf(noun.lemma, templates) ?? doneWith(noun.lemma, templates)
  const told = templates.filter(({ id }) => lines?.ids.includes(id))
  const condition = lines === null ? null : templateCondition(lines.said.split(' '), told)
  if (condition === null) return false
  conditions.push(condition)
  if (lines !== null && !lines.said.split(' ').some((said) => stemOf(said) === stemOf(verb.text)))
    state.notes.push(`I took "${noun.text}" with "${verb.text}" as the lines that say "${lines.said}".`)
  for (const word of [noun, verb]) word.usedBy = 'template'
  return true
}

const BETWEEN_DONE =
  /^(?:per|a|an|each|every|second|minute|hour|day|have|has|had|was|were|is|are|be|been|being|got|get|that|which)$/

/** Whether only values that requests carry are left out: "applications that were not in sales". */
function isOfValues(state: QuestionState): boolean {
  const scope = state.negations.flatMap((one) => [...one.scope].flatMap((place) => state.words[place] ?? []))
  const isVerb = state.negations.some((one) => one.isVerb === true)
  return !isVerb && scope.every((word) => FUNCTION_WORDS.has(word.text) || isOfRequests(state, word))
}

/** What is done on the route of a thing anyway: "posted messages", "orders placed". */
const MADE =
  /^(?:post(?:ed)?|placed?|created?|submit(?:ted)?|made|make|sent|request(?:ed)?|attempted|issued?|incoming|filed?|lodged?|handed)$/

/** A value or a key that requests carry: what only lines carry is counted in lines. */
function isOfRequests({ context }: QuestionState, { text }: Word): boolean {
  const ofSpans = context.values.filter(({ signal }) => signal === 'spans')
  const named = keysOf(text, context.catalogue)
  return (
    valueFor({ context: { ...context, values: ofSpans } }, text) !== null ||
    named.some(({ signal }) => signal === 'spans')
  )
}

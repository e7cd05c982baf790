/** Shares of what log lines tell of: how many of the lines about a thing say that it was rejected, lost, postponed. */
import { messageText } from '../../message-text.ts'
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { Measure } from '../plan/plan.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { valueFor } from './known-values.ts'
import { isNeedless } from './nearest-lines.ts'
import { routesOfThing } from './routes.ts'
import { freeWords, has, phraseWords, type QuestionState, useNegation } from './state.ts'
import { beginningWith, isDenied, templateCondition, templatesWith } from './texts.ts'
import { lemmaOf, type Word } from './words.ts'

/** "What percentage of declarations got rejected": lines that say all of it, of those that say the first noun. */
export function linesShare(state: QuestionState): Measure | null {
  const { catalogue } = state.context
  const words = [
    ...freeWords(state),
    ...nounsOfServices(state),
    ...state.phrases.filter(({ tag }) => tag === 'failed_word').flatMap((phrase) => phraseWords(state, phrase)),
  ]
    .filter((word, index, all) => all.indexOf(word) === index && !SMALL_WORDS.has(word.text))
    .filter((word) => !isOnlyValue(state, word))
    .sort((a, b) => a.start - b.start)
  const ofAll = /\b(?:of|out of|among) (?:all |the |every |total |our )*([a-z-]{3,40})/.exec(state.text)?.[1]
  const named = words.find(({ text }) => text === ofAll) ?? words[0]
  // "Share of declined payments" is one of payments.
  const behind = words.find(({ start }) => named !== undefined && start === named.end + 1)
  const noun = named !== undefined && /(?:ed|ing|en)$/.test(named.text) ? (behind ?? named) : named
  const isOfLevel = has(state, 'warn_noun', 'info_noun', 'debug_noun') && !has(state, 'request_noun')
  if (isOfLevel && words.length === 0) return { of: 'ratio', share: 'matching', among: [] }
  const kindSaid = numberedKind(state)
  if (noun === undefined || (words.length < 2 && kindSaid === null)) return null
  // "Share of bags that went to level 3": of the lines that say a level.
  const find = (some: readonly string[]): readonly KnownTemplate[] =>
    templatesWith(some, catalogue, []).filter(({ tokens }) => kindSaid === null || tokens.includes(kindSaid))
  const denied = state.negations.filter(
    ({ scope, isVerb }) => isVerb === true && words.some((word) => scope.has(state.words.indexOf(word))),
  )
  const saying = sayingAll(words, noun, find)
  if (saying.found.length === 0 && isOfValues(state, noun, words)) return null
  const texts = saying.words.map(({ text }) => text)
  const isDeniedIn = (template: KnownTemplate): boolean => texts.some((text) => isDenied(text, template))
  const plainly = saying.found.filter((one) => !isDeniedIn(one))
  // "Not delivered": of the lines that say it, those that deny it.
  const told = denied.length > 0 ? saying.found.filter(isDeniedIn) : plainly.length > 0 ? plainly : saying.found
  const asked = texts.map((text) =>
    denied.length > 0 && told.every((one) => isDenied(text, one)) ? `not ${text}` : text,
  )
  const part = templateCondition(asked, beginningWith(noun.lemma, told))
  // The same word in lines of other services tells of something else.
  const owners = new Set(
    catalogue.templates.flatMap(({ id, service }) =>
      part?.on === 'templates' && part.ids.includes(id) ? [service] : [],
    ),
  )
  // "Of placed orders those that are express": of the orders that were placed.
  const isOfDone = named !== undefined && named !== noun && words.some((word) => word !== named && word !== noun)
  const whole = isOfDone ? [named.text, noun.text] : [noun.text]
  const nouns = decided(find(whole), noun, part?.on === 'templates' ? part.ids : []).filter(({ service }) =>
    owners.has(service),
  )
  const values = words.filter((word) => word !== noun && !/(?:ed|ing|en)$/.test(word.text)).map(({ lemma }) => lemma)
  const kind = part?.on === 'templates' && values.length === words.length - 1 ? alike(nouns, part.ids, values) : nouns
  // "Not delivered": of those that were delivered and those that were not, where lines tell of both.
  const done = denied.length > 0 ? plainly.filter(({ service }) => owners.has(service)) : []
  const both = [...done, ...told.filter(({ service }) => owners.has(service))]
  const base = templateCondition(whole, done.length > 0 ? both : kind)
  if (part === null || base === null) return null
  // A service that is called by the noun tells of much else besides what becomes of it.
  const said = new Set(kind.map(({ template }) => messageText(template)))
  if (noun.usedBy === 'service' && said.size > KINDS_MAX) return null
  for (const negation of denied) useNegation(state, negation, 'template')
  for (const word of words) word.usedBy = 'template'
  state.conditions.push(part)
  const isSame = part.on === 'templates' && base.on === 'templates' && base.ids.every((id) => part.ids.includes(id))
  if (isSame && kindSaid === null) state.leftOut.push(`${noun.text}: no line tells of the others`)
  return { of: 'ratio', share: 'matching', among: [base] }
}

const LOOKED_AT =
  /^(?:(?:was|were|is|has been|not) )*(?:read|shown|listed|viewed|fetched|found|looked up|opened|served|loaded|displayed|searched|queried)\b/

/** Lines that only tell that a thing was looked at are none of those that something was decided on. */
function decided(found: readonly KnownTemplate[], noun: Word, partIds: readonly string[]): readonly KnownTemplate[] {
  const others = found.filter(({ id, tokens }) => {
    const at = tokens.findIndex((token) => lemmaOf(token) === noun.lemma)
    return partIds.includes(id) || at < 0 || !LOOKED_AT.test(tokens.slice(at + 1, at + 4).join(' '))
  })
  return others.length > partIds.length ? others : found
}

/** "Level" of a text that says "level 3". */
function numberedKind({ conditions }: QuestionState): string | null {
  const said = conditions.flatMap((one) => (one.on === 'text' && one.mode === 'phrase' ? [one.text] : []))
  return said.flatMap((text) => /^([a-z]{3,20}) (?:\d{1,4}|[A-Z])$/.exec(text)?.[1] ?? [])[0] ?? null
}

/** "For skylink only: what share of bags is not routed": of whom it is asked is told by a value, and by no line. */
function isOnlyValue(state: QuestionState, { text }: Word): boolean {
  const isDenial = state.negations.some(({ isVerb }) => isVerb === true)
  return isDenial && valueFor(state, text) !== null && templatesWith([text], state.context.catalogue, []).length === 0
}

/** "Percent of the commands that come from voice": requests on the route of the noun carry the value. */
function isOfValues({ context }: QuestionState, noun: Word, words: readonly Word[]): boolean {
  const { catalogue, values } = context
  const ofSpans = values.filter(({ signal, values: few }) => signal === 'spans' && few.length <= 20)
  return (
    routesOfThing(noun.text, catalogue.operations).made.length > 0 &&
    words.every((word) => word === noun || valueFor({ context: { ...context, values: ofSpans } }, word.text) !== null)
  )
}

/** Of a thing that a service is called by, more kinds of lines than these are not all of its outcome. */
const KINDS_MAX = 3

/** The lines that say all of it; where none do, those that say all but a word that they need not say. */
function sayingAll(
  words: readonly Word[],
  noun: Word,
  find: (texts: readonly string[]) => readonly KnownTemplate[],
): { words: readonly Word[]; found: readonly KnownTemplate[] } {
  const found = find(words.map(({ text }) => text))
  if (found.length > 0 || words.length < 3) return { words, found }
  for (const word of words) {
    const rest = words.filter((other) => other !== word)
    const fewer = word === noun ? [] : find(rest.map(({ text }) => text)).filter((one) => isNeedless(word, one))
    if (fewer.length > 0) return { words: rest, found: fewer }
  }
  return { words, found }
}

/** "Share of mails that bounced": a noun that is taken for a part of a service's name is what its lines are about. */
function nounsOfServices({ words, context }: QuestionState): Word[] {
  const { services } = context.catalogue
  return words.filter(
    ({ text, usedBy }) =>
      usedBy === 'service' &&
      /^[a-z]{4,}$/.test(text) &&
      services.every(({ name }) => name.toLowerCase() !== text) &&
      templatesWith([text], context.catalogue, []).length > 0,
  )
}

/**
 * "Percentage of logins with a wrong pin", where lines of one service say "wrong pin" and no line says both: those lines,
 * of the requests that are made on the route of the noun. Null where several services say it, or no route is called so.
 */
export function linesOfRequests(state: QuestionState): Measure | null {
  const { catalogue } = state.context
  const words = freeWords(state).filter(({ text }) => !SMALL_WORDS.has(text))
  const [noun, ...rest] = words
  const isPlain = state.conditions.every(({ on }) => on === 'service') && state.negations.length === 0
  if (noun === undefined || rest.length === 0 || rest.length > 3 || !isPlain) return null
  const { made } = routesOfThing(noun.text, catalogue.operations)
  if (isOfValues(state, noun, words)) return null
  const texts = rest.map(({ text }) => text)
  const found = templatesWith(texts, catalogue, []).filter(
    (template) => !texts.some((text) => isDenied(text, template)),
  )
  const part = templateCondition(texts, found)
  if (made.length === 0 || part === null || new Set(found.map(({ service }) => service)).size > 1) return null
  for (const word of words) word.usedBy = 'template'
  state.conditions.push(part)
  return { of: 'ratio', share: 'matching', among: [{ on: 'operation', values: made.slice(0, 50) }] }
}

/**
 * "How many percent of the claims come via brokers" where lines say "claim registered, via broker" and "…, via web": of
 * the lines with the noun those that differ in this word only; all of them where there are no others.
 */
function alike(
  nouns: readonly KnownTemplate[],
  part: readonly string[],
  values: readonly string[],
): readonly KnownTemplate[] {
  const isValue = (token: string): boolean => values.includes(lemmaOf(token))
  const shapes = nouns
    .filter(({ id }) => part.includes(id))
    .map(({ tokens, service }) => ({ tokens, service, open: tokens.findIndex(isValue) }))
  const found = nouns.filter(({ tokens, service }) =>
    shapes.some(
      (shape) =>
        shape.open >= 0 &&
        shape.service === service &&
        shape.tokens.length === tokens.length &&
        shape.tokens.every((token, at) => at === shape.open || token === tokens[at]),
    ),
  )
  return found.length > part.length ? found : nouns
}

/** "What share fails with 401", "took longer than 200 ms": those that the conditions take, of all. */
export function matchingRatio(state: QuestionState): Measure {
  for (const phrase of state.phrases)
    if (['failure_noun', 'failed_word', 'error_noun', 'premise_failing'].includes(phrase.tag))
      for (const word of phraseWords(state, phrase)) word.usedBy ??= 'measure'
  return { of: 'ratio', share: 'matching' }
}

/** Returns the measure of a share of requests, and takes the words that say so as used. */
export function ratioOf(state: QuestionState, share: 'failed' | 'succeeded'): Measure {
  for (const phrase of state.phrases)
    if (['failure_noun', 'failed_word', 'success_noun', 'error_noun', 'premise_failing'].includes(phrase.tag))
      for (const word of phraseWords(state, phrase)) word.usedBy ??= 'measure'
  return { of: 'ratio', share }
}

const RATE_NOUN =
  /\b(?:approval|acceptance|completion|decline|denial|rejection|refusal|loss|drop|abort|abortion|cancellation|settlement|conversion|bounce|miss|duplicate|expiry|timeout|retry|fraud|block|refund|return)s? (?:rate|ratio|percentage|share|quota|proportion)\b/

/** "Approval rate", "loss rate": a share of what lines tell of, never so many a second. What it is a share of has to be told. */
export function namedRate(state: QuestionState): Measure | null {
  const [noun = ''] = RATE_NOUN.exec(state.text)?.[0].split(' ') ?? []
  const isMetric = state.context.catalogue.metrics.some(({ name }) => name.toLowerCase().includes(noun))
  if (noun === '' || isMetric || has(state, 'failure_ratio', 'success_ratio')) return null
  const said = state.words.filter(({ text }) => /^(?:rate|ratio|percentage|share|quota|proportion)s?$/.test(text))
  if (state.conditions.some(({ on }) => on === 'status_code')) return matchingRatio(state)
  const share = linesShare(state) ?? linesOfRequests(state)
  if (share === null) state.leftOut.push(RATE_NOUN.exec(state.text)?.[0] ?? 'rate')
  for (const word of said) word.usedBy ??= 'measure'
  return share ?? { of: 'ratio', share: 'matching' }
}

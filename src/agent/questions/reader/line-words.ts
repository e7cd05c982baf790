/** Words of a question that log lines say: restricts to the templates that have them, or to texts that contain them. */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { isCodeValue } from './known-values.ts'
import { nearestLines } from './nearest-lines.ts'
import { hasNo, isAfterNone } from './none-of.ts'
import { freeWords, negated, phraseWords, type QuestionState, useNegation } from './state.ts'
import {
  beginningWith,
  isDenying,
  isKnownPhrase,
  isReasonOnly,
  succeeded,
  templateCondition,
  templatesWith,
} from './texts.ts'

import { lemmaOf, type Word } from './words.ts'

/** Tags of words that can also be part of what a line says: "orders failed", "slow query", "login requests". */
const SOFT: ReadonlySet<Tag> = new Set([
  'failed_word',
  'premise_slow',
  'premise_crashed',
  'premise_failing',
  'premise_restarted',
  'premise_lagging',
  'premise_down',
  'request_noun',
  'failure_noun',
  'success_noun',
  'unusual',
  'state',
  'deployment',
  'trend',
  'meaning',
  'highest',
  'lowest',
  'duration',
  'max',
  'min',
  'callees',
  'coverage',
  'what_broke',
  'impact',
  'still',
  'silent',
  'delivery',
])

/** All free words together, with soft words beside them, where some template has them all. */
export function wholeTemplate(state: QuestionState): void {
  const free = freeWords(state).filter(
    (word) =>
      !isCodeValue(state, word.text) &&
      !state.negations.some(({ scope, isVerb }) => isVerb !== true && scope.has(state.words.indexOf(word))),
  )
  const services = state.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  if (free.length < 2) return
  const near = softWords(state).filter((word) => free.some((one) => distance(state, one, word) <= 2))
  const words = [...free, ...near].sort((a, b) => a.start - b.start)
  takeTemplates(state, words, services)
}

/** The largest set of free words, with soft words beside them, that some template has altogether. */
export function templateWords(state: QuestionState, isLookedUp: boolean, isSmall: (word: Word) => boolean): void {
  const known = knownPhrases(state)
  textsLeftOut(state, isSmall)
  const free = [...freeWords(state).filter((word) => !known.includes(word)), ...known]
  const soft = softWords(state).filter((word) => !known.includes(word))
  if (free.length === 0 && soft.length < 2) return
  const services = state.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  const inOrder = (words: readonly Word[]): Word[] => [...words].sort((a, b) => a.start - b.start)
  const near = soft.filter((word) => free.length === 0 || free.some((one) => distance(state, one, word) <= 3))
  const said = free.filter((word) => !isSmall(word))
  const candidates = [
    inOrder([...free, ...near]),
    ...near.map((word) => inOrder([...free, word])),
    inOrder(free),
    ...(said.length < free.length && said.length > 0
      ? [inOrder([...said, ...near]), ...near.map((word) => inOrder([...said, word])), inOrder(said)]
      : []),
  ]
  for (const words of candidates) {
    if (words.length === 0 || (free.length === 0 && words.length < 2)) continue
    if (takeTemplates(state, words, services)) return
  }
  // No template has them all: each word that is in a template is searched for by itself, and the rest stays free. One
  // of them may be a value, which is looked up first.
  if (!isLookedUp && free.length > 1) return
  if (takeNearest(state, inOrder([...said, ...near]), services)) return
  for (const word of said) {
    const others = templatesWith([word.text], state.context.catalogue, services)
    const isAmount = /^\d{1,4}$/.test(word.text)
    if (others.length > 0 && free.length > 1 && word.usedBy === null && !isAmount) takeAsText(state, word)
  }
}

/** Lines that say all but what they need not say. */
function takeNearest(state: QuestionState, words: readonly Word[], services: readonly string[]): boolean {
  const found = nearestLines(state, words, services)
  if (found === null) return false
  for (const word of words) word.usedBy = 'template'
  state.conditions.push(found.condition)
  const quoted = (some: readonly Word[]): string => some.map(({ text }) => text).join(' ')
  state.notes.push(`I took "${quoted(words)}" as the lines that say "${quoted(found.kept)}".`)
  return true
}

/** "Slow queries not on table lines": negated words are searched for apart, since they are no part of what lines say. */
function textsLeftOut(state: QuestionState, isSmall: (word: Word) => boolean): void {
  for (const words of phrasesLeftOut(state, isSmall))
    if (templatesSaying(state, words).length > 0) takeTemplates(state, words, [])
  for (const word of freeWords(state)) {
    const isIn = state.negations.some(({ scope, isVerb }) => isVerb !== true && scope.has(state.words.indexOf(word)))
    const found = templatesWith([word.text], state.context.catalogue, [])
    if (!isIn || isSmall(word) || found.length === 0) continue
    // "No complaints" of lines that say "complaint": the text is left out as the lines have it.
    const isSaid = (form: string): boolean => found.some(({ tokens }) => tokens.includes(form))
    takeAsText(state, word, !isSaid(word.text) && isSaid(word.lemma) ? word.lemma : word.text)
  }
}

function templatesSaying({ context }: QuestionState, words: readonly Word[]): readonly KnownTemplate[] {
  return templatesWith(
    words.map(({ text }) => text),
    context.catalogue,
    [],
  )
}

/** The phrases of several words that negations reach, each by itself: "low battery" and "lost signal". */
function phrasesLeftOut(state: QuestionState, isSmall: (word: Word) => boolean): Word[][] {
  const free = new Set([...freeWords(state), ...softWords(state)])
  return state.negations.flatMap(({ scope, isVerb }) => {
    if (isVerb === true) return []
    const phrases: Word[][] = [[]]
    const places = [...scope].sort((a, b) => a - b)
    for (const [nth, place] of places.entries()) {
      const word = state.words[place]
      const isNext = nth > 0 && state.words.slice((places[nth - 1] ?? 0) + 1, place).some(({ text }) => OR.test(text))
      if (isNext) phrases.push([])
      if (word !== undefined && free.has(word)) phrases.at(-1)?.push(word)
    }
    return phrases.filter((words) => words.length > 1 && words.some((word) => !isSmall(word)))
  })
}

const OR = /^(?:and|or|nor)$/

/** Restricts to the texts that have the word, or that do not have it where the question negates it. */
export function takeAsText(state: QuestionState, word: Word, form = word.text): void {
  const isNot = negated(state, [word])
  word.usedBy = 'text'
  addText(state, form, isNot)
}

function addText(state: QuestionState, text: string, isNot: boolean): void {
  const index = state.conditions.findIndex(
    (condition) => condition.on === 'text' && condition.mode === 'all' && (condition.not === true) === isNot,
  )
  const held = state.conditions[index]
  if (held?.on === 'text') state.conditions[index] = { ...held, text: `${held.text} ${text}` }
  else state.conditions.push({ on: 'text', text, mode: 'all', ...(isNot ? { not: true } : {}) })
}

/** Restricts to the templates that have all of these words; false where none has. */
function takeTemplates(state: QuestionState, said: readonly Word[], services: readonly string[]): boolean {
  // A word that is found twice, or said twice, is one that lines have once.
  const words = said.filter(({ text }, at) => said.findIndex((one) => one.text === text) === at)
  const asked = words.map(({ text }) => text)
  const matching = saidNone(
    state,
    words,
    saidNot(state, words, templatesWith(asked, state.context.catalogue, services)),
  )
  const isSuccess =
    /\bsuccess(?:fully|ful)\b/.test(state.text) || /\b(?:logged|signed) (?:in|on|up)\b/.test(asked.join(' '))
  const told = isSuccess ? succeeded(matching) : saidPlainly(state, words, matching)
  // "Offline at MUC": where lines state the value themselves, those that do, whatever attributes their records carry.
  const { kept: found, stated } = statingValues(state.conditions, asOne(words, told))
  const condition = templateCondition(withDenial(state, withStated(asked, stated), found), found)
  if (condition === null) return false
  // "Except timeouts" leaves lines out. "Were not approved" asks for other lines, which only their words can tell.
  const isNot = negated(state, words)
  for (const word of said) word.usedBy = 'template'
  // "Received frames" of lines that tell of frames stored: another thing was asked.
  for (const [at, { text, usedBy }] of state.words.entries()) {
    const next = state.words[at + 1]
    if (usedBy === null && TOLD_VERBS.test(text) && next !== undefined && words.includes(next)) state.leftOut.push(text)
  }
  state.conditions.push(isNot && condition.on === 'templates' ? { ...condition, not: true } : condition)
  return true
}

/** "Plays not counted" of lines that all say "not": the answer says so as well. */
function withDenial({ text }: QuestionState, asked: readonly string[], found: readonly KnownTemplate[]): string[] {
  const at = asked.findIndex((word) => /ed$/.test(word))
  const isNot = at >= 0 && /\bnot\b/.test(text) && !asked.includes('not') && found.every(isDenying)
  return isNot ? asked.toSpliced(at, 0, 'not') : [...asked]
}

/** "Cards declined" of "card declined", not of "payment declined: card expired": words side by side go first. */
function asOne(words: readonly Word[], found: readonly KnownTemplate[]): readonly KnownTemplate[] {
  const [first, second, more] = words.map(({ lemma }) => lemma)
  if (first === undefined || second === undefined || more !== undefined) return found
  const [noun, verb] = /ed$/.test(first) ? [second, first] : [first, second]
  // The queue `booking.confirmed` is a name, and no booking that was confirmed.
  const name = new RegExp(`${RegExp.escape(noun)}s?[._/]${RegExp.escape(verb)}`)
  const beside = found.filter(
    ({ tokens, template }) =>
      !name.test(template.toLowerCase()) &&
      (isBehindName(template, noun, verb) ||
        tokens.some(
          (token, at) =>
            lemmaOf(token) === noun &&
            (lemmaOf(tokens[at + 1] ?? '') === verb || (isBehindId(tokens, at, verb) && IS_OF_ID.test(template))),
        )),
  )
  return beginningWith(noun, beside.length > 0 ? beside : found)
}

/** "Mail season-change sent": between stands one word, which is several tokens in a pattern. */
function isBehindName(template: string, noun: string, verb: string): boolean {
  const words = template.toLowerCase().split(/\s+/)
  return words.some((word, at) => {
    const between = words[at + 1] ?? ''
    const isName = /^[a-z]\w*-[\w-]+$/.test(between)
    return isName && lemmaOf(word) === noun && lemmaOf((words[at + 2] ?? '').replace(/[.,:;]$/, '')) === verb
  })
}

/** "Booking BK-… confirmed", "job JB-… of acme opened": between stand the id, and whose it is. */
function isBehindId(tokens: readonly string[], at: number, verb: string): boolean {
  if (lemmaOf(tokens[at + 2] ?? '') === verb) return true
  // An id and a name are two tokens each where they stand in the pattern itself.
  const steps = /(?:ed|en|nt|ld)$/.test(verb) ? [1, 2, 3] : [1, 2]
  const of = steps.find((step) => /^(?:of|for|by|from)$/.test(tokens[at + step] ?? ''))
  return of !== undefined && steps.some((step) => lemmaOf(tokens[at + of + step] ?? '') === verb)
}

const IS_OF_ID = /\w[-#:]<\*>|[-#]<\*>/

/** "Credited": not the lines that say "not credited", unless the question says so or no others have the words. */
function saidPlainly(
  state: QuestionState,
  words: readonly Word[],
  found: readonly KnownTemplate[],
): readonly KnownTemplate[] {
  if (/\b(?:not|no|never|without|failed|un\w{4,})\b/.test(state.text)) return found
  const done = words.filter(({ text }) => /ed$/.test(text)).map(({ text }) => text)
  const isOfSuccess = done.length > 0 && !done.some((verb) => FAILING.test(verb))
  const plain = found.filter(
    ({ tokens }) =>
      !tokens.some(
        (token, at) => DENYING.test(token) && tokens.slice(at + 1, at + 4).some((next) => done.includes(next)),
      ) && !(isOfSuccess && tokens.some((token) => FAILING.test(token) && !words.some(({ text }) => text === token))),
  )
  if (plain.length > 0 || !isOfSuccess) return plain.length > 0 ? plain : found
  return found.filter((template) => !done.every((verb) => isReasonOnly(verb, template)))
}

/** What was to be done did not happen: such lines tell nothing of what was done. */
const FAILING = /^(?:fail(?:ed|ure|s)?|unsuccessful(?:ly)?|refused|rejected|aborted|declined|denied)$/

/** "Could not be confirmed", "cannot be captured": what follows did not happen. */
const DENYING = /^(?:not|cannot|never|unable|\w+n't)$/

interface Stating {
  readonly kept: readonly KnownTemplate[]
  /** The values that the templates kept state, as the question says them. */
  readonly stated: readonly string[]
}

/** Takes the conditions away that the templates kept tell by themselves. */
function statingValues(conditions: PlanCondition[], found: readonly KnownTemplate[]): Stating {
  let kept = found
  const stated: string[] = []
  for (const condition of [...conditions]) {
    if (condition.on !== 'attribute' || condition.not === true || condition.values.length !== 1) continue
    // "waste=furniture" is what the record carries, and lines of other patterns carry it as well.
    const said = new RegExp(`(?<![\\w=-]|=")${RegExp.escape(condition.values[0] ?? '')}(?![\\w-])`, 'i')
    const stating = kept.filter(({ template }) => said.test(template))
    if (stating.length === 0 || stating.length === kept.length) continue
    kept = stating
    stated.push(...condition.values)
    conditions.splice(conditions.indexOf(condition), 1)
  }
  return { kept, stated }
}

/** The words of lines with the values that they state, so that whoever looks for these lines again finds no others. */
function withStated(words: readonly string[], stated: readonly string[]): readonly string[] {
  return [...words, ...stated.map((value) => value.toLowerCase()).filter((value) => !words.includes(value))]
}

/** The same for a plan that a follow-up has put together. */
export function withValuesInLines(plan: Plan, { templates }: Catalogue): Plan {
  const isOfLines =
    (plan.intent === 'measure' && plan.measure.of === 'records') || (plan.intent === 'list' && plan.of === 'logs')
  const said = plan.conditions.find((condition) => condition.on === 'templates' && condition.not !== true)
  if (!isOfLines || said?.on !== 'templates') return plan
  const conditions = [...plan.conditions]
  const { kept, stated } = statingValues(
    conditions,
    templates.filter(({ id }) => said.ids.includes(id)),
  )
  const narrowed = templateCondition(withStated(said.words.split(' '), stated), kept)
  if (conditions.length === plan.conditions.length || narrowed === null) return plan
  return { ...plan, conditions: conditions.map((condition) => (condition === said ? narrowed : condition)) }
}

/** "Lab report not found": of the templates, those that say "not" themselves, where any does. */
function saidNot(
  state: QuestionState,
  words: readonly Word[],
  found: readonly KnownTemplate[],
): readonly KnownTemplate[] {
  const places = words.map((word) => state.words.indexOf(word))
  const said = state.negations.filter(
    ({ by, scope, isVerb }) => isVerb === true && by.length === 1 && places.some((place) => scope.has(place)),
  )
  if (said.length === 0) return found
  const negative = found.filter(({ tokens, service }) =>
    // A service may be called like that: "link-unfurler".
    tokens.some((token) => NEGATIVE.test(token) && !service.toLowerCase().includes(token)),
  )
  if (negative.length === 0) return found
  for (const negation of said) useNegation(state, negation, 'template')
  return negative
}

/** "Orders that got no courier": of the templates, those that say "no courier", where any does. */
function saidNone(
  state: QuestionState,
  words: readonly Word[],
  found: readonly KnownTemplate[],
): readonly KnownTemplate[] {
  const nouns = words.filter((word) => isAfterNone(state.words, state.words.indexOf(word)))
  const negative = found.filter(({ tokens }) => nouns.some(({ lemma }) => hasNo(tokens, lemma)))
  // Other lines say it: those that say the noun would be the very opposite.
  const isElsewhere = state.context.catalogue.templates.some(({ tokens }) =>
    nouns.some(({ lemma }) => hasNo(tokens, lemma)),
  )
  return negative.length > 0 || isElsewhere ? negative : found
}

const NEGATIVE = /^(?:not|no|cannot|unable|without|un(?!lock|load|pack|zip|ion|ique|its)\w{4,}|\w+n't)$/

/** Free words that form phrases with a known meaning: "logged in", "out of memory". */
function knownPhrases(state: QuestionState): Word[] {
  const found: Word[] = []
  for (let at = 0; at < state.words.length; at++) {
    for (const length of [3, 2]) {
      const words = state.words.slice(at, at + length)
      if (words.length < length || words.some(({ usedBy }) => usedBy !== null)) continue
      if (!isKnownPhrase(words.map(({ text }) => text))) continue
      const next = state.words[at + length]
      // "Errors logged in the last hour" are not logins.
      if (
        /^(?:in|on|out)$/.test(words.at(-1)?.text ?? '') &&
        next !== undefined &&
        (next.usedBy === 'time' || /^(?:the|last|this|a|an|our|my)$/.test(next.text))
      )
        continue
      found.push(...words)
      at += length - 1
      break
    }
  }
  return found
}

/** Verbs that say how somebody asks, or what lines tell of a thing: "received frames", "reports sent". */
const VERBS =
  /^(?:received|sent|written|served|produced|returned|answered|reported|emitted|started|stopped|running|reached|accepted|passed|used|got|processed|handled|arrived)$/

/** Of these, those that tell one thing of what lines are about from another. */
const TOLD_VERBS = /^(?:received|sent|written|produced|emitted|processed)$/

/** Words of the soft tags that nothing else has used. */
function softWords(state: QuestionState): Word[] {
  return [
    ...state.phrases.filter(({ tag }) => SOFT.has(tag)).flatMap((phrase) => phraseWords(state, phrase)),
    ...state.words.filter(({ text }) => VERBS.test(text)),
  ].filter((word, index, all) => word.usedBy === null && all.indexOf(word) === index && word.text.length > 2)
}

/** How many words apart the two stand. */
function distance(state: QuestionState, a: Word, b: Word): number {
  return Math.abs(state.words.indexOf(a) - state.words.indexOf(b))
}

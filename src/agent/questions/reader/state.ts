/** A question while it is read: its words, what they say, and what has been made of them. */
import { messageText } from '../../message-text.ts'
import type { TracedThing } from '../execute/traced-things.ts'
import { type Catalogue, CLASS_VALUES_MAX, type KnownValues } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanTime } from '../plan/plan.ts'
import type { Winner } from '../plan/winner.ts'
import type { Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { REQUEST_VERBS, SMALL_WORDS } from '../vocabulary/small-words.ts'
import { windowOfBefore, withoutMoments } from './before-moment.ts'
import { type BesideMoment, withoutVersion } from './beside-onset.ts'
import { withClauseTimes } from './clause-time.ts'
import { type Negation, negationsOf } from './negation.ts'
import { isSaidByLines, withoutNone } from './none-of.ts'
import { nearestOwn } from './own-typos.ts'
import { withoutTexts } from './pasted-lines.ts'
import { corrected, givesWay, type Phrase } from './phrases.ts'
import { phrasesMeant } from './phrases-meant.ts'
import type { Quoted } from './quoted.ts'
import { routesOfThing } from './routes.ts'
import { isSegment, type NamedService, nameServices } from './services.ts'
import { withoutSteps } from './steps.ts'
import { OF_TABLES, withoutTables } from './tables-asked.ts'
import { saysTogether } from './texts.ts'
import { readWhen, type Shift } from './when.ts'
import { cleaned, lemmaOf, type Word, wordsOf } from './words.ts'
import { writtenOut } from './written-out.ts'
import { withLevelValues, withSigns } from './written-values.ts'

export interface ReadContext {
  readonly catalogue: Catalogue
  readonly values: readonly KnownValues[]
  readonly askedAtMs: number
  /** What the thread was about: the plan of its last answer, and what its last investigation found. */
  readonly previous: Previous | null
  /** Whether the question was put into English: a word that is left is one of the other language, and no name. */
  readonly isTranslated?: boolean
  /** Whether the last question of the thread was asked back: nothing can go on from it. */
  readonly isLastOpen?: boolean
  /** That question, with the words of it that nothing explained. */
  readonly open?: OpenQuestion | undefined
  /** The requests that a word means which only lines say; looked up where the question is not read without it. */
  readonly traced?: TracedThing
  /** Whether people that a service is called after are those who come through it. */
  readonly areServicesMeant?: boolean
  /** Whether a follow-up is not read word by word in any order, as that found nothing. */
  readonly isWithoutSlots?: boolean | undefined
  /** Whether the message says that it puts the last question right. */
  readonly isCorrection?: boolean
}
export interface OpenQuestion {
  readonly question: string
  readonly words: readonly string[]
  /** What it was asked back with, and those before it that were asked back too, newest first. */
  readonly readings?: readonly string[] | undefined
  readonly before?: readonly string[] | undefined
}
export interface Previous {
  readonly plan: Plan
  readonly suspect?: string | undefined
  readonly onset?: string | undefined
  /** Time of the last record that was listed, for "more". */
  readonly edge?: string | undefined
  /** The message that was shown first, for "what does it mean?". */
  readonly message?: string | undefined
  /** The trace of the first request that was listed, for "show the trace". */
  readonly trace?: string | undefined
  /** What the last question went on from, where it was a follow-up itself. */
  readonly before?: Plan | undefined
  /** The plan of the question before it, where it went on from an earlier one: silk, of "only silk" and "and linen?". */
  readonly last?: Plan | undefined
  /** What the thread asked last of trouble as a whole, where the last answer was of something else; and that question. */
  readonly trouble?: Plan | undefined
  readonly troubleQuestion?: string | undefined
  /** The last question that was answered, as it was asked. */
  readonly question?: string | undefined
  /** The last one that was no follow-up: it says what the thread counts. */
  readonly root?: string | undefined
  /** How many things it asked, where more than one. */
  readonly parts?: number | undefined
  /** The first of the groups that it named: "which firm has the most?" */
  readonly winner?: Winner | undefined
  /** The first of these groups, in their order. */
  readonly ranked?: readonly string[] | undefined
}

export interface QuestionState {
  readonly text: string
  readonly words: Word[]
  readonly phrases: readonly Phrase[]
  readonly tags: ReadonlySet<Tag>
  readonly named: readonly NamedService[]
  readonly conditions: PlanCondition[]
  readonly time: PlanTime | null
  readonly against: PlanTime | Shift | null
  readonly quoted: readonly Quoted[]
  /** The question with its capitals. */
  readonly written: string
  readonly negations: readonly Negation[]
  readonly traceId: string | null
  readonly recordId: string | null
  readonly notes: string[]
  readonly leftOut: string[]
  /** Of these, conditions that the cause of trouble is not restricted by: it is told for everything. */
  readonly unrestricted: string[]
  /** Names written like services that the project does not have. */
  readonly unknown: string[]
  askBack: { because: string; readings: string[] } | null
  /** Whose deployment the time is counted from. */
  anchorService: string | null
  readonly anchorVersion: string | null
  /** On which side of that moment the window lies, and how long it is. */
  readonly beside: BesideMoment | null
  /** How long the steps of a course are, where the question says so. */
  readonly stepMs: number | null
  readonly context: ReadContext
}

/** How many records say a word. */
export interface TextHits {
  readonly [word: string]: number
}

/** Returns a question in words and phrases, before anything of it is used. */
export function stateOf(question: string, wide: ReadContext, hits: TextHits | null): QuestionState {
  const whole = cleaned(question)
  const context = OF_TABLES.test(whole) ? wide : withoutTables(wide)
  // What stands in quotes is searched for, not asked; its letters are kept as they were written.
  const { text: unquoted, quoted } = withoutTexts(
    withoutPairs(withoutJson(whole)),
    context.catalogue.templates.map(({ template }) => template),
  )
  const { text: steady, stepMs } = withoutSteps(unquoted)
  const { text: ofRelease, version: anchorVersion } = withoutVersion(steady)
  const {
    text: told,
    beside,
    before,
  } = withoutMoments(withClauseTimes(ofRelease.replace(/(?<=\d:\d\d) ?\.{2,3} ?(?=\d{1,2}:\d\d)/g, ' to ')))
  let text = told
  const recordId = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/.exec(text)?.[0] ?? null
  const traceId = /(?<![0-9a-f-])[0-9a-f]{32}(?![0-9a-f-])/.exec(text)?.[0] ?? null
  for (const id of [recordId, traceId]) if (id !== null) text = text.replace(id, ' '.repeat(id.length))
  text = writtenOut(text, context.catalogue)
  const classes = classValues(context)
  const isTextAsked = unquoted !== whole || recordId !== null || traceId !== null
  const words = withLevelValues(withSigns(wordsOf(text), text, classes), classes, context.catalogue).map(
    (word, at, all) =>
      isCode(word, all[at - 1]?.text ?? '', question) ||
      (classes.has(word.text) && givesWay(word.text)) ||
      isRouteCalled(word, context.catalogue) ||
      (!isTextAsked && isMade(word, all[at - 1]?.text ?? '', text, context.catalogue))
        ? { ...word, isCode: true }
        : word,
  )
  const notes: string[] = []
  const fixed = correct(words, context, hits, notes)
  const named = withoutNone(nameServices(fixed, context.catalogue), fixed, context.catalogue)
  const names = [...context.catalogue.services.map(({ name }) => name), ...named.map(({ said }) => said)]
  const lastMs = context.catalogue.lastMs
  // "2026.11.1" is a version here, and no day.
  const versions = context.values.flatMap(({ key, values }) =>
    /version/i.test(key) ? values.map(({ value }) => value).filter((value) => /^v?\d+\.\d+/.test(value)) : [],
  )
  const when = readWhen(text, {
    askedAtMs: context.askedAtMs,
    lastMs,
    firstMs: context.catalogue.firstMs,
    names: [...names, ...versions],
  })
  const against = before === null ? when.against : windowOfBefore(before, when.time, lastMs ?? context.askedAtMs)
  for (const phrase of when.phrases) useText(fixed, text, phrase, 'time')
  // Clock times are times whatever the words around them made of them.
  if (when.time !== null)
    for (const word of fixed)
      if (
        /^\d{1,2}:\d{2}(?::\d{2})?(?:-\d{1,2}:\d{2}(?::\d{2})?)?(?:am|pm|z)?$|^\d{1,2}[ap]m$|^(?:am|pm|utc|gmt)$/.test(
          word.text,
        )
      )
        word.usedBy ??= 'time'
  const phrases = phrasesMeant(fixed, text, named, context.catalogue)
  const negations = negationsOf(fixed, text, {
    isValue: (said) => classes.has(said) || /^(?:get|post|put|patch|delete)$/.test(said),
    isDenied: (verb) =>
      context.catalogue.templates.some(({ tokens }) =>
        tokens.some(
          (token, at) => token === verb && /^(?:not|be|been)$/.test(tokens[at - 1] ?? '') && tokens.includes('not'),
        ),
      ),
    isSaidTogether: (first, joint, second) => saysTogether(context.catalogue, first, joint, second),
  }).filter((negation) => !isSaidByLines(negation, fixed, context.catalogue))
  return {
    text,
    words: fixed,
    phrases,
    // The words that name the other window may be those that ask to compare with it.
    tags: new Set([...phrases.map(({ tag }) => tag), ...(against === null ? [] : (['compare'] as const))]),
    named,
    conditions: [],
    time: when.time,
    against,
    quoted,
    written: question,
    negations,
    traceId,
    recordId,
    notes,
    leftOut: [],
    unrestricted: [],
    unknown: [],
    askBack: null,
    anchorService: null,
    anchorVersion,
    beside,
    stepMs,
    context,
  }
}

const LINE_WORDS =
  /^(?:logs|lines|records|messages|entries|events|requests|times|services|servers|components|systems|details)$/

/** "How many sends failed", where routes are called by the word: no part of the grammar. */
function isRouteCalled({ text, lemma }: Word, { operations }: Catalogue): boolean {
  if (text === lemma || !(FUNCTION_WORDS.has(text) || FUNCTION_WORDS.has(lemma)) || LINE_WORDS.test(text)) return false
  return operations.some((name) => isSegment(name, text) || isSegment(name, lemma))
}

/** Words of telemetry that are also what a business makes. */
const MADE_WORDS = /^(?:messages|events|entries|records)$/
const OF_LINES = /^(?:log|logged|logging|error|errors|warning|warn|info|debug|fatal|exception|status|audit|trace|span)$/
const ASKS_FOR_LINES =
  /\b(?:logs?|lines?|logged|logging|show|list|levels?|severity|errors?|warnings?|say|says|saying|said|mention\w*|contain\w*|text|words?|pattern\w*)\b/

/** "Messages per minute" where messages are made on a route of that name: what the business counts, and no log lines. */
function isMade({ text }: Word, before: string, question: string, { operations }: Catalogue): boolean {
  if (!MADE_WORDS.test(text) || OF_LINES.test(before) || ASKS_FOR_LINES.test(question)) return false
  return routesOfThing(text, operations).made.length > 0
}

/** What differs from line to line: ids like ab-123, numbers of three digits and more. */
const VARIABLE = /\b[a-z]{1,8}-\d{3,}\b|(?<![\w.-])\d{3,}(?![\w.-])/gi

/** How often a pasted line came asks for all of its kind: ids and numbers in it stand for any. */
const ASKS_FOR_KIND = /\bhow (?:often|many)\b|\bcount\b|\bnumber of\b|\blines? like (?:this|that|these|those)\b/

/** A pasted line of key=value pairs stands for the message in it. */
function withoutPairs(text: string): string {
  const found = /(?:^|\s)(?:msg|message)="([^"]{4,400})"/.exec(text)
  if (found === null) return text
  const isPair = (word: string): boolean => /^[\w.@-]{1,80}=\S+$/.test(word)
  const before = text.slice(0, found.index).split(' ')
  const after = text.slice(found.index + found[0].length).split(' ')
  const pairs = [...before, ...after].filter(isPair).length
  if (pairs < 2) return text
  while (before.length > 0 && (isPair(before.at(-1) ?? '') || before.at(-1) === '')) before.pop()
  while (after.length > 0 && (isPair(after[0] ?? '') || after[0] === '')) after.shift()
  const message = found[1] ?? ''
  const kind = ASKS_FOR_KIND.test(text) ? message.replace(VARIABLE, '...') : message
  return `${before.join(' ')} "${kind}" ${after.join(' ')}`.trim()
}

/** A pasted line of JSON stands for the message in it. */
function withoutJson(text: string): string {
  return text.replace(/\{ ?"[^{}]{1,4000}\}/g, (json) => {
    const message = messageText(json)
    const kind = ASKS_FOR_KIND.test(text) ? message.replace(VARIABLE, '...') : message
    return message === json ? json : ` "${kind.replaceAll('"', "'")}" `
  })
}

/** Values of keys with few of them, in small letters. */
function classValues({ values: known }: ReadContext): ReadonlySet<string> {
  const few = known.filter(({ values }) => values.length <= CLASS_VALUES_MAX)
  return new Set(few.flatMap(({ values }) => values.map(({ value }) => value.toLowerCase())))
}

/** Typing errors in words of the language and of the project; what the project has itself stays as it is. */
function correct(
  words: readonly Word[],
  { catalogue, values }: ReadContext,
  hits: TextHits | null,
  notes: string[],
): Word[] {
  const own = new Set<string>()
  for (const known of values) for (const { value } of known.values) own.add(value.toLowerCase())
  for (const { name } of catalogue.services) for (const part of name.toLowerCase().split(/[-_./ ]+/)) own.add(part)
  for (const { tokens } of catalogue.templates) for (const token of tokens) own.add(token)
  for (const { name } of catalogue.metrics) for (const part of name.toLowerCase().split(/[-_./]+/)) own.add(part)
  for (const { key } of catalogue.keys) for (const part of key.toLowerCase().split(/[-_./]+/)) own.add(part)
  for (const name of catalogue.operations) for (const part of name.toLowerCase().split(/[^a-z0-9]+/)) own.add(part)
  return words.map((word) => {
    const [, short] = /^([a-z]{2})s$/.exec(word.text) ?? []
    // "CVs" where lines and keys say "cv".
    if (short !== undefined && own.has(short) && !own.has(word.text) && !FUNCTION_WORDS.has(word.text))
      return { ...word, lemma: short }
    const meant = corrected(
      word,
      (text) => own.has(text) || own.has(`${text}s`) || own.has(text.replace(/s$/, '')) || own.has(lemmaOf(text)),
    )
    if ((hits?.[word.text] ?? 0) > 0) return word
    const fixed = meant ?? nearestOwn(word, own)
    if (fixed === null) return word
    if (meant === null) notes.push(`I took "${word.text}" for ${fixed}.`)
    return { ...word, text: fixed, lemma: lemmaOf(fixed), mistyped: word.text }
  })
}

/** Marks the words of a phrase that stands in the text. */
export function useText(words: readonly Word[], text: string, phrase: string, by: string): void {
  const said = phrase.toLowerCase().trim()
  let start = said === '' ? -1 : text.indexOf(said)
  // "Today" in "/plans/today today" is a part of the route where it stands first.
  if (text[start - 1] === '/') start = Math.max(start, text.indexOf(` ${said}`) + 1)
  if (start < 0) return
  const end = start + said.length
  for (const word of words) if (word.start < end && word.end > start && word.usedBy === null) word.usedBy = by
}

/** Whether a question has a phrase of one of these tags. */
export function has(state: QuestionState, ...tags: readonly Tag[]): boolean {
  return tags.some((tag) => state.tags.has(tag))
}

/** Returns the words of a phrase. */
export function phraseWords(state: QuestionState, { at, length }: Phrase): readonly Word[] {
  return state.words.slice(at, at + length)
}

/** Whether words are what a negation leaves out; uses the negation. */
export function negated(state: QuestionState, words: readonly Word[]): boolean {
  const places = words.map((word) => state.words.indexOf(word))
  const found = state.negations.filter(
    ({ scope, isVerb }) => isVerb !== true && places.some((place) => scope.has(place)),
  )
  for (const negation of found) useNegation(state, negation, 'not')
  return found.length > 0
}

/** Takes a negation and its words as used. */
export function useNegation(
  { words }: Pick<QuestionState, 'words'>,
  negation: Negation,
  by: NonNullable<Word['usedBy']>,
): void {
  negation.isUsed = true
  for (const place of negation.by) {
    const word = words[place]
    if (word !== undefined) word.usedBy ??= by
  }
}

/** A value with the capitals it was written with. */
export function asWritten({ written }: QuestionState, value: string): string {
  const at = written.toLowerCase().indexOf(value)
  return at < 0 ? value : written.slice(at, at + value.length)
}

/** "GET", "US": capitals make a name of what is an everyday word in small letters. "In the us", "users.online us": a country. */
function isCode({ text }: Word, before: string, written: string): boolean {
  if (text === 'us' && /^(?:the|in|within)$|[._]/.test(before)) return true
  return (
    /^(?:get|us)$/.test(text) &&
    /[a-z]/.test(written) &&
    new RegExp(`\\b${RegExp.escape(text.toUpperCase())}\\b`).test(written)
  )
}

/** Words in none of the vocabularies that nothing has used: conditions, or left out. */
export function freeWords(state: QuestionState): Word[] {
  const inPhrase = new Set<number>()
  for (const { at, length } of state.phrases) for (let place = at; place < at + length; place++) inPhrase.add(place)
  return state.words.filter(
    (word, index) =>
      word.usedBy === null &&
      (!inPhrase.has(index) || word.isCode === true) &&
      (word.isCode === true || (!FUNCTION_WORDS.has(word.text) && !FUNCTION_WORDS.has(word.lemma))) &&
      !/^[%$#.:/-]+$/.test(word.text),
  )
}

/** Free words that say more than how somebody asks. */
export function tellingWords(state: QuestionState): Word[] {
  return freeWords(state).filter(({ text, lemma }) => !SMALL_WORDS.has(text) && !SMALL_WORDS.has(lemma))
}

/** The service that the question is about, where it names exactly one; else null. */
export function onlyService(state: QuestionState): string | null {
  const services = state.conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  return services.length === 1 ? (services[0] ?? null) : null
}

/** Words that no slot has taken belong to what is asked. */
export function useRest({ words }: QuestionState): void {
  for (const word of words) word.usedBy ??= 'intent'
}

/** "How many jobs did the worker process": the verb says what was done, whatever metrics or lines have the word. */
export function isAskedVerb({ text: question }: QuestionState, text: string): boolean {
  return (
    REQUEST_VERBS.has(text) &&
    /^[a-z]+$/.test(text) &&
    new RegExp(`\\b(?:did|does|do|could|can) (?:\\S+ ){1,4}${RegExp.escape(text)}\\b`).test(question)
  )
}

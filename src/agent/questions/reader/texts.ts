/** Words that stand for log templates, by the words of the templates or others that mean the same. */

import { messageText } from '../../message-text.ts'
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { templateTokens } from '../grounding/template-tokens.ts'
import { PATTERN_IDS_MAX, type PlanCondition } from '../plan/plan.ts'
import { MEANINGS } from '../vocabulary/meanings.ts'
import { lemmaOf, stemOf } from './words.ts'

type Phrase = readonly string[]

/** How one asked word can be told in a template: as written, as another form of it, or as another word for it. */
interface Wanted {
  readonly same: readonly Phrase[]
  readonly meant: readonly Phrase[]
  readonly stem: string
}

/** A meaning is looked up by each of its phrases. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map(
  MEANINGS.flatMap((group) => group.map((phrase) => [phrase, group] as const)),
)

/** Splits the asked words into phrases of known meaning and single words. */
export function wantedOf(asked: readonly string[]): string[][] {
  const wanted: string[][] = []
  for (let at = 0; at < asked.length; ) {
    const length =
      [3, 2].find((size) => at + size <= asked.length && GROUPS.has(asked.slice(at, at + size).join(' '))) ?? 1
    wanted.push(asked.slice(at, at + length))
    at += length
  }
  return wanted
}

function want(words: readonly string[]): Wanted {
  const text = words.join(' ')
  const group = GROUPS.get(text) ?? GROUPS.get(words.map(lemmaOf).join(' ')) ?? []
  // Templates are cut at hyphens.
  const forms = [
    ...new Set([
      text,
      words.map(lemmaOf).join(' '),
      `${text}s`,
      text.replace(/[-_./:]+/g, ' '),
      words
        .map(lemmaOf)
        .join(' ')
        .replace(/[-_./:]+/g, ' '),
    ]),
  ]
  return {
    same: forms.map((form) => form.split(' ')),
    meant: group.map((phrase) => phrase.split(' ')),
    stem: words.length === 1 ? stemOf(words[0] ?? '') : '',
  }
}

/** Templates that have all the asked words; those that have them as written win over those with other forms. */
export function templatesWith(
  asked: readonly string[],
  { templates, services: known }: Catalogue,
  services: readonly string[],
): readonly KnownTemplate[] {
  const wanted = apart(wantedOf(asked).map(want))
  if (wanted.length === 0) return []
  const names = new Set(known.map(({ name }) => name.toLowerCase()))
  const ranked = templates.flatMap((template) => {
    if (services.length > 0 && !services.includes(template.service)) return []
    const ranks = wanted.map((one) => rankIn(one, template, names))
    return ranks.some((rank) => rank === 0) ? [] : [{ template, rank: Math.min(...ranks) }]
  })
  const best = Math.max(0, ...ranked.map(({ rank }) => rank))
  const found = withoutStarts(
    asked,
    ranked.filter(({ rank }) => rank === best).map(({ template }) => template),
  )
  const there = found.filter(({ tokens }) => !isNone(asked, tokens))
  // What one service says there is none of may be what another one tells of.
  const telling = new Set(there.map(({ service }) => service))
  return found.filter((one) => there.includes(one) || !telling.has(one.service)).slice(0, PATTERN_IDS_MAX)
}

const STARTS = /^(?:re)?start(?:s|ed|ing|up)?$/

/** "Streams started", "reminders": lines of a process that starts tell of no thing, whatever names they have in them. */
function withoutStarts(asked: readonly string[], found: readonly KnownTemplate[]): readonly KnownTemplate[] {
  const others = found.filter((template) => asked.includes(template.service.toLowerCase()) || !isOfStart(template))
  if (others.length > 0 || found.length === 0) return others
  // What such a line says besides the name of its service is said.
  const stems = asked.filter((word) => !STARTS.test(word)).map(stemOf)
  return found.filter(({ service }) => {
    const own = service
      .toLowerCase()
      .split(/[-_.]+/)
      .map(stemOf)
    return !stems.some((stem) => own.includes(stem))
  })
}

/** "Started web 1.4.0", "web 1.4.0 started, consuming from orders": the process itself says that it runs. */
function isOfStart({ template, service, tokens }: KnownTemplate): boolean {
  if (!tokens.some((token) => STARTS.test(token))) return false
  const text = messageText(template).toLowerCase()
  const name = service.toLowerCase()
  return new RegExp(
    `(?:^|[^\\w-])(?:started|starting) ${RegExp.escape(name)}(?![\\w-])|(?:^|[^\\w-])${RegExp.escape(name)}(?: v?[\\d.<>*]{1,20})? (?:is )?(?:started|starting)(?![\\w-])`,
  ).test(text)
}

/** "No crack" is no line of a crack, beside lines of one. */
function isNone(asked: readonly string[], tokens: readonly string[]): boolean {
  const [word = '', more] = asked
  if (more !== undefined) return false
  const forms = [word, lemmaOf(word)]
  const places = tokens.flatMap((token, at) => (forms.includes(token) || forms.includes(lemmaOf(token)) ? [at] : []))
  return places.length > 0 && places.every((at) => /^(?:no|zero)$/.test(tokens[at - 1] ?? ''))
}

/** Of two words that mean the same in some line ("charges captured"), each has to be told by a word of its own. */
function apart(wanted: readonly Wanted[]): readonly Wanted[] {
  if (wanted.length < 2) return wanted
  return wanted.map((one) => {
    const others = new Set(
      wanted.filter((other) => other !== one).flatMap(({ same }) => same.map((form) => form.join(' '))),
    )
    return { ...one, meant: one.meant.filter((phrase) => !others.has(phrase.join(' '))) }
  })
}

/** 3: as written, or by a word of the same meaning. 2: another form of the word. 0: not at all. */
function rankIn(
  { same, meant, stem }: Wanted,
  { tokens, template, service }: KnownTemplate,
  names: ReadonlySet<string>,
): number {
  if (same.some((phrase) => holds(tokens, phrase))) return 3
  const [word = '', ...others] = same[0] ?? []
  // "Uploaded" is what was done, and "upload queue" tells of nothing that was.
  const isOfDeed = others.length === 0 && /[a-z]{3}ed$/.test(word)
  const isNounOfDeed = ([only = '', more]: Phrase): boolean =>
    isOfDeed && more === undefined && stemOf(only) === stem && !only.endsWith('ed')
  if (meant.some((phrase) => !isNounOfDeed(phrase) && holds(tokens, phrase))) return 3
  if (others.length === 0 && isParted(word, tokens, template)) return 3
  // "Evaluator answered 503" names a service, and tells of no evaluation.
  const isAlike = (token: string): boolean =>
    !names.has(token) && stemOf(token) === stem && !isOfName(token, template, names, service)
  if (stem.length >= 3 && tokens.some(isAlike)) return 2
  if (others.length === 0 && isDoneIn(word, tokens)) return 2
  return 0
}

/** "Seal-service answered 503" of another service: a part of its name, and nothing that was sealed. */
function isOfName(token: string, template: string, names: ReadonlySet<string>, service: string): boolean {
  const lower = template.toLowerCase()
  const own = [...names].filter(
    (name) => name !== service.toLowerCase() && name.split(/[-_]/).includes(token) && lower.includes(name),
  )
  if (own.length === 0) return false
  const rest = own.reduce((text, name) => text.replaceAll(name, ' '), lower)
  return !new RegExp(`(?<![\\w-])${RegExp.escape(token)}(?![\\w-])`).test(rest)
}

function holds(tokens: readonly string[], phrase: Phrase): boolean {
  const first = phrase[0]
  for (let at = tokens.indexOf(first ?? ''); at >= 0; at = tokens.indexOf(first ?? '', at + 1)) {
    if (phrase.every((word, offset) => tokens[at + offset] === word)) return true
  }
  if (phrase.length > 1 || first === undefined) return false
  return tokens.some((token) => lemmaOf(token) === first)
}

const OVER = /^(?:finish(?:ed)?|complete[d]?|ended)$/

/** "Sign-ins", "allocations" of lines that say "signed in", "allocated"; what is finished is done. */
function isDoneIn(word: string, tokens: readonly string[]): boolean {
  if (OVER.test(word) && tokens.includes('done')) return true
  const done = /^([a-z]{2,20}at)ions?$/.exec(word)?.[1]
  if (done !== undefined && tokens.some((token) => token === `${done}ed` || token === `${done}ing`)) return true
  const [, verb = '', particle] = /^([a-z]{3,12}?)-?(in|out|up|off|on)s?$/.exec(word) ?? []
  if (verb === '') return false
  return tokens.some((token, at) => /ed$/.test(token) && stemOf(token) === stemOf(verb) && tokens[at + 1] === particle)
}

/** "Topups" of lines that say "top-up", which are cut at the hyphen. */
function isParted(word: string, tokens: readonly string[], template: string): boolean {
  if (word.length < 5) return false
  // "MemoryError" is one word of the line, however it is cut.
  const at = template.toLowerCase().indexOf(lemmaOf(word))
  if (at >= 0 && /[a-z][A-Z]/.test(template.slice(at, at + word.length))) return false
  return (
    tokens.some((token, at) => word.startsWith(token) && lemmaOf(token + (tokens[at + 1] ?? '')) === lemmaOf(word)) ||
    isClipped(lemmaOf(word), tokens)
  )
}

/** "Pre-auth" of lines that say "pre-authorisation": a compound whose last part is cut short. */
function isClipped(word: string, tokens: readonly string[]): boolean {
  const [first = '', clipped = '', more] = word.split('-')
  if (more !== undefined || clipped.length < 3) return false
  return tokens.some((token, at) => {
    const next = tokens[at + 1] ?? ''
    return token === first && next.length > clipped.length + 2 && next.startsWith(clipped)
  })
}

/** "Logins refused" of "login refused: wrong password", not of "database login refused": what lines begin with goes first. */
export function beginningWith(noun: string, found: readonly KnownTemplate[]): readonly KnownTemplate[] {
  const start = new RegExp(`(?:^|(?:[\\]:|-]|(?<!<\\*)>) )"?${RegExp.escape(lemmaOf(noun))}`, 'i')
  const own = found.filter(({ template }) => start.test(messageText(template)))
  return own.length > 0 ? own : found
}

/** The condition that takes the records of the templates found, null where there are none. */
export function templateCondition(
  asked: readonly string[],
  found: readonly Pick<KnownTemplate, 'id' | 'template' | 'service'>[],
): PlanCondition | null {
  if (found.length === 0) return null
  const ids = [...new Set(found.map(({ id }) => id))]
  const phrases = [...new Set(found.map(({ template }) => literalOf(template)).filter((literal) => literal !== ''))]
  const words = asked.length > 0 ? asked : [found[0]?.service ?? 'lines']
  return { on: 'templates', words: words.join(' ').slice(0, 200), ids, phrases: phrases.slice(0, 100) }
}

/** The longest part of a template without a variable. */
function literalOf(template: string): string {
  const parts = template.split('<*>').map((part) => part.trim())
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '').slice(0, 200)
}

/** The other ways of saying a word or phrase, null where none are known. */
export function otherWordsFor(text: string): readonly string[] | null {
  return GROUPS.get(text) ?? GROUPS.get(lemmaOf(text)) ?? null
}

/** Lengths of phrases of several words that have a known meaning, longest first. */
export function isKnownPhrase(words: readonly string[]): boolean {
  return GROUPS.has(words.join(' '))
}

const DENIES = /^(?:not|never|cannot|unable)$/

/** Whether a line denies what it tells of: "chunk not captioned". */
export function isDenying({ tokens }: Pick<KnownTemplate, 'tokens'>): boolean {
  return tokens.some((token) => DENIES.test(token))
}

const FAILURE_TOKENS = new Set([
  'failed',
  'failure',
  'fail',
  'fails',
  'error',
  'denied',
  'rejected',
  'declined',
  'invalid',
  'wrong',
  'refused',
  'could',
  'cannot',
  'unable',
  'lost',
  'incomplete',
  'missing',
  'expired',
  'aborted',
  'cancelled',
  'canceled',
  'dropped',
  'duplicate',
])

/** Whether a line tells of something that was not done. "Returned (wrong size)", "fine issued, reason=wrong_class" of an ordinary level only say why. */
export function isOfFailure({ tokens, template, severity }: KnownTemplate): boolean {
  const telling = tokens.filter((token) => FAILURE_TOKENS.has(token))
  if (telling.length === 0 || !/^(?:info|debug|trace)/i.test(severity)) return telling.length > 0
  const outside = templateTokens(template.replace(/\([a-z][a-z ]{2,40}\)|(?<=\w)=[a-z][\w-]{2,40}/gi, ' '))
  return outside.some((token) => FAILURE_TOKENS.has(token))
}

/** Whether lines of a template may tell of what went well: neither their words nor their level say otherwise. */
export function isOfSuccess(template: KnownTemplate): boolean {
  return !isOfFailure(template) && !/^(?:warn|error|fatal|crit)/i.test(template.severity)
}

/** Whether a line says of a word only that it is not so: "order not placed" is no line of an order that was placed. */
export function isDenied(word: string, { tokens }: KnownTemplate): boolean {
  const places = tokens.flatMap((token, at) => (token === word ? [at] : []))
  return (
    places.length > 0 &&
    places.every(
      (at) =>
        /^(?:not|never|n't|be|been|without)$/.test(tokens[at - 1] ?? '') &&
        tokens.slice(Math.max(0, at - 3), at).some((token) => /^(?:not|never|cannot|n't|without)$/.test(token)),
    )
  )
}

const REFUSING = /^(?:fail(?:ed|ure|s)?|refused|rejected|aborted|declined|denied|unsuccessful(?:ly)?|missing)$/

/** "Return refused: already submitted": a participle that only says why something was not done tells of nothing done. */
export function isReasonOnly(word: string, { tokens }: KnownTemplate): boolean {
  const refused = tokens.findIndex((token) => REFUSING.test(token))
  const places = tokens.flatMap((token, at) => (token === word ? [at] : []))
  return refused >= 0 && places.length > 0 && places.every((at) => at > refused)
}

/** Of templates that tell of success and failure, those of success. */
export function succeeded(found: readonly KnownTemplate[]): readonly KnownTemplate[] {
  const good = found.filter((template) => !isOfFailure(template))
  const calm = good.filter(({ severity }) => !/^(?:warn|error|fatal|crit)/i.test(severity))
  return calm.length > 0 ? calm : good.length > 0 ? good : found
}

/** Whether some line says two words, in any of their forms, with the third between them: "waits for a task". */
export function saysTogether({ templates }: Catalogue, first: string, joint: string, second: string): boolean {
  return templates.some(({ tokens }) =>
    tokens.some((token, at) => {
      if (token !== joint || stemOf(tokens[at - 1] ?? '') !== stemOf(first)) return false
      const next = /^(?:an?|the|its|their)$/.test(tokens[at + 1] ?? '') ? tokens[at + 2] : tokens[at + 1]
      return next !== undefined && stemOf(next) === stemOf(second)
    }),
  )
}

/** Which services of the project the words of a question name, and how surely. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { SERVICE_WORDS } from '../vocabulary/service-words.ts'
import { isVocabulary } from './phrases.ts'
import { operationsNamed, routesOfThing } from './routes.ts'
import { editDistance, errorsAllowed, lemmaOf, stemOf, type Word } from './words.ts'

export interface NamedService {
  /** One service, or several that the word fits equally. */
  readonly services: readonly string[]
  readonly said: string
  /** `exact`: the whole name. `short`: a part of it. `near`: with typing errors, or by another word. */
  readonly how: 'exact' | 'short' | 'near'
  readonly at: number
  readonly length: number
}

const ENDINGS = new Set([
  'service',
  'svc',
  'api',
  'server',
  'app',
  'worker',
  'backend',
  'srv',
  'microservice',
  'job',
  'daemon',
])
/** Words after which, or before which, a short name means a service and not a thing that is counted. */
const BEFORE = new Set(
  'of in for from by is are was were does did do the on at with to about only just and why has had through via than vs or between our my but not except when what say tell check into behind against around calls call uses use without like excluding exclude excepting ignoring minus besides'.split(
    ' ',
  ),
)
const AFTER = new Set(
  'service svc api server app worker error exception warning latency failure request log logs traffic response duration timeout cpu memory slow down ok healthy fine broken failing working up crash throughput health status deployment version issue problem record span trace metric outage incident rate p50 p95 p99 dependency'.split(
    ' ',
  ),
)
const COUNTED_BEFORE =
  /^(?:many|failed|failing|successful|rejected|declined|cancelled|lost|more|fewer|most|some|any|all|every|each|other|unsuccessful|no|except|excluding|without)$/
const MEASURED_BEFORE =
  /^(?:error|errors|failure|fail|success|request|requests|hit|miss|response|reply|answer|processing|loss|drop|retry|conversion|approval|decline|rejection|abort|cancellation|bounce|defect|call|message|event|record)$/
const WORDS_MAX = 4

/** Marks the words it takes. Names that no service bears are not touched. */
export function nameServices(words: Word[], catalogue: Catalogue): NamedService[] {
  const { services, keys } = catalogue
  const known = withoutPrefix(services.map(({ name }) => nameParts(name)))
  // "By depot", "at depot OSL": a word that is a key of the data is no short name of depot-sync.
  const ownKeys = new Set(
    keys.flatMap(({ key }) => [key.toLowerCase(), key.toLowerCase().replace(/[._-](?:id|name)$/, '')]),
  )
  const found: NamedService[] = []
  for (const tier of [fullName, baseName, partName, otherWord, nearName] as const) {
    for (let at = 0; at < words.length; at++) {
      for (let length = Math.min(WORDS_MAX, words.length - at); length > 0; length--) {
        const taken = words.slice(at, at + length)
        if (taken.some(({ usedBy, text }) => usedBy !== null || text.startsWith('/'))) continue
        // "How many check-ins", "failed checkouts": what is counted is no short name of who does it.
        const isCounted =
          tier !== fullName &&
          length === 1 &&
          COUNTED_BEFORE.test(words[at - 1]?.text ?? '') &&
          /s$/.test(taken[0]?.text ?? '')
        // "Were graded", "graded submissions": what was done to something is no name of who did it.
        const isDone = tier !== fullName && length === 1 && /^[a-z]{3,}ed$/.test(taken[0]?.text ?? '')
        // "Cannot send to lists": what somebody does is no name of who does it.
        const isVerb = tier !== fullName && length === 1 && (isAfterCan(words, at) || isDeedOf(words, at))
        // "The ticket shop": the whole of it, and not what makes the tickets.
        const isOfWhole = tier !== fullName && length === 1 && WHOLE.test(words[at + 1]?.text ?? '')
        // "Error rate of web", "hit ratio": what is measured is no name of a service.
        const isMeasured =
          tier !== fullName &&
          length === 1 &&
          /^(?:rates?|ratios?|times?|counts?)$/.test(taken[0]?.text ?? '') &&
          MEASURED_BEFORE.test(words[at - 1]?.text ?? '')
        // "Without the ones for restaurants and menus": things that are left out, where routes go by them.
        const isLeftOut =
          tier !== fullName &&
          length === 1 &&
          taken[0]?.text !== taken[0]?.lemma &&
          /^(?:and|or|nor|for)$/.test(words[at - 1]?.text ?? '') &&
          words.slice(0, at).some(({ text }) => /^(?:without|except|excluding)$/.test(text)) &&
          operationsNamed(taken[0]?.text ?? '', catalogue.operations).length > 0
        // "Median of photo.match": the whole name of an operation is no service that is spelt nearly alike.
        const isOperation = length === 1 && isOperationName(taken[0]?.text ?? '', catalogue)
        const isKey =
          isOperation ||
          (tier !== fullName && isThing(taken, words, at, catalogue)) ||
          isLeftOut ||
          (tier !== fullName && length === 1 && (isWhatBefell(words, at) || isSaidWhole(words, at, catalogue))) ||
          isOfWhole ||
          isCounted ||
          isDone ||
          isVerb ||
          isMeasured ||
          (tier !== fullName && isPartOfKey(taken, words[at + length], catalogue)) ||
          (tier !== fullName && length === 1 && ownKeys.has(taken[0]?.lemma ?? ''))
        const matched = isKey ? [] : tier(taken, known, words, at)
        if (matched.length === 0) continue
        const isPart = tier !== fullName && length === 1
        // "Evaluate requests" of `POST /evaluate` beside an evaluator: what a route is called by is no mistyped name.
        const isRoute =
          tier === nearName &&
          length === 1 &&
          catalogue.operations.some((name) => isSegment(name, words[at]?.text ?? ''))
        if (isRoute) continue
        if (isPart && matched.length > 1 && isSubject(words, at, catalogue)) continue
        if (isPart && isRouteNoun(words, at, catalogue)) continue
        const how = tier === fullName ? 'exact' : tier === nearName || tier === otherWord ? 'near' : 'short'
        const next = words[at + length]
        const isTitled = next !== undefined && next.usedBy === null && ENDINGS.has(next.lemma)
        for (const word of isTitled ? [...taken, next] : taken) word.usedBy = 'service'
        found.push({ services: matched, said: taken.map(({ text }) => text).join(' '), how, at, length })
        break
      }
    }
  }
  return found.sort((a, b) => a.at - b.at)
}

/** A name with a point or a slash that operations have and no service. */
function isOperationName(text: string, { operations, services }: Catalogue): boolean {
  if (!/[a-z][./][a-z]/.test(text) || services.some(({ name }) => name.toLowerCase() === text)) return false
  return operations.some((name) => {
    const lower = name.toLowerCase()
    return lower === text || lower.endsWith(` ${text}`)
  })
}

/** "The device-registry rollout" beside firmware-rollout: what befell the service that is named before it. */
function isWhatBefell(words: readonly Word[], at: number): boolean {
  return (
    words[at - 1]?.usedBy === 'service' &&
    /^(?:rollout|release|deployment|deploy|update|upgrade|restart|outage|incident|problem|issue)s?$/.test(
      words[at]?.text ?? '',
    )
  )
}

/** "Out of stock" beside stock-service, where lines say just that: no name. */
function isSaidWhole(words: readonly Word[], at: number, { templates }: Catalogue): boolean {
  const [first, second, last] = words.slice(Math.max(0, at - 2), at + 1).map(({ text }) => text)
  if (at < 2 || second !== 'of' || first === undefined || last === undefined) return false
  return templates.some(({ tokens }) =>
    tokens.some((token, place) => token === last && tokens[place - 1] === second && tokens[place - 2] === first),
  )
}

/**
 * "P95 of payments", "slowest booking", "how long does a rental take": one of the things that a route ends in is meant,
 * not all that payment-service does.
 */
function isThing(taken: readonly Word[], words: readonly Word[], at: number, { operations }: Catalogue): boolean {
  const [word, ...more] = taken
  // "A rental" is no mistyped name.
  if (word !== undefined && more.length > 0) return /^(?:an?|the)$/.test(word.text)
  if (word === undefined) return false
  const [before = '', second = ''] = words
    .slice(0, at)
    .map(({ text }) => text)
    .filter((text) => !/^(?:the|our|all)$/.test(text))
    .reverse()
  const isMany = word.text !== word.lemma
  const isOne = /^(?:slowest|fastest|longest|shortest|quickest|an?|one|single)$/.test(before)
  const isOfAll = before === 'of' && isMany && MEASURED_OF.test(second)
  const isFailing =
    isMany && /^(?:do|did|are|were|have)$/.test(before) && /^fail(?:ed|ing)?$/.test(words[at + 1]?.text ?? '')
  const { made, read } = routesOfThing(word.text, operations)
  return (isOne || isOfAll || isFailing) && made.length + read.length > 0
}

/** "Did dock-board return" beside returns-desk: what a service that is named does. */
function isDeedOf(words: readonly Word[], at: number): boolean {
  return (
    words[at - 1]?.usedBy === 'service' && /^(?:did|do|does|has|have|had|could|can)$/.test(words[at - 2]?.text ?? '')
  )
}

function isAfterCan(words: readonly Word[], at: number): boolean {
  const [second = '', before = ''] = words.slice(Math.max(0, at - 2), at).map(({ text }) => text)
  if (at < 2) return before === 'cannot' || second === 'cannot'
  return /^(?:cannot|can|could)$/.test(before) || (before === 'not' && /^(?:can|could)$/.test(second))
}

/** "Number of payment methods", "by payment method" where a key has both words: no service called after the first. */
function isPartOfKey([word, ...more]: readonly Word[], next: Word | undefined, { keys }: Catalogue): boolean {
  if (word === undefined || next === undefined || more.length > 0) return false
  // "Payment errors", "payment version": what is asked of payment-service.
  if (next.text === next.lemma && AFTER.has(next.lemma)) return false
  const both = [word.lemma, next.lemma]
  return keys.some(({ key }) => key.toLowerCase().split(/[._-]/).slice(-2).join(' ') === both.join(' '))
}

const MEASURED_OF =
  /^(?:p\d{2,3}|median|mean|average|share|percentage|percent|%|part|proportion|fraction|duration|most|half|many)$/

/**
 * "How many claims were lost" beside claims-api and claims-db: what several services are called after, and lines, routes
 * or keys tell of, is what people ask about. "The claims service" is still one of them.
 */
function isSubject(words: readonly Word[], at: number, { templates, operations, keys }: Catalogue): boolean {
  const word = words[at]
  const next = words[at + 1]
  if (word === undefined || (next !== undefined && SERVICE_NOUNS.test(next.lemma))) return false
  const stem = stemOf(word.text)
  const said = new RegExp(`(?<![\\w.-])${RegExp.escape(word.lemma)}\\w{0,3}(?![\\w.-])`, 'i')
  return (
    templates.some(
      ({ template, tokens }) => (tokens.includes(word.text) || tokens.includes(word.lemma)) && said.test(template),
    ) ||
    operations.some((name) => name.split(/[^A-Za-z]+/).some((part) => stemOf(part.toLowerCase()) === stem)) ||
    keys.some(({ key }) => key.toLowerCase().split(/[._-]/).includes(word.lemma))
  )
}

/** "Why do sends fail?" beside send-worker: several of what routes are called by are no name of one who does them. */
function isRouteNoun(words: readonly Word[], at: number, { operations }: Catalogue): boolean {
  const word = words[at]
  const next = words[at + 1]
  if (word === undefined || word.text === word.lemma || (next !== undefined && SERVICE_NOUNS.test(next.lemma)))
    return false
  return operations.some((name) => isSegment(name, word.text) || isSegment(name, word.lemma))
}

/** Whether a route has the word as a part of its path, as it stands; "check-ins" of `/checkins` too. */
export function isSegment(operation: string, word: string): boolean {
  const said = word.replaceAll('-', '')
  return operation
    .toLowerCase()
    .split(/[/ ?{}:]+/)
    .some((part) => part.replaceAll('-', '') === said)
}

const WHOLE = /^(?:shop|site|website|platform|business|company)$/

/** "The lab system": all services, whatever stands before. */
export const SYSTEM_NOUNS = /^(?:system|platform|environment|stack)$/

export const SERVICE_NOUNS =
  /^(?:service|svc|api|server|app|worker|backend|srv|microservice|job|daemon|pod|instance|deployment)$/

interface Parts {
  readonly name: string
  readonly joined: string
  /** Without endings such as "-service". */
  readonly base: string
  readonly parts: readonly string[]
}

function nameParts(name: string): Parts {
  const parts = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[-_./: ]+/)
    .filter((part) => part !== '')
  const own = parts.filter((part, index) => index === 0 || !ENDINGS.has(part))
  const unattached = own.map((part) => (part.length > 8 && part.endsWith('service') ? part.slice(0, -7) : part))
  return { name, joined: parts.join(''), base: unattached.join(''), parts: unattached }
}

const SHARED_MIN = 4

/** "The order service" of a system whose services are all called `ts-…`: what they share tells none of them. */
function withoutPrefix(known: readonly Parts[]): readonly Parts[] {
  const prefix = known[0]?.parts[0] ?? ''
  const sharing = known.filter(({ parts }) => parts.length > 1 && parts[0] === prefix)
  if (sharing.length < SHARED_MIN || sharing.length < 0.8 * known.length) return known
  return known.map((one) => {
    const parts = one.parts.slice(1)
    return sharing.includes(one) ? { ...one, parts, base: parts.join('') } : one
  })
}

type Tier = (taken: readonly Word[], known: readonly Parts[], words: readonly Word[], at: number) => readonly string[]

const joinedText = (taken: readonly Word[]): string =>
  taken.map(({ text }) => text.replace(/[-_./:]|'s$/g, '')).join('')

const fullName: Tier = (taken, known, words, at) => {
  const text = joinedText(taken)
  const many = taken.length > 1 ? lemmaOf(text) : text
  const matched = known.filter(({ joined }) => joined === text || joined === many).map(({ name }) => name)
  // A service called like an everyday word ("web") is meant only where a service can stand.
  const isEveryday = taken.length === 1 && text.length < 6 && !/[-_]/.test(taken[0]?.text ?? '')
  return isEveryday && !isPlaceOfService(words, at, 1) ? [] : matched
}

const baseName: Tier = (taken, known, words, at) => {
  const text = joinedText(taken)
  // "rx errors" of `rx-service`: two letters are a name where they are no word.
  const isShort =
    text.length === 2 && !FUNCTION_WORDS.has(text) && !/^(?:id|ip|db|ms|am|pm|ok|us|eu|uk|vs|no)$/.test(text)
  if ((text.length < 3 && !isShort) || !isPlaceOfService(words, at, taken.length)) return []
  const singular = lemmaOf(text)
  return known.filter(({ base }) => base === text || lemmaOf(base) === singular).map(({ name }) => name)
}

const partName: Tier = (taken, known, words, at) => {
  const [word] = taken
  if (taken.length !== 1 || word === undefined || word.lemma.length < 3 || ENDINGS.has(word.lemma)) return []
  if (!isPlaceOfService(words, at, 1) || SYSTEM_NOUNS.test(words[at + 1]?.lemma ?? '')) return []
  const isPart = (part: string | undefined): boolean => part === word.text || lemmaOf(part ?? '') === word.lemma
  const named = known.filter(({ parts }) => parts.some(isPart))
  // "What is wrong in the lab?" beside lab-billing: where it is, and not which of its services.
  const isWhere = words[at - 1]?.text === 'the' && /^(?:in|at)$/.test(words[at - 2]?.text ?? '')
  return named.filter(({ parts }) => !isWhere || isPart(parts.at(-1))).map(({ name }) => name)
}

/** "The frontend" of a shop may be its storefront-web. */
const otherWord: Tier = (taken, known, words, at) => {
  const [word] = taken
  if (taken.length !== 1 || word === undefined || !isPlaceOfService(words, at, 1)) return []
  const meant = SERVICE_WORDS[word.lemma] ?? []
  for (const part of meant) {
    const matched = known.filter(({ parts }) => parts.includes(part)).map(({ name }) => name)
    if (matched.length > 0) return matched
  }
  return []
}

const nearName: Tier = (taken, known, words, at) => {
  const text = joinedText(taken)
  const isWritten = taken.length === 1 && /[-_]/.test(taken[0]?.text ?? '')
  // "Still" is no mistyped "till".
  if (!isWritten && taken.every((word) => isVocabulary(word.text))) return []
  if (text.length < 5 || (!isWritten && !isPlaceOfService(words, at, taken.length))) return []
  const base = nameParts(taken.map((word) => word.text).join('-')).base
  // "Class-booking-a1" is one of the instances of class-booking.
  const isInstance = taken.length === 1 && known.some(({ name }) => isInstanceOf(taken[0]?.text ?? '', name))
  if (isInstance) return []
  const distances = known.map(({ name, joined, base: own, parts }) => {
    const whole = nearest(text, joined)
    const short = Math.min(nearest(base, own), base.length >= 5 ? nearest(text, own) : 9)
    // "payment-servce" for payment-gateway: a part of the name with the usual ending, mistyped.
    const part =
      isWritten && parts.some((one) => one === base || one === text.replace(/s(?:e?rv?i?c?e?|vc)$/, '')) ? 1 : 9
    return { name, distance: Math.min(whole, short, part) }
  })
  const best = Math.min(...distances.map(({ distance }) => distance))
  return best > 2 ? [] : distances.filter(({ distance }) => distance === best).map(({ name }) => name)
}

/** A service's whole name with an ending that has a digit. */
function isInstanceOf(text: string, name: string): boolean {
  const whole = name.toLowerCase()
  const ending = text.startsWith(whole) ? text.slice(whole.length) : ''
  return /^[-_.][a-z0-9-]{1,24}$/.test(ending) && /\d/.test(ending)
}

function nearest(a: string, b: string): number {
  const allowed = errorsAllowed(Math.min(a.length, b.length))
  const distance = editDistance(a, b, allowed)
  return distance > allowed ? 9 : distance
}

function isPlaceOfService(words: readonly Word[], at: number, length: number): boolean {
  const before = words[at - 1]
  const after = words[at + length]
  if (before === undefined && after === undefined) return true
  if (before?.usedBy === 'service' || after?.usedBy === 'service') return true
  if (after !== undefined && AFTER.has(after.lemma))
    return before === undefined || !/^(?:many|of|much)$/.test(before.text) || AFTER.has(after.lemma)
  return before !== undefined && BEFORE.has(before.text)
}

/**
 * Questions for what a release did: "fare-service: did 2.5.0 make quotes faster or slower", "new version of web, when and did
 * it hurt", "did that help?" behind a release. They have many forms and few kinds of words: which release, what is asked of
 * it, and whose requests. So no form is known here: each word is one of these or grammar, in any order, and a word that is
 * none of them leaves the question to others.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { PlanOf, Statistic } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import {
  ANOTHER_QUESTION,
  ASPECTS,
  GRAMMAR,
  RELEASE_APART,
  RELEASE_BARE,
  RELEASE_OF_NAMED,
  RELEASE_SAID,
  RELEASED,
  WENT_BACK,
} from '../vocabulary/release-words.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { cleaned, stemOf } from './words.ts'

export interface ReleaseAsked {
  /** Services that are named, as they are called; whose release it is comes first. */
  readonly services: readonly string[]
  /** Words that stand before the release for its service; empty where none do. */
  readonly ofName: string
  readonly versions: readonly string[]
  readonly isBack: boolean
  /** "Slower since the release": it may be one of another service. */
  readonly isApart: boolean
  /** The clock time at which it came, where one is named. */
  readonly at: string | null
  /** Neither a version nor a release is named: it is that of the thread. */
  readonly isOfThread: boolean
  readonly asks: PlanOf<'release'>['asks']
  readonly direction: 'worse' | 'better' | 'unharmed' | null
  readonly isYesNo: boolean
  readonly statistic: Statistic | null
  /** "Did 3.5.0 make that slower": what the thread measures. */
  readonly isOfIt: boolean
  /** What the thread counts is asked about, and not how the service is. */
  readonly isOfCounted: boolean
  /** Whose requests, as it was said; empty for all of the service. */
  readonly thing: string
}

/** A thread tells of nothing, of a release, or already of what that did. */
export type BehindRelease = 'nothing' | 'release' | 'effect'

const CHARS_MAX = 160
const THING_WORDS_MAX = 4
/** What takes the place of words that were understood: a boundary of what is left. */
const TAKEN = ' ; '
const VERSION = /(?<![\w.:/-])v?(\d{1,4}(?:\.\d{1,6}){1,2}(?:-[a-z0-9.]{1,20})?)(?![\w%/-]|\.\d)/g
const NUMBERED = /\b(?:version|release|build|rev|revision) (\d{1,6})(?![\w.%])/g
/** "Upgraded at 22:25": when the release that is meant came. */
const AT_CLOCK = /\b(?:at|around|about) (\d{1,2}:\d\d)(?::\d\d)?(?: utc)?(?![\w:])/
const PER_TIME = /\bper (?:second|minute|hour)\b/g
/** A share, a length of time or an amount is no version. */
const MEASURED = /^ ?(?:%|ms\b|s\b|sec|seconds?\b|min|minutes?\b|h\b|hours?\b|x\b|times\b|[kmg]i?b\b)/
const POLAR = /(?:^|;) *(?:(?:and|so|but|ok|hm+) )*(?:did|does|do|has|have|is|are|was|were|any|anything) /

const WHAT_CHANGED = /\bwhat (?:changed|changes?|is different)\b/
const OPPOSITE = { worse: 'better', better: 'worse', unharmed: 'unharmed' } as const
const BEFORE_SAID =
  /\b(?:better|worse|faster|quicker|slower|higher|lower|more|fewer|less|good|bad|fast|slow) before\b(?! (?:and|vs|versus))/
/** "Did web get a new version and did it hurt": whether there was one is asked as well. */
const WHETHER_AND =
  /\b(?:did|has|was|were|is) [^;]{0,60}\b(?:new version|release|get|got|gotten|upgraded|updated|deployed|released)\b[^;]{0,40}(?: and|;) (?:did|has|is|was|does|how|any)\b/

/** Reads a question about a release; null of any other. `behind`: what its thread tells of one. */
export function releaseAsked(question: string, catalogue: Catalogue, behind: BehindRelease): ReleaseAsked | null {
  if (question.length > CHARS_MAX || /[\n"]/.test(question)) return null
  const text = plainText(question)
  const at = AT_CLOCK.exec(text)?.[1] ?? null
  const untimed = text.replace(AT_CLOCK, ' ')
  if (ANOTHER_QUESTION.test(untimed.replace(PER_TIME, ' ')) || /\d:\d\d/.test(untimed)) return null
  const named = withoutServices(untimed, catalogue)
  const { text: versioned, versions } = withoutVersions(named.text, named.services.length > 0)
  const isBack = WENT_BACK.test(versioned)
  const isBehindRelease = behind !== 'nothing'
  const [all = '', calledBy = ''] = named.services.length > 0 ? [] : (RELEASE_OF_NAMED.exec(versioned) ?? [])
  const ofName = calledBy.split(' ').every((word) => word === '' || OWN_WORD.test(word)) ? '' : calledBy.trim()
  const said = withoutReleases(
    ofName === '' ? versioned : versioned.replace(all, `the release${TAKEN}`),
    isBehindRelease,
  )
  const isNamed = versions.length > 0 || said.isSaid
  if (!isNamed && !isBehindRelease) return null
  const asked = withoutAspects(said.text)
  // "P95?" behind what a release did asks for both sides of it.
  const isCompared = asked.isCompared || versions.length > 1 || (behind === 'effect' && !isNamed)
  const isAsked = asked.asks.length > 0 || asked.isCompared
  if (!isCompared || !isAsked || (asked.direction === 'unharmed' && !isNamed)) return null
  if (behind !== 'effect' && asked.asks.length === 1 && asked.asks[0] === 'when' && !asked.isCompared) return null
  // Whether a way back ended trouble, and what was changed, are told otherwise.
  if (isBack && asked.direction === 'better' && asked.asks.length === 0) return null
  if (versions.length === 0 && WHAT_CHANGED.test(text)) return null
  const thing = thingIn(asked.text, catalogue)
  if (thing === null) return null
  // What was better before is worse since.
  const isOfBefore = BEFORE_SAID.test(untimed)
  const isPolar = POLAR.test(text) || (asked.direction !== null && !/\b(?:what|which|how|when)\b/.test(text))
  return {
    services: named.services,
    ...{ versions, isBack, at, isOfThread: !isNamed, isOfCounted: asked.isOfCounted, ofName, thing },
    isApart: RELEASE_APART.test(versioned),
    isOfIt: IT.test(asked.text),
    asks: WHETHER_AND.test(text) && !asked.asks.includes('when') ? ['when', ...asked.asks] : asked.asks,
    direction: isOfBefore && asked.direction !== null ? OPPOSITE[asked.direction] : asked.direction,
    isYesNo: isPolar && !asked.isEither,
    statistic: statisticIn(text),
  }
}

const IT = /\b(?:it|that|this|they|them|those|these)\b/
const OWN_WORD =
  /^(?:the|its|our|this|that|last|latest|new|newest|most|recent|current|old|previous|second|next|bad|big)$/
const LEAD = /^(?:(?:ok|okay|so|and|but|well|hm+|hey|hi|please|pls)[, ]+)+/

export function plainText(question: string): string {
  const text = cleaned(question)
    .replace(LEAD, '')
    .replace(/[`']/g, '')
    .replace(/ ?(?:->|=>|\u2192) ?/g, ' to ')
    .replace(/\bbefore ?[/&] ?(?:after|since)\b/g, 'before and after')
    .replace(/\bpre ?[/&-] ?(?:and ?)?post\b/g, 'before and after')
    .replace(/\b(?:pre|post)-(?=release|deploy|upgrade|update|rollout|\d)/g, (part) =>
      part === 'pre-' ? 'before ' : 'after ',
    )
    .replace(/\b(get|post|put|patch|delete) (?=\/)/g, '$1:')
    .replace(/[?!,;()]/g, TAKEN)
    .replace(/[:.](?= |$)| - /g, TAKEN)
  return ` ${text.replace(/\s+/g, ' ').trim()} `
}

/** The services that are named by their whole name, however its parts are joined. */
export function withoutServices(
  text: string,
  { services }: Catalogue,
): { readonly text: string; readonly services: readonly string[] } {
  const found: { readonly name: string; readonly at: number; readonly end: number }[] = []
  for (const { name } of services.toSorted((a, b) => b.name.length - a.name.length)) {
    const place = placeOf(name.toLowerCase().replace(/[^a-z0-9]/g, ''), text)
    const isFree = found.every(({ at, end }) => place === null || place.end <= at || end <= place.at)
    if (place !== null && isFree) found.push({ name, ...place })
  }
  const inOrder = found.toSorted((a, b) => a.at - b.at)
  const rest = inOrder.reduceRight((all, { at, end }) => `${all.slice(0, at)}@${TAKEN}${all.slice(end)}`, text)
  return { text: rest, services: inOrder.map(({ name }) => name) }
}

/** Where words that are joined by one sign or space make up a name. */
function placeOf(name: string, text: string): { readonly at: number; readonly end: number } | null {
  const words = [...text.matchAll(/[a-z0-9]+/g)].map(({ 0: word, index }) => ({
    word,
    at: index,
    end: index + word.length,
  }))
  for (const [first, { at }] of words.entries()) {
    let joined = ''
    for (const [place, { word, end }] of words.slice(first).entries()) {
      const next = words[first + place + 1]
      joined += word
      if (joined === name && !/[./-]/.test(text[at - 1] ?? ' ') && !/^[-/]|^[_.](?=\w)/.test(text.slice(end, end + 2)))
        return { at, end }
      if (!name.startsWith(joined) || next === undefined || !/^[-_. ]$/.test(text.slice(end, next.at))) break
    }
  }
  return null
}

function withoutVersions(
  text: string,
  isOfService: boolean,
): { readonly text: string; readonly versions: readonly string[] } {
  const versions: string[] = []
  const take = (all: string, version: string, behind: string, isSure: boolean): string => {
    if (!isSure || MEASURED.test(behind)) return all
    versions.push(version)
    return `#${TAKEN}`
  }
  const rest = text
    .replace(NUMBERED, (all: string, version: string, at: number) =>
      take(all, version, text.slice(at + all.length), true),
    )
    .replace(VERSION, (all: string, version: string, at: number, whole: string) => {
      const isWhole = version.split('.').length > 2 || all.startsWith('v')
      const isBesideNoun = /\b(?:version|release|build|update|upgrade) $/.test(whole.slice(0, at))
      return take(all, version, whole.slice(at + all.length), isWhole || isOfService || isBesideNoun)
    })
  return { text: rest, versions }
}

/** The text without what names a release, and whether something does. */
function withoutReleases(text: string, isBehindRelease: boolean): { readonly text: string; readonly isSaid: boolean } {
  let isSaid = false
  const take = (): string => {
    isSaid = true
    return TAKEN
  }
  const rest = text.replace(RELEASE_SAID, take)
  // "Build jobs": the noun alone is a release only beside a service or a version.
  if (!isBehindRelease && !isSaid && !/[@#]/.test(text)) return { text, isSaid: false }
  return { text: rest.replace(RELEASED, take).replace(RELEASE_BARE, take), isSaid }
}

function withoutAspects(text: string): {
  readonly text: string
  readonly asks: ReleaseAsked['asks']
  readonly isCompared: boolean
  readonly direction: ReleaseAsked['direction']
  readonly isEither: boolean
  readonly isOfCounted: boolean
} {
  const asks = new Set<ReleaseAsked['asks'][number]>()
  const directions = new Set<'worse' | 'better' | 'unharmed'>()
  let isEither = false
  let isOfCounted = false
  let isCompared = false
  let isQuantity = false
  let rest = text
  for (const aspect of ASPECTS)
    rest = rest.replace(aspect.words, (all: string) => {
      for (const one of aspect.asks) asks.add(one)
      isCompared ||= aspect.isCompared === true
      isQuantity ||= aspect.isQuantity === true
      if (aspect.direction !== undefined) directions.add(aspect.direction)
      isOfCounted ||= aspect.isOfCounted === true
      isEither ||= aspect.isOfCounted !== true && / or /.test(all)
      if (/(?:faster|slower)/.test(all)) asks.add('duration')
      return TAKEN
    })
  const [only, more] = directions
  return {
    text: rest,
    asks: [...asks],
    // "More refunds" is a number of refunds.
    isCompared: isCompared || (isQuantity && asks.size > 0),
    ...{ isEither, isOfCounted },
    direction: more !== undefined || isEither || only === undefined ? null : only,
  }
}

/** The words that are left, where they are one thing; null where they are several, or no words. */
function thingIn(text: string, { operations }: Catalogue): string | null {
  const segments = new Set(
    operations.flatMap((name) =>
      name
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter((part) => part.length > 2)
        .map(stemOf),
    ),
  )
  // "Reports", "messages": words of asking elsewhere, and things where routes go by them.
  const isThing = (word: string): boolean =>
    /[a-z]/.test(word) &&
    !GRAMMAR.has(word) &&
    ((!FUNCTION_WORDS.has(word) && !SMALL_WORDS.has(word)) || segments.has(stemOf(word)))
  const things = text
    .split(';')
    .map((part) => part.replace(/[@#]/g, ' ').trim().split(/\s+/))
    .map((words) => between(words, isThing))
    .filter((words) => words.length > 0)
  const [thing = [], more] = things
  if (more !== undefined || thing.length > THING_WORDS_MAX || thing.some((word) => /^\d/.test(word))) return null
  return thing.join(' ')
}

/** From the first to the last of them that is a thing: "type of scan" is one. */
function between(words: readonly string[], isThing: (word: string) => boolean): readonly string[] {
  const first = words.findIndex((word) => word !== '' && isThing(word))
  return first < 0 ? [] : words.slice(first, words.findLastIndex((word) => word !== '' && isThing(word)) + 1)
}

function statisticIn(text: string): Statistic | null {
  if (/\b(?:mean|average|avg)\b/.test(text)) return 'mean'
  if (/\b(?:median|p50)\b/.test(text)) return 'p50'
  const [said] = /\bp9[059]\b/.exec(text) ?? []
  return said === 'p90' || said === 'p95' || said === 'p99' ? said : null
}

const OTHER =
  /\b(?:any ?(?:thing|one|body)?|some ?thing|what|which|were there|was there)?(?: of the)? ?(?:else|other|others|another)\b(?: (?:services?|ones?|things?))?/g
const BESIDE_MOMENT = /\b(?:after|since|before|then|around|at)\b/

/** "Did anything else get deployed that evening" behind a release: those of all other services that day. */
export function otherReleasesAsked(question: string, catalogue: Catalogue): boolean {
  const text = plainText(question)
  if (question.length > CHARS_MAX || BESIDE_MOMENT.test(text) || text.search(OTHER) < 0) return false
  const rest = text.replace(OTHER, TAKEN)
  const left = rest.replace(RELEASE_SAID, TAKEN).replace(RELEASED, TAKEN).replace(RELEASE_BARE, TAKEN)
  return left !== rest && thingIn(left, catalogue) === ''
}

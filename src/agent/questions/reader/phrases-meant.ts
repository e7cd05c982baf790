/** Phrases of asking that are meant as such: the same words may be nouns of the project, or what lines say. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Tag } from '../vocabulary/english.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { keysOf } from './fields.ts'
import { hasNo, isAfterNone } from './none-of.ts'
import { findPhrases, type Phrase } from './phrases.ts'
import { routesOfThing } from './routes.ts'
import type { NamedService } from './services.ts'
import { lemmaOf, type Word } from './words.ts'

/** Asks why, where "decline reason" names a key of the data. */
const ASKS_FOR_REASON =
  /\b(?:what(?:'s| is| was)|for what|know|find|tell me) (?:the )?(?:\w+ )?reason\b|\breason (?:for|of|why|behind)\b/

/** "Top decline reason", "most common reasons": one of many, and no question why. */
const KINDS_OF_REASON =
  /\b(?:top|most (?:common|frequent|often)|commonest|by|per|each) (?:\w+ )?reasons?\b|\b(?:declin\w*|refus\w*|reject\w*|cancel\w*|bounce|denial|drop) reasons?\b/

const ONE_OF_ITS_KIND =
  /^(?:slowest|fastest|longest|shortest|quickest|an?|the|each|every|per|by|average|mean|median|typical|without|except|did)$/

/** What stands behind these is what is grouped by. */
const IS_GROUPED = /^(?:per|by|each)$/

/** The phrases of a question without those whose words mean something else there. */
export function phrasesMeant(
  fixed: readonly Word[],
  text: string,
  named: readonly NamedService[],
  catalogue: Catalogue,
): Phrase[] {
  // A rate limit is no rate.
  const isOfKinds = keysOf('reason', catalogue).length > 0 || KINDS_OF_REASON.test(text)
  const hasReasons = isOfKinds && !ASKS_FOR_REASON.test(text)
  return findPhrases(
    fixed.map((word) => (isOwnThing(word, catalogue) ? { ...word, text: '', lemma: '' } : word)),
  ).filter(
    ({ tag, at, length }) =>
      (tag !== 'rate' || !/^limit/.test(fixed[at + length]?.text ?? '')) &&
      !(tag === 'why' && length === 1 && hasReasons && /^reasons?$/.test(fixed[at]?.text ?? '')) &&
      // "The slowest search": a thing, and no order to search.
      !(
        tag === 'show' &&
        fixed[at]?.text === 'search' &&
        (ONE_OF_ITS_KIND.test(fixed[at - 1]?.text ?? '') || named.some((one) => one.at + one.length === at))
      ) &&
      !(tag === 'show' && fixed[at]?.text === 'searches') &&
      // "Failed plays per show", "which show": a field of the project, and no order to show something.
      !(tag === 'show' && length === 1 && isOwnNoun(fixed, at, catalogue)) &&
      // "When was the deny list merged" of lines that say "deny list".
      !(tag === 'show' && length === 1 && at > 0 && isSaidTogether(fixed[at - 1], fixed[at], catalogue)) &&
      // "Failed commands per origin".
      !(length === 1 && IS_GROUPED.test(fixed[at - 1]?.text ?? '') && isOwnNoun(fixed, at, catalogue)) &&
      // "Searches without a hit" where lines say "no hit": nothing that is counted.
      !(isAfterNone(fixed, at) && isNoneSaid(fixed[at], catalogue)) &&
      // "What went wrong with the builds?": a thing, and no version.
      !(tag === 'versions' && length === 1 && fixed[at]?.lemma === 'build' && TROUBLE_SAID.test(text)) &&
      // "Critical values" that lines tell of are no level.
      !(tag === 'fatal_noun' && length === 1 && isSaidTogether(fixed[at], fixed[at + 1], catalogue)) &&
      // "Availability checks" of `GET /availability`: requests, and no share.
      !(RATIOS.has(tag) && length === 1 && isLookedUp(fixed[at], fixed[at + 1], catalogue)) &&
      // "Sample ratio warnings" of lines that say "sample ratio": what they are about.
      !(tag === 'share' && length === 1 && at > 0 && isSaidTogether(fixed[at - 1], fixed[at], catalogue)) &&
      // "Requests with build 2.4" where requests carry it.
      !(
        tag === 'versions' &&
        length === 1 &&
        COUNTS_REQUESTS.test(text) &&
        isOwnVersion(fixed[at], fixed[at + 1], catalogue)
      ) &&
      // "Requests by clients still on 2.4": who sent them, of which more is said, and no group.
      !(tag === 'by' && isOfThose(fixed, at + length)) &&
      // "Trips were dropped", "dropped trips" that lines tell of: what was done to them, and no course.
      !(tag === 'trend' && length === 1 && isDoneTo(fixed, at, text, catalogue)) &&
      // "Which container took the most bags": how many, and not how long.
      !(tag === 'duration' && /^t(?:ook|akes?)$/.test(fixed[at]?.text ?? '') && TOOK_MOST.test(text)) &&
      // "Lines that say OOMKilled", "which container was killed": what lines tell of, and no premise about a service.
      !(tag === 'premise_crashed' && length === 1 && named.length === 0 && isSaidInLines(fixed[at], catalogue)) &&
      // "Warnings or worse": a level.
      !(tag === 'trend' && isOrWorse(fixed, at)) &&
      // "Coverage checks" of `POST /coverage`: requests, and not what sends telemetry.
      !(tag === 'coverage' && length === 1 && isCalledSo(fixed[at], catalogue)) &&
      // "By client type" where requests carry it: no question for callers.
      !(tag === 'callers' && length === 1 && isOfClients(fixed[at], catalogue)),
  )
}

/** "Or worse", "and above" behind a level. */
function isOrWorse(words: readonly Word[], at: number): boolean {
  return (
    words[at]?.text === 'worse' &&
    /^(?:or|and)$/.test(words[at - 1]?.text ?? '') &&
    /^(?:warn|warning|error|err|info|debug)$/.test(words[at - 2]?.lemma ?? '')
  )
}

function isSaidInLines(word: Word | undefined, { templates }: Catalogue): boolean {
  return word !== undefined && templates.some(({ tokens }) => tokens.includes(word.text))
}

const OF_REQUESTS = /^(?:load|call|hit|visit|transaction|operation|invocation)$/

const TOOK_MOST = /\bt(?:ook|akes?) (?:in )?(?:the )?(?:most|fewest|least) (?!time\b|long\b|of\b)[a-z]{3,}/

function isCalledSo(word: Word | undefined, catalogue: Catalogue): boolean {
  if (word === undefined) return false
  return (
    catalogue.operations.some((name) =>
      name
        .toLowerCase()
        .split(/[/ ?{}:._-]+/)
        .includes(word.text),
    ) || isSaidInLines(word, catalogue)
  )
}

/** "What percent of the loads failed" where routes end in the word: what a trade loads, and no requests. */
function isOwnThing({ text, lemma }: Word, { operations, keys }: Catalogue): boolean {
  if (text === lemma || !OF_REQUESTS.test(lemma)) return false
  const { made, read } = routesOfThing(text, operations)
  return made.length + read.length > 0 || keys.some(({ key }) => key.toLowerCase() === lemma)
}

const PASSIVE = /^(?:were|was|are|is|be|been|being|got|get|gets|getting)$/
const IS_COUNTED =
  /\b(?:how many|number of|count of|what (?:percent|percentage|share|part|fraction)|percentage of|share of)\b/

/** Whether a participle says what was done to the things beside it, and lines say the same of them. */
function isDoneTo(words: readonly Word[], at: number, text: string, { templates }: Catalogue): boolean {
  const word = words[at]
  if (word === undefined || !/(?:ed|en)$/.test(word.text)) return false
  const before = words[at - 1]
  const isPassive = PASSIVE.test(before?.text ?? '')
  const isSaidOf = (thing: Word | undefined): boolean => {
    // "Dropped trips.open", where a metric stands for its noun.
    const parts = (thing?.text ?? '').split(/[._-]/).flatMap((part) => [part, lemmaOf(part)])
    return templates.some(({ tokens }) => tokens.includes(word.text) && parts.some((part) => tokens.includes(part)))
  }
  if (isPassive) return isSaidOf(words[at - 2])
  // "Dropped trips", and "how many trips dropped"; "have trips dropped?" asks for the course.
  return isSaidOf(words[at + 1]) || (IS_COUNTED.test(text) && isSaidOf(before))
}

/** Whether a word of asking stands where a noun does, and an attribute goes by it. */
function isOwnNoun(words: readonly Word[], at: number, { keys }: Catalogue): boolean {
  const word = words[at]
  const before = words[at - 1]?.text ?? ''
  if (word === undefined || !(ONE_OF_ITS_KIND.test(before) || /^(?:which|what|this|that|popular|same)$/.test(before)))
    return false
  return keys.some(({ key }) => key.toLowerCase().split(/[._-]/).includes(word.lemma))
}

const COUNTS_REQUESTS = /\b(?:requests?|calls|traffic)\b/

function isOwnVersion(word: Word | undefined, next: Word | undefined, { keys }: Catalogue): boolean {
  if (word === undefined || !/^v?\d+(?:\.\d+)+$/.test(next?.text ?? '')) return false
  return keys.some(({ key, scope }) => scope === 'attribute' && key.toLowerCase().split(/[._-]/).includes(word.lemma))
}

const RATIOS: ReadonlySet<Tag> = new Set(['success_ratio', 'failure_ratio'])
const LOOK_UPS = /^(?:check|look-?up|query|search|request|call|hit|view)$/

/** Whether a word that asks for a share is what a route ends in, and the word behind it says that it was looked up. */
function isLookedUp(word: Word | undefined, next: Word | undefined, { operations }: Catalogue): boolean {
  if (word === undefined || next === undefined || next.text === next.lemma || !LOOK_UPS.test(next.lemma)) return false
  const { made, read } = routesOfThing(word.text, operations)
  return made.length + read.length > 0
}

/** "By clients still on", "by users who", "by players that run": people of whom more is said. */
function isOfThose(words: readonly Word[], at: number): boolean {
  const [noun, next] = words.slice(at, at + 2)
  if (noun === undefined || next === undefined || noun.text === noun.lemma || !PEOPLE.test(noun.lemma)) return false
  return /^(?:still|who|that|whose|running|using|having)$/.test(next.text)
}

/** Whether lines say that there is none of what a word means. */
function isNoneSaid(word: Word | undefined, { templates }: Catalogue): boolean {
  return word !== undefined && templates.some(({ tokens }) => hasNo(tokens, word.lemma))
}

const TROUBLE_SAID = /\b(?:wrong|broken?|fail\w*|happened|red|lost|stuck|slow)\b/

/** Whether lines have the two words side by side. */
function isSaidTogether(word: Word | undefined, next: Word | undefined, { templates }: Catalogue): boolean {
  if (word === undefined || next === undefined) return false
  return templates.some(({ tokens }) =>
    tokens.some((token, at) => token === word.text && lemmaOf(tokens[at + 1] ?? '') === next.lemma),
  )
}

/** "Client", where the data tells clients apart by more than their address. */
function isOfClients(word: Word | undefined, { keys }: Catalogue): boolean {
  if (word?.lemma !== 'client') return false
  return keys.some(({ key }) => /(?:^|[._-])client[._-](?!address|port|ip|socket|geo)|^client$/i.test(key))
}

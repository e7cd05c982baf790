/**
 * Windows that trouble or a release bounds: "before it started", "the first five minutes of the outage", "10 minutes
 * before the release". When that was is found out later; here the window's side and length are read.
 */
import { lengthMsOf, NUMBER } from '../vocabulary/number-words.ts'

export interface BesideMoment {
  /** Before the moment, from it on, one beside the other, or since the incident was over. */
  readonly side: 'before' | 'after' | 'both' | 'over'
  /** Null: as far as the window reaches. */
  readonly lengthMs: number | null
}

export const UNIT = 'minutes?|mins?|min|hours?|seconds?|secs?'
const TROUBLE =
  '(?:incident|outage|trouble|disruption|degradation|downtime|breakage|failures?|problems?|issues?|errors?)'
const BEGAN =
  '(?:started|start|began|begun|broke|happened|hit|failed|kicked off|went wrong|went bad|went down|went south|blew up)'
export const ONSET = `(?:(?:the |our |this |that )?(?:(?:start|onset|beginning|begin) of )?(?:the |our |this |that )?${TROUBLE}(?: ${BEGAN})?|(?:it|this|that|things|everything)(?: all)? ${BEGAN}|the onset)`
export const ROLLOUT =
  '(?:release|deploy|deployment|rollout|roll-out|rollback|upgrade|update|config change|new version)'
const RELEASE = `(?:the |its |our |that |last |latest |new )*(?:([a-z][\\w-]{2,60}) )?${ROLLOUT}`
/** "Searches per minute before the incident" states a rate, and no length. */
const LENGTH = `(?<!\\b(?:per|a|each|every) )(?:the )?(?:(?:very )?(?:last|first) )?(?:(${NUMBER}) ?)?(${UNIT}) `
const BEFORE = '(?:before|prior to|until|up to|leading up to|preceding|ahead of)'
const AFTER = '(?:after|into|from|following|since)'
const LEAD = '(?:in |during |over |for |within )?'
export const NO_CLOCK = '(?! ?(?:at |\\(|around )?\\d)'

const FIRST_OF = new RegExp(
  `\\b${LEAD}(?:the )?(?:very )?first (?:(${NUMBER}) ?)?(${UNIT}) (?:of|in|into|after|since|from) ${ONSET}\\b${NO_CLOCK}`,
)
const LENGTH_BESIDE = new RegExp(`\\b${LEAD}${LENGTH}(?:(${BEFORE})|${AFTER}) ${ONSET}\\b${NO_CLOCK}`)
const BEFORE_ONSET = new RegExp(`\\b${BEFORE} ${ONSET}\\b${NO_CLOCK}`)
const LENGTH_BESIDE_RELEASE = new RegExp(`\\b${LEAD}${LENGTH}(?:(${BEFORE})|${AFTER}) ${RELEASE}\\b${NO_CLOCK}`)
const BEFORE_RELEASE = new RegExp(`\\b${BEFORE} ${RELEASE}\\b${NO_CLOCK}`)
const BOTH = new RegExp(
  `\\b(?:(?:the )?(${NUMBER}) ?(${UNIT}) )?(?:each )?before and after ${RELEASE}\\b(?: (?:to|of|with) (?:version )?v?\\d+(?:\\.\\d+)+)?${NO_CLOCK}`,
)
const AND = '(?:and|vs\\.?|versus|compared (?:to|with)|&|/)'
const BOTH_ONSET = new RegExp(
  `\\b(?:(?:the )?(${NUMBER}) ?(${UNIT}) )?(?:each )?(?:before ${AND} (?:after|during|since|in)|(?:after|during) ${AND} before) ${ONSET}\\b${NO_CLOCK}`,
)
const THEN_AFTER = `,? ${AND} (?:how many |what )?(?:right |just )?(?:after(?:wards)?|since)(?: (?:that|it|then|this|${ONSET}))?(?=\\W*$)`
/** "Before it broke and after", "before the release and after it". */
const BEFORE_THEN_AFTER = new RegExp(`\\b(?:right |just )?before (?:${ONSET}|(${RELEASE}))${THEN_AFTER}`)
const OVER = `(?:(?:the |its |our )?recovery|(?:the |our |this |that )?(?:${TROUBLE}|it|things|everything)(?: all)? (?:(?:was|were|is|are|got|had been) )?(?:over|fixed|resolved|solved|back(?: to normal| up)?|recovered|ended|stopped)|(?:the )?end of (?:the |our |this |that )?${TROUBLE}|the fix)`
const SINCE_OVER = new RegExp(`\\b(?:since|after|following|from) ${OVER}(?: on(?:wards)?)?\\b${NO_CLOCK}`)
/** "What failed after it was over": with what happens then, or how long it took, other readers deal. */
const ASKS_OF_IT =
  /^(?:(?:so|and|but|ok|hey) )*(?:when|how long|why|what (?:happened|broke|is|was|should|do|did)|is|are|was|were|did|does|do|has|have)\b/
/** Only what is measured is counted in such a window: "did it start before the release?" asks something else. */
const IS_MEASURED =
  /\b(?:how many|number of|count|counts|percentage|percent|share|rate|ratio|average|avg|mean|median|p\d{2,3}|max|maximum|min|minimum|sum|total|latency|requests|errors|failures|records|logs|lines|warnings|timeouts|retries|[1-5]\d\ds|[1-5]xxs?|throughput|traffic|volume|load|depth|usage|utili[sz]ation)\b|%/
/** "Returns accepted before vs during the outage": who sets two sides against each other has something measured. */
const SIDE_BY_SIDE = /\b(?:before|during|after) (?:vs\.?|versus|compared (?:to|with)) |\bper (?:second|minute|hour)\b/
/** Two windows side by side have their own reader. */
const IS_COMPARED = /\b(?:compare|compared|comparison|vs|versus|against|than|before and after)\b/

const OF_VERSION =
  /\b(before and after|before\/after|since|after|before|until|following) (?:(?:version|release|the release of|build) )?v?(\d{1,4}\.\d{1,4}\.\d{1,4})\b(?! ?(?:on|of) [a-z])/
const IS_SPEED = /\b(?:slower|faster|slow|fast|quicker|latency|p\d{2,3}|duration|response time)\b/

/** "p95 of search before and after 4.3.0", "slower since 4.3.0": the version is a moment, that of its release. */
export function withoutVersion(text: string): { readonly text: string; readonly version: string | null } {
  const found = IS_MEASURED.test(text) || IS_SPEED.test(text) ? OF_VERSION.exec(text) : null
  const [said, side = '', version = null] = found ?? []
  if (said === undefined || version === null || text.split(version).length > 2) return { text, version: null }
  return { text: text.replace(said, `${side.replace('/', ' and ')} the release`), version }
}

/** The question with such a window replaced by "during the outage" or "since the release", and the window's side. */
export function withoutBeside(text: string): { readonly text: string; readonly beside: BesideMoment | null } {
  // A clock time says it more exactly than the clause around it.
  if (/\d{1,2}:\d{2}/.test(text)) return { text, beside: null }
  const both = BOTH.exec(text)
  if (both !== null) {
    const lengthMs = both[2] === undefined ? null : lengthMsOf(both[1], both[2])
    return replaced(text, both, sinceRelease(both[3]), 'both', lengthMs)
  }
  const isSides = IS_MEASURED.test(text) || SIDE_BY_SIDE.test(text)
  const apart = isSides ? BOTH_ONSET.exec(text) : null
  if (apart !== null) {
    const lengthMs = apart[2] === undefined ? null : lengthMsOf(apart[1], apart[2])
    return replaced(text, apart, 'during the outage', 'both', lengthMs)
  }
  const then = isSides ? BEFORE_THEN_AFTER.exec(text) : null
  if (then !== null)
    return replaced(text, then, then[1] === undefined ? 'during the outage' : sinceRelease(then[2]), 'both', null)
  if (IS_COMPARED.test(text)) return { text, beside: null }
  const first = FIRST_OF.exec(text)
  if (first !== null) return replaced(text, first, 'during the outage', 'after', lengthMsOf(first[1], first[2]))
  const length = LENGTH_BESIDE.exec(text)
  if (length !== null) {
    const side = length[3] === undefined ? 'after' : 'before'
    return replaced(text, length, 'during the outage', side, lengthMsOf(length[1], length[2]))
  }
  const over = ASKS_OF_IT.test(text) ? null : SINCE_OVER.exec(text)
  if (over !== null && over.index > 0) return replaced(text, over, 'during the outage', 'over', null)
  if (!IS_MEASURED.test(text)) return { text, beside: null }
  const before = BEFORE_ONSET.exec(text)
  if (before !== null) return replaced(text, before, 'during the outage', 'before', null)
  const release = LENGTH_BESIDE_RELEASE.exec(text)
  if (release !== null) {
    const side = release[3] === undefined ? 'after' : 'before'
    return replaced(text, release, sinceRelease(release[4]), side, lengthMsOf(release[1], release[2]))
  }
  const earlier = BEFORE_RELEASE.exec(text)
  if (earlier !== null) return replaced(text, earlier, sinceRelease(earlier[1]), 'before', null)
  return { text, beside: null }
}

function sinceRelease(name: string | undefined): string {
  const isName = name !== undefined && !/^(?:bad|new|last|latest|first|recent|the|this|that|its|our)$/.test(name)
  return isName ? `since the release of ${name}` : 'since the release'
}

function replaced(
  text: string,
  found: RegExpExecArray,
  by: string,
  side: BesideMoment['side'],
  lengthMs: number | null,
): { text: string; beside: BesideMoment } {
  const whole = `${text.slice(0, found.index)}${by}${text.slice(found.index + found[0].length)}`
  return { text: whole, beside: { side, lengthMs } }
}

/**
 * Questions for the life of services: "exit reason of billing at 22:02", "web bounced at 22:13, crash or deploy?", "any
 * restarts today, and why", "relay silent on purpose?". They have many forms and few kinds of words: who, what happened to
 * the process, when, and what is asked of it. Each word is one of these or grammar, in any order; a word that is none of
 * them leaves the question to others, unless it says what suffered.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { PlanOf } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { LIFE_ASPECTS, LIFE_EVENT, LIFE_GRAMMAR, LIFE_STATE } from '../vocabulary/life-words.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { plainText, withoutServices } from './release-asked.ts'
import { editDistance } from './words.ts'

export type LifeAsk = PlanOf<'life'>['asks'][number]

export interface LifeAsked {
  readonly services: readonly string[]
  /** A name that was mistyped, with the service that it was taken for. */
  readonly mistyped: { readonly said: string; readonly service: string } | null
  readonly asks: readonly LifeAsk[]
  /** Whether a process is said to have stopped or started, or only that it is not there. */
  readonly event: 'stop' | 'state' | 'none'
  /** "Any service", "what": all of them. */
  readonly isOfAny: boolean
  readonly at: string | null
  readonly since: string | null
  /** The last so many milliseconds. */
  readonly lastMs: number | null
  readonly isYesNo: boolean
  /** Words that are none of these. */
  readonly rest: readonly string[]
}

const CHARS_MAX = 160
const TAKEN = ' ; '
const AT = /(?:\b(?:at|around|about|near|approx|circa)|@|~)? ?(?<![\d:.])(\d{1,2}:\d\d)(?::\d\d)?(?: utc)?(?![\w:])/g
const SINCE = /\b(?:since|after|from) (\d{1,2}:\d\d)(?::\d\d)?(?: utc)?(?: on)?(?![\w:])/
const LAST = /\b(?:in |within |over |during )?(?:the )?(?:last|past) (?:(\d{1,3}) ?)?(minutes?|mins?|m|hours?|hrs?|h)\b/
const OTHER_TIME =
  /\b(?:else|yesterday|tomorrow|before \d|until|between|last week|days?|than|vs|versus|compared|instead of)\b/
const ANY =
  /\b(?:any ?(?:thing|one|of|service|services|pods?|process(?:es)?)?|something|what|which|services|pods|instances|containers|restarts|reboots|crashes|how many|all|list)\b/
const WH = /\b(?:what|why|who|whom|when|how|which|reasons?|cause|where)\b/
const ORS = / or /

/** Reads such a question; null of any other. */
export function lifeAsked(question: string, catalogue: Catalogue): LifeAsked | null {
  if (question.length > CHARS_MAX || /[\n"`]/.test(question)) return null
  const text = plainText(question)
  if (OTHER_TIME.test(text)) return null
  const named = withoutServices(text, catalogue)
  const mistyped = named.services.length > 0 ? null : mistypedIn(named.text, catalogue)
  const known = mistyped === null ? named.text : named.text.replace(mistyped.said, `@${TAKEN}`)
  const since = SINCE.exec(known)?.[1] ?? null
  const last = LAST.exec(known)
  const timeless = known.replace(SINCE, TAKEN).replace(LAST, TAKEN)
  const moments = [...timeless.matchAll(AT)].map(([, at = '']) => at)
  if (moments.length > 1) return null
  const untimed = timeless.replace(AT, TAKEN)
  const asks = new Set<LifeAsk>()
  let left = untimed
  for (const aspect of LIFE_ASPECTS)
    left = left.replace(aspect.words, () => {
      for (const one of aspect.asks) asks.add(one)
      return TAKEN
    })
  const isEvent = untimed.search(LIFE_EVENT) >= 0
  const isState = untimed.search(LIFE_STATE) >= 0
  const rest = left
    .replace(LIFE_EVENT, TAKEN)
    .replace(LIFE_STATE, TAKEN)
    .replace(/[@#;,.:&+-]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !LIFE_GRAMMAR.has(word) && !FUNCTION_WORDS.has(word) && !SMALL_WORDS.has(word))
  const services = mistyped === null ? named.services : [mistyped.service]
  return {
    services,
    mistyped,
    asks: [...asks],
    event: isEvent ? 'stop' : isState ? 'state' : 'none',
    isOfAny: services.length === 0 && ANY.test(text),
    at: moments[0] ?? null,
    since,
    lastMs: last === null ? null : Number(last[1] ?? 1) * (last[2]?.startsWith('h') === true ? 3_600_000 : 60_000),
    isYesNo: !WH.test(text.replace(/\bsince when\b/g, ' ')) && (services.length === 0 || !ORS.test(text)),
    rest,
  }
}

const NAME_LETTERS_MIN = 7

/** A name with parts in which one letter is wrong. */
function mistypedIn(text: string, { services }: Catalogue): LifeAsked['mistyped'] {
  for (const word of text.split(/\s+/)) {
    if (word.length < NAME_LETTERS_MIN || !/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+$/.test(word)) continue
    const near = services.filter(({ name }) => editDistance(word, name.toLowerCase(), 1) <= 1)
    const [only, more] = near
    if (only !== undefined && more === undefined) return { said: word, service: only.name }
  }
  return null
}

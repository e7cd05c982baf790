/**
 * What came just before trouble began: a rare line of the suspect, or of somebody else about a thing that the suspect's
 * error names. A session that took the last seats, a setting, a snapshot that was loaded. It need not be the cause.
 */
import { type LogPattern, toMillis } from '../../telemetry/index.ts'
import { spokenText } from '../message-text.ts'
import { tellsOfChange } from '../questions/execute/releases.ts'
import { templateTokens } from '../questions/grounding/template-tokens.ts'
import { fits } from '../questions/reader/pasted-template.ts'

export interface Forerunner {
  readonly id: string
  readonly service: string
  readonly atMs: number
  readonly body: string
}

export interface Forerunners {
  /** When the suspect first told of an error about the onset. Null if it did not. */
  readonly errorMs: number | null
  /** When it first wrote the line that tells of the trouble, if that is no older than some minutes. */
  readonly failureMs: number | null
  /** At most two, the first one first. */
  readonly lines: readonly Forerunner[]
}

export const NO_FORERUNNERS: Forerunners = { errorMs: null, failureMs: null, lines: [] }

export interface Trouble {
  readonly service: string
  readonly onsetMs: number
  /** A line in which the suspect tells of it. */
  readonly failure: string | null
}

/** A rare line is said at most so often, by each instance once. */
export const RARE_MAX = 3
/** Without a link to the trouble a line has to be this near. */
const NEAR_MS = 60_000
/** What was changed, or is named by the error, may take a while to act. */
const LINKED_MS = 300_000
/** With less time before, nothing is known to be rare. */
const PAST_MIN_MS = 600_000
/** An onset lies on the border of an interval; the first error may lie on either side. */
const EARLY_MS = 30_000
/** Rare lines by chance: of a service that writes one each ten minutes, one in this stretch says nothing. */
const BY_CHANCE_MAX = 0.15
const SHOWN_MAX = 2
export const ERRORS = new Set(['error', 'fatal'])

/** Names of things: they have a digit, or parts that are joined. */
const NAME = /[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+){0,6}/g
const NAME_CHARACTERS_MIN = 4
const TEXT_CHARACTERS_MAX = 500

/** Reads them from the patterns of the hour before the onset and the minute after it. */
export function forerunnersOf(patterns: readonly LogPattern[], trouble: Trouble): Forerunners {
  const errorMs = firstErrorMs(patterns, trouble)
  const brokeMs = errorMs ?? trouble.onsetMs
  const pastMs = Math.min(...patterns.map(({ firstSeen }) => toMillis(firstSeen)))
  if (brokeMs - pastMs < PAST_MIN_MS) return NO_FORERUNNERS
  const failureMs = firstFailureMs(patterns, trouble)
  // What is named all the time ties nothing; the errors themselves are not meant.
  const everyday = patterns.filter(
    ({ count, firstSeen }) => count > RARE_MAX && brokeMs - toMillis(firstSeen) > LINKED_MS,
  )
  const isCommon = namesOf(everyday.map(({ example }) => example.body))
  const named = [...namesOf(trouble.failure === null ? [] : [trouble.failure])].filter((name) => !isCommon.has(name))
  const rare = patterns.filter(({ count }) => count <= RARE_MAX)
  const found = rare.flatMap((pattern) => {
    const atMs = toMillis(pattern.firstSeen)
    const beforeMs = brokeMs - atMs
    if (beforeMs < 0 || beforeMs > LINKED_MS || (beforeMs === 0 && ERRORS.has(pattern.severity))) return []
    const isOwn = pattern.service === trouble.service
    const isNamed = [...namesOf([pattern.example.body])].some((name) => named.includes(name))
    const isLinked = isNamed || (isOwn && isChange(pattern))
    const isNear = isOwn && beforeMs <= NEAR_MS && !isByChance(rare, pattern, brokeMs - pastMs, brokeMs)
    return isLinked || isNear ? [{ pattern, atMs, isLinked }] : []
  })
  const linked = found.filter(({ isLinked }) => isLinked)
  const lines = (linked.length > 0 ? linked : found)
    .sort((a, b) => a.atMs - b.atMs)
    .slice(-SHOWN_MAX)
    .map(({ pattern, atMs }) => ({
      id: pattern.example.id,
      service: pattern.service,
      atMs,
      body: pattern.example.body.slice(0, TEXT_CHARACTERS_MAX),
    }))
  return { errorMs, failureMs, lines }
}

function firstErrorMs(patterns: readonly LogPattern[], { service, onsetMs }: Trouble): number | null {
  const times = patterns
    .filter((one) => one.service === service && ERRORS.has(one.severity))
    .map(({ firstSeen }) => toMillis(firstSeen))
    .filter((atMs) => atMs >= onsetMs - EARLY_MS)
  return times.length === 0 ? null : Math.min(...times)
}

/** A few may come so long before there are so many that they stand out. */
const FEW_MS = 300_000

function firstFailureMs(patterns: readonly LogPattern[], { service, onsetMs, failure }: Trouble): number | null {
  if (failure === null) return null
  const own = patterns.filter((one) => one.service === service && ERRORS.has(one.severity))
  const line = own.find(({ template, example }) => example.body === failure || fits(template, failure))
  const atMs = line === undefined ? null : toMillis(line.firstSeen)
  return atMs !== null && atMs >= onsetMs - FEW_MS ? atMs : null
}

/** Whether the service writes rare lines so often that one comes near the onset anyway. */
function isByChance(rare: readonly LogPattern[], { service }: LogPattern, pastMs: number, brokeMs: number): boolean {
  const others = rare.filter((one) => one.service === service && brokeMs - toMillis(one.firstSeen) > NEAR_MS)
  return (others.length * NEAR_MS) / pastMs > BY_CHANCE_MAX
}

/** The names of things that lines have. */
export function namesOf(bodies: readonly string[]): Set<string> {
  const names = new Set<string>()
  for (const body of bodies)
    for (const [name] of spokenText(body).slice(0, TEXT_CHARACTERS_MAX).matchAll(NAME))
      if (name.length >= NAME_CHARACTERS_MIN && /\d|[-_.]/.test(name) && /[A-Za-z]/.test(name))
        names.add(name.toLowerCase())
  return names
}

/** Whether a pattern's lines tell of something that was changed. */
export function isChange({ id, template, service, severity, count }: LogPattern): boolean {
  return tellsOfChange({ id, template, service, severity, count, tokens: templateTokens(template) })
}

/**
 * What the lines tell of trouble with the thing that a question names ("why do push notifications not arrive?"): that it
 * is a part of what broke, or that it is trouble of its own.
 */
import { cite, code } from '../embedded/markdown.ts'
import { isWholeIn } from '../investigator/service-names.ts'
import { patternText } from '../message-text.ts'
import type { PatternsResult } from '../questions/execute/result.ts'
import { stemOf } from '../questions/reader/words.ts'
import { type CauseMaterial, firstCandidate, type OfNamed } from './cause-material.ts'
import { clock, number, window } from './format.ts'

type Pattern = PatternsResult['patterns'][number]

const PATTERNS_MAX = 2
/** A line may be written a little before the moment that is told as the onset. */
const ONSET_SLACK_MS = 60_000
/** What was first seen in this part of the time is everyday. */
const EARLY = 0.2

export interface NamedTrouble {
  /** Whether what is named fails with what broke. */
  readonly isPart: boolean
  /** Empty where the answer about what broke says it all. */
  readonly text: string
}

/** What is told of it; null where the lines tell nothing. */
export function namedTrouble(material: CauseMaterial): NamedTrouble | null {
  const { ofNamed, result, askedAtMs } = material
  if (ofNamed == null) return null
  const { patterns, requests } = ofNamed.result
  if (requests?.total === 0)
    return {
      isPart: false,
      text: `Of ${namesOf(ofNamed)} **no request failed**, ${window(ofNamed.result.window, askedAtMs)}. ${cite(ofNamed.id)}`,
    }
  if (patterns.length === 0) return null
  const drawn = servicesOf(material)
  const onsetMs = result.onset === null ? null : Date.parse(result.onset)
  const worded = withWords(patterns, ofNamed.words)
  const told = mostTelling(worded.length > 0 ? worded : patterns, ofNamed.result.window)
  const parts = told.filter((one) => isPartOf(one, drawn, onsetMs))
  const isOwn = parts.length === 0
  const lines = linesOf(isOwn ? told : parts, askedAtMs)
  const failed = requests === undefined ? '' : failedWords(requests, worded.length > 0)
  if (!isOwn) {
    const suspect = firstCandidate(material)?.service
    const isAllSaid = requests === undefined && parts.every(({ service }) => service === suspect)
    return {
      isPart: true,
      text: isAllSaid ? '' : `With ${namesOf(ofNamed)} it shows so: ${failed}${lines}. ${cite(ofNamed.id)}`,
    }
  }
  return {
    isPart: false,
    text: `Of ${namesOf(ofNamed)} the log tells trouble of its own: ${failed}${lines}. ${cite(ofNamed.id)}`,
  }
}

/** The first suspect, and who was drawn in. */
function servicesOf(material: CauseMaterial): ReadonlySet<string> {
  const { chain } = material.result.verdict
  const first = firstCandidate(material)?.service
  return new Set([...(first === undefined ? [] : [first]), ...chain.flatMap(({ from, to }) => [from, to])])
}

/** Lines that began with what broke, of a service that it reached or that name one. */
function isPartOf(
  { service, template, firstSeen }: Pattern,
  drawn: ReadonlySet<string>,
  onsetMs: number | null,
): boolean {
  if (onsetMs === null || Date.parse(firstSeen) < onsetMs - ONSET_SLACK_MS) return false
  return drawn.has(service) || [...drawn].some((name) => isWholeIn(template, name))
}

/** Of how many failed requests the lines are: only the newest of many are looked into. */
function failedWords({ total, read }: NonNullable<PatternsResult['requests']>, isOfSome: boolean): string {
  const newest = `in the newest ${number(read)} of ${number(total)} failed requests: `
  if (isOfSome) return read < total ? newest : ''
  return read < total ? newest : `**${number(total)}** requests failed; the log says of them: `
}

/** Lines that have the words themselves. */
function withWords(patterns: readonly Pattern[], words: readonly string[]): readonly Pattern[] {
  const stems = new Set(words.flatMap(stemsOf))
  return patterns.filter(({ template }) => stemsOf(template).some((stem) => stems.has(stem)))
}

/** Errors first, then what was not there from the beginning, then the most frequent. */
function mostTelling(patterns: readonly Pattern[], { from, to }: PatternsResult['window']): readonly Pattern[] {
  const earlyMs = Date.parse(from) + (Date.parse(to) - Date.parse(from)) * EARLY
  const rank = ({ severity, firstSeen }: Pattern): number =>
    (/^(?:error|fatal)/.test(severity) ? 2 : 0) + (Date.parse(firstSeen) > earlyMs ? 1 : 0)
  return [...patterns].sort((a, b) => rank(b) - rank(a) || b.count - a.count)
}

function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemOf(word))
}

function namesOf({ words, value }: OfNamed): string {
  return [...(value === undefined ? [] : [value]), ...words]
    .slice(0, 3)
    .map((word) => code(word, 60))
    .join(' and ')
}

function linesOf(patterns: readonly Pattern[], askedAtMs: number): string {
  return patterns
    .slice(0, PATTERNS_MAX)
    .map(({ template, service, count, firstSeen, lastSeen }) => {
      const said = code(patternText(template), 140)
      const when =
        count === 1
          ? `once at ${clock(firstSeen, askedAtMs)}`
          : `**${number(count)}** times from ${clock(firstSeen, askedAtMs)} to ${clock(lastSeen, askedAtMs)}`
      return `${said} of ${code(service, 60)}, ${when}`
    })
    .join('; ')
}

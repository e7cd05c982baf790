/** The first sentence about whether the same trouble happened before. */
import { code } from '../embedded/markdown.ts'
import type { MeasureResult } from '../questions/execute/result.ts'
import { type CauseMaterial, firstCandidate } from './cause-material.ts'
import { clock, number, percent, span } from './format.ts'

/** A shorter past tells nothing. */
const PAST_MIN_MS = 600_000
/** From this share of failed requests on, a step of the past is one of trouble: far from what fails every day. */
const SHARE_MIN = 0.1
/** Steps of trouble with less between them are one spell. */
const APART_MS = 600_000
const SPELLS_SHOWN = 3

export function earlierHeadline(material: CauseMaterial): string {
  const { result, askedAtMs, earlier } = material
  const service = firstCandidate(material)?.service ?? 'unknown'
  if (result.onset === null || earlier == null)
    return `I cannot tell when it began; ${code(service, 80)} is the first suspect.`
  const onsetMs = Date.parse(result.onset)
  const at = (ms: number): string => clock(new Date(ms).toISOString(), askedAtMs)
  const pastMs = onsetMs - earlier.fromMs
  const past = `from ${at(earlier.fromMs)} to the onset at **${at(onsetMs)}** (${span(pastMs)})`
  if (pastMs < PAST_MIN_MS)
    return `I cannot tell whether it happened before: telemetry begins only ${span(Math.max(0, pastMs))} before the onset at **${at(onsetMs)}**.`
  const { lines, requests, said } = earlier
  const logged = said === null || lines === null ? null : { said: code(said, 140), count: lines.value ?? 0 }
  const spells = spellsOf(logged === null ? requests : lines, logged === null ? SHARE_MIN : 1)
  const failed = failedWords(requests, service)
  if (spells.length === 0) {
    const never = logged === null ? '' : `${logged.said} was never logged`
    const parts = [never, failed].filter((part) => part !== '').join(', and ')
    return `**No**, not in what is stored: ${past} ${parts === '' ? 'nothing like it was seen' : parts}.`
  }
  const last = spells
    .slice(-SPELLS_SHOWN)
    .map(([from, to]) => (at(from) === at(to) ? at(from) : `${at(from)}–${at(to)}`))
  const more = spells.length > SPELLS_SHOWN ? `, the last ${SPELLS_SHOWN} of ${number(spells.length)} times` : ''
  const what =
    logged === null
      ? `requests of ${code(service, 80)} failed like that`
      : `${logged.said} was logged **${number(logged.count)}** times`
  return `**Yes**: ${what} before, ${past}: ${last.join(', ')}${more}${failed === '' || logged === null ? '' : `; ${failed}`}.`
}

function failedWords(requests: MeasureResult | null, service: string): string {
  if (requests === null || (requests.of ?? 0) === 0) return ''
  return `${number(requests.failed ?? 0)} of ${number(requests.of ?? 0)} requests of ${code(service, 80)} failed (${percent(requests.value ?? 0)})`
}

/** First and last moment of each spell in which the steps reach the least value, in milliseconds. */
function spellsOf(measured: MeasureResult | null, least: number): (readonly [fromMs: number, toMs: number])[] {
  const spells: [number, number][] = []
  for (const [at, value] of measured?.series ?? []) {
    if (value < least) continue
    const ms = Date.parse(at)
    const last = spells.at(-1)
    if (last === undefined || ms - last[1] > APART_MS) spells.push([ms, ms])
    else last[1] = ms
  }
  return spells
}

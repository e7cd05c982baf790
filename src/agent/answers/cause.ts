/**
 * Writes an investigation as an answer that can be read in ten seconds. It says what fails, by which mechanism, since
 * when, how bad it is and whether it goes on. Then follow the affected services, at most three facts, one next step,
 * and how sure the answer is.
 */
import { NO_FORERUNNERS } from '../analysis/forerunners.ts'
import { cite, code, plain } from '../embedded/markdown.ts'
import { fullText, spokenText, withReason } from '../message-text.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { analysisSentence } from './analysis-sentence.ts'
import { aspectHeadline, judgedAgainst, SURE } from './cause-aspects.ts'
import { filledBy, rollbackWords } from './cause-deployment.ts'
import { effectWords, failedUntil, goesOn } from './cause-effect.ts'
import { type CauseMaterial, firstCandidate, isVerdictOf, wordsOfMechanism } from './cause-material.ts'
import { clock, window } from './format.ts'
import { MECHANISM_WORDS } from './mechanisms.ts'

/** The answer shows at most this many facts. */
const FACTS = 3

/** The answer's paragraphs, the most important first; some may be empty. */
export function causeAnswer(material: CauseMaterial): string[] {
  const { plan, result, id } = material
  if (result.outcome === 'no_anomaly' || result.outcome === 'no_data') return nothingBroke(material)
  const earlier = overBefore(material)
  if (earlier !== null) return earlier
  const aspect = plan.intent === 'cause' ? plan.aspect : 'what'
  const direct = aspectHeadline(aspect, material)
  const first = direct === null ? `${headline(material)}${filledBy(material)} ${cite(id)}` : `${direct} ${cite(id)}`
  const before = forerunnerLine(material)
  const rest =
    direct === null
      ? [changeLine(material) || before, chainLine(material), factLines(material)]
      : [isBeforeTold(aspect, material) ? before : '', supporting(aspect, material)]
  const next = aspect === 'next_step' || aspect === 'how_long' || aspect === 'since' ? '' : nextLine(material)
  return [first, ...rest, next, sureLine(material)]
}

/** "What happened in the last five minutes?" after trouble that was over by then: nothing, and what was before. */
function overBefore(material: CauseMaterial): string[] | null {
  const { plan, result, askedAtMs, id } = material
  const { time } = plan
  if (plan.intent !== 'cause' || time.basis !== 'asked' || time.around !== undefined || result.onset === null)
    return null
  const until = failedUntil(material)
  const { state } = result.verdict
  const endMs = until === null ? (state.kind === 'recovered' ? state.atMs : null) : until.isOver ? until.untilMs : null
  if (endMs === null || endMs > Date.parse(time.from) || plan.aspect === 'how_long') return null
  const name = code(firstCandidate(material)?.service ?? 'unknown', 80)
  const what = whatIsWrong(material)
  return [
    `**Nothing broke** in ${window(time, askedAtMs)}, as far as the telemetry shows. ${cite(id)}`,
    `Before it, ${name} was in trouble from ${clock(result.onset, askedAtMs)} until ${clock(new Date(endMs).toISOString(), askedAtMs)}${what}. ${cite(id)}`,
  ]
}

/** The first sentence about a cause: what fails, by which mechanism, since when, how bad, whether it goes on. */
export function headline(material: CauseMaterial): string {
  const { result, askedAtMs } = material
  const name = code(firstCandidate(material)?.service ?? 'unknown', 80)
  const what = whatIsWrong(material)
  const since = result.onset === null ? '' : `, since **${clock(result.onset, askedAtMs)}**`
  const how = effectWords(material)
  const opening =
    result.outcome === 'root_cause_identified'
      ? `**Root cause: ${name}**`
      : result.outcome === 'probable'
        ? `**Probable root cause: ${name}**`
        : `**Inconclusive**: something changed; ${suspects(material, name)}`
  return `${opening}${what}${since}${how === '' ? '' : `; ${how}`}; ${goesOn(material)}.`
}

function whatIsWrong(material: CauseMaterial): string {
  const words = wordsOfMechanism(material)
  return words === MECHANISM_WORDS.unknown ? '' : `: ${words.what}`
}

/** Two that cannot be told apart are both said. */
function suspects(material: CauseMaterial, first: string): string {
  const second = isVerdictOf(material) ? material.result.verdict.undecided?.services[1] : undefined
  return second === undefined
    ? `${first} is the first suspect`
    : `${first} and ${code(second, 80)} are the first suspects`
}

/** Whether an answer about one aspect goes on with what came just before. The next step names changes itself. */
function isBeforeTold(aspect: PlanOf<'cause'>['aspect'], material: CauseMaterial): boolean {
  return aspect === 'mechanism' || (aspect === 'next_step' && rollbackWords(material) === '')
}

/** The change that came just before, which is more than a rare line. */
function changeLine(material: CauseMaterial): string {
  const words = rollbackWords(material).trim()
  return words === '' ? '' : `${words} ${cite(material.id)}`
}

/** A rare line that came just before, which is worth a look and proves nothing. */
function forerunnerLine(material: CauseMaterial): string {
  const { result, id, askedAtMs } = material
  const { errorMs, lines } = result.forerunners ?? NO_FORERUNNERS
  if (lines.length === 0 || !isVerdictOf(material)) return ''
  const at = (ms: number): string => `**${clock(new Date(ms).toISOString(), askedAtMs)}**`
  const told = lines.map(({ service, atMs, body }) => {
    const whose = service === firstCandidate(material)?.service ? '' : ` of ${code(service, 60)}`
    return `${code(fullText(body), 160)}${whose} at ${at(atMs)}`
  })
  const when = errorMs === null ? 'Just before it' : `Just before its first error at ${at(errorMs)}`
  return `${when} came what is hardly ever logged: ${told.join(', ')}. That alone is no proof. ${cite(id)}`
}

function chainLine({ result, id }: CauseMaterial): string {
  const { chain } = result.verdict
  if (chain.length === 0) return ''
  const byOrder = [...chain].sort((a, b) => a.order - b.order)
  const origin = byOrder[0]?.from ?? ''
  const levels = new Map<number, Set<string>>()
  for (const { order, to } of byOrder) levels.set(order, (levels.get(order) ?? new Set()).add(to))
  const path = [[origin], ...[...levels.values()].map((names) => [...names])].slice(0, 4).map((names) =>
    names
      .slice(0, 3)
      .map((name) => code(name, 60))
      .join(', '),
  )
  return `Propagation: ${path.join(' \u2192 ')}. ${cite(id)}`
}

function factLines(material: CauseMaterial): string {
  const { result, id } = material
  const candidate = firstCandidate(material)
  if (candidate === undefined) return ''
  const own = isVerdictOf(material) ? (result.verdict.mechanism?.evidence ?? []).map(({ text }) => text) : []
  const facts = [
    ...new Set(
      [...own.slice(0, 1), candidate.reason, ...candidate.observations].map((text) =>
        text.replace(/ \(since [^)]*\)$/, ''),
      ),
    ),
  ]
  // What it says is not told twice.
  const isSaid = whatIsWrong(material).startsWith(': it fails with ')
  const telling = isSaid ? undefined : result.telling.find(({ service }) => service === candidate.service)
  const shown = facts
    .filter((text) => text.trim() !== '')
    .slice(0, telling === undefined ? FACTS : FACTS - 1)
    .map((text) => `- ${analysisSentence(text)} ${cite(id)}`)
  if (telling !== undefined)
    shown.push(
      `- ${code(telling.service, 60)} says: ${code(withReason(spokenText(telling.body), telling.reason), 200)} ${cite(id)}`,
    )
  return [shown.join('\n'), countedLine(material, shown)].filter((text) => text !== '').join('\n\n')
}

/** Where counts in the evidence are from, so that a query of the same window gives the same. */
function countedLine({ result, askedAtMs }: CauseMaterial, shown: readonly string[]): string {
  const { counted, baseline } = result
  if (counted === undefined || !shown.some((text) => / (?:times|of \d)/.test(text))) return ''
  const before = baseline === null ? '' : `, before the incident ${window(baseline, askedAtMs)}`
  return `Counted ${window(counted, askedAtMs)}${before}.`
}

function supporting(aspect: PlanOf<'cause'>['aspect'], material: CauseMaterial): string {
  return aspect === 'sure' || aspect === 'mechanism' || aspect === 'next_step'
    ? factLines(material)
    : chainLine(material)
}

function nextLine(material: CauseMaterial): string {
  const { result } = material
  const candidate = firstCandidate(material)
  if (candidate === undefined) return ''
  const { undecided } = result.verdict
  if (undecided !== null && result.outcome !== 'root_cause_identified')
    return `Next: ${plain(undecided.decidingQuery, 240)}`
  return `Next: ${wordsOfMechanism(material).next(code(candidate.service, 80))}.`
}

function sureLine(material: CauseMaterial): string {
  const { result, id } = material
  const notSeen = result.verdict.notSeen.length > 0 ? result.verdict.notSeen : result.notCovered
  const unseen = notSeen
    .slice(0, 2)
    .map((text) => plain(text.replace(/\.$/, ''), 160))
    .join('; ')
  const { undecided } = result.verdict
  const others = result.candidates.slice(1, 3).map(({ service }) => code(service, 60))
  const rival =
    undecided !== null && undecided.services.length > 1
      ? ` It may also be ${undecided.services
          .slice(1, 3)
          .map((name) => code(name, 60))
          .join(' or ')}: ${plain(undecided.because, 200)}.`
      : others.length === 0 || result.outcome === 'root_cause_identified'
        ? ''
        : ` Behind it: ${others.join(', ')}.`
  const change = rival === '' ? ` ${changedBy(material)}` : ''
  const against = judgedAgainst(result)
  return `${SURE[result.outcome]}.${against === '' ? '' : ` ${against}`}${rival}${change}${unseen === '' ? '' : ` Not seen: ${unseen}.`} ${cite(id)}`
}

/** What would change the answer. */
function changedBy({ result, askedAtMs }: CauseMaterial): string {
  if (result.onset === null) return 'A service that failed earlier would change this answer.'
  return `Trouble elsewhere before ${clock(result.onset, askedAtMs)} would change this answer.`
}

/**
 * Says that nothing broke. If there is no telemetry it does not say so, and if the telemetry is too old it adds a
 * warning.
 */
export function nothingBroke({ plan, result, id, askedAtMs }: CauseMaterial): string[] {
  const when = window(result.window, askedAtMs)
  if (result.outcome === 'no_data') return [`**No telemetry** in ${when}, so I cannot say what happened. ${cite(id)}`]
  const ageMs = askedAtMs - Date.parse(result.window.to)
  const stale =
    ageMs > 180_000 && plan.time.basis !== 'asked'
      ? ` Nothing has arrived since ${clock(result.window.to, askedAtMs)}, so I cannot see what is happening now.`
      : ''
  const lead = result.candidates[0]
  const largest =
    lead === undefined ? '' : ` The largest change, within everyday variation, is in ${code(lead.service, 60)}.`
  return [
    `**Nothing broke** as far as the telemetry shows, ${when}: no change stands out from the noise.${stale} ${cite(id)}`,
    `${largest.trim()}${largest === '' ? '' : ` ${cite(id)}`}`,
  ]
}

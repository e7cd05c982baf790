/**
 * An investigation as an answer that is read in ten seconds: what fails, by which mechanism, since when, how bad, whether
 * it goes on; the chain of consequence; at most three facts; one next step; how sure, and what would change that.
 */
import { cite, code, plain } from '../embedded/markdown.ts'
import type { Impact, Mechanism, Verdict } from '../investigator/verdict.ts'
import { messageText } from '../message-text.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import { clock, milliseconds, number, percent, span, window } from './format.ts'
import { MECHANISM_WORDS } from './mechanisms.ts'

export interface CauseMaterial {
  readonly plan: PlanOf<'cause'> | PlanOf<'timeline'>
  readonly result: InvestigateToolResult
  readonly id: string
  readonly askedAtMs: number
}
const FACTS = 3
const IMPORTANT = 0.005

export function causeAnswer(material: CauseMaterial): string[] {
  const { plan, result, id } = material
  if (result.outcome === 'no_anomaly' || result.outcome === 'no_data') return nothingBroke(material)
  const aspect = plan.intent === 'cause' ? plan.aspect : 'what'
  const direct = direction(aspect, material)
  const first = direct === null ? `${headline(material)} ${cite(id)}` : `${direct} ${cite(id)}`
  const rest = direct === null ? [chainLine(material), factLines(material)] : [supporting(aspect, material)]
  const next = aspect === 'next_step' || aspect === 'how_long' || aspect === 'since' ? '' : nextLine(material)
  return [first, ...rest, next, sureLine(material)]
}

function best({ result }: CauseMaterial): InvestigateToolResult['candidates'][number] | undefined {
  return result.candidates[0]
}

/** Mechanism, chain and impact are of the verdict's first candidate: they are said only where it is the one named. */
function isVerdictOf({ result }: CauseMaterial): boolean {
  return result.verdict.candidates[0]?.service === result.candidates[0]?.service
}

export function mechanismOf(material: CauseMaterial): Mechanism {
  const { verdict } = material.result
  return isVerdictOf(material) ? (verdict.mechanism?.kind ?? verdict.candidates[0]?.mechanism ?? 'unknown') : 'unknown'
}

export function onsetOf({ result }: CauseMaterial): string | null {
  return result.onset
}

function headline(material: CauseMaterial): string {
  const { result, askedAtMs } = material
  const name = code(best(material)?.service ?? 'unknown', 80)
  const kind = mechanismOf(material)
  const what = kind === 'unknown' ? '' : `: ${MECHANISM_WORDS[kind].what}`
  const since = result.onset === null ? '' : `, since **${clock(result.onset, askedAtMs)}**`
  const how = impactWords(result.verdict.impact)
  const opening =
    result.outcome === 'root_cause_identified'
      ? `**Root cause: ${name}**`
      : result.outcome === 'probable'
        ? `**Probable root cause: ${name}**`
        : `**Inconclusive**: something changed; ${name} is the first suspect`
  return `${opening}${what}${since}${how === '' ? '' : `; ${how}`}; ${stateWords(result.verdict, askedAtMs)}.`
}

function impactWords(impact: Impact | null): string {
  if (impact === null || impact.requests === 0) return ''
  if (impact.share > IMPORTANT && impact.share > impact.before.share)
    return `${percent(impact.share)} of requests fail (before: ${percent(impact.before.share)})`
  const { before, since } = impact.meanMs
  return since > before * 1.3 && since - before > 5
    ? `requests take ${milliseconds(since)} on average instead of ${milliseconds(before)}`
    : ''
}

export function stateWords({ state }: Verdict, askedAtMs: number): string {
  const at = state.atMs === null ? '' : clock(new Date(state.atMs).toISOString(), askedAtMs)
  switch (state.kind) {
    case 'ongoing':
      return 'still going on'
    case 'recovered':
      return `over since ${at}`
    case 'silent':
      return `still going on when the telemetry ended at ${at}`
    case 'unknown':
      return 'whether it goes on cannot be told'
  }
}

/** A question about one thing gets that thing first. */
function direction(aspect: PlanOf<'cause'>['aspect'], material: CauseMaterial): string | null {
  const { result, askedAtMs } = material
  const name = code(best(material)?.service ?? 'unknown', 80)
  const { verdict, onset } = result
  const kind = mechanismOf(material)
  switch (aspect) {
    case 'since':
      return onset === null
        ? `When it began cannot be told; ${name} is the first suspect.`
        : `Since **${clock(onset, askedAtMs)}**${rangeWords(verdict, askedAtMs)}, beginning in ${name}; ${stateWords(verdict, askedAtMs)}.`
    case 'how_long':
      return onset === null
        ? `When it began cannot be told; ${name} is the first suspect.`
        : howLong(verdict, onset, name, askedAtMs)
    case 'next_step':
      return `First ${MECHANISM_WORDS[kind].next(name)}: ${name} is where it began${onset === null ? '' : ` at ${clock(onset, askedAtMs)}`}, ${MECHANISM_WORDS[kind].what}; ${stateWords(verdict, askedAtMs)}.`
    case 'mechanism':
      return `It is ${kind === 'unknown' ? 'not clear from the telemetry which' : `**${MECHANISM_WORDS[kind].kind}**`}: in ${name}, ${MECHANISM_WORDS[kind].what}${onset === null ? '' : `, since ${clock(onset, askedAtMs)}`}.`
    case 'impact':
      return impactHeadline(material, name)
    case 'deployment':
      return deploymentHeadline(material, name)
    case 'sure':
      return sureHeadline(material, name)
    default:
      return null
  }
}

function rangeWords({ onset }: Verdict, askedAtMs: number): string {
  if (onset === null || onset.latestMs - onset.earliestMs < 20_000) return ''
  return ` (between ${clock(new Date(onset.earliestMs).toISOString(), askedAtMs)} and ${clock(new Date(onset.latestMs).toISOString(), askedAtMs)})`
}

function howLong(verdict: Verdict, onset: string, name: string, askedAtMs: number): string {
  const endMs = verdict.state.atMs ?? askedAtMs
  const lasted = span(
    Math.max(0, (verdict.state.kind === 'ongoing' ? Math.max(endMs, Date.parse(onset)) : endMs) - Date.parse(onset)),
  )
  const since = clock(onset, askedAtMs)
  switch (verdict.state.kind) {
    case 'recovered':
      return `It lasted **${lasted}**, from **${since}** to **${clock(new Date(endMs).toISOString(), askedAtMs)}**, in ${name}; it is over.`
    case 'silent':
      return `At least **${lasted}**: it began at **${since}** in ${name}, and it was still going on when the telemetry ended at ${clock(new Date(endMs).toISOString(), askedAtMs)}.`
    default:
      return `**${span(Math.max(0, askedAtMs - Date.parse(onset)))}** so far: it began at **${since}** in ${name}; ${stateWords(verdict, askedAtMs)}.`
  }
}

function impactHeadline({ result, askedAtMs }: CauseMaterial, name: string): string {
  const { impact, chain } = result.verdict
  const since = result.onset === null ? '' : ` since ${clock(result.onset, askedAtMs)}`
  const drawn = [...new Set(chain.map(({ to }) => to))]
  const services =
    drawn.length === 0
      ? `Only ${name} is affected as far as the telemetry shows`
      : `It began in ${name} and drew in ${drawn
          .slice(0, 6)
          .map((service) => code(service, 60))
          .join(', ')}`
  if (impact === null) return `${services}${since}; without spans, requests cannot be counted.`
  return `**${percent(impact.share)}** of requests fail${since}: ${number(impact.failed)} of ${number(impact.requests)} (before: ${percent(impact.before.share)}). Mean duration ${milliseconds(impact.meanMs.since)}, before ${milliseconds(impact.meanMs.before)}. ${services}; ${stateWords(result.verdict, askedAtMs)}.`
}

function deploymentHeadline({ result, askedAtMs }: CauseMaterial, name: string): string {
  const { changes, noChangeGuilty } = result.verdict
  const guilty = changes.find(({ state }) => state === 'culprit')
  const onset = result.onset === null ? '' : ` at ${clock(result.onset, askedAtMs)}`
  if (guilty !== undefined)
    return `**Yes**, probably: ${plain(guilty.change.title, 160)} at ${clock(new Date(guilty.change.startedMs).toISOString(), askedAtMs)}, just before ${name} broke${onset}.`
  const near = changes[0]
  const seen =
    near === undefined
      ? 'no deployment or other change was seen near it'
      : `the changes that were seen do not fit (${plain(near.change.title, 120)} at ${clock(new Date(near.change.startedMs).toISOString(), askedAtMs)}: ${plain(near.because, 160)})`
  const words =
    noChangeGuilty === true || near !== undefined
      ? '**No**'
      : '**No** deployment is to blame as far as the telemetry shows'
  return `${words}: ${name} broke${onset}, and ${seen}.`
}

const SURE = {
  root_cause_identified: 'Quite sure',
  probable: 'Fairly sure, not certain',
  inconclusive: 'Not sure',
  no_anomaly: '',
  no_data: '',
} as const

function sureHeadline({ result }: CauseMaterial, name: string): string {
  const [first, second] = result.candidates
  const rival =
    second === undefined
      ? 'no other service is a candidate'
      : `the next one, ${code(second.service, 60)}, is much less likely`
  return `${SURE[result.outcome]} that it is ${name}: ${first === undefined ? '' : fact(first.reason)}; ${rival}.`
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
  return `Drawn in: ${path.join(' \u2192 ')}. ${cite(id)}`
}

function factLines(material: CauseMaterial): string {
  const { result, id } = material
  const candidate = best(material)
  if (candidate === undefined) return ''
  const own = isVerdictOf(material) ? (result.verdict.mechanism?.evidence ?? []).map(({ text }) => text) : []
  const facts = [
    ...new Set(
      [...own.slice(0, 1), candidate.reason, ...candidate.observations].map((text) =>
        text.replace(/ \(since [^)]*\)$/, ''),
      ),
    ),
  ]
  const telling = result.telling.find(({ service }) => service === candidate.service)
  const shown = facts.slice(0, telling === undefined ? FACTS : FACTS - 1).map((text) => `- ${fact(text)} ${cite(id)}`)
  if (telling !== undefined)
    shown.push(`- ${code(telling.service, 60)} says: ${code(messageText(telling.body), 200)} ${cite(id)}`)
  return shown.join('\n')
}

function supporting(aspect: PlanOf<'cause'>['aspect'], material: CauseMaterial): string {
  return aspect === 'sure' || aspect === 'mechanism' || aspect === 'next_step'
    ? factLines(material)
    : chainLine(material)
}

function nextLine(material: CauseMaterial): string {
  const { result } = material
  const candidate = best(material)
  if (candidate === undefined) return ''
  if (result.verdict.undecided !== null && result.outcome === 'inconclusive')
    return `Next: ${plain(result.verdict.undecided.decidingQuery, 240)}`
  return `Next: ${MECHANISM_WORDS[mechanismOf(material)].next(code(candidate.service, 80))}.`
}

function sureLine({ result, id }: CauseMaterial): string {
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
  return `${SURE[result.outcome]}.${rival}${unseen === '' ? '' : ` Not seen: ${unseen}.`} ${cite(id)}`
}

/** A sentence of an analysis: what it quotes becomes code, and the rest is plain text whatever names stand in it. */
export function fact(text: string): string {
  const sentence = plain(text, 400).replace(/<\*>/g, '\u2026')
  let shown = ''
  let end = 0
  for (const quote of sentence.matchAll(/(?<=^|[\s(])"(.*?)"(?= was | came | in \d| \d+ \u2192|$)/g)) {
    shown += escaped(sentence.slice(end, quote.index)) + code(quote[1] ?? '', 200)
    end = quote.index + quote[0].length
  }
  return shown + escaped(sentence.slice(end))
}

function escaped(text: string): string {
  return text
    .replace(/[[\]|*_~#!\\]/g, (character) => `\\${character}`)
    .replace(/</g, '&lt;')
    .replace(/`/g, "'")
    .replace(/:\/\//g, ':/\u200a/')
}

/** "Nothing broke" is never said over silence, nor while the telemetry is too old to tell. */
function nothingBroke({ plan, result, id, askedAtMs }: CauseMaterial): string[] {
  const when = window(result.window, askedAtMs)
  if (result.outcome === 'no_data') return [`**No telemetry** in ${when}, so I cannot say what happened. ${cite(id)}`]
  const ageMs = askedAtMs - Date.parse(result.window.to)
  const stale =
    ageMs > 180_000 && plan.time.basis !== 'asked'
      ? ` Nothing has arrived since ${clock(result.window.to, askedAtMs)}, so what happens now cannot be seen.`
      : ''
  const lead = result.candidates[0]
  const largest =
    lead === undefined ? '' : ` The largest change, within everyday variation, is in ${code(lead.service, 60)}.`
  return [
    `**Nothing broke** that the telemetry shows, ${when}: no change stands out from the noise.${stale} ${cite(id)}`,
    `${largest.trim()}${largest === '' ? '' : ` ${cite(id)}`}`,
  ]
}

/** Onset, who was drawn in and when, changes, recovery: in the order of time. */
export function timelineAnswer(material: CauseMaterial): string[] {
  const { result, id, askedAtMs } = material
  if (result.outcome === 'no_anomaly' || result.outcome === 'no_data') return nothingBroke(material)
  const name = code(best(material)?.service ?? 'unknown', 80)
  const { verdict, onset } = result
  const events: { atMs: number; text: string }[] = []
  const kind = mechanismOf(material)
  if (onset !== null) events.push({ atMs: Date.parse(onset), text: `${name}: ${MECHANISM_WORDS[kind].what} (onset)` })
  const seen = new Set<string>()
  for (const step of verdict.chain) {
    if (step.firstSeenMs === null || seen.has(step.to)) continue
    seen.add(step.to)
    events.push({ atMs: step.firstSeenMs, text: `${code(step.to, 60)} is drawn in by ${code(step.from, 60)}` })
  }
  for (const { change, state } of verdict.changes.slice(0, 4))
    events.push({
      atMs: change.startedMs,
      text: `change: ${plain(change.title, 120)} (${state === 'culprit' ? 'fits as the cause' : 'does not fit as the cause'})`,
    })
  if (verdict.state.atMs !== null)
    events.push({
      atMs: verdict.state.atMs,
      text:
        verdict.state.kind === 'recovered'
          ? 'back to usual'
          : verdict.state.kind === 'silent'
            ? 'telemetry ends, still failing'
            : 'still failing',
    })
  events.sort((a, b) => a.atMs - b.atMs)
  const rows = events.map(({ atMs, text }) => `- ${clock(new Date(atMs).toISOString(), askedAtMs)}: ${text}`)
  const how = impactWords(verdict.impact)
  return [
    `It began in ${name}${onset === null ? '' : ` at **${clock(onset, askedAtMs)}**`}${how === '' ? '' : `; ${how}`}; ${stateWords(verdict, askedAtMs)}. ${cite(id)}`,
    rows.join('\n'),
  ]
}

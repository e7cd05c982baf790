/**
 * An investigation as an answer that is read in ten seconds: what fails, by which mechanism, since when, how bad, whether
 * it goes on; the chain of consequence; at most three facts; one next step; how sure, and what would change that.
 */
import { cite, code, plain } from '../embedded/markdown.ts'
import type { Impact, Mechanism, Verdict } from '../investigator/verdict.ts'
import { messageText } from '../message-text.ts'
import type { DeploymentsResult, MeasureResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import { clock, milliseconds, number, percent, span, window } from './format.ts'
import { MECHANISM_WORDS, spokenMechanism } from './mechanisms.ts'

export interface CauseMaterial {
  readonly plan: PlanOf<'cause'> | PlanOf<'timeline'>
  readonly result: InvestigateToolResult
  readonly id: string
  readonly askedAtMs: number
  /** Failed requests since the onset by the minute, null without spans. */
  readonly effect: MeasureResult | null
  /** Deployments seen, where they are asked about. */
  readonly releases: DeploymentsResult | null
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
  const { verdict, telling } = material.result
  const candidate = best(material)
  const own = telling.filter(({ service }) => service === candidate?.service).map(({ body }) => body)
  // Observations of the origin's lines; what others say of it is theirs.
  const seen = (candidate?.observations ?? []).filter((text) => !text.includes(` names ${candidate?.service} in `))
  // What the origin itself says of its trouble is plainer than what its metrics look like.
  const said = [...own, ...seen].map((text) => spokenMechanism(text)).find((kind) => kind !== null)
  if (said != null) return said
  return isVerdictOf(material) ? (verdict.mechanism?.kind ?? verdict.candidates[0]?.mechanism ?? 'unknown') : 'unknown'
}

function headline(material: CauseMaterial): string {
  const { result, askedAtMs } = material
  const name = code(best(material)?.service ?? 'unknown', 80)
  const kind = mechanismOf(material)
  const what = kind === 'unknown' ? '' : `: ${MECHANISM_WORDS[kind].what}`
  const since = result.onset === null ? '' : `, since **${clock(result.onset, askedAtMs)}**`
  const how = effectWords(material)
  const opening =
    result.outcome === 'root_cause_identified'
      ? `**Root cause: ${name}**`
      : result.outcome === 'probable'
        ? `**Probable root cause: ${name}**`
        : `**Inconclusive**: something changed; ${name} is the first suspect`
  return `${opening}${what}${since}${how === '' ? '' : `; ${how}`}; ${goesOn(material)}.`
}

/** The last minute in which clearly more requests failed than before the onset; null when that cannot be told. */
export function failedUntil({
  effect,
}: Pick<CauseMaterial, 'effect'>): { readonly untilMs: number; readonly isOver: boolean } | null {
  if (effect === null || effect.series.length < 3) return null
  const limit = Math.max(0.02, 3 * (effect.against?.value ?? 0))
  const bad = effect.series.filter(([, share]) => share > limit)
  const last = bad.at(-1)
  const end = effect.series.at(-1)
  if (last === undefined || end === undefined) return null
  const untilMs = Date.parse(last[0]) + 60_000
  return { untilMs, isOver: Date.parse(end[0]) - Date.parse(last[0]) >= 3 * 60_000 }
}

/** Whether it goes on: by the requests themselves where there are any, else by the investigation. */
function goesOn(material: CauseMaterial): string {
  const until = failedUntil(material)
  const { verdict } = material.result
  if (until?.isOver === true) return `over since ${clock(new Date(until.untilMs).toISOString(), material.askedAtMs)}`
  if (until !== null && verdict.state.kind === 'recovered') return 'still going on'
  return stateWords(verdict, material.askedAtMs)
}

function effectWords(material: CauseMaterial): string {
  const amount = material.effect?.outermost ?? material.effect
  if (amount == null || (amount.of ?? 0) === 0 || (amount.value ?? 0) <= IMPORTANT)
    return impactWords(material.result.verdict.impact)
  return `${percent(amount.value ?? 0)} of requests fail (before: ${percent(material.effect?.against?.value ?? 0)})`
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
        : `Since **${clock(onset, askedAtMs)}**${rangeWords(verdict, askedAtMs)}, beginning in ${name}; ${goesOn(material)}.`
    case 'how_long':
      return onset === null
        ? `When it began cannot be told; ${name} is the first suspect.`
        : howLong(material, onset, name)
    case 'next_step':
      return `First ${MECHANISM_WORDS[kind].next(name)}: ${name} is where it began${onset === null ? '' : ` at ${clock(onset, askedAtMs)}`}, ${MECHANISM_WORDS[kind].what}; ${goesOn(material)}.`
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

function howLong(material: CauseMaterial, onset: string, name: string): string {
  const { askedAtMs, result } = material
  const { state } = result.verdict
  const until = failedUntil(material)
  const endMs =
    until?.isOver === true ? until.untilMs : state.kind === 'recovered' && until === null ? state.atMs : null
  const since = clock(onset, askedAtMs)
  if (endMs !== null)
    return `It lasted **${span(Math.max(0, endMs - Date.parse(onset)))}**, from ${since} until it recovered at **${clock(new Date(endMs).toISOString(), askedAtMs)}**, in ${name}; it is over.`
  if (state.kind === 'silent' && state.atMs !== null)
    return `At least **${span(Math.max(0, state.atMs - Date.parse(onset)))}**: it began at **${since}** in ${name}, and it was still going on when the telemetry ended at ${clock(new Date(state.atMs).toISOString(), askedAtMs)}.`
  return `**${span(Math.max(0, askedAtMs - Date.parse(onset)))}** so far: it began at **${since}** in ${name}; ${goesOn(material)}.`
}

function impactHeadline(material: CauseMaterial, name: string): string {
  const { result, askedAtMs, effect } = material
  const { chain } = result.verdict
  const since = result.onset === null ? '' : ` since ${clock(result.onset, askedAtMs)}`
  const drawn = [...new Set(chain.map(({ to }) => to))]
  const services =
    drawn.length === 0
      ? `It began in ${name}`
      : `It began in ${name} and drew in ${drawn
          .slice(0, 6)
          .map((service) => code(service, 60))
          .join(', ')}`
  const amount = effect?.outermost ?? effect
  if (amount == null || (amount.of ?? 0) === 0)
    return `${services}${since}; without spans, requests cannot be counted. It is ${goesOn(material)}.`
  return `**${number(amount.failed ?? 0)}** requests failed${since}, ${percent(amount.value ?? 0)} of ${number(amount.of ?? 0)} (before: ${percent(effect?.against?.value ?? 0)}). ${services}; ${goesOn(material)}.`
}

/** A change of the origin this long before the onset may be its cause. */
const BLAMED_MS = 15 * 60_000

function deploymentHeadline(material: CauseMaterial, name: string): string {
  const { result, askedAtMs, releases } = material
  const { changes } = result.verdict
  const origin = best(material)?.service
  const onset = result.onset === null ? '' : ` at ${clock(result.onset, askedAtMs)}`
  const seen = [
    ...changes.map(({ change, state }) => ({
      at: new Date(change.startedMs).toISOString(),
      text: plain(change.title, 160),
      isGuilty: state === 'culprit',
    })),
    ...(releases?.versionChanges ?? []).map(({ service, from, to, at }) => ({
      at,
      text: `${code(service, 60)} from version ${code(from, 60)} to ${code(to, 60)}`,
      isGuilty: isJustBefore(at, service),
    })),
    ...(releases?.records ?? []).map((row) => ({
      at: row.time,
      text: `${code(row.service, 60)}: ${code(messageText(row.body), 140)}`,
      isGuilty:
        isJustBefore(row.time, row.service) ||
        (isJustBefore(row.time, origin) && origin !== undefined && row.body.includes(origin)),
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))
  const guilty = seen.filter(({ isGuilty }) => isGuilty).at(-1)
  if (guilty !== undefined)
    return `**Yes**, probably: ${guilty.text} at **${clock(guilty.at, askedAtMs)}**, just before ${name} broke${onset}.`
  const listed = seen.slice(0, 2).map(({ at, text }) => `${text} at ${clock(at, askedAtMs)}`)
  const others =
    listed.length === 0
      ? 'no deployment or other change was seen near it'
      : `what was deployed does not fit: ${listed.join('; ')}`
  return `**No**: ${name} broke${onset}, and ${others}.`

  function isJustBefore(at: string, service: string | undefined): boolean {
    if (service !== origin || result.onset === null) return false
    const beforeMs = Date.parse(result.onset) - Date.parse(at)
    return beforeMs >= -60_000 && beforeMs <= BLAMED_MS
  }
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
  const until = failedUntil(material)
  if (until?.isOver === true) events.push({ atMs: until.untilMs, text: 'back to usual' })
  else if (verdict.state.atMs !== null)
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
  const how = effectWords(material)
  return [
    `It began in ${name}${onset === null ? '' : ` at **${clock(onset, askedAtMs)}**`}${how === '' ? '' : `; ${how}`}; ${goesOn(material)}. ${cite(id)}`,
    rows.join('\n'),
  ]
}

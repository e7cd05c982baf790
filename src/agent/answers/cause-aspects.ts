/**
 * The first sentence of an answer about one aspect of a cause: since when, for how long, what to do next, which
 * mechanism, what impact, whether a deployment caused it, or how sure the answer is.
 */
import { code, plain } from '../embedded/markdown.ts'
import type { Verdict } from '../investigator/verdict.ts'
import { spokenText } from '../message-text.ts'
import { isSettingLine } from '../questions/execute/rollouts.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { servicesOf } from '../questions/plan/plan.ts'
import { analysisSentence } from './analysis-sentence.ts'
import { effectWords, failedUntil, goesOn } from './cause-effect.ts'
import { type CauseMaterial, firstCandidate, mechanismOf } from './cause-material.ts'
import { besidesHeadline, suspicion, unaffectedHeadline } from './cause-others.ts'
import { clock, number, percent, span } from './format.ts'
import { MECHANISM_WORDS } from './mechanisms.ts'

/** The sentence for that aspect. Null if the question is about the cause as a whole. */
export function aspectHeadline(aspect: PlanOf<'cause'>['aspect'], material: CauseMaterial): string | null {
  const { result, askedAtMs } = material
  const name = code(firstCandidate(material)?.service ?? 'unknown', 80)
  const { verdict, onset } = result
  const kind = mechanismOf(material)
  switch (aspect) {
    case 'since':
      return onset === null
        ? `I cannot tell when it began; ${name} is the first suspect.`
        : `Since **${clock(onset, askedAtMs)}**${rangeWords(verdict, askedAtMs)}, beginning in ${name}; ${goesOn(material)}.`
    case 'how_long':
      return onset === null
        ? `I cannot tell when it began; ${name} is the first suspect.`
        : howLong(material, onset, name)
    case 'next_step':
      return `First ${MECHANISM_WORDS[kind].next(name)}: ${name} is where it began${onset === null ? '' : ` at ${clock(onset, askedAtMs)}`}, ${MECHANISM_WORDS[kind].what}; ${goesOn(material)}.`
    case 'unaffected':
      return unaffectedHeadline(material, name)
    case 'besides':
      return besidesHeadline(material, name)
    case 'mechanism':
      return `${suspicion(material, kind)}${kind === 'unknown' ? 'The telemetry does not show the mechanism' : `It is **${MECHANISM_WORDS[kind].kind}**`}: in ${name}, ${MECHANISM_WORDS[kind].what}${onset === null ? '' : `, since ${clock(onset, askedAtMs)}`}.`
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
      : `It began in ${name} and spread to ${drawn
          .slice(0, 6)
          .map((service) => code(service, 60))
          .join(', ')}`
  const amount = effect?.outermost ?? effect
  if (amount == null || (amount.of ?? 0) === 0)
    return `${services}${since}; ${goesOn(material)}. Without spans, requests cannot be counted.`
  if ((amount.failed ?? 0) === 0) {
    const slower = effectWords(material)
    return `**No request failed**${since}, of ${number(amount.of ?? 0)}${slower === '' ? '' : `; ${slower}`}. ${services}; ${goesOn(material)}.`
  }
  return `**${number(amount.failed ?? 0)}** requests failed${since}, ${percent(amount.value ?? 0)} of ${number(amount.of ?? 0)} (before: ${percent(effect?.against?.value ?? 0)}). ${services}; ${goesOn(material)}.`
}

/** A change of the service up to this long before the onset may be its cause. */
const BLAMED_MS = 15 * 60_000

function deploymentHeadline(material: CauseMaterial, name: string): string {
  const { result, askedAtMs, releases } = material
  const { changes } = result.verdict
  const origin = firstCandidate(material)?.service
  const onset = result.onset === null ? '' : ` at ${clock(result.onset, askedAtMs)}`
  const seen = [
    ...changes.map(({ change, state }) => ({
      at: new Date(change.startedMs).toISOString(),
      services: change.services,
      text: plain(change.title, 160),
      isGuilty: state === 'culprit',
      isSetting: change.kind === 'feature_flag' || change.kind === 'configuration' || isSettingLine(change.title),
    })),
    ...(releases?.versionChanges ?? []).map(({ service, from, to, at }) => ({
      at,
      services: [service],
      text: `${code(service, 60)} from version ${code(from, 60)} to ${code(to, 60)}`,
      isGuilty: isJustBefore(at, service),
      isSetting: false,
    })),
    ...(releases?.records ?? []).map((row) => ({
      at: row.time,
      services: [row.service],
      text: `${code(row.service, 60)}: ${code(spokenText(row.body), 140)}`,
      isGuilty:
        isJustBefore(row.time, row.service) ||
        (isJustBefore(row.time, origin) && origin !== undefined && row.body.includes(origin)),
      isSetting: isSettingLine(row.body),
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))
  const found = seen.filter(({ isGuilty }) => isGuilty)
  const asked = servicesOf(material.plan)
  const guilty = found
    .filter(({ services }) => asked.length === 0 || services.some((service) => asked.includes(service)))
    .at(-1)
  const other = found.at(-1)
  const isReleaseAsked = material.plan.intent === 'cause' && material.plan.isReleaseAsked === true
  if (isReleaseAsked && guilty !== undefined && found.every(({ isSetting }) => isSetting))
    return `**No**, not a deployment: a setting was changed just before ${name} broke${onset}: ${guilty.text} at **${clock(guilty.at, askedAtMs)}**.`
  if (guilty !== undefined)
    return `**Yes**, probably: ${guilty.text} at **${clock(guilty.at, askedAtMs)}**, just before ${name} broke${onset}.`
  if (other !== undefined) {
    const which = asked.map((service) => code(service, 60)).join(' or ')
    return `**No**, no change of ${which}: ${name} broke${onset}, beside another change: ${other.text} at ${clock(other.at, askedAtMs)}.`
  }
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

/** How sure each outcome of an investigation is, in words. */
export const SURE = {
  root_cause_identified: 'Quite sure',
  probable: 'Fairly sure, not certain',
  inconclusive: 'Not sure',
  no_anomaly: '',
  no_data: '',
} as const

/** A baseline shorter than this counts less: rules of the program show only over time. */
const BASELINE_SHORT_MS = 120_000

/** What the trouble was judged against, where that is more or less than usual; else empty. */
export function judgedAgainst({
  quietHours,
  baseline,
}: Pick<CauseMaterial['result'], 'quietHours' | 'baseline'>): string {
  if (quietHours !== undefined)
    return `It is judged against ${quietHours === 1 ? 'an hour' : `${quietHours} hours`} of the project's own quiet.`
  const lengthMs = baseline === null ? null : Date.parse(baseline.to) - Date.parse(baseline.from)
  if (lengthMs === null || lengthMs >= BASELINE_SHORT_MS) return ''
  const length = lengthMs < 45_000 ? 'less than a minute' : lengthMs < 90_000 ? 'a minute' : 'two minutes'
  return `It is judged by what systems in general show: of the time before it there is ${length} of telemetry.`
}

function sureHeadline({ result }: CauseMaterial, name: string): string {
  const [first, second] = result.candidates
  const rival =
    second === undefined
      ? 'no other service is a candidate'
      : `the next one, ${code(second.service, 60)}, is much less likely`
  return `${SURE[result.outcome]} that it is ${name}: ${first === undefined ? '' : analysisSentence(first.reason)}; ${rival}.`
}

/**
 * The first sentence of an answer about one aspect of a cause: since when, for how long, what to do next, which
 * mechanism, what impact, whether a deployment caused it, or how sure the answer is.
 */
import { code } from '../embedded/markdown.ts'
import type { Verdict } from '../investigator/verdict.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { analysisSentence } from './analysis-sentence.ts'
import { deploymentHeadline, rollbackWords, takenBackFirst } from './cause-deployment.ts'
import { earlierHeadline } from './cause-earlier.ts'
import { amountOf, effectWords, failedUntil, goesOn } from './cause-effect.ts'
import { type CauseMaterial, firstCandidate, mechanismOf, wordsOfMechanism } from './cause-material.ts'
import { affectedHeadline, besidesHeadline, onlyWords, suspicion, unaffectedHeadline } from './cause-others.ts'
import { remedyHeadline } from './cause-remedy.ts'
import { suspectsHeadline } from './cause-suspects.ts'
import { clock, number, percent, span } from './format.ts'
import { MECHANISM_WORDS, type MechanismWords } from './mechanisms.ts'

/** The sentence for that aspect. Null if the question is about the cause as a whole. */
export function aspectHeadline(aspect: PlanOf<'cause'>['aspect'], material: CauseMaterial): string | null {
  const { result, askedAtMs } = material
  const name = code(firstCandidate(material)?.service ?? 'unknown', 80)
  const { verdict, onset } = result
  const kind = mechanismOf(material)
  const words = wordsOfMechanism(material)
  switch (aspect) {
    case 'since':
      return onset === null
        ? `I cannot tell when it began; ${name} is the first suspect.`
        : `${agoWords(material, onset)}Since **${clock(onset, askedAtMs)}**${rangeWords(verdict, askedAtMs)}, beginning in ${name}; ${goesOn(material)}.`
    case 'how_long':
      return onset === null
        ? `I cannot tell when it began; ${name} is the first suspect.`
        : howLong(material, onset, name)
    case 'next_step':
      return nextHeadline(material, words, name)
    case 'affected':
      return affectedHeadline(material, name)
    case 'recurring':
      return earlierHeadline(material)
    case 'unaffected':
      return unaffectedHeadline(material, name)
    case 'besides':
      return besidesHeadline(material, name)
    case 'mechanism':
      if (material.plan.intent === 'cause' && material.plan.suspects !== undefined)
        return suspectsHeadline(material, kind, name)
      return `${suspicion(material, kind)}${words === MECHANISM_WORDS.unknown ? 'The telemetry does not show the mechanism' : `It is **${words.kind}**`}: in ${name}, ${words.what}${onset === null ? '' : `, since ${clock(onset, askedAtMs)}`}.`
    case 'impact':
      return impactHeadline(material, name)
    case 'deployment':
      return deploymentHeadline(material, name)
    case 'remedy':
      return remedyHeadline(material, name)
    case 'sure':
      return sureHeadline(material, name)
    default:
      return null
  }
}

/** What to do first: to take back what was changed just before, where something was. */
function nextHeadline(material: CauseMaterial, words: MechanismWords, name: string): string {
  const { onset } = material.result
  const where = `${name} is where it began${onset === null ? '' : ` at ${clock(onset, material.askedAtMs)}`}, ${words.what}; ${goesOn(material)}`
  const back = takenBackFirst(material)
  if (back === null) return `First ${words.next(name)}: ${where}.${rollbackWords(material)}`
  return `First ${back}. If that does not help, ${words.next(name)}: ${where}.`
}

/** "Is that more than an hour ago?": yes or no first; empty where that is not asked. */
function agoWords({ plan, askedAtMs }: CauseMaterial, onset: string): string {
  const asked = plan.intent === 'cause' ? plan.agoAsked : undefined
  if (asked === undefined) return ''
  const agoMs = askedAtMs - Date.parse(onset)
  return `**${agoMs > asked.ms === (asked.is === 'more') ? 'Yes' : 'No'}**, ${span(agoMs)} ago. `
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
    return `At least **${span(Math.max(0, state.atMs - Date.parse(onset)))}**: it began at **${since}** in ${name}; ${goesOn(material)}.`
  return `**${span(Math.max(0, askedAtMs - Date.parse(onset)))}** so far: it began at **${since}** in ${name}; ${goesOn(material)}.`
}

function impactHeadline(material: CauseMaterial, name: string): string {
  const { result, askedAtMs, effect } = material
  const only = onlyWords(material)
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
  const { amount, isInner } = amountOf(material)
  if (amount == null || (amount.of ?? 0) === 0)
    return `${only}${services}${since}; ${goesOn(material)}. Without spans, requests cannot be counted.`
  if ((amount.failed ?? 0) === 0) {
    const slower = effectWords(material)
    return `${only}**No request failed**${since}, of ${number(amount.of ?? 0)}${slower === '' ? '' : `; ${slower}`}. ${services}; ${goesOn(material)}.`
  }
  return `${only}**${number(amount.failed ?? 0)}** requests failed${since}, ${percent(amount.value ?? 0)} of ${number(amount.of ?? 0)} (before: ${percent(effect?.against?.value ?? 0)})${isInner ? ', all of them between services: none from outside failed' : ''}. ${services}; ${goesOn(material)}.`
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

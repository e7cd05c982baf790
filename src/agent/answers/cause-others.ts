/** The first sentence about what a cause is not: who is untouched by it, what else is wrong, which suspicion is right. */
import { code, plain } from '../embedded/markdown.ts'
import type { Mechanism } from '../investigator/verdict.ts'
import { analysisSentence } from './analysis-sentence.ts'
import { type CauseMaterial, failureOf, firstCandidate, wordsOfMechanism } from './cause-material.ts'
import { clock, inUnit, number, percent } from './format.ts'
import { MECHANISM_WORDS } from './mechanisms.ts'

const LISTED = 12
/** Less probable than this, another service that changed is not worth a sentence. */
const PROBABLE_MIN = 0.02

/** So many requests of a service have to fail, and so many times as large a share as before, or it is everyday. */
const HIT_MIN = 3
const HIT_SHARE = 0.02
const HIT_TIMES = 3

/** Where it began, what was drawn in, and who else fails clearly more since then. */
function affectedBy(material: CauseMaterial): string[] {
  const origin = firstCandidate(material)?.service
  const drawn = material.result.verdict.chain.flatMap(({ from, to }) => [from, to])
  return [...new Set([...(origin === undefined ? [] : [origin]), ...drawn, ...hitOf(material).keys()])]
}

interface Hit {
  readonly failed: number
  readonly of: number
}

/** The services of which clearly more requests fail since the onset, those with the largest share first. */
function hitOf({ hit }: CauseMaterial): Map<string, Hit> {
  const before = new Map((hit?.against?.groups ?? []).map(({ key, value }) => [key[0], value ?? 0]))
  return new Map(
    (hit?.groups ?? [])
      .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
      .flatMap(({ key: [service], value, failed = 0, of = 0 }) => {
        const least = Math.max(HIT_SHARE, HIT_TIMES * (before.get(service) ?? 0))
        return service == null || failed < HIT_MIN || (value ?? 0) < least ? [] : [[service, { failed, of }] as const]
      }),
  )
}

function listed(services: readonly string[]): string {
  const names = services.slice(0, LISTED).map((service) => code(service, 60))
  const more = services.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Services that the trouble did not reach, and those that it did. */
export function unaffectedHeadline(material: CauseMaterial, name: string): string {
  const affected = affectedBy(material)
  const rest = material.services.filter((service) => !affected.includes(service))
  const reached = `It began in ${name}${affected.length > 1 ? ` and spread to ${listed(affected.slice(1))}` : ' and spread to no other service'}`
  return rest.length === 0
    ? `**None** of ${material.services.length} services is untouched. ${reached}.`
    : `**${rest.length} of ${material.services.length} services** are not affected, as far as the telemetry shows: ${listed(rest)}. ${reached}.`
}

/** Services that the trouble reached, with how many of their requests fail. */
export function affectedHeadline(material: CauseMaterial, name: string): string {
  const affected = affectedBy(material)
  const hit = hitOf(material)
  const rest = material.services.filter((service) => !affected.includes(service))
  const told = affected.slice(0, LISTED).map((service) => {
    const own = hit.get(service)
    return own === undefined
      ? code(service, 60)
      : `${code(service, 60)} (${number(own.failed)} of ${number(own.of)} requests failed)`
  })
  const since = material.result.onset === null ? '' : ` since ${clock(material.result.onset, material.askedAtMs)}`
  const spared = rest.length === 0 ? '' : ` Not affected: ${listed(rest)}.`
  const all = Math.max(material.services.length, affected.length)
  return `**${affected.length} of ${all} services** are affected${since}, beginning in ${name}: ${told.join(', ')}${affected.length > LISTED ? ` and ${affected.length - LISTED} more` : ''}.${spared}`
}

/** Whether the trouble is in one service alone, where that is asked; empty otherwise. */
export function onlyWords(material: CauseMaterial): string {
  const asked = material.plan.intent === 'cause' ? material.plan.onlyAsked : undefined
  if (asked === undefined) return ''
  const affected = affectedBy(material)
  const others = affected.filter((service) => service !== asked)
  if (affected.length === 0) return ''
  const isOne = affected.includes(asked)
  if (others.length === 0) return `**Yes**, only ${code(asked, 60)}, as far as the telemetry shows. `
  return `**No**${isOne ? `, not only ${code(asked, 60)}: also` : `, and not ${code(asked, 60)}:`} ${listed(others)}. `
}

/** What changed and is no part of the trouble that was found. */
export function besidesHeadline(material: CauseMaterial, name: string): string {
  const { result, askedAtMs } = material
  const affected = affectedBy(material)
  const explained = new Map(result.verdict.candidates.map((one) => [one.service, one.explainedBy]))
  const others = result.candidates.filter(
    ({ service, score }) =>
      !affected.includes(service) && score >= PROBABLE_MIN && (explained.get(service) ?? null) === null,
  )
  const since = result.onset === null ? '' : ` since ${clock(result.onset, askedAtMs)}`
  const known = `the trouble of ${name}${since}${affected.length > 1 ? ` and what it drew in (${listed(affected.slice(1))})` : ''}`
  const [other] = others
  const asked = material.plan.intent === 'cause' ? material.plan.elseAsked : undefined
  const isYes = (other === undefined) === (asked === 'good')
  const yes = asked === undefined ? '' : `${isYes ? '**Yes**' : '**No**'}: `
  if (other === undefined) return `${yes}**Nothing else** stands out besides ${known}.`
  const rest = others.slice(1, 4).map(({ service }) => code(service, 60))
  return `${yes}Besides ${known}, **${code(other.service, 80)}** changed: ${analysisSentence(other.reason)}${rest.length > 0 ? `; less so ${rest.join(', ')}` : ''}.`
}

/** From this share on a resource counts as full. */
const FULL = 0.95

/** "`disk_used_percent` of `web` was at most **100 %**, before it 64 %"; null where no gauge tells. */
function levelTold({ level, plan }: CauseMaterial): { readonly text: string; readonly isFull: boolean } | null {
  const gauge = plan.intent === 'cause' ? plan.suspected?.gauge : undefined
  const first = level?.groups.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0]
  if (level === undefined || level === null || gauge === undefined || first?.value == null) return null
  const before = level.against?.groups.find(({ key }) => key[0] === first.key[0])?.value
  const isOfOne = level.unit === '1'
  const told = (value: number): string => (isOfOne ? percent(value) : inUnit(value, level.unit))
  const earlier = before == null ? '' : `, before that ${told(before)}`
  return {
    text: `${code(gauge, 80)} of ${code(first.key[0] ?? '', 80)} was at most **${told(first.value)}** since it began${earlier}`,
    isFull: first.value >= FULL * (isOfOne ? 1 : 100),
  }
}

/** Whether what the question takes to be wrong is what was found; empty where it names nothing. */
export function suspicion(material: CauseMaterial, found: Mechanism): string {
  const { plan } = material
  const suspected = plan.intent === 'cause' ? plan.suspected : undefined
  if (suspected === undefined) return ''
  const isGuess = failureOf(material) !== null && wordsOfMechanism(material).kind !== MECHANISM_WORDS[found].kind
  if (found === 'unknown' || (isGuess && suspected.mechanisms.includes(found)))
    return `I cannot tell whether it is “${plain(suspected.word, 40)}”. `
  const level = levelTold(material)
  const told = level === null ? '' : ` ${level.text}.`
  if (suspected.mechanisms.includes(found)) return `**Yes**.${told} `
  const word = plain(suspected.word, 40)
  return level?.isFull === true
    ? `**Not first**, but “${word}” is in trouble as well:${told} `
    : `**No** sign of “${word}”${level === null ? '' : `: ${level.text}`}. `
}

/** The first sentence about a restart or release that is said to have ended the trouble: whether it ended with that. */
import { code } from '../embedded/markdown.ts'
import { changesSeen } from './cause-deployment.ts'
import { failedUntil, goesOn, isOngoing } from './cause-effect.ts'
import type { CauseMaterial } from './cause-material.ts'
import { clock } from './format.ts'

/** What ended the trouble came so long before its end. */
const ENDED_MS = 5 * 60_000
/** Ends are told by the minute. */
const ROUNDED_MS = 60_000

export function remedyHeadline(material: CauseMaterial, name: string): string {
  const { plan, result, askedAtMs } = material
  const { word = 'change', services = [], isOpen = false } = plan.intent === 'cause' ? (plan.remedy ?? {}) : {}
  const onset = result.onset ?? ''
  const seen = changesSeen(material).filter(
    (one) => services.length === 0 || one.services.some((name) => services.includes(name)),
  )
  const of = services.length === 0 ? '' : ` of ${services.map((service) => code(service, 60)).join(' or ')}`
  const after = seen.filter(({ at }) => at > onset)
  const told = (after.length > 0 ? after : seen).slice(-2).map(({ at, text }) => `${text} at ${clock(at, askedAtMs)}`)
  const known =
    told.length === 0
      ? `no ${word}${of} was seen`
      : `${told.join('; ')}${after.length > 0 ? '' : `, before it began at ${clock(onset, askedAtMs)}`}`
  if (isOngoing(material) !== false)
    return `**No**${isOngoing(material) === null ? ', as far as can be told' : ''}: the trouble in ${name} did not end with a ${word}; ${goesOn(material)}. Seen: ${known}.`
  const until = failedUntil(material)
  const endMs = until?.isOver === true ? until.untilMs : result.verdict.state.atMs
  const end = endMs === null ? '' : ` at **${clock(new Date(endMs).toISOString(), askedAtMs)}**`
  const cure = after
    .filter(({ at }) => endMs !== null && Date.parse(at) <= endMs + ROUNDED_MS && endMs - Date.parse(at) <= ENDED_MS)
    .at(-1)
  if (cure === undefined)
    return `${isOpen ? 'I cannot tell what ended it' : '**No** sign of that'}: the trouble in ${name} ended${end}, and ${told.length === 0 ? known : `what was seen does not fit: ${known}`}.`
  // The last failed request may come seconds before what ended the trouble.
  const isLater = endMs !== null && Date.parse(cure.at) > endMs
  const beside = `the trouble in ${name} ended${end}, just ${isLater ? 'before' : 'after'}`
  const change = `${cure.text} at ${clock(cure.at, askedAtMs)}`
  if (isOpen)
    return `${beside.replace(/^t/, 'T')} ${cure.isSetting === true ? 'a setting was changed: ' : ''}${change}. That alone is no proof.`
  return cure.isSetting === true && word === 'release'
    ? `**No**, not with a release: ${beside} a setting was changed: ${change}.`
    : `**Yes**, probably: ${beside} ${change}.`
}

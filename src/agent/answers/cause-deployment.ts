/** The first sentence about releases and settings: whether one of them broke what was found. */
import { code, plain } from '../embedded/markdown.ts'
import { fullText } from '../message-text.ts'
import { isSettingLine } from '../questions/execute/rollouts.ts'
import { servicesOf } from '../questions/plan/plan.ts'
import { failedUntil, isOngoing } from './cause-effect.ts'
import { type CauseMaterial, firstCandidate, mechanismOf } from './cause-material.ts'
import { clock, span } from './format.ts'

/** A change of the service up to this long before the onset may be its cause. */
export const BLAMED_MS = 15 * 60_000

interface SeenChange {
  readonly at: string
  readonly services: readonly string[]
  readonly text: string
  /** Whether it came just before the trouble, at the service where that began. */
  readonly isGuilty: boolean
  readonly isSetting: boolean
  /** Instances came and went, which a release does too. */
  readonly isReplacement?: boolean
}

/** Releases and changed settings, the first one first. */
export function changesSeen(material: CauseMaterial): SeenChange[] {
  const { result, releases } = material
  const { changes } = result.verdict
  const origin = firstCandidate(material)?.service
  return [
    ...changes.map(({ change, state }) => ({
      at: new Date(change.startedMs).toISOString(),
      services: change.services,
      text: plain(change.title, 160),
      isGuilty: state === 'culprit',
      isSetting: change.kind === 'feature_flag' || change.kind === 'configuration' || isSettingLine(change.title),
      isReplacement: change.kind === 'replacement',
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
      text: `${code(row.service, 60)}: ${code(fullText(row.body, row.reason), 200)}`,
      isGuilty:
        isJustBefore(row.time, row.service) ||
        (isJustBefore(row.time, origin) && origin !== undefined && row.body.includes(origin)),
      isSetting: isSettingLine(row.body),
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))

  function isJustBefore(at: string, service: string | undefined): boolean {
    if (service !== origin || result.onset === null) return false
    const beforeMs = Date.parse(result.onset) - Date.parse(at)
    return beforeMs >= -60_000 && beforeMs <= BLAMED_MS
  }
}

/** Changes that came just before the trouble, at the service where that began. */
function guiltyChanges(material: CauseMaterial): SeenChange[] {
  const blamed = changesSeen(material).filter(({ isGuilty }) => isGuilty)
  // A new version says more than that its instances are new.
  const released = blamed.filter(({ isReplacement }) => isReplacement !== true)
  return released.length > 0 ? released : blamed
}

/** A change of the service so near the end of trouble may have ended it. */
export const ENDED_MS = 60_000

/** What came just before, and can be taken back while it goes on; empty where nothing changed. */
export function rollbackWords(material: CauseMaterial): string {
  const blamed = blamedChange(material)
  if (blamed === null) return ''
  const { change, when } = blamed
  const told = ` It began ${when} a change: ${change.text} at ${clock(change.at, material.askedAtMs)}`
  if (isOngoing(material) !== false) return `${told}: to take that back is the quickest thing to try.`
  const end = endingChange(material, change)
  return end === undefined
    ? `${told}.`
    : `${told}; it was over with another one: ${end.text} at ${clock(end.at, material.askedAtMs)}.`
}

/** What to take back first while it goes on; null where nothing changed just before. */
export function takenBackFirst(material: CauseMaterial): string | null {
  const blamed = blamedChange(material)
  if (blamed === null || isOngoing(material) === false) return null
  const { change, when } = blamed
  return `take back what was changed: ${change.text} at ${clock(change.at, material.askedAtMs)}; it began ${when} that`
}

interface Blamed {
  readonly change: SeenChange
  /** How long after it the trouble began. */
  readonly when: string
}

function blamedChange(material: CauseMaterial): Blamed | null {
  const { onset } = material.result
  const change = guiltyChanges(material).at(-1)
  if (change === undefined || change.isReplacement === true || onset === null) return null
  const beforeMs = Date.parse(onset) - Date.parse(change.at)
  return { change, when: beforeMs < 1000 ? 'at the same time as' : `${span(beforeMs)} after` }
}

/** The change of the same service with which the trouble was over. */
function endingChange(material: CauseMaterial, first: SeenChange): SeenChange | undefined {
  const origin = firstCandidate(material)?.service
  const until = failedUntil(material)
  const endMs = material.lastFailedMs ?? (until?.isOver === true ? until.untilMs : null)
  if (origin === undefined || endMs === null) return undefined
  return changesSeen(material).findLast(
    ({ at, services }) => at > first.at && services.includes(origin) && Math.abs(Date.parse(at) - endMs) <= ENDED_MS,
  )
}

/** Which came first, a release or the trouble, and how long before the other; null where that was not asked. */
function orderHeadline(material: CauseMaterial, name: string): string | null {
  const { plan, result, askedAtMs } = material
  const order = plan.intent === 'cause' ? plan.orderAsked : undefined
  if (order === undefined || result.onset === null) return null
  const asked = servicesOf(plan)
  const releases = changesSeen(material).filter(
    ({ services, isSetting }) =>
      !isSetting && (asked.length === 0 || services.some((service) => asked.includes(service))),
  )
  const onsetMs = Date.parse(result.onset)
  // Of several releases the last one before the trouble is meant.
  const release = releases.findLast(({ at }) => Date.parse(at) <= onsetMs) ?? releases[0]
  const broke = `${name} broke at **${clock(result.onset, askedAtMs)}**`
  if (release === undefined) {
    const whose = asked.length === 0 ? '' : ` of ${asked.map((service) => code(service, 60)).join(' or ')}`
    return `No release${whose} was seen to compare with: ${broke}.`
  }
  const laterMs = onsetMs - Date.parse(release.at)
  const apart = span(Math.abs(laterMs))
  const released = `${release.text.replace(' from version ', ' went from version ')} at **${clock(release.at, askedAtMs)}**`
  const isLater = laterMs >= 0
  if (order === 'release')
    return `**${isLater ? 'Before' : 'After'}**: ${released}, ${apart} ${isLater ? 'before' : 'after'} ${broke}.`
  const fits = release.isGuilty ? '; they fit together' : isLater ? '; that is no sign that it was the cause' : ''
  const trouble = `${broke}, ${apart} ${isLater ? 'after' : 'before'} ${released}${fits}`
  if (order === 'trouble') return `**${isLater ? 'After' : 'Before'}** it: ${trouble}.`
  if (order === 'length') return `**${apart}**: ${trouble}.`
  return `**${isLater === (order === 'trouble_later') ? 'Yes' : 'No'}**: ${trouble}.`
}

/** What runs full takes a while: a change of the service so long before may have led there. */
const FILLED_MS = 60 * 60_000

const FILLED_BY = { disk: 'disk', memory: 'memory', pool: 'pool_exhausted', any: null } as const

/** What was changed before something ran full, where that is asked. */
export function filledBy(material: CauseMaterial): string {
  const { plan, result, askedAtMs } = material
  const onsetMs = result.onset === null ? Number.NaN : Date.parse(result.onset)
  const origin = firstCandidate(material)?.service
  if (plan.intent !== 'cause' || plan.fillAsked === undefined || origin === undefined) return ''
  const wanted = FILLED_BY[plan.fillAsked]
  const asked = servicesOf(plan)
  // What broke elsewhere, or by something else, is not what was asked about.
  if ((wanted !== null && wanted !== mechanismOf(material)) || (asked.length > 0 && !asked.includes(origin))) return ''
  const before = changesSeen(material).filter(
    ({ at, services, isReplacement }) =>
      isReplacement !== true &&
      services.includes(origin) &&
      Date.parse(at) <= onsetMs &&
      onsetMs - Date.parse(at) <= FILLED_MS,
  )
  if (before.length === 0)
    return ' What filled it is not in the telemetry: no change of it was seen in the hour before.'
  const told = before.slice(-2).map(({ at, text }) => `${text} at **${clock(at, askedAtMs)}**`)
  return ` What may have filled it is what was changed in the hour before: ${told.join('; ')}.`
}

/** A change of another service that comes this shortly before trouble begins is worth a look. */
const NEAR_MS = 90_000

function nearestBefore(seen: readonly SeenChange[], onsetMs: number, asked: readonly string[]): SeenChange | undefined {
  return seen.findLast(({ at, services, isReplacement }) => {
    const beforeMs = onsetMs - Date.parse(at)
    const isOfAsked = asked.length === 0 || services.some((service) => asked.includes(service))
    return isReplacement !== true && isOfAsked && beforeMs >= 0 && beforeMs <= NEAR_MS
  })
}

export function deploymentHeadline(material: CauseMaterial, name: string): string {
  const { result, askedAtMs } = material
  const ordered = orderHeadline(material, name)
  if (ordered !== null) return ordered
  const onset = result.onset === null ? '' : ` at ${clock(result.onset, askedAtMs)}`
  const seen = changesSeen(material)
  const found = guiltyChanges(material)
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
  const near = result.onset === null ? undefined : nearestBefore(seen, Date.parse(result.onset), asked)
  if (near !== undefined)
    return `**Perhaps**: ${name} itself was not changed, but ${near.text} came at **${clock(near.at, askedAtMs)}**, right before ${name} broke${onset}.`
  const listed = seen.slice(0, 2).map(({ at, text }) => `${text} at ${clock(at, askedAtMs)}`)
  const others =
    listed.length === 0
      ? 'no deployment or other change was seen near it'
      : `what was deployed does not fit: ${listed.join('; ')}`
  return `**No**: ${name} broke${onset}, and ${others}.`
}

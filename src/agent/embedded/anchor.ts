/** "Since it started", "since the deploy": first the moment is found, then the plan counts from it. */

import { MS_PER_DAY } from '../../telemetry/index.ts'
import { failedUntil } from '../answers/cause-effect.ts'
import { clock } from '../answers/format.ts'
import { foundTrouble } from '../investigator/investigation.ts'
import { type CourseAsked, type Plan, type PlanOf, servicesOf } from '../questions/plan/plan.ts'
import { isRollout } from '../same-change.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import { effectOf } from './cause-evidence.ts'
import { code } from './markdown.ts'
import type { PlanContext } from './plan-context.ts'
import type { Done } from './plan-state.ts'
import { lastInvestigation } from './previous.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** A setting that was changed is no release. */
const SETTING =
  /\b(?:config|configuration|settings?|flags?|toggle)\b|(?<![a-z])(?:reload(?:ed|ing)|reconfigur(?:ed|ing))(?![a-z])/i

export interface Resolved {
  readonly plan: Plan
  /** What has to be said of the moment first; empty where it is the one that was asked for. */
  readonly note: string
}

/** Null while a call that it needs is missing. A plan whose moment cannot be found keeps its window and says so. */
export function resolveAnchor(context: PlanContext): Resolved | null {
  const { plan } = context
  if (plan.intent === 'measure' && plan.course !== undefined) return atIncident(context, plan, plan.course)
  const isOfRelease = plan.time.anchor === 'deployment' && plan.time.anchorVersion === undefined
  if (isOfRelease && plan.intent === 'measure') return besideRelease(context, plan)
  const resolved = withMoment(context)
  return resolved === null ? null : { plan: resolved, note: '' }
}

/** "During the incident vs before": as long a window as was asked for that ends where it began. */
function beforeOnset(plan: Plan, onset: string | null): Plan {
  if (plan.intent !== 'measure' || plan.against === null || onset === null) return plan
  const { from: begin, to } = plan.against
  if (to !== plan.time.from) return plan
  const lengthMs = Date.parse(to) - Date.parse(begin)
  return {
    ...plan,
    against: { ...plan.against, from: new Date(Date.parse(onset) - lengthMs).toISOString(), to: onset },
  }
}

/** What was before, since or on both sides of a release: of the service itself, else of the last one that was seen. */
function besideRelease(context: PlanContext, plan: PlanOf<'measure'>): Resolved | null {
  const { desk, askedAtMs } = context
  const { anchor: _, anchorService, anchorSide, anchorLengthMs, anchorVersion: __, ...time } = plan.time
  const beside = { side: anchorSide, lengthMs: anchorLengthMs }
  const conditions = deploymentOf(plan, anchorService)
  const own = releasesOf(desk, conditions, time)
  if (own === null) return desk.missing.length > 0 ? null : { plan: { ...plan, time }, note: '' }
  const last = own.at(-1)
  if (last !== undefined) return { plan: from(plan, time, last.at, 'since the deployment', beside), note: '' }
  const none: Plan =
    anchorSide === undefined
      ? from(plan, time, null, 'since the deployment', beside)
      : { intent: 'deployments', isReleaseAsked: true, isYesNo: true, conditions, time }
  const isNamed = anchorService !== undefined || conditions.length === 0
  const other = isNamed ? [] : releasesOf(desk, [], time)
  if (other === null) return desk.missing.length > 0 ? null : { plan: none, note: '' }
  const latest = other.at(-1)
  if (latest === undefined) return { plan: none, note: '' }
  const asked = servicesOf({ conditions }).map((name) => code(name, 60))
  const note = `No deployment of ${asked.join(' or ')} was seen; this is about the last one of another service, ${code(latest.service, 60)} at ${clock(latest.at, askedAtMs)}.`
  return { plan: from(plan, time, latest.at, 'since the deployment', beside), note }
}

interface Release {
  readonly at: string
  readonly service: string
}

/** The releases that were seen, the earliest first; null while they are not known. */
function releasesOf(desk: PlanContext['desk'], conditions: Plan['conditions'], time: Plan['time']): Release[] | null {
  const found = desk.need<QueryTelemetryResult>('query_telemetry', {
    plan: { intent: 'deployments', conditions, time },
  })
  if (found?.result.kind !== 'deployments') return null
  const { versionChanges, records, changes = [] } = found.result
  return [
    ...versionChanges.map(({ at, service }) => ({ at, service })),
    ...records.filter(({ body }) => !SETTING.test(body)).map(({ time: at, service }) => ({ at, service })),
    ...changes.filter(({ kind }) => isRollout(kind)).map(({ at, services }) => ({ at, service: services[0] ?? '' })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))
}

function withMoment(context: PlanContext): Plan | null {
  const { plan, conversation, desk } = context
  const isCompared = plan.intent === 'measure' || plan.intent === 'calls'
  if (isCompared && plan.against?.anchor !== undefined) return againstBefore(context, plan, plan.against)
  const { anchor, anchorService, anchorVersion, anchorSide, anchorLengthMs, ...time } = plan.time
  const beside = { side: anchorSide, lengthMs: anchorLengthMs }
  if (anchor === undefined || plan.intent === 'cause' || plan.intent === 'timeline')
    return anchor === undefined ? plan : { ...plan, time }
  if (anchor === 'onset' || anchor === 'incident') {
    const known = lastInvestigation(conversation)
    const asked = known ?? desk.need<InvestigateToolResult>('investigate', { from: time.from, to: time.to })
    if (asked === null) return desk.missing.length > 0 ? null : { ...plan, time }
    // What began with the window has no time before it there: an hour more is looked at.
    const isWide = known === null && asked.result.onset === null && time.basis !== 'asked'
    const wide = isWide
      ? desk.need<InvestigateToolResult>('investigate', {
          from: new Date(Date.parse(time.from) - HOUR_MS).toISOString(),
          to: time.to,
        })
      : asked
    if (wide === null && desk.missing.length > 0) return null
    const found = wide ?? asked
    if (anchor === 'onset') return from(plan, time, found.result.onset, 'since it started', beside)
    const recovery = recoveryOf(context, found)
    if (recovery === null) return null
    const { recoveredMs } = recovery
    if (anchorSide === 'after') return sinceOver(plan, time, found.result.onset, recoveredMs)
    const { onset } = found.result
    return from(beforeOnset(plan, onset), ended(time, onset, recoveredMs), onset, 'during the incident')
  }
  const conditions = deploymentOf(plan, anchorService)
  if (anchorVersion === undefined) {
    const seen = releasesOf(desk, conditions, time)
    if (seen === null) return desk.missing.length > 0 ? null : { ...plan, time }
    return from(plan, time, seen.at(-1)?.at ?? null, 'since the deployment', beside)
  }
  // A version that came before the window, or of another service, is still the one that was named.
  const day = { ...time, from: new Date(Date.parse(time.to) - MS_PER_DAY).toISOString() }
  for (const [of, window] of [
    [conditions, time],
    [conditions, day],
    [[], day],
  ] as const) {
    const found = desk.need<QueryTelemetryResult>('query_telemetry', {
      plan: { intent: 'deployments', conditions: of, time: window },
    })
    if (found === null && desk.missing.length > 0) return null
    if (found?.result.kind !== 'deployments') return { ...plan, time }
    const change = found.result.versionChanges.findLast(({ to }) => to === anchorVersion)
    if (change !== undefined) return from(plan, time, change.at, 'since the deployment', beside)
  }
  // Both sides of a release that nobody saw are no sides.
  return anchorSide === 'both'
    ? { intent: 'deployments', isReleaseAsked: true, isYesNo: true, conditions: [], time: day }
    : from(plan, time, null, 'since the deployment', beside)
}

/** When trouble was over, or null while it goes on; null as a whole while a call that tells it is missing. */
function recoveryOf(
  context: PlanContext,
  found: Done<InvestigateToolResult>,
): { readonly recoveredMs: number | null } | null {
  const effect = effectOf(context, found)
  if (effect === null && context.desk.missing.length > 0) return null
  const until = effect?.result.kind === 'measure' ? failedUntil({ effect: effect.result }) : null
  const { state } = found.result.verdict
  if (until?.isOver === true) return { recoveredMs: until.untilMs }
  return { recoveredMs: state.kind === 'recovered' && until === null ? state.atMs : null }
}

/** The course of a thing with the moments of the incident, where there is one. */
function atIncident(context: PlanContext, plan: PlanOf<'measure'>, course: CourseAsked): Resolved | null {
  const { conversation, desk } = context
  const hour = { from: new Date(Date.parse(plan.time.to) - HOUR_MS).toISOString(), to: plan.time.to }
  const found = lastInvestigation(conversation) ?? desk.need<InvestigateToolResult>('investigate', hour)
  if (found === null) return desk.missing.length > 0 ? null : { plan, note: '' }
  const { outcome, onset, candidates } = found.result
  if (!foundTrouble(outcome) || onset === null) return { plan, note: '' }
  const recovery = recoveryOf(context, found)
  if (recovery === null) return null
  const { recoveredMs } = recovery
  const [first] = candidates
  const moments: CourseAsked = {
    ...course,
    onset,
    ...(recoveredMs === null ? {} : { until: new Date(recoveredMs).toISOString() }),
    ...(first === undefined ? {} : { origin: first.service }),
  }
  return { plan: { ...plan, course: moments }, note: '' }
}

type Compared = PlanOf<'measure'> | PlanOf<'calls'>

/** Compared with as it was before trouble began; where none began, with the window that the plan names. */
function againstBefore(context: PlanContext, plan: Compared, against: Plan['time']): Plan | null {
  const { conversation, desk, read } = context
  const { anchor, anchorSide: _, anchorLengthMs: __, anchorService, ...earlier } = against
  const { anchor: ___, ...time } = plan.time
  if (anchor === 'deployment') {
    const seen = releasesOf(desk, deploymentOf(plan, anchorService), time)
    if (seen === null) return desk.missing.length > 0 ? null : { ...plan, time, against: earlier }
    const released = seen.at(-1)?.at
    return released === undefined ? { ...plan, time, against: earlier } : comparedWithBefore(context, plan, released)
  }
  const hour = { from: new Date(Date.parse(time.to) - HOUR_MS).toISOString(), to: time.to }
  const found = lastInvestigation(conversation) ?? desk.need<InvestigateToolResult>('investigate', hour)
  if (found === null && desk.missing.length > 0) return null
  const isBroken = found !== null && foundTrouble(found.result.outcome)
  const onsetMs = isBroken && found.result.onset !== null ? Date.parse(found.result.onset) : Number.NaN
  const firstMs = Date.parse(read.result.firstRecord ?? time.from)
  const isWithin = onsetMs < Date.parse(time.to) && onsetMs - firstMs > MINUTE_MS
  if (!isWithin) return { ...plan, time, against: earlier }
  return comparedWithBefore(context, plan, new Date(onsetMs).toISOString())
}

/** A measure since a moment at the earliest, compared with what was before it. */
function comparedWithBefore({ read }: PlanContext, plan: Compared, moment: string): Plan {
  const { anchor: _, ...time } = plan.time
  const { anchor, anchorLengthMs } = plan.against ?? {}
  const momentMs = Date.parse(moment)
  const lengthMs = anchorLengthMs ?? Math.max(HOUR_MS / 2, Date.parse(time.to) - Date.parse(time.from))
  const fromMs = Math.max(Date.parse(read.result.firstRecord ?? time.from), momentMs - lengthMs)
  const phrase = anchor === 'deployment' ? 'before the deployment' : 'before it started'
  return {
    ...plan,
    time: Date.parse(time.from) < momentMs ? { ...time, from: moment } : time,
    against: { from: new Date(fromMs).toISOString(), to: moment, basis: 'inherited', phrase },
  }
}

function deploymentOf(plan: Plan, service: string | undefined): Plan['conditions'] {
  return service === undefined
    ? plan.conditions.filter(({ on }) => on === 'service')
    : [{ on: 'service', values: [service] }]
}

function ended(time: Plan['time'], onset: string | null, recoveredMs: number | null): Plan['time'] {
  const isWithin = recoveredMs !== null && onset !== null && recoveredMs > Date.parse(onset)
  return isWithin && recoveredMs < Date.parse(time.to) ? { ...time, to: new Date(recoveredMs).toISOString() } : time
}

/** Since trouble was over; while it goes on, since it began, which is said. */
function sinceOver(plan: Plan, time: Plan['time'], onset: string | null, recoveredMs: number | null): Plan {
  const isOver = recoveredMs !== null && recoveredMs < Date.parse(time.to)
  if (isOver)
    return { ...plan, time: { ...time, from: new Date(recoveredMs).toISOString(), phrase: 'since it was over' } }
  return from(plan, time, onset, 'it is not over: since it started')
}

interface Beside {
  readonly side: 'before' | 'both' | 'after' | undefined
  readonly lengthMs: number | undefined
}

/** Where no trouble was found, before it is before the window. */
function windowBefore(time: Plan['time']): Plan['time'] {
  const lengthMs = Date.parse(time.to) - Date.parse(time.from)
  return { ...time, from: new Date(Date.parse(time.from) - lengthMs).toISOString(), to: time.from }
}

function from(plan: Plan, time: Plan['time'], moment: string | null, phrase: string, beside?: Beside): Plan {
  const isFound = moment !== null && Date.parse(moment) < Date.parse(time.to)
  const isDeployment = phrase === 'since the deployment'
  if (!isFound && beside?.side === 'before') return { ...plan, time: windowBefore(time) }
  if (!isFound && time.basis === 'asked') return { ...plan, time }
  if (!isFound) {
    const said = `no ${isDeployment ? 'deployment' : 'incident'} found, so all of it`
    return { ...plan, time: { ...time, basis: 'asked', phrase: said } }
  }
  const atMs = Date.parse(moment)
  if (beside?.side === 'before') {
    const fromMs =
      beside.lengthMs === undefined ? Math.min(Date.parse(time.from), atMs - HOUR_MS) : atMs - beside.lengthMs
    const said = isDeployment ? 'before the deployment' : 'before it started'
    return {
      ...plan,
      time: { ...time, from: new Date(fromMs).toISOString(), to: moment, basis: 'asked', phrase: said },
    }
  }
  if (beside?.side === 'both' && plan.intent === 'measure') {
    const lengthMs = beside.lengthMs ?? MS_PER_DAY
    const toMs = Math.min(Date.parse(time.to), atMs + lengthMs)
    const earlier = { from: new Date(atMs - lengthMs).toISOString(), to: moment, basis: 'asked' as const }
    return {
      ...plan,
      time: { ...time, from: moment, to: new Date(toMs).toISOString(), basis: 'asked', phrase },
      against: earlier,
    }
  }
  if (beside?.lengthMs !== undefined) {
    const to = new Date(Math.min(Date.parse(time.to), atMs + beside.lengthMs)).toISOString()
    const said = isDeployment ? 'right after the deployment' : 'when it started'
    return { ...plan, time: { ...time, from: moment, to, basis: 'asked', phrase: said } }
  }
  return { ...plan, time: { ...time, from: moment, basis: 'asked', phrase } }
}

/**
 * Answers questions about a cause: the investigation and, if the question names a service, the state of that service.
 */

import { causeAnswer, headline } from '../answers/cause.ts'
import { failedUntil, isOngoing } from '../answers/cause-effect.ts'
import { type CauseMaterial, errorsOf } from '../answers/cause-material.ts'
import { milliseconds } from '../answers/format.ts'
import { namedTrouble } from '../answers/named-trouble.ts'
import { diagnose, healthAnswer, premiseHolds } from '../answers/state.ts'
import { aboutSubject, type SubjectFound } from '../answers/subject.ts'
import { timelineAnswer } from '../answers/timeline.ts'
import type { MeasureResult } from '../questions/execute/result.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { servicesOf } from '../questions/plan/plan.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import {
  changesAround,
  earlierOf,
  effectOf,
  levelOfSuspected,
  linesOf,
  ownErrors,
  releasesOf,
  servicesHit,
  troubleOfNamed,
  wholeEffect,
} from './cause-evidence.ts'
import { caveatsOf, suspiciousSentence } from './kinds/words.ts'
import { code } from './markdown.ts'
import { callOrFail, type PlanContext } from './plan-context.ts'
import type { Action, Desk, Done } from './plan-state.ts'
import { lastInvestigation } from './previous.ts'
import { releaseLine } from './release-line.ts'

const HOUR_MS = 3_600_000
/** "since X" needs time before X to compare with. */
const BASELINE_MS = HOUR_MS / 2
/** A window, the last hour too, may begin with the trouble: so much before it is looked at as well, if it is no longer than this. */
const LEAD_MS = HOUR_MS / 6
const LED_MAX_MS = 3 * HOUR_MS
/** If the last hour shows nothing, trouble may have begun before it and lasted. A wider window finds when it began. */
const WIDER_MS = [6 * HOUR_MS, 24 * HOUR_MS]
const NAMED_MAX = 2
const STALE_MS = 600_000
const OLD_MS = 120_000
/** The first minutes of an incident, as many as a state is judged by. */
const BEGINNING_MS = 300_000

const NO_EFFECT = { effect: null, lastFailedMs: null }

/** Whether the cause itself is asked for, of which a change just before is a part. */
function isCauseAsked({ aspect }: PlanOf<'cause'>): boolean {
  return aspect === 'what' || aspect === 'why' || aspect === 'anything'
}

type CauseContext = PlanContext & { readonly plan: PlanOf<'cause'> | PlanOf<'timeline'> }

/** Answers what broke: investigates, and asks for what the answer shows beside it. */
export function planCause(context: PlanContext & { readonly plan: PlanOf<'cause'> }): Action {
  const found = investigated(context)
  const { remedy } = context.plan
  const isOfDeployment =
    context.plan.aspect === 'deployment' ||
    remedy?.isRestart === false ||
    context.plan.suspects?.some(({ isRelease }) => isRelease === true) === true
  const { effect, lastFailedMs } = found === null ? NO_EFFECT : wholeEffect(context, found)
  const own = found === null ? null : ownErrors(context, found)
  const isOfRestart =
    remedy?.isRestart === true ||
    (!isOfDeployment && context.plan.suspects?.some(({ isRestart }) => isRestart === true) === true)
  const isNextStep = context.plan.aspect === 'next_step'
  const isOfReleases = isOfDeployment || isOfRestart || isNextStep || context.plan.fillAsked !== undefined
  const around =
    found === null || isOfReleases || !isCauseAsked(context.plan) ? null : changesAround(context, found, lastFailedMs)
  const releases = isOfReleases ? releasesOf(context, isOfRestart) : around
  const named = isOfDeployment ? [] : servicesOf(context.plan).slice(0, NAMED_MAX)
  const healths = named.map((service) => healthOf(context, service))
  const thens = named.map((service) => (found === null ? null : slownessThen(context, found, effect, service)))
  const subject = found === null ? null : subjectOf(context, found)
  const { aspect } = context.plan
  const isOfServices = aspect === 'affected' || aspect === 'unaffected'
  const hit = found === null || !isOfServices ? null : servicesHit(context, found)
  const earlier = found === null || aspect !== 'recurring' ? null : earlierOf(context, found)
  const level = found === null ? null : levelOfSuspected(context, found)
  const ofNamed = found === null ? null : troubleOfNamed(context)
  if (found === null || context.desk.missing.length > 0)
    return callOrFail(
      context.desk,
      'I am investigating what changed: I compare before and after, and rank the services by evidence.',
    )
  const material: CauseMaterial = {
    plan: context.plan,
    result: found.result,
    id: found.id,
    askedAtMs: context.askedAtMs,
    effect,
    lastFailedMs,
    ownLines: linesOf(own),
    releases: releases?.result.kind === 'deployments' ? releases.result : null,
    services: context.read.result.services,
    hit,
    earlier,
    level,
    ofNamed,
  }
  const answer = causeAnswer(material)
  const ofServices = healths.flatMap((health, at) =>
    health === null
      ? []
      : [wasSlow(health, thens[at] ?? null) ?? aboutNamed(context.plan, health, found.result, context.askedAtMs)],
  )
  const ofThing = subject === null ? [] : [aboutSubject(context.plan, subject, context.askedAtMs)]
  const told = [...ofThing, ...ofServices]
  const corrections = told.flatMap(({ correction }) => (correction === null ? [] : [correction]))
  const additions = told.flatMap(({ addition }) => (addition === null ? [] : [addition]))
  const [first = '', before = '', ...rest] = answer
  // "How bad is it for web?": web first, then all that was hit.
  if (context.plan.aspect === 'impact' && corrections.length === 0 && additions.length === 1)
    return { type: 'answer', text: joined([...additions, first, before, ...rest, ...ending(context, found)]) }
  const trouble = namedTrouble(material)
  const ofThings = trouble === null ? [] : [trouble.text]
  // One customer is told of before all that fails.
  const isFirst = trouble?.isPart === false || /\d/.test(material.ofNamed?.value ?? '')
  const about = isFirst ? [...ofThings, first] : [first, ...ofThings]
  const text = joined([...corrections, ...about, before, ...additions, ...rest, ...ending(context, found)])
  return { type: 'answer', text, errors: errorsOf(material), ...(trouble === null ? {} : { isOfNamed: true }) }
}

/**
 * "Is it still going on?" where requests and lines show nothing bad: what an investigation finds may go on without them.
 * Null when it does not, or nothing is known of it. `untilMs` is the end of the time that was measured.
 */
export function planStillGoing(
  context: PlanContext & { readonly plan: PlanOf<'state'> },
  measured: string,
  untilMs: number,
): Action | null {
  const going = goingOn(context, untilMs)
  if (going === null || 'type' in going) return going
  const { asks } = context.plan
  const opening =
    asks === 'over'
      ? '**No**: it is still going on.'
      : asks === 'bad'
        ? '**Yes**: it is still going on.'
        : '**No**: it is not ok.'
  return told(opening, going, measured)
}

/** "Is carts ok?" of a service that looks well, where an investigation finds that trouble goes on in it; null otherwise. */
export function planServiceGoing(
  context: PlanContext & { readonly plan: PlanOf<'health'> },
  measured: string,
  untilMs: number,
): Action | null {
  const { service, premise } = context.plan
  if (premise === 'crashed' || premise === 'restarted') return null
  const going = goingOn(context, untilMs)
  if (going === null || 'type' in going) return going
  if (going.result.candidates[0]?.service !== service) return null
  const opening =
    premise === null ? `**No**: ${code(service, 80)} is not ok.` : `**Yes**: it began in ${code(service, 80)}.`
  return told(opening, going, measured)
}

function told(opening: string, material: CauseMaterial, measured: string): Action {
  const [, ...rest] = causeAnswer(material)
  return { type: 'answer', text: joined([`${opening} ${headline(material)} [${material.id}]`, measured, ...rest]) }
}

/** What an investigation finds that goes on at the end of the telemetry; null where nothing does. */
function goingOn(
  context: PlanContext & { readonly plan: PlanOf<'state'> | PlanOf<'health'> },
  untilMs: number,
): Action | CauseMaterial | null {
  const { time } = context.plan
  const conditions = context.plan.intent === 'state' ? context.plan.conditions : []
  const plan: PlanOf<'cause'> = { intent: 'cause', aspect: 'what', conditions, time }
  const asCause = { ...context, plan }
  const found = investigated(asCause)
  const effect = found === null ? null : effectOf(asCause, found)
  const own = found === null ? null : ownErrors(asCause, found)
  if (context.desk.missing.length > 0)
    return callOrFail(context.desk, 'I am investigating whether what began goes on without failed requests.')
  if (found === null || (found.result.outcome !== 'root_cause_identified' && found.result.outcome !== 'probable'))
    return null
  const material: CauseMaterial = {
    ...{ plan, result: found.result, id: found.id, askedAtMs: context.askedAtMs, releases: null, services: [] },
    effect: effect?.result.kind === 'measure' ? effect.result : null,
    ownLines: linesOf(own),
  }
  // What went on at the end of an earlier window may be over by now.
  const isOld = Date.parse(found.result.window.to) < untilMs - OLD_MS
  return isOld || isOngoing(material) !== true ? null : material
}

/** Answers in which order things happened. */
export function planTimeline(context: PlanContext & { readonly plan: PlanOf<'timeline'> }): Action {
  const found = investigated(context)
  const releases = releasesOf(context)
  const { effect, lastFailedMs } = found === null ? NO_EFFECT : wholeEffect(context, found)
  const own = found === null ? null : ownErrors(context, found)
  if (found === null || context.desk.missing.length > 0)
    return callOrFail(context.desk, 'I am investigating what happened, and in which order.')
  const material: CauseMaterial = {
    plan: context.plan,
    result: found.result,
    id: found.id,
    askedAtMs: context.askedAtMs,
    effect,
    lastFailedMs,
    ownLines: linesOf(own),
    releases: null,
    services: [],
  }
  const [first = '', ...rest] = timelineAnswer(material)
  return { type: 'answer', text: joined([first, ...rest, releaseLine(releases), ...ending(context, found)]) }
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n\n')
}

function ending({ plan, askedAtMs, desk, read }: PlanContext, found: Done<InvestigateToolResult>): string[] {
  const { lastRecord } = read.result
  const ageMs = lastRecord === null ? 0 : askedAtMs - Date.parse(lastRecord)
  const isOld = plan.time.basis === 'last_with_telemetry' && ageMs > STALE_MS
  const basis = isOld ? 'You named no time, so I took the last window that has telemetry.' : ''
  return [basis, ...caveatsOf(desk.failed), ...suspiciousSentence([found.result], [found.id])]
}

function healthOf({ plan, desk }: PlanContext, service: string): Done<QueryTelemetryResult> | null {
  const premise = plan.intent === 'cause' ? (plan.premise ?? null) : null
  const { around: _, ...time } = plan.time
  return desk.need<QueryTelemetryResult>('query_telemetry', {
    plan: { intent: 'health', service, premise, conditions: [], time },
  })
}

/** How a service that is said to be slow was when an incident began that is over: then the last minutes say nothing of it. */
function slownessThen(
  { plan, desk }: PlanContext,
  { result }: Done<InvestigateToolResult>,
  effect: MeasureResult | null,
  service: string,
): Done<QueryTelemetryResult> | null {
  const { onset } = result
  if (plan.intent !== 'cause' || plan.premise !== 'slow' || onset === null || effect === null) return null
  if (failedUntil({ effect })?.isOver !== true || result.candidates[0]?.service === service) return null
  const atMs = Date.parse(onset)
  const time = {
    from: new Date(atMs - HOUR_MS).toISOString(),
    to: new Date(atMs + BEGINNING_MS).toISOString(),
    basis: 'inherited' as const,
  }
  return desk.need<QueryTelemetryResult>('query_telemetry', {
    plan: { intent: 'health', service, premise: 'slow', conditions: [], time },
  })
}

/** What is added of a service that was slow in the incident and is not any more. Null where it was not, or still is. */
function wasSlow(
  { result: now }: Done<QueryTelemetryResult>,
  then: Done<QueryTelemetryResult> | null,
): { correction: null; addition: string } | null {
  if (now.kind !== 'health' || then?.result.kind !== 'health') return null
  const { service, requests, window } = then.result
  const isNow = diagnose(now, Date.parse(now.window.to)).isSlow
  if (isNow || !diagnose(then.result, Date.parse(window.to)).isSlow) return null
  const before = requests?.past.p95
  const after = requests?.now.p95
  const figures = before == null || after == null ? '' : `: p95 ${milliseconds(after)}, before ${milliseconds(before)}`
  return {
    correction: null,
    addition: `${code(service, 80)} was slow then, and is not any more${figures}. [${then.id}]`,
  }
}

/** The requests on the routes of what is said to fail, service by service, in the time that was investigated. */
function subjectOf({ plan, desk }: CauseContext, { result }: Done<InvestigateToolResult>): SubjectFound | null {
  const subject = plan.intent === 'cause' ? plan.subject : undefined
  if (subject === undefined) return null
  const asked = {
    measure: { of: 'ratio', share: 'failed' } as const,
    conditions: [{ on: 'operation' as const, values: [...subject.operations] }],
    time: { ...result.window, basis: 'inherited' as const },
  }
  const whole = desk.need<QueryTelemetryResult>('query_telemetry', { plan: plainMeasure(asked) })
  const parts = desk.need<QueryTelemetryResult>('query_telemetry', {
    plan: plainMeasure({ ...asked, groupBy: [{ field: 'service', scope: 'builtin' }] }),
  })
  if (whole === null || parts === null || whole.result.kind !== 'measure' || parts.result.kind !== 'measure')
    return null
  return { id: whole.id, whole: whole.result, parts: parts.result }
}

/**
 * If the question wrongly assumes that a healthy service has trouble, the answer first corrects that. For a service in
 * trouble, the answer adds its state.
 */
function aboutNamed(
  plan: PlanOf<'cause'>,
  { result, id }: Done<QueryTelemetryResult>,
  found: InvestigateToolResult,
  askedAtMs: number,
): { correction: string | null; addition: string | null } {
  if (result.kind !== 'health' || result.plan.intent !== 'health') return { correction: null, addition: null }
  const isOrigin = found.candidates[0]?.service === result.service && found.outcome !== 'no_anomaly'
  if (isOrigin) return { correction: null, addition: null }
  const premise = plan.premise ?? null
  const diagnosis = diagnose(result, askedAtMs)
  const [first = ''] = healthAnswer(result.plan, result, id, askedAtMs)
  const holds = premiseHolds(premise, diagnosis)
  const said = first.replace(/^\*\*(?:Yes|No)\*\*: /, '')
  // What failed earlier in the hour did fail, whatever it does now.
  const didFail = diagnosis.hasFailed && (premise === null || premise === 'failing' || premise === 'down')
  if (holds || didFail || (premise === null && diagnosis.isBad)) return { correction: null, addition: said }
  return {
    correction:
      premise === null
        ? `${plan.aspect === 'impact' ? `**No**: ${code(result.service, 80)} itself was not affected` : `${code(result.service, 80)} itself is healthy`}. ${said.split('. ').slice(1).join('. ')}`
        : said,
    addition: null,
  }
}

/**
 * The thread's investigation if the question continues from it, else an investigation of the window. If that shows
 * nothing, a wider window is used.
 */
function investigated({ plan, desk, conversation, read }: CauseContext): Done<InvestigateToolResult> | null {
  const known =
    read.result.relation === 'follow_up' || plan.time.basis === 'inherited' ? lastInvestigation(conversation) : null
  if (known !== null && plan.time.basis !== 'asked') return known
  const { time } = plan
  const hints = conversation.current.hints ?? []
  const hinted = hints.length === 0 ? {} : { hints }
  if (time.around !== undefined) {
    const isSince = /^(?:since|after|from|starting|beginning)/.test(time.phrase ?? '')
    if (!isSince) return desk.need('investigate', { around: time.around, ...hinted })
    return desk.need('investigate', {
      from: new Date(Date.parse(time.from) - BASELINE_MS).toISOString(),
      to: time.to,
      around: time.around,
      ...hinted,
    })
  }
  const lengthMs = Date.parse(time.to) - Date.parse(time.from)
  const isShort = time.basis === 'now' || lengthMs < BASELINE_MS
  const leadMs = lengthMs <= LED_MAX_MS ? LEAD_MS : 0
  const fromMs = (isShort ? Date.parse(time.to) - HOUR_MS : Date.parse(time.from)) - leadMs
  const window = { from: new Date(fromMs).toISOString(), to: time.to }
  const first = desk.need<InvestigateToolResult>('investigate', window)
  if (first === null || time.basis === 'asked') return first
  return wider(desk, first, window, read.result.firstRecord)
}

function wider(
  desk: Desk,
  first: Done<InvestigateToolResult>,
  window: { from: string; to: string },
  firstRecord: string | null,
): Done<InvestigateToolResult> | null {
  let found = first
  for (const spanMs of WIDER_MS) {
    const hasEarlier = firstRecord !== null && Date.parse(firstRecord) < Date.parse(window.from) - 5 * 60_000
    if (found.result.outcome !== 'no_anomaly' || !hasEarlier) return found
    const next = desk.need<InvestigateToolResult>('investigate', {
      from: new Date(Date.parse(window.to) - spanMs).toISOString(),
      to: window.to,
    })
    if (next === null) return desk.missing.length > 0 ? null : found
    found = next
    if (next.result.outcome !== 'no_anomaly') return next
  }
  return found
}

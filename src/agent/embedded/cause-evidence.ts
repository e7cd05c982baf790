/** What an answer about a cause asks of the telemetry beside the investigation. */

import { MS_PER_DAY } from '../../telemetry/index.ts'
import { BLAMED_MS, ENDED_MS } from '../answers/cause-deployment.ts'
import { failedUntil } from '../answers/cause-effect.ts'
import type { Earlier, OfNamed } from '../answers/cause-material.ts'
import { foundTrouble } from '../investigator/investigation.ts'
import { spokenText, withReason } from '../message-text.ts'
import type { MeasureResult, PatternsResult } from '../questions/execute/result.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { PlanCondition, PlanOf, PlanTime } from '../questions/plan/plan.ts'
import { fits } from '../questions/reader/pasted-template.ts'
import { templateCondition } from '../questions/reader/texts.ts'
import { iso } from '../questions/reader/when.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import type { PlanContext } from './plan-context.ts'
import type { Done } from './plan-state.ts'

/** What is before an onset is compared with it, at most so long. */
const BASELINE_MS = 1_800_000
const OWN_ERRORS = 10
/** As far back the same trouble is looked for. */
const EARLIER_MS = 7 * MS_PER_DAY
/** So many steps at most, in lengths that a reader knows. */
const STEPS_MAX = 300
const STEPS_MS = [60_000, 300_000, 3_600_000]

/** Releases in the time that is asked about; restarts where those are meant. */
export function releasesOf({ plan, desk }: PlanContext, isRestart = false): Done<QueryTelemetryResult> | null {
  const { around: _, ...time } = plan.time
  const isReleaseAsked = plan.intent === 'cause' && plan.isReleaseAsked === true
  const kind = { ...(isRestart ? { isRestart } : {}), ...(isReleaseAsked ? { isReleaseAsked } : {}) }
  const asked = { intent: 'deployments', ...kind, conditions: [], time } as const
  return desk.need<QueryTelemetryResult>('query_telemetry', { plan: asked })
}

/** A little more than the changes may be away from the onset and the end. */
const MARGIN_MS = 60_000

/** What was changed just before the onset, and beside the end where it is over; a whole hour would cost as much as all else. */
export function changesAround(
  { desk }: PlanContext,
  { result }: Done<InvestigateToolResult>,
  lastFailedMs: number | null,
): Done<QueryTelemetryResult> | null {
  const since = sinceOnset(result)
  if (since === null) return null
  const onsetMs = Date.parse(since.from)
  const toMs = Math.max(onsetMs, lastFailedMs ?? 0) + ENDED_MS + MARGIN_MS
  // A time that nobody asked for would be made a day.
  const time = { from: iso(onsetMs - BLAMED_MS - MARGIN_MS), to: iso(toMs), basis: 'asked' as const }
  const asked = { intent: 'deployments', conditions: [], time } as const
  return desk.need<QueryTelemetryResult>('query_telemetry', { plan: asked })
}

/** From the onset to the end of what was looked at; null where nothing broke before that. */
function sinceOnset({ outcome, onset, window }: InvestigateToolResult): PlanTime | null {
  const isTold = foundTrouble(outcome) && onset !== null && Date.parse(onset) < Date.parse(window.to)
  return isTold ? { from: onset, to: window.to, basis: 'inherited' } : null
}

/** What users experienced since the onset, minute by minute: how many requests failed, and until when. */
export function effectOf(context: PlanContext, found: Done<InvestigateToolResult>): Done<QueryTelemetryResult> | null {
  return failedSince(context, found, { intervalMs: 60_000 })
}

/** What users experienced until it was over, where it is, and when the last request failed. */
export function wholeEffect(
  context: PlanContext,
  found: Done<InvestigateToolResult>,
): { readonly effect: MeasureResult | null; readonly lastFailedMs: number | null } {
  const since = effectOf(context, found)
  const effect = since?.result.kind === 'measure' ? since.result : null
  const until = effect === null ? null : failedUntil({ effect })
  if (effect === null || until?.isOver !== true) return { effect, lastFailedMs: null }
  const during = failedSince(context, found, {}, until.untilMs)
  const time = { from: iso(until.untilMs - 60_000), to: iso(until.untilMs), basis: 'inherited' as const }
  const last = context.desk.need<QueryTelemetryResult>('query_telemetry', {
    plan: {
      intent: 'list',
      of: 'spans',
      conditions: [{ on: 'outcome', is: 'failed' }],
      time,
      order: 'newest',
      limit: 1,
    },
  })
  const at = last?.result.kind === 'list' ? last.result.spans[0]?.time : undefined
  return {
    effect: during?.result.kind === 'measure' ? { ...during.result, series: effect.series } : effect,
    lastFailedMs: at === undefined ? null : Date.parse(at),
  }
}

/** The share of requests that failed since the onset, and before it; null without spans, or where nothing broke. */
function failedSince(
  { desk, read }: PlanContext,
  { result }: Done<InvestigateToolResult>,
  parts: Partial<Pick<PlanOf<'measure'>, 'intervalMs' | 'groupBy' | 'limit'>>,
  untilMs = Date.parse(result.window.to),
): Done<QueryTelemetryResult> | null {
  const since = sinceOnset(result)
  if (since === null || read.result.signals.spans === 0) return null
  const onsetMs = Date.parse(since.from)
  const beforeMs = Math.min(BASELINE_MS, Math.max(60_000, onsetMs - Date.parse(result.window.from)))
  const plan = plainMeasure({
    measure: { of: 'ratio', share: 'failed' },
    conditions: [],
    time: { ...since, to: iso(untilMs) },
    against: { from: iso(onsetMs - beforeMs), to: since.from, basis: 'inherited' },
    ...parts,
  })
  return desk.need<QueryTelemetryResult>('query_telemetry', { plan })
}

/** The errors that the blamed service itself logged since the onset. They often name the mechanism. */
export function ownErrors(
  { desk }: PlanContext,
  { result }: Done<InvestigateToolResult>,
): Done<QueryTelemetryResult> | null {
  const service = result.candidates[0]?.service
  const time = sinceOnset(result)
  if (time === null || service === undefined) return null
  const conditions = [
    { on: 'service', values: [service] },
    { on: 'severity', is: 'error', orWorse: true },
  ] as const
  return desk.need<QueryTelemetryResult>('query_telemetry', {
    plan: { intent: 'list', of: 'logs', conditions, time, order: 'newest', limit: OWN_ERRORS },
  })
}

/** What the lines tell of trouble with what the question names; null where it names nothing that they tell of. */
export function troubleOfNamed({ desk, read }: PlanContext): OfNamed | null {
  const { ownTrouble } = read.result
  if (ownTrouble === undefined) return null
  const { plan, ...named } = ownTrouble
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan })
  return found?.result.kind === 'patterns' ? { ...named, result: found.result, id: found.id } : null
}

/** What such records say. */
export function linesOf(found: Done<QueryTelemetryResult> | null): string[] {
  return found?.result.kind === 'list'
    ? found.result.logs.map(({ body, reason }) => withReason(spokenText(body), reason))
    : []
}

/** How many requests of each service failed since the onset; null without spans, or where nothing broke. */
export function servicesHit(context: PlanContext, investigated: Done<InvestigateToolResult>): MeasureResult | null {
  const byService = { groupBy: [{ field: 'service', scope: 'builtin' as const }], limit: 100 }
  const found = failedSince(context, investigated, byService)
  return found?.result.kind === 'measure' ? found.result : null
}

/** How full the suspected resource was since the onset, by service, and before it; null where no gauge tells. */
export function levelOfSuspected(
  { plan, desk }: PlanContext,
  { result }: Done<InvestigateToolResult>,
): MeasureResult | null {
  const gauge = plan.intent === 'cause' ? plan.suspected?.gauge : undefined
  const time = sinceOnset(result)
  if (gauge === undefined || time === null) return null
  const asked = plainMeasure({
    measure: { of: 'metric', metric: gauge, statistic: 'max' },
    conditions: [],
    time,
    against: { from: iso(Date.parse(time.from) - BASELINE_MS), to: time.from, basis: 'inherited' },
    groupBy: [{ field: 'service', scope: 'builtin' }],
    limit: 20,
  })
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan: asked })
  return found?.result.kind === 'measure' ? found.result : null
}

/** The time before the onset, searched for the same trouble; null where nothing broke. */
export function earlierOf({ desk, read }: PlanContext, { result }: Done<InvestigateToolResult>): Earlier | null {
  const service = result.candidates[0]?.service
  const { onset, failure } = result
  if (!foundTrouble(result.outcome) || service === undefined || onset === null) return null
  const toMs = Date.parse(onset)
  const firstMs = read.result.firstRecord === null ? toMs : Date.parse(read.result.firstRecord)
  const fromMs = Math.max(firstMs, toMs - EARLIER_MS)
  if (fromMs >= toMs) return { said: null, lines: null, requests: null, fromMs }
  const intervalMs = STEPS_MS.find((stepMs) => (toMs - fromMs) / stepMs <= STEPS_MAX) ?? 3_600_000
  const own: PlanCondition = { on: 'service', values: [service] }
  const shared = { time: { from: iso(fromMs), to: iso(toMs), basis: 'inherited' as const }, intervalMs }
  const of = (asked: Pick<Parameters<typeof plainMeasure>[0], 'measure' | 'conditions'>): MeasureResult | null => {
    const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan: plainMeasure({ ...asked, ...shared }) })
    return found?.result.kind === 'measure' ? found.result : null
  }
  const line = failure?.service === service ? patternOf(desk, failure.body, own, result) : null
  const ofLine = line === null ? null : templateCondition([spokenText(failure?.body ?? '').slice(0, 80)], [line])
  return {
    said: line === null ? null : spokenText(line.template.replaceAll('<*>', '\u2026')),
    lines: ofLine === null ? null : of({ measure: { of: 'records' }, conditions: [own, ofLine] }),
    requests:
      read.result.signals.spans === 0 ? null : of({ measure: { of: 'ratio', share: 'failed' }, conditions: [own] }),
    fromMs,
  }
}

type Pattern = PatternsResult['patterns'][number]

/** The pattern of a line that was logged since the onset; null while it is asked for, or where none is it. */
function patternOf(
  desk: PlanContext['desk'],
  body: string,
  own: PlanCondition,
  { onset, window }: InvestigateToolResult,
): Pattern | null {
  const time = { from: onset ?? window.from, to: window.to, basis: 'inherited' as const }
  const plan = { intent: 'patterns', conditions: [own], time, limit: 100 } as const
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan })
  if (found?.result.kind !== 'patterns') return null
  return found.result.patterns.find(({ template, example }) => example === body || fits(template, body)) ?? null
}

/** What broke, where and since when: the investigator as a tool. */
import { z } from 'zod'
import { longWork, QueueBusy } from '../../fair-queue.ts'
import { fromMillis } from '../../telemetry/index.ts'
import type { Finding } from '../analysis/finding.ts'
import { findingOf } from '../analysis/finding-of.ts'
import { type Forerunners, forerunnersOf, NO_FORERUNNERS } from '../analysis/forerunners.ts'
import type { AgentContext, AgentTool, Artifact } from '../contract.ts'
import { investigate } from '../investigator/investigate.ts'
import { type AskedQuery, type Chart, foundTrouble, type Investigation } from '../investigator/investigation.ts'
import { storeSource } from '../investigator/store-source.ts'
import type { ChainStep, ChangeRecord, Mechanism, Verdict } from '../investigator/verdict.ts'
import { shorten } from './bound-result.ts'
import { ToolInputError } from './define-tool.ts'
import { withSharedCoverage } from './shared-coverage.ts'
import {
  describeWindow,
  isoOf,
  makeWindow,
  parseIso,
  resolveWindow,
  type ToolWindow,
  timeInput,
  windowInput,
} from './window.ts'

const HOUR_MS = 3_600_000

const inputSchema = z.strictObject({
  ...windowInput,
  around: timeInput.describe('The moment the trouble is said to have begun, when one is known.').optional(),
  services: z
    .array(z.string().min(1).max(256))
    .max(20)
    .describe('Only these services. Omit to look at all (better).')
    .optional(),
  hints: z
    .array(z.string().min(1).max(256))
    .max(20)
    .describe('Services and labels of an alert. Whoever alerts is often a victim, so they only break ties.')
    .optional(),
})

interface AffectedRequest {
  readonly id: string
  readonly service: string
  readonly text: string
  readonly atMs: number
  readonly traceId: string
}

export interface InvestigateToolResult extends Omit<Finding, 'onsetMs' | 'baseline' | 'candidates'> {
  /** The typed result (src/agent/investigator/verdict.ts): mechanism, chain, impact, state, changes. */
  readonly verdict: Verdict
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  /** Whether records came after the window, where the trouble went on until its last one. */
  readonly hasLaterTelemetry?: boolean
  readonly onset: string | null
  /** What was asked of the telemetry, by the labels that evidence cites. */
  readonly queries: readonly AskedQuery[]
  /** Affected requests: a few spans of the first suspect's strongest evidence. */
  readonly requests: readonly AffectedRequest[]
  /** Rare lines that came just before: none of them is known to be the cause. */
  readonly forerunners?: Forerunners
  /** Only when narrowed to some services: the first suspect of the whole system, where it is not among them. */
  readonly elsewhere?: string
  readonly baseline: { readonly from: string; readonly to: string } | null
  /** Hours of the project's own quiet that it was judged against. Absent: none. */
  readonly quietHours?: number
  /** Where the counts in the evidence are from; absent where metrics decide. */
  readonly counted?: { readonly from: string; readonly to: string }
  readonly candidates: readonly {
    readonly rank: number
    readonly service: string
    readonly score: number
    readonly reason: string
    readonly firstSeen: string
    readonly observations: readonly string[]
  }[]
}

export const investigateTool: AgentTool<z.infer<typeof inputSchema>> = {
  name: 'investigate',
  description:
    'Finds the root cause of trouble in a window: compares before and after the onset, ranks the services that may be the cause with a score, and lists the evidence, competing hypotheses and what was not covered. Use it for "what broke", "why", "since when", "root cause".',
  input: inputSchema,
  readOnly: true,
  async run({ ctx, input, toolCallId, signal }) {
    const turn = { owner: ctx.project.organizationId, waitMaxMs: WAIT_MAX_MS, signal }
    return longWork
      .run(turn, () => investigation(ctx, input, toolCallId))
      .catch((error: unknown) => {
        throw error instanceof QueueBusy ? new ToolInputError(BUSY) : error
      })
  },
}

/** Well below the time that a run may take. */
const WAIT_MAX_MS = 120_000
const BUSY = 'Too many investigations of this organization are under way. Nothing was looked at. Ask again in a minute.'

async function investigation(ctx: AgentContext, input: z.infer<typeof inputSchema>, toolCallId: string) {
  const aroundMs = input.around === undefined ? null : parseIso(input.around)
  const asked = await windowOf(ctx, input, aroundMs)
  const telemetry = withSharedCoverage(ctx.telemetry)
  const [changes, quiet] = await Promise.all([knownChanges(ctx, asked, aroundMs), ctx.quiet?.profile() ?? null])
  const found = await investigate({
    source: storeSource(telemetry, ctx.project),
    window: asked,
    incidentStartHint: aroundMs,
    now: ctx.askedAtMs,
    ...(input.hints === undefined ? {} : { hints: input.hints }),
    changes,
    quiet,
  })
  const looked = found.window ?? asked ?? { fromMs: ctx.askedAtMs - HOUR_MS, toMs: ctx.askedAtMs }
  const window = makeWindow(looked.fromMs, looked.toMs, asked?.basis ?? 'given')
  const finding = narrowed(findingOf(found), input.services)
  const [forerunners, hasLaterTelemetry] = await Promise.all([
    forerunnersIn(ctx, finding),
    found.verdict.state.kind === 'silent' && hasLater(ctx, window.toMs),
  ])
  const verdict = withExactOnset(found.verdict, forerunners, window.toMs)
  const onsetMs = finding.onsetMs === null ? null : (verdict.onset?.atMs ?? finding.onsetMs)
  const result: InvestigateToolResult = {
    ...finding,
    verdict: { ...verdict, changes: nearestChanges(verdict) },
    queries: found.queries,
    requests: requestsOf(found),
    forerunners,
    window: describeWindow(window),
    ...(hasLaterTelemetry ? { hasLaterTelemetry } : {}),
    baseline: finding.baseline && { from: isoOf(finding.baseline.fromMs), to: isoOf(finding.baseline.toMs) },
    ...(found.quietHours === 0 ? {} : { quietHours: found.quietHours }),
    ...(found.counted === null
      ? {}
      : { counted: { from: isoOf(found.counted.fromMs), to: isoOf(found.counted.toMs) } }),
    onset: onsetMs === null ? null : isoOf(onsetMs),
    candidates: finding.candidates.map(({ firstSeenMs, ...candidate }, index) => ({
      rank: index + 1,
      ...candidate,
      // A candidate named by others alone has no moment of its own.
      firstSeen: isoOf(Number.isFinite(firstSeenMs) ? firstSeenMs : (onsetMs ?? window.fromMs)),
    })),
  }
  return { result, artifacts: artifactsOf(result, found.chart, toolCallId) }
}

const PATTERNS_MAX = 1_000
/** The first errors may come a little after an onset that lies on the border of an interval. */
const AFTER_ONSET_MS = 60_000

/** Rare lines just before the trouble of the first suspect. */
async function forerunnersIn(
  { telemetry, project }: AgentContext,
  { outcome, onsetMs, candidates, failure }: Finding,
): Promise<Forerunners> {
  const service = candidates[0]?.service
  if (!foundTrouble(outcome) || onsetMs === null || service === undefined) return NO_FORERUNNERS
  const range = { from: fromMillis(onsetMs - HOUR_MS), to: fromMillis(onsetMs + AFTER_ONSET_MS) }
  const filter = { conditions: [] }
  const { patterns } = await telemetry.logPatterns(project, { range, filter, intervalMs: null, limit: PATTERNS_MAX })
  return forerunnersOf(patterns, { service, onsetMs, failure: failure?.body ?? null })
}

/** Where these are the trouble, it begins with its first error. Of slow work the errors come later. */
const BEGINS_WITH_ERROR: ReadonlySet<Mechanism> = new Set([
  'exception',
  'wrong_result',
  'bad_release',
  'dependency_outside',
  'expired_credential',
  'disk',
  'unknown',
])
/** An onset lies on the border of an interval, and the first error at most so far from it. */
const FROM_BORDER_MS = 60_000

/** The verdict with the moment of the first error in the place of the border of an interval. */
function withExactOnset(verdict: Verdict, { errorMs, failureMs }: Forerunners, untilMs: number): Verdict {
  const { onset, mechanism } = verdict
  if (onset === null || !BEGINS_WITH_ERROR.has(mechanism?.kind ?? 'unknown')) return verdict
  const isNear = errorMs !== null && Math.abs(errorMs - onset.atMs) <= FROM_BORDER_MS
  const first = Math.min(failureMs ?? Number.POSITIVE_INFINITY, isNear ? errorMs : Number.POSITIVE_INFINITY)
  if (first >= untilMs) return verdict
  // Its request began earlier in that second.
  const atMs = Math.floor(first / 1000) * 1000
  return {
    ...verdict,
    chain: inOrder(verdict.chain, atMs),
    onset: { ...onset, atMs, earliestMs: atMs, latestMs: atMs },
  }
}

/** Who is drawn in is so after the onset, and not after those that it draws in itself. */
function inOrder(chain: readonly ChainStep[], onsetMs: number): ChainStep[] {
  const drawnInMs = new Map<string, number>()
  for (const { from, to, firstSeenMs } of chain.toSorted((a, b) => b.order - a.order)) {
    if (firstSeenMs === null) continue
    const ownMs = Math.max(onsetMs, Math.min(firstSeenMs, drawnInMs.get(to) ?? firstSeenMs))
    drawnInMs.set(to, ownMs)
    drawnInMs.set(from, Math.min(ownMs, drawnInMs.get(from) ?? ownMs))
  }
  return chain.map((step) =>
    step.firstSeenMs === null ? step : { ...step, firstSeenMs: drawnInMs.get(step.to) ?? step.firstSeenMs },
  )
}

function requestsOf({ examples }: Investigation): AffectedRequest[] {
  return examples.flatMap(({ id, signal, service, text, timeMs, traceId }) =>
    signal === 'spans' && traceId !== '' ? [{ id, service, text: shorten(text, 300), atMs: timeMs, traceId }] : [],
  )
}

/** A result has a bound, and a list that is cut loses its end: the changes that matter come first, and few others. */
const CHANGES_SHOWN_MAX = 40

/** Returns the changes nearest to the onset, up to a bound. */
export function nearestChanges({
  changes,
  onset,
}: {
  readonly changes: Verdict['changes']
  readonly onset: { readonly atMs: number } | null
}): Verdict['changes'] {
  const order = { culprit: 0, weakened: 1, unrelated: 2 }
  const distance = (startedMs: number) => (onset === null ? -startedMs : Math.abs(onset.atMs - startedMs))
  return changes
    .toSorted((a, b) => order[a.state] - order[b.state] || distance(a.change.startedMs) - distance(b.change.startedMs))
    .slice(0, CHANGES_SHOWN_MAX)
}

/** Changes are looked for from well before what is looked at: what ended earlier was lived with. */
const CHANGES_BEFORE_MS = 2 * HOUR_MS
const CHANGES_MAX = 200

/** What people are known to have changed around the window; none where the deployment keeps no changes. */
async function knownChanges(
  ctx: AgentContext,
  asked: ToolWindow | null,
  aroundMs: number | null,
): Promise<readonly ChangeRecord[]> {
  if (ctx.changes === undefined) return []
  const middleMs = aroundMs ?? ctx.askedAtMs
  const fromMs = (asked?.fromMs ?? middleMs - HOUR_MS) - CHANGES_BEFORE_MS
  const toMs = asked?.toMs ?? Math.min(ctx.askedAtMs, middleMs + HOUR_MS)
  const { changes } = await ctx.changes.list({
    fromMs,
    toMs,
    service: null,
    kind: null,
    text: null,
    limit: CHANGES_MAX,
  })
  // What lines of this telemetry tell of the investigator reads itself.
  const told = changes.filter(({ source, dedupKey }) => source !== 'telemetry' || !dedupKey?.startsWith('log:'))
  return told.map(({ id, kind, services, environment, version, author, title, url, startedAt, endedAt }) => ({
    id,
    kind,
    services,
    environment,
    version,
    author,
    title,
    url,
    startedMs: startedAt,
    endedMs: endedAt,
  }))
}

/** Only the services asked for; the analysis itself needs all of them, because causes lie elsewhere. */
function narrowed(
  finding: Finding,
  services: readonly string[] | undefined,
): Finding & { readonly elsewhere?: string } {
  if (services === undefined) return finding
  const of = <T extends { readonly service: string }>(items: readonly T[]): T[] =>
    items.filter(({ service }) => services.includes(service))
  const first = finding.candidates[0]
  const isElsewhere = first !== undefined && !services.includes(first.service)
  return {
    ...finding,
    candidates: of(finding.candidates),
    telling: of(finding.telling),
    failure: finding.failure !== null && services.includes(finding.failure.service) ? finding.failure : null,
    ...(isElsewhere ? { elsewhere: first.service } : {}),
  }
}

/** Whether telemetry goes on after the window, which an incident that looks unfinished may have ended in. */
async function hasLater(ctx: AgentContext, toMs: number): Promise<boolean> {
  if (toMs >= ctx.askedAtMs) return false
  const { lastRecord } = await ctx.telemetry.coverage(ctx.project, makeWindow(toMs, ctx.askedAtMs).range)
  return lastRecord !== null
}

/** Null: the investigator chooses around the moment named. */
async function windowOf(
  ctx: AgentContext,
  input: { from?: string | undefined; to?: string | undefined },
  aroundMs: number | null,
): Promise<ToolWindow | null> {
  return aroundMs !== null && input.from === undefined && input.to === undefined ? null : resolveWindow(ctx, input)
}

/** The artifacts of an investigation; the table cites this call as the evidence of each row. */
export function artifactsOf(result: InvestigateToolResult, chart: Chart | null, toolCallId: string): Artifact[] {
  const best = result.candidates[0]
  if (best === undefined) return []
  const rows = result.candidates.map(({ rank, service, score, reason, firstSeen }) => ({
    rank,
    service,
    score,
    reason,
    firstSeen,
    evidence: [toolCallId],
  }))
  const table: Artifact = {
    name: 'table',
    data: { id: 'root_cause_candidates', title: 'Root cause candidates', columns: COLUMNS, rows },
  }
  const severity =
    result.outcome === 'root_cause_identified' ? 'critical' : result.outcome === 'probable' ? 'high' : 'medium'
  const card: Artifact = {
    name: 'alert_card',
    data: {
      title:
        result.outcome === 'inconclusive'
          ? 'Something changed, the cause is not certain'
          : `${best.service} is the likely root cause`,
      severity,
      since: result.onset,
      service: result.outcome === 'inconclusive' ? null : best.service,
      summary: best.reason,
    },
  }
  // The chart and the card are about the first suspect of the whole system.
  if (result.elsewhere !== undefined) return [table]
  // Nothing to alert about: the table still shows what came first in the comparison.
  if (result.outcome === 'no_anomaly' || result.outcome === 'no_data') return [table]
  return [table, ...(chart === null ? [] : [timeseries(chart, result.onset)]), card]
}

function timeseries(chart: Chart, onset: string | null): Artifact {
  const points = chart.points.map(([atMs, value]) => [isoOf(atMs), value] as const)
  return {
    name: 'timeseries',
    data: {
      title: shorten(chart.title, 200),
      unit: chart.unit,
      series: [{ name: shorten(chart.title, 80), points }],
      ...(onset === null ? {} : { annotations: [{ at: onset, label: 'onset' }] }),
    },
  }
}

const COLUMNS = [
  { key: 'rank', label: 'Rank' },
  { key: 'service', label: 'Service' },
  { key: 'score', label: 'Score' },
  { key: 'reason', label: 'Reason' },
  { key: 'firstSeen', label: 'First seen' },
  { key: 'evidence', label: 'Evidence' },
]

/** Starts the runs of an incident, and turns their answers into briefs. */
import type { StoredMessage } from '../../contracts/content-block.ts'
import type { IncidentAlert, RunbookStep, SimilarIncident } from '../../contracts/incident-protocol.ts'
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import { currentFollowUp } from '../../oncall/incidents/investigation-transitions.ts'
import type { Answered, IncidentRecord } from '../../oncall/incidents/records.ts'
import type { VerbCall } from '../context.ts'
import { analysisOf } from './analysis.ts'
import { awaitRun, type StartedRun, startAutomaticRun } from './automatic-run.ts'
import { briefOf, briefText, headlineOf } from './brief.ts'
import { foundIn, textOf } from './found-verdict.ts'

const HEADLINE_CHARS_MAX = 300
const TEXT_CHARS_MAX = 12_000

/** Starts the run of an incident, or returns the one that was started before. */
export function startInvestigation({
  ctx,
  scope,
  input: { incident, alerts },
}: VerbCall<
  PlacedProject,
  { readonly incident: IncidentRecord; readonly alerts: readonly IncidentAlert[] }
>): Promise<StartedRun> {
  return startAutomaticRun({
    ctx,
    scope,
    input: {
      threadId: incident.threadId,
      isFirst: true,
      requestKey: `${incident.id}:investigation`,
      message: `What broke around ${isoSecond(incident.startedAtMs)}, and why?`,
      alert: alertCard(incident, alerts),
      origin: incident.source === 'monitor' ? 'monitor' : 'alert',
      parentRunId: null,
    },
  })
}

/** Starts the follow-up that is due, or returns the one that was started before. */
export async function startFollowUp({
  ctx,
  scope,
  input: { incident },
}: VerbCall<PlacedProject, { readonly incident: IncidentRecord }>): Promise<StartedRun> {
  const followUp = currentFollowUp(incident)
  if (followUp === null) return { kind: 'refused', reason: 'nothing is to be followed up.' }
  const message = followUp.kind === 'later' ? 'Is it still going on?' : 'How long did it last?'
  return startAutomaticRun({
    ctx,
    scope,
    input: {
      threadId: incident.threadId,
      isFirst: false,
      requestKey: `${incident.id}:follow-up:${incident.followUps.indexOf(followUp) + 1}`,
      message,
      alert: null,
      origin: 'follow_up',
      parentRunId: incident.investigation.runId,
    },
  })
}

/** Returns the result of a run for its incident. `running`: it has not ended yet. `gone`: its thread was deleted. */
export async function answerOf({
  ctx,
  scope,
  input: asked,
}: VerbCall<
  PlacedProject,
  {
    readonly incident: IncidentRecord
    readonly runId: string
    readonly waitMs: number
    readonly isFollowUp: boolean
    readonly alerts: readonly IncidentAlert[]
    readonly similarTo: (found: FoundTraits) => readonly SimilarIncident[]
    readonly runbooksFor: (found: FoundTraits) => readonly RunbookStep[]
  }
>): Promise<Answered | 'running' | 'gone'> {
  const { incident, runId, waitMs, isFollowUp, alerts } = asked
  const ended = await awaitRun({ ctx, scope, input: { threadId: incident.threadId, runId, waitMs } })
  if (typeof ended === 'string') return ended
  const traits = traitsOf(ended.answer, isFollowUp ? incident : null)
  const runbooks = asked.runbooksFor(traits)
  const found = foundIn(ended.answer)
  const analysis = found === null ? null : analysisOf(found, { runId, runbooks })
  const brief = briefOf({
    incident,
    alerts,
    run: ended.run,
    answer: ended.answer,
    similar: asked.similarTo(traits),
    runbooks,
    before: isFollowUp ? incident.brief : null,
    nowMs: ctx.now(),
  })
  const said = textOf(ended.answer)
  if (!isFollowUp) return { runId, headline: headlineOf(incident, brief), text: cut(briefText(brief)), brief, analysis }
  const text = said === '' ? (ended.run.error?.message ?? 'The follow-up gave no answer.') : said
  return { runId, headline: firstSentence(text), text: cut(text), brief, analysis }
}

/** Returns the facts of an incident that earlier incidents and runbooks are compared with. */
export interface FoundTraits {
  readonly service: string | null
  readonly mechanism: string | null
  readonly words: string
}

/** A follow-up that investigated nothing new uses what was found before. */
function traitsOf(answer: StoredMessage | null, before: IncidentRecord | null): FoundTraits {
  const found = foundIn(answer)
  if (found === null) {
    const cause = before?.brief?.cause
    const words = (before?.brief?.evidence ?? []).map(({ text }) => text).join(' ')
    return { service: cause?.service ?? null, mechanism: cause?.mechanism ?? null, words }
  }
  const { candidates, mechanism, outcome } = found.verdict
  const isBroken = outcome !== 'no_anomaly' && outcome !== 'no_data'
  const first = isBroken ? candidates[0] : undefined
  return {
    service: first?.service ?? null,
    mechanism: isBroken ? (mechanism?.kind ?? first?.mechanism ?? null) : null,
    words: (first?.reasons ?? []).map(({ text }) => text).join(' '),
  }
}

const cut = (text: string): string => text.slice(0, TEXT_CHARS_MAX)

function firstSentence(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  const plainLine = line.replace(/\*\*/g, '').replace(/ ?\[call_\d+\]/g, '')
  const end = plainLine.search(/\.(?:\s|$)/)
  return (end < 0 ? plainLine : plainLine.slice(0, end + 1)).slice(0, HEADLINE_CHARS_MAX)
}

/** Facts about the alert. They are shown with the question, and the model gets them as data. */
function alertCard(incident: IncidentRecord, alerts: readonly IncidentAlert[]): Readonly<Record<string, unknown>> {
  const first = alerts[0]
  return {
    title: incident.title,
    severity: incident.severity,
    since: new Date(incident.startedAtMs).toISOString(),
    service: first?.service ?? null,
    summary: first?.description.slice(0, 1_000) ?? '',
    source: incident.source,
    entities: incident.entities.slice(0, 10),
    labels: Object.fromEntries(Object.entries(incident.labels).slice(0, 16)),
    alerts: incident.alerts,
  }
}

const isoSecond = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

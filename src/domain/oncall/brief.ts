/**
 * Makes the brief of an incident: what happened, since when, impact, cause, evidence, changes, what was tried, and open
 * questions. It is made from stored data, without a model. Each statement cites the alert, change or tool call that
 * supports it.
 */
import { MECHANISM_WORDS } from '../../agent/answers/mechanisms.ts'
import { plain } from '../../agent/embedded/markdown.ts'
import { MECHANISMS, type Mechanism } from '../../agent/investigator/verdict.ts'
import { messageText } from '../../agent/message-text.ts'
import type { StoredMessage } from '../../contracts/content-block.ts'
import type {
  Brief,
  BriefCause,
  BriefChange,
  IncidentAlert,
  RunbookStep,
  SimilarIncident,
  Statement,
} from '../../contracts/incident-protocol.ts'
import type { RunView } from '../../contracts/thread-protocol.ts'
import type { IncidentRecord } from '../../oncall/incidents/records.ts'
import { type Found, type FoundVerdict, foundIn, lookUpsIn, textOf } from './found-verdict.ts'

export interface BriefMaterial {
  readonly incident: IncidentRecord
  readonly alerts: readonly IncidentAlert[]
  readonly run: RunView
  readonly answer: StoredMessage | null
  readonly similar: readonly SimilarIncident[]
  readonly runbooks: readonly RunbookStep[]
  /** The brief of an earlier run. What a follow-up did not examine again is taken from it. */
  readonly before: Brief | null
  readonly nowMs: number
}

const EVIDENCE_MAX = 6
const CHANGES_MAX = 20
const ANSWER_CHARS_MAX = 12_000

/**
 * Writes the brief of an incident from the run that ended. Each statement cites its source. What the run did not find
 * is kept from the earlier brief.
 */
export function briefOf(material: BriefMaterial): Brief {
  const { incident, run, answer, before, nowMs } = material
  const found = foundIn(answer)
  const cites = found === null ? [run.runId] : [`${run.runId}#${found.toolCallId}`]
  const isOlder = found === null && before !== null
  const common = {
    writtenAt: nowMs,
    runId: run.runId,
    what: whatOf(material),
    since: sinceOf(incident, found, cites),
    answer: textOf(answer).slice(0, ANSWER_CHARS_MAX),
    similar: material.similar,
    runbooks: material.runbooks,
  }
  const tried = triedOf(material)
  if (isOlder)
    return {
      ...before,
      ...common,
      since: { ...common.since, at: before.since.at ?? common.since.at },
      answer: before.answer,
      tried: [...before.tried, ...tried].slice(-20),
    }
  return {
    ...common,
    impact: impactOf(found, cites),
    cause: causeOf(found, cites, run),
    evidence: evidenceOf(found, cites),
    changes: changesOf(found),
    changeStatement: changeStatementOf(found, cites),
    tried,
    openQuestions: openQuestionsOf(found, cites, run),
  }
}

function whatOf({ incident, alerts }: BriefMaterial): Statement {
  const first = alerts[0]
  const others = incident.alerts - 1
  const where = incident.services.length === 0 ? '' : ` on ${listed(incident.services)}`
  const more = others === 0 ? '' : ` and ${others} further ${others === 1 ? 'alert' : 'alerts'}`
  return {
    text: `${plain(incident.title, 200)}${more} fired${where}.`,
    cites: alerts
      .slice(0, 3)
      .map(({ id }) => id)
      .concat(first === undefined ? [incident.id] : []),
  }
}

function sinceOf(incident: IncidentRecord, found: Found | null, cites: readonly string[]): Brief['since'] {
  const onsetMs = found?.verdict.onset?.atMs ?? null
  const at = onsetMs ?? incident.startedAtMs
  const recovered = found?.verdict.state.kind === 'recovered' ? found.verdict.state.atMs : null
  const until = incident.resolvedAtMs ?? recovered
  const began =
    onsetMs === null
      ? `The first alert began at ${clock(at)}; when the trouble itself began is not known.`
      : `It began at ${clock(at)}.`
  const ends = until === null ? 'It is still going on.' : `It was over at ${clock(until)}.`
  return {
    at,
    until,
    statement: { text: `${began} ${ends}`, cites: onsetMs === null ? [incident.id] : [...cites, incident.id] },
  }
}

function impactOf(found: Found | null, cites: readonly string[]): Statement {
  const impact = found?.verdict.impact ?? null
  if (impact === null || impact.requests === 0)
    return { text: 'It is not known how many requests were affected, because there are no traces.', cites }
  const { requests, failed, share, before, meanMs } = impact
  const failing = `${failed} of ${requests} requests failed since the onset (${percent(share)}; before: ${percent(before.share)}).`
  const isSlower = meanMs.since > meanMs.before * 1.3
  const slower = isSlower
    ? ` A request took ${Math.round(meanMs.since)} ms on average instead of ${Math.round(meanMs.before)} ms.`
    : ''
  return { text: `${failing}${slower}`, cites }
}

function causeOf(found: Found | null, cites: readonly string[], run: RunView): BriefCause {
  if (found === null) {
    const why = run.error === null ? 'The answer holds no verdict that can be read.' : run.error.message
    const statement = { text: `The cause is not known. ${why}`, cites }
    return { outcome: 'unknown', service: null, mechanism: null, confidence: 0, statement }
  }
  const { outcome, confidence, candidates, mechanism } = found.verdict
  if (outcome === 'no_anomaly' || outcome === 'no_data') {
    const text =
      outcome === 'no_data'
        ? 'There is no telemetry around the alert, so its cause cannot be found.'
        : 'Nothing in the telemetry stands out from everyday variation around the alert.'
    return { outcome, service: null, mechanism: null, confidence, statement: { text, cites } }
  }
  const service = candidates[0]?.service ?? null
  const kind = mechanismOf(mechanism?.kind ?? candidates[0]?.mechanism)
  const words = kind === 'unknown' ? '' : `: ${MECHANISM_WORDS[kind].what}`
  const name = plain(service ?? 'an unknown service', 100)
  const sure =
    outcome === 'inconclusive'
      ? 'The first suspect is'
      : outcome === 'probable'
        ? 'The cause is probably'
        : 'The cause is'
  const text = `${sure} ${name}${words} (probability ${sureness(confidence)}).`
  return { outcome, service, mechanism: kind, confidence, statement: { text, cites } }
}

function evidenceOf(found: Found | null, cites: readonly string[]): Statement[] {
  if (found === null) return []
  const { verdict, telling } = found
  const first = verdict.candidates[0]
  const seen = [...(verdict.mechanism?.evidence ?? []), ...(first?.reasons ?? [])].map(({ text }) => plain(text, 300))
  const says = telling
    .filter(({ service }) => service === first?.service)
    .map(({ service, body }) => `${service} says: "${plain(messageText(body), 200)}"`)
  const drawn = verdict.chain.slice(0, 3).map(({ text }) => plain(text, 300))
  return [...new Set([...seen.slice(0, 4), ...says.slice(0, 1), ...drawn])]
    .slice(0, EVIDENCE_MAX)
    .map((text) => ({ text, cites }))
}

function changesOf(found: Found | null): BriefChange[] {
  const order = { culprit: 0, weakened: 1, unrelated: 2 }
  return (found?.verdict.changes ?? [])
    .toSorted((a, b) => order[a.state] - order[b.state] || b.change.startedMs - a.change.startedMs)
    .slice(0, CHANGES_MAX)
    .map(({ change: { id, startedMs, ...change }, state, because }) => ({
      ...change,
      changeId: id,
      startedAt: startedMs,
      state,
      because,
    }))
}

/** The blame on a change is as certain as the blame on its service. */
const BLAME: Readonly<Record<FoundVerdict['outcome'], string>> = {
  identified: 'The change to blame is',
  probable: 'The change to blame is probably',
  inconclusive: 'The change to suspect first is',
  no_anomaly: 'The change to suspect first is',
  no_data: 'The change to suspect first is',
}

function changeStatementOf(found: Found | null, cites: readonly string[]): Statement {
  const changes = changesOf(found)
  const culprit = changes.find(({ state }) => state === 'culprit')
  if (found !== null && culprit !== undefined) {
    const begin = BLAME[found.verdict.outcome]
    const version = culprit.version === null ? '' : ` (version ${plain(culprit.version, 60)})`
    const text = `${begin} the ${culprit.kind.replace('_', ' ')} "${plain(culprit.title, 160)}"${version}: ${plain(culprit.because, 200)}.`
    return { text, cites: [culprit.changeId, ...cites] }
  }
  if (found === null) return { text: 'It is not known whether a change is to blame.', cites }
  const near = changes.filter(({ state }) => state === 'weakened').length
  const others =
    near > 0
      ? ` ${near} ${near === 1 ? 'change was' : 'changes were'} near in time and ${near === 1 ? 'does' : 'do'} not fit.`
      : changes.length === 0
        ? ' None is known around the onset.'
        : ''
  return {
    text: `No change is to blame.${others}`,
    cites: [...changes.slice(0, 3).map(({ changeId }) => changeId), ...cites],
  }
}

function triedOf({ answer, run }: BriefMaterial): Statement[] {
  const words = lookUpsIn(answer).map(({ name, id }) => ({
    text: `Looked with ${name.replaceAll('_', ' ')}.`,
    cites: [`${run.runId}#${id}`],
  }))
  return words.slice(0, 12)
}

function openQuestionsOf(found: Found | null, cites: readonly string[], run: RunView): Statement[] {
  if (found === null)
    return [{ text: 'The run gave no verdict, so the cause must be found by hand.', cites: [run.runId] }]
  const { undecided, notSeen, state } = found.verdict
  const questions = undecided === null ? [] : [`${undecided.because}. ${undecided.decidingQuery}`]
  if (state.kind === 'unknown') questions.push('The telemetry does not show whether the incident goes on.')
  return [...questions, ...notSeen].slice(0, EVIDENCE_MAX).map((text) => ({ text: plain(text, 400), cites }))
}

function mechanismOf(kind: string | undefined): Mechanism {
  return MECHANISMS.find((one) => one === kind) ?? 'unknown'
}

/** Never says 100 %, because nothing is completely certain. */
const sureness = (probability: number): string => (probability > 0.99 ? 'over 99 %' : percent(probability))
const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`

/** Writes a time (milliseconds since 1970) as `2026-11-22 09:12:00 UTC`. */
export const clock = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => plain(name, 60))
  return names.length > 5 ? `${shown.join(', ')} and ${names.length - 5} more` : shown.join(', ')
}

/** Returns the title and the cause in one sentence, for messages. */
export function headlineOf(incident: IncidentRecord, brief: Brief): string {
  return `${plain(incident.title, 160)}: ${brief.cause.statement.text}`
}

/** Returns the brief as Markdown, for messages. */
export function briefText(brief: Brief): string {
  const list = (items: readonly Statement[]) => items.map(({ text }) => `- ${escaped(text)}`).join('\n')
  const links = brief.changes.filter(({ state, url }) => state === 'culprit' && url !== null)
  const parts = [
    `**What:** ${escaped(brief.what.text)}`,
    `**Since:** ${escaped(brief.since.statement.text)}`,
    `**Cause:** ${escaped(brief.cause.statement.text)}`,
    `**Impact:** ${escaped(brief.impact.text)}`,
    `**Changes:** ${escaped(brief.changeStatement.text)}${links.map(({ url }) => ` <${url}>`).join('')}`,
    brief.evidence.length === 0 ? '' : `**Evidence:**\n${list(brief.evidence)}`,
    brief.runbooks.length === 0
      ? ''
      : `**From your runbooks:**\n${brief.runbooks.map(({ title, step }) => `- ${escaped(title)}: ${escaped(step)}`).join('\n')}`,
    brief.similar.length === 0
      ? ''
      : `**Like earlier ones:**\n${brief.similar.map(({ title, startedAt, ending }) => `- ${escaped(title)} (${clock(startedAt)}): ${escaped(ending)}`).join('\n')}`,
    brief.openQuestions.length === 0 ? '' : `**Open:**\n${list(brief.openQuestions)}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Escapes foreign text, so that Markdown shows it as plain text. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_[\]|#~<]/g, (character) => (character === '<' ? '&lt;' : `\\${character}`))
}

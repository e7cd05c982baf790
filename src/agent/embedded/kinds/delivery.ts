/** "Is everything still sending?", "which sources went silent?", "why do I see no logs?" */

import { healthAnswer, silenceWords } from '../../answers/state.ts'
import type { QueryTelemetryResult } from '../../tools/query-telemetry.ts'
import type { SourceHealthResult, SourceHealthRow, SourceProblem } from '../../tools/source-health.ts'
import { cite, clock, code, count, duration } from '../markdown.ts'
import type { Action, Desk, Done, PlanState } from '../plan-state.ts'
import { planConnected } from './connected.ts'
import { planSilence } from './silence.ts'
import { caveats, noTelemetryText } from './words.ts'

const TROUBLED_MAX = 12
const SENDING_MAX = 8
/** A project whose last record is older than this is not sending, whatever is usual for its sources. */
const STALE_MS = 10 * 60_000

/** Answers whether the project's sources still deliver. */
export function planDelivery(state: PlanState): Action {
  const { coverage, askedAtMs, desk, plan, question } = state
  const [only, more] = question.services
  if (plan.intent === 'delivery' && plan.isReasonAsked === true && only !== undefined && more === undefined) {
    const told = planSilence(state, only)
    if (told !== null) return told
  }
  const health = state.tools.has('source_health') ? needHealth(desk) : null
  const silence = needSilence(state)
  if (desk.missing.length > 0) return callFor(desk)
  const ended = endedOf(state, silence)
  if (desk.missing.length > 0) return callFor(desk)
  if (ended !== null) return { type: 'answer', text: ended }
  const services = silence === null ? [] : [silenceLine(state, silence)]
  if (health === null) {
    const rest = planConnected(state)
    return rest.type === 'call'
      ? rest
      : {
          type: 'answer',
          text: [...services, ...serviceLines(state), rest.text].filter((line) => line !== '').join('\n\n'),
        }
  }
  const lastRecord = coverage.result.lastRecord
  const lines = [...services, ...healthLines(health, askedAtMs), ...serviceLines(state)]
  if (lastRecord !== null) lines.push(lastRecordSentence(lastRecord, askedAtMs, coverage.id))
  const incomplete = health.result.incomplete === undefined ? {} : { incomplete: health.result.incomplete }
  lines.push(...caveats(state, [incomplete]))
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}

/** A project without any telemetry: what is set up, and what happened to what it sent. */
export function planNothingArrived(desk: Desk, coverageId: string, askedAtMs: number): Action {
  const health = needHealth(desk)
  if (desk.missing.length > 0) return callFor(desk)
  const nothing = noTelemetryText(coverageId)
  if (health === null || health.result.total === 0) return { type: 'answer', text: nothing }
  return { type: 'answer', text: [nothing, ...healthLines(health, askedAtMs)].join('\n\n') }
}

/** Health changes, so the result of an earlier question is not reused. It is looked up again. */
const needHealth = (desk: Desk) => desk.need<SourceHealthResult>('source_health', {}, 'run')

/** Which services fell silent. A source delivers for many services, and one of them may stop alone. */
function needSilence({ plan, desk }: PlanState): Done<QueryTelemetryResult> | null {
  const asked = { intent: 'state' as const, conditions: [], time: { ...plan.time, basis: 'now' as const } }
  return desk.need<QueryTelemetryResult>('query_telemetry', { plan: asked }, 'run')
}

/** One service that is asked for and silent, where its last line says that its work is done. */
function endedOf(
  { plan, question, askedAtMs, desk }: PlanState,
  silence: Done<QueryTelemetryResult> | null,
): string | null {
  const [service, more] = question.services
  if (plan.intent !== 'delivery' || plan.isYesNo !== true || service === undefined || more !== undefined) return null
  const isSilent =
    silence?.result.kind === 'state' && silence.result.silent.some(({ service: name }) => name === service)
  if (!isSilent) return null
  const asked = {
    ...{ intent: 'health' as const, service, premise: null, time: plan.time },
    conditions: [{ on: 'service' as const, values: [service] }],
  }
  const told = desk.need<QueryTelemetryResult>('query_telemetry', { plan: asked })
  if (told?.result.kind !== 'health' || told.result.ended === undefined) return null
  return healthAnswer(asked, told.result, told.id, askedAtMs).join('\n\n')
}

function silenceLine(
  { plan, question, askedAtMs, coverage }: PlanState,
  { result, id }: Done<QueryTelemetryResult>,
): string {
  if (result.kind !== 'state') return ''
  const asked = question.services
  const isYesNo = plan.intent === 'delivery' && plan.isYesNo === true
  const isSilenceAsked = plan.intent === 'delivery' && plan.isSilenceAsked === true
  const [isSilent, isSending] = isSilenceAsked ? ['**Yes**: ', '**No**: '] : ['**No**: ', '**Yes**: ']
  const silent = asked.length === 0 ? result.silent : result.silent.filter(({ service }) => asked.includes(service))
  const of = asked.length === 0 ? result.silent.length + result.sending : asked.length
  if (silent.length === 0) {
    const names = asked.map((name) => code(name, 60)).join(', ')
    const who =
      asked.length === 0
        ? of === 1
          ? 'the one service still sends'
          : `all ${count(of, 'service')} still send; none is silent`
        : `${names} still ${asked.length === 1 ? 'sends' : 'send'}`
    const seen = coverage.result.services.find(({ service }) => asked.length === 1 && service === asked[0])?.lastSeen
    // "When did web log for the last time?"
    const lately = isYesNo || seen === undefined ? '' : `, the last time at **${clock(seen, askedAtMs)}**`
    return `${isYesNo ? `${isSending}${who}` : `${who.slice(0, 1).toUpperCase()}${who.slice(1)}`}${lately}. ${cite(id)}`
  }
  const last = silent.at(-1)?.since ?? ''
  if (asked.length === 1)
    return `${isYesNo ? isSilent : ''}${code(asked[0] ?? '', 60)} has been silent since **${clock(last, askedAtMs)}**, for ${duration(Math.max(0, askedAtMs - Date.parse(last)))}. ${cite(id)}`
  const names = silent
    .slice(0, 3)
    .map(({ service }) => code(service, 60))
    .join(', ')
  const who =
    silent.length === of
      ? `all ${count(of, 'service')}`
      : `${names}${silent.length > 3 ? ` and ${silent.length - 3} more` : ''}`
  const more = silent.length > 1 ? `\n\nSilent: ${silenceWords(silent, silent.length === of, askedAtMs)}.` : ''
  return `${isYesNo ? isSilent : ''}${who} ${silent.length === 1 ? 'has' : 'have'} been silent since **${clock(last, askedAtMs)}** (${silent.length} of ${count(of, 'service')}). ${cite(id)}${more}`
}

const callFor = (desk: Desk): Action => ({
  type: 'call',
  reasoning: 'I am checking how well the sources of this project deliver.',
  calls: desk.missing,
})

function healthLines({ result, id }: Done<SourceHealthResult>, askedAtMs: number): string[] {
  if (result.total === 0) return [`No source is set up in this project: no stream, no connection, no key. ${cite(id)}`]
  const troubled = result.sources.filter(({ problems }) => problems.length > 0)
  const sending = result.sources.filter(({ problems }) => problems.length === 0)
  const lines = [headline(result, id)]
  if (troubled.length > 0) {
    const listed = troubled.slice(0, TROUBLED_MAX).map((row) => `- ${nameOf(row)}: ${troubleOf(row, askedAtMs)}`)
    // Sources with a problem come first, so those that were cut off may have one too.
    const more = troubled.length - listed.length + (sending.length === 0 ? result.more : 0)
    lines.push([...listed, ...(more > 0 ? [`- \u2026 and ${more} more`] : [])].join('\n'), cite(id))
  }
  if (troubled.length > 0 && sending.length > 0) {
    const names = sending.slice(0, SENDING_MAX).map(nameOf)
    const more = sending.length - names.length + result.more
    lines.push(`Without a problem: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ${cite(id)}`)
  }
  return lines
}

function headline({ total, problems, recordsLastHour, recordsLastDay }: SourceHealthResult, id: string): string {
  const rate = `${count(recordsLastHour, 'record')} in this hour, ${recordsLastDay.toLocaleString('en-US')} in 24 hours`
  const of = (problem: SourceProblem, one: string, many: string) =>
    problems[problem] === 0 ? [] : [`${problems[problem]} ${problems[problem] === 1 ? one : many}`]
  const found = [
    ...of('error', 'has an error', 'have an error'),
    ...of('rejecting', 'had records refused', 'had records refused'),
    ...of('dropping', 'had records dropped', 'had records dropped'),
    ...of('expired', 'has an expired key', 'have an expired key'),
    ...of('paused', 'is paused', 'are paused'),
    ...of('never_sent', 'has never sent anything', 'have never sent anything'),
  ]
  const sources = count(total, 'source')
  const silent =
    problems.silent > 0
      ? `**${problems.silent} of ${sources} went silent**`
      : found.length === 0
        ? `**${total === 1 ? 'The one source is' : `All ${sources} are`} sending as usual**`
        : `**No source went silent** (of ${total})`
  return `${[silent, ...found].join('; ')}. ${total === 1 ? 'It' : 'They'} delivered ${rate}. ${cite(id)}`
}

const nameOf = ({ name, provider, kind }: SourceHealthRow): string =>
  `${code(name, 80)} (${provider === null ? 'key' : code(provider, 40)}${kind === 'connection' ? ' connection' : ''})`

const troubleOf = (row: SourceHealthRow, askedAtMs: number): string =>
  `${row.problems.map((problem) => wordsOf(problem, row, askedAtMs)).join('; ')}.`

function wordsOf(problem: SourceProblem, row: SourceHealthRow, askedAtMs: number): string {
  switch (problem) {
    case 'silent': {
      const last = row.lastRecordAt
      if (last === null) return 'silent'
      const usual = Math.round(row.usualPerHour ?? 0).toLocaleString('en-US')
      return `silent for ${duration(askedAtMs - Date.parse(last))}, since ${clock(last, askedAtMs)}; it usually sends ${usual} records an hour`
    }
    case 'error':
      return row.error === null ? 'error' : `error: ${code(row.error, 200)}`
    case 'rejecting': {
      const reasons = row.rejected.map(({ reason, count: n }) => `${code(reason, 120)} (${n.toLocaleString('en-US')})`)
      return `${count(row.rejectedTotal, 'refusal')} since it was made: ${reasons.join(', ')}`
    }
    case 'dropping':
      return `${count(row.dropped, 'record')} accepted but not stored (paused, or out of credits)`
    case 'expired':
      return 'its key has expired'
    case 'paused':
      return 'paused'
    case 'never_sent':
      return row.state === 'pending' ? 'waits for its first record' : 'nothing arrived yet'
  }
}

/** Sources are not services. If the question names services, the telemetry itself answers. */
function serviceLines({ question, coverage, askedAtMs }: PlanState): string[] {
  const asked = coverage.result.services.filter(({ service }) => question.services.includes(service))
  return asked.map(
    ({ service, lastSeen, logs }) =>
      `${code(service, 80)} was last seen ${clock(lastSeen, askedAtMs)}, ${duration(Math.max(0, askedAtMs - Date.parse(lastSeen)))} before your question, with ${count(logs, 'log record')} in the day before. ${cite(coverage.id)}`,
  )
}

function lastRecordSentence(last: string, askedAtMs: number, id: string): string {
  const ageMs = askedAtMs - Date.parse(last)
  const words = `the last record of this project is from ${clock(last, askedAtMs)}`
  return ageMs > STALE_MS
    ? `Nothing arrives now: ${words}, ${duration(ageMs)} before your question. ${cite(id)}`
    : `Records are arriving: ${words}. ${cite(id)}`
}

/** "What is connected", "who went silent". */

import type { ConnectionSummary } from '../../connections.ts'
import { cite, clock, code, count, duration } from '../markdown.ts'
import type { Action, PlanState } from '../plan-state.ts'

/** A service is called silent if it stopped this long before the last record of all services. */
const SILENT_MS = 10 * 60_000
const LISTED = 15
/** Who sent this long before the others is told with the time. */
const BEHIND_MS = 60_000

type CoverageRow = PlanState['coverage']['result']['services'][number]
interface ConnectionList {
  readonly connections: readonly ConnectionSummary[]
}

/** Answers what sends to the project, and which platforms are connected. */
export function planConnected(state: PlanState): Action {
  const { coverage, askedAtMs, question, desk } = state
  const connections = state.tools.has('list_connections') ? desk.need<ConnectionList>('list_connections', {}) : null
  if (desk.missing.length > 0)
    return { type: 'call', reasoning: 'I am also checking which platforms are connected.', calls: desk.missing }
  const { services, signals, lastRecord } = coverage.result
  const id = coverage.id
  const asked =
    question.services.length === 0 ? services : services.filter(({ service }) => question.services.includes(service))
  const lastMs = lastRecord === null ? askedAtMs : Date.parse(lastRecord)
  const lines = [
    `**${count(coverage.result.servicesTotal, 'service')}** sent telemetry in the 24 hours up to ${clock(coverage.result.window.to, askedAtMs)}: ${count(signals.logs, 'log record')}, ${count(signals.spans, 'span')}, ${count(signals.metrics, 'metric point')}. ${cite(id)}`,
    asked
      .slice(0, LISTED)
      .map((row) => serviceRow(row, lastMs, askedAtMs))
      .join('\n'),
  ]
  if (asked.length > LISTED) lines.push(`\u2026 and ${asked.length - LISTED} more.`)
  const silent = asked.filter((row) => lastMs - Date.parse(row.lastSeen) > SILENT_MS)
  if (silent.length > 0) {
    const names = silent
      .slice(0, 10)
      .map((row) => `${code(row.service, 80)} (${duration(lastMs - Date.parse(row.lastSeen))})`)
    lines.push(`Silent before the others: ${names.join(', ')}. ${cite(id)}`)
  }
  const missing = (['logs', 'spans', 'metrics'] as const).filter((signal) => signals[signal] === 0)
  if (missing.length > 0) lines.push(`Not connected: ${missing.join(' and ')}. ${cite(id)}`)
  if (askedAtMs - lastMs > SILENT_MS)
    lines.push(
      `The last record is from ${clock(new Date(lastMs).toISOString(), askedAtMs)}, ${duration(askedAtMs - lastMs)} before your question. ${cite(id)}`,
    )
  if (connections !== null) lines.push(connectionsSentence(connections.result, connections.id))
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}

/** What a service sends; when it was last seen only where others were seen later. */
function serviceRow(row: CoverageRow, lastMs: number, askedAtMs: number): string {
  const sent = [count(row.logs, 'log'), count(row.spans, 'span'), count(row.metrics, 'metric point')]
  const told = sent.filter((text) => !text.startsWith('0 ')).join(', ')
  const isBehind = lastMs - Date.parse(row.lastSeen) > BEHIND_MS
  return `- ${code(row.service, 80)}: ${told}${isBehind ? `, last seen ${clock(row.lastSeen, askedAtMs)}` : ''}`
}

function connectionsSentence({ connections }: ConnectionList, id: string): string {
  if (connections.length === 0) return `No platform is connected; what arrives is sent directly. ${cite(id)}`
  const names = connections.slice(0, LISTED).map(({ displayName, type, streams }) => {
    const broken = streams.error > 0 ? `, ${streams.error} broken` : ''
    return `${code(displayName, 80)} (${code(type, 40)}, ${streams.active} of ${streams.total} streams active${broken})`
  })
  return `Connected platforms: ${names.join(', ')}. ${cite(id)}`
}

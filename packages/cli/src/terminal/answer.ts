/** An answer's blocks as text for a terminal. Pure. */
import type { ContentBlock } from '@observability-agent/sdk'
import { withShortMarks } from '../../../../src/contracts/citations.ts'
import { renderSeries, renderTableArtifact } from './artifacts.ts'
import { paint, type Terminal, toneOf } from './color.ts'
import { cut, inert, inertLine, wrapped } from './text.ts'

/** The answer is Markdown; a terminal reads better without its marks. */
function plain(markdown: string, terminal: Terminal): string {
  return inert(markdown)
    .replace(/^#{1,6} (.*)$/gm, (_match, title: string) => paint(terminal, 'bold', title))
    .replace(/\*\*([^*\n]+)\*\*/g, (_match, words: string) => paint(terminal, 'bold', words))
    .replace(/`([^`\n]+)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()<>#+.!|-])/g, '$1')
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // narrowed right here
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}

function logDetail(data: Record<string, unknown>, terminal: Terminal): string {
  const line = (entry: unknown, mark: string) => {
    const log = record(entry)
    const at = text(log['timestamp'] ?? log['time'])
    const severity = text(log['severity'] ?? log['severityText'])
    const body = text(log['body']).split('\n')[0] ?? ''
    const parts = `${mark} ${at} ${severity.padEnd(5)} ${text(log['service'])}  ${body}`
    return paint(terminal, toneOf(severity), inertLine(parts))
  }
  const context = record(data['context'])
  const around = (key: string) => (Array.isArray(context[key]) ? context[key] : []).map((entry) => line(entry, ' '))
  return [...around('before').slice(-2), line(data['record'], '>'), ...around('after').slice(0, 2)].join('\n')
}

/** A moment as answers write it. */
function moment(iso: string): string {
  return iso.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC')
}

function alertCard(data: Record<string, unknown>): string {
  const where = data['service'] === null ? '' : ` · ${text(data['service'])}`
  return `[${text(data['severity'])}] ${text(data['title'])}${where} · since ${moment(text(data['since']))}\n${text(data['summary'])}`
}

function integrationRequired(data: Record<string, unknown>): string {
  const types = Array.isArray(data['dataSourceTypes']) ? data['dataSourceTypes'].map(text).join(', ') : ''
  return `${text(data['reason'])}${types === '' ? '' : ` Would help: ${types}.`}`
}

function artifact(block: ContentBlock & { type: 'artifact' }, terminal: Terminal): string {
  const data = record(block.data)
  switch (block.name) {
    case 'table':
      return renderTableArtifact(data, terminal)
    case 'timeseries':
      return renderSeries(data, terminal.width)
    case 'log_detail':
      return logDetail(data, terminal)
    case 'alert_card':
      return wrapped(inert(alertCard(data)), terminal.width)
    case 'integration_required':
      return wrapped(inert(integrationRequired(data)), terminal.width)
  }
}

function toolCall(block: ContentBlock & { type: 'tool_call' }, mark: number | null, width: number): string {
  const duration = block.durationMs === undefined ? '' : ` ${Math.round(block.durationMs)} ms`
  const head = `${mark === null ? '   ' : `[${mark}]`}  ${block.name}${duration}${block.status === 'error' ? ' (failed)' : ''}  `
  return inertLine(`  ${head}${cut(text(block.params), Math.max(20, width - head.length - 2))}`)
}

/** The words first, then what belongs to them, whatever the order of the run was; the tool calls last. */
export function renderAnswer(answer: readonly ContentBlock[], terminal: Terminal): string {
  const { blocks, footnotes } = withShortMarks(answer)
  const markOf = (id: string | undefined): number | null =>
    footnotes.find(({ toolCallId }) => toolCallId === id)?.mark ?? null
  const words: string[] = []
  const artifacts: string[] = []
  const calls: string[] = []
  for (const block of blocks) {
    if (block.type === 'message') words.push(wrapped(plain(block.message, terminal), terminal.width))
    else if (block.type === 'artifact') artifacts.push(artifact(block, terminal))
    else if (block.type === 'summary') words.push(paint(terminal, 'dim', wrapped(inert(block.summary), terminal.width)))
    else if (block.type === 'tool_call') calls.push(toolCall(block, markOf(block.toolCallId), terminal.width))
  }
  if (calls.length > 0) calls.splice(0, calls.length, paint(terminal, 'dim', ['Looked at:', ...calls].join('\n')))
  const sections = [...words, ...artifacts, ...calls]
  return sections.length === 0 ? 'There is no answer in this thread.' : sections.join('\n\n')
}

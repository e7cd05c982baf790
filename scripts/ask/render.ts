/** An answer's blocks as text for a terminal. Pure. */
import type { ContentBlock } from '../../src/contracts/content-block.ts'
import { renderSeries, renderTable } from './draw.ts'

export interface Terminal {
  readonly width: number
  readonly isColored: boolean
}

type Tone = 'bold' | 'dim'
const CODES: Readonly<Record<Tone, number>> = { bold: 1, dim: 2 }

function paint(terminal: Terminal, tone: Tone, text: string): string {
  return terminal.isColored ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text
}

/** Telemetry is somebody else's text: control characters in it must not reach the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}

function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      const indent = /^\s*(?:[-*] |\d+\. )?/.exec(line)?.[0].length ?? 0
      const rows: string[] = []
      let row = ''
      for (const word of line.split(' ')) {
        const next = row === '' ? word : `${row} ${word}`
        if (next.length > width && row.trim() !== '') {
          rows.push(row)
          row = `${' '.repeat(indent)}${word}`
        } else row = next
      }
      return [...rows, row].join('\n')
    })
    .join('\n')
}

/** The answer is Markdown; a terminal reads better without its marks. */
function plain(markdown: string, terminal: Terminal): string {
  return printable(markdown)
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

function logDetail(data: Record<string, unknown>): string {
  const line = (entry: unknown, mark: string) => {
    const log = record(entry)
    const at = text(log['timestamp'] ?? log['time'])
    const severity = text(log['severity'] ?? log['severityText'])
    return `${mark} ${at} ${severity.padEnd(5)} ${text(log['service'])}  ${text(log['body']).split('\n')[0] ?? ''}`
  }
  const context = record(data['context'])
  const around = (key: string) => (Array.isArray(context[key]) ? context[key] : []).map((entry) => line(entry, ' '))
  return [...around('before').slice(-2), line(data['record'], '>'), ...around('after').slice(0, 2)].join('\n')
}

function alertCard(data: Record<string, unknown>): string {
  const where = data['service'] === null ? '' : ` · ${text(data['service'])}`
  return `[${text(data['severity'])}] ${text(data['title'])}${where} · since ${text(data['since'])}\n${text(data['summary'])}`
}

function integrationRequired(data: Record<string, unknown>): string {
  const types = Array.isArray(data['dataSourceTypes']) ? data['dataSourceTypes'].map(text).join(', ') : ''
  return `${text(data['reason'])}${types === '' ? '' : ` Would help: ${types}.`}`
}

function artifact(block: ContentBlock & { type: 'artifact' }, terminal: Terminal): string {
  const data = record(block.data)
  switch (block.name) {
    case 'table':
      return renderTable(data, terminal.width)
    case 'timeseries':
      return renderSeries(data, terminal.width)
    case 'log_detail':
      return logDetail(data)
    case 'alert_card':
      return alertCard(data)
    case 'integration_required':
      return integrationRequired(data)
  }
}

function toolCall(block: ContentBlock & { type: 'tool_call' }, width: number): string {
  const duration = block.durationMs === undefined ? '' : ` ${Math.round(block.durationMs)} ms`
  const head = `${block.toolCallId ?? '?'}  ${block.name}${duration}${block.status === 'error' ? ' (failed)' : ''}  `
  const params = text(block.params)
  const room = Math.max(20, width - head.length - 2)
  return `  ${head}${params.length > room ? `${params.slice(0, room - 1)}…` : params}`
}

/** The words first, then what belongs to them, whatever the order of the run was; the tool calls last. */
export function renderAnswer(blocks: readonly ContentBlock[], terminal: Terminal): string {
  const words: string[] = []
  const artifacts: string[] = []
  const calls: string[] = []
  for (const block of blocks) {
    if (block.type === 'message') words.push(wrap(plain(block.message, terminal), terminal.width))
    else if (block.type === 'artifact') artifacts.push(printable(artifact(block, terminal)))
    else if (block.type === 'summary')
      words.push(paint(terminal, 'dim', wrap(printable(block.summary), terminal.width)))
    else if (block.type === 'tool_call') calls.push(printable(toolCall(block, terminal.width)))
  }
  if (calls.length > 0) calls.splice(0, calls.length, paint(terminal, 'dim', ['Looked at:', ...calls].join('\n')))
  const sections = [...words, ...artifacts, ...calls]
  return sections.length === 0 ? 'There is no answer in this thread.' : sections.join('\n\n')
}

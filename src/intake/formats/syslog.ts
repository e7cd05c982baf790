/** Syslog in HTTP bodies: RFC 5424 and RFC 3164 messages, one per line or octet-counted (RFC 6587). */
import type { AttributeValue } from '../../telemetry/index.ts'
import { linesOf, requireFew } from '../density.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { textOf } from './json-bodies.ts'
import { timeOfBsd, timeOfText } from './times.ts'

export const syslog: IntakeFormat = { id: 'syslog', name: 'Syslog (RFC 5424, RFC 3164)', decode: decodeSyslog }

/** Severity 0..7 of syslog as OpenTelemetry numbers (OpenTelemetry log data model, appendix B). */
export const SYSLOG_SEVERITIES = [21, 19, 18, 17, 13, 10, 9, 5] as const
const SEVERITY_NAMES = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'] as const
const PRIORITY_MAX = 191

/** Whether a line begins with a syslog priority such as `<14>`. */
export const isSyslog = (line: string): boolean => /^<\d{1,3}>/.test(line)

function decodeSyslog(input: DecodeInput): DecodeResult {
  const messages = framesOf(textOf(input.bytes))
  if (messages === null) return refused('an octet count does not fit the body')
  let bad = 0
  const drafts: LogDraft[] = []
  for (const message of messages) {
    if (isSyslog(message)) drafts.push(draftOfSyslog(message, input.nowMs))
    else if (message.trim() !== '') bad += 1
  }
  if (drafts.length === 0 && bad > 0) return refused('no message starts with a priority like <14>')
  return { ok: true, drafts, ...(bad > 0 ? { rejected: { 'a line is not syslog': bad } } : {}) }
}

/**
 * Splits a body into messages: octet-counted when it starts with a digit, else by lines. Null when a count does not
 * fit.
 */
export function framesOf(text: string): string[] | null {
  if (!/^[1-9]/.test(text)) return linesOf(text)
  const bytes = new TextEncoder().encode(text)
  const frames: string[] = []
  let at = 0
  while (at < bytes.length) {
    const space = bytes.indexOf(32, at)
    const length = space < 0 || space - at > 7 ? Number.NaN : Number(textOf(bytes.subarray(at, space)))
    if (!Number.isInteger(length) || length <= 0 || space + 1 + length > bytes.length) return null
    frames.push(textOf(bytes.subarray(space + 1, space + 1 + length)))
    requireFew(frames.length)
    at = space + 1 + length
    // Some senders end a frame with a line feed that they did not count.
    while (bytes[at] === 10 || bytes[at] === 13) at += 1
  }
  return frames
}

/** Searches from the end: a regular expression for the line end would be tried at every line break of the text. */
function lengthWithoutLineEnd(line: string): number {
  let length = line.length
  while (length > 0 && (line[length - 1] === '\n' || line[length - 1] === '\r')) length -= 1
  return length
}

/**
 * Makes a record of a syslog message (RFC 5424, or 3164 with `nowMs` for its year). A part that is malformed stays in
 * the text.
 */
export function draftOfSyslog(line: string, nowMs: number, hasStructuredData = true): LogDraft {
  const priority = /^<(\d{1,3})>/.exec(line)
  const value = Math.min(Number(priority?.[1] ?? 13), PRIORITY_MAX)
  const rest = line.slice(priority?.[0].length ?? 0, lengthWithoutLineEnd(line))
  const severity = value % 8
  const head = { severityNumber: SYSLOG_SEVERITIES[severity] ?? 9, severityText: SEVERITY_NAMES[severity] ?? '' }
  const facility = { 'syslog.facility': Math.floor(value / 8) }
  const draft = /^1 /.test(rest) ? draftOf5424(rest, hasStructuredData) : draftOf3164(rest, nowMs)
  return { ...draft, ...head, attributes: { ...facility, ...draft.attributes } }
}

/** VERSION SP TIMESTAMP SP HOST SP APP SP PROCID SP MSGID SP SD [SP MSG]. */
function draftOf5424(rest: string, hasStructuredData: boolean): LogDraft {
  const parts: string[] = []
  let at = 2
  while (parts.length < 5) {
    const space = rest.indexOf(' ', at)
    parts.push(space < 0 ? rest.slice(at) : rest.slice(at, space))
    at = space < 0 ? rest.length : space + 1
  }
  const [time = '-', host = '-', app = '-', process = '-', message = '-'] = parts
  const structured = hasStructuredData ? structuredData(rest, at) : { attributes: {}, end: at }
  const body = rest.slice(structured.end).replace(/^ ?\uFEFF?/, '')
  return {
    time: timeOfText(time),
    body,
    ...(app === '-' ? {} : { service: app }),
    resource: host === '-' ? {} : { 'host.name': host },
    attributes: {
      'syslog.version': 1,
      ...(process === '-' ? {} : { 'syslog.procid': process }),
      ...(message === '-' ? {} : { 'syslog.msgid': message }),
      ...structured.attributes,
    },
  }
}

/** `[id name="value" …][id …]`, escapes `\"`, `\\`, `\]`; one linear pass. */
function structuredData(text: string, start: number): { attributes: { [key: string]: AttributeValue }; end: number } {
  if (text[start] === '-') return { attributes: {}, end: start + 1 }
  const attributes: { [key: string]: AttributeValue } = {}
  let at = start
  while (text[at] === '[') {
    const close = endOfElement(text, at)
    if (close < 0) return { attributes, end: at }
    const element = text.slice(at + 1, close)
    const id = /^[^ \]="]*/.exec(element)?.[0] ?? ''
    for (const [, name = '', raw = ''] of element.slice(id.length).matchAll(/ ([^ ="\]]{1,64})="((?:[^"\\]|\\.)*)"/g)) {
      attributes[`syslog.${id}.${name}`] = raw.replaceAll(/\\(["\\\]])/g, '$1')
    }
    at = close + 1
  }
  return { attributes, end: at }
}

function endOfElement(text: string, start: number): number {
  let isQuoted = false
  for (let i = start + 1; i < text.length; i += 1) {
    const character = text[i]
    if (character === '\\' && isQuoted) i += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (character === ']' && !isQuoted) return i
  }
  return -1
}

/** `Mmm dd hh:mm:ss HOST TAG[pid]: MSG`, or with an RFC 3339 time as rsyslog's forwarding writes it. */
function draftOf3164(rest: string, nowMs: number): LogDraft {
  const bsd = timeOfBsd(rest, nowMs)
  const iso = bsd ? null : /^(\d{4}-\d\d-\d\dT\S{8,30}) /.exec(rest)
  const afterTime = bsd ? rest.slice(15).trimStart() : iso ? rest.slice(iso[0].length) : rest
  const time = bsd ?? (iso?.[1] ? timeOfText(iso[1]) : null)
  if (time === null) return { body: rest }
  const match = /^(\S{1,255}) ([^\s:[]{1,48})(?:\[([^\]]{0,32})\])?:? ?/.exec(afterTime)
  if (!match) return { time, body: afterTime }
  const [whole, host = '', tag = '', pid] = match
  return {
    time,
    body: afterTime.slice(whole.length),
    service: tag,
    resource: { 'host.name': host },
    attributes: pid ? { 'syslog.procid': pid } : {},
  }
}

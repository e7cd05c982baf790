/** What the questions about the live subtitle service count and look for. */
import type { LogRow, PointRow, Severity, SpanRow, World } from '../../records.ts'
import { distinct, logsOf, percentOf, requestsOf, type Window } from '../../truth.ts'
import * as t from '../truths.ts'

export const INCIDENT = {
  service: 'glossary-api',
  mechanism: ['event[- ]?loop', 'backtrack', '\\bpattern\\b', '\\bregex', 'gl-2207', 'sportlive', 'revision 9'],
  mark: 'onset',
}
export const TENANTS = [
  'nordkanal',
  'uni-basel',
  'parlament-tv',
  'agora-events',
  'medtalk',
  'kirche-online',
  'sportlive',
]
export const OUTPUTS = ['hls', 'web', 'sdi', 'ndi']

export const gateway = t.of('caption-gateway')
export const sessionApi = t.of('session-api')
export const ingest = t.of('audio-ingest')
export const asr = t.of('asr-worker')
export const glossary = t.of('glossary-api')
export const cuePublisher = t.of('cue-publisher')
export const desk = t.of('editor-desk')

export const AUDIO = 'POST /v1/sessions/{id}/audio'
export const OPEN = 'POST /v1/sessions'
export const GLOSSARY = 'GET /v1/glossaries/{id}'
export const CORRECT = 'PATCH /v1/cues/{id}'
export const TRANSCRIPT = 'GET /v1/transcripts/{id}'

export const at = (where: t.Where, ...names: string[]): t.Where<SpanRow> => t.all<SpanRow>(where, t.named(...names))
export const status = (...codes: number[]): t.Where => t.has('http.response.status_code', ...codes)
export const answered = (where: t.Where, code: number): t.Where<SpanRow> => t.all<SpanRow>(where, status(code))
export const line = (where: t.Where, pattern: RegExp): t.Where<LogRow> => t.all<LogRow>(where, t.says(pattern))
export const warned = (where: t.Where): t.Where<LogRow> => t.all<LogRow>(where, t.level('WARN'))
export const written = (severity: Severity): t.Where<LogRow> => t.level(severity)

/** A chunk of audio that got no subtitles: its line, or the message that failed. */
export const LOST = line(asr, /^chunk not captioned/)
export const lost = (...wheres: t.Where[]): t.Measure => t.logs(t.all<LogRow>(LOST, ...wheres))
export const LOST_METRIC = t.metric('asr-worker', 'chunks.lost', 'sum')
export const OPENED = line(sessionApi, /^Session ses-\d+ opened/)
export const NOT_OPENED = line(sessionApi, /not opened/)
export const FULL = line(sessionApi, /plan allows/)
export const CORRECTED = line(desk, /^Cue \S+ corrected/)
export const SENT = line(cuePublisher, /^cue sent/)
export const LATE = line(cuePublisher, /^cue late/)
export const ACCEPTED = line(ingest, /^chunk accepted/)
export const CAPTIONED = line(asr, /^chunk captioned/)

/** Numbers that lines carry as an attribute. */
function valuesOf(world: World, window: Window, where: t.Where<LogRow>, key: string): number[] {
  return logsOf(world, where, window).flatMap(({ attributes }) => {
    const value = attributes[key]
    return typeof value === 'number' ? [value] : []
  })
}
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    valuesOf(world, window, where, key).reduce((sum, one) => sum + one, 0)
export const maxOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    Math.max(...valuesOf(world, window, where, key))
export const over =
  (key: string, least: number): t.Where<LogRow> =>
  ({ attributes }) =>
    Number(attributes[key] ?? Number.NaN) > least
export const under =
  (key: string, most: number): t.Where<LogRow> =>
  ({ attributes }) =>
    Number(attributes[key] ?? Number.NaN) < most
export const pods =
  (service: string): t.Measure =>
  (world, window) =>
    distinct(logsOf(world, t.of(service), window).map(({ instance }) => instance))
/** Percent of some lines that others are. */
export const linesPer =
  (part: t.Where<LogRow>, whole: t.Where<LogRow>): t.Measure =>
  (world, window) =>
    percentOf(logsOf(world, part, window).length, logsOf(world, whole, window).length)

const iso = (timeMs: number) => new Date(timeMs).toISOString()
/** When the first, or the last, of some lines was written. */
export const firstAt =
  (where: t.Where<LogRow>, toleranceS = 60): t.Expect =>
  ({ world }) => ({ time: { at: iso(logsOf(world, where)[0]?.timeMs ?? 0), toleranceS } })
export const lastAt =
  (where: t.Where<LogRow>, toleranceS = 60): t.Expect =>
  ({ world }) => ({ time: { at: iso(logsOf(world, where).at(-1)?.timeMs ?? 0), toleranceS } })
/** What a line with a name of the world says, by the first group of a pattern. */
export const told =
  (name: string, pattern: RegExp): t.Expect =>
  ({ world }) => {
    const id = world.names[name] ?? 'none'
    const found = world.logs.find(({ message }) => message.includes(id) && pattern.test(message))
    const said = pattern.exec(found?.message ?? '')?.[1]
    if (said === undefined) throw new Error(`no line of ${id} says it`)
    return { says: [[`\\b${said}\\b`]] }
  }
/** An attribute of the last of some lines. */
export const lastSays =
  (where: t.Where<LogRow>, key: string): t.Expect =>
  ({ world }) => ({ says: [[String(logsOf(world, where).at(-1)?.attributes[key])]] })
export const of = (key: string, value: string) => (point: PointRow) => point.attributes[key] === value

/** A length of time may be told in its own unit or in milliseconds. */
export const lengths = (factorMs: number, when: t.When, measure: t.Measure): t.Expect =>
  t.value(when, measure, t.scaled(measure, factorMs))
export const spans = (where: t.Where<SpanRow>) => (world: World, window?: Window) => requestsOf(world, where, window)
export const lines = (where: t.Where<LogRow>) => (world: World, window?: Window) => logsOf(world, where, window)

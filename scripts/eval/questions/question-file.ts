/** Question files for other telemetry: docs/design/questions-eval.md describes the format. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { shiftOf } from '../send-incident.ts'
import type { Item } from './ask.ts'
import { type Expectation, questionSchema } from './expectation.ts'

const SIGNALS = ['logs', 'spans', 'metrics'] as const

const headerSchema = z.strictObject({
  /** A folder with `logs.otlp.jsonl.gz`, `spans…`, `metrics…`, relative to the file. */
  telemetry: z.string().min(1),
  /** The end of the telemetry, ISO 8601. */
  end: z.iso.datetime(),
  /** `now`: moved so that it ends now; `days`: moved by whole days, so that clock times stay. */
  shift: z.enum(['now', 'days']).default('now'),
})

export interface QuestionFile {
  readonly name: string
  /** The folder that holds the telemetry's folder, and its name. */
  readonly folder: string
  readonly id: string
  readonly shiftMs: number
  readonly items: readonly Item[]
}

/** @throws Error with the line's number when a line is none of the format. */
export function readQuestionFile(path: string, nowMs: number): QuestionFile {
  if (!existsSync(path))
    throw new Error(`There is no file ${path}. Name a question file: docs/design/questions-eval.md.`)
  const lines = readFileSync(path, 'utf8').split('\n')
  const numbered = lines.map((text, index) => ({ text, number: index + 1 })).filter(({ text }) => text.trim() !== '')
  const [head, ...rest] = numbered
  if (head === undefined) throw new Error(`${path} is empty: the first line names the telemetry`)
  const header = parse(path, head, headerSchema)
  const endMs = Date.parse(header.end)
  const shiftMs = header.shift === 'now' ? nowMs - endMs : shiftOf(endMs, nowMs)
  const name = basename(path).replace(/\.jsonl$/, '')
  const items = rest.map((line): Item => {
    const question = parse(path, line, questionSchema)
    const expected = movedExpectation(question.expect, shiftMs)
    return {
      ...{ system: name, id: question.id, class: question.class, half: question.half ?? 'dev' },
      text: movedText(question.ask, shiftMs),
      thread: question.thread ?? null,
      expect: () => expected,
    }
  })
  const telemetry = resolve(dirname(path), header.telemetry)
  if (!SIGNALS.some((signal) => existsSync(join(telemetry, `${signal}.otlp.jsonl.gz`)))) {
    throw new Error(`${path}:1: ${telemetry} holds none of ${SIGNALS.join(', ')} as <signal>.otlp.jsonl.gz`)
  }
  return { name, folder: dirname(telemetry), id: basename(telemetry), shiftMs, items }
}

function parse<Schema extends z.ZodType>(
  path: string,
  line: { text: string; number: number },
  schema: Schema,
): z.infer<Schema> {
  let value: unknown
  try {
    value = JSON.parse(line.text)
  } catch {
    throw new Error(`${path}:${line.number} is not JSON`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(`${path}:${line.number}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** `{2023-01-29T08:43:04Z}` becomes the moved clock time, HH:MM:SS. */
export function movedText(text: string, shiftMs: number): string {
  return text.replace(/\{(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\}/g, (_all, iso: string) =>
    new Date(Date.parse(iso) + shiftMs).toISOString().slice(11, 19),
  )
}

function movedExpectation(expect: Expectation, shiftMs: number): Expectation {
  if (expect.time === undefined) return expect
  return { ...expect, time: { ...expect.time, at: new Date(Date.parse(expect.time.at) + shiftMs).toISOString() } }
}

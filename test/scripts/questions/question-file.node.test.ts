import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readQuestionFile } from '../../../scripts/eval/questions/question-file.ts'
import { temporaryFolders } from '../../temporary-folders.ts'

const newFolder = temporaryFolders('questions')

const NOW_MS = Date.parse('2026-11-22T09:00:00Z')
const HEADER = '{"telemetry":"case","end":"2023-01-29T08:45:00Z","shift":"days"}'

function file(...lines: readonly string[]): string {
  const folder = newFolder()
  mkdirSync(join(folder, 'case'))
  writeFileSync(join(folder, 'case', 'logs.otlp.jsonl.gz'), '')
  const path = join(folder, 'asked.jsonl')
  writeFileSync(path, lines.join('\n'))
  return path
}

describe('a question file', () => {
  test('moves its times with the telemetry', () => {
    const question =
      '{"id":"a","class":"cause","ask":"what broke at {2023-01-29T08:43:04Z}?","expect":{"time":{"at":"2023-01-29T08:43:04Z","toleranceS":60}}}'
    const byDays = readQuestionFile(file(HEADER, question), NOW_MS)
    expect(byDays.items[0]?.text).toBe('what broke at 08:43:04?')
    expect(byDays.items[0]?.expect(NOW_MS).time?.at).toBe('2026-11-22T08:43:04.000Z')
    const toNow = readQuestionFile(file(HEADER.replace('days', 'now'), question), NOW_MS)
    expect(toNow.items[0]?.text).toBe('what broke at 08:58:04?')
    expect(toNow.shiftMs).toBe(NOW_MS - Date.parse('2023-01-29T08:45:00Z'))
  })

  test('is refused with the number of the line that is none of the format', () => {
    expect(() => readQuestionFile(file(HEADER, '{"id":"a"'), NOW_MS)).toThrow(/:2 is not JSON/)
    const unknown = '{"id":"a","class":"b","ask":"c","expect":{"nubmers":[]}}'
    expect(() => readQuestionFile(file(HEADER, '', unknown), NOW_MS)).toThrow(/:3: .*nubmers/s)
    expect(() => readQuestionFile(file(''), NOW_MS)).toThrow(/is empty/)
    expect(() => readQuestionFile('/nowhere/asked.jsonl', NOW_MS)).toThrow(/There is no file/)
  })

  test('is refused when its telemetry is not there', () => {
    expect(() => readQuestionFile(file(HEADER.replace('case', 'other')), NOW_MS)).toThrow(
      /:1: .*other holds none of logs/,
    )
  })
})

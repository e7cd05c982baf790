/**
 * `npm run eval:templates -- <folder>`: accuracy and speed of template mining on a folder of `*_2k.log_structured.csv`
 * (columns Content, EventId, EventTemplate). Each set is read once, in order, into an empty map, with no setting. Since
 * patterns merge while lines come, a line's group is its pattern when the set has been read, as in the product.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { PatternMap } from '../../src/telemetry/pattern/map.ts'
import { ShapeTable } from '../../src/telemetry/shape/shape.ts'
import { accuracyOf, type ParsedLine } from './accuracy.ts'

const SUFFIX = '_2k.log_structured.csv'
/** Speed is that of the fastest of this many passes, each with an empty table and map. */
const PASSES = 20

interface Row {
  readonly Content: string
  readonly EventId: string
  readonly EventTemplate: string
}

function readRows(path: string): Row[] {
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true, bom: true, relax_quotes: true })
  return rows.map((row) => {
    const { Content, EventId, EventTemplate } = row
    if (Content === undefined || EventId === undefined || EventTemplate === undefined) {
      throw new Error(`${path}: a row lacks Content, EventId or EventTemplate`)
    }
    return { Content, EventId, EventTemplate }
  })
}

function mine(rows: readonly Row[]): { readonly patterns: PatternMap; readonly hashes: string[] } {
  const table = new ShapeTable()
  const patterns = new PatternMap()
  const hashes: string[] = []
  for (const row of rows) {
    const shape = table.shapeOf(row.Content)
    patterns.assign(shape)
    hashes.push(shape.hash)
  }
  return { patterns, hashes }
}

function parsedLines(rows: readonly Row[]): ParsedLine[] {
  const { patterns, hashes } = mine(rows)
  const known = new Map(
    patterns.patterns().flatMap((pattern) => pattern.shapes.map((hash) => [hash, pattern] as const)),
  )
  return rows.map((row, index) => {
    const pattern = known.get(hashes[index] ?? '')
    return {
      predictedGroup: pattern?.id ?? '',
      predictedTemplate: pattern?.template ?? '',
      trueGroup: row.EventId,
      trueTemplate: row.EventTemplate,
    }
  })
}

/** Of the fastest of the passes: the machine may be busy with other things. */
function fastestSeconds(rows: readonly Row[]): number {
  let bestMs = Number.POSITIVE_INFINITY
  for (let pass = 0; pass < PASSES; pass++) {
    const startMs = performance.now()
    mine(rows)
    bestMs = Math.min(bestMs, performance.now() - startMs)
  }
  return bestMs / 1_000
}

/** Lines of the groups that are wrong, largest first: what to look at when working on the rules. */
function printErrors(lines: readonly ParsedLine[]): void {
  const wrong = new Map<string, number>()
  for (const line of lines) {
    const key = `${line.trueGroup}\t${line.trueTemplate}\n      ours\t${line.predictedTemplate}`
    wrong.set(key, (wrong.get(key) ?? 0) + 1)
  }
  const groups = new Map<string, Set<string>>()
  const events = new Map<string, Set<string>>()
  for (const line of lines) {
    groups.set(line.predictedGroup, (groups.get(line.predictedGroup) ?? new Set()).add(line.trueGroup))
    events.set(line.trueGroup, (events.get(line.trueGroup) ?? new Set()).add(line.predictedGroup))
  }
  const shown = new Set<string>()
  for (const line of lines) {
    const mixed = (groups.get(line.predictedGroup)?.size ?? 0) > 1
    const split = (events.get(line.trueGroup)?.size ?? 0) > 1
    const key = `${line.trueGroup}\t${line.trueTemplate}\n      ours\t${line.predictedTemplate}`
    if ((!mixed && !split) || shown.has(key)) continue
    shown.add(key)
    console.log(`  ${mixed ? 'mixed' : ''}${split ? 'split' : ''} ${wrong.get(key)} ${key}`)
  }
}

function perSecond(lines: number, seconds: number): string {
  return `${Math.round(lines / seconds).toLocaleString('en')} lines/s`
}

function main(): number {
  const args = process.argv.slice(2)
  const showErrors = args.includes('--errors')
  const folder = args.find((arg) => !arg.startsWith('--')) ?? process.env['EVAL_DATA']
  if (folder === undefined) {
    console.error(`usage: npm run eval:templates -- <folder of *${SUFFIX}> [--errors]   (or EVAL_DATA=<folder>)`)
    return 2
  }
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
  if (files.length === 0) {
    console.error(`no *${SUFFIX} in ${folder}`)
    return 2
  }
  let grouping = 0
  let templates = 0
  let seconds = 0
  let lineCount = 0
  for (const file of files) {
    const rows = readRows(join(folder, file))
    const lines = parsedLines(rows)
    const accuracy = accuracyOf(lines)
    grouping += accuracy.grouping
    templates += accuracy.templates
    const setSeconds = fastestSeconds(rows)
    seconds += setSeconds
    lineCount += rows.length
    const speed = perSecond(rows.length, setSeconds)
    const name = file.slice(0, -SUFFIX.length).padEnd(14)
    console.log(`${name} GA ${accuracy.grouping.toFixed(3)} FTA ${accuracy.templates.toFixed(3)} ${speed}`)
    if (showErrors) printErrors(lines)
  }
  console.log(`all sets ${perSecond(lineCount, seconds)}`)
  console.log(`mean GA ${(grouping / files.length).toFixed(3)} mean FTA ${(templates / files.length).toFixed(3)}`)
  return 0
}

process.exit(main())

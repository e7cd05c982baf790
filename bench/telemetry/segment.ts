/** Size and speed of the log segment codec on the corpus: `tsx bench/telemetry/segment.ts [records per segment]`. */

import type { TextSearch } from '../../src/telemetry/port.ts'
import { ContainerReader } from '../../src/telemetry/segment/container.ts'
import { placedLogColumns } from '../../src/telemetry/segment/log-columns.ts'
import { encodeLogSegment } from '../../src/telemetry/segment/log-encode.ts'
import { searchSteps } from '../../src/telemetry/segment/log-search.ts'
import { LogSegment } from '../../src/telemetry/segment/log-segment.ts'
import { atOnce } from '../../src/telemetry/segment/search-steps.ts'
import { SegmentIndex } from '../../src/telemetry/segment/segment-index.ts'
import { parseTextQuery } from '../../src/telemetry/segment/text-query.ts'
import { ShapeLimiter } from '../../src/telemetry/shape/limiter.ts'
import { ShapeTable } from '../../src/telemetry/shape/shape.ts'
import { corpusSlice, RARE_WORD } from './corpus.ts'

const CORPUS_RECORDS = 1_000_000
const SEGMENTS = 12

const perSegment = Number(process.argv[2] ?? 5_000)
const segments = Array.from({ length: SEGMENTS }, (_, segment) =>
  corpusSlice(segment * perSegment, (segment + 1) * perSegment, { records: CORPUS_RECORDS }).map((record, index) => ({
    record,
    sequence: segment * 5 + Math.floor(index / 1_000),
    index: index % 1_000,
  })),
)
/** Processor time of this process: what the work costs, also while the machine does other things. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const context = { table: new ShapeTable(), limiter: new ShapeLimiter() }
let columnBytes = 0
let indexBytes = 0
const columnSizes = new Map<string, number>()
const encodeMs: number[] = []
const decodeMs: number[] = []
/** Per search: processor milliseconds a segment, columns opened anew each time. */
const searches = new Map<string, number[]>()

function timeSearch(name: string, columns: Uint8Array, search: TextSearch): void {
  const query = parseTextQuery(search)
  if (query === null) throw new Error(`${name} searches for nothing`)
  const startMs = cpuMs()
  atOnce(searchSteps(new LogSegment(columns), query))
  const took = cpuMs() - startMs
  const known = searches.get(name)
  if (known === undefined) searches.set(name, [took])
  else known.push(took)
}

for (const entries of segments) {
  const startMs = cpuMs()
  const encoded = encodeLogSegment(placedLogColumns(entries), context)
  encodeMs.push(cpuMs() - startMs)
  columnBytes += encoded.columns.length
  indexBytes += encoded.index.length
  const reader = new ContainerReader(encoded.columns)
  for (const name of reader.names()) columnSizes.set(name, (columnSizes.get(name) ?? 0) + reader.storedLength(name))
  for (let round = 0; round < 3; round++) {
    const indexStartMs = cpuMs()
    new SegmentIndex(encoded.index).tokens.count(RARE_WORD)
    const took = cpuMs() - indexStartMs
    searches.set('count of a word, index only', [...(searches.get('count of a word, index only') ?? []), took])
    timeSearch('rare word', encoded.columns, { mode: 'all', text: RARE_WORD })
    timeSearch('common word', encoded.columns, { mode: 'all', text: 'replica' })
    timeSearch('two words', encoded.columns, { mode: 'all', text: 'replica attempt' })
    timeSearch('substring', encoded.columns, { mode: 'substring', text: 'uillfeath' })
    timeSearch('substring of digits', encoded.columns, { mode: 'substring', text: '4711' })
  }
  const decodeStartMs = cpuMs()
  const segment = new LogSegment(encoded.columns)
  for (let row = 0; row < segment.count; row++) segment.recordAt(row)
  decodeMs.push(cpuMs() - decodeStartMs)
}
const records = perSegment * SEGMENTS
const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
const bytesEach = (bytes: number): string => (bytes / records).toFixed(2)
const bodyChars = segments.flat().reduce((sum, { record }) => sum + record.body.length, 0) / records
console.log(`${SEGMENTS} segments of ${perSegment}; bodies of ${bodyChars.toFixed(0)} characters`)
console.log(`bytes a record: ${bytesEach(columnBytes + indexBytes)}`)
console.log(`  columns ${bytesEach(columnBytes)}, index ${bytesEach(indexBytes)}`)
for (const [name, bytes] of [...columnSizes].sort((a, b) => b[1] - a[1]).slice(0, 16))
  console.log(`    ${name} ${bytesEach(bytes)}`)
console.log(`encode ${Math.round(perSegment / (median(encodeMs) / 1_000)).toLocaleString('en')} records/s`)
console.log(`decode all ${Math.round(perSegment / (median(decodeMs) / 1_000)).toLocaleString('en')} records/s`)
for (const [name, times] of searches) console.log(`search a segment, ${name}: ${median(times).toFixed(2)} ms`)

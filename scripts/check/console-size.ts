/**
 * The sizes of the console, compressed: what the first load takes before any view, and what each view adds to it.
 * `npm run check:console`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildConsole, CONSOLE_DIR, CONSOLE_MANIFEST } from '../build/console.ts'

/** A second on a slow phone connection. */
const FIRST_LOAD_BYTES_MAX = 150_000
const VIEW_BYTES_MAX = 80_000

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

await buildConsole()
const chunks = JSON.parse(readFileSync(CONSOLE_MANIFEST, 'utf8')) as Readonly<Record<string, Chunk>> // the build wrote it

/** The files that a chunk needs, its imports included. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks[name]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
  for (const one of chunk.imports ?? []) filesOf(one, seen)
  return seen
}

const bytesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(CONSOLE_DIR, file))).byteLength, 0)

const entries = Object.entries(chunks)
const first = new Set(entries.filter(([, chunk]) => chunk.isEntry).flatMap(([name]) => [...filesOf(name)]))
const firstBytes = bytesOf(first)
const views = entries
  .filter(([name, chunk]) => chunk.isDynamicEntry && name.startsWith('src/views/'))
  .map(([name]) => ({ name, bytes: bytesOf([...filesOf(name)].filter((file) => !first.has(file))) }))
console.log(`console: ${firstBytes} bytes before any view`)
for (const { name, bytes } of views) console.log(`console: ${bytes} bytes for ${name}`)
const problems = [
  ...(firstBytes > FIRST_LOAD_BYTES_MAX ? [`the first load is larger than ${FIRST_LOAD_BYTES_MAX} bytes`] : []),
  ...(views.length === 0 ? ['no view is a chunk of its own'] : []),
  ...views
    .filter(({ bytes }) => bytes > VIEW_BYTES_MAX)
    .map(({ name }) => `${name} is larger than ${VIEW_BYTES_MAX} bytes`),
]
for (const problem of problems) console.error(`console: ${problem}`)
if (problems.length > 0) process.exitCode = 1

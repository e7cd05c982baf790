/**
 * Reading bodies: `npm run bench -- read [seconds]`. The bounded reader beside `arrayBuffer()`, which bounds nothing, and
 * the runtime's own chunks; in turns, by size.
 */
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startBenchRuntime } from '../runtime.ts'

const seconds = Number(process.argv[2] ?? 2)
const ROUNDS = 5
const CONNECTIONS = 8
const MODES = ['whole', 'bounded', 'chunks'] as const
const SIZES_KIB = [2, 60, 400, 900]

const { url, close } = await startBenchRuntime({
  entryPoint: join(import.meta.dirname, 'read-worker.ts'),
  objects: {},
  queues: [],
})

async function rate(mode: string, body: Buffer, duration: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/?mode=${mode}`,
    connections: CONNECTIONS,
    duration,
    method: 'POST',
    body,
  })
  if (result.non2xx > 0) throw new Error(`${mode}: ${result.non2xx} refused`)
  return result['2xx'] / result.duration
}

try {
  for (const kib of SIZES_KIB) {
    const body = Buffer.alloc(kib * 1024, 'a line of a log, ')
    const rates = new Map<string, number[]>(MODES.map((mode) => [mode, []]))
    for (const mode of MODES) await rate(mode, body, 1)
    for (let round = 0; round < ROUNDS; round++) {
      for (const mode of MODES) rates.get(mode)?.push(await rate(mode, body, seconds))
    }
    const median = (mode: string) => (rates.get(mode) ?? []).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
    const shown = MODES.map(
      (mode) => `${mode} ${Math.round(median(mode))}/s (${(median(mode) / median('whole')).toFixed(2)})`,
    )
    console.log(`${String(kib).padStart(4)} KiB: ${shown.join(', ')}`)
  }
} finally {
  await close()
}

/**
 * Probes of /healthz in a thread of their own: what the bench itself computes meanwhile, such as the records that it
 * sends, must not lengthen their waits. Begins at once, and answers any message with the waits so far.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { runtimeClock } from '../../scripts/server/runtime-clock.ts'
import { Connection } from '../service/load.ts'
import type { ProbeInput, Wait } from './probes.ts'

const PROBES = 4
/** Probes that come without a pause would be the load that is measured. */
const PAUSE_MS = 5

// What probes.ts gives.
const { url } = workerData as ProbeInput
const now = runtimeClock() ?? (() => ({ cpuMs: performance.now(), queuedMs: 0 }))
const waits: Wait[] = []
let isDone = false

async function probe(): Promise<void> {
  const connection = new Connection()
  while (!isDone) {
    const [sentMs, before] = [performance.now(), now()]
    await connection.send({ url: `${url}/healthz` })
    const [ms, after] = [performance.now() - sentMs, now()]
    waits.push({
      ms,
      cpuMs: after.cpuMs - before.cpuMs,
      queuedMs: after.queuedMs - before.queuedMs,
      sentAtMs: performance.timeOrigin + sentMs,
    })
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  connection.close()
}

const probes = Promise.all(Array.from({ length: PROBES }, probe))
parentPort?.once('message', async () => {
  isDone = true
  await probes
  parentPort?.postMessage(waits)
})
parentPort?.postMessage('begun')

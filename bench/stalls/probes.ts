/** What others wait while work is done. */
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RuntimeClock } from '../../scripts/server/runtime-clock.ts'
import { shareOf } from '../service/load.ts'

export interface ProbeInput {
  readonly url: string
}

/** What a probe waited for: the runtime at work, the runtime that waited for a core, and the rest, such as its disk. */
export interface Wait {
  readonly ms: number
  readonly cpuMs: number
  readonly queuedMs: number
  /** Milliseconds since 1970. */
  readonly sentAtMs: number
}

interface Latencies {
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly probes: number
  /** CPU time of the runtime while a probe waited: what the machine's other programs took is not in it. */
  readonly cpuP99: number
  readonly cpuMax: number
  /** The longest, and how long after the beginning of the work it was sent. */
  readonly slowest: Wait & { readonly beganMs: number }
}

export interface Probed {
  readonly latencies: Latencies
  readonly tookMs: number
  readonly cpuMs: number
  /** The runtime had nothing to do, or paused. */
  readonly asleepMs: number
}

const NO_WAIT: Wait = { ms: 0, cpuMs: 0, queuedMs: 0, sentAtMs: 0 }

/** Latencies of /healthz while `work` runs. */
export async function probed(url: string, now: RuntimeClock, work: () => Promise<unknown>): Promise<Probed> {
  const input: ProbeInput = { url }
  const thread = new Worker(join(import.meta.dirname, 'probe-thread.ts'), { workerData: input })
  await once(thread, 'message')
  const [startedAtMs, before] = [performance.timeOrigin + performance.now(), now()]
  let [tookMs, cpuMs, asleepMs] = [0, 0, 0]
  try {
    await work()
    tookMs = performance.timeOrigin + performance.now() - startedAtMs
    const after = now()
    cpuMs = after.cpuMs - before.cpuMs
    asleepMs = tookMs - cpuMs - (after.queuedMs - before.queuedMs)
    const answered = once(thread, 'message')
    thread.postMessage('end')
    // What probe-thread.ts answers.
    const [waits] = (await answered) as [Wait[]]
    return { latencies: latenciesOf(waits, startedAtMs), tookMs, cpuMs, asleepMs }
  } finally {
    await thread.terminate()
  }
}

function latenciesOf(all: readonly Wait[], startedAtMs: number): Latencies {
  // The first of a thread opens its connection.
  const waits = all.filter(({ sentAtMs }) => sentAtMs >= startedAtMs)
  const ms = waits.map((wait) => wait.ms)
  const cpuMs = waits.map((wait) => wait.cpuMs)
  const slowest = waits.reduce((worst, wait) => (wait.ms > worst.ms ? wait : worst), NO_WAIT)
  return {
    p50: shareOf(ms, 0.5),
    p99: shareOf(ms, 0.99),
    max: shareOf(ms, 1),
    probes: waits.length,
    cpuP99: shareOf(cpuMs, 0.99),
    cpuMax: shareOf(cpuMs, 1),
    slowest: { ...slowest, beganMs: slowest.sentAtMs - startedAtMs },
  }
}

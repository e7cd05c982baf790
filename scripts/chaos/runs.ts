/**
 * Kills the whole server, again and again, while threads are running, and counts what was lost or doubled. Clients
 * never retry a POST: what was answered 201 must be there once, what was cut off may be there once or not at all.
 */

import { STEP_REPEATS_MAX } from '../../src/durable/thread/limits.ts'
import { seededRandom } from '../demo/random.ts'
import { sendSimulation } from '../demo/send.ts'
import { simulate } from '../demo/simulate.ts'
import { type Api, apiClient, type Message, type RunResult } from '../server/api.ts'
import type { RunningServer } from '../server/server.ts'
import { createWorkbench } from '../server/workbench.ts'
import { checkThread, type Finding } from './check-thread.ts'

export interface RunChaosOptions {
  readonly kills: number
  readonly seed: number
  readonly log: (line: string) => void
}

export interface RunChaosReport {
  readonly kills: number
  /** Kills that hit while a run that was acknowledged since the one before had not been seen to end. */
  readonly killsDuringRuns: number
  readonly messagesSent: number
  readonly messagesAcknowledged: number
  /** Posts cut off by a kill, and how many of those were in the thread all the same. */
  readonly messagesCutOff: number
  readonly findings: readonly Finding[]
}

/** Clients asking at once; each waits for its answer before it asks again, on a thread of its own or on its last one. */
const CLIENTS = 4
/** From the server's readiness to the kill: from the first model step to several finished runs. */
const KILL_AFTER_MS = { low: 40, high: 1500 }
const RECOVERY_MS = 120_000
/** Every other kill waits that long for a run to be under way: on a slow machine the clock alone would hit none. */
const UNDER_WAY_MS = 30_000
/**
 * Then all runs come to their end. A step that is cut off in each of its attempts ends its run with an error, as it
 * should, and on a slow machine kills this close cut off each.
 */
const KILLS_IN_A_ROW = STEP_REPEATS_MAX

const QUESTIONS = [
  'what broke?',
  'how many errors in the last hour?',
  'show me warnings of the last 30 minutes',
  'top services by errors',
  'what is connected?',
] as const

interface Asked {
  readonly text: string
  /** null until the service answered 201. */
  run: RunResult | null
  isSeenEnded: boolean
  /** The thread it was appended to; null for a new one. */
  readonly threadId: string | null
}

class Clients {
  readonly asked: Asked[] = []
  readonly #random
  #count = 0
  #isOpen = true

  constructor(seed: number) {
    this.#random = seededRandom(seed, 'chaos clients')
  }

  close(): void {
    this.#isOpen = false
  }

  /** Whether a run that was acknowledged since then, as a count of `asked`, has not been seen to end. */
  hasRunning(since: number): boolean {
    return this.asked.slice(since).some((one) => one.run !== null && !one.isSeenEnded)
  }

  /** Asks until the connection breaks or the clients are closed. */
  async work(api: Api): Promise<void> {
    let threadId: string | null = null
    while (this.#isOpen) {
      const text = `${this.#random.pick(QUESTIONS)} (${++this.#count})`
      const asked: Asked = { text, run: null, isSeenEnded: false, threadId: this.#random.chance(0.4) ? threadId : null }
      this.asked.push(asked)
      try {
        const path: string = asked.threadId === null ? '/threads' : `/threads/${asked.threadId}/messages`
        asked.run = await api.post<RunResult>(path, { message: text, wait: false })
        threadId = asked.run.threadId
        const ended = await api.finished(asked.run, RECOVERY_MS)
        asked.isSeenEnded = ended.completed
      } catch {
        return
      }
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function underWay(isUnderWay: () => boolean): Promise<void> {
  for (const deadlineMs = Date.now() + UNDER_WAY_MS; Date.now() < deadlineMs && !isUnderWay(); ) await pause(5)
}

async function restarted(start: () => Promise<RunningServer>): Promise<RunningServer> {
  try {
    return await start()
  } catch {
    // The killed runtime's port can stay taken for a moment.
    await pause(1000)
    return start()
  }
}

export async function runChaos(options: RunChaosOptions): Promise<RunChaosReport> {
  const bench = await createWorkbench({ name: 'chaos-runs', isBuilt: true })
  const random = seededRandom(options.seed, 'chaos kills')
  const clients = new Clients(options.seed)
  let killsDuringRuns = 0
  let server = await bench.start()
  try {
    const [credentials] = bench.organizations
    if (credentials === undefined) throw new Error('the workbench has no organization')
    const simulation = simulate({ seed: options.seed, endMs: Date.now(), durationMinutes: 30, requestsPerSecond: 0.4 })
    await sendSimulation(simulation, { intakeUrl: `${server.baseUrl}/intake`, publicKey: credentials.publicKey })
    const api = apiClient(server.baseUrl, credentials.secretKey)
    for (let kill = 1; kill <= options.kills; kill++) {
      const before = clients.asked.length
      const working = Array.from({ length: CLIENTS }, () => clients.work(api))
      await pause(random.integer(KILL_AFTER_MS.low, KILL_AFTER_MS.high))
      if (kill % 2 === 0) await underWay(() => clients.hasRunning(before))
      if (clients.hasRunning(before)) killsDuringRuns++
      await server.kill()
      await Promise.all(working)
      server = await restarted(() => bench.start())
      if (kill % KILLS_IN_A_ROW === 0) for (const threadId of (await listed(api)).keys()) await settled(api, threadId)
      if (kill % 10 === 0 || kill === options.kills) options.log(`${kill} kills, ${clients.asked.length} messages sent`)
    }
    clients.close()
    const findings = await verify(api, clients.asked)
    const acknowledged = clients.asked.filter((one) => one.run !== null).length
    return {
      kills: options.kills,
      killsDuringRuns,
      messagesSent: clients.asked.length,
      messagesAcknowledged: acknowledged,
      messagesCutOff: clients.asked.length - acknowledged,
      findings,
    }
  } finally {
    await server.stop()
    bench.remove()
  }
}

async function verify(api: Api, asked: readonly Asked[]): Promise<Finding[]> {
  const findings: Finding[] = []
  const threads = new Map<string, Asked[]>()
  for (const one of asked) {
    const threadId = one.run?.threadId ?? one.threadId
    if (threadId !== null) threads.set(threadId, [...(threads.get(threadId) ?? []), one])
  }
  for (const [threadId, mine] of threads) {
    for (const one of mine) {
      if (one.run === null) continue
      const ended = await api.finished({ ...one.run, completed: false }, RECOVERY_MS)
      if (ended.status !== 'completed') findings.push({ threadId, problem: `run of "${one.text}" is ${ended.status}` })
    }
    const messages: readonly Message[] = await api.messages(threadId)
    const acknowledged = mine.filter((one) => one.run !== null).map((one) => one.text)
    const cutOff = mine.filter((one) => one.run === null).map((one) => one.text)
    findings.push(...checkThread({ threadId, messages, acknowledged, cutOff }))
  }
  return [...findings, ...(await verifyList(api, asked, [...threads.keys()]))]
}

/**
 * Every thread that was answered for is in the project's list, once; every other one there comes from a post that was
 * cut off, and is not empty.
 */
async function verifyList(api: Api, asked: readonly Asked[], known: readonly string[]): Promise<Finding[]> {
  const counts = await listed(api)
  const findings: Finding[] = known
    .filter((id) => counts.get(id) !== 1)
    .map((id) => ({ threadId: id, problem: `listed ${counts.get(id) ?? 0} times` }))
  const cutOff = asked.filter((one) => one.run === null && one.threadId === null).map((one) => one.text)
  for (const threadId of counts.keys()) {
    if (known.includes(threadId)) continue
    const messages = await settledMessages(api, threadId)
    if (messages.length === 0) findings.push({ threadId, problem: 'an empty thread is left behind' })
    findings.push(...checkThread({ threadId, messages, acknowledged: [], cutOff }))
  }
  return findings
}

/** How often the project's list names each thread. */
async function listed(api: Api): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const page: { threads: readonly { id: string }[]; nextCursor: string | null } = await api.get(
      `/threads?limit=100${query}`,
    )
    for (const { id } of page.threads) counts.set(id, (counts.get(id) ?? 0) + 1)
    cursor = page.nextCursor
  } while (cursor !== null)
  return counts
}

async function settled(api: Api, threadId: string): Promise<void> {
  for (const deadlineMs = Date.now() + RECOVERY_MS; Date.now() < deadlineMs; ) {
    const { status } = await api.get<{ status: string }>(`/threads/${threadId}/status`)
    if (status === 'idle') return
    await pause(250)
  }
}

async function settledMessages(api: Api, threadId: string): Promise<readonly Message[]> {
  await settled(api, threadId)
  return api.messages(threadId)
}

/**
 * A storm: many alerts of one outage delivered within a minute, and what another organization meets meanwhile.
 * Slices with the storm and slices without take turns, so that both meet the same machine; the ratio of their p95 is
 * what counts. Alerts are sent at their time whether or not earlier ones were answered, as senders do that know nothing
 * of each other, and each answer is timed from when its alert was due. What is refused is sent again. The processor time
 * of the runtime in both kinds of slices says what a delivery costs, also where other programs have the machine.
 */
import { createServer } from 'node:http'
import type { RuntimeClock } from '../../scripts/server/runtime-clock.ts'
import { Connection, type HttpCall, shareOf } from '../service/load.ts'

/** Connections of the storm's senders; a sender waits where all are in use. */
const STORM_CONNECTIONS = 64
const OTHER_CLIENTS = 2
/** With the storm in half of the slices, all of it comes within a minute of storm. */
const SLICES = 12
const SLICE_MS = 10_000
const RETRY_AFTER_MS = 1_000
const TRIES_MAX = 120
/** How fast deliveries are answered: clients that wait for their answer, and nothing else. */
const BURST_CLIENTS = 16
const BURST_ALERTS = 2_000
const MINUTE_MS = 60_000
/** Of what another organization meets. */
const RATIO_MAX = 1.5
const MESSAGES_PER_HOUR_MAX = 5
const SETTLE_MS = 60_000
const POLL_MS = 1_000
const LINES_PER_DELIVERY = 20

export interface StormTenant {
  readonly url: string
  readonly token: string
  readonly projectId: string
}

export interface StormInput {
  readonly alerts: number
  readonly struck: StormTenant
  readonly other: StormTenant
  readonly alertOf: (name: string, startsAt: string) => unknown
  readonly clock: RuntimeClock
}

type Times = Record<'intake' | 'threads', number[]>

async function call<Answer>({ url, token, projectId }: StormTenant, path: string, body?: object): Promise<Answer> {
  const connection = new Connection()
  const query = body === undefined ? `${path.includes('?') ? '&' : '?'}projectId=${projectId}` : ''
  const sent: HttpCall = {
    url: `${url}/v1${path}${query}`,
    token,
    ...(body === undefined ? {} : { method: 'POST' as const, body: { ...body, projectId } }),
  }
  try {
    // The bench knows what it asked.
    return JSON.parse(await connection.send(sent)) as Answer
  } finally {
    connection.close()
  }
}

/** Counts what the destination of the struck project is told. */
async function startReceiver() {
  const received: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push((JSON.parse(Buffer.concat(chunks).toString()) as { type: string }).type)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return { received, url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

/** What the other organization does all the time: it sends lines and begins threads. */
async function others(other: StormTenant, publicKey: string, into: () => Times, isOver: () => boolean): Promise<void> {
  const timed = async (connection: Connection, list: number[], sent: HttpCall) => {
    const before = performance.now()
    await connection.send(sent)
    list.push(performance.now() - before)
  }
  const client = async (number: number) => {
    const connection = new Connection()
    for (let turn = 0; !isOver(); turn += 1) {
      const body = linesOf(number * 1_000_000 + turn)
      const intake = { url: `${other.url}/intake/v1/logs`, method: 'POST' as const, token: publicKey, body }
      await timed(connection, into().intake, intake)
      const thread = {
        message: `How many lines were there in minute ${turn}?`,
        wait: false,
        projectId: other.projectId,
      }
      if (turn % 5 === 0)
        await timed(connection, into().threads, {
          url: `${other.url}/v1/threads`,
          method: 'POST',
          token: other.token,
          body: thread,
        })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: OTHER_CLIENTS }, (_, number) => client(number)))
}

function linesOf(seed: number): object {
  const logRecords = Array.from({ length: LINES_PER_DELIVERY }, (_, index) => ({
    timeUnixNano: `${BigInt(Date.now()) * 1_000_000n + BigInt(index)}`,
    severityNumber: 9,
    body: { stringValue: `GET /orders/${seed + index} 200` },
  }))
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'orders' } }] }
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }
}

interface Strike {
  readonly key: string
  readonly first: number
  readonly count: number
  readonly startsAt: string
}

/** Sends alerts from a number on, each in a delivery of its own. Gives the answers' times and how many were sent again. */
class Senders {
  readonly #input: StormInput
  readonly #key: string
  readonly #startsAt: string
  readonly waits: number[] = []
  again = 0

  constructor(input: StormInput, { key, startsAt }: Pick<Strike, 'key' | 'startsAt'>) {
    this.#input = input
    this.#key = key
    this.#startsAt = startsAt
  }

  async send(connection: Connection, number: number, dueMs: number): Promise<void> {
    const body = this.#input.alertOf(`storm-${number}`, this.#startsAt)
    const url = `${this.#input.struck.url}/v1/alerts/alertmanager`
    for (let attempt = 1; ; attempt += 1) {
      try {
        await connection.send({ url, method: 'POST', token: this.#key, body })
        this.waits.push(performance.now() - dueMs)
        return
      } catch (error) {
        if (attempt === TRIES_MAX) throw error
        this.again += 1
        await pause(RETRY_AFTER_MS)
      }
    }
  }
}

/** Sends this many alerts within the slice, evenly, whether or not earlier ones were answered. */
async function strike(input: StormInput, { key, first, count, startsAt }: Strike) {
  const senders = new Senders(input, { key, startsAt })
  const beganMs = performance.now()
  let next = 0
  const sender = async () => {
    const connection = new Connection()
    while (next < count) {
      const number = next
      next += 1
      const dueMs = beganMs + (number * SLICE_MS) / count
      if (dueMs > performance.now()) await pause(dueMs - performance.now())
      await senders.send(connection, first + number, dueMs)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: STORM_CONNECTIONS }, sender))
  return { waits: senders.waits, again: senders.again, tookMs: performance.now() - beganMs }
}

/** How many deliveries per second are answered when nothing else is asked, and what one costs. */
async function burst(input: StormInput, { key, first, count, startsAt }: Strike): Promise<void> {
  const senders = new Senders(input, { key, startsAt })
  const [beganMs, cpuMs] = [performance.now(), input.clock().cpuMs]
  let next = first
  const client = async () => {
    const connection = new Connection()
    while (next < first + count) await senders.send(connection, next++, performance.now())
    connection.close()
  }
  await Promise.all(Array.from({ length: BURST_CLIENTS }, client))
  const seconds = (performance.now() - beganMs) / 1_000
  const cpuEach = (input.clock().cpuMs - cpuMs) / count
  console.log(
    `${count} more, as fast as ${BURST_CLIENTS} clients can: ${(count / seconds).toFixed(0)}/s, answer p95 ${whole(shareOf(senders.waits, 0.95))}, processor time ${cpuEach.toFixed(2)} ms each`,
  )
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const whole = (ms: number) => `${Math.round(ms)} ms`

/** What the runtime took of the machine in slices of one kind. */
class Taken {
  readonly #clock: RuntimeClock
  wallMs = 0
  cpuMs = 0
  queuedMs = 0

  constructor(clock: RuntimeClock) {
    this.#clock = clock
  }

  async during(work: () => Promise<void>): Promise<void> {
    const [before, beganMs] = [this.#clock(), performance.now()]
    await work()
    const after = this.#clock()
    this.wallMs += performance.now() - beganMs
    this.cpuMs += after.cpuMs - before.cpuMs
    this.queuedMs += after.queuedMs - before.queuedMs
  }

  get text(): string {
    const share = (ms: number) => `${((100 * ms) / this.wallMs).toFixed(0)} %`
    return `${share(this.cpuMs)} of a core (${share(this.queuedMs)} of the time it waited for one)`
  }
}

export async function stormBeside(input: StormInput): Promise<void> {
  const { struck, other, alerts } = input
  const receiver = await startReceiver()
  const target = { kind: 'webhook', url: receiver.url }
  const rules = { messagesPerHourMax: MESSAGES_PER_HOUR_MAX }
  await call(struck, '/destinations', { name: 'bench', target, rules })
  const { alertKey } = await call<{ alertKey: { value: string } }>(struck, '/alert-keys', { name: 'bench' })
  const { publicKey } = await call<{ publicKey: { value: string } }>(other, '/public-keys', { name: 'bench' })
  const quiet: Times = { intake: [], threads: [] }
  const struckTimes: Times = { intake: [], threads: [] }
  let current: Times = { intake: [], threads: [] }
  let isOver = false
  const beside = others(
    other,
    publicKey.value,
    () => current,
    () => isOver,
  )
  // What is slow only the first time belongs to neither.
  await pause(SLICE_MS / 2)
  const startsAt = new Date().toISOString()
  const [calm, storming] = [new Taken(input.clock), new Taken(input.clock)]
  const waits: number[] = []
  let again = 0
  let stormMs = 0
  const perSlice = Math.ceil(alerts / (SLICES / 2))
  const strikeAt = async (first: number) => {
    const count = Math.min(perSlice, alerts - first)
    const struckSlice = await strike(input, { key: alertKey.value, first, count, startsAt })
    waits.push(...struckSlice.waits)
    again += struckSlice.again
    stormMs += struckSlice.tookMs
  }
  for (let slice = 0; slice < SLICES; slice += 1) {
    const isStorm = slice % 2 === 1
    current = isStorm ? struckTimes : quiet
    if (isStorm) await storming.during(() => strikeAt(((slice - 1) / 2) * perSlice))
    else await calm.during(() => pause(SLICE_MS))
  }
  isOver = true
  await beside
  await report(input, { waits, again, stormMs, quiet, struckTimes, calm, storming, received: receiver.received })
  await burst(input, { key: alertKey.value, first: alerts, count: BURST_ALERTS, startsAt })
  receiver.close()
}

interface Storm {
  readonly waits: readonly number[]
  readonly again: number
  readonly stormMs: number
  readonly quiet: Times
  readonly struckTimes: Times
  readonly calm: Taken
  readonly storming: Taken
  readonly received: readonly string[]
}

async function report(input: StormInput, storm: Storm): Promise<void> {
  const { waits, again, stormMs, quiet, struckTimes, calm, storming } = storm
  const { alerts } = input
  const perSecond = (1_000 * alerts) / MINUTE_MS
  console.log(
    `storm: ${alerts} alerts, ${perSecond.toFixed(0)} a second: ${waits.length} acknowledged in ${(stormMs / 1_000).toFixed(1)} s of storm (${(stormMs / MINUTE_MS).toFixed(2)} of a minute), ${again} sent again`,
  )
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => whole(shareOf(waits, share)))
  console.log(`answers, from when each alert was due: p50 ${p50}, p95 ${p95}, p99 ${p99}`)
  for (const name of ['intake', 'threads'] as const) {
    const [before, during] = [shareOf(quiet[name], 0.95), shareOf(struckTimes[name], 0.95)]
    const verdict = during / before <= RATIO_MAX ? 'within' : 'above'
    console.log(
      `another organization, ${name}: p95 ${whole(before)} without (${quiet[name].length}), ${whole(during)} with the storm (${struckTimes[name].length}), ratio ${(during / before).toFixed(2)}, ${verdict} ${RATIO_MAX}`,
    )
  }
  const cpuEach = (storming.cpuMs - (calm.cpuMs / calm.wallMs) * storming.wallMs) / waits.length
  console.log(`runtime without the storm: ${calm.text}; with it: ${storming.text}`)
  console.log(`processor time of the runtime for one delivery: ${cpuEach.toFixed(2)} ms`)
  await reportIncidents(input, storm)
}

interface IncidentView {
  readonly id: string
  readonly alerts: number
  readonly headline: string | null
}

async function reportIncidents({ struck }: StormInput, { received }: Storm): Promise<void> {
  const until = Date.now() + SETTLE_MS
  for (;;) {
    const { incidents } = await call<{ incidents: IncidentView[] }>(struck, '/incidents')
    const { runs } = await call<{ runs: unknown[] }>(struck, '/runs?source=alert')
    const isDone = incidents.every(({ headline }) => headline !== null) && received.length >= 2
    if (isDone || Date.now() > until) {
      const counted = incidents.map((one) => one.alerts).join(' + ')
      console.log(
        `${incidents.length} incident(s) of ${counted} alerts, ${runs.length} investigation(s), ${received.length} message(s) (${received.join(', ')}); at most ${MESSAGES_PER_HOUR_MAX} configured`,
      )
      const before = performance.now()
      const detail = await call(struck, `/incidents/${incidents[0]?.id}`)
      const kilobytes = JSON.stringify(detail).length / 1_000
      console.log(`the incident itself: ${kilobytes.toFixed(0)} kB in ${whole(performance.now() - before)}`)
      return
    }
    await pause(POLL_MS)
  }
}

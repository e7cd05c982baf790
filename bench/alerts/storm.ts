/**
 * A storm: many alerts of one outage through the door, and what another organization meets meanwhile. Slices with the
 * storm and slices without take turns, so that both meet the same machine; the ratio of their p95 is what counts.
 */
import { createServer } from 'node:http'
import { Connection, type HttpCall, shareOf } from '../service/load.ts'

const STORM_CLIENTS = 16
const OTHER_CLIENTS = 2
/** With the storm in half of the slices, all of it comes within a minute of storm. */
const SLICES = 12
const SLICE_MS = 10_000
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

/** Sends this many alerts within the slice, evenly, each in a delivery of its own. Gives the answers' times. */
async function strike(input: StormInput, key: string, first: number, count: number, startsAt: string) {
  const waits: number[] = []
  const beganMs = performance.now()
  let next = 0
  const client = async () => {
    const connection = new Connection()
    while (next < count) {
      const number = next
      next += 1
      const pauseMs = beganMs + (number * SLICE_MS) / count - performance.now()
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const before = performance.now()
      const body = input.alertOf(`storm-${first + number}`, startsAt)
      await connection.send({ url: `${input.struck.url}/v1/alerts/alertmanager`, method: 'POST', token: key, body })
      waits.push(performance.now() - before)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: STORM_CLIENTS }, client))
  return { waits, tookMs: performance.now() - beganMs }
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
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  // What is slow only the first time belongs to neither.
  await pause(SLICE_MS / 2)
  const startsAt = new Date().toISOString()
  const waits: number[] = []
  let stormMs = 0
  const perSlice = Math.ceil(alerts / (SLICES / 2))
  for (let slice = 0; slice < SLICES; slice += 1) {
    const isStorm = slice % 2 === 1
    current = isStorm ? struckTimes : quiet
    if (!isStorm) await pause(SLICE_MS)
    else {
      const first = ((slice - 1) / 2) * perSlice
      const struckSlice = await strike(input, alertKey.value, first, Math.min(perSlice, alerts - first), startsAt)
      waits.push(...struckSlice.waits)
      stormMs += struckSlice.tookMs
    }
  }
  isOver = true
  await beside
  await report(input, { waits, stormMs, quiet, struckTimes, received: receiver.received })
  receiver.close()
}

interface Storm {
  readonly waits: readonly number[]
  readonly stormMs: number
  readonly quiet: Times
  readonly struckTimes: Times
  readonly received: readonly string[]
}

async function report({ struck, alerts }: StormInput, storm: Storm): Promise<void> {
  const { waits, stormMs, quiet, struckTimes, received } = storm
  const ms = (value: number) => `${Math.round(value)} ms`
  console.log(
    `storm: ${waits.length} of ${alerts} alerts acknowledged in ${(stormMs / 1_000).toFixed(0)} s of storm; answer p50 ${ms(shareOf(waits, 0.5))}, p95 ${ms(shareOf(waits, 0.95))}`,
  )
  for (const name of ['intake', 'threads'] as const) {
    const [before, during] = [shareOf(quiet[name], 0.95), shareOf(struckTimes[name], 0.95)]
    console.log(
      `another organization, ${name}: p95 ${ms(before)} without (${quiet[name].length}), ${ms(during)} with the storm (${struckTimes[name].length}), ratio ${(during / before).toFixed(2)}`,
    )
  }
  const until = Date.now() + SETTLE_MS
  for (;;) {
    const { incidents } = await call<{ incidents: { alerts: number; headline: string | null }[] }>(struck, '/incidents')
    const { runs } = await call<{ runs: unknown[] }>(struck, '/runs?source=alert')
    const isDone = incidents.every(({ headline }) => headline !== null) && received.length >= 2
    if (isDone || Date.now() > until) {
      const counted = incidents.map((one) => one.alerts).join(' + ')
      console.log(
        `${incidents.length} incident(s) of ${counted} alerts, ${runs.length} investigation(s), ${received.length} message(s) (${received.join(', ')}); at most ${MESSAGES_PER_HOUR_MAX} configured`,
      )
      return
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/**
 * Kills the whole server, again and again, between an alert, the run that investigates it and the word that goes out.
 * Alerts that were acknowledged must each be in one incident with one investigation, and each event of it must have
 * reached the destination at least once, under one id. A receiver on this machine stands for the destination: it
 * answers, hangs or fails as it is drawn.
 */
import { createServer, type Server } from 'node:http'
import { seededRandom } from '../demo/random.ts'
import { type Api, apiClient } from '../server/api.ts'
import type { RunningServer } from '../server/server.ts'
import { createWorkbench } from '../server/workbench.ts'

export interface DeliveryChaosOptions {
  readonly kills: number
  readonly seed: number
  readonly log: (line: string) => void
}

export interface DeliveryChaosReport {
  readonly kills: number
  readonly alertsAcknowledged: number
  readonly incidents: number
  readonly events: number
  /** Messages that were accepted more than once, under the id of the first: allowed, and counted. */
  readonly repeated: number
  /** What was lost, doubled or told under two ids. */
  readonly findings: readonly string[]
}

/**
 * From the first alert to the kill: from before the answer to the delivery, to the investigation and the messages about
 * it.
 */
const KILL_AFTER_MS = { low: 30, high: 4_000 }
/** Every other kill waits that long for an alert of its round: on a slow machine the clock alone would hit none. */
const ACKNOWLEDGED_MS = 30_000
const SETTLE_MS = 240_000
const POLL_MS = 1_000

interface Message {
  readonly id: string
  readonly type: string
  readonly data: { readonly eventId: string; readonly incidentId: string; readonly sequence: number }
}

/** Accepts most messages; some it leaves without an answer for a second, some it refuses at first. */
class Receiver {
  readonly accepted: Message[] = []
  /** From then on everything is accepted at once. */
  isKind = false
  readonly #random
  readonly #server: Server

  constructor(seed: number) {
    this.#random = seededRandom(seed, 'chaos receiver')
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const mood = this.isKind ? 1 : this.#random.integer(0, 99) / 100
        if (mood < 0.15) response.writeHead(mood < 0.08 ? 500 : 429, { 'retry-after': '1' }).end()
        else {
          const body = JSON.parse(Buffer.concat(chunks).toString()) as Omit<Message, 'id'>
          this.accepted.push({ ...body, id: String(request.headers['webhook-id']) })
          setTimeout(() => response.writeHead(204).end(), mood < 0.3 ? 1_000 : 0)
        }
      })
    })
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
    return address.port
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

interface Incident {
  readonly id: string
  readonly threadId: string | null
}
interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly incidentId: string
  readonly state: string
}

async function restarted(start: () => Promise<RunningServer>): Promise<RunningServer> {
  try {
    return await start()
  } catch {
    // The killed runtime's port can stay taken for a moment.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return start()
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export async function deliveryChaos(options: DeliveryChaosOptions): Promise<DeliveryChaosReport> {
  const bench = await createWorkbench({
    isBuilt: true,
    name: 'chaos-deliveries',
    settings: { LOCAL_DESTINATIONS: 'on', INVESTIGATIONS_PER_HOUR: '10000' },
  })
  const random = seededRandom(options.seed, 'chaos kills of deliveries')
  const receiver = new Receiver(options.seed)
  const port = await receiver.listen()
  let server = await bench.start()
  const acknowledged: string[] = []
  try {
    const [credentials] = bench.organizations
    if (credentials === undefined) throw new Error('the workbench has no organization')
    const api = apiClient(server.baseUrl, credentials.secretKey)
    const target = { kind: 'webhook', url: `http://127.0.0.1:${port}/` }
    const rules = { messagesPerHourMax: 1_000 }
    const made = await api.post<{ destination: { id: string } }>('/destinations', { name: 'chaos', target, rules })
    const { alertKey } = await api.post<{ alertKey: { value: string } }>('/alert-keys', { name: 'chaos' })
    for (let kill = 1; kill <= options.kills; kill++) {
      let isKilled = false
      const before = acknowledged.length
      const sending = sendAlerts(server.baseUrl, alertKey.value, kill, () => isKilled, acknowledged)
      await pause(random.integer(KILL_AFTER_MS.low, KILL_AFTER_MS.high))
      const deadlineMs = Date.now() + ACKNOWLEDGED_MS
      while (kill % 2 === 0 && acknowledged.length === before && Date.now() < deadlineMs) await pause(5)
      isKilled = true
      await server.kill()
      await sending
      server = await restarted(() => bench.start())
      if (kill % 10 === 0 || kill === options.kills)
        options.log(`${kill} kills, ${acknowledged.length} alerts acknowledged, ${receiver.accepted.length} messages`)
    }
    receiver.isKind = true
    return { kills: options.kills, ...(await verify(api, made.destination.id, acknowledged, receiver.accepted)) }
  } finally {
    await server.stop()
    receiver.close()
    bench.remove()
  }
}

/** Alerts of places of their own, so that each opens an incident of its own. */
async function sendAlerts(
  baseUrl: string,
  key: string,
  round: number,
  isOver: () => boolean,
  acknowledged: string[],
): Promise<void> {
  for (let n = 0; n < 2 && !isOver(); n++) {
    const name = `chaos-${round}-${n}`
    const labels = { alertname: name, service: name, environment: name, severity: 'critical' }
    const alert = { status: 'firing', labels, annotations: {}, startsAt: new Date().toISOString(), fingerprint: name }
    const body = { version: '4', groupKey: name, status: 'firing', alerts: [alert] }
    try {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
      const answer = await fetch(`${baseUrl}/v1/alerts/alertmanager`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      await answer.arrayBuffer()
      if (answer.status === 202) acknowledged.push(name)
    } catch {
      return
    }
    await pause(100)
  }
}

async function verify(api: Api, destinationId: string, acknowledged: readonly string[], accepted: readonly Message[]) {
  const findings: string[] = []
  const deliveries = await settled(api, destinationId)
  const incidents = await allOf<Incident & { readonly title: string }>(api, '/incidents', 'incidents')
  for (const name of acknowledged) {
    const own = incidents.filter(({ title }) => title.includes(name))
    if (own.length === 0) findings.push(`${name}: acknowledged, and in no incident`)
  }
  for (const incident of incidents) {
    if (incident.threadId === null) continue
    const { runs } = await api.get<{ runs: readonly { readonly source?: string }[] }>(
      `/threads/${incident.threadId}/runs?limit=100`,
    )
    const investigations = runs.filter(({ source }) => source === 'alert').length
    if (investigations !== 1) findings.push(`${incident.id}: ${investigations} investigations`)
    const told = deliveries.filter(({ incidentId }) => incidentId === incident.id)
    if (told.length === 0) findings.push(`${incident.id}: nobody was told`)
  }
  const byEvent = new Map<string, Set<string>>()
  for (const { id, data } of accepted) byEvent.set(data.eventId, (byEvent.get(data.eventId) ?? new Set()).add(id))
  for (const { id, eventId, state } of deliveries) {
    if (state !== 'delivered') findings.push(`${eventId}: ${state} as ${id}`)
    const ids = [...(byEvent.get(eventId) ?? [])]
    if (ids.length !== 1 || ids[0] !== id)
      findings.push(`${eventId}: told as ${ids.join(', ') || 'nothing'}, logged as ${id}`)
  }
  findings.push(...outOfOrder(accepted))
  const repeated = accepted.length - byEvent.size
  return {
    alertsAcknowledged: acknowledged.length,
    incidents: incidents.length,
    events: byEvent.size,
    repeated,
    findings,
  }
}

/** Events of one incident come in their order, none left out. What came before comes again in any order. */
function outOfOrder(accepted: readonly Message[]): string[] {
  const seen = new Set<string>()
  const last = new Map<string, number>()
  return accepted.flatMap(({ data: { eventId, incidentId, sequence } }) => {
    if (seen.has(eventId)) return []
    seen.add(eventId)
    const before = last.get(incidentId) ?? 0
    last.set(incidentId, sequence)
    return sequence === before + 1 ? [] : [`${incidentId}: event ${sequence} came after ${before}`]
  })
}

/** Waits until every incident has its brief and nothing is on its way. */
async function settled(api: Api, destinationId: string): Promise<readonly Delivery[]> {
  const until = Date.now() + SETTLE_MS
  const path = `/destinations/${destinationId}/deliveries`
  let before = ''
  for (;;) {
    const deliveries = await allOf<Delivery & { readonly type: string }>(api, path, 'deliveries')
    const incidents = await allOf<Incident>(api, '/incidents', 'incidents')
    const briefed = new Set(deliveries.filter(({ type }) => type === 'brief').map(({ incidentId }) => incidentId))
    const isAllTold =
      incidents.every(({ id }) => briefed.has(id)) && deliveries.every(({ state }) => state !== 'pending')
    const now = JSON.stringify(deliveries)
    // The same twice: events that were handed over in between would be others.
    if ((isAllTold && now === before) || Date.now() > until) return deliveries
    before = now
    await pause(POLL_MS)
  }
}

async function allOf<Item>(api: Api, path: string, name: string): Promise<Item[]> {
  const found: Item[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Record<string, unknown> = await api.get(`${path}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`)
    // The service's own answers.
    found.push(...(page[name] as Item[]))
    cursor = page['nextCursor'] as string | null
  }
  return found
}

/** Closed-loop load over keep-alive connections, and a table of ratios between subjects that took turns in one run. */
import { Agent, request } from 'node:http'

export interface HttpCall {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One connection of a client. Throws for anything but a 2xx. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  send(call: HttpCall): Promise<string> {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const headers: Record<string, string | number> = { ...call.headers }
    if (call.token !== undefined) headers['authorization'] = `Bearer ${call.token}`
    if (body !== undefined) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = Buffer.byteLength(body)
    }
    return new Promise((resolve, reject) => {
      const sent = request(call.url, { method: call.method ?? 'GET', agent: this.#agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => {
          const status = response.statusCode ?? 0
          if (status >= 200 && status < 300) resolve(text)
          else reject(new Error(`${call.url} answered ${status}: ${text.slice(0, 300)}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** What is measured: `client` prepares one client, outside of the measured time, and gives its turn. */
export interface Subject {
  readonly name: string
  readonly client: (connection: Connection) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>
}

export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
}

async function round(subject: Subject, clients: number, seconds: number): Promise<Measured> {
  const latencies: number[] = []
  const connections = Array.from({ length: clients }, () => new Connection())
  const turns = await Promise.all(connections.map((connection) => subject.client(connection)))
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  await Promise.all(
    turns.map(async (turn) => {
      while (performance.now() < endsAt) {
        const before = performance.now()
        await turn()
        latencies.push(performance.now() - before)
      }
    }),
  )
  const perSecond = (latencies.length * 1_000) / (performance.now() - startedAt)
  for (const connection of connections) connection.close()
  latencies.sort((a, b) => a - b)
  return { perSecond, p50Ms: latencies[latencies.length >> 1] ?? Number.NaN }
}

/** Returns the value below which a share of the values lies: 0.5 for the median, 1 for the maximum. */
export function shareOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Medians over rounds in which the subjects take turns. */
export async function measure(
  subjects: readonly Subject[],
  options: { readonly clients: number; readonly seconds: number; readonly rounds: number },
): Promise<Map<string, Measured>> {
  const all = new Map<string, Measured[]>()
  for (let index = -1; index < options.rounds; index += 1) {
    for (const subject of subjects) {
      const result = await round(subject, options.clients, index < 0 ? 1 : options.seconds)
      // The first round warms up.
      if (index >= 0) all.set(subject.name, [...(all.get(subject.name) ?? []), result])
    }
  }
  const medians = new Map<string, Measured>()
  for (const [name, results] of all) {
    const perSecond = median(results.map((result) => result.perSecond))
    medians.set(name, { perSecond, p50Ms: median(results.map((result) => result.p50Ms)) })
  }
  return medians
}

/** Prints one line per subject and gives `ours / limit` in throughput and `limit / ours` in latency. */
export function compare(title: string, results: Map<string, Measured>, ours: string): void {
  const own = results.get(ours)
  console.log(title)
  for (const [name, { perSecond, p50Ms }] of results) {
    const ratio =
      own === undefined || name === ours
        ? ''
        : `  ours: ${(own.perSecond / perSecond).toFixed(2)} of its rate, ${(own.p50Ms / p50Ms).toFixed(2)} of its p50`
    console.log(
      `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50Ms.toFixed(2).padStart(7)} ms${ratio}`,
    )
  }
}

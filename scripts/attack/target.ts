/** What the attacks share: the server they aim at, and what others see of it meanwhile. */

export interface Target {
  readonly baseUrl: string
  readonly publicKey: string
  readonly secretKey: string
  readonly projectId: string
}

export type Attack = (target: Target) => Promise<void>

/** How often each status was answered: `200 ×3, 429 ×7`. */
export function tally(statuses: readonly (number | string)[]): string {
  const counts = new Map<number | string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status} ×${count}`).join(', ')
}

const PROBE_PAUSE_MS = 50

/** Asks /healthz all along while `work` goes on, and says how long the answers took. */
export async function watched<Result>({ baseUrl }: Target, work: () => Promise<Result>): Promise<Result> {
  const times: number[] = []
  let isDone = false
  const probing = (async () => {
    while (!isDone) {
      const started = performance.now()
      await fetch(`${baseUrl}/healthz`).then((response) => response.arrayBuffer())
      times.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MS))
    }
  })()
  const result = await work().finally(() => {
    isDone = true
  })
  await probing
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0)
  console.log(`/healthz meanwhile, ${times.length} times: median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`)
  return result
}

/** Sends one after another, as fast as they are answered. */
export async function inTurn(times: number, send: (i: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) {
    const response = await send(i)
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  return statuses
}

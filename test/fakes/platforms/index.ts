import { networkError, type PlatformFake } from './platform-fake.ts'

/** Stands where the outbound client's `fetch` stands. */
export type PlatformRouter = { fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> }

/** Sends each request to the fake that owns its host; a host nobody owns fails as a name that does not resolve. */
export function createPlatformRouter(fakes: readonly PlatformFake[]): PlatformRouter {
  const exact = new Map<string, PlatformFake>()
  const suffixes: [string, PlatformFake][] = []
  for (const fake of fakes) {
    for (const host of fake.hosts) {
      if (host.startsWith('*.')) suffixes.push([host.slice(1), fake])
      else exact.set(host, fake)
    }
  }
  return {
    async fetch(input, init) {
      const request = new Request(input, init)
      const { host, protocol } = new URL(request.url)
      // Nothing of these platforms listens in plain text, so a secret sent that way fails the test that sent it.
      if (protocol !== 'https:') throw networkError('ECONNREFUSED', host)
      const fake = exact.get(host) ?? suffixes.find(([suffix]) => host.endsWith(suffix))?.[1]
      if (fake === undefined) throw networkError('ENOTFOUND', host)
      return untilAborted(fake.fetch(request), init?.signal)
    },
  }
}

/** Node lets a Request's own signal be collected while nobody but a listener holds it; the caller's stays. */
function untilAborted(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    answer.then(resolve, reject)
  })
}

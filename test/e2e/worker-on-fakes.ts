/**
 * The service's Worker with the internet replaced: what it sends to a platform goes to the fakes that the test serves
 * (platform-server.ts), whole, with the URL it was meant for. Never deployed: no environment names it as its entry.
 */
import { env } from 'cloudflare:workers'

export * from '../../src/worker.ts'
export { default } from '../../src/worker.ts'

const real = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  // A setting that only this entry knows.
  const fakes = String((env as unknown as { readonly PLATFORM_FAKES_URL: string }).PLATFORM_FAKES_URL)
  const headers = new Headers(request.headers)
  headers.set('x-meant-for', request.url)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return real(fakes, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(hasBody ? { body: await request.arrayBuffer() } : {}),
    ...(init?.signal ? { signal: init.signal } : {}),
  })
}

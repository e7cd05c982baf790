/** The fakes of platforms as a server on loopback, for a Worker in another process (worker-on-fakes.ts). */
import { createPlatformRouter } from '../fakes/platforms/index.ts'
import type { PlatformFake } from '../fakes/platforms/platform-fake.ts'
import { serveFetch } from './fetch-server.ts'

export interface PlatformServer {
  readonly url: string
  /** The host of each request, as it was meant. */
  readonly hosts: readonly string[]
  close(): Promise<void>
}

export async function servePlatforms(fakes: readonly PlatformFake[]): Promise<PlatformServer> {
  const router = createPlatformRouter(fakes)
  const hosts: string[] = []
  const meantFor = (incoming: { readonly headers: { readonly [name: string]: unknown } }) =>
    String(incoming.headers['x-meant-for'])
  const server = await serveFetch((request) => {
    hosts.push(new URL(request.url).host)
    return router.fetch(request)
  }, meantFor)
  return { hosts, url: `${server.origin}/`, close: server.close }
}

/** The fakes of platforms as a server on loopback, for a Worker in another process (worker-on-fakes.ts). */
import { Buffer } from 'node:buffer'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createPlatformRouter } from '../fakes/platforms/index.ts'
import type { PlatformFake } from '../fakes/platforms/platform-fake.ts'

export interface PlatformServer {
  readonly url: string
  /** The host of each request, as it was meant. */
  readonly hosts: readonly string[]
  close(): Promise<void>
}

export async function servePlatforms(fakes: readonly PlatformFake[]): Promise<PlatformServer> {
  const router = createPlatformRouter(fakes)
  const hosts: string[] = []
  const server = createServer((incoming, answer) => {
    hosts.push(new URL(String(incoming.headers['x-meant-for'])).host)
    // What a fake does to the connection itself is a connection that breaks.
    handle(incoming, answer, router.fetch).catch(() => answer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    hosts,
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(
  incoming: IncomingMessage,
  answer: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const method = incoming.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === 'string' && !['host', 'connection', 'x-meant-for'].includes(name)) headers.set(name, value)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(String(incoming.headers['x-meant-for']), {
    method,
    headers,
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  })
  const response = await fetch(request)
  answer.writeHead(response.status, Object.fromEntries(response.headers))
  answer.end(Buffer.from(await response.arrayBuffer()))
}

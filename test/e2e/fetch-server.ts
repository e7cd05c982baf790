/** A function from request to response, as a server on loopback. */
import { Buffer } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface FetchServer {
  readonly origin: string
  close(): Promise<void>
}

/** `urlOf` gives the address that a request is answered for; by default the one it was sent to. */
export async function serveFetch(
  fetch: (request: Request) => Promise<Response>,
  urlOf = (incoming: IncomingMessage) => `http://${incoming.headers.host}${incoming.url}`,
): Promise<FetchServer> {
  const server = createServer((incoming, answer) => {
    // What a fake does to the connection itself is a connection that breaks.
    handle(incoming, answer, urlOf(incoming), fetch).catch(() => answer.destroy())
  })
  neverCloseIdle(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * A connection that waits for its next request stays open until the client closes it. By default Node closes it after
 * seconds, and a request that is on its way at that moment is lost, which a client cannot tell from a failure.
 */
export function neverCloseIdle(server: Server): void {
  server.keepAliveTimeout = 0
}

const NOT_FORWARDED: readonly string[] = ['host', 'connection', 'x-meant-for']

async function handle(
  incoming: IncomingMessage,
  answer: ServerResponse,
  url: string,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const method = incoming.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === 'string' && !NOT_FORWARDED.includes(name)) headers.set(name, value)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const response = await fetch(
    new Request(url, { method, headers, ...(hasBody ? { body: Buffer.concat(chunks) } : {}) }),
  )
  answer.writeHead(response.status, Object.fromEntries(response.headers))
  answer.end(Buffer.from(await response.arrayBuffer()))
}

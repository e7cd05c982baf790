/** A network between a sender and the server that loses what a test wants it to lose. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { neverCloseIdle } from './fetch-server.ts'

export interface Relay {
  readonly url: string
  /**
   * What becomes of the next requests, in turn: `refused` answers 503 and passes nothing on, `unanswered` passes it on
   * and breaks the connection before the answer. All others pass.
   */
  readonly next: ('refused' | 'unanswered')[]
  close(): Promise<void>
}

/** Passes requests on to `target`, with their path. */
export async function startRelay(target: string): Promise<Relay> {
  const next: Relay['next'] = []
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const mishap = next.shift()
    if (mishap === 'refused') {
      response.writeHead(503).end()
      return
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && !PER_HOP.has(name)) headers.set(name, value)
    const init = { method: request.method ?? 'POST', headers, body: Buffer.concat(chunks) }
    const answer = await fetch(`${target}${request.url}`, init)
    const body = Buffer.from(await answer.arrayBuffer())
    if (mishap === 'unanswered') request.socket.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  neverCloseIdle(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    next,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const PER_HOP = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])

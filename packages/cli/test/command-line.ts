/** Runs command lines in this process, against a server that answers what a test says. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '../src/program.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly authorization: string | undefined
  readonly body: string
}

export interface FakeService {
  readonly url: string
  readonly received: Received[]
  readonly stop: () => Promise<void>
}

export interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body: unknown
}

export async function fakeService(answer: (request: Received) => Reply | undefined): Promise<FakeService> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, search } = new URL(request.url ?? '/', 'http://service.test')
    const one: Received = {
      method: request.method ?? '',
      path: pathname,
      query: search,
      authorization: request.headers.authorization,
      body,
    }
    received.push(one)
    const reply = answer(one) ?? { status: 404, body: { code: 'NOT_FOUND', message: 'not there', requestId: 'r-404' } }
    response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'application/json' })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly isTerminal?: boolean
  readonly input?: string
}

/** A home of its own for the settings of a test. */
export function temporaryHome(): { readonly home: string; readonly remove: () => void } {
  const home = mkdtempSync(join(tmpdir(), 'oas-home-'))
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) }
}

export async function oas(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  let [out, err] = ['', '']
  const isTTY = options.isTerminal === true
  const code = await runCommandLine(args, {
    env: { HOME: '/nonexistent', ...options.env },
    out: {
      isTTY,
      columns: 80,
      write: (text: string) => {
        out += text
      },
    },
    err: {
      isTTY,
      columns: 80,
      write: (text: string) => {
        err += text
      },
    },
    isInputTerminal: false,
    readInput: async () => options.input ?? '',
    signal: new AbortController().signal,
  })
  return { code, out, err }
}

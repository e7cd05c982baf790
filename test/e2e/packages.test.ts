/**
 * The SDK and the command line as other people get them: from packed tarballs, installed in an empty folder without a
 * registry, against a started server.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendSimulation } from '../../scripts/demo/send.ts'
import { simulate } from '../../scripts/demo/simulate.ts'
import { REPOSITORY_DIR } from '../../scripts/server/places.ts'
import { neverCloseIdle } from './fetch-server.ts'
import { tenantOf } from './tenant.ts'

const { baseUrl: serverUrl, credentials } = tenantOf('packages')
let folder = ''

beforeAll(async () => {
  // Little telemetry: whether answers are right is asked elsewhere.
  const simulation = simulate({ seed: 4, endMs: Date.now(), durationMinutes: 10, requestsPerSecond: 0.2 })
  await sendSimulation(simulation, { intakeUrl: `${serverUrl}/intake`, publicKey: credentials.publicKey })
  folder = mkdtempSync(join(tmpdir(), 'oas-packages-'))
  mkdirSync(join(folder, 'home'))
  writeFileSync(join(folder, 'package.json'), '{"name":"consumer","private":true,"type":"module"}')
  done(
    spawnSync('npm', ['pack', '--silent', '--pack-destination', folder, ...PACKAGES], {
      cwd: REPOSITORY_DIR,
      encoding: 'utf8',
    }),
  )
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  expect(tarballs).toHaveLength(2)
  // Neither package has anything to install beside itself.
  done(
    spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs.map((name) => `./${name}`)], {
      cwd: folder,
      encoding: 'utf8',
    }),
  )
}, 240_000)

afterAll(async () => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

const PACKAGES = ['-w', 'packages/sdk', '-w', 'packages/cli']

function done(result: { readonly status: number | null; readonly stdout: string; readonly stderr: string }): string {
  if (result.status !== 0) throw new Error(`${result.stdout}\n${result.stderr}`)
  return result.stdout
}

/** Runs a module of a consumer, on the Node of whoever runs the tests; it prints JSON. */
async function consumer<Answer>(source: string, baseUrl = serverUrl): Promise<Answer> {
  const file = join(folder, 'consumer.mjs')
  writeFileSync(
    file,
    `import * as sdk from '@observability-agent/sdk'\nconst client = sdk.createClient({ baseUrl: process.env.BASE, token: process.env.TOKEN })\n${source}`,
  )
  const child = spawn('node', [file], {
    cwd: folder,
    env: { ...process.env, BASE: baseUrl, TOKEN: credentials.secretKey },
  })
  const { code, out, err } = await ended(child)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out) as Answer // printed by the module above
}

async function ended(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  let [out, err] = ['', '']
  child.stdout?.on('data', (text) => {
    out += text
  })
  child.stderr?.on('data', (text) => {
    err += text
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, err }
}

/** The installed command; with the credential of the organization unless other settings are given. */
function oas(
  args: readonly string[],
  env: Readonly<Record<string, string>> = { OAS_URL: serverUrl, OAS_TOKEN: credentials.secretKey },
) {
  const home = { HOME: join(folder, 'home'), XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' }
  return spawn(join(folder, 'node_modules', '.bin', 'oas'), args, {
    cwd: folder,
    env: { ...process.env, ...home, ...env },
  })
}

/** A network that cuts a stream after each event that it delivered. */
async function cuttingProxy(): Promise<{ readonly url: string; readonly cuts: () => number; readonly server: Server }> {
  let cuts = 0
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && name !== 'host' && name !== 'connection' && name !== 'content-length')
        headers.set(name, value)
    }
    const answer = await fetch(`${serverUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    if (!request.url?.endsWith('/stream') || answer.body === null)
      return response.end(Buffer.from(await answer.arrayBuffer()))
    let text = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const event = /id: [^\n]+\ndata: [^\n]+\n\n/.exec(text)
      if (event !== null) {
        cuts += 1
        // Half of the next event arrives too, as it does when a connection breaks.
        return response.write(`${text.slice(0, event.index + event[0].length)}id: zz`, () => response.destroy())
      }
    }
    return response.end(text)
  }
  const proxy = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  neverCloseIdle(proxy)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo // it listens on a port
  return { url: `http://127.0.0.1:${port}`, cuts: () => cuts, server: proxy }
}

describe('the packed SDK', () => {
  it('has no dependencies, and declares types that a strict consumer compiles with', () => {
    const manifest = JSON.parse(
      readFileSync(join(folder, 'node_modules', '@observability-agent', 'sdk', 'package.json'), 'utf8'),
    )
    expect(manifest.dependencies ?? {}).toEqual({})
    writeFileSync(
      join(folder, 'typed.ts'),
      `import { ask, createClient, paginate, type Thread } from '@observability-agent/sdk'
const client = createClient({ baseUrl: 'https://service.test', token: 't' })
export const titles = async (): Promise<(string | null)[]> => {
  const all: Thread[] = []
  for await (const thread of paginate((at) => client.threads.list({ query: { ...at, status: 'regular' } }))) all.push(thread)
  return all.map((thread) => thread.title)
}
export const text = async (): Promise<string | null> => (await ask(client, 'what broke?')).text
// @ts-expect-error a status that threads do not have
export const wrong = () => client.threads.list({ query: { status: 'other' } })
`,
    )
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom,dom.iterable',
      '--types',
      '',
    ]
    const compiler = join(REPOSITORY_DIR, 'node_modules', '.bin', 'tsc')
    done(spawnSync(compiler, [...options, 'typed.ts'], { cwd: folder, encoding: 'utf8' }))
  })

  it('asks, and builds from the events the very message that the service stores', async () => {
    const { answer, stored } = await consumer<{
      answer: { text: string; threadId: string; content: unknown[] }
      stored: unknown[]
    }>(`
      const answer = await sdk.ask(client, 'what broke?')
      const stored = []
      for await (const message of sdk.paginate((at) => client.messages.list({ path: { threadId: answer.threadId }, query: { ...at, limit: 1 } }))) stored.push(message)
      console.log(JSON.stringify({ answer, stored: stored.at(-1).content }))`)
    expect(answer.text).toMatch(/\w/)
    expect(answer.content).toEqual(stored)
  })

  it('reads every event once over a network that cuts the stream after each', async () => {
    const proxy = await cuttingProxy()
    try {
      const { whole, resumed } = await consumer<{ whole: object[]; resumed: object[] }>(
        `
        const { runId } = await client.threads.create({ body: { message: 'what broke?' } })
        const read = async (connection) => {
          const events = []
          for await (const event of sdk.followRun(connection, runId)) events.push(event)
          return events
        }
        const direct = sdk.createClient({ baseUrl: ${JSON.stringify(serverUrl)}, token: process.env.TOKEN })
        const resumed = await read(client.connection)
        console.log(JSON.stringify({ resumed, whole: await read(direct.connection) }))`,
        proxy.url,
      )
      expect(resumed).toEqual(whole)
      expect(whole.length).toBeGreaterThan(5)
      expect(proxy.cuts()).toBe(whole.length)
    } finally {
      proxy.server.close()
    }
  })

  it('names the refusal, the operation and the request', async () => {
    const error = await consumer<object>(`
      const error = await client.threads.get({ path: { threadId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55' } }).catch((thrown) => thrown)
      console.log(JSON.stringify({ ...error, isApiError: error instanceof sdk.ApiError }))`)
    expect(error).toMatchObject({ isApiError: true, status: 404, code: 'NOT_FOUND', operationId: 'threads.get' })
    expect(error).toHaveProperty('requestId', expect.stringMatching(/^[\w.-]+$/))
  })

  it('runs in a Worker, with a stream and without anything of Node', async () => {
    const bundled = await build({
      stdin: {
        contents: `import { ask, createClient } from '@observability-agent/sdk'
          export default { fetch: async (_request, env) => {
            const client = createClient({ baseUrl: env.BASE, token: env.TOKEN })
            return Response.json(await ask(client, 'is everything ok?'))
          } }`,
        resolveDir: folder,
      },
      ...{ bundle: true, format: 'esm', platform: 'neutral', write: false },
    })
    const script = bundled.outputFiles[0]?.text ?? ''
    const bindings = { BASE: serverUrl, TOKEN: credentials.secretKey }
    const worker = new Miniflare(
      convertV4MiniflareOptions({ modules: true, script, compatibilityDate: '2026-01-01', bindings }),
    )
    try {
      const answer = await worker.dispatchFetch('http://worker.test/')
      expect(await answer.json()).toMatchObject({ status: 'completed', text: expect.stringMatching(/\w/) })
    } finally {
      await worker.dispose()
    }
  })
})

describe('the packed command', () => {
  it('answers a question, and exits with 0', async () => {
    const { code, out, err } = await ended(oas(['ask', 'what broke?']))
    expect(code).toBe(0)
    expect(out).toMatch(/\w/)
    expect(err).toMatch(/Follow up: oas ask --thread [0-9a-f-]{36}/)
    const followUp = JSON.parse((await ended(oas(['ask', '--json', '--continue', 'since when?']))).out)
    expect(followUp).toMatchObject({ status: 'completed', threadId: /--thread (\S+)/.exec(err)?.[1] })
  })

  it('shows what the telemetry holds', async () => {
    const logs = await ended(oas(['logs', '--limit', '3']))
    expect([logs.code, logs.out.trim().split('\n').length >= 3]).toEqual([0, true])
    const [trace = ''] = (await ended(oas(['traces', '--quiet', '--limit', '1']))).out.split('\n')
    expect((await ended(oas(['traces', 'get', trace]))).out).toContain('█')
    expect((await ended(oas(['metrics', 'chart', 'process.cpu.utilization']))).out).toMatch(/[\u2801-\u28ff]/)
    expect((await ended(oas(['doctor']))).out).toContain('✓ telemetry')
  })

  it('tells the service of a change, once for each key', async () => {
    const create = () =>
      ended(oas(['changes', 'create', '-s', 'checkout', '-v', '2.14.0', '--key', 'deploy-1', '--quiet']))
    const [first, second] = [await create(), await create()]
    expect([first.code, second.out]).toEqual([0, first.out])
    expect((await ended(oas(['changes', '--since', '10m']))).out).toContain('checkout 2.14.0')
  })

  it('signs in with a browser, and is then about the only project', async () => {
    const child = oas(['login', '--url', serverUrl], {})
    const { addressed, rest } = await approvedBy(child)
    expect(addressed.startsWith(`${serverUrl}/oauth/device?user_code=`)).toBe(true)
    expect(await rest).toBe(0)
    const saved = join(folder, 'home', '.config', 'oas', 'config.json')
    expect(statSync(saved).mode & 0o777).toBe(0o600)
    const { token, projectId } = JSON.parse(readFileSync(saved, 'utf8'))
    expect(projectId).toBe(credentials.projectId)
    const shown = await ended(oas(['context'], {}))
    expect(shown.out).toContain(credentials.projectId)
    expect(shown.out + shown.err).not.toContain(token)
  })
})

/** A person who reads the address on the terminal, signs in and allows the device. */
async function approvedBy(child: ChildProcess) {
  const ending = ended(child)
  const rest = ending.then(({ code }) => code)
  const addressed = await new Promise<string>((resolve, reject) => {
    let told = ''
    child.stderr?.on('data', (text) => {
      told += text
      // Whole only with what follows it: the text comes in pieces.
      const found = /Open (\S+)\s/.exec(told)?.[1]
      if (found !== undefined) resolve(found)
    })
    ending.then(({ err }) => reject(new Error(`it ended without an address: ${err}`)))
  })
  const page = async (address: string, cookie: string, form?: Record<string, string>) =>
    fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
  const token = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const toSignIn = await page(addressed, '')
  const choice = await (await page(`${serverUrl}${toSignIn.headers.get('location')}`, '')).text()
  // The server has people of other organizations too.
  const mail = `ada.${credentials.organizationId.slice(-6)}@example.com`
  const user = new RegExp(`name="user" value="([^"]+)">[^<]*</button> ${mail}`).exec(choice)?.[1] ?? ''
  const signedIn = await page(`${serverUrl}/oauth/login`, '', { token: token(choice), user })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const approval = await (await page(addressed, cookie)).text()
  const allowed = await page(`${serverUrl}/oauth/device`, cookie, { token: token(approval), decision: 'allow' })
  expect(allowed.status).toBe(200)
  return { addressed, rest }
}

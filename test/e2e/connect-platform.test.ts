/** A platform connected as a person with curl does it: from the instructions to an answer about what was delivered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiClient, type RunResult } from '../../scripts/server/api.ts'
import { freePort, type RunningServer, startServer } from '../../scripts/server/server.ts'
import { createWorkbench, type Workbench } from '../../scripts/server/workbench.ts'
import { createAxiomFake } from '../fakes/platforms/axiom.ts'
import { createPrometheusFake } from '../fakes/platforms/prometheus.ts'
import { createVercelFake, VERCEL_TEAM_ID_WITHOUT_PLAN } from '../fakes/platforms/vercel.ts'
import { deliver, type SeededLog } from '../fakes/senders/sender.ts'
import { vercelDrain, vercelVerify } from '../fakes/senders/vercel.ts'
import { type PlatformServer, servePlatforms } from './platform-server.ts'

interface Field {
  readonly name: string
  readonly required: boolean
  readonly sensitive: boolean
  readonly description: string | null
}
interface TypeDescriptor {
  readonly id: string
  readonly metadataFields: readonly Field[]
  readonly setupSkill: string
}
interface Resource {
  readonly displayName: string
  readonly config: Readonly<Record<string, unknown>>
  readonly streamId: string | null
}
interface Stream {
  readonly id: string
  readonly status: string
  readonly errorMessage: string | null
  readonly health: {
    readonly lastRecordAt: string | null
    readonly recordsLastHour: number
    readonly recordsLastDay: number
  }
}

const verifyEndpoint = async (endpoint: string, code: string) => {
  const answer = await deliver(endpoint, vercelVerify('GET'), fetch)
  return answer.status === 200 && answer.headers.get('x-vercel-verify') === code
}
const vercel = createVercelFake({ verifyEndpoint })
const axiom = createAxiomFake()
const prometheus = createPrometheusFake()

let platforms: PlatformServer
let bench: Workbench
let server: RunningServer
let api: Api
let call: <Answer>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: Answer }>

beforeAll(async () => {
  platforms = await servePlatforms([vercel, axiom, prometheus])
  bench = await createWorkbench({ name: 'e2e-connect' })
  const port = await freePort()
  server = await startServer({
    places: bench.places,
    port,
    entry: 'test/e2e/worker-on-fakes.ts',
    settings: { PLATFORM_FAKES_URL: platforms.url, PUBLIC_BASE_URL: `http://127.0.0.1:${port}` },
  })
  const key = bench.organizations[0]?.secretKey ?? ''
  api = apiClient(server.baseUrl, key)
  call = async (method, path, body) => {
    const response = await fetch(`${server.baseUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
})

afterAll(async () => {
  await server?.stop()
  await platforms?.close()
  bench?.remove()
})

async function typeOf(id: string): Promise<TypeDescriptor> {
  const { types } = await api.get<{ types: TypeDescriptor[] }>('/data-sources/types')
  const found = types.find((type) => type.id === id)
  if (found === undefined) throw new Error(`no type ${id}`)
  return found
}

async function connect(dataSourceType: string, metadata: unknown): Promise<string> {
  const made = await call<{ connectionId: string }>('POST', '/data-sources/connections', { dataSourceType, metadata })
  expect(made).toMatchObject({ status: 201, body: { publicKey: expect.stringMatching(/^oas_public_/) } })
  return `/data-sources/connections/${made.body.connectionId}`
}

/** All of them, over as many pages as there are. */
async function resourcesOf(connection: string): Promise<Resource[]> {
  const all: Resource[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const page: { resources: Resource[]; nextCursor: string | null } = await api.get(`${connection}/resources${query}`)
    all.push(...page.resources)
    cursor = page.nextCursor
  }
  return all
}

const createStream = async (connection: string, { displayName, config }: Resource): Promise<string> =>
  (await api.post<{ streamId: string }>(`${connection}/streams`, { displayName, config })).streamId
const streamOf = async (id: string) => (await api.get<{ stream: Stream }>(`/data-sources/streams/${id}`)).stream

/** Ten looks a second stay far below what a credential may ask in a minute. */
const LOOK_MS = 100
const PATIENCE_MS = 60_000

/** Every status that is seen until `last` is, each once, behind those that were `seen` before. */
async function watch(id: string, last: string, seen: readonly string[] = []): Promise<string[]> {
  const all = [...seen]
  for (const deadlineMs = Date.now() + PATIENCE_MS; Date.now() < deadlineMs; ) {
    const { status } = await streamOf(id)
    if (all.at(-1) !== status) all.push(status)
    if (status === last) return all
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error(`the stream is ${all.join(' → ')} and not ${last}`)
}

/** Its health once so many records of a day are counted: counts travel every three seconds. */
async function healthWith(id: string, recordsLastDay: number): Promise<Stream['health']> {
  for (const deadlineMs = Date.now() + PATIENCE_MS; ; ) {
    const { health } = await streamOf(id)
    if (health.recordsLastDay >= recordsLastDay || Date.now() > deadlineMs) return health
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

async function answerTo(message: string) {
  const run = await api.finished(await api.post<RunResult>('/threads', { message }), 60_000)
  expect(run.status).toBe('completed')
  const content = (await api.messages(run.threadId)).at(-1)?.content ?? []
  const calls = content.flatMap((block) => (block.type === 'tool_call' ? [block] : []))
  return { response: run.response ?? '', calls }
}

/** The hour of the clock, which health counts by. */
const hourNow = () => Math.floor(Date.now() / 3_600_000)

/** An hour of a shop whose payments fail for the last ten minutes. */
function hourOfLogs(): SeededLog[] {
  const now = Date.now()
  const calm = Array.from({ length: 120 }, (_, i): SeededLog => {
    return { atMs: now - 3_600_000 + i * 30_000, message: `order ${1000 + i} took ${40 + (i % 9)} ms`, level: 'info' }
  })
  const failing = Array.from({ length: 40 }, (_, i): SeededLog => {
    const message = `payment gateway timed out after ${3000 + i} ms`
    return { atMs: now - 600_000 + i * 15_000, message, level: 'error' }
  })
  return [...calm, ...failing]
}

describe('Vercel, which delivers', () => {
  let connection: string
  let streamId: string

  it('says what it needs, in fields and in instructions that name every one that is required', async () => {
    const { metadataFields, setupSkill } = await typeOf('vercel')
    const required = metadataFields.filter((field) => field.required)
    expect(required.map(({ name }) => name)).toEqual(['access_token'])
    for (const { name } of metadataFields) expect(setupSkill).toContain(`\`${name}\``)
    expect(metadataFields.find(({ name }) => name === 'access_token')).toMatchObject({ sensitive: true })
    for (const step of ['## What you need', '## Connect', '## Check', '## If it fails', '## Undo'])
      expect(setupSkill).toContain(step)
  })

  it('refuses a wrong token and a field it does not know in words that say what to do, and stores nothing', async () => {
    const path = '/data-sources/connections'
    const wrong = await call('POST', path, { dataSourceType: 'vercel', metadata: vercel.credentials.bad })
    expect(wrong).toMatchObject({
      status: 422,
      body: { message: 'Vercel does not accept this access token: it is wrong, expired or deleted.' },
    })
    const metadata = { ...vercel.credentials.good, acess_token: 'x' }
    const misspelt = await call('POST', path, { dataSourceType: 'vercel', metadata })
    expect(misspelt).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'body.metadata.acess_token', message: 'is not a known field' }] },
    })
    expect((await call('GET', path)).body).toEqual({ connections: [] })
  })

  it('lists its projects, and its stream goes from pending over provisioning to active', async () => {
    connection = await connect('vercel', vercel.credentials.good)
    const resources = await resourcesOf(connection)
    expect(resources).toHaveLength(250)
    const shop = resources.find(({ displayName }) => displayName === 'shop-1')
    if (shop === undefined) throw new Error('no project shop-1')
    // The platform answers nothing before the stream was seen in provisioning, however slow or quick either is.
    const hasBeenSeen = Promise.withResolvers<void>()
    const isDrain = ({ path }: { path: string }) => path === '/v1/drains' || path === '/v1/verify-endpoint'
    vercel.control.failNext({ kind: 'held', until: hasBeenSeen.promise }, 1, isDrain)
    streamId = await createStream(connection, shop)
    const before = await watch(streamId, 'provisioning').finally(hasBeenSeen.resolve)
    const seen = await watch(streamId, 'active', before)
    expect(['pending → provisioning → active', 'provisioning → active']).toContain(seen.join(' → '))
    expect((await resourcesOf(connection)).find((one) => one.streamId === streamId)?.displayName).toBe('shop-1')
  })

  it('delivers to the address it was given, and the agent answers from what came', async () => {
    const drain = vercel.destinations().find(({ isForeign }) => !isForeign)
    if (drain === undefined) throw new Error('no drain')
    const { delivery } = drain.raw as { delivery: { secret: string } }
    const hour = hourNow()
    const sent = await vercelDrain(hourOfLogs(), { secret: delivery.secret, isGzipped: true })
    expect((await deliver(drain.url, sent, fetch)).status).toBe(200)
    const { response, calls } = await answerTo('Which errors does shop-1 have?')
    expect(response).toContain('payment gateway timed out')
    expect(response).toMatch(/\b40\b/)
    expect(calls.some((one) => one.status === 'success' && JSON.stringify(one).includes('payment gateway'))).toBe(true)
    const { recordsLastDay, recordsLastHour } = await healthWith(streamId, 160)
    // The hour may have turned since they were sent.
    expect([recordsLastDay, recordsLastHour === 160 || hourNow() > hour]).toEqual([160, true])
  })

  it('on a plan without drains ends in an error that says so, and is tried again with a team that has them', async () => {
    const metadata = { ...vercel.credentials.good, team_id: VERCEL_TEAM_ID_WITHOUT_PLAN }
    const hobby = await connect('vercel', metadata)
    const id = await createStream(hobby, { displayName: 'blog', config: { projectId: 'prj_0002' }, streamId: null })
    await watch(id, 'error')
    expect((await streamOf(id)).errorMessage).toMatch(/^Vercel refused .* need the Pro or Enterprise plan/)
    expect((await call('PATCH', hobby, { metadata: vercel.credentials.good })).status).toBe(200)
    await watch(id, 'active')
    expect((await streamOf(id)).errorMessage).toBeNull()
  })

  it('is left as it was before when the connection is deleted', async () => {
    expect(await call('DELETE', connection)).toMatchObject({ status: 200, body: { connectionTeardownError: null } })
    const left = vercel.destinations().filter(({ isForeign }) => !isForeign)
    expect(left.map(({ resource }) => resource)).toEqual(['prj_0002'])
  })
})

describe('Axiom, which is read', () => {
  it('becomes active by itself and the agent answers from what was read', async () => {
    const now = Date.now()
    const message = 'disk of the ledger is full'
    axiom.control.seedLogs(
      Array.from({ length: 12 }, (_, i) => ({ atMs: now - 300_000 + i * 1000, message, level: 'error' })),
    )
    const connection = await connect('axiom', axiom.credentials.good)
    const [first] = await resourcesOf(connection)
    if (first === undefined) throw new Error('no dataset')
    const id = await createStream(connection, first)
    await watch(id, 'active')
    expect(await healthWith(id, 12)).toMatchObject({ recordsLastDay: 12, lastRecordAt: expect.any(String) })
    const { response } = await answerTo('search the logs for "disk of the ledger"')
    expect(response).toContain(message)
  })
})

describe('a stored credential', () => {
  it('reaches no host that a stream or a change of the connection names', async () => {
    const evil = 'attacker.example'
    const edges = [evil, `https://${evil}`, `x.edge.axiom.co.${evil}`, `${evil}/x.edge.axiom.co`]
    const ofAxiom = await connect('axiom', axiom.credentials.good)
    for (const edge_host of edges) {
      const config = { dataset: 'checkout', edge_host }
      expect(await call('POST', `${ofAxiom}/streams`, { displayName: 'x', config })).toMatchObject({ status: 400 })
    }
    const { good } = prometheus.credentials
    const ofPrometheus = await connect('prometheus', good)
    const secrets = new Set(['password', 'token', 'header_value'])
    const bare = Object.fromEntries(Object.entries(good).filter(([name]) => !secrets.has(name)))
    const metadata = { ...bare, url: `https://${evil}/` }
    expect(await call('PATCH', ofPrometheus, { metadata })).toMatchObject({ status: 422 })
    expect(platforms.hosts.filter((host) => host.includes(evil))).toEqual([])
    expect(platforms.hosts.length).toBeGreaterThan(0)
  })
})

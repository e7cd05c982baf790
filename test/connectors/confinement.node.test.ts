/**
 * Credentials leave for hosts that the connection's own fields name, or that the platform owns, and for no other: not
 * where a stream's config, an answer of the platform, a redirect or a question says so.
 */
import { describe, expect, it } from 'vitest'
import { connectorOf } from '../../src/connectors/catalogue.ts'
import { type Connector, type ConnectorDeps, DATA_SOURCE_TYPES } from '../../src/connectors/connector.ts'
import { OutboundClient } from '../../src/connectors/outbound/client.ts'
import { createPlatformFake } from '../fakes/platforms/all-platforms.ts'
import { createPlatformRouter } from '../fakes/platforms/index.ts'
import type { Metadata, PlatformFake } from '../fakes/platforms/platform-fake.ts'
import { NOW_MS } from './clock.ts'

const EVIL = 'collect.attacker.dev'
const isEvil = (host: string) => host.split(':')[0]?.endsWith('attacker.dev') === true

/** Spellings with which a text that becomes part of an address could move it elsewhere. */
const SPELLINGS = [
  EVIL,
  `https://${EVIL}`,
  `https://${EVIL}/path`,
  `//${EVIL}`,
  `x@${EVIL}`,
  `@${EVIL}/`,
  `.${EVIL}`,
  `${EVIL}#`,
  `${EVIL}/?`,
  `\\\\${EVIL}`,
  `/../../@${EVIL}`,
  `a:b@${EVIL}:443`,
] as const

type Change = (response: Response) => Promise<Response>

interface Bench {
  readonly fake: PlatformFake
  readonly deps: ConnectorDeps
  readonly good: Metadata
  readonly connector: Connector
  /** Hosts that a request was sent to. */
  readonly asked: Set<string>
}

async function benchOf(type: (typeof DATA_SOURCE_TYPES)[number], change: Change = async (one) => one): Promise<Bench> {
  const now = () => NOW_MS
  const fake = await createPlatformFake(type, { now })
  const route = createPlatformRouter([fake]).fetch
  const asked = new Set<string>()
  const spy = async (input: RequestInfo | URL, init?: RequestInit) => {
    const { host } = new URL(new Request(input, init).url)
    asked.add(host)
    // Whoever was reached answers well, so that nothing ends a call early.
    if (isEvil(host)) return Response.json({ data: [], result: [], results: [], entries: [] })
    return change(await route(input, init))
  }
  const http = new OutboundClient({
    fetch: spy as typeof fetch,
    sleep: async () => {},
    random: () => 0.5,
    guard: { resolve: async () => null },
  })
  return { fake, deps: { http, now }, good: fake.credentials.good, connector: await connectorOf(type), asked }
}

/** Everything a connector can be called for, with this config and question. */
async function callAll(
  { connector, deps, good }: Bench,
  configs: readonly object[],
  question = 'error',
): Promise<void> {
  const ignore = async (call: Promise<unknown> | undefined) => call?.catch(() => null)
  await ignore(connector.validate(deps, good))
  await ignore(connector.listResources(deps, good, null))
  for (const spelling of [`https://${EVIL}/next`, EVIL]) await ignore(connector.listResources(deps, good, spelling))
  const window = { fromMs: NOW_MS - 60_000, toMs: NOW_MS }
  for (const config of configs) {
    await ignore(connector.pull?.(deps, { metadata: good, config, position: null, ...window }))
    const remote = { value: { ...config } as Readonly<Record<string, unknown>> }
    const remember = async (value: Readonly<Record<string, unknown>>) => {
      remote.value = value
    }
    const delivery = {
      streamId: '0199aabb-ccdd-7eef-8899-aabbccddeeff',
      key: 'pk',
      url: 'https://in.observability.dev/intake',
      keyedUrl: 'https://in.observability.dev/intake/k/pk',
      signingSecret: 's',
    }
    await ignore(connector.provision?.(deps, { metadata: good, config, delivery, remote: null, remember }))
    await ignore(connector.deprovision?.(deps, { metadata: good, remote: remote.value }))
  }
  for (const isNative of [false, true]) {
    for (const signal of ['logs', 'events', 'metrics'] as const) {
      await ignore(
        connector.query?.(deps, { metadata: good, query: { signal, text: question, isNative, ...window, limit: 5 } }),
      )
    }
  }
}

async function listed(bench: Bench): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const outcome = await bench.connector.listResources(bench.deps, bench.good, null)
  return outcome.ok ? outcome.value.resources.map(({ config }) => config).slice(0, 3) : []
}

/** The config with each of its texts, and each text its schema also takes, in every spelling. */
function hostile(connector: Connector, config: Readonly<Record<string, unknown>>): object[] {
  const { shape = {} } = connector.streamConfig as unknown as { readonly shape?: Readonly<Record<string, unknown>> }
  const names = new Set([...Object.keys(config), ...Object.keys(shape)])
  return [...names].flatMap((name) => SPELLINGS.map((spelling) => ({ ...config, [name]: spelling })))
}

/** Every address in an answer, with or without a scheme, named elsewhere; so are its links. */
const renamed: Change = async (response) => {
  const elsewhere = (text: string) =>
    text
      .replaceAll(/https?:\/\/[\w.-]+(?::\d+)?/g, `https://${EVIL}`)
      .replaceAll(/"(?:[a-z0-9-]+\.)+(?:com|co|io|net|dev|tech|org)(?::\d+)?"/g, `"${EVIL}"`)
      .replaceAll('"nextLink":null', `"nextLink":"https://${EVIL}/"`)
  const headers = new Headers(
    [...response.headers].map(([name, value]) => [name, elsewhere(value)] as [string, string]),
  )
  return new Response(response.status === 204 ? null : elsewhere(await response.text()), {
    status: response.status,
    headers,
  })
}

describe.each(DATA_SOURCE_TYPES)('%s sends its credentials nowhere else', (type) => {
  it('than to hosts of its own, whatever a config, a cursor or a question says', async () => {
    const bench = await benchOf(type)
    const configs = await listed(bench)
    await callAll(bench, configs)
    for (const spelling of SPELLINGS.slice(0, 4)) await callAll(bench, [], spelling)
    await callAll(bench, hostile(bench.connector, configs[0] ?? {}))
    const strays = [...bench.asked].filter(isEvil)
    expect(strays).toEqual([])
  })

  it('than to hosts of its own, whatever the answers of the platform name', async () => {
    const honest = await benchOf(type)
    const bench = await benchOf(type, renamed)
    await callAll(bench, [...(await listed(honest)), ...(await listed(bench))])
    expect([...bench.asked].filter(isEvil)).toEqual([])
  })

  it.each([301, 302, 303, 307, 308])('than to whom it asked, where the answer is a redirect (%i)', async (status) => {
    const honest = await benchOf(type)
    const bench = await benchOf(
      type,
      async () => new Response(null, { status, headers: { location: `https://${EVIL}/` } }),
    )
    await callAll(bench, await listed(honest))
    expect([...bench.asked].filter(isEvil)).toEqual([])
  })
})

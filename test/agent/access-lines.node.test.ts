/** Requests of a gateway that sends access lines only, in every usual format: counted by status, method, path, time. */
import { beforeAll, describe, expect, it } from 'vitest'
import { accessLineOf } from '../../src/agent/questions/access/access-line.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { ownCpuMs } from '../setup/cpu-time.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { NOW_MS, type SmallLog, storeWith } from './small-store.ts'

interface Request {
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly bytes: number
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64)'
const clf = (at: Date): string =>
  `${String(at.getUTCDate()).padStart(2, '0')}/Nov/2026:${at.toISOString().slice(11, 19)} +0000`

/** A line of each format, with what it states of a request besides method, path and status. */
const FORMATS: Readonly<
  Record<string, { readonly states: readonly ('ms' | 'bytes')[]; readonly line: (request: Request) => string }>
> = {
  common: {
    states: ['bytes'],
    line: ({ at, method, path, status, bytes }) =>
      `203.0.113.9 - - [${clf(at)}] "${method} ${path} HTTP/1.1" ${status} ${bytes}`,
  },
  combined: {
    states: ['bytes'],
    line: ({ at, method, path, status, bytes }) =>
      `203.0.113.9 - frank [${clf(at)}] "${method} ${path} HTTP/1.1" ${status} ${bytes} "-" "${AGENT}"`,
  },
  'combined with times': {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `203.0.113.9 - - [${clf(at)}] "${method} ${path} HTTP/2.0" ${status} ${bytes} "-" "${AGENT}" 451 ${(ms / 1000).toFixed(3)} [shop-web-80] [] 10.2.0.7:8080 ${bytes} ${(ms / 1000).toFixed(3)} ${status} 5b1c`,
  },
  'combined with named times': {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `203.0.113.9 - - [${clf(at)}] "${method} ${path} HTTP/1.1" ${status} ${bytes} "-" "${AGENT}" rt=${(ms / 1000).toFixed(3)} uct="0.001"`,
  },
  envoy: {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `[${at.toISOString()}] "${method} ${path} HTTP/1.1" ${status} ${status >= 500 ? 'UF' : '-'} 0 ${bytes} ${ms} ${ms - 1} "203.0.113.9" "${AGENT}" "5b1c-77" "shop.example" "10.2.0.7:8080"`,
  },
  istio: {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `[${at.toISOString()}] "${method} ${path} HTTP/1.1" ${status} - via_upstream - "-" 512 ${bytes} ${ms} ${ms - 1} "-" "${AGENT}" "5b1c" "shop.example" "10.2.0.7:8080" outbound|80||web`,
  },
  haproxy: {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `203.0.113.9:33317 [${clf(at).slice(0, 20)}.655] http-in static/srv1 10/0/30/69/${ms} ${status} ${bytes} - - ---- 1/1/1/1/0 0/0 "${method} ${path} HTTP/1.1"`,
  },
  'traefik text': {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `203.0.113.9 - - [${clf(at)}] "${method} ${path} HTTP/2.0" ${status} ${bytes} "-" "-" 512 "web@docker" "http://10.2.0.7:80" ${ms}ms`,
  },
  'traefik JSON': {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      JSON.stringify({
        ...{ ClientHost: '203.0.113.9', DownstreamContentSize: bytes, DownstreamStatus: status, Duration: ms * 1e6 },
        ...{
          RequestMethod: method,
          RequestPath: path,
          RouterName: 'web@docker',
          level: 'info',
          time: at.toISOString(),
        },
      }),
  },
  'caddy JSON': {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      JSON.stringify({
        ...{ level: 'info', ts: at.getTime() / 1000, logger: 'http.log.access.log0', msg: 'handled request' },
        request: { remote_ip: '203.0.113.9', proto: 'HTTP/2.0', method, host: 'shop.example', uri: path },
        ...{ bytes_read: 0, duration: ms / 1000, size: bytes, status },
      }),
  },
  'nginx JSON': {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      JSON.stringify({
        ...{ time: at.toISOString(), remote_addr: '203.0.113.9', request_method: method, request_uri: `${path}?a=1` },
        ...{ status: String(status), body_bytes_sent: String(bytes), request_time: (ms / 1000).toFixed(3) },
      }),
  },
  'nginx JSON with the request line': {
    states: ['ms', 'bytes'],
    line: ({ method, path, status, bytes, ms }) =>
      JSON.stringify({
        ...{ remote_addr: '203.0.113.9', request: `${method} ${path} HTTP/1.1`, status },
        ...{ body_bytes_sent: bytes, request_time: ms / 1000, http_user_agent: AGENT },
      }),
  },
  'envoy JSON': {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      JSON.stringify({
        ...{ start_time: at.toISOString(), method, path, protocol: 'HTTP/1.1', response_code: status },
        ...{ response_flags: '-', bytes_received: 0, bytes_sent: bytes, duration: ms, user_agent: AGENT },
      }),
  },
  'pino JSON': {
    states: ['ms'],
    line: ({ method, path, status, ms }) =>
      JSON.stringify({
        ...{ level: 30, pid: 17, req: { id: 7, method, url: path, remoteAddress: '203.0.113.9' } },
        ...{ res: { statusCode: status }, responseTime: ms, msg: 'request completed' },
      }),
  },
  'load balancer': {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `https ${at.toISOString()} app/shop/50dc6c495c0c9188 203.0.113.9:2817 10.2.0.7:80 0.000 ${(ms / 1000).toFixed(3)} 0.000 ${status} ${status} 34 ${bytes} "${method} https://shop.example:443${path} HTTP/1.1" "${AGENT}" ECDHE TLSv1.2 arn:aws:elb "Root=1-58" "shop.example" "-" 0`,
  },
  logfmt: {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `time=${at.toISOString()} level=info msg="request" method=${method} path=${path} status=${status} duration=${ms}ms bytes=${bytes}`,
  },
  'heroku router': {
    states: ['ms', 'bytes'],
    line: ({ method, path, status, bytes, ms }) =>
      `at=info method=${method} path="${path}" host=shop.example request_id=5b1c fwd="203.0.113.9" dyno=web.1 connect=1ms service=${ms}ms status=${status} bytes=${bytes} protocol=https`,
  },
  gin: {
    states: ['ms'],
    line: ({ at, method, path, status, ms }) =>
      `[GIN] 2026/11/20 - ${at.toISOString().slice(11, 19)} | ${status} | ${ms}.25ms | 203.0.113.9 | ${method}     "${path}"`,
  },
  morgan: {
    states: ['ms'],
    line: ({ method, path, status, ms }) => `${method} ${path} ${status} ${ms}.5 ms - 512`,
  },
  uvicorn: {
    states: [],
    line: ({ method, path, status }) => `INFO:     203.0.113.9:51234 - "${method} ${path} HTTP/1.1" ${status} OK`,
  },
  iis: {
    states: ['ms'],
    line: ({ at, method, path, status, ms }) =>
      `2026-11-20 ${at.toISOString().slice(11, 19)} 10.2.0.7 ${method} ${path} - 443 - 203.0.113.9 Mozilla/5.0 - ${status} 0 0 ${ms}`,
  },
  squid: {
    states: ['ms', 'bytes'],
    line: ({ at, method, path, status, bytes, ms }) =>
      `${(at.getTime() / 1000).toFixed(3)} ${String(ms).padStart(6)} 203.0.113.9 TCP_MISS/${status} ${bytes} ${method} http://shop.example${path} - HIER_DIRECT/10.2.0.7 text/html`,
  },
}

const PATHS = ['/api/orders', '/api/orders/4711', '/api/search', '/login'] as const
/** A quarter of an hour of requests, drawn without chance; sizes and times look like codes now and then. */
const requests: readonly Request[] = Array.from({ length: 360 }, (_, at) => ({
  at: new Date(NOW_MS - 900_000 + at * 2_500),
  method: at % 4 === 0 ? 'POST' : 'GET',
  path: PATHS[at % PATHS.length] ?? '/',
  status: at % 18 === 5 ? 502 : at % 30 === 7 ? 503 : at % 12 === 1 ? 404 : at % 40 === 11 ? 429 : 200,
  ms: at % 25 === 3 ? 1_502 : 20 + (at % 50),
  bytes: at % 9 === 2 ? 502 : 1_000 + at,
}))
const countOf = (where: (request: Request) => boolean): number => requests.filter(where).length
const first = (text: string): string => text.split('\n')[0] ?? ''

describe('an access line', () => {
  it.each(Object.entries(FORMATS))('of the format "%s" tells its request', (_, { states, line }) => {
    for (const request of requests.slice(0, 60)) {
      const read = accessLineOf(line(request))
      expect(read).toMatchObject({ method: request.method, path: request.path, status: request.status })
      if (states.includes('bytes')) expect(read?.bytes).toBe(request.bytes)
      if (states.includes('ms')) expect(read?.durationMs).toBeCloseTo(request.ms, -1)
      else expect(read?.durationMs).toBeNull()
    }
  })

  it('is no line that only names a path or a number', () => {
    expect(accessLineOf('cache miss for GET /api/orders')).toBeNull()
    expect(accessLineOf('order 4711 placed in 502 ms')).toBeNull()
    expect(accessLineOf('{"msg":"job done","status":"ok"}')).toBeNull()
  })

  it('is read in time that grows with its length only', () => {
    const began = ownCpuMs()
    accessLineOf(`GET ${'/a'.repeat(200_000)} ${'1/'.repeat(100_000)}`)
    accessLineOf(`${'a=" '.repeat(100_000)}GET /`)
    expect(ownCpuMs() - began).toBeLessThan(500)
  })
})

describe.each(Object.entries(FORMATS))('requests of a gateway with lines of the format "%s"', (_, { states, line }) => {
  let store: TelemetryStore
  const agent = embeddedAgent()
  const others: SmallLog[] = [1, 2, 3].map((minutesAgo) => ({ body: `payment ${minutesAgo} declined`, minutesAgo }))

  beforeAll(async () => {
    const logs = requests.map((request) => {
      const minutesAgo = (NOW_MS - request.at.getTime()) / 60_000
      return { body: line(request), service: 'edge-gw', severityNumber: 0, minutesAgo }
    })
    store = rememberingStore(await storeWith([...others, ...logs]))
  })
  const answer = async (question: string): Promise<string> =>
    first((await new Conversation(store, agent).ask(question, NOW_MS)).text)

  const whole = async (question: string): Promise<string> =>
    (await new Conversation(store, agent).ask(question, NOW_MS)).text

  it('are counted by one status', async () => {
    const since = NOW_MS - 600_000
    const expected = countOf(({ status, at }) => status === 502 && at.getTime() >= since)
    expect(await answer('how many 502 did edge-gw return since 14:50?')).toContain(`**${expected}**`)
  })

  it('are counted by a class of status, also where the gateway is called by what it is', async () => {
    const expected = countOf(({ status }) => status >= 400 && status < 500)
    expect(await answer('how many 4xx at the gateway in the last 20 minutes?')).toContain(`**${expected}**`)
  })

  it('are counted by path and by method', async () => {
    expect(await answer('how many requests for /api/search on edge-gw?')).toContain(
      `**${countOf(({ path }) => path === '/api/search')}**`,
    )
    expect(await answer('how many POST requests did edge-gw get?')).toContain(
      `**${countOf(({ method }) => method === 'POST')}**`,
    )
  })

  it('have a share of failures', async () => {
    const failed = countOf(({ status }) => status >= 500)
    expect(await answer('error rate of edge-gw')).toContain(`${failed} of ${requests.length}`)
  })

  it('are slow where their lines state how long they took', async () => {
    const text = await answer('how many requests on edge-gw took longer than 1 second?')
    if (states.includes('ms')) expect(text).toContain(`**${countOf(({ ms }) => ms > 1000)}**`)
    else expect(text).not.toMatch(/\*\*\d/)
  })

  it('are told by status, by path and a minute', async () => {
    const codes = await whole('status codes of edge-gw')
    for (const code of [200, 404, 429, 502, 503])
      expect(codes).toContain(`\`${code}\`: ${countOf(({ status }) => status === code)}`)
    const paths = await whole('requests of edge-gw by path')
    expect(paths).toContain(`/login\`: ${countOf(({ path }) => path === '/login')}`)
    expect(await answer('requests per minute of edge-gw in the last 10 minutes')).toMatch(
      /\*\*24(?:\.\d+)?\*\* requests/,
    )
  })

  it('are listed', async () => {
    const listed = await whole('show me the last 2 requests with 503 on edge-gw')
    const [last] = requests.filter(({ status }) => status === 503).slice(-1)
    expect(listed).toContain(last?.at.toISOString().slice(11, 19))
    expect(listed).not.toMatch(/ 200 | 502 /)
  })

  it('are counted in a thread that narrows them', async () => {
    const talk = new Conversation(store, agent)
    const ask = async (question: string): Promise<string> => first((await talk.ask(question, NOW_MS)).text)
    expect(await ask('how many requests did edge-gw get?')).toContain(`**${requests.length}**`)
    expect(await ask('only 502')).toContain(`**${countOf(({ status }) => status === 502)}**`)
    expect(await ask('and 429?')).toContain(`**${countOf(({ status }) => status === 429)}**`)
  })
})

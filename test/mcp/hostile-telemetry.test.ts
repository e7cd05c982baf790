/** Attempts to steer a client's model through telemetry: each is flagged, none leaves its quotation. */
import { exports } from 'cloudflare:workers'
import type { Client } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { ATTEMPTS, type Attempt, HARMLESS } from '../agent/hostile/corpus.ts'
import { addTenant, type TestTenant } from '../support/tenants.ts'
import { callTool, connected } from './clients.ts'

const START_MS = Date.now() - 1_800_000
const nanos = (ms: number) => `${BigInt(ms) * 1_000_000n}`
const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })
const traceOf = (index: number) => index.toString(16).padStart(32, 'a')

let tenant: TestTenant
let client: Client

async function send(signal: string, body: object): Promise<void> {
  const response = await exports.default.fetch(`https://service.test/intake/k/${tenant.publicKey}/v1/${signal}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(200)
}

const resourceOf = ({ where, text }: Attempt) => ({
  attributes: [attribute('service.name', where === 'service' ? text : 'checkout')],
})

beforeAll(async () => {
  tenant = await addTenant()
  client = await connected(tenant.secretKey)
  const log = (attempt: Attempt, index: number) => ({
    timeUnixNano: nanos(START_MS + index * 1000),
    severityNumber: 17,
    traceId: traceOf(index),
    body: { stringValue: attempt.where === 'body' ? attempt.text : 'payment declined' },
    attributes: attempt.where === 'attribute' ? [attribute('note', attempt.text)] : [],
  })
  const span = (attempt: Attempt, index: number) => ({
    traceId: traceOf(index),
    spanId: index.toString(16).padStart(16, 'b'),
    name: attempt.where === 'span' ? attempt.text : 'GET /',
    kind: 2,
    startTimeUnixNano: nanos(START_MS + index * 1000),
    endTimeUnixNano: nanos(START_MS + index * 1000 + 5),
  })
  await send('logs', {
    resourceLogs: ATTEMPTS.map((attempt, index) => ({
      resource: resourceOf(attempt),
      scopeLogs: [{ logRecords: [log(attempt, index)] }],
    })),
  })
  await send('traces', {
    resourceSpans: ATTEMPTS.map((attempt, index) => ({
      resource: resourceOf(attempt),
      scopeSpans: [{ spans: [span(attempt, index)] }],
    })),
  })
}, 120_000)

describe(`${ATTEMPTS.length} attempts`, () => {
  it.each(ATTEMPTS.map((attempt, index) => [index, attempt.where, attempt.text] as const))(
    '%i, in a %s, is flagged and stays data: %s',
    async (index, where) => {
      const traceId = traceOf(index)
      const found = await callTool(client, 'search_logs', { traceId, from: new Date(START_MS).toISOString() })
      const answer =
        where === 'attribute'
          ? await callTool(client, 'get_log', { id: found.data.records[0].id })
          : await callTool(client, 'get_trace', { traceId })
      expect(answer.isError).toBe(false)
      expect(answer.data.suspicious.length).toBeGreaterThan(0)
      expect(answer.text).toMatch(/reads? like instructions/)
      // Its quotation is the only one, and what stands before it is in our own words.
      expect(answer.text.match(/<\/?telemetry/gi)).toHaveLength(2)
      const [summary = ''] = answer.text.split('\n')
      expect(summary).toMatch(/^[\w .,:;`-]+$/)
      expect(answer.links).toEqual([])
    },
  )

  it('are flagged in lists too, and the summaries of all tools repeat none of them', async () => {
    const from = new Date(START_MS).toISOString()
    for (const [name, args] of [
      ['list_services', {}],
      ['search_logs', { from, limit: 100 }],
      ['log_patterns', { from, limit: 100 }],
      ['compare_log_patterns', { from, limit: 50 }],
      ['search_traces', { from, limit: 100 }],
    ] as const) {
      const { text, data } = await callTool(client, name, args)
      expect([name, data.suspicious?.length > 0]).toEqual([name, true])
      const [summary = ''] = text.split('\n')
      for (const attempt of ATTEMPTS) expect(summary).not.toContain(attempt.text)
    }
  })
})

it('flags no everyday line', async () => {
  const quiet = await addTenant()
  const logRecords = HARMLESS.map((text, index) => ({
    timeUnixNano: nanos(START_MS + index),
    body: { stringValue: text },
  }))
  tenant = quiet
  await send('logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
  const { data } = await callTool(await connected(quiet.secretKey), 'search_logs', { limit: 100 })
  expect(data.records).toHaveLength(HARMLESS.length)
  expect(data.suspicious).toBeUndefined()
})

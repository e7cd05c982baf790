/**
 * MCP against a started server: the client package of each revision lists and calls every tool, and a scripted model
 * finds the cause of three incidents with nothing but the tools, in at most eight calls each. MCP_TRANSCRIPT=<file>
 * writes what it asked and was told.
 */
import { writeFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Truth } from '../../scripts/demo/model.ts'
import { sendSimulation } from '../../scripts/demo/send.ts'
import { simulate } from '../../scripts/demo/simulate.ts'
import { type Tenant, tenantOf } from './tenant.ts'

/** Three kinds of faults, each with an organization of its own. */
const SEEDS = [1, 4, 7]
const TENANTS = [tenantOf('mcp 1'), tenantOf('mcp 2'), tenantOf('mcp 3')]
const CALLS_MAX = 8

const truths: Truth[] = []

beforeAll(async () => {
  for (const [index, seed] of SEEDS.entries()) {
    const simulation = simulate({ seed, endMs: Date.now(), durationMinutes: 30 })
    if (simulation.truth === null) throw new Error(`seed ${seed} has no fault`)
    truths.push(simulation.truth)
    const { baseUrl, credentials } = tenant(index)
    await sendSimulation(simulation, { intakeUrl: `${baseUrl}/intake`, publicKey: credentials.publicKey })
  }
}, 300_000)

function tenant(index: number): Tenant {
  const found = TENANTS[index]
  if (found === undefined) throw new Error(`there is no organization ${index}`)
  return found
}
const keyOf = (index: number): string => tenant(index).credentials.secretKey

interface ToolAnswer {
  readonly isError?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: answers of every tool; what is read of them is stated where it is read
  readonly structuredContent?: any
  readonly content: readonly { readonly type: string; readonly text?: string }[]
}
interface AnyClient {
  readonly listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>
  readonly callTool: (params: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>
  readonly close: () => Promise<void>
}

async function connected(revision: string, token: string): Promise<AnyClient> {
  const url = new URL(`${tenant(0).baseUrl}/mcp`)
  const info = { name: 'e2e', version: '1' }
  if (revision === '2025-11-25') {
    const client = new OlderClient(info)
    const headers = { authorization: `Bearer ${token}` }
    await client.connect(new OlderTransport(url, { requestInit: { headers } }))
    return client as AnyClient
  }
  const options =
    revision === '2026-07-28'
      ? { versionNegotiation: { mode: { pin: revision } } }
      : { supportedProtocolVersions: [revision] }
  const client = new Client(info, options)
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: { token: async () => token } }))
  return client as AnyClient
}

const callOf =
  (client: AnyClient) =>
  async (name: string, args: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: args })) as ToolAnswer

describe.each(['2026-07-28', '2025-11-25', '2025-06-18'])('revision %s', (revision) => {
  it('lists every tool, and every tool answers', { timeout: 180_000 }, async () => {
    const client = await connected(revision, keyOf(0))
    const call = callOf(client)
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(17)
    const [log] = (await call('search_logs', { limit: 1 })).structuredContent.records
    const [span] = (await call('search_traces', { limit: 1 })).structuredContent.spans
    const [metric] = (await call('list_metrics')).structuredContent.metrics
    const { runId } = (await call('start_investigation')).structuredContent
    const args: Record<string, Record<string, unknown>> = {
      query_telemetry: { question: 'how many errors per service?' },
      get_log: { id: log.id },
      get_trace: { traceId: span.traceId },
      query_metric: { metric: metric.name },
      get_investigation: { runId },
      ask: { question: 'what is connected?' },
      // No alert was sent, so there is no incident.
      get_incident: { incidentId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a58' },
    }
    const failed: Record<string, unknown> = {}
    for (const { name } of tools) {
      const answer = await call(name, args[name])
      if (answer.isError === true) failed[name] = answer.content[0]?.text
    }
    expect(failed).toEqual({ get_incident: 'NOT_FOUND: The incident was not found.' })
    await client.close()
  })
})

interface Step {
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly answer: ToolAnswer
}

/**
 * What a model would do, written down: it looks where it is, has the trouble investigated, and checks the answer
 * against what the logs began to say, requests that failed, and changes. It knows nothing but what tools answer.
 */
async function solve(
  token: string,
): Promise<{ readonly steps: Step[]; readonly service: string; readonly sure: boolean }> {
  const client = await connected('2026-07-28', token)
  const steps: Step[] = []
  const call = async (tool: string, args: Record<string, unknown> = {}) => {
    const answer = await callOf(client)(tool, args)
    steps.push({ tool, args, answer })
    expect([tool, answer.isError ?? false]).toEqual([tool, false])
    return answer.structuredContent
  }
  const { now } = await call('get_context')
  const { services } = await call('list_services')
  const { runId } = await call('start_investigation', { symptom: 'customers see errors and slow pages' })
  const { answer } = await call('get_investigation', { runId })
  // The answer names its cause first.
  const names: string[] = services.map((one: { service: string }) => one.service)
  const service = names.filter((name) => answer.includes(name)).sort((a, b) => answer.indexOf(a) - answer.indexOf(b))[0]
  if (service === undefined) throw new Error(`the answer names no service: ${answer}`)
  // It says since when in UTC: a time of the day, with its date where that is not today.
  const [, date, time] = /since \*\*(?:(\d{4}-\d{2}-\d{2}) )?(\d{2}:\d{2}:\d{2}) UTC/.exec(answer) ?? []
  if (time === undefined) throw new Error(`the answer names no onset: ${answer}`)
  const onset = Date.parse(`${date ?? now.slice(0, 10)}T${time}Z`)
  const around = { from: new Date(onset > Date.parse(now) ? onset - 86_400_000 : onset).toISOString() }
  const compared = await call('compare_log_patterns', { services: [service], ...around })
  const failed = await call('search_traces', { services: [service], isError: true, limit: 5 })
  await call('list_changes', around)
  await client.close()
  const sure = compared.new.length + compared.changed.length > 0 || failed.spans.length > 0
  return { steps, service, sure }
}

it('lets a scripted model find the cause of three incidents in at most eight calls each', {
  timeout: 300_000,
}, async () => {
  const transcript: string[] = []
  for (const [index, truth] of truths.entries()) {
    const { steps, service, sure } = await solve(keyOf(index))
    expect([truth.faultKind, service]).toEqual([truth.faultKind, truth.faultyService])
    expect(steps.length).toBeLessThanOrEqual(CALLS_MAX)
    expect(sure).toBe(true)
    transcript.push(
      `### Incident ${index + 1}: ${truth.faultKind} in ${truth.faultyService}, found in ${steps.length} calls`,
      ...steps.map(written),
    )
  }
  const file = process.env.MCP_TRANSCRIPT
  if (file !== undefined) writeFileSync(file, `${transcript.join('\n\n')}\n`)
})

/** A call and the first lines of what it answered. */
function written({ tool, args, answer }: Step): string {
  const text = answer.content.find(({ type }) => type === 'text')?.text ?? ''
  const [summary = '', , data = ''] = text.split('\n')
  const shown =
    tool === 'get_investigation' ? String(answer.structuredContent.answer).slice(0, 900) : `${data.slice(0, 260)}…`
  return `\`${tool}(${JSON.stringify(args)})\`\n\n> ${summary}\n\n\`\`\`text\n${shown}\n\`\`\``
}

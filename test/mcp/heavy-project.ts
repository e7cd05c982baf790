/** A project with large and awkward telemetry of every signal, and incidents, changes and notes with long texts. */
import { env, exports } from 'cloudflare:workers'
import { newId } from '../../src/contracts/ids.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { alertOf } from '../support/alerts.ts'
import { call } from '../support/api.ts'
import type { TestTenant } from '../support/tenants.ts'

export const TRACE_ID = 'abcdef0123456789abcdef0123456789'
const START_MS = Math.floor(Date.now() / 60_000) * 60_000 - 1_200_000
const nanos = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`
const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })

/** Texts that cost a tokenizer much: ids, other scripts, emoji, markup, escapes. */
const AWKWARD = [
  (seed: number) => [...'0123456789abcdef'].map((c) => `${c}${(seed * 7919).toString(16)}`).join('-'),
  () => '支払いゲートウェイが応答しません。再試行中です。',
  () => '🧨🪫🛰️🧯👩‍🚒🏴‍☠️',
  () => '<telemetry></telemetry><script>alert(1)</script>&lt;"\\\u0001\u0002',
  (seed: number) => `Платёж №${seed} отклонён банком-эквайером`,
  () => '!@#$%^&*()_+{}|:"<>?~`-=[]\\;\',./',
]

export function awkwardText(seed: number, characters: number): string {
  let text = ''
  for (let at = seed; text.length < characters; at += 1) text += ` ${AWKWARD[at % AWKWARD.length]?.(at) ?? ''}`
  return text.slice(0, characters)
}

const resource = (service: string) => ({ attributes: [attribute('service.name', service)] })

function logs() {
  const record = (i: number) => ({
    timeUnixNano: nanos(START_MS + i * 1000),
    severityNumber: i % 3 === 0 ? 17 : 9,
    body: { stringValue: `failure ${i % 40} ${awkwardText(i, 3000)}` },
    attributes: Array.from({ length: 60 }, (_, key) => attribute(`key.${key}.${i % 9}`, awkwardText(key, 200))),
    traceId: i < 60 ? TRACE_ID : '',
  })
  return {
    resourceLogs: Array.from({ length: 150 }, (_, i) => ({
      resource: resource(`service-${i}-${awkwardText(i, 60)}`),
      scopeLogs: [{ logRecords: [record(2 * i), record(2 * i + 1)] }],
    })),
  }
}

function spans() {
  const span = (i: number) => ({
    traceId: TRACE_ID,
    spanId: (i + 1).toString(16).padStart(16, '0'),
    parentSpanId: i === 0 ? '' : (Math.floor(i / 3) + 1).toString(16).padStart(16, '0'),
    name: `operation ${i} ${awkwardText(i, 150)}`,
    kind: 2,
    startTimeUnixNano: nanos(START_MS + i),
    endTimeUnixNano: nanos(START_MS + i + 1000 - i),
    status: { code: i % 4 === 0 ? 2 : 0, message: awkwardText(i, 250) },
  })
  const all = Array.from({ length: 300 }, (_, i) => span(i))
  return {
    resourceSpans: [
      { resource: resource('checkout'), scopeSpans: [{ spans: all.slice(0, 150) }] },
      { resource: resource('bank'), scopeSpans: [{ spans: all.slice(150) }] },
    ],
  }
}

function metrics() {
  const points = (i: number) =>
    Array.from({ length: 200 }, (_, at) => ({ timeUnixNano: nanos(START_MS + at * 5000), asDouble: i + at / 7 }))
  return {
    resourceMetrics: Array.from({ length: 30 }, (_, i) => ({
      resource: resource(`service-${i}`),
      scopeMetrics: [
        {
          metrics: [
            { name: 'queue.depth', unit: '1', gauge: { dataPoints: points(i) } },
            {
              name: `metric.${i}.${awkwardText(i, 100)}`,
              description: awkwardText(i, 900),
              gauge: { dataPoints: points(i).slice(0, 2) },
            },
          ],
        },
      ],
    })),
  }
}

async function send(tenant: TestTenant, signal: string, body: object): Promise<void> {
  const response = await exports.default.fetch(`https://service.test/intake/k/${tenant.publicKey}/v1/${signal}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  if (response.status !== 200) throw new Error(`the fixture was not taken: ${await response.text()}`)
}

/** Returns the ids that tools are asked about. */
export async function fillHeavily(tenant: TestTenant) {
  await send(tenant, 'logs', logs())
  await send(tenant, 'traces', spans())
  await send(tenant, 'metrics', metrics())
  const { organizationId, projectId, secretKey: token } = tenant
  const owner = { organizationId, projectId, region: 'us-east-1' }
  const onCall = backgroundContext(env, () => {}).objects.onCall(owner)
  const alerts = Array.from({ length: 60 }, (_, i) =>
    alertOf({ dedupKey: `alert-${i}`, title: awkwardText(i, 300), description: awkwardText(i, 4000) }),
  )
  await onCall.receiveAlerts({ owner, deliveryId: newId(), receivedAt: Date.now(), alerts })
  const changes = Array.from({ length: 100 }, (_, i) => ({
    kind: 'deployment' as const,
    services: Array.from({ length: 20 }, (_unused, at) => `service-${at}`),
    environment: null,
    version: awkwardText(i, 100),
    author: awkwardText(i, 100),
    url: null,
    title: awkwardText(i, 300),
    startedAt: START_MS + i * 1000,
    endedAt: null,
    status: null,
    source: 'api',
    dedupKey: null,
    attributes: {},
  }))
  await onCall.recordChanges({ owner, deliveryId: newId(), changes })
  const note = { kind: 'runbook', title: awkwardText(1, 100), text: awkwardText(1, 40_000), projectId }
  const noteId = (await call('POST /notes', { token, body: note })).body.note.id as string
  const run = await call('POST /threads', { token, body: { message: 'what broke?', projectId } })
  const [incident] = (
    await onCall.listIncidents({ state: null, service: null, severity: null, limit: 1, cursor: null })
  ).incidents
  const found = await call('POST /logs/query', { token, body: { limit: 1, projectId } })
  if (incident === undefined) throw new Error('the alerts of the fixture opened no incident')
  return {
    noteId,
    incidentId: incident.id,
    runId: run.body.runId as string,
    threadId: run.body.threadId as string,
    logId: found.body.logs[0].id as string,
  }
}

/** The Worker under measurement: the product's decoder, store and objects, and the limits they are compared with. */
import { DurableObject } from 'cloudflare:workers'
import * as peersReader from 'peers-reader'
import type { Bindings } from '../../src/env.ts'
import { withBody } from '../../src/intake/body.ts'
import { decodeLogs } from '../../src/intake/otlp/protobuf.ts'
import { logRecords } from '../../src/intake/records.ts'
import { DEFAULT_REDACTION, Redactor } from '../../src/intake/redaction/redact.ts'
import type { CatalogRpc, PartitionRpc } from '../../src/telemetry/embedded/messages.ts'
import type { LogRecord } from '../../src/telemetry/model.ts'
import type { TelemetryProject } from '../../src/telemetry/port.ts'
import { placement } from '../../src/wiring/placement.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'
import { corpusSlice } from './corpus.ts'
import { decodePlain } from './plain-decode.ts'

export { CatalogObject } from '../../src/durable/telemetry/catalog-object.ts'
export { PartitionObject } from '../../src/durable/telemetry/partition-object.ts'

interface BenchBindings extends Bindings {
  readonly ROWS: DurableObjectNamespace<RowsObject>
}

/** The alternative: a row per record with two indexes. */
export class RowsObject extends DurableObject<BenchBindings> {
  constructor(ctx: DurableObjectState, env: BenchBindings) {
    super(ctx, env)
    ctx.storage.sql.exec(`CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY, ts INTEGER NOT NULL, sev INTEGER NOT NULL,
      svc TEXT NOT NULL, body TEXT NOT NULL, attrs TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS log_ts ON log(ts); CREATE INDEX IF NOT EXISTS log_svc ON log(svc, ts);`)
  }
  async insert(rows: readonly (readonly [number, number, string, string, string])[]): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      for (const row of rows) {
        this.ctx.storage.sql.exec('INSERT INTO log (ts, sev, svc, body, attrs) VALUES (?, ?, ?, ?, ?)', ...row)
      }
    })
  }
}

function projectOf(name: string): TelemetryProject {
  return { organizationId: 'org_bench', projectId: name, region: 'us-east-1', retentionDays: 36_500 }
}

let sent = 0

async function take(request: Request, mode: string, project: TelemetryProject, env: BenchBindings): Promise<Response> {
  return withBody(request, { sender: { keyId: 'bench', organizationId: 'bench' } }, async (body) => {
    if (!body.ok) return new Response(body.failure.kind, { status: 400 })
    if (mode === 'read') return new Response('{}')
    if (mode === 'plain') return new Response(`{"records":${decodePlain(body.bytes)}}`)
    if (mode === 'peers') return new Response(`{"records":${peersReader.decodeOtlp2?.(body.bytes).length}}`)
    const decoded = logRecords(decodeLogs(body.bytes), Date.now())
    if (mode === 'drop') return new Response('{}')
    if (mode === 'rows') {
      const { records } = decoded
      const stub = env.ROWS.get(env.ROWS.idFromName(project.projectId))
      await stub.insert(records.map(rowOf))
      return new Response('{}')
    }
    const store = createEmbeddedTelemetryStore({ namespaces: env })
    const { logs } = new Redactor(DEFAULT_REDACTION).batch({ logs: decoded.records })
    const digest = await crypto.subtle.digest('SHA-256', body.bytes)
    // Replayed bodies are new batches: the number stands for what differs between real ones.
    const payloadHash = `${new Uint8Array(digest).toHex()}-${sent++}`
    const source = { keyId: 'bench', payloadHash }
    const billedBytes = body.bytes.byteLength
    const result = await store.append(project, { logs, source, billedBytes, deduplicate: true })
    return new Response(result.status, { status: result.status === 'stored' ? 200 : 503 })
  })
}

function rowOf(log: LogRecord): readonly [number, number, string, string, string] {
  const micros = log.time.day * 86_400_000_000 + Math.floor(log.time.nanos / 1_000)
  return [micros, log.severityNumber, log.resource.service, log.body, JSON.stringify(log.attributes)]
}

async function settle(project: TelemetryProject, env: BenchBindings): Promise<void> {
  const place = placement(project)
  const catalog = place.stub(env.CATALOG, place.name('catalog')) as unknown as CatalogRpc
  for (const { number } of await catalog.list()) {
    await (place.stub(env.PARTITION, place.name(`partition/${number}`)) as unknown as PartitionRpc).settle()
  }
}

export default {
  async fetch(request: Request, env: BenchBindings): Promise<Response> {
    const url = new URL(request.url)
    const parameter = (name: string) => url.searchParams.get(name) ?? ''
    const project = projectOf(parameter('project') || 'bench')
    const store = createEmbeddedTelemetryStore({ namespaces: env })
    if (url.pathname === '/intake') return take(request, parameter('mode'), project, env)
    if (url.pathname === '/settle') {
      await settle(project, env)
      return new Response('{}')
    }
    if (url.pathname === '/fill') {
      const from = Number(parameter('from'))
      const to = Number(parameter('to'))
      const records = Number(parameter('records'))
      for (let at = from; at < to; at += 1_000) {
        const logs = corpusSlice(at, at + 1_000, { records })
        const source = { keyId: 'fill', payloadHash: String(at) }
        for (;;) {
          const result = await store.append(project, { logs, source, billedBytes: 1, deduplicate: true })
          if (result.status === 'stored') break
          await scheduler.wait(200)
        }
      }
      return new Response('{}')
    }
    const { method, input } = await request.json<{ method: 'countLogs'; input: never }>()
    return Response.json(await store[method](project, input))
  },
}

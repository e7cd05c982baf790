/** The Worker under measurement: the product's evaluation over the product's store. */
import { DurableObject } from 'cloudflare:workers'
import { newId } from '../../src/contracts/ids.ts'
import type { Condition, MonitorDefinition } from '../../src/contracts/monitor-protocol.ts'
import { EVALUATION_DELAY_MS, Evaluator } from '../../src/durable/monitors/evaluator.ts'
import { MonitorStore } from '../../src/durable/monitors/monitor-store.ts'
import type { Bindings } from '../../src/env.ts'
import { newMonitorState } from '../../src/oncall/monitors/machine.ts'
import type { LogRecord, SpanRecord } from '../../src/telemetry/model.ts'
import type { TelemetryProject } from '../../src/telemetry/port.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'

export { CatalogObject } from '../../src/durable/telemetry/catalog-object.ts'
export { PartitionObject } from '../../src/durable/telemetry/partition-object.ts'

interface BenchBindings extends Bindings {
  readonly EVALUATOR: DurableObjectNamespace<EvaluatorObject>
}

const MINUTE_MS = 60_000
const PER_BATCH = 1_000
const PROJECT: TelemetryProject = {
  organizationId: 'org_bench',
  projectId: 'monitors',
  region: 'us-east-1',
  retentionDays: 36_500,
}
const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0')

/** Conditions over logs, requests and new patterns, for one service after the other. */
function definitionOf(n: number, services: number): MonitorDefinition {
  const service = `service-${n % services}`
  const measures: readonly Condition['measure'][] = [
    { signal: 'logs', statistic: 'count', service, severityMin: 'error', contains: null, attributes: {} },
    { signal: 'requests', statistic: 'error_ratio', service, operation: null },
    { signal: 'requests', statistic: 'percentile', percentile: 95, service, operation: null },
    { signal: 'logs', statistic: 'count', service, severityMin: null, contains: null, attributes: {} },
    { signal: 'patterns', statistic: 'new', service },
  ]
  const measure = measures[Math.floor(n / services) % measures.length] ?? {
    signal: 'patterns',
    statistic: 'new',
    service,
  }
  return {
    name: `monitor ${n}`,
    severity: 'error',
    condition: {
      measure,
      comparison:
        n % 4 === 3 && measure.signal === 'logs'
          ? { kind: 'absent' }
          : { kind: 'above', threshold: measure.statistic === 'error_ratio' ? 0.5 : 100_000, recoverAt: null },
      windowMinutes: [5, 10, 15, 60][n % 4] ?? 5,
      minimumCount: 1,
    },
    forMinutes: 2,
    recoverForMinutes: 5,
    noData: 'no_data',
  }
}

export class EvaluatorObject extends DurableObject<BenchBindings> {
  #evaluator: Evaluator | null = null

  /** Makes as many monitors; those before are forgotten. */
  async prepare(monitors: number, services: number): Promise<void> {
    await this.ctx.storage.deleteAll()
    const store = new MonitorStore(this.ctx.storage)
    const telemetry = createEmbeddedTelemetryStore({ namespaces: this.env })
    const host = {
      store,
      telemetry,
      project: PROJECT,
      newId,
      baseUrl: '',
      onMishap: (error: unknown) => console.error(error),
    }
    for (let n = 0; n < monitors; n++) {
      const state = newMonitorState(0)
      store.put({ id: newId(), definition: definitionOf(n, services), state, createdAt: 0, updatedAt: 0 })
    }
    this.#evaluator = new Evaluator(host)
  }

  async evaluate(at: number): Promise<number> {
    return (await this.#evaluator?.run(at + EVALUATION_DELAY_MS)) ?? 0
  }
}

/** A minute of lines and requests of all services. */
async function fill(env: BenchBindings, atMs: number, services: number, perMinute: number): Promise<void> {
  const store = createEmbeddedTelemetryStore({ namespaces: env })
  const resources = Array.from({ length: services }, (_, n) => ({
    service: `service-${n}`,
    environment: 'production',
    attributes: { 'service.name': `service-${n}` },
  }))
  for (let from = 0; from < perMinute; from += PER_BATCH) {
    const logs: LogRecord[] = []
    const spans: SpanRecord[] = []
    for (let n = from; n < Math.min(perMinute, from + PER_BATCH); n++) {
      const resource = resources[n % services]
      if (resource === undefined) continue
      const time = fromMillis(atMs + Math.floor((n * MINUTE_MS) / perMinute))
      const isFailed = n % 29 === 0
      const ids = { traceId: hex(atMs + n, 32), spanId: hex(n + 1, 16) }
      logs.push({
        ...ids,
        time,
        observedTime: null,
        severityNumber: isFailed ? 17 : 9,
        severityText: '',
        body: isFailed ? `payment ${n} declined by bank ${n % 7}` : `request ${n} served in ${n % 300} ms`,
        eventName: '',
        resource,
        scopeName: '',
        attributes: {},
      })
      spans.push({
        ...ids,
        time,
        durationNanos: (1 + (n % 300)) * 1_000_000,
        parentSpanId: '',
        name: `GET /items/${n % 5}`,
        kind: 'server',
        status: isFailed ? 'error' : 'unset',
        statusMessage: '',
        resource,
        scopeName: '',
        attributes: {},
        events: [],
        links: [],
      })
    }
    const source = { keyId: 'bench', payloadHash: `${atMs}-${from}` }
    for (;;) {
      const result = await store.append(PROJECT, { logs, spans, source, billedBytes: 1, deduplicate: false })
      if (result.status === 'stored') break
      await scheduler.wait(200)
    }
  }
}

export default {
  async fetch(request: Request, env: BenchBindings): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const number = (name: string) => Number(searchParams.get(name) ?? 0)
    const evaluator = env.EVALUATOR.getByName('one')
    if (pathname === '/fill') await fill(env, number('at'), number('services'), number('perMinute'))
    else if (pathname === '/prepare') await evaluator.prepare(number('monitors'), number('services'))
    else return Response.json({ evaluated: await evaluator.evaluate(number('at')) })
    return Response.json({})
  },
}

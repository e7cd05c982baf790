/**
 * Kills the whole server, again and again, while OpenTelemetry exporters send logs and retry as they do in production;
 * then reads everything back. Every acknowledged record has to be there once, and no record twice.
 */
import { SeverityNumber } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { LoggerProvider, type ReadableLogRecord } from '@opentelemetry/sdk-logs'
import { type Random, seededRandom } from '../demo/random.ts'
import type { OrganizationCredentials } from '../server/organization.ts'
import type { RunningServer } from '../server/server.ts'
import { createWorkbench, type Workbench } from '../server/workbench.ts'
import { checkRecords, type RecordsReport, recordBody, type SentBatch } from './check-records.ts'
import { READ_BACK_PATH, type ReadBackInput, type ReadBackPage, SPLIT_PATH, type SplitAnswer } from './read-back.ts'

export interface IntakeChaosOptions {
  readonly kills: number
  readonly seed: number
  readonly log: (line: string) => void
}
export interface IntakeChaosReport extends RecordsReport {
  readonly kills: number
  readonly batches: number
  readonly batchesAcknowledged: number
  /** Partitions that hold the logs in the end: more than one after a split. */
  readonly partitions: number
}

/** Senders at once. Small batches make many appends a second, large ones become a segment at once. */
const SENDERS = 10
const BATCH_SIZES = [1, 1, 5, 5, 10, 10, 10, 20, 20, 50, 50, 100, 300, 2100] as const
/** Between two batches of one sender. */
const PAUSE_MS = 40
/** Longer than a restart: what a kill cut off is retried on the next server. */
const EXPORT_TIMEOUT_MS = 20_000
const KILL_AFTER_MS = { low: 100, high: 2000 }
/** Each that is not killed doubles the shards that take appends. */
const SPLITS = 4
/** Every other kill waits for so many batches: on a slow machine the clock alone would hit servers that took none. */
const BATCHES_BETWEEN_KILLS = 15
const BATCHES_PATIENCE_MS = 30_000
const SERVICES = ['alpha', 'beta', 'gamma', 'delta'] as const

class Senders {
  readonly batches: SentBatch[] = []
  readonly #random: Random
  readonly #exporter: OTLPLogExporter
  readonly #providers: readonly LoggerProvider[]
  #emitted: ReadableLogRecord[] = []
  #count = 0
  #isOpen = true

  constructor(seed: number, intakeUrl: string, publicKey: string) {
    this.#random = seededRandom(seed, 'chaos senders')
    this.#exporter = new OTLPLogExporter({
      url: `${intakeUrl}/v1/logs`,
      headers: { authorization: `Bearer ${publicKey}` },
      timeoutMillis: EXPORT_TIMEOUT_MS,
    })
    const collector = {
      onEmit: (record: ReadableLogRecord) => {
        this.#emitted.push(record)
      },
      forceFlush: () => Promise.resolve(),
      shutdown: () => Promise.resolve(),
    }
    this.#providers = SERVICES.map(
      (service) =>
        new LoggerProvider({ resource: resourceFromAttributes({ 'service.name': service }), processors: [collector] }),
    )
  }

  close(): void {
    this.#isOpen = false
  }

  get acknowledged(): number {
    return this.batches.filter((batch) => batch.isAcknowledged).length
  }

  /** Waits, not for ever, until so many batches were acknowledged in all. */
  async haveAcknowledged(count: number): Promise<void> {
    const deadlineMs = Date.now() + BATCHES_PATIENCE_MS
    while (this.acknowledged < count && Date.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  #nextBatch(): { batch: number; records: ReadableLogRecord[] } {
    const batch = ++this.#count
    const size = this.#random.pick(BATCH_SIZES)
    this.#emitted = []
    for (let index = 0; index < size; index++) {
      const logger = this.#random.pick(this.#providers).getLogger('chaos')
      // Times of one batch differ, so that no two records are the same but for their text.
      const timestamp = Date.now() - this.#random.integer(0, 60_000)
      const body = recordBody(batch, index, size, this.#random.hex(24))
      logger.emit({ timestamp, body, severityNumber: SeverityNumber.INFO })
    }
    return { batch, records: this.#emitted }
  }

  async work(): Promise<void> {
    while (this.#isOpen) {
      const { batch, records } = this.#nextBatch()
      const isAcknowledged = await new Promise<boolean>((resolve) => {
        this.#exporter.export(records, (result) => resolve(result.code === 0))
      })
      this.batches.push({ batch, size: records.length, isAcknowledged })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.5 + this.#random.next())))
    }
  }
}

async function restarted(bench: Workbench): Promise<RunningServer> {
  try {
    return await bench.start()
  } catch {
    // The killed runtime's port can stay taken for a moment.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return bench.start()
  }
}

async function askSplit(baseUrl: string, credentials: OrganizationCredentials, isWanted: boolean): Promise<number> {
  const { organizationId, projectId } = credentials
  const body = JSON.stringify({ organizationId, projectId, isWanted })
  const response = await fetch(`${baseUrl}${SPLIT_PATH}`, { method: 'POST', body })
  if (!response.ok) throw new Error(`splitting failed: ${response.status} ${await response.text()}`)
  return ((await response.json()) as SplitAnswer).partitions // reader-worker.ts answers it
}

async function readAll(baseUrl: string, credentials: OrganizationCredentials, fromMs: number): Promise<string[]> {
  const bodies: string[] = []
  let after: ReadBackInput['after'] = null
  const { organizationId, projectId } = credentials
  do {
    const input: ReadBackInput = { organizationId, projectId, fromMs, toMs: Date.now() + 60_000, after }
    const response = await fetch(`${baseUrl}${READ_BACK_PATH}`, { method: 'POST', body: JSON.stringify(input) })
    if (!response.ok) throw new Error(`reading back failed: ${response.status} ${await response.text()}`)
    const page = (await response.json()) as ReadBackPage // reader-worker.ts answers it
    if (page.partial.length > 0) throw new Error(`reading back was cut short: ${page.partial.join(', ')}`)
    bodies.push(...page.bodies)
    after = page.next
  } while (after !== null)
  return bodies
}

export async function intakeChaos(options: IntakeChaosOptions): Promise<IntakeChaosReport> {
  const bench = await createWorkbench({ name: 'chaos-intake', isBuilt: true, entry: 'scripts/chaos/reader-worker.ts' })
  const [credentials] = bench.organizations
  if (credentials === undefined) throw new Error('the workbench has no organization')
  const random = seededRandom(options.seed, 'chaos intake kills')
  const startMs = Date.now() - 120_000
  let server = await bench.start()
  try {
    const senders = new Senders(options.seed, `${server.baseUrl}/intake`, credentials.publicKey)
    const working = Array.from({ length: SENDERS }, () => senders.work())
    const splitEvery = Math.ceil(options.kills / (SPLITS + 1))
    for (let kill = 1; kill <= options.kills; kill++) {
      const before = senders.acknowledged
      await new Promise((resolve) => setTimeout(resolve, random.integer(KILL_AFTER_MS.low, KILL_AFTER_MS.high)))
      if (kill % 2 === 0) await senders.haveAcknowledged(before + BATCHES_BETWEEN_KILLS)
      // Not awaited: the kill may hit the split itself.
      if (kill % splitEvery === 0) {
        const splitting = askSplit(server.baseUrl, credentials, true)
        // Every other time the kill may hit the split itself.
        if ((kill / splitEvery) % 2 === 0) splitting.catch(() => {})
        else await splitting
      }
      if (random.chance(0.5)) await new Promise((resolve) => setTimeout(resolve, random.integer(0, 60)))
      await server.kill()
      server = await restarted(bench)
      if (kill % 20 === 0 || kill === options.kills)
        options.log(`${kill} kills, ${senders.batches.length} batches sent`)
    }
    senders.close()
    await Promise.all(working)
    const report = checkRecords(await readAll(server.baseUrl, credentials, startMs), senders.batches)
    const { acknowledged } = senders
    const partitions = await askSplit(server.baseUrl, credentials, false)
    const counts = { batches: senders.batches.length, batchesAcknowledged: acknowledged, partitions }
    return { ...report, kills: options.kills, ...counts }
  } finally {
    await server.stop()
    bench.remove()
  }
}

/**
 * The service's Worker with one window more: it reads a project's log records back, whole and in order, so that a chaos
 * run can compare them with what was acknowledged. Never deployed: no environment names it as its entry.
 */
import { createEmbeddedTelemetryStore } from '../../src/durable/telemetry/embedded-store.ts'
import type { Bindings } from '../../src/env.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import worker from '../../src/worker.ts'
import { READ_BACK_PATH, type ReadBackInput, type ReadBackPage } from './read-back.ts'

export * from '../../src/worker.ts'

const PAGE_RECORDS = 1000

async function readBack(input: ReadBackInput, bindings: Bindings): Promise<ReadBackPage> {
  const store = createEmbeddedTelemetryStore({ namespaces: bindings })
  const { organizationId, projectId } = input
  const page = await store.searchLogs(
    { organizationId, projectId, region: 'us-east-1', retentionDays: 30 },
    {
      range: { from: fromMillis(input.fromMs), to: fromMillis(input.toMs) },
      filter: { conditions: [] },
      order: 'oldest',
      limit: PAGE_RECORDS,
      ...(input.after === null ? {} : { after: input.after }),
      budget: { recordsMax: 100_000_000, bytesMax: 10_000_000_000 },
    },
  )
  // `limit` is how a page ends; every other reason means that something was not looked at.
  const partial = page.work.partial.filter((reason) => reason !== 'limit')
  return { bodies: page.records.map((record) => record.body), next: page.next, partial }
}

export default {
  ...worker,
  async fetch(request, bindings, execution) {
    if (new URL(request.url).pathname !== READ_BACK_PATH) return worker.fetch(request, bindings, execution)
    return Response.json(await readBack(await request.json<ReadBackInput>(), bindings))
  },
} satisfies ExportedHandler<Bindings>

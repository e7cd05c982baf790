/**
 * The service's Worker with two windows more, for chaos runs: one reads a project's log records back, whole and in order,
 * so that they can be compared with what was acknowledged; one splits its partitions, which by itself takes ten seconds
 * of high load. Never deployed: no environment names it as its entry.
 */

import type { Bindings } from '../../src/env.ts'
import type { CatalogRpc } from '../../src/telemetry/embedded/messages.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { placement } from '../../src/wiring/placement.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'
import worker from '../../src/worker.ts'
import {
  READ_BACK_PATH,
  type ReadBackInput,
  type ReadBackPage,
  SPLIT_PATH,
  type SplitAnswer,
  type SplitInput,
} from './read-back.ts'

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

async function split({ isWanted, ...project }: SplitInput, bindings: Bindings): Promise<SplitAnswer> {
  const place = placement({ ...project, region: 'us-east-1' })
  // The object implements this interface; the runtime's mapped types of it nest too deep (embedded-store.ts).
  const catalog = place.stub(bindings.CATALOG, place.name('catalog')) as unknown as CatalogRpc
  const newest = (await catalog.list()).filter((entry) => entry.signal === 'logs').at(-1)
  if (isWanted && newest !== undefined) await catalog.split(newest.number)
  return { partitions: (await catalog.list()).filter((entry) => entry.signal === 'logs').length }
}

export default {
  ...worker,
  async fetch(request, bindings, execution) {
    const { pathname } = new URL(request.url)
    if (pathname === READ_BACK_PATH) return Response.json(await readBack(await request.json<ReadBackInput>(), bindings))
    if (pathname === SPLIT_PATH) return Response.json(await split(await request.json<SplitInput>(), bindings))
    return worker.fetch(request, bindings, execution)
  },
} satisfies ExportedHandler<Bindings>

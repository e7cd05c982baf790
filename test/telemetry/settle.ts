/** Makes the partitions of a project flush their write buffers. */
import { env } from 'cloudflare:workers'
import type { CatalogRpc, PartitionRpc } from '../../src/telemetry/embedded/messages.ts'
import type { TelemetryProject } from '../../src/telemetry/port.ts'
import { placement } from '../../src/wiring/placement.ts'

export async function settlePartitions(project: TelemetryProject, isCompacted = false): Promise<void> {
  const place = placement(project)
  // As in the adapter: the runtime's mapped RPC types nest too deep.
  const catalog = place.stub(env.CATALOG, place.name('catalog')) as unknown as CatalogRpc
  for (const entry of await catalog.list()) {
    const stub = place.stub(env.PARTITION, place.name(`partition/${entry.number}`)) as unknown as PartitionRpc
    await stub.settle(isCompacted)
  }
}

/** Starts the Worker of the telemetry benchmarks. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startBenchRuntime } from '../runtime.ts'

export interface BenchServer {
  readonly url: string
  /** Bytes of the databases of all objects, as they are billed: free pages included, SQLite's journal not. */
  readonly bytesOnDisk: () => number
  readonly close: () => Promise<void>
}

function sizeOf(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith('.sqlite')) bytes += statSync(join(entry.parentPath, entry.name)).size
  }
  return bytes
}

/**
 * A reader of OTLP that is not ours, `decodeOtlp2(bytes)` of `hand.mjs` among the peers (peers.ts); without it that of
 * plain-decode.ts alone is measured.
 */
const peersReader = join(process.env['PEERS'] ?? '', 'hand.mjs')
export const hasPeersReader = existsSync(peersReader)

export async function startBenchServer(): Promise<BenchServer> {
  const { url, stateFolder, close } = await startBenchRuntime({
    entryPoint: join(import.meta.dirname, 'worker.ts'),
    objects: { PARTITION: 'PartitionObject', CATALOG: 'CatalogObject', ROWS: 'RowsObject' },
    queues: ['USAGE_QUEUE'],
    alias: { 'peers-reader': hasPeersReader ? peersReader : join(import.meta.dirname, 'plain-decode.ts') },
  })
  return { url, bytesOnDisk: () => sizeOf(stateFolder), close }
}

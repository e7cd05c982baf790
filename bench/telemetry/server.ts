/** Starts the bench Worker as Miniflare serves it, on a socket of its own: no development proxy in between. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'

export interface BenchServer {
  readonly url: string
  readonly folder: string
  /** Bytes on disk of all objects, after a checkpoint as SQLite makes them. */
  readonly bytesOnDisk: () => number
  readonly close: () => Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

function sizeOf(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
  }
  return bytes
}

export async function startBenchServer(): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'telemetry-bench-'))
  const script = join(folder, 'worker.js')
  await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    outfile: script,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'error',
  })
  const port = await freePort()
  const state = join(folder, 'state')
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      log: new Log(LogLevel.ERROR),
      cf: false,
      name: 'bench',
      modules: true,
      modulesRoot: folder,
      scriptPath: script,
      compatibilityDate: '2026-11-01',
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      durableObjects: {
        PARTITION: { className: 'PartitionObject', useSQLite: true },
        CATALOG: { className: 'CatalogObject', useSQLite: true },
        ROWS: { className: 'RowsObject', useSQLite: true },
      },
      d1Databases: { DB: 'db' },
      queueProducers: { USAGE_QUEUE: { queueName: 'usage' } },
    }),
    resourcePersistencePath: state,
  })
  await miniflare.ready
  return {
    url: `http://127.0.0.1:${port}`,
    folder: state,
    bytesOnDisk: () => sizeOf(state),
    close: async () => {
      await miniflare.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

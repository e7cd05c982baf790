/** A bench Worker as Miniflare serves it, on a socket of its own: no development proxy in between. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'

export interface BenchWorker {
  readonly entryPoint: string
  readonly settings?: Readonly<Record<string, string>>
  /** Class names of Durable Objects by binding. */
  readonly objects: Readonly<Record<string, string>>
  /** Bindings of queues that are sent to. */
  readonly queues: readonly string[]
  /** Files by the names they are imported under. */
  readonly alias?: Readonly<Record<string, string>>
  /** Opens an inspector, for a profile. */
  readonly isInspected?: boolean
}

export interface BenchRuntime {
  readonly url: string
  /** Where the objects keep their databases. */
  readonly stateFolder: string
  readonly database: D1Database
  readonly inspectorUrl: URL | null
  readonly close: () => Promise<void>
}

/** Packages for Node name its modules without their prefix, which only the Workers tooling adds. */
const NODE_MODULES = ['assert', 'buffer', 'crypto', 'events', 'fs', 'http', 'https', 'path', 'stream', 'url', 'util']

export async function startBenchRuntime(worker: BenchWorker): Promise<BenchRuntime> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const scriptPath = join(folder, 'worker.js')
  await build({
    entryPoints: [worker.entryPoint],
    outfile: scriptPath,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    alias: { ...Object.fromEntries(NODE_MODULES.map((name) => [name, `node:${name}`])), ...worker.alias },
    logLevel: 'error',
  })
  const port = await freePort()
  const stateFolder = join(folder, 'state')
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      log: new Log(LogLevel.ERROR),
      cf: false,
      ...(worker.isInspected ? { inspectorPort: 0 } : {}),
      name: 'bench',
      modules: true,
      modulesRoot: folder,
      scriptPath,
      compatibilityDate: '2026-11-01',
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      bindings: { ...worker.settings },
      d1Databases: { DB: 'db' },
      durableObjects: Object.fromEntries(
        Object.entries(worker.objects).map(([binding, className]) => [binding, { className, useSQLite: true }]),
      ),
      queueProducers: Object.fromEntries(worker.queues.map((name) => [name, { queueName: name.toLowerCase() }])),
    }),
    resourcePersistencePath: stateFolder,
  })
  await miniflare.ready
  return {
    url: `http://127.0.0.1:${port}`,
    stateFolder,
    database: await miniflare.getD1Database('DB'),
    inspectorUrl: worker.isInspected ? await miniflare.getInspectorURL() : null,
    close: async () => {
      await miniflare.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
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

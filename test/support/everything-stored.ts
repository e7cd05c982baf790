/** All that this deployment holds, as text: every table of the database, every table and key of every object. */
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'

const NAMESPACES = [
  'THREAD',
  'PARTITION',
  'CATALOG',
  'SEARCH',
  'ORGANIZATION',
  'CLOCK',
  'POLLER',
  'ON_CALL',
  'MONITORS',
  'DELIVERIES',
] as const

export interface Stored {
  /** `DB sources`, `ORGANIZATION idempotency_records`, … */
  readonly place: string
  readonly text: string
}

export async function everythingStored(): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const name of await tablesOf(async (query) => (await env.DB.prepare(query).all<{ name: string }>()).results)) {
    const { results } = await env.DB.prepare(`select * from "${name}"`).all()
    stored.push({ place: `DB ${name}`, text: textOf(results) })
  }
  for (const namespaceName of NAMESPACES) {
    // The classes differ; what is done with an object here is the same for all.
    const namespace = env[namespaceName] as DurableObjectNamespace
    for (const id of await listDurableObjectIds(namespace)) {
      const found = await runInDurableObject(namespace.get(id), async (_, { storage }) => {
        const tables = await tablesOf((query) => storage.sql.exec<{ name: string }>(query).toArray())
        const rows = tables.map((name) => ({
          place: `${namespaceName} ${name}`,
          text: textOf(storage.sql.exec(`select * from "${name}"`).toArray()),
        }))
        return [...rows, { place: `${namespaceName} keys`, text: textOf([...(await storage.list())]) }]
      })
      stored.push(...found)
    }
  }
  return stored
}

type Names = { name: string }[]

async function tablesOf(read: (query: string) => Names | Promise<Names>): Promise<string[]> {
  // Shadow tables of full-text indexes may be read as any other; the runtime's own may not.
  const rows = await read("select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'")
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_') && name !== 'd1_migrations')
}

/** Bytes as one character each, so that text inside them is found. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (item instanceof ArrayBuffer) return Buffer.from(item).toString('latin1')
    if (ArrayBuffer.isView(item)) return Buffer.from(item.buffer, item.byteOffset, item.byteLength).toString('latin1')
    return item
  })
}

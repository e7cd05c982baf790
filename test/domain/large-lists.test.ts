/** Pages of 100 out of 100,000 rows: what D1 reads for one is a page, wherever in the list it is. */

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationScope, ProjectScope } from '../../src/auth/scope.ts'
import type { DomainContext } from '../../src/domain/context.ts'
import { listKeys } from '../../src/domain/keys/keys.ts'
import { pageOfStreams } from '../../src/domain/sources/rows.ts'
import { listThreads } from '../../src/domain/threads/list-threads.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { call } from '../support/api.ts'
import { SYSTEM } from '../support/system.ts'
import { addTenant, type TestTenant } from '../support/tenants.ts'

const ROWS = 100_000
const ROWS_PER_STATEMENT = 25_000
const LIMIT = 100
/** The page and the row after it, which tells whether there is more. */
const ROWS_READ_MAX = LIMIT + 1

/** The n-th id; SQL and TypeScript make the same. */
const idAt = (n: number) => `${n.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`
const ID_SQL = "printf('%08x-0000-7000-8000-000000000000', n)"

let tenant: TestTenant
const SOURCE = idAt(0)

async function fill(into: string, select: string): Promise<void> {
  for (let from = 1; from <= ROWS; from += ROWS_PER_STATEMENT) {
    await env.DB.prepare(
      `with recursive numbers (n) as (select ?1 union all select n + 1 from numbers where n < ?2)
       insert into ${into} select ${select} from numbers`,
    )
      .bind(from, from + ROWS_PER_STATEMENT - 1)
      .run()
  }
}

interface Asked {
  readonly query: string
  readonly values: readonly unknown[]
  readonly rowsRead: number
}

/** What a verb asks D1, and what D1 says it read for it. */
async function askedBy(verb: (ctx: DomainContext) => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = []
  const prepare = (query: string) => ({
    bind: (...values: unknown[]) => {
      const statement = env.DB.prepare(query).bind(...values)
      return {
        // Rows as lists of values come without what D1 says of the statement, so it is asked twice.
        raw: async () => {
          const { meta } = await statement.all()
          asked.push({ query, values, rowsRead: meta.rows_read })
          return statement.raw()
        },
        all: async () => {
          const result = await statement.all()
          asked.push({ query, values, rowsRead: result.meta.rows_read })
          return result
        },
      }
    },
  })
  // Lists prepare, bind and read; nothing else of a database.
  await verb({ ...backgroundContext(env, () => {}), db: { prepare } as unknown as D1Database })
  return asked
}

async function planOf({ query, values }: Asked): Promise<string> {
  const { results } = await env.DB.prepare(`explain query plan ${query}`)
    .bind(...values)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail).join('; ')
}

type Page = (ctx: DomainContext, cursor: string | undefined) => Promise<{ readonly nextCursor: string | null }>

// Scopes are made by Access alone; these lists look at the ids in them.
const scope = () => tenant as unknown as ProjectScope & OrganizationScope

const LISTS: Readonly<Record<string, { readonly page: Page; readonly index: string }>> = {
  threads: {
    page: (ctx, cursor) => listThreads({ ctx, scope: scope(), input: { limit: LIMIT, cursor, status: undefined } }),
    index: 'threads_by_project',
  },
  'archived threads': {
    page: (ctx, cursor) => listThreads({ ctx, scope: scope(), input: { limit: LIMIT, cursor, status: 'archived' } }),
    index: 'threads_by_project_and_status',
  },
  'public keys of a project': {
    page: (ctx, cursor) => {
      const { projectId } = tenant
      return listKeys({ ctx, scope: scope(), input: { kind: 'public', projectId, limit: LIMIT, cursor } })
    },
    index: 'credentials_by_project',
  },
  'public keys of an organization': {
    page: (ctx, cursor) =>
      listKeys({ ctx, scope: scope(), input: { kind: 'public', projectId: null, limit: LIMIT, cursor } }),
    index: 'credentials_by_organization',
  },
  'streams of a source': {
    page: (ctx, cursor) => pageOfStreams({ ctx, scope: SYSTEM, input: { sourceId: SOURCE, limit: LIMIT, cursor } }),
    index: 'streams_by_source',
  },
}

beforeAll(async () => {
  tenant = await addTenant()
  const { organizationId, projectId } = tenant
  // Ids of this service: nothing in them wants quoting.
  const [organization, project, source] = [`'${organizationId}'`, `'${projectId}'`, `'${SOURCE}'`]
  await env.DB.prepare(
    `insert into sources (id, kind, organization_id, project_id, provider, mode, name, created_at)
     values (${source}, 'log_source', ${organization}, ${project}, 'vercel', 'managed', 'x', 1)`,
  ).run()
  await fill(
    'threads (id, organization_id, project_id, status, source, created_at, updated_at, version)',
    `${ID_SQL}, ${organization}, ${project}, iif(n % 2 = 0, 'archived', 'regular'), 'api', 1, 1, 1`,
  )
  await fill(
    'credentials (id, kind, digest, last_four, name, organization_id, project_id, origin, created_at)',
    `${ID_SQL}, iif(n % 10 = 0, 'secret', 'public'), ${ID_SQL}, 'last', 'key', ${organization}, ${project}, 'api', 1`,
  )
  await fill(
    'streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status, version, created_at)',
    `${ID_SQL}, ${source}, ${organization}, ${project}, 's', '{}', ${ID_SQL}, 'active', 1, 1`,
  )
}, 120_000)

describe(`a list of ${ROWS} rows`, () => {
  it.each(Object.entries(LISTS))(
    'a page of %s is read by its index, at the beginning, middle and end',
    async (_, list) => {
      for (const cursor of [undefined, idAt(ROWS / 2), idAt(LIMIT * 4)]) {
        const [asked, another] = await askedBy((ctx) => list.page(ctx, cursor))
        expect(another).toBeUndefined()
        if (asked === undefined) throw new Error('The list asked nothing.')
        expect(asked.rowsRead).toBeGreaterThanOrEqual(LIMIT)
        expect(asked.rowsRead).toBeLessThanOrEqual(ROWS_READ_MAX)
        const plan = await planOf(asked)
        expect(plan).toMatch(new RegExp(`^SEARCH \\w+ USING (COVERING )?INDEX ${list.index} \\(.* AND id<\\?\\)$`))
        expect(asked.query).not.toMatch(/offset/i)
      }
    },
  )

  it('a long list is walked to its last row over HTTP from anywhere', async () => {
    const path = `GET /threads?projectId=${tenant.projectId}&limit=${LIMIT}`
    const newest = await call(path, { token: tenant.secretKey })
    expect(newest.body.threads[0].id).toBe(idAt(ROWS))
    expect(newest.body.nextCursor).toBe(idAt(ROWS - LIMIT + 1))
    const last = await call(`${path}&cursor=${idAt(LIMIT + 1)}`, { token: tenant.secretKey })
    expect(last.body.threads).toHaveLength(LIMIT)
    expect(last.body.nextCursor).toBeNull()
  })
})

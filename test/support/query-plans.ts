/** How SQLite carries out the statements that a piece of code prepares. */
import { env } from 'cloudflare:workers'
import type { Database } from '../../src/db/database.ts'

export interface ExplainedStatement {
  readonly sql: string
  /** One line for each step of the plan. */
  readonly plan: readonly string[]
}

/** Runs `query` against D1 and explains each statement it prepared, with the values it bound. */
export async function explained(query: (db: Database) => Promise<unknown>): Promise<ExplainedStatement[]> {
  const prepared: { readonly sql: string; values: readonly unknown[] }[] = []
  const db = new Proxy(env.DB, {
    get: (target, property) => {
      if (property !== 'prepare') return Reflect.get(target, property).bind(target)
      return (sql: string) => {
        const entry = { sql, values: [] as readonly unknown[] }
        prepared.push(entry)
        const statement = target.prepare(sql)
        const bind = statement.bind.bind(statement)
        statement.bind = (...values: unknown[]) => {
          entry.values = values
          return bind(...values)
        }
        return statement
      }
    },
  })
  await query(db)
  return Promise.all(
    prepared.map(async ({ sql, values }) => {
      const { results } = await env.DB.prepare(`explain query plan ${sql}`)
        .bind(...values)
        .all<{ detail: string }>()
      return { sql, plan: results.map((row) => row.detail) }
    }),
  )
}

/** Steps that read a table from end to end. Lists that were passed in and results of the query's own do not count. */
export const fullScans = (statements: readonly ExplainedStatement[]): string[] =>
  statements
    .flatMap(({ plan }) => plan)
    .filter((step) => /^SCAN (?!(value|k|line|counted|page|boundary|json_each|CONSTANT)\b|\(subquery)/.test(step))

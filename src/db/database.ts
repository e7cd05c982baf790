/**
 * D1 as the rest of the code sees it: repositories of this folder make statements, and a change commits them together.
 * Reads and single writes are functions of the repositories.
 */
import { type SQL, sql } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'

/** The Worker's binding. */
export type DatabaseBinding = D1Database
/** One statement of a batch, made by a repository. */
export type Statement = D1PreparedStatement
/** What D1 reports of a statement. */
export type StatementResult = D1Result

/** The database of a request (a session that follows its bookmark) or of background work. */
export interface Database {
  /** Runs the statements in one transaction: all of them or none. At least one. */
  batch<Row = unknown>(statements: Statement[]): Promise<D1Result<Row>[]>
}

/** A session that reads at least what `bookmark` names; `first-primary` reads the primary. */
export const sessionOf = (binding: DatabaseBinding, bookmark: string): Database => binding.withSession(bookmark)

/** Where a session has come to; null for a database without sessions, and for a session that was not asked. */
export function bookmarkOf(db: Database): string | null {
  const session = clientOf(db)
  return 'getBookmark' in session ? session.getBookmark() : null
}

/** How many rows the first statement of a batch changed. */
export function changesOf(results: readonly StatementResult[]): number {
  return results[0]?.meta.changes ?? 0
}

// ---- for repositories only ----

/** A `Database` is always one of these two; the interface only hides their other methods. */
const clientOf = (db: Database) => db as D1Database | D1DatabaseSession

const orms = new WeakMap<Database, DrizzleD1Database>()

/** Drizzle over this database. */
export function ormOf(db: Database): DrizzleD1Database {
  const known = orms.get(db)
  if (known) return known
  // Of the database drizzle uses `prepare` and `batch` alone, which a session has too.
  const orm = drizzle(clientOf(db) as D1Database)
  orms.set(db, orm)
  return orm
}

/** The first row of a select, null where there is none. */
export const firstRow = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | null> => (await rows)[0] ?? null

interface Built {
  toSQL(): { readonly sql: string; readonly params: unknown[] }
}

/** A statement for a batch, from a query of drizzle's builders. */
export function statementOf(db: Database, query: Built): Statement {
  const { sql: text, params } = query.toSQL()
  return clientOf(db)
    .prepare(text)
    .bind(...params)
}

const dialect = new SQLiteAsyncDialect()

/** A statement for a batch, from SQL that the builders cannot say. */
export const rawStatement = (db: Database, text: SQL): Statement =>
  statementOf(db, { toSQL: () => dialect.sqlToQuery(text) })

/**
 * In the fields of a select from one table, drizzle leaves the table's name off every column that stands in the SQL
 * itself, and `source_id = id` would compare two columns of the inner table. Inside a nested SQL names stay whole.
 */
export const qualified = <Value>(text: SQL): SQL<Value> => sql<Value>`${text}`

/** The values of a list of any length as a subquery: a statement takes at most 100 parameters. */
export const inList = (values: readonly (string | number)[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`

/** Sorts after every hex digit: the id that the first page of a list starts below. */
export const AFTER_ALL_IDS = 'g'

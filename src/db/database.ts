/**
 * D1 as the rest of the code sees it. The repositories of this folder build statements, and a change commits them
 * together. Reads and single writes are functions of the repositories.
 */
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** The Worker's binding. */
export type DatabaseBinding = D1Database
/** One statement of a batch, made by a repository. */
export type Statement = D1PreparedStatement
/** What D1 reports of a statement. */
export type StatementResult = D1Result

/** The database of a request (a session that follows its bookmark) or of background work. */
export interface Database {
  /** Runs the statements (at least one) in one transaction: all of them or none. */
  batch<Row = unknown>(statements: Statement[]): Promise<D1Result<Row>[]>
}

/** Returns a session that reads data at least as new as `bookmark`; `first-primary` reads the primary. */
export const sessionOf = (binding: DatabaseBinding, bookmark: string): Database => binding.withSession(bookmark)

/** The bookmark of a session; null for a database without sessions and for a session that was not used. */
export function bookmarkOf(db: Database): string | null {
  const session = clientOf(db)
  return 'getBookmark' in session ? session.getBookmark() : null
}

/** Returns how many rows the first statement of a batch changed. */
export function changesOf(results: readonly StatementResult[]): number {
  return results[0]?.meta.changes ?? 0
}

// ---- for repositories only ----

/** A `Database` is always one of these two; the interface only hides their other methods. */
const clientOf = (db: Database) => db as D1Database | D1DatabaseSession

const orms = new WeakMap<Database, DrizzleD1Database>()

/** Returns drizzle on this database. */
export function ormOf(db: Database): DrizzleD1Database {
  const known = orms.get(db)
  if (known) return known
  // Drizzle uses only `prepare` and `batch` of the database, and a session has both.
  const orm = drizzle(clientOf(db) as D1Database)
  orms.set(db, orm)
  return orm
}

/** Returns the first row of a select, or null. */
export const firstRow = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | null> => (await rows)[0] ?? null

interface Built {
  toSQL(): { readonly sql: string; readonly params: unknown[] }
}

/** Returns a statement for a batch, from a query of drizzle's builders. */
export function statementOf(db: Database, query: Built): Statement {
  const { sql: text, params } = query.toSQL()
  return clientOf(db)
    .prepare(text)
    .bind(...params)
}

/** For building queries alone: nothing is ever run on it. */
const builder = drizzle({} as D1Database)

/**
 * A select that is built once per isolate and run with the values of its placeholders (`sql.placeholder`). It is for
 * reads that many requests make: to build one each time takes about a twentieth of the request's time. `selection` is
 * what the query selects, columns of one table.
 */
export function builtOnce<Row extends object>(
  selection: Readonly<Record<keyof Row & string, SQLiteColumn>>,
  build: (orm: DrizzleD1Database) => Built & PromiseLike<Row[]>,
): (db: Database, values: Readonly<Record<string, unknown>>) => Promise<Row[]> {
  const columns = Object.entries<SQLiteColumn>(selection)
  let built: ReturnType<Built['toSQL']> | null = null
  return async (db, values) => {
    built ??= build(builder).toSQL()
    const rows = await clientOf(db)
      .prepare(built.sql)
      .bind(...fillPlaceholders(built.params, { ...values }))
      .raw()
    // Drizzle selects the columns in the order of `selection`, each with the type that Row has for its key.
    return rows.map(
      (row) => Object.fromEntries(columns.map(([key, column], at) => [key, decoded(column, row[at])])) as Row,
    )
  }
}

const decoded = (column: SQLiteColumn, value: unknown): unknown =>
  value === null ? null : column.mapFromDriverValue(value)

const dialect = new SQLiteAsyncDialect()

/** Returns a statement for a batch, from SQL that the builders cannot express. */
export const rawStatement = (db: Database, text: SQL): Statement =>
  statementOf(db, { toSQL: () => dialect.sqlToQuery(text) })

/**
 * In the fields of a select from one table, drizzle omits the table's name from every column in the SQL itself, so
 * `source_id = id` would compare two columns of the inner table. Inside a nested SQL, names stay complete.
 */
export const qualified = <Value>(text: SQL): SQL<Value> => sql<Value>`${text}`

/** Returns the values of a list of any length as a subquery, because a statement accepts at most 100 parameters. */
export const inList = (values: readonly (string | number)[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`

/** Sorts after every hex digit: the upper bound of the ids on the first page of a list. */
export const AFTER_ALL_IDS = 'g'

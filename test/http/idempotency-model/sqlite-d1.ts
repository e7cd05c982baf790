/** D1's interface over an SQLite database in memory: the service's own SQL runs without workerd, a thousand times faster. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

type Row = Record<string, unknown>

const READS = /^\s*(select|with)|\breturning\b/i
const NUMBERED = /\?\d/

/** To SQLite `?1` is a name. */
function namesOf(values: readonly SQLInputValue[]): Record<string, SQLInputValue> {
  return Object.fromEntries(values.map((value, i) => [`?${i + 1}`, value]))
}

export function openDatabase(scripts: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const script of scripts) database.exec(script)
  return database
}

/** What of D1 the operations under test use. */
export function d1Over(database: DatabaseSync): D1Database {
  const statements = new Map<string, StatementSync>()
  const compiled = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }
  const execute = (sql: string, values: readonly SQLInputValue[]) => {
    const statement = compiled(sql)
    const numbered = NUMBERED.test(sql) ? namesOf(values) : null
    if (READS.test(sql)) {
      const results = numbered ? statement.all(numbered) : statement.all(...values)
      return { success: true, results, meta: { changes: 0 } }
    }
    const { changes } = numbered ? statement.run(numbered) : statement.run(...values)
    return { success: true, results: [], meta: { changes: Number(changes) } }
  }
  const listed = new Map<string, StatementSync>()
  /** Rows as lists of values: columns of the same name stay apart. */
  const rawRows = (sql: string, values: readonly SQLInputValue[]): unknown[] => {
    const statement = listed.get(sql) ?? database.prepare(sql)
    statement.setReturnArrays(true)
    listed.set(sql, statement)
    return NUMBERED.test(sql) ? statement.all(namesOf(values)) : statement.all(...values)
  }
  const prepare = (sql: string) => {
    const bound = (values: readonly SQLInputValue[]) => ({
      bind: (...given: SQLInputValue[]) => bound(given),
      first: async () => (execute(sql, values).results[0] as Row | undefined) ?? null,
      all: async () => execute(sql, values),
      raw: async () => rawRows(sql, values),
      run: async () => execute(sql, values),
      now: () => execute(sql, values),
    })
    return bound([])
  }
  const batch = async (batched: readonly { readonly now: () => unknown }[]) => {
    database.exec('savepoint batch')
    try {
      return batched.map((statement) => statement.now())
    } catch (error) {
      database.exec('rollback to batch')
      throw error
    } finally {
      database.exec('release batch')
    }
  }
  const session = { prepare, batch, getBookmark: () => null }
  // Only what is used here; a method that is missing throws.
  return { ...session, withSession: () => session } as unknown as D1Database
}

/** The storage of an object, as far as idempotency records use it. */
export function objectStorage(): { readonly storage: Pick<DurableObjectStorage, 'sql'>; readonly clear: () => void } {
  const database = new DatabaseSync(':memory:')
  const statements = new Map<string, StatementSync>()
  const exec = (sql: string, ...values: SQLInputValue[]) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    // A statement that answers no rows runs all the same.
    const rows = statement.all(...values)
    return { toArray: () => rows, one: () => rows[0] }
  }
  return {
    // Cursors have more methods; those missing throw.
    storage: { sql: { exec } } as unknown as Pick<DurableObjectStorage, 'sql'>,
    clear: () => database.exec('delete from idempotency_records'),
  }
}

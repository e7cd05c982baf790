/** A Durable Object's SQL storage over SQLite in memory: the statements of an object run without workerd. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { ObjectStorage } from '../../src/durable/object-storage.ts'

const MANY = /;\s*\S/

export function memoryStorage(): ObjectStorage {
  const database = new DatabaseSync(':memory:')
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return {
    sql: {
      exec<Row extends Record<string, SqlStorageValue>>(query: string, ...bindings: (string | number | null)[]) {
        if (bindings.length === 0 && MANY.test(query)) {
          database.exec(query)
          return { toArray: () => [] }
        }
        const statement = statements.get(query) ?? database.prepare(query)
        statements.set(query, statement)
        // Columns are named by the query that the caller typed its row for.
        const rows = statement.all(...(bindings as SQLInputValue[])) as Row[]
        return { toArray: () => rows }
      },
    },
    transactionSync(work) {
      database.exec('savepoint work')
      try {
        const result = work()
        database.exec('release work')
        return result
      } catch (error) {
        database.exec('rollback to work')
        database.exec('release work')
        throw error
      }
    },
  }
}

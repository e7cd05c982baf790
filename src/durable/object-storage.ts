/** The part of a Durable Object's storage that a store needs. Tests pass SQLite in memory. */
export interface ObjectStorage {
  readonly sql: {
    exec<Row extends Record<string, SqlStorageValue>>(
      query: string,
      ...bindings: (string | number | null)[]
    ): { toArray(): Row[] }
  }
  transactionSync<Result>(work: () => Result): Result
}

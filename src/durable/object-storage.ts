/** What a store needs of its Durable Object's storage; tests give it SQLite in memory. */
export interface ObjectStorage {
  readonly sql: {
    exec<Row extends Record<string, SqlStorageValue>>(
      query: string,
      ...bindings: (string | number | null)[]
    ): { toArray(): Row[] }
  }
  transactionSync<Result>(work: () => Result): Result
}

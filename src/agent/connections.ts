/**
 * What the agent may query in a project's connected platforms. The data-source domain implements it. Credentials are
 * never passed here.
 */
export interface ProjectConnections {
  list(): Promise<readonly ConnectionSummary[]>
  /** For an unknown id, or a platform that cannot be queried, the result is a refusal in words. */
  query(connectionId: string, query: ConnectionQuery, signal: AbortSignal): Promise<ConnectionAnswer>
}

export interface ConnectionSummary {
  readonly id: string
  /** dataSourceType of the API. */
  readonly type: string
  readonly displayName: string
  readonly canQuery: boolean
  /** Whether the platform's own query language may be used; an administrator allows it. */
  readonly canQueryNatively: boolean
  readonly streams: { readonly active: number; readonly error: number; readonly total: number }
}

export interface ConnectionQuery {
  readonly signal: 'logs' | 'metrics' | 'traces' | 'issues' | 'events'
  /** Words to search for or, where `isNative`, a query in the platform's own language. */
  readonly text: string
  readonly isNative: boolean
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
}

export type ConnectionAnswer =
  | {
      readonly ok: true
      readonly columns: readonly string[]
      readonly rows: readonly (readonly (string | number | boolean | null)[])[]
      readonly isTruncated: boolean
    }
  | { readonly ok: false; readonly reason: string }

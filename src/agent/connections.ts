/** What the agent may ask of a project's connected platforms. The data-source domain implements it; credentials never pass here. */
export interface ProjectConnections {
  list(): Promise<readonly ConnectionSummary[]>
  /** An unknown id and a platform that cannot be asked are refusals in words. */
  query(connectionId: string, query: ConnectionQuery, signal: AbortSignal): Promise<ConnectionAnswer>
}

export interface ConnectionSummary {
  readonly id: string
  /** dataSourceType of the API. */
  readonly type: string
  readonly displayName: string
  readonly canQuery: boolean
  /** Whether it may be asked in the platform's own query language; an administrator allows it. */
  readonly canQueryNatively: boolean
  readonly streams: { readonly active: number; readonly error: number; readonly total: number }
}

export interface ConnectionQuery {
  readonly signal: 'logs' | 'metrics' | 'traces' | 'issues' | 'events'
  /** Words to look for, or a query in the platform's own language where `isNative`. */
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

/** Tokens of one or more model calls. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** What a ranking puts first, which a thread may go on about. */

/** The first of the groups that an answer named. */
export interface Winner {
  readonly field: string
  readonly scope: 'builtin' | 'attribute' | 'resource'
  readonly value: string
}

/** Whether what delivers still delivers: the project's streams, connections and keys with their health. */
import { z } from 'zod'
import type { AgentTool } from '../contract.ts'
import type { DeliveringSource } from '../sources.ts'
import { shorten } from './bound-result.ts'
import { ToolInputError } from './define-tool.ts'

/** Those with a problem come first, so what is cut off is in order. */
const LISTED_MAX = 60
const REASONS_MAX = 5
const TEXT_CHARS_MAX = 300

/** In the order in which they are told. */
export const SOURCE_PROBLEMS = ['silent', 'error', 'rejecting', 'dropping', 'expired', 'paused', 'never_sent'] as const
export type SourceProblem = (typeof SOURCE_PROBLEMS)[number]

export interface SourceHealthRow extends DeliveringSource {
  readonly problems: readonly SourceProblem[]
  readonly rejectedTotal: number
}

export interface SourceHealthResult {
  readonly askedAt: string
  /** How many there are, and how many have each problem. */
  readonly total: number
  readonly problems: Readonly<Record<SourceProblem, number>>
  readonly recordsLastHour: number
  readonly recordsLastDay: number
  /** Those with problems first, then by what they delivered in the last day. */
  readonly sources: readonly SourceHealthRow[]
  readonly more: number
  readonly incomplete?: readonly string[]
}

const input = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .describe('Only sources whose name or provider contains this (default: all).')
    .optional(),
})

export const sourceHealthTool: AgentTool<z.infer<typeof input>> = {
  name: 'source_health',
  description:
    'Health of what delivers to this project: log streams, connections and intake keys with their last record, rate, what was refused and why, and whether they are silent against their own habit; those with problems first. Use it for "is everything still sending?", "which sources went silent?", "why do I see no logs?".',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    if (ctx.sources === undefined) throw new ToolInputError('This deployment cannot tell the health of sources.')
    const { sources, isTruncated } = await ctx.sources.health()
    const wanted = input.name?.toLowerCase()
    const rows = sources
      .filter(
        ({ name, provider }) => wanted === undefined || `${name}\n${provider ?? ''}`.toLowerCase().includes(wanted),
      )
      .map(rowOf)
      .sort((a, b) => rank(a) - rank(b) || b.rejectedTotal - a.rejectedTotal || b.recordsLastDay - a.recordsLastDay)
    const having = (problem: SourceProblem) => rows.filter(({ problems }) => problems.includes(problem)).length
    const result: SourceHealthResult = {
      askedAt: new Date(ctx.askedAtMs).toISOString(),
      total: rows.length,
      // Every problem has its number.
      problems: Object.fromEntries(SOURCE_PROBLEMS.map((problem) => [problem, having(problem)])) as Record<
        SourceProblem,
        number
      >,
      recordsLastHour: rows.reduce((sum, row) => sum + row.recordsLastHour, 0),
      recordsLastDay: rows.reduce((sum, row) => sum + row.recordsLastDay, 0),
      sources: rows.slice(0, LISTED_MAX),
      more: Math.max(0, rows.length - LISTED_MAX),
      ...(isTruncated ? { incomplete: [`only the newest ${sources.length} sources were looked at`] } : {}),
    }
    return rows.length === 0 ? { result } : { result, artifacts: [{ name: 'table', data: tableOf(result.sources) }] }
  },
}

function rowOf(source: DeliveringSource): SourceHealthRow {
  const rejected = [...source.rejected].sort((a, b) => b.count - a.count)
  const rejectedTotal = rejected.reduce((sum, { count }) => sum + count, 0)
  return {
    ...source,
    name: shorten(source.name, TEXT_CHARS_MAX),
    error: source.error === null ? null : shorten(source.error, TEXT_CHARS_MAX),
    rejected: rejected.slice(0, REASONS_MAX),
    rejectedTotal,
    problems: SOURCE_PROBLEMS.filter((problem) => hasProblem(source, problem, rejectedTotal)),
  }
}

function hasProblem(source: DeliveringSource, problem: SourceProblem, rejectedTotal: number): boolean {
  switch (problem) {
    case 'silent':
      return source.isSilent
    case 'error':
    case 'paused':
    case 'expired':
      return source.state === problem
    case 'rejecting':
      return rejectedTotal > 0
    case 'dropping':
      return source.dropped > 0
    case 'never_sent':
      return source.lastRecordAt === null
  }
}

const rank = ({ problems }: SourceHealthRow): number =>
  problems[0] === undefined ? SOURCE_PROBLEMS.length : SOURCE_PROBLEMS.indexOf(problems[0])

function tableOf(rows: readonly SourceHealthRow[]): object {
  return {
    id: 'source_health',
    title: 'Health of sources',
    columns: [
      { key: 'name', label: 'Source' },
      { key: 'provider', label: 'Provider' },
      { key: 'state', label: 'State' },
      { key: 'problems', label: 'Problems' },
      { key: 'lastRecordAt', label: 'Last record' },
      { key: 'recordsLastHour', label: 'This hour' },
      { key: 'usualPerHour', label: 'Usual per hour' },
      { key: 'rejectedTotal', label: 'Refused' },
    ],
    rows: rows.map(
      ({ name, provider, state, problems, lastRecordAt, recordsLastHour, usualPerHour, rejectedTotal }) => ({
        name,
        provider,
        state,
        problems: problems.join(', '),
        lastRecordAt,
        recordsLastHour,
        usualPerHour,
        rejectedTotal,
      }),
    ),
  }
}

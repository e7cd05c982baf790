/** Lists the recommendations of a project: every target of the catalogue with its present status, score and rank. */
import type { ProjectScope } from '../../auth/scope.ts'
import { liveProviders } from '../../db/sources.ts'
import { fromMillis, MS_PER_DAY, type Signal } from '../../telemetry/index.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { projectOf } from '../telemetry/query-input.ts'
import { clientsSince } from './client-activity.ts'
import { type Recommendation, rank } from './rank.ts'
import type { Coverage } from './score.ts'

/** A service that sent nothing for a week does not count as a reason for a recommendation. */
const COVERAGE_MS = 7 * MS_PER_DAY
const CLIENT_MS = 30 * MS_PER_DAY

/**
 * Ranks what would improve the project's telemetry most: new sources, and signals that connected sources do not send
 * yet.
 */
export async function listRecommendations({ ctx, scope }: VerbCall<ProjectScope>): Promise<Recommendation[]> {
  const now = ctx.now()
  const range = { from: fromMillis(now - COVERAGE_MS), to: fromMillis(now + 1) }
  const [sources, clients, { entries }] = await Promise.all([
    liveSources(ctx, scope.projectId),
    clientsSince(ctx, scope.projectId, now - CLIENT_MS),
    ctx.telemetry.coverage(projectOf(scope), range),
  ])
  return rank(scope.projectId, { sources, clients, coverage: coverageOf(entries) })
}

/** `kind provider` of the sources that are neither deleted nor paused. */
async function liveSources(ctx: DomainContext, projectId: string): Promise<ReadonlySet<string>> {
  const rows = await liveProviders(ctx.db, projectId)
  return new Set(rows.map(({ kind, provider }) => `${kind === 'connection' ? 'data_source' : kind} ${provider}`))
}

function coverageOf(entries: readonly { readonly service: string; readonly signal: Signal }[]): Coverage {
  const coverage = new Map<string, Set<Signal>>()
  for (const { service, signal } of entries) coverage.set(service, (coverage.get(service) ?? new Set()).add(signal))
  return coverage
}

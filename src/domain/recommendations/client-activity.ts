/** Which kinds of clients use a project: what makes an MCP connector, a CLI or a chat integration "connected". */
import { AgedCache } from '../../auth/cache.ts'
import type { DomainContext } from '../context.ts'

/** Values of `x-oas-client-source` that stand for something a person set up. */
export const NOTED_CLIENTS = ['mcp', 'cli', 'chat'] as const
export type NotedClient = (typeof NOTED_CLIENTS)[number]

/** Enough for a question about 30 days, and at most one write an hour for each project, client and isolate. */
const NOTE_INTERVAL_MS = 3_600_000
const noted = new AgedCache<true>(NOTE_INTERVAL_MS, 10_000)

/** Called after a request was answered; a note that fails is repeated by the next request. */
export function noteClient(ctx: DomainContext, projectId: string | null, source: string | null): void {
  const client = NOTED_CLIENTS.find((one) => one === source)
  if (projectId === null || client === undefined) return
  const now = ctx.now()
  const key = `${projectId} ${client}`
  if (noted.get(key, now)) return
  noted.set(key, true, now)
  ctx.waitUntil(
    store(ctx, { projectId, client, now }).catch((error: unknown) => {
      noted.delete(key)
      console.error(
        JSON.stringify({ event: 'client_not_noted', name: error instanceof Error ? error.name : typeof error }),
      )
    }),
  )
}

async function store(
  ctx: DomainContext,
  { projectId, client, now }: { readonly projectId: string; readonly client: NotedClient; readonly now: number },
): Promise<void> {
  await ctx.db
    .prepare(
      `insert into project_clients (project_id, client, last_seen_at) values (?1, ?2, ?3)
       on conflict (project_id, client) do update set last_seen_at = max(last_seen_at, excluded.last_seen_at)`,
    )
    .bind(projectId, client, now)
    .run()
}

export async function clientsSince(ctx: DomainContext, projectId: string, sinceMs: number): Promise<Set<NotedClient>> {
  const { results } = await ctx.db
    .prepare('select client from project_clients where project_id = ? and last_seen_at >= ?')
    .bind(projectId, sinceMs)
    .all<{ client: NotedClient }>()
  return new Set(results.map(({ client }) => client))
}

/** Which kinds of clients use a project: what makes an MCP connector, a CLI or a chat integration "connected". */

import { AgedCache } from '../../auth/cache.ts'
import { clientsSeenSince, noteProjectClient } from '../../db/project-clients.ts'
import { logFailure } from '../../log/log.ts'
import type { DomainContext, VerbCall } from '../context.ts'

/** Values of `x-oas-client-source` that stand for something a person set up. */
export const NOTED_CLIENTS = ['mcp', 'cli', 'chat'] as const
export type NotedClient = (typeof NOTED_CLIENTS)[number]

/** Enough for a question about 30 days, and at most one write an hour for each project, client and isolate. */
const NOTE_INTERVAL_MS = 3_600_000
const noted = new AgedCache<true>(NOTE_INTERVAL_MS, 10_000)

/** Called after a request was answered; a note that fails is repeated by the next request. */
export function noteClient({
  ctx,
  scope: { projectId },
  input: { source },
}: VerbCall<{ readonly projectId: string | null }, { readonly source: string | null }>): void {
  const client = NOTED_CLIENTS.find((one) => one === source)
  if (projectId === null || client === undefined) return
  const now = ctx.now()
  const key = `${projectId} ${client}`
  if (noted.get(key, now)) return
  noted.set(key, true, now)
  ctx.waitUntil(
    noteProjectClient(ctx.db, { projectId, client, lastSeenAt: now }).catch((error: unknown) => {
      noted.delete(key)
      logFailure('client_not_noted', error)
    }),
  )
}

export const clientsSince = async (
  ctx: DomainContext,
  projectId: string,
  sinceMs: number,
): Promise<ReadonlySet<NotedClient>> => new Set(await clientsSeenSince(ctx.db, projectId, sinceMs))

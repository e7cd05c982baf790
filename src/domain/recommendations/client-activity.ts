/**
 * Records which kinds of clients use a project. This decides whether an MCP connector, a CLI or a chat integration
 * counts as "connected".
 */

import { AgedCache } from '../../auth/cache.ts'
import { clientsSeenSince, noteProjectClient } from '../../db/project-clients.ts'
import { logFailure } from '../../log/log.ts'
import type { DomainContext, VerbCall } from '../context.ts'

/** Values of `x-oas-client-source` that mean that a person set up a client. */
export const NOTED_CLIENTS = ['mcp', 'cli', 'chat'] as const
export type NotedClient = (typeof NOTED_CLIENTS)[number]

/**
 * At most one write per hour for each project, client and isolate; that is precise enough for a question about 30 days.
 */
const NOTE_INTERVAL_MS = 3_600_000
const noted = new AgedCache<true>(NOTE_INTERVAL_MS, 10_000)

/** Call this after a request was answered. If the write fails, the next request repeats it. */
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

/** Returns the clients that used the project since a time (milliseconds since 1970). */
export const clientsSince = async (
  ctx: DomainContext,
  projectId: string,
  sinceMs: number,
): Promise<ReadonlySet<NotedClient>> => new Set(await clientsSeenSince(ctx.db, projectId, sinceMs))

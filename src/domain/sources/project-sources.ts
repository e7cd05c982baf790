/**
 * The sources that deliver to a project, as the agent sees them: live streams, and keys that belong to no stream, with
 * their health.
 */

import type { DeliveringSource, ProjectSources, SourceHealthList } from '../../agent/sources.ts'
import type { SourceHealth } from '../../contracts/organization-protocol.ts'
import { type DeliveringKey, type DeliveringStream, deliveringKeys, deliveringStreams } from '../../db/delivering.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { combinedHealth } from './health.ts'

interface ProjectRef {
  readonly organizationId: string
  readonly projectId: string
}

/** Maximum number of each kind that one question reads. Their health takes one call to the organization's object. */
const READ_MAX = 1000

/** Returns the port by which the agent asks which of the project's sources deliver. */
export function projectSources({ ctx, scope: project }: VerbCall<ProjectRef>): ProjectSources {
  return { health: () => healthOfProject(ctx, project) }
}

type Described = Pick<DeliveringSource, 'id' | 'kind' | 'name' | 'provider' | 'state' | 'error'>

async function healthOfProject(ctx: DomainContext, project: ProjectRef): Promise<SourceHealthList> {
  const [streams, keys] = await Promise.all([
    deliveringStreams(ctx.db, project, READ_MAX + 1),
    // Most keys belong to a stream.
    deliveringKeys(ctx.db, project, 2 * READ_MAX + 1),
  ])
  const described = describe(streams.slice(0, READ_MAX), keys.slice(0, 2 * READ_MAX), ctx.now())
  const keyIds = [...new Set(described.flatMap((one) => one.keyIds))]
  const all = keyIds.length === 0 ? [] : await ctx.objects.organization(project.organizationId).healthOf(keyIds)
  const byKey = new Map<string, SourceHealth>(all.map((one) => [one.keyId, one]))
  return {
    sources: described.map(({ source, keyIds }) => ({
      ...source,
      ...combinedHealth(keyIds.flatMap((id) => byKey.get(id) ?? [])),
    })),
    isTruncated: streams.length > READ_MAX || keys.length > 2 * READ_MAX,
  }
}

/** Returns streams with their keys, then connections, and then keys without a stream. */
function describe(
  streams: readonly DeliveringStream[],
  keys: readonly DeliveringKey[],
  now: number,
): { readonly source: Described; readonly keyIds: readonly string[] }[] {
  const ofStream = Map.groupBy(keys, ({ streamId }) => streamId)
  const described = streams.map(({ isEnabled, status, ...stream }) => ({
    source: { ...stream, kind: 'stream', state: !isEnabled ? 'paused' : status } satisfies Described,
    keyIds: (ofStream.get(stream.id) ?? []).map(({ id }) => id),
  }))
  const alone = (ofStream.get(null) ?? []).map((key) => {
    const isExpired = key.expiresAt !== null && key.expiresAt <= now
    const state = isExpired ? 'expired' : !key.isEnabled ? 'paused' : 'active'
    const source: Described =
      key.connectionId === null
        ? { id: key.id, kind: 'public_key', name: key.name, provider: null, state, error: null }
        : {
            id: key.connectionId,
            kind: 'connection',
            name: key.connectionName ?? key.provider ?? key.name,
            provider: key.provider,
            state,
            error: null,
          }
    return { source, keyIds: [key.id] }
  })
  return [...described, ...alone]
}

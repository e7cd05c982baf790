/**
 * One log drain per project. Only the drains of that project are searched. A team has as many drains as streams, so to
 * search all of them for each stream would grow with the square of the team.
 */
import { z } from 'zod'
import type { Outcome, ProvisionInput, RemoteState } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'
import { remembered, remoteName } from '../remote-name.ts'
import type { VercelMetadata, VercelStream } from './metadata.ts'
import { verificationCode } from './verification.ts'

const drain = z.object({ id: z.string().min(1), name: z.string().optional() })
const drains = z.object({ drains: z.array(drain) })

const pathOf = (id: string) => `/v1/drains/${encodeURIComponent(id)}`

export async function provisionDrain(
  api: PlatformApi,
  input: ProvisionInput<VercelMetadata, VercelStream>,
): Promise<Outcome<RemoteState>> {
  const { metadata, config, delivery, remember } = input
  const drainName = remoteName(delivery.streamId)
  const code = await verificationCode(api, metadata, remembered(input.remote, 'verificationCode'))
  if (!code.ok) return code
  // When Vercel checks the endpoint, the intake answers with this code. So the code is stored before the drain is
  // requested.
  const intent = { drainName, projectId: config.projectId, ...(code.value ? { verificationCode: code.value } : {}) }
  const found = await existingDrain(api, metadata, intent, remembered(input.remote, 'drainId'))
  if (!found.ok) return found
  if (found.value !== null) return success({ ...intent, drainId: found.value })
  await remember(intent)
  const call = {
    method: 'POST',
    path: '/v1/drains',
    query: { teamId: metadata.team_id },
    json: bodyOf(input, drainName),
  } as const
  const made = await read(api, call, drain)
  if (!made.ok) {
    if (made.kind !== 'missing_scope') return made
    return failure(
      'plan_gated',
      'Vercel refused to create a log drain. Drains need the Pro or Enterprise plan, and a token that may manage them.',
    )
  }
  const remote = { ...intent, drainId: made.value.id }
  await remember(remote)
  return success(remote)
}

export async function removeDrain(
  api: PlatformApi,
  metadata: VercelMetadata,
  remote: RemoteState,
): Promise<Outcome<null>> {
  const drainId = remembered(remote, 'drainId')
  const query = { teamId: metadata.team_id }
  if (drainId !== null) return remove(api, { path: pathOf(drainId), query })
  const drainName = remembered(remote, 'drainName')
  if (drainName === null) return success(null)
  const projectId = remembered(remote, 'projectId') ?? undefined
  const found = await findByName(api, metadata, { drainName, projectId })
  if (!found.ok) return found
  return found.value === null ? success(null) : remove(api, { path: pathOf(found.value), query })
}

/** Returns the remembered drain if it still exists, else one with our name. */
async function existingDrain(
  api: PlatformApi,
  metadata: VercelMetadata,
  intent: { readonly drainName: string; readonly projectId: string },
  drainId: string | null,
): Promise<Outcome<string | null>> {
  if (drainId === null) return findByName(api, metadata, intent)
  const found = await read(api, { path: pathOf(drainId), query: { teamId: metadata.team_id } }, drain)
  if (found.ok) return success(found.value.id)
  return found.kind === 'not_found' ? findByName(api, metadata, intent) : found
}

/** Searches the drains of one project; those of the whole team if the project is unknown or gone. */
async function findByName(
  api: PlatformApi,
  metadata: VercelMetadata,
  { drainName, projectId }: { readonly drainName: string; readonly projectId: string | undefined },
): Promise<Outcome<string | null>> {
  const query = { teamId: metadata.team_id, projectId }
  const listed = await read(api, { path: '/v1/drains', query }, drains)
  if (!listed.ok && listed.kind === 'not_found' && projectId !== undefined)
    return findByName(api, metadata, { drainName, projectId: undefined })
  if (!listed.ok) return listed
  return success(listed.value.drains.find((one) => one.name === drainName)?.id ?? null)
}

function bodyOf({ metadata, config, delivery }: ProvisionInput<VercelMetadata, VercelStream>, name: string): object {
  const { sources = [], environments = [], sampling_rate: rate } = metadata
  const filter = {
    type: 'basic',
    ...(sources.length > 0 ? { log: { sources } } : {}),
    ...(environments.length > 0 ? { deployment: { environments } } : {}),
  }
  const isFiltered = sources.length > 0 || environments.length > 0
  return {
    name,
    projects: 'some',
    projectIds: [config.projectId],
    ...(isFiltered ? { filter: { version: 'v2', filter } } : {}),
    schemas: { log: { version: 'v1' } },
    delivery: {
      type: 'http',
      endpoint: `${delivery.keyedUrl}/vercel`,
      encoding: 'json',
      compression: 'gzip',
      headers: {},
      secret: delivery.signingSecret,
    },
    ...(rate === undefined ? {} : { sampling: [{ type: 'head_sampling', rate }] }),
    source: { kind: 'self-served' },
  }
}

/** A log drain for one project: found by its name before it is made, and removed by its name or id. */
import { z } from 'zod'
import type { Outcome, ProvisionInput, RemoteState } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'
import { remembered, remoteName } from '../remote-name.ts'
import type { VercelMetadata, VercelStream } from './metadata.ts'

const drain = z.object({ id: z.string().min(1), name: z.string().optional() })
const drains = z.object({ drains: z.array(drain) })

export async function provisionDrain(
  api: PlatformApi,
  input: ProvisionInput<VercelMetadata, VercelStream>,
): Promise<Outcome<RemoteState>> {
  const { metadata, delivery, remember } = input
  const name = remoteName(delivery.streamId)
  const found = await findDrain(api, metadata, name, remembered(input.remote, 'drainId'))
  if (!found.ok) return found
  if (found.value !== null) return success({ drainName: name, drainId: found.value })
  await remember({ drainName: name })
  const call = {
    method: 'POST',
    path: '/v1/drains',
    query: { teamId: metadata.team_id },
    json: bodyOf(input, name),
  } as const
  const made = await read(api, call, drain)
  if (!made.ok) {
    if (made.kind !== 'missing_scope') return made
    return failure(
      'plan_gated',
      'Vercel refuses to make a log drain: drains need the Pro or Enterprise plan, and a token that may manage them.',
    )
  }
  const remote = { drainName: name, drainId: made.value.id }
  await remember(remote)
  return success(remote)
}

export async function removeDrain(
  api: PlatformApi,
  metadata: VercelMetadata,
  remote: RemoteState,
): Promise<Outcome<null>> {
  const found = await findDrain(api, metadata, remembered(remote, 'drainName'), remembered(remote, 'drainId'))
  if (!found.ok) return found
  if (found.value === null) return success(null)
  return remove(api, { path: `/v1/drains/${encodeURIComponent(found.value)}`, query: { teamId: metadata.team_id } })
}

async function findDrain(
  api: PlatformApi,
  metadata: VercelMetadata,
  name: string | null,
  id: string | null,
): Promise<Outcome<string | null>> {
  const listed = await read(api, { path: '/v1/drains', query: { teamId: metadata.team_id } }, drains)
  if (!listed.ok) return listed
  const ours = listed.value.drains.find((one) => one.id === id) ?? listed.value.drains.find((one) => one.name === name)
  return success(ours?.id ?? null)
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
      endpoint: `${delivery.url}/vercel`,
      encoding: 'json',
      compression: 'gzip',
      headers: {},
      secret: delivery.signingSecret,
    },
    ...(rate === undefined ? {} : { sampling: [{ type: 'head_sampling', rate }] }),
    source: { kind: 'self-served' },
  }
}

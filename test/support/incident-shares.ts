/** Incidents as an alert opens them, and links to them. */
import { env } from 'cloudflare:workers'
import { createCredential, credentialDigest } from '../../src/auth/credential-format.ts'
import { newId } from '../../src/contracts/ids.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { alertOf } from './alerts.ts'
import type { TestTenant } from './tenants.ts'

type Place = Pick<TestTenant, 'organizationId' | 'projectId'>

/** Returns the id of an incident that an alert has just opened. */
export async function addIncident({ organizationId, projectId }: Place): Promise<string> {
  const owner = { organizationId, projectId, region: 'eu-central-1' }
  const onCall = backgroundContext(env, () => {}).objects.onCall(owner)
  await onCall.receiveAlerts({ owner, deliveryId: newId(), receivedAt: Date.now(), alerts: [alertOf()] })
  const query = { state: null, service: null, severity: null, limit: 1, cursor: null }
  const [incident] = (await onCall.listIncidents(query)).incidents
  if (incident === undefined) throw new Error('the alert of the fixture opened no incident')
  return incident.id
}

export interface AddedShare {
  readonly id: string
  readonly value: string
  readonly incidentId: string
}

/** Writes the row of a link; without `incidentId`, to a new incident. */
export async function addShare(
  tenant: Place,
  given: { readonly incidentId?: string; readonly expiresAt?: number } = {},
): Promise<AddedShare> {
  const incidentId = given.incidentId ?? (await addIncident(tenant))
  const [id, value] = [newId(), createCredential('share')]
  const insert =
    "insert into incident_shares (id, organization_id, project_id, incident_id, digest, created_by, expires_at, created_at) values (?, ?, ?, ?, ?, 'user user_x', ?, ?)"
  const expiresAt = given.expiresAt ?? Date.now() + 600_000
  await env.DB.prepare(insert)
    .bind(id, tenant.organizationId, tenant.projectId, incidentId, await credentialDigest(value), expiresAt, Date.now())
    .run()
  return { id, value, incidentId }
}

/** Links to an incident: made, listed and revoked by members; what they show is in shared-incident.ts. */
import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import { forgetShare } from '../../auth/incident-share.ts'
import type { ProjectScope } from '../../auth/scope.ts'
import { conflict, notFound } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import { changesOf } from '../../db/database.ts'
import * as rows from '../../db/incident-shares.ts'
import { audit, auditIfChanged } from '../audit.ts'
import type { VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { ownerOf } from './changes.ts'
import { actorName } from './incidents.ts'

export type { IncidentShareRow } from '../../db/incident-shares.ts'

/** More links to one incident are forgotten ones. */
const LIVE_MAX = 20
const SWEPT_MAX = 5_000

interface OfIncident {
  readonly incidentId: string
}

export interface CreatedShare extends rows.IncidentShareRow {
  /** The address with the credential in its fragment, which browsers send to nobody. In this answer only. */
  readonly url: string
  readonly value: string
}

/**
 * Makes a link that shows the incident to whoever has it, until it expires. Throws `not_found` for an incident that the
 * project does not have, `conflict` when it has 20 live links.
 */
export async function createIncidentShare({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, OfIncident & { readonly expiresInSeconds: number }>): Promise<CreatedShare> {
  const incidentId = await existing({ ctx, scope, input })
  const live = await rows.liveSharesOf(ctx.db, { ...placeOf(scope, incidentId), now: ctx.now(), limit: LIVE_MAX })
  if (live.length === LIVE_MAX)
    throw conflict(`The incident has ${LIVE_MAX} links already. Revoke one before another is made.`)
  const value = createCredential('share')
  const row: rows.IncidentShareRow = {
    id: createdId(ctx),
    organizationId: scope.organizationId,
    ...placeOf(scope, incidentId),
    createdBy: actorName(scope),
    expiresAt: ctx.now() + input.expiresInSeconds * 1_000,
    lastUsedAt: null,
    createdAt: ctx.now(),
  }
  await ctx.db.batch([
    rows.insertShare(ctx.db, { ...row, digest: await credentialDigest(value) }),
    audit(ctx, {
      ...auditHead(scope, row.id),
      action: 'incident_share.create',
      detail: { incidentId, expiresAt: row.expiresAt },
    }),
  ])
  return { ...row, value, url: `${ctx.baseUrl}/console/shared/${row.id}#${value}` }
}

/** The links of an incident that still work, newest first. */
export async function listIncidentShares({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, OfIncident>): Promise<rows.IncidentShareRow[]> {
  const incidentId = await existing({ ctx, scope, input })
  return rows.liveSharesOf(ctx.db, { ...placeOf(scope, incidentId), now: ctx.now(), limit: LIVE_MAX })
}

/** Ends a link: at once in this isolate, within 30 s in every other. Throws `not_found`. */
export async function revokeIncidentShare({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, OfIncident & { readonly shareId: string }>): Promise<void> {
  const [id, incidentId] = [input.shareId.toLowerCase(), input.incidentId.toLowerCase()]
  const results = await ctx.db.batch([
    rows.deleteShare(ctx.db, { id, ...placeOf(scope, incidentId) }),
    auditIfChanged(ctx, { ...auditHead(scope, id), action: 'incident_share.revoke', detail: { incidentId } }),
  ])
  forgetShare(id)
  if (changesOf(results) === 0) throw notFound('The link')
}

/** Removes links that have expired. */
export async function sweepIncidentShares({ ctx }: VerbCall<SystemScope>): Promise<void> {
  await rows.deleteExpiredShares(ctx.db, ctx.now(), SWEPT_MAX)
}

async function existing({ ctx, scope, input }: VerbCall<ProjectScope, OfIncident>): Promise<string> {
  const incidentId = input.incidentId.toLowerCase()
  if ((await ctx.objects.onCall(ownerOf(scope)).getIncident(incidentId)) === null) throw notFound('The incident')
  return incidentId
}

const placeOf = ({ projectId }: ProjectScope, incidentId: string) => ({ projectId, incidentId })

const auditHead = ({ organizationId, projectId, actor }: ProjectScope, targetId: string) => ({
  organizationId,
  projectId,
  actor,
  targetId,
})

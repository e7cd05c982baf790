/** Alert keys of a project, with which senders deliver alerts and changes. Only `create` returns the value. */

import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import type { OrganizationScope, ProjectScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import * as rows from '../../db/alert-keys.ts'
import { audit, auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { forgetAlertKeys } from '../oncall/receiving/alert-key.ts'
import { futureTime } from './keys.ts'
import { ALERT_SIGNING_SECRET, sealFor } from './sealed-columns.ts'

export type { AlertKeyRow } from '../../db/alert-keys.ts'

type AlertKeyRow = rows.AlertKeyRow

/**
 * Returns an alert key by its id, of any organization; null if there is none. The caller must decide the right to it
 * afterwards.
 */
export const findAlertKey = (ctx: DomainContext, id: string): Promise<AlertKeyRow | null> =>
  rows.findAlertKey(ctx.db, id)

/** Newest first; the cursor is the id of the last key returned. */
export async function listAlertKeys({
  ctx,
  scope,
  input: { limit, cursor },
}: VerbCall<ProjectScope, { readonly limit: number; readonly cursor: string | undefined }>) {
  const found = await rows.pageOfAlertKeys(ctx.db, { projectId: scope.projectId, limit: limit + 1, cursor })
  const keys = found.slice(0, limit)
  return { keys, nextCursor: found.length > limit ? (keys.at(-1)?.id ?? null) : null }
}

export interface CreateAlertKeyInput {
  readonly name: string
  /** The only sender that may use it. Null: any sender. */
  readonly source: string | null
  /** The secret with which the sender signs. */
  readonly signingSecret: string | null
  readonly expiresAt: string | undefined
}

/**
 * Creates an alert key. Its value is in the answer only; the digest is stored. Throws `invalid_input` if it would
 * expire in the past.
 */
export async function createAlertKey({ ctx, scope, input }: VerbCall<ProjectScope, CreateAlertKeyInput>) {
  const value = createCredential('alerts')
  const id = createdId(ctx)
  const { organizationId, projectId } = scope
  const sealed = input.signingSecret === null ? null : await sealFor(ctx, ALERT_SIGNING_SECRET, id, input.signingSecret)
  const row: AlertKeyRow = {
    id,
    organizationId,
    projectId,
    name: input.name,
    lastFour: value.slice(-4),
    source: input.source,
    signingSecret: sealed,
    expiresAt: input.expiresAt === undefined ? null : futureTime(input.expiresAt, ctx.now()),
    deactivatedAt: null,
    lastUsedAt: null,
    createdAt: ctx.now(),
  }
  const detail = { name: input.name, source: input.source, isSigned: sealed !== null }
  await ctx.db.batch([
    rows.insertAlertKey(ctx.db, { ...row, digest: await credentialDigest(value) }),
    audit(ctx, { ...auditHead(scope, row), action: 'alert_key.create', detail }),
  ])
  return { ...row, value }
}

export interface UpdateAlertKeyInput {
  readonly key: AlertKeyRow
  readonly name: string | undefined
  readonly signingSecret: string | null | undefined
  readonly expiresAt: string | null | undefined
}

/** PATCH: absent fields stay as they are, null clears a field. */
export async function updateAlertKey({
  ctx,
  scope,
  input,
}: VerbCall<OrganizationScope, UpdateAlertKeyInput>): Promise<AlertKeyRow> {
  const { key, name, signingSecret } = input
  const sealed =
    typeof signingSecret === 'string' ? await sealFor(ctx, ALERT_SIGNING_SECRET, key.id, signingSecret) : signingSecret
  const expiresAt = typeof input.expiresAt === 'string' ? futureTime(input.expiresAt, ctx.now()) : input.expiresAt
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(sealed === undefined ? {} : { signingSecret: sealed }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  }
  if (Object.keys(change).length === 0) return key
  if (key.deactivatedAt !== null) throw invalidInput('A deactivated key stays as it is.')
  // The audit row says that the secret changed, never what it is.
  const { signingSecret: changedSecret, ...told } = change
  const detail = changedSecret === undefined ? told : { ...told, isSigned: changedSecret !== null }
  await ctx.db.batch([
    rows.updateAlertKey(ctx.db, key.id, change),
    audit(ctx, { ...auditHead(scope, key), action: 'alert_key.update', detail }),
  ])
  forgetAlertKeys(key.id)
  return (await findAlertKey(ctx, key.id)) ?? { ...key, ...change }
}

/** Deactivates an alert key, at once here and within 30 s in every isolate. A deactivated key stays as it is. */
export async function deactivateAlertKey({
  ctx,
  scope,
  input: { key },
}: VerbCall<OrganizationScope, { readonly key: AlertKeyRow }>): Promise<AlertKeyRow> {
  await ctx.db.batch([
    rows.deactivateAlertKey(ctx.db, key.id, ctx.now()),
    auditIfChanged(ctx, { ...auditHead(scope, key), action: 'alert_key.deactivate' }),
  ])
  forgetAlertKeys(key.id)
  return (await findAlertKey(ctx, key.id)) ?? key
}

const auditHead = (scope: OrganizationScope, key: AlertKeyRow) => ({
  organizationId: key.organizationId,
  projectId: key.projectId,
  actor: scope.actor,
  targetId: key.id,
})

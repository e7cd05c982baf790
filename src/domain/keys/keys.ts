/** Public (intake) keys and secret keys, stored as rows of `credentials`. Only `create` returns the value of a key. */

import { forgetCallers } from '../../auth/authenticate.ts'
import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import type { KeyKind, KeyRow } from '../../db/credentials.ts'
import * as rows from '../../db/credentials.ts'
import { forgetIntakeKeys } from '../../intake/intake-key.ts'
import { audit, auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'

export type { KeyKind, KeyRow } from '../../db/credentials.ts'

type KeyCall<Input> = VerbCall<OrganizationScope, Input>

/**
 * Returns a key of a kind by its id, of any organization; null if there is none. The caller must decide the right to it
 * afterwards.
 */
export const findKey = (ctx: DomainContext, kind: KeyKind, id: string): Promise<KeyRow | null> =>
  rows.findKey(ctx.db, kind, id)

/** Newest first; the cursor is the id of the last key returned (ids are sorted by time). */
export async function listKeys({
  ctx,
  scope,
  input,
}: KeyCall<{
  readonly kind: KeyKind
  readonly projectId: string | null
  readonly limit: number
  readonly cursor: string | undefined
}>) {
  const { kind, projectId, limit, cursor } = input
  const owner = projectId === null ? { organizationId: scope.organizationId } : { projectId }
  const found = await rows.pageOfKeys(ctx.db, { kind, owner, limit: limit + 1, cursor })
  const keys = found.slice(0, limit)
  return { keys, nextCursor: found.length > limit ? (keys.at(-1)?.id ?? null) : null }
}

export interface CreateKeyInput {
  readonly kind: KeyKind
  readonly name: string
  readonly projectId: string | null
  readonly expiresAt: string | undefined
  readonly origin: 'api' | 'partner'
  readonly dataSourceConnectionId?: string
}

/**
 * Creates a public or secret key. Its value is in the answer only; the digest is stored. Throws `invalid_input` if it
 * would expire in the past.
 */
export async function createKey({
  ctx,
  scope,
  input,
}: KeyCall<CreateKeyInput>): Promise<KeyRow & { readonly value: string }> {
  const value = createCredential(input.kind)
  const expiresAt = input.expiresAt === undefined ? null : futureTime(input.expiresAt, ctx.now())
  const row: KeyRow = {
    id: createdId(ctx),
    name: input.name,
    organizationId: scope.organizationId,
    projectId: input.projectId,
    dataSourceConnectionId: input.dataSourceConnectionId ?? null,
    logStreamId: null,
    expiresAt,
    deactivatedAt: null,
    lastUsedAt: null,
    createdAt: ctx.now(),
  }
  await ctx.db.batch([
    rows.insertKey(ctx.db, {
      ...row,
      kind: input.kind,
      digest: await credentialDigest(value),
      lastFour: value.slice(-4),
      origin: input.origin,
    }),
    audit(ctx, { ...auditHead(scope, row), action: `${input.kind}_key.create`, detail: { name: row.name } }),
  ])
  return { ...row, value }
}

/** Fields of a PATCH: an absent field stays as it is, null clears it. */
export async function updateKey({
  ctx,
  scope,
  input,
}: KeyCall<{
  readonly kind: KeyKind
  readonly key: KeyRow
  readonly name: string | undefined
  readonly expiresAt: string | null | undefined
}>) {
  const { kind, key, name } = input
  const expiresAt = typeof input.expiresAt === 'string' ? futureTime(input.expiresAt, ctx.now()) : input.expiresAt
  // Writes only the named fields, because the others may have changed since they were read.
  const change = { ...(name === undefined ? {} : { name }), ...(expiresAt === undefined ? {} : { expiresAt }) }
  if (Object.keys(change).length === 0) return key
  await ctx.db.batch([
    rows.updateKey(ctx.db, key.id, change),
    audit(ctx, { ...auditHead(scope, key), action: `${kind}_key.update`, detail: change }),
  ])
  forgetKey(key.id)
  return (await findKey(ctx, kind, key.id)) ?? { ...key, ...change }
}

/** Deactivates a public key, at once here and within 30 s in every isolate. A deactivated key stays as it is. */
export async function deactivatePublicKey({ ctx, scope, input }: KeyCall<{ readonly key: KeyRow }>): Promise<KeyRow> {
  const { key } = input
  await ctx.db.batch([
    rows.deactivateKey(ctx.db, key.id, ctx.now()),
    auditIfChanged(ctx, { ...auditHead(scope, key), action: 'public_key.deactivate' }),
  ])
  forgetKey(key.id)
  return (await findKey(ctx, 'public', key.id)) ?? key
}

/** Deletes a secret key, at once here and within 30 s in every isolate. */
export async function deleteSecretKey({ ctx, scope, input }: KeyCall<{ readonly key: KeyRow }>): Promise<void> {
  await ctx.db.batch([
    rows.deleteSecretKey(ctx.db, input.key.id),
    auditIfChanged(ctx, { ...auditHead(scope, input.key), action: 'secret_key.delete' }),
  ])
  forgetKey(input.key.id)
}

function auditHead(scope: OrganizationScope, key: KeyRow) {
  return { organizationId: key.organizationId, projectId: key.projectId, actor: scope.actor, targetId: key.id }
}

function forgetKey(id: string): void {
  forgetCallers((caller) => caller.credentialId === id)
  forgetIntakeKeys((key) => key.keyId === id)
}

/** Returns an ISO 8601 time as milliseconds since 1970. Throws `invalid_input` if it is not after `now`. */
export function futureTime(text: string, now: number): number {
  const time = Date.parse(text)
  if (time > now) return time
  throw invalidInput('expiresAt must be in the future.', [{ path: 'body.expiresAt', message: 'must be in the future' }])
}

/**
 * Device authorization (RFC 8628). A client without a browser receives a device code and shows a user code; a signed-in
 * person approves it on a page; the client polls and receives a user token once.
 */
import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import { randomBase32 } from '../../contracts/base32.ts'
import { newId } from '../../contracts/ids.ts'
import type { DeviceAuthorizationRow } from '../../db/device-authorizations.ts'
import * as logins from '../../db/device-authorizations.ts'
import { audit } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'

const VALID_MS = 600_000
const POLL_INTERVAL_SECONDS = 5
/** RFC 8628 §3.5: slow_down adds 5 seconds. */
const SLOW_DOWN_SECONDS = 5
/** Maximum number of rows per sweep; the next sweep follows half a minute later. */
const SWEPT_MAX = 5_000
/** 200 random bits. */
const DEVICE_CODE_LENGTH = 40
/** RFC 8628 §6.1: consonants only, so that no words appear; 20^8 codes for ten minutes. */
const USER_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const TOKEN_VALID_MS = 90 * 86_400_000

export interface RequestedScope {
  readonly organizationId: string | null
  readonly projectId: string | null
}

export type { DeviceAuthorizationRow } from '../../db/device-authorizations.ts'

/** Maximum length of what is stored before anybody has signed in. Ids are far shorter. */
const SCOPE_ID = /^[\w-]{1,100}$/
const SCOPE_CHARACTERS_MAX = 300

/** Accepts `organization:<id>` and `project:<id>`, at most one of each. Returns null for any other scope. */
export function scopeOf(text: string): RequestedScope | null {
  if (text.length > SCOPE_CHARACTERS_MAX) return null
  const scope: { organizationId: string | null; projectId: string | null } = { organizationId: null, projectId: null }
  for (const part of text.split(' ').filter((one) => one !== '')) {
    const [kind, id, ...rest] = part.split(':')
    const key = kind === 'organization' ? 'organizationId' : kind === 'project' ? 'projectId' : null
    if (!key || !id || !SCOPE_ID.test(id) || rest.length > 0 || scope[key] !== null) return null
    scope[key] = id
  }
  return scope
}

/**
 * Starts a device login for a client, optionally for one organization or project. Returns the codes; only the digest of
 * the device code is stored.
 */
export async function startDeviceAuthorization({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly clientId: string; readonly requested: RequestedScope }>) {
  const { clientId, requested } = input
  const deviceCode = randomBase32(DEVICE_CODE_LENGTH)
  const userCode = newUserCode()
  const now = ctx.now()
  await logins.insertDeviceAuthorization(ctx.db, {
    id: newId(),
    deviceCodeDigest: await credentialDigest(deviceCode),
    userCode,
    clientId,
    organizationId: requested.organizationId,
    projectId: requested.projectId,
    pollIntervalSeconds: POLL_INTERVAL_SECONDS,
    expiresAt: now + VALID_MS,
    createdAt: now,
  })
  return { deviceCode, userCode, expiresInSeconds: VALID_MS / 1000, intervalSeconds: POLL_INTERVAL_SECONDS }
}

/**
 * Deletes device logins that expired ten minutes ago. Until then, a late poll is told that the login has expired.
 * Afterwards nothing needs them, whatever their outcome.
 */
export async function sweepDeviceAuthorizations({ ctx }: VerbCall<SystemScope>): Promise<void> {
  await logins.deleteExpiredDeviceAuthorizations(ctx.db, ctx.now() - VALID_MS, SWEPT_MAX)
}

function newUserCode(): string {
  const letters: string[] = []
  while (letters.length < 8) {
    // Byte values from 240 on would make the first letters more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < 240 && letters.length < 8) letters.push(USER_CODE_ALPHABET.charAt(byte % 20))
    }
  }
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** Accepts the code as a person types it: in upper or lower case, with or without the hyphen. */
export async function findByUserCode(ctx: DomainContext, typed: string): Promise<DeviceAuthorizationRow | null> {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
  if (letters.length !== 8) return null
  return logins.findPendingByUserCode(ctx.db, `${letters.slice(0, 4)}-${letters.slice(4)}`, ctx.now())
}

/** The person who signed in to approve or deny. */
export interface SignedIn {
  readonly userId: string
}

export type DecisionResult = 'done' | 'not_pending' | 'no_access'

/** The scope must lie within what the person can reach, so that nobody grants more than they have. */
export async function decideDeviceAuthorization({
  ctx,
  scope,
  input,
}: VerbCall<
  SignedIn,
  { readonly row: DeviceAuthorizationRow; readonly isApproved: boolean }
>): Promise<DecisionResult> {
  const { userId } = scope
  const { row, isApproved } = input
  const reach = isApproved ? await reachOf({ ctx, scope, input: row }) : row
  if (reach === null) return 'no_access'
  const isStored = await logins.storeDecision(ctx.db, {
    id: row.id,
    status: isApproved ? 'approved' : 'denied',
    userId,
    organizationId: reach.organizationId,
    now: ctx.now(),
  })
  return isStored ? 'done' : 'not_pending'
}

/** The scope that the token will be narrowed to, with the names to show. */
export interface Reach {
  readonly organizationId: string | null
  readonly organizationName: string | null
  readonly projectName: string | null
}

/** Returns null when the person cannot reach what the client requests. */
export async function reachOf({
  ctx,
  scope,
  input: row,
}: VerbCall<SignedIn, DeviceAuthorizationRow>): Promise<Reach | null> {
  if (row.organizationId === null && row.projectId === null)
    return { organizationId: null, organizationName: null, projectName: null }
  return logins.findReach(ctx.db, scope.userId, row)
}

export type PollResult =
  | {
      readonly kind: 'token'
      readonly value: string
      readonly expiresInSeconds: number
      readonly scope: RequestedScope
    }
  | {
      readonly kind: 'error'
      readonly error: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant'
    }

const failed = (error: Extract<PollResult, { kind: 'error' }>['error']): PollResult => ({ kind: 'error', error })

/**
 * Answers a client that waits for the approval: the token once, or one of RFC 8628's errors. A client that asks too
 * often gets `slow_down` and must wait longer from then on.
 */
export async function pollDeviceAuthorization({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly deviceCode: string; readonly clientId: string }>): Promise<PollResult> {
  const { deviceCode, clientId } = input
  const now = ctx.now()
  const row = await logins.findByDeviceCode(ctx.db, await credentialDigest(deviceCode), clientId)
  if (!row || row.status === 'used') return failed('invalid_grant')
  if (row.expiresAt <= now) return failed('expired_token')
  if (row.status === 'denied') return failed('access_denied')
  if (row.status === 'approved' && row.userId !== null) return issueToken(ctx, row, row.userId)
  const isTooFast = row.lastPolledAt !== null && now - row.lastPolledAt < row.pollIntervalSeconds * 1000
  await logins.notePoll(ctx.db, row.id, now, isTooFast ? SLOW_DOWN_SECONDS : 0)
  return failed(isTooFast ? 'slow_down' : 'authorization_pending')
}

async function issueToken(ctx: DomainContext, row: DeviceAuthorizationRow, userId: string): Promise<PollResult> {
  const value = createCredential('user')
  const id = newId()
  const now = ctx.now()
  const { organizationId, projectId } = row
  const [used] = await ctx.db.batch([
    logins.useDeviceAuthorization(ctx.db, row.id),
    logins.insertUserTokenIfChanged(ctx.db, {
      id,
      digest: await credentialDigest(value),
      lastFour: value.slice(-4),
      name: row.clientId,
      organizationId,
      projectId,
      userId,
      expiresAt: now + TOKEN_VALID_MS,
      createdAt: now,
    }),
    audit(ctx, {
      organizationId: organizationId ?? '',
      projectId,
      actor: { kind: 'user', id: userId },
      action: 'user_token.issue',
      targetId: id,
      detail: { clientId: row.clientId },
    }),
  ])
  if (used?.meta.changes !== 1) return failed('invalid_grant')
  return { kind: 'token', value, expiresInSeconds: TOKEN_VALID_MS / 1000, scope: { organizationId, projectId } }
}

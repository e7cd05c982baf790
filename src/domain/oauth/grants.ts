/**
 * What people allow clients through OAuth's authorization code flow (RFC 6749 with PKCE, RFC 7636). A code works once
 * and only for a short time. An access token lasts an hour, for one resource. Each refresh token works once (RFC 9700).
 * If a code or refresh token is used a second time, its grant ends, because one of the two users must have stolen it.
 */
import { Buffer } from 'node:buffer'
import { forgetCallers } from '../../auth/authenticate.ts'
import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import type { OauthScope } from '../../auth/oauth-scopes.ts'
import { randomBase32 } from '../../contracts/base32.ts'
import { newId } from '../../contracts/ids.ts'
import { changesOf } from '../../db/database.ts'
import { findReach } from '../../db/device-authorizations.ts'
import * as rows from '../../db/oauth-grants.ts'
import { audit, auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import type { SignedIn } from './device-authorization.ts'

/** RFC 6749 §4.1.2 recommends ten minutes at most; a client redeems it within seconds. */
const CODE_VALID_MS = 120_000
const ACCESS_VALID_MS = 3_600_000
/** Counted from the last use: a person who returns within a month stays signed in. */
const REFRESH_VALID_MS = 30 * 86_400_000
/** 200 random bits. */
const CODE_LENGTH = 40
const REFRESH_PREFIX = 'oas_refresh_'
const SWEPT_MAX = 1_000
/** Choices on the consent page. */
const REACHES_MAX = 100

export interface AllowedClient {
  readonly clientId: string
  readonly clientName: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly audience: string
  readonly scopes: readonly OauthScope[]
  /** What the person narrows the grant to. Both null: everything that they can reach. */
  readonly organizationId: string | null
  readonly projectId: string | null
}

/** Returns the code; null if the person cannot reach what they chose. */
export async function allowClient({ ctx, scope, input }: VerbCall<SignedIn, AllowedClient>): Promise<string | null> {
  const { userId } = scope
  const isWhole = input.organizationId === null && input.projectId === null
  const reach = isWhole ? { organizationId: null } : await findReach(ctx.db, userId, input)
  if (reach === null) return null
  const code = randomBase32(CODE_LENGTH)
  const id = newId()
  const now = ctx.now()
  const { clientId, clientName, redirectUri, codeChallenge, audience, projectId } = input
  const { organizationId } = reach
  await ctx.db.batch([
    rows.insertGrant(ctx.db, {
      id,
      userId,
      clientId,
      clientName,
      redirectUri,
      codeChallenge,
      audience,
      organizationId,
      projectId,
      scopes: input.scopes.join(' '),
      codeDigest: await credentialDigest(code),
      expiresAt: now + CODE_VALID_MS,
      createdAt: now,
    }),
    audit(ctx, {
      organizationId: organizationId ?? '',
      projectId,
      actor: { kind: 'user', id: userId },
      action: 'oauth_grant.allow',
      targetId: id,
      detail: { clientId, scopes: input.scopes },
    }),
  ])
  return code
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
  readonly scopes: string
}

export interface RedeemedCode {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly codeVerifier: string
}

/** Returns the tokens for a code; null if it is unknown, used, expired, or another client's. */
export async function redeemCode({ ctx, input }: VerbCall<SystemScope, RedeemedCode>): Promise<Tokens | null> {
  const { clientId, redirectUri } = input
  const codeDigest = await credentialDigest(input.code)
  const grant = await rows.findGrantByCode(ctx.db, codeDigest)
  if (grant === null) return null
  if (grant.codeUsedAt !== null) return endedFor(ctx, grant.id, 'oauth_grant.code_reused')
  const drawn = await drawTokens(ctx)
  const results = await ctx.db.batch([
    rows.useCode(ctx.db, {
      codeDigest,
      clientId,
      redirectUri,
      codeChallenge: await challengeOf(input.codeVerifier),
      ...drawn.refresh,
      now: ctx.now(),
    }),
    rows.insertAccessTokenIfChanged(ctx.db, grant, { id: newId(), createdAt: ctx.now(), ...drawn.access }),
    auditIfChanged(ctx, entryOf(grant, 'oauth_grant.redeem')),
  ])
  return changesOf(results) === 1 ? { ...drawn.tokens, scopes: grant.scopes } : null
}

/** Returns new tokens for a refresh token; null if it is unknown, used, expired, or another client's. */
export async function refreshTokens({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly refreshToken: string; readonly clientId: string }>): Promise<Tokens | null> {
  const digest = await credentialDigest(input.refreshToken)
  const grant = await rows.findGrantByRefresh(ctx.db, digest)
  if (grant === null || grant.clientId !== input.clientId) return null
  if (grant.refreshDigest !== digest) return endedFor(ctx, grant.id, 'oauth_grant.refresh_reused')
  const drawn = await drawTokens(ctx)
  const { refreshDigest: newRefreshDigest, refreshExpiresAt } = drawn.refresh
  const results = await ctx.db.batch([
    rows.rotateRefresh(ctx.db, {
      grantId: grant.id,
      refreshDigest: digest,
      newRefreshDigest,
      refreshExpiresAt,
      now: ctx.now(),
    }),
    rows.renewAccessTokenIfChanged(ctx.db, grant.id, drawn.access),
  ])
  if (changesOf(results) !== 1) return null
  return { ...drawn.tokens, scopes: grant.scopes }
}

/** Ends the grant of an access or refresh token (RFC 7009). An unknown token is no error. */
export async function revokeGrant({
  ctx,
  input: { token },
}: VerbCall<SystemScope, { readonly token: string }>): Promise<void> {
  const digest = await credentialDigest(token)
  const found = token.startsWith(REFRESH_PREFIX)
    ? await rows.findGrantByRefresh(ctx.db, digest)
    : await rows.findGrantOfToken(ctx.db, digest)
  if (found?.id) await endedFor(ctx, found.id, 'oauth_grant.revoke')
}

/** Organizations and projects to which a person can narrow a grant. */
export const reachesOf = ({ ctx, scope }: VerbCall<SignedIn>) => rows.listReaches(ctx.db, scope.userId, REACHES_MAX)

/** Removes grants that ended an hour ago. Until then, a second use of a code or refresh token is still recognised. */
export async function sweepOauthGrants({ ctx }: VerbCall<SystemScope>): Promise<void> {
  await rows.deleteEndedGrants(ctx.db, ctx.now() - ACCESS_VALID_MS, SWEPT_MAX)
}

/** PKCE with S256: the digest that the client sent first must be that of the verifier that it sends now. */
async function challengeOf(verifier: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString('base64url')
}

async function endedFor(ctx: DomainContext, grantId: string, action: string): Promise<null> {
  const entry = { organizationId: '', actor: { kind: 'system', id: 'oauth' }, action, targetId: grantId }
  await ctx.db.batch([...rows.endGrant(ctx.db, grantId, ctx.now()), audit(ctx, entry)])
  forgetCallers((caller) => caller.kind === 'user' && caller.grant?.id === grantId)
  return null
}

const entryOf = (grant: rows.GrantRow, action: string) => ({
  organizationId: grant.organizationId ?? '',
  projectId: grant.projectId,
  actor: { kind: 'user', id: grant.userId },
  action,
  targetId: grant.id,
})

async function drawTokens(ctx: DomainContext) {
  const accessToken = createCredential('user')
  const refreshToken = `${REFRESH_PREFIX}${randomBase32(CODE_LENGTH)}`
  const now = ctx.now()
  return {
    tokens: { accessToken, refreshToken, expiresInSeconds: ACCESS_VALID_MS / 1000 },
    access: {
      digest: await credentialDigest(accessToken),
      lastFour: accessToken.slice(-4),
      expiresAt: now + ACCESS_VALID_MS,
    },
    refresh: { refreshDigest: await credentialDigest(refreshToken), refreshExpiresAt: now + REFRESH_VALID_MS },
  }
}

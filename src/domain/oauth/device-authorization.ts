/**
 * Device authorization (RFC 8628): a client without a browser gets a device code and shows a user code; a signed-in
 * person approves it on a page; the client polls and receives a user token once.
 */
import { createCredential, credentialDigest, randomBase32 } from '../../auth/credential-format.ts'
import { audit } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { newId } from '../ids.ts'

const VALID_MS = 600_000
const POLL_INTERVAL_SECONDS = 5
/** RFC 8628 §3.5: slow_down adds 5 seconds. */
const SLOW_DOWN_SECONDS = 5
/** Of one sweep; the next one is half a minute later. */
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

export interface DeviceAuthorizationRow {
  readonly id: string
  readonly userCode: string
  readonly clientId: string
  readonly organizationId: string | null
  readonly projectId: string | null
  readonly status: 'pending' | 'approved' | 'denied' | 'used'
  readonly userId: string | null
  readonly lastPolledAt: number | null
  readonly pollIntervalSeconds: number
  readonly expiresAt: number
}

const SELECT = `select id, user_code as userCode, client_id as clientId, organization_id as organizationId,
  project_id as projectId, status, user_id as userId, last_polled_at as lastPolledAt,
  poll_interval_seconds as pollIntervalSeconds, expires_at as expiresAt from device_authorizations`

/** What is stored before anybody has signed in is bounded: ids are far shorter than this. */
const SCOPE_ID = /^[\w-]{1,100}$/
const SCOPE_CHARACTERS_MAX = 300

/** `organization:<id>` and `project:<id>`, at most one of each; null where the scope is anything else. */
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

export async function startDeviceAuthorization(ctx: DomainContext, clientId: string, scope: RequestedScope) {
  const deviceCode = randomBase32(DEVICE_CODE_LENGTH)
  const userCode = newUserCode()
  const now = ctx.now()
  await ctx.db
    .prepare(
      `insert into device_authorizations (id, device_code_digest, user_code, client_id, organization_id, project_id,
           status, poll_interval_seconds, expires_at, created_at) values (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
    )
    .bind(
      newId(),
      await credentialDigest(deviceCode),
      userCode,
      clientId,
      scope.organizationId,
      scope.projectId,
      POLL_INTERVAL_SECONDS,
      now + VALID_MS,
      now,
    )
    .run()
  return { deviceCode, userCode, expiresInSeconds: VALID_MS / 1000, intervalSeconds: POLL_INTERVAL_SECONDS }
}

/**
 * Deletes device logins that ended ten minutes ago: until then a late poll is told that they have expired. Nothing of
 * theirs is needed after that, whatever became of them.
 */
export async function sweepDeviceAuthorizations(ctx: DomainContext): Promise<void> {
  await ctx.db
    .prepare(
      'delete from device_authorizations where id in (select id from device_authorizations where expires_at < ? limit ?)',
    )
    .bind(ctx.now() - VALID_MS, SWEPT_MAX)
    .run()
}

function newUserCode(): string {
  const letters: string[] = []
  while (letters.length < 8) {
    // Bytes from 240 on would favour the first letters.
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < 240 && letters.length < 8) letters.push(USER_CODE_ALPHABET.charAt(byte % 20))
    }
  }
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** As a person types it: any case, with or without the hyphen. */
export async function findByUserCode(ctx: DomainContext, typed: string): Promise<DeviceAuthorizationRow | null> {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
  if (letters.length !== 8) return null
  const row = await ctx.db
    .prepare(`${SELECT} where user_code = ? and status = 'pending' and expires_at > ?`)
    .bind(`${letters.slice(0, 4)}-${letters.slice(4)}`, ctx.now())
    .first<DeviceAuthorizationRow>()
  return row
}

export type DecisionResult = 'done' | 'not_pending' | 'no_access'

/** The scope must lie within what the person can reach: nobody hands out more than they have. */
export async function decideDeviceAuthorization(
  ctx: DomainContext,
  row: DeviceAuthorizationRow,
  userId: string,
  isApproved: boolean,
): Promise<DecisionResult> {
  const reach = isApproved ? await reachOf(ctx, row, userId) : row
  if (reach === null) return 'no_access'
  const { meta } = await ctx.db
    .prepare(
      `update device_authorizations set status = ?2, user_id = ?3, organization_id = ?4
       where id = ?1 and status = 'pending' and expires_at > ?5`,
    )
    .bind(row.id, isApproved ? 'approved' : 'denied', userId, reach.organizationId, ctx.now())
    .run()
  return meta.changes === 1 ? 'done' : 'not_pending'
}

/** What a token is narrowed to; all null: to nothing. */
export interface Reach {
  readonly organizationId: string | null
  readonly organizationName: string | null
  readonly projectName: string | null
}

/** null where the person cannot reach what the client asks for. */
export async function reachOf(ctx: DomainContext, row: DeviceAuthorizationRow, userId: string): Promise<Reach | null> {
  if (row.organizationId === null && row.projectId === null)
    return { organizationId: null, organizationName: null, projectName: null }
  return ctx.db
    .prepare(
      `select o.id as organizationId, o.name as organizationName, p.name as projectName
       from memberships m join organizations o on o.id = m.organization_id
         left join projects p on p.id = ?3 and p.organization_id = o.id and p.deleted_at is null
       where m.user_id = ?1 and o.deleted_at is null and (?2 is null or o.id = ?2) and (?3 is null or p.id is not null)
       limit 1`,
    )
    .bind(userId, row.organizationId, row.projectId)
    .first<Reach>()
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

export async function pollDeviceAuthorization(
  ctx: DomainContext,
  deviceCode: string,
  clientId: string,
): Promise<PollResult> {
  const now = ctx.now()
  const row = await ctx.db
    .prepare(`${SELECT} where device_code_digest = ? and client_id = ?`)
    .bind(await credentialDigest(deviceCode), clientId)
    .first<DeviceAuthorizationRow>()
  if (!row || row.status === 'used') return failed('invalid_grant')
  if (row.expiresAt <= now) return failed('expired_token')
  if (row.status === 'denied') return failed('access_denied')
  if (row.status === 'approved' && row.userId !== null) return issueToken(ctx, row, row.userId)
  const isTooFast = row.lastPolledAt !== null && now - row.lastPolledAt < row.pollIntervalSeconds * 1000
  await ctx.db
    .prepare(
      'update device_authorizations set last_polled_at = ?2, poll_interval_seconds = poll_interval_seconds + ?3 where id = ?1',
    )
    .bind(row.id, now, isTooFast ? SLOW_DOWN_SECONDS : 0)
    .run()
  return failed(isTooFast ? 'slow_down' : 'authorization_pending')
}

async function issueToken(ctx: DomainContext, row: DeviceAuthorizationRow, userId: string): Promise<PollResult> {
  const value = createCredential('user')
  const id = newId()
  const now = ctx.now()
  const { organizationId, projectId } = row
  const [used] = await ctx.db.batch([
    ctx.db
      .prepare("update device_authorizations set status = 'used' where id = ? and status = 'approved'")
      .bind(row.id),
    ctx.db
      .prepare(
        `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, user_id, origin,
           expires_at, created_at) select ?, 'user', ?, ?, ?, ?, ?, ?, 'device', ?, ? where changes() > 0`,
      )
      .bind(
        id,
        await credentialDigest(value),
        value.slice(-4),
        row.clientId,
        organizationId,
        projectId,
        userId,
        now + TOKEN_VALID_MS,
        now,
      ),
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

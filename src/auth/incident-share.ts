/**
 * A link to an incident: a credential of a kind of its own, for people without an account. It is no caller, so no
 * operation of the API takes it. The operations of a shared incident take nothing else, and get a scope that names the
 * one incident; nothing in a request can widen it.
 */
import { serialize } from 'hono/utils/cookie'
import { isProblem } from '../contracts/domain-error.ts'
import type { Database } from '../db/database.ts'
import { findShareByDigest, noteShareUse } from '../db/incident-shares.ts'
import { bearerValue, unauthorized } from './authenticate.ts'
import { cookieOf, isFromElsewhere, isHttps } from './console-session.ts'
import { credentialDigest, credentialKindOf } from './credential-format.ts'
import { type DeliveryKey, DeliveryKeys } from './delivery-keys.ts'
import { type ProjectScope, scopeOfShare } from './scope.ts'

declare const sharedBrand: unique symbol

export interface SharedIncidentScope {
  readonly shareId: string
  readonly incidentId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Where the incident is, without any permission: only verbs of the shared incident may read through it. */
  readonly project: ProjectScope
  readonly [sharedBrand]: true
}

interface LiveShare extends DeliveryKey {
  readonly scope: SharedIncidentScope
}

/** About 1 KB each. */
const SHARES_MAX = 5_000
const shares = new DeliveryKeys<LiveShare>(SHARES_MAX)

/** A revoked link is refused in this isolate at once, in every other within 30 s. */
export const forgetShare = (shareId: string): void => shares.forget((share) => share.keyId === shareId)

export interface AuthenticateShareInput {
  readonly request: Request
  readonly baseUrl: string
  readonly db: Database
  readonly now: number
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Counts refusals for the sender's network address. Each may throw 429. */
  readonly refusals: { readonly count: () => Promise<void>; readonly requireLookup: () => void }
}

/**
 * Returns what the link of a request shows. Throws `unauthenticated` when the request has none, or one that is
 * malformed, unknown, revoked or expired, or belongs to something deleted; each refusal is counted for the address.
 */
export async function authenticateShare(input: AuthenticateShareInput): Promise<SharedIncidentScope> {
  try {
    return await scopeOf(input)
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) await input.refusals.count()
    throw error
  }
}

async function scopeOf(input: AuthenticateShareInput): Promise<SharedIncidentScope> {
  const value = valueIn(input.request, input.baseUrl)
  if (credentialKindOf(value) !== 'share')
    throw unauthorized('This is no link to an incident. Other credentials read it as GET /v1/incidents/{incidentId}.')
  const { db, now } = input
  const share = await shares.find({
    value,
    now,
    load: () => load(db, value, input.refusals.requireLookup),
    noteUse: ({ keyId }) => input.waitUntil(noteShareUse(db, keyId, now)),
  })
  if (share === null)
    throw unauthorized('This link has expired or was revoked. Ask the person who sent it for a new one.')
  return share.scope
}

async function load(db: Database, value: string, requireLookup: () => void): Promise<LiveShare | null> {
  requireLookup()
  const row = await findShareByDigest(db, await credentialDigest(value))
  if (row === null) return null
  const { id, organizationId, projectId, projectName: name, region, incidentId, expiresAt } = row
  const project = scopeOfShare({ id: projectId, organizationId, name, region }, id)
  // The only place that creates these scopes. The brand has no value at run time.
  const scope = { shareId: id, incidentId, expiresAt, project } as SharedIncidentScope
  return { keyId: id, expiresAt, scope }
}

const cookieName = (baseUrl: string): string => (isHttps(baseUrl) ? '__Secure-oas_share' : 'oas_share')

/** A header of one's own comes first; a cookie counts only where the service's own pages, or a person, sent it. */
export function valueIn(request: Request, baseUrl: string): string {
  const given = request.headers.get('authorization')
  if (given !== null) return bearerValue(given)
  const kept = isFromElsewhere(request) ? null : cookieOf(request, cookieName(baseUrl))
  if (kept === null) throw unauthorized('This incident was not opened here. Open the link that you were sent again.')
  return kept
}

/**
 * Returns the cookie that keeps a link opened in a browser, out of reach of scripts. Its path is that of the operations
 * of this one share, so no other request carries it, and links to several incidents do not meet.
 */
export function shareCookie(value: string, scope: SharedIncidentScope, baseUrl: string, now: number): string {
  return serialize(cookieName(baseUrl), value, {
    path: `/v1/shared-incidents/${scope.shareId}`,
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: Math.max(0, Math.floor((scope.expiresAt - now) / 1000)),
    secure: isHttps(baseUrl),
  })
}

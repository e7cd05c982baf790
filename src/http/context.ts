/** Creates the domain context of an HTTP request. */
import { bookmarkOf, sessionOf } from '../db/database.ts'
import type { DomainContext } from '../domain/context.ts'
import { baseUrlOf, settingsOf } from '../env.ts'
import { domainContext } from '../wiring/contexts.ts'
import type { HonoContext } from './hono-context.ts'

export const BOOKMARK_HEADER = 'x-oas-bookmark'
/**
 * D1's bookmarks are hex groups joined by hyphens. Any other text counts as absent, because reading the primary is
 * always correct.
 */
const BOOKMARK = /^[0-9a-f]{8}(?:-[0-9a-f]{8,32}){3}$/

const givenBookmark = (given: string | null): string =>
  given !== null && BOOKMARK.test(given) ? given : 'first-primary'

/** Returns the bookmark after the request's reads and writes; null if the database was not used. */
export function bookmarkAfter(ctx: DomainContext): string | null {
  return bookmarkOf(ctx.db)
}

export function contextOf(http: HonoContext): DomainContext {
  return domainContext(http.env, {
    // With a bookmark, any replica that has reached it may answer; without one, the primary answers.
    db: sessionOf(http.env.DB, givenBookmark(http.req.raw.headers.get(BOOKMARK_HEADER))),
    requestId: http.get('requestId'),
    baseUrl: baseUrlOf(settingsOf(http.env)),
    waitUntil: (work) => http.executionCtx.waitUntil(work),
  })
}

/** null if the deployment has no identity provider. */
export function oidcOf(ctx: DomainContext) {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = ctx.settings
  return issuer === '' || audience === '' ? null : { issuer, audience, fetch: ctx.fetch, now: ctx.now }
}

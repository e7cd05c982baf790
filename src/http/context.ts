/** The domain context of an HTTP request. */
import type { DomainContext } from '../domain/context.ts'
import { settingsOf } from '../env.ts'
import type { HonoContext } from './operation.ts'

export function contextOf(http: HonoContext): DomainContext {
  const settings = settingsOf(http.env)
  return {
    db: http.env.DB,
    bindings: http.env,
    settings,
    now: Date.now,
    fetch: (input, init) => fetch(input, init),
    requestId: http.get('requestId'),
    baseUrl: settings.PUBLIC_BASE_URL.replace(/\/$/, '') || new URL(http.req.raw.url).origin,
    waitUntil: (work) => http.executionCtx.waitUntil(work),
  }
}

/** null where the deployment has no identity provider. */
export function oidcOf(ctx: DomainContext) {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = ctx.settings
  return issuer === '' || audience === '' ? null : { issuer, audience, fetch: ctx.fetch, now: ctx.now }
}

/** Opens a link to an incident in a browser: its credential becomes a cookie that scripts cannot read. */

import { bearerValue } from '../auth/authenticate.ts'
import { shareCookie } from '../auth/incident-share.ts'
import type { DomainContext } from '../domain/context.ts'
import type { Bindings } from '../env.ts'
import { refusal } from '../http/operation.ts'
import { shareOf } from '../http/shared-operation.ts'

/**
 * Takes the link's credential as a bearer token: a header that another site cannot send with a browser's cookies, and
 * that no log of addresses holds. Answers which link it is, 401 for one that does not work.
 */
export async function openShare(request: Request, ctx: DomainContext, bindings: Bindings): Promise<Response> {
  const noStore = { 'cache-control': 'no-store' }
  try {
    const value = bearerValue(request.headers.get('authorization'))
    const scope = await shareOf(ctx, bindings, request)
    const share = { id: scope.shareId, expiresAt: new Date(scope.expiresAt).toISOString() }
    const cookie = shareCookie(value, scope, ctx.baseUrl, ctx.now())
    return Response.json({ share }, { headers: { ...noStore, 'set-cookie': cookie } })
  } catch (error) {
    return refusal(error, 'sharedIncidents.open', ctx.requestId ?? '')
  }
}

/** The paths of the intake, below /intake of the same Worker. A separate hostname may route here. */

import type { Context, Hono } from 'hono'
import type { Bindings } from '../env.ts'
import type { IntakeContext } from '../intake/deliver.ts'
import type { OtlpSignal } from '../intake/otlp/fields.ts'
import { receiveOtlp } from '../intake/otlp/receive.ts'
import { SENDER_ROUTES } from '../intake/senders/routes.ts'
import { type AddressLimit, addressLimit } from './address-limit.ts'
import { errorResponse, HttpError } from './errors.ts'
import type { ApiEnv } from './hono-context.ts'

const OTLP_SIGNALS: readonly OtlpSignal[] = ['logs', 'traces', 'metrics']
const PREFIXES = ['/intake', '/intake/k/:key'] as const

export type MakeIntakeContext = (bindings: Bindings, waitUntil: (work: Promise<unknown>) => void) => IntakeContext

export function mountIntake(app: Hono<ApiEnv>, makeContext: MakeIntakeContext): void {
  const known = new Map<string, ReadonlySet<string>>()
  const contextFor = (http: Context<ApiEnv>, limit: AddressLimit): IntakeContext => ({
    ...makeContext(http.env, (work) => http.executionCtx.waitUntil(work)),
    strangers: {
      address: limit.address(),
      countBody: () => limit.count('refused_key'),
      requireLookup: () => limit.requireLookup('refused_key'),
      requireBody: () => limit.require('refused_key'),
    },
  })
  /** Every refusal for a missing key is counted by network address, whatever answer the sender expects. */
  const counted = async (http: Context<ApiEnv>, receive: (ctx: IntakeContext) => Promise<Response> | Response) => {
    const limit = addressLimit(http.env, http.req.raw.headers, Date.now())
    const response = await receive(contextFor(http, limit))
    if (response.status === 401 || response.status === 403) await limit.count('refused_key')
    return response
  }
  for (const prefix of PREFIXES) {
    for (const signal of OTLP_SIGNALS) {
      const path = `${prefix}/v1/${signal}`
      app.post(path, (http) =>
        counted(http, (ctx) =>
          receiveOtlp({ request: http.req.raw, signal, pathKey: http.req.param('key') ?? null, ctx }),
        ),
      )
      known.set(path, new Set(['POST']))
    }
    for (const route of SENDER_ROUTES) {
      // Hono answers HEAD with the handler of GET.
      const methods = route.methods.filter((method) => method !== 'HEAD')
      const path = `${prefix}${route.path}`
      known.set(path, new Set([...(known.get(path) ?? []), ...route.methods]))
      app.on(methods, path, (http) => {
        const { key = null, ...parameters } = http.req.param() as Record<string, string>
        return counted(http, (ctx) => route.handle({ request: http.req.raw, pathKey: key, ctx }, parameters))
      })
    }
  }
  // Registered last, because a path may match a wildcard of another method.
  for (const [path, methods] of known) app.all(path, (http) => otherMethod([...methods], http.get('requestId')))
}

function otherMethod(methods: readonly string[], requestId: string): Response {
  const error = new HttpError(
    'METHOD_NOT_SUPPORTED',
    `This path does not support the method of the request. It supports ${methods.join(' and ')}.`,
    {
      headers: { allow: [...methods, 'OPTIONS'].join(', ') },
    },
  )
  return errorResponse(error, 'unknown', requestId)
}

/** The intake's paths. Under /intake of the same Worker; a hostname of its own may route here (decisions.md §7). */
import type { Hono } from 'hono'
import { backgroundContext } from '../domain/background-context.ts'
import { creditStanding } from '../domain/billing/enforcement.ts'
import type { Bindings } from '../env.ts'
import type { ApiEnv } from '../http/api.ts'
import { errorResponse, HttpError } from '../http/errors.ts'
import type { TelemetryStore } from '../telemetry/port.ts'
import type { OtlpSignal } from './otlp/fields.ts'
import { receiveOtlp } from './otlp/receive.ts'

const OTLP_SIGNALS: readonly OtlpSignal[] = ['logs', 'traces', 'metrics']

export function mountIntake(app: Hono<ApiEnv>, telemetryOf: (bindings: Bindings) => TelemetryStore): void {
  for (const signal of OTLP_SIGNALS) {
    for (const path of [`/intake/v1/${signal}`, `/intake/k/:key/v1/${signal}`]) {
      app.post(path, (http) =>
        receiveOtlp({
          request: http.req.raw,
          signal,
          pathKey: http.req.param('key') ?? null,
          ctx: {
            db: http.env.DB,
            telemetry: telemetryOf(http.env),
            now: Date.now,
            waitUntil: (work) => http.executionCtx.waitUntil(work),
            refusalOf: async (organizationId) => {
              const ctx = backgroundContext(http.env, (work) => http.executionCtx.waitUntil(work))
              const standing = await creditStanding({ ctx, input: { organizationId } })
              return standing.allowed ? null : standing.message
            },
          },
        }),
      )
      app.all(path, (http) => onlyPost(http.get('requestId')))
    }
  }
}

function onlyPost(requestId: string): Response {
  const error = new HttpError('METHOD_NOT_SUPPORTED', 'This path answers POST.', {
    headers: { allow: 'POST, OPTIONS' },
  })
  return errorResponse(error, 'unknown', requestId)
}

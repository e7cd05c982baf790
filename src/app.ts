/** The HTTP application: the API under /v1, its document and viewer, the console, health. */

import { buildApi } from './http/api.ts'
import { mountConsole } from './http/console.ts'
import { mountDeliveryPaths } from './http/delivery-operation.ts'
import { mountIntake } from './http/intake-router.ts'
import { finishDocument } from './http/openapi-document.ts'
import { mountMcp } from './mcp/endpoint.ts'
import { mountOauth } from './oauth/router.ts'
import { operations } from './routes/registry.ts'
import { mountWebhooks } from './webhooks/router.ts'
import { makeIntakeContext } from './wiring/intake-context.ts'

const { app, openapi } = buildApi(operations)

let documentText: string | undefined

/** Built once per isolate: generating it takes tens of milliseconds. */
export function openApiDocument(): string {
  documentText ??= JSON.stringify(finishDocument(openapi.schema))
  return documentText
}

mountIntake(app, makeIntakeContext)
mountDeliveryPaths(app)
mountOauth(app)
mountConsole(app)
mountMcp(app)
mountWebhooks(app)

// Fastly asks whether this host takes logs before it sends any; a star is every service, as the intake's keys decide.
app.get('/.well-known/fastly/logging/challenge', (http) => http.text('*\n'))
app.get('/healthz', (http) => http.json({ status: 'ok' }))
app.get('/v1/openapi.json', () => new Response(openApiDocument(), { headers: { 'content-type': 'application/json' } }))
app.get('/docs', (http) => http.env.ASSETS.fetch(new Request(new URL('/docs/', http.req.url))))
app.get('/docs/*', (http) => http.env.ASSETS.fetch(http.req.raw))

export { app }

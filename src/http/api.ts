/** Builds the HTTP application from the registry of operations. */

import { fromHono, type HonoOpenAPIRouterType } from 'chanfana'
import { Hono } from 'hono'
import { corsPreflight, withCommonHeaders } from './common-headers.ts'
import { errorResponse, HttpError } from './errors.ts'
import type { ApiEnv } from './hono-context.ts'
import { openApiInfo } from './openapi-document.ts'
import { type OperationClass, refusal } from './operation.ts'
import { requestIdFor } from './request-id.ts'

const BASE_PATH = '/v1'

export function buildApi(operations: readonly OperationClass[]) {
  const app = new Hono<ApiEnv>()
  app.use(async (http, next) => {
    const requestId = requestIdFor(http.req.raw.headers.get('x-request-id'))
    http.set('requestId', requestId)
    http.set('operationId', 'unknown')
    if (http.req.method === 'OPTIONS') http.res = corsPreflight()
    else await next()
    http.res = withCommonHeaders(http.res, requestId, http.req.raw)
  })
  const openapi = fromHono(app, {
    base: BASE_PATH,
    docs_url: null,
    redoc_url: null,
    openapi_url: null,
    generateOperationIds: false,
    // The library's type knows only 3.0 and 3.1; `openapi` is spread last and makes it 3.1.1.
    schema: openApiInfo() as never,
  })
  openapi.registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'A credential `oas_secret_…`, `oas_user_…`, `oas_partner_…`, or an OIDC access token.',
  })
  const paths = new Map<string, Set<string>>()
  for (const operationClass of operations) register(openapi, operationClass, paths)
  const known = [...paths].map(([path, methods]) => ({ pattern: patternOf(path), methods }))
  app.notFound((http) => unknownPath(http.req.path, http.get('requestId'), known))
  app.onError((error, http) => refusal(error, http.get('operationId') ?? 'unknown', http.get('requestId')))
  return { app, openapi }
}

/**
 * chanfana creates an instance per request with these arguments; here one instance is created to read its definition.
 */
const INSPECTION = { router: null, raiseUnknownParameters: false, route: '', urlParams: [] }

function definitionOf(operationClass: OperationClass) {
  return new operationClass(INSPECTION).operation
}

function register(
  openapi: HonoOpenAPIRouterType<ApiEnv>,
  operationClass: OperationClass,
  paths: Map<string, Set<string>>,
) {
  const operation = definitionOf(operationClass)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
  openapi[operation.method](path, operationClass as never)
  const methods = paths.get(operation.path) ?? new Set()
  methods.add(operation.method.toUpperCase())
  if (operation.method === 'get') methods.add('HEAD')
  paths.set(operation.path, methods)
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${BASE_PATH}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function unknownPath(
  path: string,
  requestId: string,
  known: readonly { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[],
): Response {
  const match = known.find(({ pattern }) => pattern.test(path))
  if (!match)
    return errorResponse(
      new HttpError('NOT_FOUND', 'No operation has this path. The paths are listed at /v1/openapi.json.'),
      'unknown',
      requestId,
    )
  const allow = [...match.methods, 'OPTIONS'].join(', ')
  const error = new HttpError(
    'METHOD_NOT_SUPPORTED',
    `This path does not support the method of the request. It supports ${allow}.`,
    { headers: { allow } },
  )
  return errorResponse(error, 'unknown', requestId)
}

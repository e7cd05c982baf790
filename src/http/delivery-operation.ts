/**
 * The delivery endpoints for alerts and changes: operations that take an alert key instead of a credential, and a body
 * in the sender's own format. The key is checked before a byte of the body is read. What the body says is read after
 * its signature was checked (src/domain/oncall/receiving).
 */

import { OpenAPIRoute } from 'chanfana'
import type { Hono } from 'hono'
import { z } from 'zod'
import { credentialKindOf } from '../auth/credential-format.ts'
import { DomainError, isProblem } from '../contracts/domain-error.ts'
import type { DomainContext } from '../domain/context.ts'
import {
  type AcceptedDelivery,
  acceptDelivery,
  type DeliverySender,
  deliverySenderOf,
} from '../domain/oncall/receiving/accept-delivery.ts'
import { type AlertKey, findAlertKeyByValue } from '../domain/oncall/receiving/alert-key.ts'
import { ALERT_SENDERS, CHANGE_SENDERS, type Receives } from '../domain/oncall/receiving/senders.ts'
import { systemScope } from '../domain/system-scope.ts'
import { type BodyFailure, withBody } from '../intake/body.ts'
import { keyInRequest } from '../intake/key-in-request.ts'
import { BODY_BYTES_MAX } from '../oncall/formats/body.ts'
import { type AddressLimit, addressLimit } from './address-limit.ts'
import { contextOf } from './context.ts'
import { countDelivery } from './delivery-limit.ts'
import { errorResponse, HttpError } from './errors.ts'
import type { ApiEnv, HonoContext } from './hono-context.ts'
import { defineOperation, type PreparedOperation, refusal } from './operation.ts'

const acceptedDelivery = z
  .object({
    deliveryId: z
      .string()
      .openapi({ description: 'The same, for a delivery that was sent again and changes nothing.' }),
    accepted: z.int().openapi({ description: 'Number of alerts or changes in it.' }),
    truncated: z.int().openapi({ description: 'Number that the sender left out, or that exceed 10,000 alerts.' }),
    note: z.union([z.string(), z.null()]).openapi({ description: 'Why nothing was accepted.' }),
  })
  .openapi('AcceptedDelivery')

const SENDERS = { alerts: ALERT_SENDERS, changes: CHANGE_SENDERS } as const

/** The definition of a delivery endpoint, for the OpenAPI document. */
export function defineDeliveryOperation(
  receives: Receives,
  text: { readonly summary: string; readonly description: string },
) {
  const operation = defineOperation({
    operationId: `${receives}.receive`,
    method: 'post',
    path: `/${receives}/{source}`,
    tag: 'Alerts and changes',
    ...text,
    permission: null,
    pathParameters: { source: z.enum(SENDERS[receives]) },
    success: {
      status: 202,
      description: 'The delivery is stored; the rest happens in the background.',
      schema: acceptedDelivery,
      example: { deliveryId: '6f1c…', accepted: 2, truncated: 0, note: null },
    },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  })
  // Takes neither a project nor an idempotency key: the key belongs to one project, and deliveries have ids.
  const { headers: _, ...request } = operation.schema.request
  const body = {
    required: true,
    content: {
      'application/json': { schema: z.looseObject({}).openapi({ description: "In the sender's own format." }) },
    },
  }
  return { ...operation, schema: { ...operation.schema, request: { ...request, query: z.object({}), body } } }
}

export abstract class DeliveryOperation extends OpenAPIRoute {
  abstract readonly operation: PreparedOperation
  protected abstract readonly receives: Receives

  override getSchema() {
    return this.operation.schema
  }

  override async execute(...args: unknown[]): Promise<Response> {
    // Hono calls the handler with its context first.
    const http = args[0] as HonoContext
    return receiveDelivery(http, { receives: this.receives, source: http.req.param('source') ?? '', pathKey: null })
  }
}

interface Asked {
  readonly receives: Receives
  readonly source: string
  readonly pathKey: string | null
}

/** For senders that cannot set a header: the key is in the path. */
export function mountDeliveryPaths(app: Hono<ApiEnv>): void {
  for (const receives of ['alerts', 'changes'] as const) {
    const path = `/v1/${receives}/k/:key/:source`
    app.post(path, (http) =>
      receiveDelivery(http, { receives, source: http.req.param('source') ?? '', pathKey: http.req.param('key') ?? '' }),
    )
    app.all(path, (http) => {
      const error = new HttpError('METHOD_NOT_SUPPORTED', 'This path accepts only POST.', {
        headers: { allow: 'POST, OPTIONS' },
      })
      return errorResponse(error, `${receives}.receive`, http.get('requestId'))
    })
  }
}

async function receiveDelivery(http: HonoContext, asked: Asked): Promise<Response> {
  const operationId = `${asked.receives}.receive`
  http.set('operationId', operationId)
  try {
    const accepted = await received(http, asked)
    return Response.json(accepted, { status: 202 })
  } catch (error) {
    return refusal(error, operationId, http.get('requestId'))
  }
}

async function received(http: HonoContext, asked: Asked): Promise<AcceptedDelivery> {
  const ctx = contextOf(http)
  const request = http.req.raw
  const limit = addressLimit(http.env, request.headers, ctx.now())
  const key = await keyOf(ctx, request, asked.pathKey, limit)
  const from = senderOf(asked, key)
  countDelivery(key.keyId, ctx.now())
  // Someone who knows a key but not its secret is stopped before more bodies are read.
  if (key.signingSecret !== null) limit.require('unsigned_delivery')
  try {
    return await bodyOf(ctx, request, from, key)
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) await limit.count('unsigned_delivery')
    throw error
  }
}

function senderOf({ receives, source }: Asked, key: AlertKey): DeliverySender {
  const from = deliverySenderOf(receives, source)
  if (from === null) {
    const known = SENDERS[receives].join(', ')
    throw new HttpError('NOT_FOUND', `There is no sender of ${receives} with that name. The senders are: ${known}.`)
  }
  if (key.source !== null && key.source !== source)
    throw new HttpError('FORBIDDEN', `This key accepts only deliveries of ${key.source}.`)
  return from
}

async function bodyOf(
  ctx: DomainContext,
  request: Request,
  from: DeliverySender,
  key: AlertKey,
): Promise<AcceptedDelivery> {
  const sender = { keyId: key.keyId, organizationId: key.project.organizationId }
  let accepted: AcceptedDelivery | undefined
  await withBody(request, { sender, bytesMax: BODY_BYTES_MAX }, async (body) => {
    if (!body.ok) throw bodyError(body.failure)
    const { searchParams: query } = new URL(request.url)
    const { bytes, sent } = body
    accepted = await acceptDelivery({
      ctx,
      scope: systemScope('delivery'),
      input: { from, key, headers: request.headers, query, sent, bytes },
    })
    // `withBody` requires a response from its callback. The real answer is built where the operation's other answers
    // are.
    return new Response(null)
  })
  if (accepted === undefined) throw new Error('A body was read but not handled.')
  return accepted
}

async function keyOf(
  ctx: DomainContext,
  request: Request,
  pathKey: string | null,
  limit: AddressLimit,
): Promise<AlertKey> {
  const value = keyInRequest(pathKey, request.headers, NO_QUERY)
  const kind = value === null ? null : credentialKindOf(value)
  const requireLookup = () => limit.requireLookup('refused_key')
  const key = value !== null && kind === 'alerts' ? await findAlertKeyByValue(ctx, value, requireLookup) : null
  if (key !== null) return key
  await limit.count('refused_key')
  const message = kind === null || kind === 'alerts' ? UNKNOWN_KEY : OTHER_KIND
  throw new DomainError({ kind: 'unauthenticated', message })
}

/** Only old senders of telemetry put keys into queries. */
const NO_QUERY = new URLSearchParams()
const UNKNOWN_KEY =
  'The alert key is missing, malformed, unknown, expired or deactivated. Create one with POST /v1/alert-keys and send it as `Authorization: Bearer <key>`, or in the path.'
const OTHER_KIND =
  'This is not an alert key. Keys for telemetry and for the API cannot deliver alerts and changes. Create an alert key with POST /v1/alert-keys.'

function bodyError(failure: BodyFailure): HttpError {
  switch (failure.kind) {
    case 'too_large':
      return new HttpError('PAYLOAD_TOO_LARGE', failure.message)
    case 'unsupported_encoding':
      return new HttpError('UNSUPPORTED_MEDIA_TYPE', failure.message)
    case 'malformed':
    case 'too_slow':
      return new HttpError('BAD_REQUEST', failure.message)
    case 'overloaded':
      return new HttpError('SERVICE_UNAVAILABLE', 'Too many deliveries at once. Send it again.', {
        retryAfterSeconds: failure.retryAfterSeconds,
      })
  }
}

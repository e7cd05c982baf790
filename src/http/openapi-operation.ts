/** Builds an operation's entry in the OpenAPI document. */

import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'
import type { OperationDefinition } from './operation-definition.ts'

const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

export const errorSchema = z
  .object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    operationId: z.string(),
    requestId: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    missingContext: z.array(z.enum(['projectId', 'organizationId'])).optional(),
    retryAfterSeconds: z.number().int().optional(),
  })
  .openapi('Error')

/** Errors that every operation can answer. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
]
const BODY_ERRORS: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

const ERROR_DESCRIPTIONS: Record<ErrorCode, string> = {
  BAD_REQUEST: 'The request is malformed. `issues` names the fields, `missingContext` the context to add.',
  UNAUTHORIZED: 'The credential is missing, malformed, unknown, expired or revoked.',
  PAYMENT_REQUIRED: 'The organization is out of credits.',
  FORBIDDEN: 'The credential does not have the permission this operation needs.',
  NOT_FOUND: 'The resource does not exist, or it belongs to another tenant.',
  METHOD_NOT_SUPPORTED: 'The path does not support this method.',
  CONFLICT: 'The state of the resource does not allow this.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not application/json.',
  UNPROCESSABLE_CONTENT: 'The request is well-formed, but a platform or the mode of the source refuses it.',
  TOO_MANY_REQUESTS: 'A limit was reached. Retry after `retryAfterSeconds`.',
  INTERNAL_SERVER_ERROR: 'The service failed. Its operators find the reason in the logs by `requestId`.',
  BAD_GATEWAY: 'A platform answered with an error.',
  SERVICE_UNAVAILABLE: 'The service is temporarily unavailable. Retry.',
  GATEWAY_TIMEOUT: 'A platform did not answer in time.',
}

/** Returns all errors that an operation can answer, ordered by status. */
function errorsOf(definition: Pick<OperationDefinition, 'method' | 'errors'>): ErrorCode[] {
  const codes = new Set([...COMMON_ERRORS, ...definition.errors])
  if (definition.method !== 'get') for (const code of BODY_ERRORS) codes.add(code)
  // The console's cookie was sent without its token.
  if (definition.method !== 'get') codes.add('FORBIDDEN')
  // The Idempotency-Key was used for another request, or its request is still running.
  if (definition.method === 'post') codes.add('CONFLICT')
  return [...codes].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b])
}

interface Parts {
  readonly path: z.ZodObject
  readonly query: z.ZodObject
  readonly headers: z.ZodObject
  readonly body: z.ZodObject
}

export function openApiOperation(definition: OperationDefinition, parts: Parts) {
  const { success } = definition
  return {
    operationId: definition.operationId,
    tags: [definition.tag],
    summary: definition.summary,
    ...(definition.description ? { description: definition.description } : {}),
    security: [{ bearer: [] }],
    request: requestOf(definition, parts),
    responses: {
      [success.status]: {
        description: success.description,
        ...(success.schema || success.contentType
          ? {
              content: {
                [success.contentType ?? 'application/json']: {
                  schema: success.schema ?? z.string(),
                  ...(success.example === undefined ? {} : { example: success.example }),
                },
              },
            }
          : {}),
      },
      ...(definition.alternative
        ? { [definition.alternative.status]: { description: definition.alternative.description } }
        : {}),
      ...Object.fromEntries(
        errorsOf(definition).map((code) => [ERROR_STATUS[code], errorEntry(code, definition.operationId)]),
      ),
    },
  }
}

const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,128}$/)
  .optional()
  .openapi({
    description:
      'A repetition with the same key and request within 24 hours gets the same answer and has no further effect.',
  })

/** True if at least one field is required. Otherwise an empty body means no fields. */
export const needsBody = ({ body = {} }: Pick<OperationDefinition, 'body'>): boolean =>
  Object.values(body).some((field) => !field.safeParse(undefined).success)

function requestOf(definition: OperationDefinition, parts: Parts) {
  const hasBody = definition.body !== undefined
  const headers =
    definition.method === 'post' ? parts.headers.extend({ 'idempotency-key': idempotencyKey }) : parts.headers
  const hasHeaders = definition.headers !== undefined || definition.method === 'post'
  return {
    ...(definition.pathParameters ? { params: parts.path } : {}),
    query: parts.query,
    ...(hasHeaders ? { headers } : {}),
    ...(hasBody
      ? {
          body: {
            required: needsBody(definition),
            content: {
              'application/json': {
                schema: parts.body,
                ...(definition.bodyExample === undefined ? {} : { example: definition.bodyExample }),
              },
            },
          },
        }
      : {}),
  }
}

function errorEntry(code: ErrorCode, operationId: string) {
  return {
    description: ERROR_DESCRIPTIONS[code],
    content: {
      'application/json': {
        schema: errorSchema,
        example: {
          code,
          message: ERROR_DESCRIPTIONS[code],
          operationId,
          requestId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
        },
      },
    },
  }
}

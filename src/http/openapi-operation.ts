/** An operation's entry in the OpenAPI document. */

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

/** Every operation can answer these. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
]
const BODY_ERRORS: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

const ERROR_DESCRIPTIONS: Record<ErrorCode, string> = {
  BAD_REQUEST: 'The request is malformed; `issues` names the fields, `missingContext` the context to add.',
  UNAUTHORIZED: 'No credential, or one that is malformed, unknown, expired or revoked.',
  PAYMENT_REQUIRED: 'The organization is out of credits.',
  FORBIDDEN: 'The credential does not have the permission this operation needs.',
  NOT_FOUND: 'It does not exist, or belongs to another tenant.',
  METHOD_NOT_SUPPORTED: 'The path exists, the method does not.',
  CONFLICT: 'The state of the resource does not allow this.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not application/json.',
  UNPROCESSABLE_CONTENT: 'Well-formed, but refused by a platform or a mode.',
  TOO_MANY_REQUESTS: 'A limit was reached; retry after `retryAfterSeconds`.',
  INTERNAL_SERVER_ERROR: 'The service failed; `requestId` finds the reason in its logs.',
  BAD_GATEWAY: 'A platform failed to answer.',
  SERVICE_UNAVAILABLE: 'Not available just now; retry.',
  GATEWAY_TIMEOUT: 'A platform did not answer in time.',
}

/** All errors an operation can answer, in the order of their status. */
function errorsOf(definition: Pick<OperationDefinition, 'method' | 'errors'>): ErrorCode[] {
  const codes = new Set([...COMMON_ERRORS, ...definition.errors])
  if (definition.method !== 'get') for (const code of BODY_ERRORS) codes.add(code)
  // An Idempotency-Key that was used for another request, or whose request is still running.
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
  .openapi({ description: 'The same key and request within 24 h answer what was answered.' })

/** Whether some field has to be given; otherwise an empty body stands for none of them. */
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

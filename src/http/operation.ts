/**
 * The base of every operation, over chanfana's route class. chanfana keeps the OpenAPI registry; reading and checking
 * a request is done here, because its own way turns malformed JSON into `{}`, strips unknown keys silently and builds
 * schemas anew for each request. An operation is a definition (schemas made once) and a class with one method,
 * `answer`, that runs after credential, size, syntax and shape were checked, in the order of docs/design/http.md.
 */
import { OpenAPIRoute } from 'chanfana'
import type { Context } from 'hono'
import { z } from 'zod'
import { authenticate } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import type { Permission } from '../auth/permissions.ts'
import { Access } from '../auth/scope.ts'
import type { DomainContext } from '../domain/context.ts'
import { noteClient } from '../domain/recommendations/client-activity.ts'
import type { Bindings } from '../env.ts'
import { addressLimit } from './address-limit.ts'
import { BOOKMARK_HEADER, bookmarkAfter, contextOf, oidcOf } from './context.ts'
import { type ErrorCode, errorResponse, HttpError } from './errors.ts'
import { withIdempotency } from './idempotency.ts'
import { jsonBody, parsePart, queryOf } from './input.ts'
import { needsBody, openApiOperation } from './openapi-operation.ts'
import { admission } from './rate-limit.ts'

export type HonoContext = Context<{ Bindings: Bindings; Variables: { requestId: string; operationId: string } }>

type Shape = Readonly<Record<string, z.ZodType>>

export interface OperationDefinition<
  Path extends Shape = Shape,
  Query extends Shape = Shape,
  Headers extends Shape = Shape,
  Body extends Shape = Shape,
> {
  /** As the published contract prints it. */
  readonly operationId: string
  readonly method: 'get' | 'post' | 'patch' | 'delete' | 'put'
  /** Below /v1, parameters in braces: `/threads/{threadId}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** null: any credential (me.get, organizations.list, organizations.create). */
  readonly permission: Permission | null
  readonly pathParameters?: Path
  readonly query?: Query
  readonly headers?: Headers
  /** An empty request body is accepted where none of them has to be given. */
  readonly body?: Body
  readonly success: {
    readonly status: 200 | 201 | 204
    readonly description: string
    /** null for an empty answer or one that is not JSON. */
    readonly schema: z.ZodType | null
    readonly contentType?: string
    readonly example?: unknown
  }
  /** Another successful answer, without a body. */
  readonly alternative?: { readonly status: 204; readonly description: string }
  readonly bodyExample?: unknown
  /** What can be answered besides the errors every operation has. */
  readonly errors: readonly ErrorCode[]
}

export interface PreparedOperation<
  Path extends Shape = Shape,
  Query extends Shape = Shape,
  Headers extends Shape = Shape,
  Body extends Shape = Shape,
> extends OperationDefinition<Path, Query, Headers, Body> {
  readonly parts: {
    readonly path: z.ZodType
    readonly query: z.ZodType
    readonly headers: z.ZodType
    readonly body: z.ZodType
    readonly hasBody: boolean
    readonly needsBody: boolean
  }
  readonly schema: ReturnType<typeof openApiOperation>
}

type Output<S extends Shape> = z.infer<z.ZodObject<{ -readonly [Key in keyof S]: S[Key] }>>

export interface Call<Operation> {
  readonly input: Operation extends PreparedOperation<infer Path, infer Query, infer Headers, infer Body>
    ? {
        readonly path: Output<Path>
        readonly query: Output<Query>
        readonly headers: Output<Headers>
        readonly body: Output<Body>
      }
    : never
  readonly access: Access
  readonly ctx: DomainContext
  readonly request: Request
}

/** `projectId` and `organizationId` are accepted on every operation, in query or body. */
const CONTEXT_SHAPE = {
  projectId: z.uuid().optional(),
  organizationId: z.string().min(1).optional(),
}

export function defineOperation<
  const Path extends Shape = Record<never, never>,
  const Query extends Shape = Record<never, never>,
  const Headers extends Shape = Record<never, never>,
  const Body extends Shape = Record<never, never>,
>(definition: OperationDefinition<Path, Query, Headers, Body>): PreparedOperation<Path, Query, Headers, Body> {
  const body = z.strictObject({ ...CONTEXT_SHAPE, ...definition.body })
  const parts = {
    path: z.object({ ...definition.pathParameters }),
    query: z.strictObject({ ...CONTEXT_SHAPE, ...definition.query }),
    headers: z.object({ ...definition.headers }),
    body,
    hasBody: definition.method !== 'get',
    needsBody: needsBody(definition),
  }
  const schema = openApiOperation(definition, { query: parts.query, body, path: parts.path, headers: parts.headers })
  return { ...definition, parts, schema }
}

/** The caller of a request, as its credential stands now. */
export function callerOf(ctx: DomainContext, request: Request): Promise<Caller> {
  const limit = addressLimit(ctx.bindings, request.headers, ctx.now())
  return authenticate({
    refusals: {
      count: () => limit.count('refused_credential'),
      requireLookup: () => limit.requireLookup('refused_credential'),
    },
    authorization: request.headers.get('authorization'),
    db: ctx.bindings.DB,
    oidc: oidcOf(ctx),
    now: ctx.now(),
    waitUntil: ctx.waitUntil,
  })
}

export abstract class Operation extends OpenAPIRoute {
  abstract readonly operation: PreparedOperation

  override getSchema() {
    return this.operation.schema
  }

  /** The whole of the operation: authorize, load within scope, decide, write, answer. */
  protected abstract answer(call: Call<unknown>): Promise<unknown>

  /** Brings a stored answer of an idempotent repetition up to date; most answers stay as they were. */
  protected async refreshed(body: unknown, _call: Call<unknown>): Promise<unknown> {
    return body
  }

  override async execute(...args: unknown[]): Promise<Response> {
    // Hono calls the handler with its context first.
    const http = args[0] as HonoContext
    const { operation } = this
    http.set('operationId', operation.operationId)
    const requestId = http.get('requestId')
    try {
      return await this.#run(http)
    } catch (error) {
      return refusal(error, operation.operationId, requestId)
    }
  }

  async #run(http: HonoContext): Promise<Response> {
    const { operation } = this
    const ctx = contextOf(http)
    const caller = await callerOf(ctx, http.req.raw)
    const rawBody = operation.parts.hasBody ? await jsonBody(http.req.raw, operation.parts.needsBody) : undefined
    const input = this.#input(http, rawBody)
    const given = givenContext(input.query, input.body)
    const limits = admission(ctx, caller)
    const access = new Access({
      caller,
      db: ctx.db,
      now: ctx.now(),
      given,
      permission: operation.permission,
      admit: limits.admit,
    })
    // Each subclass states its own Call type; the definition it prepared and this input come from the same schemas.
    const call = { input, access, ctx, request: http.req.raw } as unknown as Call<unknown>
    const respond = async (seed: string | null) => {
      const seeded = seed === null ? call : { ...call, ctx: { ...ctx, idempotencySeed: seed } }
      return this.#respond(await this.answer(seeded), requestIdOf(http))
    }
    const refresh = (body: unknown) => this.refreshed(body, call)
    const response = await withIdempotency({ http, ctx, caller, operation, given, rawBody, respond, refresh })
    limits.describe(response)
    const bookmark = bookmarkAfter(ctx)
    if (bookmark !== null) response.headers.set(BOOKMARK_HEADER, bookmark)
    noteClient(ctx, access.projectId, http.req.raw.headers.get('x-oas-client-source'))
    return response
  }

  #input(http: HonoContext, rawBody: unknown) {
    const { parts } = this.operation
    const issues: { path: string; message: string }[] = []
    const path = parsePart('path', parts.path, http.req.param(), issues)
    const query = parsePart('query', parts.query, queryOf(http.req.raw.url), issues)
    const headers = parsePart('headers', parts.headers, Object.fromEntries(http.req.raw.headers), issues)
    const body = parts.hasBody ? parsePart('body', parts.body, rawBody, issues) : {}
    if (issues.length > 0) {
      throw new HttpError('BAD_REQUEST', `The request is not valid: ${issues[0]?.path} ${issues[0]?.message}.`, {
        issues,
      })
    }
    return { path, query, headers, body }
  }

  #respond(result: unknown, requestId: string): Response {
    const { success, operationId } = this.operation
    if (result instanceof Response) return result
    if (success.schema === null) return new Response(null, { status: success.status })
    const checked = success.schema.safeParse(result)
    if (!checked.success) {
      const where = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
      console.error(JSON.stringify({ event: 'response_outside_schema', operationId, requestId, where }))
      throw new HttpError(
        'INTERNAL_SERVER_ERROR',
        'The service failed to answer. Its operators can find out why by the requestId.',
      )
    }
    return new Response(JSON.stringify(checked.data), {
      status: success.status,
      headers: { 'content-type': 'application/json' },
    })
  }
}

const requestIdOf = (http: HonoContext): string => http.get('requestId')

function givenContext(query: unknown, body: unknown) {
  // Both parts were parsed with CONTEXT_SHAPE in them.
  const fromQuery = query as { projectId?: string; organizationId?: string }
  const fromBody = body as { projectId?: string; organizationId?: string }
  for (const key of ['projectId', 'organizationId'] as const) {
    const [inQuery, inBody] = [fromQuery[key], fromBody[key]]
    if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
      throw new HttpError('BAD_REQUEST', `${key} differs between query and body.`, {
        issues: [{ path: `body.${key}`, message: 'differs from the query' }],
      })
    }
  }
  return {
    projectId: fromQuery.projectId ?? fromBody.projectId,
    organizationId: fromQuery.organizationId ?? fromBody.organizationId,
  }
}

/** Refusals answer as they are; anything else is a bug: logged with its id, answered without its text. */
export function refusal(error: unknown, operationId: string, requestId: string): Response {
  if (error instanceof HttpError) return errorResponse(error, operationId, requestId)
  const detail =
    error instanceof Error ? { name: error.name, stack: stackWithoutMessage(error) } : { name: typeof error }
  console.error(JSON.stringify({ event: 'unhandled_error', operationId, requestId, ...detail }))
  const generic = new HttpError(
    'INTERNAL_SERVER_ERROR',
    'The service failed to answer. Its operators can find out why by the requestId.',
  )
  return errorResponse(generic, operationId, requestId)
}

/** Messages of database errors quote parameters, so only the frames of the stack are logged. */
function stackWithoutMessage(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return frames.slice(0, 12).join('\n')
}

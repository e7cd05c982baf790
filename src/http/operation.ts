/**
 * The base of every operation, over chanfana's route class. chanfana keeps the OpenAPI registry; requests are read and
 * checked here, because chanfana turns malformed JSON into `{}`, silently strips unknown keys and rebuilds schemas for
 * each request. An operation is a definition (schemas made once) and a class with two methods, called after credential,
 * size, syntax and shape were checked: `authorize` decides the caller's right, on every attempt; `answer` gets what it
 * granted and has no other way to a tenant. Records of idempotent requests lie between the two, so that none is read or
 * written for a caller who would be refused (docs/design/http.md).
 */

import { OpenAPIRoute } from 'chanfana'
import { z } from 'zod'
import { authenticate } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { principalOf } from '../auth/caller.ts'
import { consoleSessionIn } from '../auth/console-session.ts'
import { Access, ownerWithoutTenant } from '../auth/scope.ts'
import { newId } from '../contracts/ids.ts'
import { keyringOf, open, seal } from '../crypto/envelope.ts'
import type { DomainContext } from '../domain/context.ts'
import type { Standing } from '../domain/recheck.ts'
import { noteClient } from '../domain/recommendations/client-activity.ts'
import type { Bindings } from '../env.ts'
import { logEvent, logFailure } from '../log/log.ts'
import { addressLimit } from './address-limit.ts'
import { BOOKMARK_HEADER, bookmarkAfter, contextOf, oidcOf } from './context.ts'
import { isRefusal, refusalOf } from './domain-errors.ts'
import { errorResponse, HttpError } from './errors.ts'
import type { HonoContext } from './hono-context.ts'
import { type AnswerVault, idempotencyKeyOf, withIdempotency } from './idempotency.ts'
import { jsonBody, parsePart, queryOf } from './input.ts'
import { writeAnswer } from './large-answer.ts'
import { needsBody, openApiOperation } from './openapi-operation.ts'
import type { OperationDefinition, Shape } from './operation-definition.ts'
import { admission } from './rate-limit.ts'

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

/** What a request to an operation says, as its schemas read it. */
export type Input<Operation> =
  Operation extends PreparedOperation<infer Path, infer Query, infer Headers, infer Body>
    ? {
        readonly path: Output<Path>
        readonly query: Output<Query>
        readonly headers: Output<Headers>
        readonly body: Output<Body>
      }
    : never

/** The arguments of `authorize`. */
export interface Asked<Operation> {
  readonly input: Input<Operation>
  readonly access: Access
  readonly ctx: DomainContext
}

/** The arguments of `answer`. The right was decided, so there is no `access` here. */
export interface Call<Operation, Granted> {
  readonly input: Input<Operation>
  readonly granted: Granted
  readonly caller: Caller
  readonly ctx: DomainContext
  readonly request: Request
  /** Decides the caller's present right again, for long-running answers. */
  readonly recheck: () => Promise<Standing>
}

/** `projectId` and `organizationId` are accepted by every operation, in query or body. */
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

/**
 * Returns the caller of a request with the present state of its credential. Reads the primary, whatever bookmark the
 * request has. `audience`: a resource besides the API, which takes tokens made for it and no session of a browser.
 */
export async function callerOf(
  ctx: DomainContext,
  bindings: Bindings,
  request: Request,
  audience: string | null = null,
): Promise<Caller> {
  const limit = addressLimit(bindings, request.headers, ctx.now())
  return authenticate({
    refusals: {
      count: () => limit.count('refused_credential'),
      requireLookup: () => limit.requireLookup('refused_credential'),
    },
    authorization: request.headers.get('authorization'),
    audience,
    session: audience === null ? await consoleSessionIn(request, ctx.baseUrl) : null,
    db: bindings.DB,
    oidc: oidcOf(ctx),
    now: ctx.now(),
    waitUntil: ctx.waitUntil,
  })
}

/** `Granted` is what `authorize` found and `answer` works on, mostly a scope. */
export abstract class Operation<Granted = unknown> extends OpenAPIRoute {
  abstract readonly operation: PreparedOperation

  override getSchema() {
    return this.operation.schema
  }

  /**
   * Decides whether this caller may do this now: tenant 404, permission 403, rate 429, credits 402. Runs on every
   * attempt and on every recheck, and changes nothing. It decides through `access`; without a decision nothing is
   * answered.
   */
  protected abstract authorize(asked: Asked<unknown>): Promise<Granted>

  /** Performs the operation on what was granted: decides, writes, answers. */
  protected abstract answer(call: Call<unknown, Granted>): Promise<unknown>

  /** Updates a stored answer before an idempotent repetition receives it. Most answers stay as they were. */
  protected async refreshed(body: unknown, _asked: Asked<unknown>): Promise<unknown> {
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
    const caller = await callerOf(ctx, http.env, http.req.raw)
    const rawBody = operation.parts.hasBody
      ? await jsonBody(http.req.raw, operation.parts.needsBody, {
          keyId: principalOf(caller),
          organizationId: ownerWithoutTenant(caller),
        })
      : undefined
    const input = inputOf(this.operation, http, rawBody)
    const given = givenContext(input.query, input.body)
    const key = idempotencyKeyOf(operation.method, http.req.raw.headers)
    const limits = admission(ctx, http.env, caller)
    const attempt: Attempt = {
      ctx,
      bindings: http.env,
      input,
      given,
      request: http.req.raw,
      mustBeFound: key !== null,
      admit: limits.admit,
    }
    const { granted, owner, asked } = await this.#decide(attempt, caller)
    const { access } = asked
    const recheck = () => this.#recheck(attempt, access.projectId, owner)
    const respond = async (seed: string | null) => {
      const seeded = seed === null ? ctx : { ...ctx, idempotencySeed: seed }
      const call = { input, granted, caller, ctx: seeded, request: attempt.request, recheck }
      // Each subclass states its own Call type. Its definition and this input use the same schemas.
      return answerOf(operation, await this.answer(call as unknown as Call<unknown, Granted>), requestIdOf(http))
    }
    const response =
      key === null
        ? await respond(null)
        : await withIdempotency({
            owner,
            principal: principalOf(caller),
            operationId: operation.operationId,
            isRead: operation.permission?.endsWith(':read') ?? false,
            key,
            url: attempt.request.url,
            rawBody,
            now: ctx.now(),
            seed: newId(),
            storeOf: (name) => ctx.objects.organization(name),
            vault: vaultOf(ctx),
            respond,
            refresh: (body) => this.refreshed(body, asked),
          })
    limits.describe(response)
    const bookmark = bookmarkAfter(ctx)
    if (bookmark !== null) response.headers.set(BOOKMARK_HEADER, bookmark)
    noteClient({ ctx, scope: access, input: { source: attempt.request.headers.get('x-oas-client-source') } })
    return response
  }

  /** Returns the caller's right to this request. An operation that decides nothing answers nothing. */
  async #decide(attempt: Attempt, caller: Caller) {
    const { ctx, input, given, mustBeFound, admit } = attempt
    const { permission, operationId } = this.operation
    const access = new Access({ caller, db: ctx.db, now: ctx.now(), given, permission, mustBeFound, admit })
    // See the note at `call` above.
    const asked = { input, access, ctx } as unknown as Asked<unknown>
    const granted = await this.authorize(asked)
    const owner = access.decidedFor
    if (owner === null) throw new Error(`${operationId} decided nothing about its caller, so it must not answer.`)
    return { granted, owner, asked }
  }

  async #recheck(attempt: Attempt, projectId: string | null, owner: string): Promise<Standing> {
    const { ctx, request, given } = attempt
    try {
      // The project found first. A second project created meanwhile must not make the request ambiguous.
      const again = { ...attempt, given: { ...given, projectId: projectId ?? given.projectId }, mustBeFound: true }
      const caller = await callerOf(ctx, attempt.bindings, request)
      const decided = await this.#decide({ ...again, admit: async () => {} }, caller)
      return decided.owner === owner ? 'allowed' : 'refused'
    } catch (error) {
      return isRefusal(error) ? 'refused' : 'unknown'
    }
  }
}

/** Reads a request by an operation's schemas. Throws 400 with every issue. */
export function inputOf({ parts }: PreparedOperation, http: HonoContext, rawBody: unknown) {
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

/** Checks a result against the operation's schema and makes its response; a `Response` passes as it is. */
export async function answerOf(
  { success, operationId }: PreparedOperation,
  result: unknown,
  requestId: string,
): Promise<Response> {
  if (result instanceof Response) return result
  if (success.schema === null) return new Response(null, { status: success.status })
  const written = await writeAnswer(success.schema, result)
  if ('issues' in written) {
    const where = written.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    logEvent('response_outside_schema', { operationId, requestId, where })
    throw new HttpError(
      'INTERNAL_SERVER_ERROR',
      'The service failed because of an internal error. Try again; if it fails again, report the requestId to its operators.',
    )
  }
  return new Response(written.text, {
    status: success.status,
    headers: { 'content-type': 'application/json' },
  })
}

/** What the registry accepts: operations, and delivery endpoints, whose callers have no API credential. */
export type OperationClass = new (
  ...args: ConstructorParameters<typeof OpenAPIRoute>
) => OpenAPIRoute & { readonly operation: PreparedOperation }

interface Attempt {
  readonly ctx: DomainContext
  readonly bindings: Bindings
  readonly input: unknown
  readonly given: { readonly organizationId: string | undefined; readonly projectId: string | undefined }
  readonly request: Request
  readonly mustBeFound: boolean
  readonly admit: (organizationId: string) => Promise<void>
}

/** Returns the store of answers, sealed for their owner and key. */
function vaultOf(ctx: DomainContext): AnswerVault {
  const keyring = () => keyringOf(ctx.settings.MASTER_KEYS)
  return {
    seal: (associatedData, text) => seal(keyring(), { purpose: 'idempotency', associatedData }, text),
    open: (associatedData, sealed) => open(keyring(), { purpose: 'idempotency', associatedData }, sealed),
  }
}

const requestIdOf = (http: HonoContext): string => http.get('requestId')

function givenContext(query: unknown, body: unknown) {
  // Both parts were parsed with CONTEXT_SHAPE.
  const fromQuery = query as { projectId?: string; organizationId?: string }
  const fromBody = body as { projectId?: string; organizationId?: string }
  for (const key of ['projectId', 'organizationId'] as const) {
    const [inQuery, inBody] = [fromQuery[key], fromBody[key]]
    if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
      throw new HttpError('BAD_REQUEST', `${key} has different values in the query and in the body. Send it once.`, {
        issues: [{ path: `body.${key}`, message: 'differs from the query' }],
      })
    }
  }
  return {
    projectId: fromQuery.projectId ?? fromBody.projectId,
    organizationId: fromQuery.organizationId ?? fromBody.organizationId,
  }
}

/** Answers refusals as they are. Anything else is a bug: it is logged with its id and answered without its text. */
export function refusal(error: unknown, operationId: string, requestId: string): Response {
  const refused = refusalOf(error)
  if (refused !== null) return errorResponse(refused, operationId, requestId)
  logFailure('unhandled_error', error, { operationId, requestId })
  const generic = new HttpError(
    'INTERNAL_SERVER_ERROR',
    'The service failed because of an internal error. Try again; if it fails again, report the requestId to its operators.',
  )
  return errorResponse(generic, operationId, requestId)
}

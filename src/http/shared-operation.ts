/**
 * The base of the operations of a shared incident. They take the credential of a link (src/auth/incident-share.ts) and
 * no other; a subclass gets the scope of that link, so no part of a request can name another incident or tenant.
 */
import { OpenAPIRoute } from 'chanfana'
import { z } from 'zod'
import { authenticateShare, type SharedIncidentScope } from '../auth/incident-share.ts'
import { notFound } from '../contracts/domain-error.ts'
import type { DomainContext } from '../domain/context.ts'
import type { Bindings } from '../env.ts'
import { addressLimit } from './address-limit.ts'
import { contextOf } from './context.ts'
import { HttpError } from './errors.ts'
import type { HonoContext } from './hono-context.ts'
import { MinuteCounter, secondsLeft } from './minute-counter.ts'
import { answerOf, defineOperation, type Input, inputOf, type PreparedOperation, refusal } from './operation.ts'
import type { OperationDefinition, Shape } from './operation-definition.ts'
import { admission } from './rate-limit.ts'

const PATH = { shareId: z.uuid().describe('As the link names it.') }

type SharedDefinition<Query extends Shape> = Pick<
  OperationDefinition<typeof PATH, Query>,
  'operationId' | 'summary' | 'description' | 'query' | 'success'
> & { readonly path: string }

/** Defines an operation below `/shared-incidents/{shareId}`. */
export function defineSharedOperation<const Query extends Shape = Record<never, never>>(
  definition: SharedDefinition<Query>,
): PreparedOperation<typeof PATH, Query> {
  const operation = defineOperation<typeof PATH, Query>({
    ...definition,
    method: 'get',
    path: `/shared-incidents/{shareId}${definition.path}`,
    tag: 'Shared incidents',
    permission: null,
    pathParameters: PATH,
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  })
  // The link is of one incident: neither project nor organization is named.
  const query = z.strictObject({ ...definition.query })
  const request = { ...operation.schema.request, query }
  return { ...operation, parts: { ...operation.parts, query }, schema: { ...operation.schema, request } }
}

export interface SharedCall<Operation> {
  readonly input: Input<Operation>
  readonly scope: SharedIncidentScope
  readonly ctx: DomainContext
}

/** Returns what the link of a request shows; refusals count for its network address. */
export function shareOf(ctx: DomainContext, bindings: Bindings, request: Request): Promise<SharedIncidentScope> {
  const limit = addressLimit(bindings, request.headers, ctx.now())
  return authenticateShare({
    request,
    baseUrl: ctx.baseUrl,
    db: ctx.db,
    now: ctx.now(),
    waitUntil: ctx.waitUntil,
    refusals: {
      count: () => limit.count('refused_credential'),
      requireLookup: () => limit.requireLookup('refused_credential'),
    },
  })
}

/** A page asks four times when it is opened, and once for each piece of evidence. */
const READS_PER_MINUTE = 240
const reads = new MinuteCounter()

export abstract class SharedOperation extends OpenAPIRoute {
  abstract readonly operation: PreparedOperation

  override getSchema() {
    return this.operation.schema
  }

  /** Answers for the incident of the scope, and for nothing else. */
  protected abstract answer(call: SharedCall<unknown>): Promise<unknown>

  override async execute(...args: unknown[]): Promise<Response> {
    // Hono calls the handler with its context first.
    const http = args[0] as HonoContext
    const { operationId } = this.operation
    http.set('operationId', operationId)
    try {
      return await this.#run(http)
    } catch (error) {
      return refusal(error, operationId, http.get('requestId'))
    }
  }

  async #run(http: HonoContext): Promise<Response> {
    const ctx = contextOf(http)
    const scope = await shareOf(ctx, http.env, http.req.raw)
    const input = inputOf(this.operation, http, undefined)
    // The path was parsed with PATH.
    const { shareId } = input.path as { readonly shareId: string }
    if (shareId.toLowerCase() !== scope.shareId) throw notFound('The link')
    if (ctx.settings.RATE_LIMITS !== 'off') countRead(scope.shareId, ctx.now())
    // Whoever has the link spends the quota of the organization that gave it out.
    const limits = admission(ctx, http.env, { credentialId: scope.shareId })
    await limits.admit(scope.project.organizationId)
    // Each subclass states its own input. Its definition and this input use the same schemas.
    const call = { input, scope, ctx } as unknown as SharedCall<unknown>
    const response = await answerOf(this.operation, await this.answer(call), http.get('requestId'))
    limits.describe(response)
    return response
  }
}

function countRead(shareId: string, now: number): void {
  if (reads.add(shareId, now) <= READS_PER_MINUTE) return
  throw new HttpError('TOO_MANY_REQUESTS', `More than ${READS_PER_MINUTE} requests a minute with this link.`, {
    retryAfterSeconds: secondsLeft(now),
  })
}

/** What an operation declares about itself. The OpenAPI document and the base class read it. */
import type { z } from 'zod'
import type { Permission } from '../auth/permissions.ts'
import type { ErrorCode } from './errors.ts'

export type Shape = Readonly<Record<string, z.ZodType>>

export interface OperationDefinition<
  Path extends Shape = Shape,
  Query extends Shape = Shape,
  Headers extends Shape = Shape,
  Body extends Shape = Shape,
> {
  /** As printed in the published contract. */
  readonly operationId: string
  readonly method: 'get' | 'post' | 'patch' | 'delete' | 'put'
  /** The path below /v1, with parameters in braces: `/threads/{threadId}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** null: any credential is accepted (me.get, organizations.list, organizations.create). */
  readonly permission: Permission | null
  readonly pathParameters?: Path
  readonly query?: Query
  readonly headers?: Headers
  /** An empty request body is accepted if none of them is required. */
  readonly body?: Body
  readonly success: {
    readonly status: 200 | 201 | 202 | 204
    readonly description: string
    /** null if the answer is empty or not JSON. */
    readonly schema: z.ZodType | null
    readonly contentType?: string
    readonly example?: unknown
  }
  /** Another successful answer, without a body. */
  readonly alternative?: { readonly status: 204; readonly description: string }
  readonly bodyExample?: unknown
  /** Errors that the operation can answer in addition to those of every operation. */
  readonly errors: readonly ErrorCode[]
}

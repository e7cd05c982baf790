/** What an operation says of itself; OpenAPI and the base class read it. */
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
    readonly status: 200 | 201 | 202 | 204
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

/** Hono's context as this application uses it. */
import type { Context } from 'hono'
import type { Bindings } from '../env.ts'

export type ApiEnv = { Bindings: Bindings; Variables: { requestId: string; operationId: string } }

export type HonoContext = Context<ApiEnv>

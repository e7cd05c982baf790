/** Hono's context type for this application. */
import type { Context } from 'hono'
import type { Bindings } from '../env.ts'

export type ApiEnv = { Bindings: Bindings; Variables: { requestId: string; operationId: string } }

export type HonoContext = Context<ApiEnv>

/**
 * A tool of the MCP server and how it is called. A tool is to MCP what an operation is to the API: it states its
 * permission and its schemas, decides the caller's right through `Access`, and calls a verb. One that decided nothing
 * answers nothing.
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ToolInputError } from '../agent/tools/define-tool.ts'
import type { Caller } from '../auth/caller.ts'
import type { Permission } from '../auth/permissions.ts'
import { Access } from '../auth/scope.ts'
import type { DomainContext } from '../domain/context.ts'
import { noteClient } from '../domain/recommendations/client-activity.ts'
import { refusalOf } from '../http/domain-errors.ts'
import type { HttpError } from '../http/errors.ts'
import { logFailure } from '../log/log.ts'
import { ANSWER_SHAPE, answered, refused, type ToolAnswer } from './answer.ts'

/** One authenticated request to the MCP server. */
export interface McpCall {
  readonly ctx: DomainContext
  readonly caller: Caller
  /** Counts the request against the limits of its credential and organization. Throws 429. */
  readonly admit: (organizationId: string) => Promise<void>
  /** Where a client that needs more scopes finds out how to get them (RFC 9728). */
  readonly resourceMetadataUrl: string
}

export interface ToolCall<Input> {
  readonly ctx: DomainContext
  readonly caller: Caller
  readonly access: Access
  readonly input: Input
  readonly signal: AbortSignal
  /** Another right of the same caller, for tools that look into several tenants. */
  readonly accessTo: (given: Given, permission: Permission | null) => Access
}

interface Given {
  readonly organizationId?: string | undefined
  readonly projectId?: string | undefined
}

export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly permission: Permission | null
  readonly inputSchema: z.ZodObject
  readonly outputSchema: z.ZodObject
  /** False if it stores something. No tool removes or overwrites anything. */
  readonly isReadOnly: boolean
  readonly call: (request: McpCall, params: unknown, signal: AbortSignal) => Promise<CallToolResult>
}

/** Each tool takes them; a credential that reaches one project needs neither. */
const CONTEXT_SHAPE = {
  organizationId: z.string().min(1).max(100).optional().describe('Which organization, if the credential sees several.'),
  projectId: z.uuid().optional().describe('Which project, if the credential sees several (see get_context).'),
}

export interface ToolDefinition<Input extends z.ZodRawShape> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly permission: Permission | null
  readonly input: Input
  readonly output: z.ZodRawShape
  readonly isReadOnly?: boolean
  readonly run: (call: ToolCall<z.output<z.ZodObject<Input>>>) => Promise<ToolAnswer>
}

export function defineTool<const Input extends z.ZodRawShape>(definition: ToolDefinition<Input>): McpTool {
  const { name, title, description, permission, run } = definition
  return {
    name,
    title,
    description,
    permission,
    isReadOnly: definition.isReadOnly ?? true,
    inputSchema: z.strictObject({ ...CONTEXT_SHAPE, ...definition.input }),
    outputSchema: z.looseObject({ ...ANSWER_SHAPE, ...definition.output }),
    async call(request, params, signal) {
      try {
        // The library parsed them with `inputSchema`, which is made of the same shape.
        const input = params as z.output<z.ZodObject<Input>> & Given
        const accessTo = accessOf(request)
        const access = accessTo(input, permission)
        const { ctx, caller } = request
        const answer = await run({ ctx, caller, access, input, signal, accessTo })
        if (access.decidedFor === null)
          throw new Error(`${name} decided nothing about its caller, so it must not answer.`)
        noteClient({ ctx, scope: access, input: { source: 'mcp' } })
        return answered(answer)
      } catch (error) {
        return refusalFor(error, name, request.ctx.requestId)
      }
    },
  }
}

/** Returns how to decide a right of this request's caller. */
export function accessOf({ ctx, caller, admit }: McpCall) {
  return (given: Given, permission: Permission | null): Access =>
    new Access({
      caller,
      db: ctx.db,
      now: ctx.now(),
      given: { organizationId: given.organizationId, projectId: given.projectId?.toLowerCase() },
      permission,
      mustBeFound: false,
      admit,
    })
}

function refusalFor(error: unknown, tool: string, requestId: string | null): CallToolResult {
  if (error instanceof ToolInputError) return refused('BAD_REQUEST', error.message)
  const refusal = refusalOf(error)
  if (refusal !== null) return refused(refusal.code, messageOf(refusal))
  logFailure('mcp_tool_failed', error, { tool, requestId: requestId ?? '' })
  return refused(
    'INTERNAL_SERVER_ERROR',
    `The tool failed because of an internal error. Try again; if it fails again, report the request id ${requestId}.`,
  )
}

/** The refusal in words that a model can act upon: what to name, or when to come back. */
export function messageOf({ message, detail }: HttpError): string {
  if (detail.missingContext !== undefined)
    return `${message} Call get_context to see which there are, then pass ${detail.missingContext.join(' and ')}.`
  if (detail.retryAfterSeconds !== undefined) return `${message} Wait ${Math.ceil(detail.retryAfterSeconds)} s.`
  return message
}

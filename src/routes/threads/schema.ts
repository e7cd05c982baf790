import { z } from 'zod'
import { chatContextBlock, MESSAGE_SOURCES } from '../../contracts/content-block.ts'
import { RUN_ORIGINS } from '../../contracts/oncall-protocol.ts'
import { dateTime, text, textOrNull } from '../../http/parameters.ts'

export const threadStatus = z.enum(['regular', 'archived'])
export const source = z.enum(MESSAGE_SOURCES)

/** Thread, with `source`. */
export const thread = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    title: textOrNull,
    status: threadStatus,
    createdAt: dateTime,
    updatedAt: dateTime,
    source,
  })
  .openapi('Thread')

/** Who asked; `alert`, `monitor`, `schedule` and `follow_up` if the service started the run itself. */
export const runSource = z.enum([...MESSAGE_SOURCES, ...RUN_ORIGINS.filter((origin) => origin !== 'api')])

/** Run result, with messageId, error and usage. */
export const runResult = z
  .object({
    completed: z.boolean(),
    threadId: z.uuid(),
    runId: z.uuid(),
    status: z.enum(['processing', 'completed', 'aborted', 'error']),
    response: textOrNull,
    messageId: z.uuid(),
    error: z.union([z.object({ code: z.string(), message: z.string() }), z.null()]),
    usage: z.union([z.object({ inputTokens: z.number().int(), outputTokens: z.number().int() }), z.null()]),
    source: runSource.optional(),
    parentRunId: z.union([z.uuid(), z.null()]).optional(),
  })
  .openapi('RunResult')

/** Body of threads.create and messages.append. */
export const runRequest = {
  message: text(1, 10_000),
  wait: z.boolean().default(true),
  timeoutSeconds: z.number().int().min(1).max(20).default(20),
  context: z.array(chatContextBlock).max(10).optional(),
}

export const clientSourceHeader = {
  'x-oas-client-source': z.string().optional().describe('cli, sdk, web, mcp, chat, system or automation'),
}

export const THREAD_EXAMPLE = {
  id: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
  projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
  title: 'what broke?',
  status: 'regular',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:04.120Z',
  source: 'api',
}

export const RUN_RESULT_EXAMPLE = {
  completed: true,
  threadId: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
  runId: '019b2c47-d1ee-7001-9d52-3f1f6f0c1a55',
  status: 'completed',
  response: 'Errors in payment began at 09:12 UTC, right after …',
  messageId: '019b2c47-d1ee-7000-9d52-3f1f6f0c1a55',
  error: null,
  usage: { inputTokens: 1840, outputTokens: 212 },
  source: 'api',
  parentRunId: null,
}

export const RUN_REQUEST_EXAMPLE = { message: 'what broke?', wait: true, timeoutSeconds: 20 }

import { z } from 'zod'
import { dateTime } from '../../http/parameters.ts'
import { runResult } from '../threads/schema.ts'

/** A run in a list. */
export const run = z
  .object({
    id: z.uuid(),
    threadId: z.uuid(),
    userMessageId: z.uuid(),
    assistantMessageId: z.union([z.uuid(), z.null()]),
    status: runResult.shape.status,
    createdAt: dateTime,
    updatedAt: dateTime,
    completedAt: z.union([dateTime, z.null()]),
    error: runResult.shape.error,
    usage: runResult.shape.usage,
  })
  .openapi('Run')

export const RUN_EXAMPLE = {
  id: '019b2c47-d1ee-7001-9d52-3f1f6f0c1a55',
  threadId: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
  userMessageId: '019b2c47-d1ee-7000-9d52-3f1f6f0c1a55',
  assistantMessageId: '019b2c47-d1ee-7002-9d52-3f1f6f0c1a55',
  status: 'completed',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:04.120Z',
  completedAt: '2026-11-20T09:30:04.120Z',
  error: null,
  usage: { inputTokens: 1840, outputTokens: 212 },
}

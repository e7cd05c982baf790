import { z } from 'zod'
import { dateTime, dateTimeOrNull, textOrNull } from '../../http/parameters.ts'
import { runResult, runSource } from '../threads/schema.ts'

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
    completedAt: dateTimeOrNull,
    error: runResult.shape.error,
    usage: runResult.shape.usage,
    source: runSource.optional(),
    parentRunId: z.union([z.uuid(), z.null()]).optional(),
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
  source: 'api',
  parentRunId: null,
}

/** What a run sent to language model providers. */
export const sentToProviders = z
  .object({
    runId: z.uuid(),
    threadId: z.uuid(),
    calls: z.array(
      z.object({
        call: z.number().int(),
        sentAt: dateTimeOrNull,
        provider: z.string(),
        model: z.string(),
        bytes: z.number().int(),
        sha256: z.string(),
        masked: z.boolean(),
        pseudonyms: z.number().int(),
        body: textOrNull.optional(),
        bodyMissing: textOrNull.optional(),
      }),
    ),
  })
  .openapi('SentToProviders')

export const SENT_EXAMPLE = {
  runId: RUN_EXAMPLE.id,
  threadId: RUN_EXAMPLE.threadId,
  calls: [
    {
      call: 1,
      sentAt: '2026-11-20T09:30:00.020Z',
      provider: 'anthropic.messages',
      model: 'claude-sonnet-4-5',
      bytes: 18204,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      masked: true,
      pseudonyms: 7,
    },
  ],
}

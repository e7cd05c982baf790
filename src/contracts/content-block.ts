/**
 * Content blocks of a message. Validated when written; reads pass stored JSON through. These
 * shapes are persisted in thread objects: fields may only be added, and only as optional.
 */
import { z } from 'zod'

const messageBlock = z.object({ type: z.literal('message'), message: z.string() }).meta({ id: 'MessageBlock' })

const reasoningBlock = z
  .object({
    type: z.literal('reasoning'),
    reasoning: z.string(),
    status: z.enum(['in_progress', 'complete']).optional(),
  })
  .meta({ id: 'ReasoningBlock' })

const toolCallBlock = z
  .object({
    type: z.literal('tool_call'),
    name: z.string(),
    params: z.unknown().optional(),
    result: z.unknown().optional(),
    status: z.enum(['in_progress', 'success', 'error', 'unknown']).optional(),
    toolCallId: z.string().optional(),
    durationMs: z.number().min(0).optional(),
  })
  .meta({ id: 'ToolCallBlock' })

export const ARTIFACT_NAMES = ['timeseries', 'table', 'log_detail', 'integration_required', 'alert_card'] as const

const artifactBlock = z
  .object({
    type: z.literal('artifact'),
    name: z.enum(ARTIFACT_NAMES),
    data: z.unknown().optional(),
    toolCallId: z.string().optional(),
  })
  .meta({ id: 'ArtifactBlock' })

const forkBlock = z
  .object({
    type: z.literal('fork'),
    sourceThreadId: z.string(),
    sourceMessageId: z.string(),
    sourceThreadTitle: z.union([z.string(), z.null()]),
  })
  .meta({ id: 'ForkBlock' })

const summaryBlock = z.object({ type: z.literal('summary'), summary: z.string() }).meta({ id: 'SummaryBlock' })

const chatFile = z.strictObject({
  name: z.string(),
  mimetype: z.string(),
  size: z.number().optional(),
  attachmentId: z.uuid().optional(),
  ingestionStatus: z.enum(['attached', 'unsupported', 'oversized', 'skipped', 'unavailable']).optional(),
})

const chatMessage = z.strictObject({
  timestamp: z.string(),
  chatUserId: z.string().optional(),
  displayName: z.string(),
  text: z.string(),
  isBot: z.boolean(),
  files: z.array(chatFile).optional(),
})

/** Strict, because callers send it: a key we do not know is refused, not dropped. */
export const chatContextBlock = z
  .strictObject({
    type: z.literal('chat_context'),
    channelId: z.string(),
    isTruncated: z.boolean().optional(),
    messages: z.array(chatMessage),
  })
  .meta({ id: 'ChatContextBlock' })

export const contentBlock = z
  .discriminatedUnion('type', [
    messageBlock,
    reasoningBlock,
    toolCallBlock,
    artifactBlock,
    forkBlock,
    summaryBlock,
    chatContextBlock,
  ])
  .meta({ id: 'ContentBlock' })

export type ContentBlock = z.infer<typeof contentBlock>
export type ArtifactName = (typeof ARTIFACT_NAMES)[number]

/** A message as stored and answered; dt is ISO 8601 UTC with milliseconds. */
export interface StoredMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlock[]
  readonly createdAt: string
  /** Where the message came from. */
  readonly source: MessageSource
}

export const MESSAGE_SOURCES = ['api', 'cli', 'sdk', 'web', 'mcp', 'chat', 'system', 'automation'] as const
export type MessageSource = (typeof MESSAGE_SOURCES)[number]

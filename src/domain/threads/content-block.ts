/**
 * Content blocks of a message (spec/api.md, Message). Validated when written; reads pass stored JSON through. These
 * shapes are persisted in thread objects: fields may only be added, and only as optional.
 */
import { z } from 'zod'

const messageBlock = z.object({ type: z.literal('message'), message: z.string() })

const reasoningBlock = z.object({
  type: z.literal('reasoning'),
  reasoning: z.string(),
  status: z.enum(['in_progress', 'complete']).optional(),
})

const toolCallBlock = z.object({
  type: z.literal('tool_call'),
  name: z.string(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  status: z.enum(['in_progress', 'success', 'error', 'unknown']).optional(),
  toolCallId: z.string().optional(),
  durationMs: z.number().min(0).optional(),
})

export const ARTIFACT_NAMES = ['timeseries', 'table', 'log_detail', 'integration_required', 'alert_card'] as const

const artifactBlock = z.object({
  type: z.literal('artifact'),
  name: z.enum(ARTIFACT_NAMES),
  data: z.unknown().optional(),
  toolCallId: z.string().optional(),
})

const forkBlock = z.object({
  type: z.literal('fork'),
  sourceThreadId: z.string(),
  sourceMessageId: z.string(),
  sourceThreadTitle: z.union([z.string(), z.null()]),
})

const summaryBlock = z.object({ type: z.literal('summary'), summary: z.string() })

const chatFile = z.object({
  name: z.string(),
  mimetype: z.string(),
  size: z.number().optional(),
  attachmentId: z.uuid().optional(),
  ingestionStatus: z.enum(['attached', 'unsupported', 'oversized', 'skipped', 'unavailable']).optional(),
})

const chatMessage = z.object({
  timestamp: z.string(),
  chatUserId: z.string().optional(),
  displayName: z.string(),
  text: z.string(),
  isBot: z.boolean(),
  files: z.array(chatFile).optional(),
})

export const chatContextBlock = z.object({
  type: z.literal('chat_context'),
  channelId: z.string(),
  isTruncated: z.boolean().optional(),
  messages: z.array(chatMessage),
})

export const contentBlock = z.discriminatedUnion('type', [
  messageBlock,
  reasoningBlock,
  toolCallBlock,
  artifactBlock,
  forkBlock,
  summaryBlock,
  chatContextBlock,
])

export type ContentBlock = z.infer<typeof contentBlock>
export type ToolCallBlock = z.infer<typeof toolCallBlock>
export type ArtifactBlock = z.infer<typeof artifactBlock>
export type ArtifactName = (typeof ARTIFACT_NAMES)[number]

/** A message as stored and answered; dt is ISO 8601 UTC with milliseconds. */
export interface StoredMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlock[]
  readonly createdAt: string
  /** Where the message came from (decisions.md §5). */
  readonly source: MessageSource
}

export const MESSAGE_SOURCES = ['api', 'cli', 'sdk', 'web', 'mcp', 'chat', 'system', 'automation'] as const
export type MessageSource = (typeof MESSAGE_SOURCES)[number]

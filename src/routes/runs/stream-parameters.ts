import { z } from 'zod'

const cursor = z
  .string()
  .regex(/^[0-9a-z]{1,11}\.[0-9a-z]{1,4}\.[0-9a-z]{1,6}$/, { error: 'must be the id of an event' })

/** Where to resume. The header that a browser's EventSource sends takes precedence over the URL. */
export const streamQuery = { cursor: cursor.optional() }
export const streamHeaders = { 'last-event-id': z.union([z.literal(''), cursor]).optional() }

export function resumeAt(input: {
  readonly query: { readonly cursor?: string | undefined }
  readonly headers: { readonly 'last-event-id'?: string | undefined }
}): string | null {
  return input.headers['last-event-id'] || (input.query.cursor ?? null)
}

export const STREAM_DESCRIPTION = `Server-sent events: \`id: <cursor>\` and \`data: {"type": …}\`. Types: run_started, message_started, text_chunk, reasoning_chunk, text_complete, reasoning_complete, tool_call_start, tool_call_complete, artifact, error, stream_reset (discard the content of that message so far). \`data: [DONE]\` ends the stream; comments keep it alive. Resume with \`Last-Event-ID\` or \`cursor\`; 204 when there is nothing after it.`

export const STREAM_EXAMPLE = `id: 1a2b3c4d5e.0.1
data: {"type":"run_started","runId":"019b2c47-d1ee-7001-9d52-3f1f6f0c1a55"}

data: [DONE]

`

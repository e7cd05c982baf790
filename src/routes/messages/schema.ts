import { z } from 'zod'
import { contentBlock } from '../../contracts/content-block.ts'
import { dateTime } from '../../http/parameters.ts'
import { source } from '../threads/schema.ts'

/** Message, with `source`. */
export const message = z
  .object({
    id: z.uuid(),
    role: z.enum(['user', 'assistant']),
    content: z.array(contentBlock),
    createdAt: dateTime,
    source,
  })
  .openapi('Message')

export const MESSAGE_EXAMPLE = {
  id: '019b2c47-d1ee-7000-9d52-3f1f6f0c1a55',
  role: 'user',
  content: [{ type: 'message', message: 'what broke?' }],
  createdAt: '2026-11-20T09:30:00.000Z',
  source: 'api',
}

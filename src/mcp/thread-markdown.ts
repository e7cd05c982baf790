/** A thread as a person reads it: questions and answers, without the look-ups between them. */
import { z } from 'zod'
import { type Footnote, withShortMarks } from '../contracts/citations.ts'

const threadBody = z.object({
  thread: z.object({ title: z.string().nullable() }),
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant']),
      createdAt: z.string(),
      content: z.array(
        z.looseObject({
          type: z.string(),
          message: z.string().optional(),
          name: z.string().optional(),
          toolCallId: z.string().optional(),
        }),
      ),
    }),
  ),
})

/** `json` is what the object of the thread answers. */
export function threadMarkdown(json: string): string {
  const { thread, messages } = threadBody.parse(JSON.parse(json))
  const parts = messages.map(({ role, createdAt, content }) => {
    const { blocks, footnotes } = withShortMarks(content)
    const texts = blocks.flatMap((block) => (block.type === 'message' && block.message ? [block.message] : []))
    if (footnotes.length > 0) texts.push(`Read from: ${footnotes.map(footnote).join(', ')}`)
    return `## ${role === 'user' ? 'Question' : 'Answer'}, ${createdAt}\n\n${texts.join('\n\n')}`
  })
  return [`# ${thread.title ?? 'Thread'}`, ...parts].join('\n\n')
}

const footnote = ({ mark, toolCallId, name }: Footnote): string =>
  `[${mark}] ${name === null ? `the call ${toolCallId} of an earlier answer` : `\`${name}\``}`

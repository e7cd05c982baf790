import { expect, it } from 'vitest'
import { threadMarkdown } from '../../src/mcp/thread-markdown.ts'

it('an answer has the marks that people see, and says below which look-up each stands for', () => {
  const markdown = threadMarkdown(
    JSON.stringify({
      thread: { title: 'Errors' },
      messages: [
        { role: 'user', createdAt: '2026-01-01T00:00:00Z', content: [{ type: 'message', message: 'how many?' }] },
        {
          role: 'assistant',
          createdAt: '2026-01-01T00:00:05Z',
          content: [
            { type: 'tool_call', toolCallId: 'call_2', name: 'query_logs' },
            { type: 'message', message: '**7** errors [call_2], as before [call_1]. `x [call_2]` stays.' },
          ],
        },
      ],
    }),
  )
  expect(markdown).toContain('**7** errors [1], as before [2]. `x [call_2]` stays.')
  expect(markdown).toContain('Read from: [1] `query_logs`, [2] the call call_1 of an earlier answer')
  expect(markdown).not.toContain('how many?\n\nRead from')
})

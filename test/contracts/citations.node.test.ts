import { describe, expect, it } from 'vitest'
import { withShortMarks } from '../../src/contracts/citations.ts'
import type { ContentBlock } from '../../src/contracts/content-block.ts'
import { ownCpuMs } from '../setup/cpu-time.ts'

const call = (toolCallId: string, name: string): ContentBlock => ({ type: 'tool_call', toolCallId, name })

describe('citations of an answer', () => {
  it('are short marks in the order of first use, each with its call', () => {
    const { blocks, footnotes } = withShortMarks([
      call('call_1', 'read_question'),
      call('call_2', 'investigate'),
      call('call_3', 'query_telemetry'),
      { type: 'message', message: '**Root cause: `web`**. [call_3] Propagation: `api`. [call_2][call_3]' },
    ])
    expect(blocks.at(-1)).toEqual({ type: 'message', message: '**Root cause: `web`**. [1] Propagation: `api`. [2][1]' })
    expect(footnotes).toEqual([
      { mark: 1, toolCallId: 'call_3', name: 'query_telemetry' },
      { mark: 2, toolCallId: 'call_2', name: 'investigate' },
    ])
  })

  it('leave code, other brackets and unknown ids as they are', () => {
    const message = 'the line `at [call_1] x[call_1]`, a list [draft] and [toolu_9]'
    expect(withShortMarks([call('call_1', 'trace'), { type: 'message', message }])).toEqual({
      blocks: [call('call_1', 'trace'), { type: 'message', message }],
      footnotes: [],
    })
  })

  it('take ids of any provider, and calls of an earlier answer without their name', () => {
    const { blocks, footnotes } = withShortMarks([
      call('toolu_01AbC', 'span_stats'),
      { type: 'message', message: 'slow [toolu_01AbC], as before [call_7]' },
    ])
    expect(blocks.at(-1)).toEqual({ type: 'message', message: 'slow [1], as before [2]' })
    expect(footnotes[1]).toEqual({ mark: 2, toolCallId: 'call_7', name: null })
  })

  it('resolve in the cells of tables as well, also in lists', () => {
    const data = {
      columns: [{ key: 'evidence', label: 'Evidence' }],
      rows: [{ service: 'web', evidence: 'call_2', all: ['call_2', 'call_1', 'web'] }],
    }
    const { blocks } = withShortMarks([
      call('call_2', 'investigate'),
      { type: 'message', message: 'it is web [call_2]' },
      { type: 'artifact', name: 'table', data },
    ])
    expect(blocks.at(-1)).toMatchObject({
      data: { rows: [{ service: 'web', evidence: '[1]', all: ['[1]', '[2]', 'web'] }] },
    })
  })

  it('are found in linear time', () => {
    const message = '`['.repeat(50_000)
    const startMs = ownCpuMs()
    withShortMarks([{ type: 'message', message }])
    expect(ownCpuMs() - startMs).toBeLessThan(2_000)
  })
})

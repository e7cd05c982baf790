import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  boundModelResult,
  boundToolResult,
  cutValue,
  jsonBytes,
  textWithin,
} from '../../../src/durable/thread/bounds.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength

describe('bounds of what is stored', () => {
  it('leave small values as they are and cut large ones to the limit, marked', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'grapheme' }),
        fc.integer({ min: 1_024, max: 4_096 }),
        (value, bytesMax) => {
          const cut = cutValue(value, bytesMax)
          if (bytesOf(value) <= bytesMax) expect(cut).toEqual(value)
          else expect(cut).toMatchObject({ isCut: true, totalBytes: bytesOf(value) })
        },
      ),
    )
    const cut = cutValue({ text: '\u0001"ü🙂'.repeat(50_000) }, 65_536)
    expect(bytesOf(cut)).toBeLessThanOrEqual(65_536)
    expect(cut).toMatchObject({ isCut: true })
  })

  it('never split a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(300), (text, bytesMax) => {
        const kept = textWithin(text, bytesMax)
        expect(text.startsWith(kept)).toBe(true)
        expect(new TextEncoder().encode(kept).byteLength).toBeLessThanOrEqual(bytesMax)
        expect(kept.isWellFormed()).toBe(true)
      }),
    )
  })

  it('know when a value is small without encoding it, and count exactly when it is not', () => {
    expect(jsonBytes('ü'.repeat(5_000))).toBe(10_002)
    expect(jsonBytes(undefined)).toBe(0)
  })

  it('keep artifacts while there is room and leave the others out', () => {
    const artifact = (size: number) => ({ name: 'table' as const, data: 'x'.repeat(size) })
    const result = boundToolResult(
      {
        toolCallId: 'a',
        name: 'b',
        status: 'success',
        result: 1,
        artifacts: [artifact(3_000), artifact(20_000), artifact(2_000)],
        durationMs: 1,
      },
      8_000,
    )
    expect(result.artifacts.map((one) => String(one.data).length)).toEqual([3_000, 2_000])
  })

  it('shorten a text that does not fit and say so', () => {
    const result = boundModelResult(
      {
        parts: [
          { type: 'text', text: '' },
          { type: 'text', text: 'x'.repeat(9_000) },
          { type: 'tool_call', toolCallId: 'a', name: 'b', params: undefined },
        ],
        usage: { inputTokens: 0, outputTokens: 0 },
        finishReason: 'stop',
      },
      5_000,
    )
    expect(result.parts).toHaveLength(2)
    expect(result.parts[0]).toMatchObject({ text: expect.stringMatching(/^x{5000}\n\n\[Cut here/) })
    expect(result.parts[1]).toMatchObject({ params: {} })
  })

  it.each([
    ['a `[x](https://e.co)', ' and `` more` end', /^a \n\n\[Cut here/],
    ['a\n```sh\n[x](https://e.co)', '\n```\nend', /^a\n```sh\n\[x\]\(https:\/\/e\.co\)\n```\n\n\[Cut here/],
    ['a\n```\nb\n```\nc [call_1]', ' `d` end', /^a\n```\nb\n```\nc \[call_1\]\n\n\[Cut here/],
  ])('leave no code half open that begins in %j', (kept, rest, expected) => {
    const part = { type: 'text' as const, text: kept + rest.repeat(200) }
    const usage = { inputTokens: 0, outputTokens: 0 }
    const result = boundModelResult({ parts: [part], usage, finishReason: 'stop' }, kept.length)
    expect(result.parts[0]).toMatchObject({ text: expect.stringMatching(expected) })
  })
})

import { describe, expect, it } from 'vitest'
import { renderAnswer } from '../src/terminal/answer.ts'

const terminal = { width: 80, isColored: false }

describe('the answer in a terminal', () => {
  it('shows the words first and the tool calls they rest on last', () => {
    const shown = renderAnswer(
      [
        { type: 'reasoning', reasoning: 'thinking' },
        {
          type: 'tool_call',
          name: 'count_logs',
          toolCallId: 'call_1',
          params: { service: 'a' },
          status: 'success',
          durationMs: 12.4,
        },
        { type: 'message', message: '**cart-service** broke at `10:02` [call_1]' },
      ],
      terminal,
    )
    expect(shown).toBe('cart-service broke at 10:02 [1]\n\nLooked at:\n  [1]  count_logs 12 ms  {"service":"a"}')
  })

  it('keeps every line within the width of the terminal', () => {
    const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    const table = {
      type: 'artifact' as const,
      name: 'table' as const,
      data: {
        title: 'T',
        columns: [
          { key: 'a', label: 'A' },
          { key: 'b', label: 'B' },
        ],
        rows: [{ a: long, b: long }],
      },
    }
    const lines = renderAnswer([{ type: 'message', message: `- ${long}` }, table], terminal).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('draws tables and series from the shapes of artifacts', () => {
    const shown = renderAnswer(
      [
        {
          type: 'artifact',
          name: 'table',
          data: {
            title: 'Candidates',
            columns: [
              { key: 'rank', label: 'Rank' },
              { key: 'service', label: 'Service' },
            ],
            rows: [{ rank: 1, service: 'cart' }],
          },
        },
        {
          type: 'artifact',
          name: 'timeseries',
          data: {
            title: 'Errors',
            unit: '1',
            series: [
              {
                name: 'cart',
                points: [
                  ['2026-01-01T00:00:00.000Z', 0],
                  ['2026-01-01T00:01:00.000Z', 10],
                ],
              },
            ],
            annotations: [{ at: '2026-01-01T00:01:00.000Z', label: 'onset' }],
          },
        },
      ],
      terminal,
    )
    expect(shown).toContain('Candidates\nRANK  SERVICE\n1     cart')
    expect(shown).toContain('cart  ▁█')
    expect(shown).toContain('01-01 00:01:00  onset')
  })

  it('puts series that start at different times on one time axis', () => {
    const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
    const shown = renderAnswer(
      [
        {
          type: 'artifact',
          name: 'timeseries',
          data: {
            title: 'T',
            unit: '',
            series: [
              { name: 'early', points: [0, 1, 2, 3].map((minute) => [at(minute), 7]) },
              { name: 'late', points: [[at(3), 7]] },
            ],
          },
        },
      ],
      terminal,
    )
    expect(shown).toContain('early  ████\nlate   ▁▁▁█')
  })

  it('shows Markdown escapes as the characters they stand for', () => {
    expect(renderAnswer([{ type: 'message', message: 'took \\<\\*\\>ms' }], terminal)).toBe('took <*>ms')
  })

  it('lets no control character of telemetry reach the terminal', () => {
    const hostile = 'a\u001b]0;owned\u0007b\u009b31mc'
    const shown = renderAnswer(
      [
        { type: 'message', message: hostile },
        { type: 'artifact', name: 'log_detail', data: { record: { body: hostile, service: hostile } } },
        { type: 'tool_call', name: 'search_logs', toolCallId: 'x', params: { text: hostile } },
      ],
      terminal,
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters looked for
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })

  it('survives artifacts without data', () => {
    for (const name of ['timeseries', 'table', 'log_detail', 'integration_required', 'alert_card'] as const) {
      expect(() => renderAnswer([{ type: 'artifact', name }], terminal)).not.toThrow()
    }
  })
})

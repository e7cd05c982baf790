import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderChart } from '../src/terminal/chart.ts'
import { renderTable } from '../src/terminal/table.ts'
import { cut, widthOf, wrapped } from '../src/terminal/text.ts'
import { renderWaterfall } from '../src/terminal/waterfall.ts'

const plain = (width: number) => ({ width, isColored: false })
const word = fc.string({ unit: fc.constantFrom('a', 'B', '7', '-', 'é', '日', '😀'), minLength: 1, maxLength: 30 })

describe('a table', () => {
  it('fits the terminal and never cuts a column that must be whole', () => {
    const row = fc.record({ id: word, name: word, text: word })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.integer({ min: 40, max: 200 }), (rows, width) => {
        const shown = renderTable(
          rows,
          [
            { label: 'id', value: (one) => one.id },
            { label: 'name', value: (one) => one.name, cutTo: 8 },
            { label: 'text', value: (one) => one.text, wrapTo: 10 },
          ],
          plain(width),
        )
        for (const line of shown.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width)
        for (const one of rows) {
          expect(shown).toContain(one.id)
          expect(shown.replaceAll(/\s/g, '')).toContain(one.id)
        }
      }),
    )
  })

  it('becomes a list of fields where it does not fit', () => {
    const shown = renderTable(
      [{ a: 'x'.repeat(30), b: 'y'.repeat(30) }],
      [
        { label: 'one', value: (row) => row.a },
        { label: 'two', value: (row) => row.b },
      ],
      plain(40),
    )
    expect(shown).toBe(`ONE  ${'x'.repeat(30)}\nTWO  ${'y'.repeat(30)}`)
  })
})

describe('text', () => {
  it('is cut and wrapped by the columns that it takes, not by its characters', () => {
    expect(cut('日本語テキスト', 6)).toBe('日本…')
    expect(wrapped('日本語 テキスト', 10)).toBe('日本語\nテキスト')
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 10, max: 60 }), (words, width) => {
        for (const line of wrapped(words.join(' '), width).split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('a plot', () => {
  const points = [0, 1, 2, 3].map((minute) => ({ atMs: Date.UTC(2026, 0, 1, 0, minute), value: minute === 3 ? 10 : 1 }))

  it('fits the terminal, names its scale and its times', () => {
    const shown = renderChart(points, 'errors', '1', plain(60))
    for (const line of shown.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(60)
    expect(shown).toContain('10 ┤')
    expect(shown).toContain('2026-01-01 00:00')
    // The last minute is high, the first ones are low.
    const rows = shown.split('\n').slice(1, 9)
    expect(rows.findIndex((row) => row.at(-1) !== '⠀')).toBe(0)
    expect(rows.findIndex((row) => row.at(8) !== '⠀')).toBe(7)
  })

  it('says that there are no points', () => {
    expect(renderChart([], 'errors', '', plain(60))).toBe('errors\n(no points)')
  })
})

describe('a waterfall', () => {
  const span = (spanId: string, parentSpanId: string | null, startMs: number, durationMs: number) => ({
    ...{
      id: spanId,
      traceId: 't',
      spanId,
      parentSpanId,
      name: `op ${spanId}`,
      kind: 'server',
      status: 'ok',
      statusMessage: null,
    },
    ...{ service: 'shop', environment: null, timestamp: '', timeUnixNano: String(startMs * 1_000_000), durationMs },
    ...{ scope: null, attributes: {}, resource: {}, events: [], links: [] },
  })

  it('shows children below their parents, in the order of their start', () => {
    const shown = renderWaterfall([span('c', 'a', 60, 10), span('a', null, 0, 100), span('b', 'a', 10, 20)], plain(80))
    expect(shown.split('\n').map((line) => line.slice(0, 14).trimEnd())).toEqual([
      'shop  op a',
      '  shop  op b',
      '  shop  op c',
    ])
    for (const line of shown.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80)
  })

  it('survives spans whose parents form a circle', () => {
    const shown = renderWaterfall([span('a', 'b', 0, 1), span('b', 'a', 0, 1)], plain(80))
    expect(shown.split('\n')).toHaveLength(2)
  })
})

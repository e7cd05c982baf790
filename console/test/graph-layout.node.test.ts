/** Drawings of graphs: nothing lies outside of the frame, whatever leads where. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOf } from '../src/components/graph-layout.ts'

const box = (id: string) => ({ id, width: 120, height: 44 })
const OPTIONS = [
  { direction: 'down', gap: 24 },
  { direction: 'right', gap: 18 },
] as const

/** Everything that is drawn, as points. */
function drawnPoints({ boxes, arrows }: ReturnType<typeof layoutOf>) {
  const corners = (x: number, y: number, width: number, height: number) => [
    [x - width / 2, y - height / 2],
    [x + width / 2, y + height / 2],
  ]
  return [
    ...boxes.flatMap(({ x, y, width, height }) => corners(x, y, width, height)),
    ...arrows.flatMap(({ points }) => points.map(({ x, y }) => [x, y])),
    ...arrows.flatMap(({ label, labelWidth = 0 }) =>
      labelWidth === 0 ? [] : corners(label.x, label.y, labelWidth, 16),
    ),
  ].map(([x = Number.NaN, y = Number.NaN]) => ({ x, y }))
}

describe('the layout of a graph', () => {
  it('holds every box, arrow and label in its frame, also arrows that lead back', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const arrow = fc.record({ from: fc.constantFrom(...names), to: fc.constantFrom(...names), labelWidth: fc.nat(300) })
    fc.assert(
      fc.property(fc.array(arrow, { maxLength: 14 }), fc.constantFrom(...OPTIONS), (arrows, options) => {
        const layout = layoutOf(names.map(box), arrows, options)
        const points = drawnPoints(layout)
        expect(points.every(({ x, y }) => x >= 0 && y >= 0 && x <= layout.width && y <= layout.height)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('draws no arrow of a box to itself and none to a box that is not there', () => {
    const arrows = [
      { from: 'a', to: 'a' },
      { from: 'a', to: 'gone' },
      { from: 'a', to: 'b', kind: 'kept' },
    ]
    const layout = layoutOf([box('a'), box('b')], arrows, OPTIONS[0])
    expect(layout.arrows.map(({ kind }) => kind)).toEqual(['kept'])
    const [a, b] = layout.boxes
    expect(b?.y).toBeGreaterThan(a?.y ?? Number.POSITIVE_INFINITY)
  })
})

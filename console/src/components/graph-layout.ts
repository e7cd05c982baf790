/** Places of the boxes and arrows of a directed graph, within a frame that holds them all. */
import { Graph, layout } from '@dagrejs/dagre'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box {
  readonly id: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

export interface Arrow {
  readonly from: string
  readonly to: string
  /** Pixels that its label takes; an arrow without a label has none. */
  readonly labelWidth?: number
}

export interface GraphLayout<B extends Box, A extends Arrow> {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** With the middle of each. */
  readonly boxes: readonly (B & Point)[]
  /** With the corners of its line, and the middle of its label. */
  readonly arrows: readonly (A & { readonly points: readonly Point[]; readonly label: Point })[]
}

export interface GraphLayoutOptions {
  /** Where arrows lead: down, or to the right. */
  readonly direction: 'down' | 'right'
  /** Pixels between boxes beside each other. */
  readonly gap: number
}

const MARGIN = 16
const RANK_GAP = 56
const LABEL_HEIGHT = 16

/** An arrow of a box to itself is not drawn, nor one to a box that is not there. Of two from and to the same, the last. */
export function layoutOf<B extends Box, A extends Arrow>(
  boxes: readonly B[],
  arrows: readonly A[],
  { direction, gap }: GraphLayoutOptions,
): GraphLayout<B, A> {
  const graph = new Graph({ directed: true })
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: gap, ranksep: RANK_GAP })
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  const drawn = arrows.filter(({ from, to }) => from !== to && graph.hasNode(from) && graph.hasNode(to))
  for (const { from, to, labelWidth = 0 } of drawn)
    graph.setEdge(from, to, labelWidth === 0 ? {} : { width: labelWidth, height: LABEL_HEIGHT, labelpos: 'c' })
  layout(graph)
  return framed(
    boxes.map((box) => {
      const { x = 0, y = 0 } = graph.node(box.id)
      return { ...box, x, y }
    }),
    drawn.map((arrow) => {
      const { points = [], x = 0, y = 0 } = graph.edge(arrow.from, arrow.to) ?? {}
      return { ...arrow, points, label: { x, y } }
    }),
  )
}

/** Moves everything so that it begins at the margin: arrows may lead around the boxes, outside of the graph's own frame. */
function framed<B extends Box, A extends Arrow>(
  boxes: GraphLayout<B, A>['boxes'],
  arrows: GraphLayout<B, A>['arrows'],
): GraphLayout<B, A> {
  const points = [
    ...boxes.flatMap((box) => cornersOf(box, box.width, box.height)),
    ...arrows.flatMap((arrow) => arrow.points),
    ...arrows.flatMap(({ label, labelWidth = 0 }) =>
      labelWidth === 0 ? [] : cornersOf(label, labelWidth, LABEL_HEIGHT),
    ),
  ]
  const [left, right] = extentOf(points.map(({ x }) => x))
  const [top, bottom] = extentOf(points.map(({ y }) => y))
  const moved = ({ x, y }: Point): Point => ({ x: x - left + MARGIN, y: y - top + MARGIN })
  return {
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
    boxes: boxes.map((box) => ({ ...box, ...moved(box) })),
    arrows: arrows.map((arrow) => ({ ...arrow, points: arrow.points.map(moved), label: moved(arrow.label) })),
  }
}

const cornersOf = ({ x, y }: Point, width: number, height: number): readonly Point[] => [
  { x: x - width / 2, y: y - height / 2 },
  { x: x + width / 2, y: y + height / 2 },
]

/** The least and the greatest; zero twice where there are none. */
const extentOf = (values: readonly number[]): readonly [least: number, greatest: number] =>
  values.length === 0
    ? [0, 0]
    : values.reduce<[number, number]>(
        ([least, greatest], value) => [Math.min(least, value), Math.max(greatest, value)],
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      )

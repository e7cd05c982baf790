/** Places of services on the map, from those that are called from outside down to those they depend on. */
import { Graph, layout } from '@dagrejs/dagre'

export interface Call {
  readonly caller: string
  readonly callee: string
  readonly calls: number
  readonly errors: number
  readonly durationMs: { readonly p50: number; readonly p99: number }
}

export interface PlacedNode {
  readonly service: string
  /** The middle, in pixels. */
  readonly x: number
  readonly y: number
}

export interface PlacedEdge {
  readonly call: Call
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

export interface MapLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

export const NODE = { width: 176, height: 52 } as const
const MARGIN = 16

/** `services`: every service that is drawn, also those that nobody calls. */
export function layoutOf(services: readonly string[], calls: readonly Call[]): MapLayout {
  const graph = new Graph({ directed: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 56, marginx: MARGIN, marginy: MARGIN })
  graph.setDefaultEdgeLabel(() => ({}))
  const names = new Set([...services, ...calls.flatMap(({ caller, callee }) => [caller, callee])])
  for (const service of names) graph.setNode(service, { ...NODE })
  // A service that calls itself has no arrow to draw.
  const drawn = calls.filter(({ caller, callee }) => caller !== callee)
  for (const { caller, callee } of drawn) graph.setEdge(caller, callee)
  layout(graph)
  const edges = drawn.map((call) => ({ call, points: graph.edge(call.caller, call.callee)?.points ?? [] }))
  const nodes = [...names].map((service) => {
    const { x, y } = graph.node(service)
    return { service, x: x ?? 0, y: y ?? 0 }
  })
  return framed(nodes, edges)
}

/** Moves everything so that it begins at the margin: arrows may lead around the boxes, outside of the graph's own frame. */
function framed(nodes: readonly PlacedNode[], edges: readonly PlacedEdge[]): MapLayout {
  const points = [
    ...nodes.flatMap(({ x, y }) => [
      { x: x - NODE.width / 2, y: y - NODE.height / 2 },
      { x: x + NODE.width / 2, y: y + NODE.height / 2 },
    ]),
    ...edges.flatMap((edge) => edge.points),
  ]
  const left = least(points, 'x') - MARGIN
  const top = least(points, 'y') - MARGIN
  const moved = <Point extends { readonly x: number; readonly y: number }>(point: Point): Point => ({
    ...point,
    x: point.x - left,
    y: point.y - top,
  })
  return {
    width: -least(points, 'x', -1) - left + MARGIN,
    height: -least(points, 'y', -1) - top + MARGIN,
    nodes: nodes.map(moved),
    edges: edges.map(({ call, points: own }) => ({ call, points: own.map(moved) })),
  }
}

/** With `sign` -1, the negative of the greatest. */
const least = (
  points: readonly { readonly x: number; readonly y: number }[],
  axis: 'x' | 'y',
  sign: 1 | -1 = 1,
): number => points.reduce((found, point) => Math.min(found, sign * point[axis]), Number.POSITIVE_INFINITY)

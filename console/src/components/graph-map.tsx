/** A directed graph as a drawing: who leads to whom. What it shows is also said as text; views add a list of their own. */
import { Graph, layout } from '@dagrejs/dagre'
import { useMemo } from 'preact/hooks'
import './graph-map.css'
import { TableFrame } from './table-frame.tsx'

export interface MapNode {
  readonly id: string
  readonly label: string
  /** A few words below the label. */
  readonly note?: string
  readonly tone?: 'critical' | 'warning' | 'good'
}

export interface MapEdge {
  readonly from: string
  readonly to: string
  readonly label?: string
}

export interface GraphMapProps {
  readonly title: string
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
  /** Makes the nodes buttons. */
  readonly onSelect?: (id: string) => void
}

/** Longer names are cut in the drawing and whole in its text. */
const LABEL_MAX = 26
const CHARACTER_WIDTH = 7.5
const NODE_HEIGHT = 44
/** Drawn narrower than this, labels could not be read; the drawing scrolls instead. */
const LEGIBLE_WIDTH = 480

const cut = (text: string): string => (text.length > LABEL_MAX ? `${text.slice(0, LABEL_MAX - 1)}…` : text)

interface Placed {
  readonly width: number
  readonly height: number
  readonly nodes: readonly (MapNode & { x: number; y: number; width: number })[]
  readonly edges: readonly (MapEdge & { path: string; x: number; y: number })[]
}

function place(nodes: readonly MapNode[], edges: readonly MapEdge[]): Placed {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 56, marginx: 8, marginy: 8 })
  graph.setDefaultEdgeLabel(() => ({}))
  const known = new Set(nodes.map(({ id }) => id))
  for (const { id, label, note } of nodes) {
    const characters = Math.max(cut(label).length, note?.length ?? 0)
    graph.setNode(id, { width: characters * CHARACTER_WIDTH + 24, height: NODE_HEIGHT })
  }
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to))
  for (const { from, to, label = '' } of drawn)
    graph.setEdge(from, to, { width: label.length * 6.2, height: 16, labelpos: 'c' }, `${from} ${to}`)
  layout(graph)
  const size = graph.graph()
  return {
    width: Number(size.width ?? 0),
    height: Number(size.height ?? 0),
    nodes: nodes.map((node) => {
      const { x = 0, y = 0, width = 0 } = graph.node(node.id)
      return { ...node, x, y, width }
    }),
    edges: drawn.map((edge) => {
      const { points = [], x = 0, y = 0 } = graph.edge(edge.from, edge.to, `${edge.from} ${edge.to}`)
      return {
        ...edge,
        x,
        y,
        path: `M${points.map((point: { x: number; y: number }) => `${point.x},${point.y}`).join('L')}`,
      }
    }),
  }
}

export function GraphMap({ title, nodes, edges, onSelect }: GraphMapProps) {
  const placed = useMemo(() => place(nodes, edges), [nodes, edges])
  const said = edges.map(({ from, to, label }) => `${from} to ${to}${label ? `: ${label}` : ''}`).join('; ')
  return (
    <figure class="graph-map">
      <TableFrame>
        <svg
          viewBox={`0 0 ${placed.width} ${placed.height}`}
          role="img"
          style={{ maxWidth: `${placed.width}px`, minWidth: `${Math.min(placed.width, LEGIBLE_WIDTH)}px` }}
        >
          <title>{title}</title>
          <desc>{said}</desc>
          <defs>
            <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0L8 4L0 8z" class="arrow" />
            </marker>
          </defs>
          {placed.edges.map(({ from, to, path }) => (
            <path key={`${from} ${to}`} d={path} class="edge" marker-end="url(#arrow)" />
          ))}
          {placed.edges.map(({ from, to, label, x, y }) => (
            <text key={`${from} ${to}`} x={x} y={y + 4} class="edge-label">
              {label}
            </text>
          ))}
          {placed.nodes.map((node) => (
            <g
              key={node.id}
              class={`node ${node.tone ?? ''}`}
              transform={`translate(${node.x - node.width / 2} ${node.y - NODE_HEIGHT / 2})`}
            >
              <rect width={node.width} height={NODE_HEIGHT} rx="6" />
              <text x={node.width / 2} y={node.note ? 19 : 27}>
                {cut(node.label)}
              </text>
              {node.note && (
                <text x={node.width / 2} y="35" class="note">
                  {node.note}
                </text>
              )}
            </g>
          ))}
        </svg>
      </TableFrame>
      {onSelect && (
        <ul class="row">
          {nodes.map(({ id, label }) => (
            <li key={id}>
              <button type="button" class="button small foreign" onClick={() => onSelect(id)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

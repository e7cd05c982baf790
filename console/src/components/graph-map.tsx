/** A directed graph as a drawing: who leads to whom. What it shows is also said as text; views add a list of their own. */
import { useMemo } from 'preact/hooks'
import { GraphFrame, pathOf, shortened } from './graph-frame.tsx'
import { layoutOf } from './graph-layout.ts'
import './graph-map.css'

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
}

/** Longer names are cut in the drawing and whole in its text. */
const LABEL_MAX = 26
const CHARACTER_WIDTH = 7.5
const NOTE_CHARACTER_WIDTH = 6.2
const NODE_HEIGHT = 44
const LEGIBLE_WIDTH = 480

function place(nodes: readonly MapNode[], edges: readonly MapEdge[]) {
  const boxes = nodes.map((node) => {
    const characters = Math.max(shortened(node.label, LABEL_MAX).length, node.note?.length ?? 0)
    return { ...node, width: characters * CHARACTER_WIDTH + 24, height: NODE_HEIGHT }
  })
  const arrows = edges.map(({ from, to, label: text = '' }) => ({
    from,
    to,
    text,
    labelWidth: text.length * NOTE_CHARACTER_WIDTH,
  }))
  return layoutOf(boxes, arrows, { direction: 'down', gap: 24 })
}

export function GraphMap({ title, nodes, edges }: GraphMapProps) {
  const placed = useMemo(() => place(nodes, edges), [nodes, edges])
  const said = edges.map(({ from, to, label }) => `${from} to ${to}${label ? `: ${label}` : ''}`).join('; ')
  return (
    <figure class="graph-map">
      <GraphFrame {...placed} title={title} description={said} legibleWidth={LEGIBLE_WIDTH}>
        {(arrowHead) => (
          <>
            {placed.arrows.map(({ from, to, points }) => (
              <path key={`${from} ${to}`} d={pathOf(points)} class="edge" marker-end={arrowHead} />
            ))}
            {placed.arrows.map(({ from, to, text, label }) => (
              <text key={`${from} ${to}`} x={label.x} y={label.y + 4} class="note edge-label">
                {text}
              </text>
            ))}
            {placed.boxes.map(({ id, label, note, tone = '', x, y, width }) => (
              <g key={id} class={`node ${tone}`} transform={`translate(${x - width / 2} ${y - NODE_HEIGHT / 2})`}>
                <rect width={width} height={NODE_HEIGHT} rx="6" />
                <text x={width / 2} y={note ? 19 : 27}>
                  {shortened(label, LABEL_MAX)}
                </text>
                {note && (
                  <text x={width / 2} y="35" class="note">
                    {note}
                  </text>
                )}
              </g>
            ))}
          </>
        )}
      </GraphFrame>
    </figure>
  )
}

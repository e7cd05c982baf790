/** What drawings of directed graphs share: a place that scrolls, a head for arrows, lines through points. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import './graph-frame.css'
import type { Point } from './graph-layout.ts'
import { TableFrame } from './table-frame.tsx'

export interface GraphFrameProps {
  readonly title: string
  /** What the drawing shows, as text; without it, its parts say it themselves. */
  readonly description?: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Drawn narrower than this it could not be read; it scrolls instead. */
  readonly legibleWidth: number
  /** `arrowHead` is the value for `marker-end` of a line. */
  readonly children: (arrowHead: string) => ComponentChildren
}

export function GraphFrame({ title, description, width, height, legibleWidth, children }: GraphFrameProps) {
  const head = useId()
  return (
    <TableFrame>
      <svg
        class="graph"
        viewBox={`0 0 ${width} ${height}`}
        {...(description === undefined ? {} : { role: 'img' as const })}
        style={{ maxWidth: `${width}px`, minWidth: `${Math.min(width, legibleWidth)}px` }}
      >
        <title>{title}</title>
        {description !== undefined && <desc>{description}</desc>}
        <defs>
          <marker
            id={head}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path class="arrow" d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {children(`url(#${head})`)}
      </svg>
    </TableFrame>
  )
}

/** The path of a line through these points. */
export const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** A name as it fits into its box; the whole one belongs into the text of the drawing. */
export const shortened = (name: string, charactersMax: number): string =>
  name.length <= charactersMax ? name : `${name.slice(0, charactersMax - 1)}…`

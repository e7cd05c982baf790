/** Answers to the agent: rows of scalars under named columns. */

import { toIso } from '../../telemetry/index.ts'
import type { PlatformAnswer } from '../connector.ts'
import { byTime, type Line } from './line.ts'

type Cell = string | number | boolean | null

/** Newest first, as people read logs. */
export function answerOfLines(lines: readonly Line[], limit: number): PlatformAnswer {
  const newest = [...lines].sort(byTime).reverse()
  return {
    columns: ['time', 'severity', 'service', 'message', 'trace_id', 'attributes'],
    rows: newest
      .slice(0, limit)
      .map((line) => [
        toIso(line.time),
        line.severityText,
        line.service,
        line.body,
        line.traceId,
        Object.keys(line.attributes).length === 0 ? '' : JSON.stringify(line.attributes),
      ]),
    isTruncated: lines.length >= limit,
  }
}

/** Columns, in the order in which their names first appear. */
export function answerOfObjects(objects: readonly Readonly<Record<string, unknown>>[], limit: number): PlatformAnswer {
  const shown = objects.slice(0, limit)
  const columns = [...new Set(shown.flatMap((object) => Object.keys(object)))]
  return {
    columns,
    rows: shown.map((object) => columns.map((column) => cellOf(object[column]))),
    isTruncated: objects.length > limit,
  }
}

export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return JSON.stringify(value)
}

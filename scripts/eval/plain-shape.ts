/** A plain stand-in for line shapes: variables masked by a few patterns. */
import type { ShapeOf } from '../../src/telemetry/aggregates/logs.ts'

const cache = new Map<string, { hash: string; template: string }>()

export const plainShape: ShapeOf = ({ body }) => {
  const template = body
    .slice(0, 600)
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>')
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{12,}\b/gi, '<hex>')
    .replace(/\d+(?:[.:]\d+)*/g, '<num>')
  let shape = cache.get(template)
  if (shape === undefined) {
    shape = { hash: fnv(template), template }
    cache.set(template, shape)
  }
  return shape
}

function fnv(text: string): string {
  let high = 0x811c9dc5
  let low = 0xc9dc5118
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ (code + i), 0x01000193)
  }
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0')
}

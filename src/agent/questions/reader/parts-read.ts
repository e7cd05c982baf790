/** What becomes of the parts of one message that were read to different ends. */
import type { Reading } from '../reading.ts'
import { asksOrRestricts } from './passed-over.ts'

/** "How many X were asked for and how many of them failed": one number of two looks like the answer to both. */
export function halfReadPart(readings: readonly Reading[], parts: readonly string[]): Reading | null {
  if (!readings.some(({ plans }) => plans.some(({ intent }) => intent === 'measure'))) return null
  return (
    readings.find(
      ({ plans, askBack }, index) => plans.length === 0 && askBack !== undefined && asksOrRestricts(parts[index] ?? ''),
    ) ?? null
  )
}

/** A part that gave no plan while another did is said, not forgotten. */
export function unanswered(asked: readonly Reading[], parts: readonly string[], all: readonly Reading[]): Reading[] {
  const hasPlan = asked.some(({ plans }) => plans.length > 0)
  return asked.map((reading) => {
    const part = parts[all.indexOf(reading)] ?? ''
    const isOpen = hasPlan && reading.plans.length === 0 && reading.askBack !== undefined && part !== ''
    return isOpen ? { ...reading, notes: [...reading.notes, `I left out: "${part.slice(0, 80)}".`] } : reading
  })
}

/** A remark beside a question about trouble ("504s everywhere!!!") is no question of its own. */
export function isRemark(text: string, { plans }: Reading): boolean {
  const [plan] = plans
  if (plan?.intent !== 'measure' && plan?.intent !== 'list' && plan?.intent !== 'health') return plans.length === 0
  return (
    !/\?\s*$/.test(text) &&
    !/\b(?:how|what|which|who|when|where|why|show|list|count|number|give|is|are|any|compare|tell)\b/i.test(
      text.split(/\s+/).slice(0, 2).join(' '),
    )
  )
}

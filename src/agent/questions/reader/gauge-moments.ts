/** When a gauge is asked for what there is: in its place, at the beginning, as a reading. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { PlanTime } from '../plan/plan.ts'

/** "How many platelets are in stock": what there is, and nothing that was done. */
export const IN_PLACE = /\b(?:in|on) (?:the )?(?:stock|storage|store|store-?room|inventory|reserve|hand|shelf|queue)\b/

/** What it was when telemetry began. */
export const AT_FIRST = /\bat the (?:very )?(?:beginning|start|outset)\b(?! of\b)/
export const AT_FIRST_WORD = /^(?:beginning|start|outset|very)$/
const FIRST_MS = 60_000

export function firstMinute({ firstMs }: Pick<Catalogue, 'firstMs'>): PlanTime | null {
  if (firstMs === null) return null
  const to = new Date(firstMs + FIRST_MS).toISOString()
  return { from: new Date(firstMs).toISOString(), to, basis: 'asked', phrase: 'at the beginning' }
}

/** What it reads is asked for. */
export const READINGS = /^(?:readings?|measurements?)$/

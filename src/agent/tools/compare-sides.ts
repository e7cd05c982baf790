/**
 * Sides of a comparison that are no values of the catalogue: where requests run ("gpu-02 vs gpu-03"), and nouns that routes
 * go by ("uploads vs downloads").
 */
import type { AgentContext } from '../contract.ts'
import { type Catalogue, loadValues } from '../questions/grounding/catalogue.ts'
import type { QuantityAsked } from '../questions/reader/quantity-compared.ts'
import { operationsNamed } from '../questions/reader/routes.ts'
import { type SidesAsked, sidesAsked } from '../questions/reader/sides-asked.ts'
import type { Reading } from '../questions/reading.ts'

const JOINED = / (?:vs\.?|versus|than|or) /
const AGAINST = / (?:vs\.?|versus) /
/** "Uploads vs downloads, failures" compares in what it names. */
const FAILURES = /\b(?:failures?|errors)\b/
const NUMBER = /\b(?:failures?|errors|latency|latencies|durations?|p\d\d|(?:error|failure|success) rates?)\b/
const OF_FAILURES: QuantityAsked = { name: 'error rate', said: '', of: 'failed', isDown: false }

/** Such sides, where nothing else reads the question or one of the sides was lost. */
export async function widerSides(
  ctx: AgentContext,
  catalogue: Catalogue,
  text: string,
  quantity: QuantityAsked | null,
  own: Reading,
  isOpen: boolean,
): Promise<SidesAsked | null> {
  if (!JOINED.test(text)) return null
  const isCompared = quantity !== null || NUMBER.test(text)
  const routes = isCompared ? sidesAsked(text, catalogue, true) : null
  const isLost = routes !== null && AGAINST.test(text) && isSideLost(own, routes, catalogue)
  if (!isOpen) return isLost ? routes : null
  const places = catalogue.keys.filter(({ scope }) => scope === 'resource')
  const values = [...catalogue.values, ...(await loadValues(ctx, catalogue, places))]
  return sidesAsked(text, { ...catalogue, values }) ?? routes
}

/** Whether the number that was read is of the routes of one side alone. */
function isSideLost({ plans: [plan, more] }: Reading, { names }: SidesAsked, { operations }: Catalogue): boolean {
  if (plan?.intent !== 'measure' || more !== undefined) return false
  const told = new Set(plan.conditions.flatMap((one) => (one.on === 'operation' ? one.values : [])))
  const isTold = (name: string): boolean => operationsNamed(name, operations).some((route) => told.has(route))
  return told.size > 0 && names.some((name) => !isTold(name))
}

/** What the sides are compared in; of routes in what fails, where failures are named. */
export function quantityOfSides(
  { kind }: SidesAsked,
  quantity: QuantityAsked | null,
  text: string,
): QuantityAsked | null {
  return quantity ?? (kind === 'route' && FAILURES.test(text) ? OF_FAILURES : null)
}

/** "Is it the disk?": the gauge that shows how full or busy the suspected resource is, so that a no has its number. */
import type { Mechanism } from '../../investigator/verdict.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'

const NAMES: Partial<Record<Mechanism, RegExp>> = {
  disk: /(?:^|[._])(?:disk|filesystem|fs|volume|storage)(?:[._]|$)/i,
  memory: /(?:^|[._])(?:mem|memory|heap)(?:[._]|$)/i,
  processor: /(?:^|[._])(?:cpu|processor)(?:[._]|$)/i,
}
/** Only a share of what there is says how full it is. */
const UNITS = new Set(['%', '1', 'percent'])
const OF_SHARE = /(?:percent|pct|utili[sz]ation|ratio|usage|used|busy)/i

/** The plan with that gauge; as it was where nothing is suspected that a gauge tells of. */
export function withGaugeOfSuspicion(plan: Plan, { metrics }: Pick<Catalogue, 'metrics'>): Plan {
  if (plan.intent !== 'cause' || plan.suspected === undefined) return plan
  const names = plan.suspected.mechanisms.flatMap((mechanism) => NAMES[mechanism] ?? [])
  if (names.length !== 1 || plan.suspected.mechanisms.length !== 1) return plan
  const found = metrics.filter(
    ({ name, unit, type }) =>
      type === 'gauge' && UNITS.has(unit) && OF_SHARE.test(name) && names.some((one) => one.test(name)),
  )
  const [gauge, more] = found
  return gauge === undefined || more !== undefined
    ? plan
    : { ...plan, suspected: { ...plan.suspected, gauge: gauge.name } }
}

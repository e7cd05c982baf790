/**
 * Behind a number on both sides of a moment: "by how much?" asks for their difference, "what was it before?" for the
 * earlier side alone.
 */
import { plainMeasure } from '../plan/plain-measure.ts'
import { type Plan, type PlanOf, type Statistic, servicesOf } from '../plan/plan.ts'
import { windowOf } from './follow-up-time.ts'

type MeasurePlan = PlanOf<'measure'>

const LEAD = '^(?:(?:and|so|but|ok|okay|hm+|then)[, ]+)*'
const DIFFERENCE = new RegExp(
  `${LEAD}(?:by )?how (?:much|many \\S{1,20})(?: (?:slower|faster|quicker|longer|more|less|higher|lower|worse|better|is (?:it|that)|was (?:it|that)|in (?:ms|seconds|percent|%)|exactly|roughly|about))*[\\s?.!]*$`,
)
const MUCH_SLOWER =
  /\b(?:by|much|how many \S{1,20} (?:slower|faster|quicker|longer|more|less|higher|lower))\b/
const EARLIER = new RegExp(
  `${LEAD}(?:what|how (?:much|many|long|high|fast|slow)) (?:was|were|is) (?:it|that|this|they|those) (?:before|earlier|until then|previously|at first)(?: (?:that|then|it|(?:the |that )?(?:release|deploy|deployment|restart|incident|outage)))?[\\s?.!]*$`,
)

/** The plan that such a follow-up asks for; null of any other, and where the last answer had one side. */
export function effectMove(text: string, base: MeasurePlan): MeasurePlan | null {
  const isBoth = base.time.anchorSide === 'both'
  if ((!isBoth && base.against === null) || base.groupBy.length > 0 || text.length > 80) return null
  if (DIFFERENCE.test(text) && MUCH_SLOWER.test(text)) return { ...base, isDifferenceAsked: true }
  if (!EARLIER.test(text)) return null
  const { isTrendAsked: _, isYesNo: __, isDownAsked: ___, isUsualAsked: ____, isDifferenceAsked: _____, ...rest } = base
  if (isBoth) return { ...rest, time: { ...base.time, anchorSide: 'before' }, against: null }
  return base.against === null ? null : { ...rest, time: base.against, against: null }
}

const BOTH_SIDES = new RegExp(
  `${LEAD}(?:(?:what (?:is|was) )?(?:the )?(average|mean|median|p50|p75|p90|p95|p99)(?: (?:duration|latency|time))? )?(?:(?:it )?(?:was|were) )?before (?:and|vs|versus|against|or) after(?: (?:that|it|the (?:release|deploy|deployment|rollout|update)))?[\\s?.!]*$`,
)
const STATISTICS: Readonly<Record<string, Statistic>> = { average: 'mean', mean: 'mean', median: 'p50' }

/** "Average before and after?" behind the release of a service: how long its requests took on both sides of it. */
export function bothSidesOf(text: string, base: Plan): MeasurePlan | null {
  const found = text.length > 80 ? null : BOTH_SIDES.exec(text)
  const [service, more] = servicesOf(base)
  if (found === null || (base.intent !== 'deployments' && base.intent !== 'versions')) return null
  if (service === undefined || more !== undefined || (base.intent === 'deployments' && base.isRestart === true)) return null
  const said = found[1] ?? 'median'
  const statistic = STATISTICS[said] ?? (said as Statistic)
  return plainMeasure({
    measure: { of: 'duration', statistic },
    conditions: [{ on: 'service', values: [service] }],
    time: { ...windowOf(base.time), anchor: 'deployment', anchorSide: 'both', anchorService: service },
  })
}

/** "What was it on 2.14.1" behind a number since the release: that version was there before it. */
export function ofNamedVersion(plan: Plan): Plan {
  const isOfVersion = plan.conditions.some((one) => one.on === 'attribute' && one.key === 'service.version')
  if (!isOfVersion || plan.time.anchor !== 'deployment' || plan.time.anchorSide !== undefined) return plan
  return { ...plan, time: windowOf(plan.time) }
}

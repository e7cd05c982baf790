/**
 * Behind a number on both sides of a moment: "by how much?" asks for their difference, "what was it before?" for the
 * earlier side alone.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { chosenLines } from '../grounding/chosen-lines.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import { type Plan, type PlanOf, STATISTICS, type Statistic, servicesOf } from '../plan/plan.ts'
import { lengthMsOf, NUMBER } from '../vocabulary/number-words.ts'
import { windowOf } from './follow-up-time.ts'
import { iso } from './when.ts'

type MeasurePlan = PlanOf<'measure'>

const LEAD = '^(?:(?:and|so|but|ok|okay|hm+|then)[, ]+)*'
const DIFFERENCE = new RegExp(
  `${LEAD}(?:by )?how (?:much|many \\S{1,20})(?: (?:slower|faster|quicker|longer|more|less|higher|lower|worse|better|is (?:it|that)|was (?:it|that)|in (?:ms|seconds|percent|%)|exactly|roughly|about))*[\\s?.!]*$`,
)
const MUCH_SLOWER = /\b(?:by|much|how many \S{1,20} (?:slower|faster|quicker|longer|more|less|higher|lower))\b/
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

function statisticOf(said: string): Statistic {
  if (said === 'average') return 'mean'
  return STATISTICS.find((one) => one === said) ?? 'p50'
}

const MORE_BEFORE = new RegExp(
  `${LEAD}(?:(?:was|were) (?:there|it|that|they)|did we (?:have|see|get)) (?:any |much |a lot )?(more|fewer|less|worse|better)(?: (?:of (?:it|them|that|those)|([a-z][a-z -]{2,40}?)))? (?:in|during|over) the (?:(${NUMBER}) ?)?(minutes?|mins?|hours?|half hour|half an hour) before(?: (?:that|it|this|then))?[\\s?.!]*$`,
)

/** "Was there more banning in the half hour before": the window of the last count beside the one before it. */
export function moreBefore(text: string, base: MeasurePlan): MeasurePlan | null {
  const [, how, thing = '', many, unit = ''] = text.length > 120 ? [] : (MORE_BEFORE.exec(text) ?? [])
  const isCount = base.measure.of === 'records' || base.measure.of === 'requests' || base.measure.of === 'ratio'
  if (how === undefined || !isCount || base.against !== null || base.groupBy.length > 0) return null
  const said = JSON.stringify(base.conditions).toLowerCase()
  const isSame = thing.split(' ').every((word) => said.includes(word.slice(0, STEM)))
  const lengthMs = unit.startsWith('half') ? 30 * 60_000 : lengthMsOf(many, unit)
  if (!isSame || lengthMs === null) return null
  const time = windowOf(base.time)
  const fromMs = Date.parse(time.from)
  const against = { from: iso(fromMs - lengthMs), to: time.from, basis: 'asked' as const }
  // A few more or less are no chance to somebody who counts them.
  return { ...base, time, against, isDifferenceAsked: true }
}

/** So many letters tell a word in its forms: "banning" of "bans". */
const STEM = 3

/** "Average before and after?" behind the release of a service: how long its requests took on both sides of it. */
export function bothSidesOf(text: string, base: Plan): MeasurePlan | null {
  const found = text.length > 80 ? null : BOTH_SIDES.exec(text)
  const isBoth = base.intent === 'measure' && (base.time.anchorSide === 'both' || base.against !== null)
  if (found !== null && isBoth && base.measure.of === 'duration') {
    const { isTrendAsked: _, isYesNo: __, isDownAsked: ___, ...rest } = base
    return { ...rest, measure: { of: 'duration', statistic: statisticOf(found[1] ?? base.measure.statistic) } }
  }
  const [service, more] = servicesOf(base)
  if (found === null || (base.intent !== 'deployments' && base.intent !== 'versions')) return null
  if (service === undefined || more !== undefined || (base.intent === 'deployments' && base.isRestart === true))
    return null
  return plainMeasure({
    measure: { of: 'duration', statistic: statisticOf(found[1] ?? 'median') },
    conditions: [{ on: 'service', values: [service] }],
    time: { ...windowOf(base.time), anchor: 'deployment', anchorSide: 'both', anchorService: service },
  })
}

/** "What was it on 2.14.1" behind a number since the release: that version was there before it. */
export function ofNamedVersion(plan: Plan): Plan {
  const isOfVersion = plan.conditions.some((one) => one.on === 'attribute' && one.key === 'service.version')
  if (!isOfVersion || plan.time.anchor !== 'deployment' || plan.time.anchorSide !== undefined) return plan
  const { anchor: _, anchorService: __, ...time } = windowOf(plan.time)
  return { ...plan, time }
}

const OTHERS = new RegExp(
  `${LEAD}(?:(?:is|are|was|were|does|do|did|has|have) )?(?:there )?(?:any ?(?:one|body|other [a-z]{3,20}|others?)|who|which others?|others?)(?: else)?(?: (?:is|are|was|were|that|who))? (?:with|has|have|had|having|hit by|affected by|got|see(?:s|ing)?|suffer(?:s|ing)? from) (?:the )?(?:that|this|the same|same|it)(?: (?:same )?(?:problem|issue|trouble|thing|error|failure)s?)?[\\s?.!]*$`,
)

/** "Anyone else with that problem?" behind what was counted for one value: the same of all others of its key. */
export function othersHit(text: string, base: MeasurePlan, catalogue: Catalogue): MeasurePlan | null {
  if (text.length > 80 || !OTHERS.test(text)) return null
  const at = base.conditions.findIndex((one) => one.on === 'attribute' && one.not !== true)
  const one = base.conditions[at]
  if (one?.on !== 'attribute' || base.groupBy.length > 0) return null
  // Lines that say the value in their own words are of nobody else.
  const lines = chosenLines(base.conditions, catalogue)
  const isOwn = ({ template }: (typeof lines)[number]): boolean =>
    one.values.some((value) => template.toLowerCase().includes(value.toLowerCase()))
  if (lines.length > 0 && lines.every(isOwn)) return null
  const isOfLines = base.measure.of === 'ratio' && base.measure.share === 'matching'
  const { isYesNo: _, isTrendAsked: __, ...rest } = base
  return {
    ...rest,
    measure: isOfLines ? { of: 'records' } : base.measure,
    conditions: base.conditions.with(at, { ...one, not: true }),
    groupBy: [{ field: one.key, scope: one.scope }],
    order: 'highest',
    limit: 20,
    against: null,
    time: windowOf(base.time),
  }
}

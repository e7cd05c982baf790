/** Short follow-ups about a release or the trouble that was asked about: "when?", "which one did?". */
import type { Plan } from '../plan/plan.ts'
import { servicesOf, without } from '../plan/plan.ts'
import { windowOf } from './follow-up-time.ts'
import type { Previous } from './state.ts'

const WHEN =
  /^(?:at )?(?:when|what time)(?: exactly| precisely| roughly| about)?(?: (?:was|were|did|is|has) (?:it|that|this|they)(?: (?:released|deployed|shipped|installed|rolled out|happen(?:ed)?|go (?:out|live)|went (?:out|live)|come(?: out)?|take place|done))?)?(?: exactly| precisely)?$/
/** "When was the switch?" behind versions. */
const WHEN_CHANGED =
  /^(?:at )?(?:when|what time) (?:was|did|has) (?:the|that|this|it) ?(?:switch|change|upgrade|update|rollout|release|deploy|deployment|move|swap|bump)?(?: (?:happen(?:ed)?|made|done|take place))?$/
const WHICH =
  /^(?:which(?: (?:one|other one|release|change|deployment|rollout|version))?|who|what) (?:(?:did|was|is|then|caused|broke)(?: (?:it|that|so|them|this|then|cause (?:it|that|them|this)|break (?:it|that|this)))*)$/

/** What such a follow-up asks for; null for any other. */
export function releaseMove(text: string, previous: Previous): Plan | null {
  return whenOf(text, previous) ?? whichOne(text, previous)
}

/** "When?" after a release is its moment, after the cause of trouble since when there is any. */
function whenOf(text: string, { plan: base, suspect }: Previous): Plan | null {
  if (base.intent === 'versions' && WHEN_CHANGED.test(text))
    return { intent: 'deployments', conditions: [...base.conditions], time: windowOf(base.time) }
  if (!WHEN.test(text)) return null
  const time = windowOf(base.time)
  if (base.intent === 'deployments') return { ...base, isYesNo: false, time }
  if (base.intent !== 'cause' && base.intent !== 'timeline') return null
  if (base.intent === 'cause' && base.aspect === 'deployment') {
    const own = servicesOf(base).length > 0 || suspect === undefined ? base.conditions : blamed(suspect)
    return { intent: 'deployments', conditions: own, time, ...releaseOf(base) }
  }
  return /^(?:at )?(?:when|what time)(?: exactly)?$/.test(text)
    ? { intent: 'cause', aspect: 'since', conditions: [...base.conditions], time }
    : null
}

function blamed(service: string): Plan['conditions'] {
  return [{ on: 'service', values: [service] }]
}

function releaseOf({ isReleaseAsked }: { readonly isReleaseAsked?: boolean | undefined }): { isReleaseAsked?: true } {
  return isReleaseAsked === true ? { isReleaseAsked: true } : {}
}

/** "Which one did?" after one release that was cleared: whichever did, of any service. */
function whichOne(text: string, { plan: base }: Previous): Plan | null {
  if (!WHICH.test(text) || base.intent !== 'cause' || base.aspect !== 'deployment') return null
  if (servicesOf(base).length === 0) return null
  const { isYesNo: _, suspects: __, ...rest } = base
  return { ...rest, conditions: without(base.conditions, 'service'), time: windowOf(base.time) }
}

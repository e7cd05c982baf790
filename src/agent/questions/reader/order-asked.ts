/**
 * Which of two came first, a release or the trouble, and how much later the other was: "did it start before or after the
 * deploy?", "was the release of web before the first 502?", "how long between the rollout and the first error?".
 */
import type { PlanOf } from '../plan/plan.ts'
import { timeOf } from './asked-time.ts'
import { type ReadContext, stateOf } from './state.ts'

type Order = NonNullable<PlanOf<'cause'>['orderAsked']>

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|please|pls|well|then) )*'
const OWN = '(?:(?:the|our|its|this|that|last|latest|new) )*'
const ROLLOUT = '(?:release|deploy|deployment|rollout|roll-out|rollback|upgrade)'
const RELEASE = `${OWN}((?:[\\w.-]{2,60} )?${ROLLOUT}(?: of (?:the |our )?[\\w.-]{2,60})?)`
const TROUBLE = `${OWN}(?:first )?(?:it|incident|outage|trouble|problems?|issues?|errors?|failures?|[45]\\d\\ds?|[45]xxs?|timeouts?|onset|everything|things)`
const BEGAN =
  '(?:start(?:ed)?|beg[aiu]n|happen(?:ed)?|came|come|came up|appear(?:ed)?|occur(?:red)?|broke|breaking|break|hit)'
const SIDE = '(before|after|prior to|following)'
const END = '\\W*$'

/** "Did it start before (or after) the deploy?" */
const STARTED = new RegExp(
  `${LEAD}(?:did|had|has|have) ${TROUBLE} (?:already |only |all )*${BEGAN} ${SIDE}( or (?:before|after))? ${RELEASE}${END}`,
)
/** "Was the deploy before (or after) it started?" */
const WAS_RELEASE = new RegExp(
  `${LEAD}(?:was|is|did|were) ${RELEASE} (?:(?:happen|come|go out|done|made) )?(?:right |just |shortly )?${SIDE}( or (?:before|after))? ${TROUBLE}(?: ${BEGAN})?${END}`,
)
const LENGTH = '(?:how (?:long|many minutes|many seconds|much time|soon)|time|gap|delay|minutes)'
/** "How long after the deploy did it start?" */
const LONG_AFTER = new RegExp(
  `${LEAD}${LENGTH} (?:after|from|since) ${RELEASE} (?:did|was it (?:until|before|till)|until|till) ${TROUBLE}(?: ${BEGAN})?${END}`,
)
/** "How long before the errors was the deploy?" */
const LONG_BEFORE = new RegExp(
  `${LEAD}${LENGTH} before ${TROUBLE}(?: ${BEGAN})? (?:was|did) ${RELEASE}(?: (?:done|happen|go out|made|come))?${END}`,
)
/** "How long did it take from the release to the first error?", "time between the release and the incident". */
const BETWEEN = new RegExp(
  `${LEAD}(?:what (?:is|was) the |the )?${LENGTH} (?:did it take |passed |was it |was there |is there |lies |lie |lay |elapsed |went by |is |was )?(?:between|from) ${RELEASE} (?:and|to|until|till) ${TROUBLE}(?: ${BEGAN})?${END}`,
)

interface Asked {
  readonly order: Order
  readonly release: string
}

function askedIn(text: string): Asked | null {
  const started = STARTED.exec(text)
  if (started !== null) {
    const [, side = '', both, release = ''] = started
    const isBefore = side === 'before' || side === 'prior to'
    return { order: both !== undefined ? 'trouble' : isBefore ? 'trouble_first' : 'trouble_later', release }
  }
  const was = WAS_RELEASE.exec(text)
  if (was !== null) {
    const [, release = '', side = '', both] = was
    const isBefore = side === 'before' || side === 'prior to'
    return { order: both !== undefined ? 'release' : isBefore ? 'trouble_later' : 'trouble_first', release }
  }
  const release = (LONG_AFTER.exec(text) ?? LONG_BEFORE.exec(text) ?? BETWEEN.exec(text))?.[1]
  return release === undefined ? null : { order: 'length', release }
}

/** The plan of such a question; null for any other. */
export function orderAsked(text: string, context: ReadContext): PlanOf<'cause'> | null {
  if (text.length > 200) return null
  const asked = askedIn(text)
  if (asked === null) return null
  const state = stateOf(asked.release, context, null)
  const services = state.named.flatMap((one) => one.services)
  const name = asked.release.replace(new RegExp(`\\b(?:${ROLLOUT}|of|the|our|bad|last|latest|new)\\b`, 'g'), '').trim()
  // A release of what nobody knows is asked back.
  if (name !== '' && services.length === 0) return null
  return {
    intent: 'cause',
    aspect: 'deployment',
    isReleaseAsked: true,
    orderAsked: asked.order,
    conditions: services.length === 0 ? [] : [{ on: 'service', values: [...new Set(services)] }],
    time: timeOf(stateOf('what broke', context, null)),
  }
}

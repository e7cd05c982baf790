/**
 * Questions about trouble that are known by their whole form: "is web back to normal?", "is it only web?", "is everything
 * else ok?", "did it start with the deploy?", "did the restart fix it?", "how long did web fail?".
 */
import type { Plan, PlanOf } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { onlyService, type QuestionState, useRest } from './state.ts'

/** Words before a question that ask for nothing. */
export const LEAD = '^(?:(?:so|and|but|ok|okay|hey|hi|please|pls|well|then) )*'
const OR_OTHERS =
  'or (?:is it |are |also |the )*(?:everyone|everybody|everything|all(?: of them)?|more|several|(?:any |some )?(?:other|others|rest)(?: (?:services?|[a-z]{3,20}s))?)(?: (?:as well|too|also|affected|hit|failing|broken))*'
/** What may stand behind such a question: "or others as well", "or not", "right now". */
export const ONLY_TAIL = `(?:,? (?:${OR_OTHERS}|or not|or what|now|right now|at the moment|then|too|as well))*\\W*$`
const TAIL =
  '(?: (?:again|now|yet|already|by now|right now|at the moment|currently|today|or not|or what|then|too))*\\W*$'
const IT =
  '(?:it|this|that|they|everything|things|the (?:\\S{2,30} )?(?:incident|outage|problem|problems|issue|issues|trouble|failures?|errors?|drops?|timeouts?))'
const RELEASE =
  '(?:(?:new|latest|last|recent) )*(?:(?!restart)[\\w.-]{2,60} )?(?:deploy(?:ment|s)?|releases?|rollouts?|versions?|updates?|upgrades?|changes?)(?: of (?:the |our )?\\S{2,60})?'

const BACK = new RegExp(
  `${LEAD}(?:is|are|has|have|did) (?:the |our )?(.{2,60}?) (?:(?:been|all|fully|really|finally|also|still|getting|gone|come|got|went) )*(?:back to (?:normal|usual|its usual self|healthy)|recover(?:ing|ed)?|heal(?:ing|ed)|stable|stabili[sz](?:ed|ing)|in (?:good )?shape)${TAIL}`,
)
const LENGTH = new RegExp(
  `${LEAD}(?:for )?how long (?:did|has|have|was|is|were|are) (?:the |our )?(.{2,60}?) (?:(?:been|all|keep|kept|not|get|got|getting|being) )*(?:fail(?:ing|ed)?|broken|down|unavailable|offline|in trouble|out|unhealthy|sick)(?: for)?(?: (?:in total|altogether|overall|today|then))?\\W*$`,
)
const ONLY = new RegExp(
  `${LEAD}(?:(?:is|was) (?:it|this|that) (?:only|just) (?:the |our )?(.{2,60}?)(?: (?:(?:that|which|who) )?(?:is |was |has |are |were )?(?:fail(?:s|ing|ed)?|broken|affected|hit|down|in trouble|having (?:problems|issues|trouble)|impacted|with (?:problems|errors)))?|(?:is|was) (?:only|just) (?:the |our )?(.{2,60}?) (?:failing|broken|affected|hit|down|in trouble|impacted)|(?:is|was) (?:the |our )?(.{2,60}?) the only (?:one|service|thing)(?: (?:that )?(?:is |was )?(?:failing|fails|failed|broken|affected|hit|down|in trouble|impacted))?)${ONLY_TAIL}`,
)
const ELSE = new RegExp(
  `${LEAD}(?:is|are|does|do) (?:everything|anything|all|the rest|everyone|anyone)(?: else)? (?:(?:still|also|looking|look|looks|being) )*(?:(ok|okay|fine|good|healthy|normal|alright|working|well|up|green|quiet|unaffected)|(broken|failing|down|affected|wrong|bad|hit|in trouble|impacted|unhealthy))${TAIL}`,
)
const SUFFERS =
  '(?:suffers?|suffering|(?:is|are|was|were|got|gets|has been|have been) (?:also )?(?:suffering|hit|hurt|affected|impacted|broken|failing|in trouble|dragged down|touched|harmed)|has (?:trouble|problems)|fails?|feels it)'
const WHO_ELSE = new RegExp(
  `${LEAD}(?:who|what|which (?:other )?(?:services?|ones?|systems?))(?: (?:else|all|also|other|others))* ${SUFFERS}(?: (?:too|as well|also))? (?:from|by|because of|due to|through|under|with|when|while|if|since|thanks to) (?:the |our )?(.{2,60}?)(?:'s)? (?:(?:is|was|are|being|has been|having|having been) )*(?:broken|down|failing|slow|out|sick|dead|unhealthy|unavailable|failures?|failed|outage|problems?|trouble|issues?|errors?)${TAIL}`,
)
/** "What else suffers from web?", "who else is hit by web?" */
const HIT_BY = new RegExp(
  `${LEAD}(?:who|what|which (?:other )?(?:services?|ones?|systems?))(?: (?:else|all|also|other|others))* ${SUFFERS}(?: (?:too|as well|also))? (?:from|by|because of|due to|through|under|thanks to) (?:the |our )?(.{2,60}?)${TAIL}`,
)
const STARTED_WITH = new RegExp(
  `${LEAD}(?:did|do|does|has|have) ${IT} (?:all )?(?:start(?:ed)?|beg[aiu]n|happen(?:ed)?|come|came|appear(?:ed)?|break|broken?) (?:(?:right|just|shortly|directly|immediately|only|soon) )?(?:with|after|because of|since|at|on|following) (?:the |a |an |our |that |this |its )*${RELEASE}\\W*$`,
)
/** "Did the deploy make things worse?" */
const MADE_WORSE = new RegExp(
  `${LEAD}(?:did|has|have) (?:the |our |that |this |its )*${RELEASE} (?:really |actually )?(?:(?:make|made) (?:${IT}|anything|something|the \\S{2,20}) (?:any )?(?:worse|bad|unstable|fail|break)|(?:hurt|harm(?:ed)?|break|broke|broken|damage[d]?) (?:${IT}|anything|something))${TAIL}`,
)
/** "What was the last change before it broke?" */
const LAST_CHANGE = new RegExp(
  `${LEAD}(?:what|which) (?:(?:is|was) )?(?:the )?(?:very )?(?:last|latest|most recent) (?:thing (?:that |which )?(?:was |we |they |anyone |has |had |got )?(?:chang(?:ed|e)|deployed|released|touched|done)|change|deploy(?:ment)?|release|thing) (?:right |just |shortly |that (?:was made|happened) )*(?:before|prior to) .{2,50}\\W*$|${LEAD}what (?:was )?(?:changed|deployed|released) (?:right |just |shortly )*before (?:the )?(?!\\d|yesterday|today|noon|midnight|(?:it|this|that|incident|outage|problem|trouble|issue)\\b)[a-z][\\w -]{2,40}(?: (?:got|were|was|began|started|went) .{2,30})?\\W*$`,
)
const REMEDY = new RegExp(
  `${LEAD}(?:did|has|have) (?:the |that |our |this |a |its )*(.{0,40}?\\b(?:re-?start(?:s|ing)?|reboot(?:s|ing)?|roll-?backs?|rolling (?:it )?back|reverting|deploy(?:ment)?|release|revert|fix|hotfix|change|rollout|update|upgrade|bounce))(?: (?:of )?(?:the |our )?\\S{2,60})? (?:(?:really|actually|already) )?(?:fix(?:ed)?|help(?:ed)?|solved?|resolved?|cured?|repair(?:ed)?|end(?:ed)?|stop(?:ped)?|work(?:ed)?|clear(?:ed)?|made? (?:it|things) better)(?: (?:${IT}|anything|up|(?:the |our )?([a-z][a-z-]{2,30})))?${TAIL}`,
)

/** No yes or no is asked for. */
const WHAT_FIXED = new RegExp(`${LEAD}what fixed it\\W*$`)

/** The plan of such a question; null for any other. */
export function incidentAsked(state: QuestionState, scope: Scope): Plan | null {
  if (state.quoted.length > 0 || state.text.length > 200) return null
  return (
    backToNormal(state, scope) ??
    lengthOfService(state, scope) ??
    onlyOne(state, scope) ??
    whoElse(state, scope) ??
    everythingElse(state, scope) ??
    startedWith(state, scope) ??
    remedied(state, scope)
  )
}

/** The only service, where what is said is its name, whole or a part of it. */
function serviceSaid(said: string | undefined, state: QuestionState): string | null {
  const service = onlyService(state)
  if (service === null || said === undefined || state.named.length !== 1) return null
  const [named] = state.named
  const words = said.split(' ').filter((word) => !/^(?:the|our|service|app|itself)$/.test(word))
  return named !== undefined && words.length <= named.length ? service : null
}

function isOfServicesOnly({ conditions }: Scope): boolean {
  return conditions.every(({ on }) => on === 'service')
}

/** "Is web recovering?": a yes means that it is well. */
function backToNormal(state: QuestionState, scope: Scope): Plan | null {
  const service = serviceSaid(BACK.exec(state.text)?.[1], state)
  if (service === null || !isOfServicesOnly(scope)) return null
  useRest(state)
  return { intent: 'health', service, premise: null, ...scope }
}

/** "How long did web fail?" is a length, and no number of failures. */
function lengthOfService(state: QuestionState, scope: Scope): Plan | null {
  const service = serviceSaid(LENGTH.exec(state.text)?.[1], state)
  if (service === null || !isOfServicesOnly(scope)) return null
  useRest(state)
  return { intent: 'cause', aspect: 'how_long', ...scope }
}

/** "Is it only web that fails?": whether the trouble reached any other service. */
function onlyOne(state: QuestionState, scope: Scope): Plan | null {
  const found = ONLY.exec(state.text)
  const service = serviceSaid(
    found?.slice(1).find((part) => part !== undefined),
    state,
  )
  if (service === null || !isOfServicesOnly(scope)) return null
  useRest(state)
  return { intent: 'cause', aspect: 'impact', onlyAsked: service, conditions: [], time: scope.time }
}

/** "Who else suffers from web being broken?": whom the trouble reached, and not how web is. */
function whoElse(state: QuestionState, scope: Scope): Plan | null {
  const service = serviceSaid((WHO_ELSE.exec(state.text) ?? HIT_BY.exec(state.text))?.[1], state)
  if (service === null || !isOfServicesOnly(scope)) return null
  useRest(state)
  return { intent: 'cause', aspect: 'impact', conditions: [], time: scope.time }
}

/** "Is everything else ok?": what is wrong besides the trouble that is known. */
function everythingElse(state: QuestionState, scope: Scope): Plan | null {
  const found = ELSE.exec(state.text)
  if (found === null || scope.conditions.length > 0 || !/\b(?:else|the rest)\b/.test(state.text)) return null
  useRest(state)
  return { intent: 'cause', aspect: 'besides', elseAsked: found[1] === undefined ? 'bad' : 'good', ...scope }
}

/** "Did it start with the deploy?": whether a release broke it, and not whether there was one. */
function startedWith(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const { text } = state
  if (!STARTED_WITH.test(text) && !MADE_WORSE.test(text) && !LAST_CHANGE.test(text)) return null
  useRest(state)
  for (const open of [state.leftOut, state.unknown]) open.splice(0)
  const { anchor: _, anchorService: __, anchorSide: ___, ...open } = time
  const isReleaseAsked = !/\b(?:chang\w+|touched|done|thing)\b/.test(text)
  return {
    intent: 'cause',
    aspect: 'deployment',
    ...(isReleaseAsked ? { isReleaseAsked } : {}),
    conditions: conditions.filter(({ on }) => on === 'service'),
    time: open,
  }
}

/** "Did the restart fix it?": whether the trouble ended with it. */
function remedied(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const isOpen = WHAT_FIXED.test(state.text)
  const found = REMEDY.exec(state.text)
  if ((found === null && !isOpen) || conditions.some(({ on }) => on !== 'service')) return null
  useRest(state)
  for (const open of [state.leftOut, state.unknown]) open.splice(0)
  if (found?.[2] !== undefined) state.unrestricted.push(found[2])
  const { anchor: _, anchorService: __, anchorSide: ___, ...open } = time
  const plan = remedyPlan(found?.[1] ?? 'it', [...new Set(state.named.flatMap(({ services }) => services))], open)
  return isOpen && plan.remedy !== undefined ? { ...plan, remedy: { ...plan.remedy, isOpen } } : plan
}

/** Whether the trouble ended with such a change, of these services or of any. */
export function remedyPlan(said: string, services: readonly string[], time: Plan['time']): PlanOf<'cause'> {
  const isRestart = /\b(?:re-?start\w*|reboot\w*|bounce)\b/.test(said)
  const word = isRestart ? 'restart' : /\b(?:roll-?backs?|rolling|revert\w*)\b/.test(said) ? 'rollback' : 'release'
  return {
    intent: 'cause',
    aspect: 'remedy',
    remedy: { word, services: services.slice(0, 4), isRestart },
    conditions: [],
    time,
  }
}

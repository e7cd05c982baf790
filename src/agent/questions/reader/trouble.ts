/** Questions about trouble without a number: the state of the system, the health of a service, the cause. */
import type { Plan } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { has, onlyService, type QuestionState } from './state.ts'

/** The plan for a question about trouble; null where the question is about something else. */
export function troubleIntent(state: QuestionState, scope: Scope): Plan | null {
  const service = onlyService(state)
  const isWhy = has(state, 'why', 'what_broke', 'since_when')
  const isTroubleNamed = /\b(?:problems?|issues?|trouble|incident|outage)\b/.test(state.text)
  const isOverAsked = (has(state, 'still') || isTroubleNamed) && asksOf(state) === 'over'
  // "Is the problem with web solved?": a yes means that it is well.
  const premise = isOverAsked ? null : premiseOf(state)
  const isAsked =
    /^(?:so |and |but |ok |hey |please )*(?:is|are|was|were|has|have|did|does|do|how is|how are|what is the (?:state|status|health)|anything|any|status|health|check)\b/.test(
      state.text,
    )
  if (has(state, 'still') && !has(state, 'error_noun', 'failure_noun', 'warn_noun') && service === null && !isWhy)
    return { intent: 'state', asks: asksOf(state), ...scope }
  const isPast = /\bwhat was (?:wrong|up|the (?:matter|problem|issue|trouble)) with\b/.test(state.text)
  if (isPast && service !== null) return { intent: 'cause', aspect: 'what', ...scope }
  if (service !== null && !isWhy && isBack(state)) return { intent: 'health', service, premise: null, ...scope }
  if (service !== null && !isWhy && (premise !== null || has(state, 'state', 'unusual', 'still', 'what_broke'))) {
    if (has(state, 'show') && has(state, 'log_noun', 'error_noun')) return null
    const isStillAsked = premise === 'crashed' && /\bstill\b/.test(state.text)
    return { intent: 'health', service, premise, ...(isStillAsked ? { isStillAsked } : {}), ...scope }
  }
  if (has(state, 'what_broke') && isWholeProduct(state))
    return {
      intent: 'cause',
      aspect: 'what',
      ...scope,
      conditions: scope.conditions.filter(({ on }) => on !== 'service'),
    }
  if (
    service !== null &&
    has(state, 'what_broke') &&
    /\bwith\b|\bup with\b|\bwrong\b/.test(state.text) &&
    !has(state, 'why')
  )
    return { intent: 'health', service, premise: null, ...scope }
  const isWhenAsked = /\b(?:when|what time|since when)\b/.test(state.text)
  if (has(state, 'still', 'state') && isWhenAsked && !has(state, 'why'))
    return { intent: 'cause', aspect: 'how_long', ...scope }
  const isOfNow = /\b(?:now|currently|moment|open|ongoing|active|at present|today)\b/.test(state.text)
  if (isAsked && isOfNow && service === null && has(state, 'what_broke', 'unusual') && !has(state, 'why', 'since_when'))
    return { intent: 'state', asks: 'bad', ...scope }
  if (service !== null && /^(?:so |and |hey )?how (?:is|are)\b/.test(state.text) && !isWhy)
    return { intent: 'health', service, premise: null, ...scope }
  if (isWhy)
    return {
      intent: 'cause',
      aspect: has(state, 'since_when') && !isCauseFirst(state) ? 'since' : has(state, 'why') ? 'why' : 'what',
      ...(premise === null ? {} : { premise }),
      ...scope,
    }
  const isShare = has(state, 'share') && !isAsked
  if (
    has(state, 'state') &&
    service === null &&
    !isShare &&
    !has(state, 'error_noun') &&
    (isAsked || state.words.length < 9)
  )
    return { intent: 'state', asks: asksOf(state), ...scope }
  if (has(state, 'still')) return { intent: 'state', asks: asksOf(state), ...scope }
  if (has(state, 'unusual') && oddThing(state) === null) return { intent: 'cause', aspect: 'anything', ...scope }
  if (premise !== null && premise !== 'unusual' && !has(state, 'error_noun', 'show'))
    return isAsked ? { intent: 'state', asks: asksOf(state), ...scope } : { intent: 'cause', aspect: 'what', ...scope }
  return null
}

/** Whether "root cause" goes before when it began ("root cause, with the start time"): the cause, which says when it began as well. */
export function isCauseFirst({ text }: QuestionState): boolean {
  return /^(?!\W*(?:since|when|from|what time|at what)\b).{0,40}\broot cause\b.{0,60}\b(?:start|onset|begin|time)/.test(
    text,
  )
}

/** What a yes would mean: that all is good, that something is bad, or that the trouble is over. */
function asksOf(state: QuestionState): 'good' | 'bad' | 'over' {
  if (/\bthumbs up\b/.test(state.text)) return 'good'
  if (
    /\b(?:over|calmed|cooled|settled|resolved|fixed|recovered|recover|solved|gone|ended|finished|done|stopped|back to normal|back up|is it back)\b/.test(
      state.text,
    )
  )
    return 'over'
  if (
    /\b(?:failing|fail|fails|wrong|broken|down|slow|bad|lost|losing|going on|happening|ongoing|trouble|problems?|issues?|errors?|degraded|unhealthy|incident|outage|on fire|stuck|affected)\b/.test(
      state.text,
    )
  )
    return 'bad'
  return /\bstill\b/.test(state.text) && !has(state, 'state') ? 'bad' : 'good'
}

const FRONT_DOOR = /[-_.](?:gateway|gw|edge|frontend|front|web|portal|bff|proxy|ui|app)$/

/** "What went wrong in the shop": the service in front is called after the whole, and the whole is meant. */
function isWholeProduct(state: QuestionState): boolean {
  const service = onlyService(state)?.toLowerCase()
  const product = service?.replace(FRONT_DOOR, '')
  return product !== service && state.named.length === 1 && state.named[0]?.said === product
}

/** What the question takes for granted about the service: that it is slow, crashed, down; null where nothing. */
function premiseOf(state: QuestionState): Extract<Plan, { intent: 'health' }>['premise'] {
  const premises = [
    ['premise_crashed', 'crashed'],
    ['premise_restarted', 'restarted'],
    ['premise_lagging', 'lagging'],
    ['premise_slow', 'slow'],
    ['premise_failing', 'failing'],
    ['premise_down', 'down'],
    ['unusual', 'unusual'],
  ] as const
  const said = premises.find(([tag]) => has(state, tag))?.[1]
  if (said !== undefined) return said
  // "Still failing" is one phrase; a yes to it says that it fails.
  const still = /\bstill (?:\w+ )?(?:(failing|broken|bad|bleeding|burning|a problem|an issue)|(down)|(slow))\b/.exec(
    state.text,
  )
  if (still === null) return isStillDoing(state) ? 'failing' : null
  return still[1] !== undefined ? 'failing' : still[2] !== undefined ? 'down' : 'slow'
}

const STILL_DOING = /^(?:so |and |but |ok |hey )*(?:is|are) .{1,60} still ([a-z]{3,}ing)\b/
/** What a service does that is well. */
const DOES_WELL =
  /^(?:working|running|serving|process\w+|responding|accepting|answering|performing|functioning|operating|sending|reporting|logging|receiving|delivering|succeeding|passing|behaving|doing|being|using|calling|getting|having|holding|handling|recovering|deploying|improving|waiting|starting|going|coming|taking|publishing|consuming|reading|writing|emitting|listening|living|standing|talking)$/

/** "Is the sender still rejecting?": whatever it is said to do still, a yes means that it fails. */
function isStillDoing({ text, words }: QuestionState): boolean {
  const [, verb] = STILL_DOING.exec(text) ?? []
  if (verb === undefined || DOES_WELL.test(verb)) return false
  for (const word of words) if (word.text === verb) word.usedBy ??= 'intent'
  return true
}

const ODD = /\b(?:any|some|no) (?:suspicious|strange|odd|weird|unusual|abnormal|anomalous|fishy) ([a-z][a-z-]{2,40})\b/
const ODD_ANYHOW =
  /^(?:activit\w+|behaviou?rs?|things?|errors?|patterns?|logs?|lines?|traffic|spikes?|events?|stuff|going|happening|in|with|about|on|from|at|now|right|today|lately|recently|since|during|after|before|and|or|signs?|symptoms?|trends?|changes?|messages?|latency|load)$/

/** "Any suspicious logins?": what is to be suspicious is a thing of the project, and its cause is not asked for. */
function oddThing({ text, named }: QuestionState): string | null {
  const noun = ODD.exec(text)?.[1]
  return noun === undefined || ODD_ANYHOW.test(noun) || named.length > 0 ? null : noun
}

/** "Is checkout back?" asks whether it is well. */
function isBack({ text, words }: QuestionState): boolean {
  if (
    !/^(?:so |and |but |ok )*(?:is|are|did|has|have) .{1,40} (?:back|come back|came back)(?: (?:up|online|again|now|yet|in business))*\W*$/.test(
      text,
    )
  )
    return false
  for (const word of words)
    if (/^(?:back|come|came|online|up|again|yet|business)$/.test(word.text)) word.usedBy ??= 'intent'
  return true
}

const NO_YES_OR_NO =
  /^(?:(?:so|and|but|ok|hey|please|now) )*(?:what|how(?! (?:is|are|was|were)\b)|give|tell me (?:about|how|what)|show|describe)\b/

/** "What is wrong with web", "how does web look": how it is, and no yes or no. */
export function asAsked({ text }: QuestionState, plan: Plan): Plan {
  const isOpen = plan.intent === 'health' && plan.premise === null && NO_YES_OR_NO.test(text)
  return isOpen ? { ...plan, isSummary: true } : plan
}

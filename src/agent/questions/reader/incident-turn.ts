/**
 * Turns that only an incident can be asked: "is it fixed", "how long did it last", "what should we do", "did it spread".
 * They are about the incident of their thread, whatever was asked since: what changed before it, which releases there
 * were, some lines, or something that was not answered. Behind a count or a service of its own "it" may be that one.
 */
import { isOfTrouble, type Plan } from '../plan/plan.ts'
import { INCIDENT_CUES } from '../vocabulary/incident-cues.ts'
import type { Previous } from './state.ts'

const IT =
  '(?:it|that|this|these|everything|all of (?:it|this|that)|the (?:whole )?(?:thing|incident|outage|trouble|problem|issue|disruption|mess))'
const AGAIN =
  '(?: (?:again|now|right now|by now|yet|already|meanwhile|at the moment|currently|today|tonight|then|for good|really|or not))*'
const WE = '(?:we|i|you|one|somebody|someone|they)'
const AT_IT = '(?: (?:about|against|with|to fix|to stop|to solve) (?:it|that|this|them))?'
const NEXT = '(?: (?:first|now|next|then|here|best|right now|tonight))*'
const DOWN = '(?:down|broken|failing|out|bad|affected|like (?:that|this)|going on|ongoing|degraded)'

/** A turn in its plainest form, which goes on from the incident. */
export interface IncidentTurn {
  readonly text: string
  readonly isOfTrouble: true
  /** It says all that it asks, so it goes on from nothing. */
  readonly isWhole?: true
}

/** What a turn asks of the incident, and the plain way of asking it. */
const ASKED: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `^(?:so )?(?:what|which (?:steps?|actions?)) (?:(?:should|shall|do|can|could|must|would|will) ${WE} (?:have to )?(?:do|try|check|look at|change|start with|fix)|(?:is|are) (?:the |our )?(?:next|best|first|right)(?: (?:steps?|actions?|moves?|things?)(?: to do)?)?|to do|needs? to be done|next)${AT_IT}${NEXT}$`,
    ),
    'what should we do',
  ],
  [
    new RegExp(
      `^how (?:do|can|should|could|would) ${WE} (?:fix|solve|stop|mitigate|resolve|repair|end|get rid of|get out of) ${IT}${NEXT}$`,
    ),
    'what should we do',
  ],
  [
    new RegExp(
      `^(?:is|are|was|were|has|have|did|does|are ${WE}|has ${IT}|have ${WE})(?: ${IT}| things)?(?: been| got| get| all)* ?(?:fixed|over|solved|resolved|gone|done|back to normal|back up|back|ok|okay|fine|better|recover(?:ed)?(?: (?:by itself|on its own))?|repaired|healthy|mitigated|ended|stopped|out of the woods)${AGAIN}$`,
    ),
    'is it over now',
  ],
  [
    new RegExp(
      `^(?:(?:is|are|does|do) ${IT} )?still (?:ongoing|going(?: on)?|happening|fail(?:ing)?|broken|down|bad|active|burning|on(?: fire)?|open|affected)${AGAIN}$`,
    ),
    'is it still going on',
  ],
  [
    new RegExp(
      `^(?:for )?how long (?:did|has|have|does|was|were|is|are) (?:${IT}|we)(?: (?:last(?:ed)?|take|taken|go on|gone on|been|stay(?:ed)?))?(?: ${DOWN})?(?: (?:in total|overall|altogether|so far|for|all in all))*$`,
    ),
    'how long did it last',
  ],
  [
    new RegExp(
      `^how (?:bad|big|severe|serious|widespread) (?:is|was|has) ${IT}(?: (?:been|get|got|overall|in total|in numbers))*$`,
    ),
    'what is the impact',
  ],
  [
    /^(?:what (?:is|was|'s) )?(?:the |its )?(?:overall |total )?(?:impact|blast radius|damage)(?: in (?:numbers|requests))?$/,
    'what is the impact',
  ],
  [
    /^(?:what|which) (?:%|percentage|percent|share|fraction|part) of (?:all |the |our )*(?:traffic|requests)(?: (?:is|was|were|are|did))?(?: (?:affected|hit|failing|failed|fail))?$/,
    'what is the impact',
  ],
  [
    /^(?:who|whom|which (?:customers|users|people|clients|tenants))(?: (?:is|was|were|are|got|did|does))?(?: (?:it|this|that))? (?:affected|affect|hit|impacted|hurt|concerned)$/,
    'what is the impact',
  ],
  [
    /^(?:and )?(?:what (?:is|was|'s) )?(?:the |its )?(?:mechanism|failure mode|kind of (?:fault|failure|error))$/,
    'what is the mechanism',
  ],
  [
    /^(?:(?:are you|how) (?:really |quite |very |that )?(?:sure|certain|confident)(?: (?:are you|about (?:it|that|this)|of (?:it|that|this)))*|(?:how )?sure|(?:what is )?(?:your |the )?confidence(?: level)?)$/,
    'are you sure',
  ],
  [
    /^(?:what else (?:could|might|can) (?:it|that|this) be|could it be (?:something|anything) else|(?:any|which) (?:other|alternative) (?:suspects?|candidates?|causes?|possible causes?|explanations?|theor(?:y|ies))|alternatives?)$/,
    'what else could it be',
  ],
  [
    new RegExp(
      `^(?:how (?:did|does|has)|did|does|has) ${IT} (?:spread|propagated?|cascaded?)(?: (?:to|through|across|over) (?:others?|other services|anything|everything|the (?:rest|system)))?$`,
    ),
    'how did it spread',
  ],
  [
    new RegExp(
      `^(?:since when|when)(?: (?:exactly|precisely))?(?: (?:did|has|is|was) ${IT} (?:start(?:ed)?|begin|began|going on|broken|failing|happening|break))?(?: exactly| precisely)?$`,
    ),
    'since when',
  ],
  [
    /^(?:(?:and|so|but) )*(?:what about |how about |how is it |how does it look |what is it like )?(?:right )?now$/,
    'is it over now',
  ],
  [
    /^(?:which|what) (?:endpoints?|routes?|operations?|apis?|paths?|requests)(?: (?:is|are|was|were|do|does|did))* (?:fail(?:s|ed|ing)?|broken|broke|affected|hit|down|impacted|erroring|slow)$/,
    'failed requests per operation',
  ],
  [
    /^(?:(?:show|give|get|link|send|do you have|have you got|can i (?:see|have|get))(?: me| us)? )?(?:an?|one|some|any|the)? ?(?:example(?: of an?)? )?(?:fail(?:ed|ing)|broken|bad|example|sample) (?:trace|request)(?: (?:of|for|from) (?:it|that|this))?$/,
    'show me a failing trace',
  ],
  [
    /^(?:so |then )?(?:which|what) (?:service|component|one)(?: is| was|'s)? (?:at fault|to blame|guilty|responsible|the (?:culprit|cause|root cause|bad one)|behind (?:it|that|this))(?: again| then| now)*$/,
    'which service is at fault',
  ],
]

/** Of what happened around the incident, and of nothing that "it" could be instead. */
function isAroundIt({ intent, conditions }: Plan): boolean {
  if (intent === 'changes' || intent === 'deployments' || intent === 'versions' || intent === 'dependencies')
    return true
  if (intent === 'leadup') return true
  return (
    (intent === 'list' || intent === 'patterns' || intent === 'meaning') &&
    conditions.every(({ on }) => on !== 'attribute')
  )
}

/** Asked of the system as a whole, by itself as well. */
const STANDS_ALONE = /^is it /

const CUED_CHARS_MAX = 160

/** What a turn that was not read asks of the incident, by its words; null where nothing tells. In small letters. */
export function cuedOfIncident(text: string): string | null {
  if (text.length > CUED_CHARS_MAX) return null
  return INCIDENT_CUES.find(([cue]) => cue.test(text))?.[1] ?? null
}

/** The turn as a plain question of the incident; null where it is another one, or the thread has had none. */
export function incidentTurn(said: string, { plan, trouble }: Previous, isLastOpen: boolean): IncidentTurn | null {
  const isBehind = isLastOpen ? isOfTrouble(plan) || trouble !== undefined : trouble !== undefined && isAroundIt(plan)
  if (!isBehind) return null
  const text = ASKED.find(([form]) => form.test(said))?.[1]
  if (text === undefined) return null
  return { text, isOfTrouble: true, ...(STANDS_ALONE.test(text) ? { isWhole: true } : {}) }
}

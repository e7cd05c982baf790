/**
 * Questions of a few words that name nothing of the project and are known as a whole: "which service is the worst?",
 * "is it getting worse?", "is it safe to deploy?", "rollback?". Read word by word they would ask for another number.
 */
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan } from '../plan/plan.ts'
import { aboutIncident } from './about-incident.ts'
import { type Counted, errors, failing, worsening } from './course-of-failures.ts'
import type { Scope } from './decision.ts'
import { fieldOf, spanField } from './fields.ts'
import { has, onlyService, type QuestionState, useRest } from './state.ts'

const LEAD = /^(?:(?:ok|okay|so|and|but|now|well|hey|hi|hm+|please|pls|tell me|guys|team)[ ,]+)*/
const TAIL = /[\s?.!,]*(?:\b(?:please|pls|now|right now|currently|at the moment|atm|today)\b[\s?.!]*)*$/
const NOUN = '(service|component|app|application|endpoint|route|operation|page|api)s?'
const BAD = '(?:sickest|unhealthiest|most (?:broken|unhealthy|problematic|troubled)|in the worst shape|worst off)'
const WORST = new RegExp(
  `^(?:(?:which|what|who)(?: ${NOUN})?(?: is| are| looks?| seems?| does| do)?(?: the| doing)? (?:worst|${BAD})|(?:the |my |our )?(?:worst|${BAD}) ${NOUN}|(?:which|what) (?:is|are) (?:the |our )?(?:worst|${BAD}) ${NOUN})$`,
)
/** "Which network is worst?", "worst tenant?": a key of the project's own. */
const WORST_OF = new RegExp(
  `^(?:(?:which|what) ([a-z][\\w.-]{2,40}(?: [a-z][\\w.-]{2,40})??)(?: is| are| looks?| seems?| does| do| did| was| were)?(?: the| doing)? (?:worst|${BAD})|(?:what is |which is |what's )?(?:the |my |our )?(?:worst|${BAD}) ([a-z][\\w.-]{2,40}(?: [a-z][\\w.-]{2,40})?))$`,
)
const SLOW =
  /^(?:which|what) (request|call|endpoint|route|operation|page|api|service)s?(?: is| are| was| were| got| has been| have been)?(?: so| too| very| really)? (?:slow|slower|slowly|sluggish|laggy|taking (?:so |too )?long)$|^(?:any )?slow (request|endpoint|route|call|page)s?$/
const WORSE =
  /^(?:is|are|has|have|does|did)?(?: ?(?:it|this|that|things?|everything|all(?: of)? this|we|the (?:situation|incident|outage|problem|trouble|issue|failures?)))?(?: still)?(?: been| is| are)?(?: ?(?:get(?:ting|s)?|got(?:ten)?|becom(?:e|ing)|growing))? ?(?:worse|worsening|escalating|degrading|deteriorating)(?: or (?:is it )?(?:getting )?(?:better|improving|not|recovering))?$/
const WORSE_TOO = /^(?:is (?:it|this) )?(?:getting )?better or (?:getting )?worse$/
const SAFE =
  /^(?:(?:is it|am i|are we|would it be) (?:safe|ok|okay|fine|good|clear|a good (?:time|idea|moment))(?: for (?:us|me))? to|(?:can|may|could) (?:i|we)(?: safely)?) (?:deploy|release|ship|roll ?out|go live|merge|push)(?: (?:again|something|anything|(?:a|the) (?:new )?(?:release|version|deploy|hotfix)))?$/
const ROLLBACK =
  /^(?:(?:do we|do i) need (?:to|a) |need (?:to|a) |time (?:to|for a) |is a )?roll ?back(?: needed| required| necessary)?$/
const OURS =
  /^(?:is|was) (?:it|this|that) (?:(?:our|my) (?:fault|side|end|problem|code|stuff)|on (?:our|my) (?:side|end)|us|internal|external|a third party|an external \w+|someone else)(?: (?:or|,) .{2,40})?$/

/** What is to come is in no telemetry. */
const FORECAST =
  /^(?:(?:any|is there an?|do we have an?|what is the|whats the|got an?) )?eta(?: (?:for|on|to|of) .{2,40})?$|^when (?:will|is|are|can|does|do) (?:it|this|that|we|things|everything|all(?: this)?|the [a-z-]{3,30}) (?:(?:all|finally|going to|gonna|expected to|likely to) )*(?:be )?(?:over|fixed|back(?: up| online| to normal| again)?|resolved|done|ok|okay|normal|stable|healthy|end|stop|recover|work again|working again)$|^how (?:much longer|long (?:will (?:it|this|that|the [a-z]{3,20}) (?:take|last|be|go on)|(?:until|till|before) (?:it|this|we|things|everything) (?:is|are|will be|recovers?|works?)))(?: .{2,30})?$/

/** "Services?", "name all services you can see", "services, all names", "list of service names". */
const SERVICES =
  /^(?:(?:can|could) you )?(?:(?:name|list|show|give)(?: me| us)? )?(?:(?:all|the|our|of|my|just|only|names?|list|full|complete) )*(?:services|service (?:names?|list))(?: (?:all|the|of|them|names?|list|listed|only|just|their|by name|full|complete|everything|(?:that |which )?(?:you|we|i) (?:can |could |do )?(?:see|have|know|know of|run|monitor|watch|find)))*$/

const WELL = new RegExp(
  `^(?:which|what) ${NOUN}(?: is| are| still| do| does)* (?:fine|ok|okay|healthy|well|good|unaffected|not affected|working|work|up|running)$`,
)
const EACH_SERVICE =
  /^(?:how (?:healthy|ok|well|good) (?:is|are)|(?:health|status|state|condition|overview)(?: of)?) (?:everything|(?:all|each|every|all of)(?: (?:the|our))?(?: services?)?|(?:the|our) services)(?: (?:are|is|doing))?(?: (?:one line|a line|one row|listed))?(?: (?:per|by|for each|for every|each) service)?$/
const ONE_OR_ALL =
  /^(?:is (?:it|this|that) )?(?:just |only )?(?:just |only )?(?:one|a single) ([a-z][\w.-]{2,40}) or (?:all|every|everything|several|many|more|everyone|all of them|the whole .{3,20})$/

/** The plan of such a question; null for any other. */
export function wholeQuestion(state: QuestionState, scope: Scope): Plan | null {
  const odd = oddInLines(state, scope)
  if (odd !== null) return odd
  if (state.conditions.length > 0 || state.quoted.length > 0 || state.named.length > 0) return null
  const text = state.words
    .filter(({ usedBy }) => usedBy !== 'time')
    .map((word) => word.text)
    .join(' ')
    .replace(LEAD, '')
    .replace(TAIL, '')
  const plan = planFor(text, state, scope)
  if (plan !== null) useRest(state)
  return plan
}

function planFor(text: string, state: QuestionState, scope: Scope): Plan | null {
  const { records } = state.context.catalogue
  if (SERVICES.test(text)) return { intent: 'coverage', ...scope }
  const incident = aboutIncident(text, scope)
  if (incident !== null) return incident
  const worst = WORST.exec(text)
  // Of metrics alone only an investigation tells who does badly.
  if (worst !== null && records.spans === 0 && records.logs === 0) return { intent: 'cause', aspect: 'what', ...scope }
  if (worst !== null)
    return ranking(state, scope, failing(records), worst.slice(1).find((noun) => noun !== undefined) ?? 'service')
  const worstOf = WORST_OF.exec(text)
  const ofKey = worstOf === null ? null : failingMost(state, scope, worstOf[1] ?? worstOf[2] ?? '')
  if (ofKey !== null) return ofKey
  if (EACH_SERVICE.test(text) && text.includes('service')) return ranking(state, scope, failing(records), 'service')
  const slow = SLOW.exec(text)
  const { spans } = state.context.catalogue.records
  if (slow !== null && spans > 0)
    return ranking(
      state,
      scope,
      { measure: { of: 'duration', statistic: 'p95' }, conditions: [] },
      slow[1] ?? slow[2] ?? 'endpoint',
    )
  const well = WELL.exec(text)
  if (well !== null && (well[1] ?? 'service') === 'service') return { intent: 'cause', aspect: 'unaffected', ...scope }
  const best = well === null ? null : ranking(state, scope, failing(records), well[1] ?? 'service')
  if (best?.intent === 'measure') return { ...best, order: 'lowest' }
  const one = ONE_OR_ALL.exec(text)
  if (one !== null) return ranking(state, scope, failing(records), one[1] ?? 'service')
  if (FORECAST.test(text)) {
    state.notes.push('When it will be over is not in the telemetry; how it is now is.')
    return { intent: 'state', asks: 'over', ...scope }
  }
  if (WORSE_TOO.test(text)) return { ...worsening(records, scope.time), isYesNo: false, isBetterOrWorseAsked: true }
  if (WORSE.test(text)) return worsening(records, scope.time)
  if (SAFE.test(text)) return { intent: 'state', asks: 'good', ...scope }
  if (ROLLBACK.test(text)) return { intent: 'cause', aspect: 'deployment', ...scope }
  return OURS.test(text) ? { intent: 'cause', aspect: 'mechanism', ...scope } : null
}

function ranking({ context }: QuestionState, { time }: Scope, counted: Counted, noun: string): Plan | null {
  const isRequest = noun === 'request' || noun === 'call'
  const known = fieldOf(isRequest ? 'endpoint' : noun, context.catalogue)
  const isOfLines = counted.measure.of === 'records' || known?.signals.includes('spans') === true
  const field = isOfLines ? known : spanField(noun, context.catalogue)
  if (field === null || !field.signals.includes(counted.measure.of === 'records' ? 'logs' : 'spans')) return null
  return plainMeasure({ ...counted, time, groupBy: [{ field: field.field, scope: field.scope }], limit: 20 })
}

/** Values of a key by how badly they do; by their errors where only lines tell them apart. */
function failingMost(state: QuestionState, scope: Scope, noun: string): Plan | null {
  return ranking(state, scope, failing(state.context.catalogue.records), noun) ?? ranking(state, scope, errors(), noun)
}

/** "Anything weird in the logs of web?": how the service is, or what changed; no lines that say "weird". */
function oddInLines(state: QuestionState, scope: Scope): Plan | null {
  if (!has(state, 'unusual') || has(state, 'error_noun', 'warn_noun', 'count', 'show')) return null
  const isOnly = state.conditions.every(({ on }) => on === 'service')
  const isAny =
    /\b(?:any|anything|something|what)\b.{0,30}\b(?:in|from|with|about) (?:the |its |our )?(?:\S+ )?(?:logs?|lines)\b/.test(
      state.text,
    )
  if (!isOnly || !isAny || state.quoted.length > 0) return null
  const service = onlyService(state)
  if (service !== null) return { intent: 'health', service, premise: 'unusual', ...scope }
  return state.conditions.length === 0 ? { intent: 'cause', aspect: 'anything', ...scope } : null
}

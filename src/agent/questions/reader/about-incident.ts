/**
 * Questions about the incident as a whole that are known as a whole: who is untouched, what else is wrong, whether a
 * suspicion is right, a summary to pass on. Read word by word they would count something.
 */
import type { Mechanism } from '../../investigator/verdict.ts'
import type { Plan } from '../plan/plan.ts'
import type { Scope } from './decision.ts'

const TROUBLE =
  '(?:outage|incident|trouble|problems?|issues?|failures?|errors?|disruption|degradation|root cause|main (?:problem|issue|thing)|this|that|it|these|those)'
const SERVICE = '(?:services?|components?|apps?|applications?|systems?|parts?|teams?)'
const UNTOUCHED =
  '(?:unaffected|untouched|unharmed|spared|not (?:affected|impacted|touched|hit|involved|broken|failing|concerned)|still (?:fine|ok|okay|healthy|working|good|unaffected))'
const UNAFFECTED = new RegExp(
  `^(?:(?:which|what|who|any|show|list)(?: me)?(?: of (?:the|our))?(?: the| other)? ?${SERVICE}?(?: (?:that|which))?(?: is| are| was| were| has been| have been| remain(?:s|ed)?| stay(?:s|ed)?)* ${UNTOUCHED}|(?:which|what) ${SERVICE} (?:survived|escaped|got away)|${UNTOUCHED} ${SERVICE}|is any ${SERVICE} ${UNTOUCHED})(?: (?:by|from|in|of|during) (?:the |our )?${TROUBLE})?$`,
)
const ANY = '(?:is there |was there |are there |were there |do (?:we|you) (?:have|see) |did (?:we|you) (?:have|see) )?'
const ODD =
  '(?:weird|odd|strange|unusual|suspicious|wrong|broken|bad|off|failing|interesting|going on|happening|noteworthy|to worry about)'
const BESIDES = '(?:besides|apart from|aside from|other than|except(?: for)?|in addition to|on top of|beyond|next to)'
const ELSE = new RegExp(
  `^(?:${ANY}(?:anything|something|any (?:other )?(?:problems?|issues?|trouble|anomal(?:y|ies)))(?: else)?(?: that is| that's)?(?: ${ODD})?(?: (?:right now|today|there))? ${BESIDES} (?:the |our )?${TROUBLE}|(?:what|anything|is anything|was anything) else(?: is| was)?(?: that is)? ${ODD}|${ANY}(?:any )?(?:other|further|more|unrelated|second|another) (?:problems?|issues?|trouble|incidents?|outages?|anomal(?:y|ies)|faults?)(?: (?:besides|apart from|other than) (?:the |our )?${TROUBLE})?)$`,
)
const SUMMARY =
  /^(?:(?:can|could) you )?(?:(?:give|write|draft|make|prepare|send|create|do)(?: me| us)? )?(?:an? |the |me )?(?:short |quick |brief |one[- ]line |executive |high[- ]level )*(?:summary|status update|update|sitrep|status report|incident report|overview|recap|rundown|tl;?dr|post-?mortem|status message)(?: (?:of|about|on) (?:what (?:happened|broke|is going on|went wrong)|(?:the |this |our )?(?:incident|outage|situation|problem|trouble|state|whole thing)))?(?: (?:for|to) (?:the |my |our )?(?:[a-z]+ )?(?:channel|boss|manager|management|team|customers?|support|status page|slack|ceo|cto|leadership|stakeholders|post-?mortem|ticket|handover|next shift|colleagues?|people|meeting|call))?$/
const TELL =
  /^what (?:should|shall|can|could|do|must) (?:i|we) (?:tell|say to|write to|report to|communicate to|answer)(?: to)? (?:the |my |our )?(?:[a-z]+ )?(?:customers?|users?|clients?|boss|manager|management|support|team|people|business|stakeholders|status page|ceo|cto|leadership|channel)$/

/** What people call what may be wrong, and the mechanisms that they mean. */
const SUSPICIONS: readonly (readonly [word: RegExp, mechanisms: readonly Mechanism[]])[] = [
  [
    /^(?:database|db|data ?store|sql|postgres(?:ql)?|mysql|mongo(?:db)?|redis|storage|slow quer(?:y|ies)|quer(?:y|ies)|locks?)$/,
    ['slow_store', 'pool_exhausted', 'disk'],
  ],
  [/^(?:connection pool|pool|connections)$/, ['pool_exhausted']],
  [/^(?:network|dns|firewall|load balancer|packet loss|connectivity|routing|network partition)$/, ['network']],
  [/^(?:cpus?|processors?|cpu throttling)$/, ['processor']],
  [/^(?:memory|ram|oom|heap|memory leak|leak|gc|garbage collection|out of memory)$/, ['memory']],
  [/^(?:disk|disk space|full disk|volume)$/, ['disk']],
  [
    /^(?:code|bugs?|exceptions?|software|code bug|logic|app|application)$/,
    ['exception', 'wrong_result', 'bad_release'],
  ],
  [/^(?:load|traffic|traffic spike|overload|ddos|attack|too much traffic|capacity)$/, ['overload']],
  [
    /^(?:third party|external (?:service|dependency|provider|system)|provider|vendor|upstream|something external)$/,
    ['dependency_outside'],
  ],
  [/^(?:certificates?|certs?|tls|ssl|expired certificate|credentials?|secret|password|token)$/, ['expired_credential']],
]
const SUSPECTED =
  /^(?:(?:could|can|might|may) (?:it|this|that) (?:just |maybe |also )?be|(?:is|was) (?:it|this|that) (?:just |maybe |possibly |perhaps |probably )?|(?:is|was|could) (?:the |our )?(?=[a-z ]{2,24} (?:be )?(?:the )?(?:cause|culprit|reason|problem|to blame)$)|maybe(?: it is)?|(?:i|we) (?:think|suspect|guess)(?: it is| it's)?) ?(?:because of |due to |caused by |down to )?(?:an? |the |our |some )?([a-z][a-z ]{1,22}?)(?: (?:problem|issue|trouble|related|thing|failure|outage|error|limit|exhaustion|(?:be )?(?:the )?(?:cause|culprit|reason|problem)|to blame))?$/

/** The plan of such a question, whose words are given without what leads in and out; null for any other. */
export function aboutIncident(text: string, scope: Scope): Plan | null {
  if (UNAFFECTED.test(text)) return { intent: 'cause', aspect: 'unaffected', ...scope }
  if (ELSE.test(text)) return { intent: 'cause', aspect: 'besides', ...scope }
  if (SUMMARY.test(text)) return { intent: 'cause', aspect: 'what', ...scope }
  if (TELL.test(text)) return { intent: 'cause', aspect: 'impact', ...scope }
  const word = SUSPECTED.exec(text)?.[1]
  const mechanisms = word === undefined ? [] : suspicionOf(word)
  if (word === undefined || mechanisms.length === 0) return null
  return { intent: 'cause', aspect: 'mechanism', suspected: { word, mechanisms }, ...scope }
}

/** The mechanisms that people mean by a word; none where it is not known. */
export function suspicionOf(word: string): Mechanism[] {
  return [...(SUSPICIONS.find(([name]) => name.test(word))?.[1] ?? [])]
}

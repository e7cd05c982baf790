/**
 * Ways of putting a question for the effect of something that mean the same as a plain one: the moment as a clause
 * ("since the new version went live"), the thing in front ("cash vends, do those still work?"), and who else was hit
 * ("which other repos are touched?").
 */

const WENT_LIVE =
  /\b(since|after|before|with|until) (?:the |our |this |that )?(?:new|newest|latest|last|current) (?:version|release|build)(?: of (?:the )?([\w.-]{2,60}))? (?:went live|went out|(?:was|is|got|has been) (?:deployed|released|rolled out|shipped|installed|live|out|up|in)|came out|came in|arrived|landed)\b/i
/** What stands in front has no verb of its own. */
const FRONTED =
  /^((?:(?:and|so|but|ok|okay|now)[, ]+)*)(?:what about |how about )?([^,?]{3,60}), (do|does|did|is|are|was|were|can|have|has) (?:those|they|these|it|that|them)(?: (?:also|too))? ((?:still|also|all|even|work|working|affected|hit|hurt|touched|impacted|slower|faster|get|getting|fine|ok|okay)\b[^,]{0,80})$/i
const CLAUSE =
  /\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|what|which|who|how|why|when|where|it|they|we|you|i)\b/i
const HIT_ELSE =
  /^((?:(?:and|so|but|ok|okay|now)[, ]+)*)(?:(?:which|what|any) (other )?([a-z][a-z-]{2,30})((?: (?:other than|besides|apart from|aside from|except(?: for)?|but) (?:the )?[\w. -]{2,40}?)?)) (?:(?:are|were|is|was|got|have|has|been|else|also|too) )*(hit|touched|struck|caught|hurt|harmed|impacted|affected|disturbed)((?: (?:by|in|during) [^?]{2,60})?)[\s?.!]*$/i

const AT_LEAST_ONE =
  /^((?:(?:and|so|but|ok|okay|now)[, ]+)*how many (?:(?:of|the|our|different|distinct|unique) )*[a-z][a-z-]{2,30}) (?:(?:that|which|who) )?(?:had|have|has|saw) (?:at least (?:one|1)|one or more|a single) ([a-z][a-z -]{2,40}?)(?: (fail|failed|failing|that failed|go wrong|went wrong))?[\s?.!]*$/i

const ONE_FAILS = /\bat least (?:one|1|a single) ([a-z]{3,20}) (?:fail(?:s|ed|ing)?|go(?:es)? wrong|went wrong)\b/gi
const HAD_ONE = /\b(had|have|has|with|got|saw|see|hit|hits) at least (?:one|1|a single) (?=[a-z])/gi

/** "At least one order fail", told apart by who had it: of failed orders. */
function withoutAtLeast(question: string): string {
  return question
    .replace(AT_LEAST_ONE, (_, front: string, thing: string, failed?: string) => {
      const several = /s$/.test(thing) ? thing : `${thing}s`
      return `${front} had ${failed === undefined ? '' : 'failed '}${several}`
    })
    .replace(ONE_FAILS, 'failed $1s')
    .replace(HAD_ONE, '$1 a ')
}

const THAN_BEFORE =
  /\b(during the (?:outage|incident|trouble|disruption|failure)),? (?:as )?(?:compared (?:to|with)|vs\.?|versus|against|relative to|in comparison (?:to|with)) (?:how it was |what it was )?(?:(?:right|just|shortly|directly|immediately) )?before(?: (?:it|that|then|the (?:outage|incident|trouble|disruption|failure)))?(?=[\s?.!]*$)/i

/** The question in plainer words; as it was where it is put in none of these ways. */
export function plainEffect(question: string): string {
  if (question.length > 200 || /["`\n]/.test(question)) return question
  const ofRelease = withoutAtLeast(question.replace(THAN_BEFORE, '$1 vs before')).replace(
    WENT_LIVE,
    (_, when: string, service?: string) => {
      return `${when} the ${service === undefined ? '' : `${service} `}release`
    },
  )
  const [, lead = '', thing = '', verb = '', rest = ''] = FRONTED.exec(ofRelease) ?? []
  if (thing !== '' && !CLAUSE.test(thing)) return `${lead}${verb} ${thing} ${rest}`
  return ofRelease.replace(
    HIT_ELSE,
    (whole, front: string, other, noun: string, but: string, how: string, by: string) => {
      if (other === undefined && /^affected$/i.test(how)) return whole
      return `${front}which ${noun}${but} are affected${by}`
    },
  )
}

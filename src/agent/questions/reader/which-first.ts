/** "Did web fail before api?", "which failed first, web or api?": the order of the first failures of two. */

export interface FirstAsked {
  /** How the first of each is asked for. */
  readonly questions: readonly [string, string]
  readonly names: readonly [string, string]
  /** Where what came first is asked for: when each of them was, if it is nothing that fails. */
  readonly events?: readonly [string, string]
  /** A yes means that the first of the two names came first, or that it came later; null where the first is asked for. */
  readonly isYesFor: 'first' | 'second' | null
}

const LEAD = '^(?:(?:so|and|but|ok|hey|please) )*'
/** "Which error came first, the one in web or the one in api": the services are meant. */
const OF_IT = '(?:the |our )?(?:(?:one|ones) (?:in|of|from|at|on) |(?:in|of|from) )?(?:the |our )?'
const THING = `${OF_IT}([a-z0-9][\\w./-]{1,60}(?: [a-z0-9][\\w./-]{1,30}){0,3}?)`
const FAIL =
  '(?:fail(?:ed|ing)?|break|broke|broken|go down|went down|go wrong|went wrong|have errors|had errors|log errors|throw errors|err|start(?:ed)? (?:failing|to fail|breaking|having errors|throwing errors|returning errors)|(?:begin|began) (?:failing|to fail))'
const ORDER = new RegExp(
  `${LEAD}(?:did|has|have|was|were|is) ${THING} (?:(?:already|also|really) )?(?:to )?${FAIL}(?: first)? (before|after|earlier than|later than|ahead of|sooner than) ${THING}(?: (?:did|failed|broke|was|had|started|went down|too|as well|already))*\\W*$`,
)
const WHICH = new RegExp(
  `${LEAD}(?:what|which(?: one| service| error| failure| of them| of the two)?|who|did) (?:was )?(?:${FAIL} first|first ${FAIL}|(?:came|went|was|started|happened|occurred|began) first)[,:]? ?(?:was it |is it )?${THING} or ${THING}\\W*$`,
)
/** Nothing says that they failed: it may be a release and a change. */
const CAME = new RegExp(`${LEAD}(?:what|which(?: one)?) (?:came|happened|occurred|was|went) first\\b`)
const OF_TWO = new RegExp(`${LEAD}did ${THING} or ${THING} ${FAIL} first\\W*$`)
const NO_THING = /^(?:it|that|this|they|we|anything|everything|something|you|i|there|people|users|customers)$/

/** The two whose order is asked for; null of any other question. */
export function firstAsked(text: string): FirstAsked | null {
  if (text.length > 160 || /["`]/.test(text)) return null
  const [, one, order, other] = ORDER.exec(text) ?? []
  if (one !== undefined && order !== undefined && other !== undefined)
    return ofTwo(one, other, /^(?:before|earlier|ahead|sooner)/.test(order) ? 'first' : 'second')
  const [, left, right] = WHICH.exec(text) ?? OF_TWO.exec(text) ?? []
  const asked = left === undefined || right === undefined ? null : ofTwo(left, right, null)
  if (asked === null || !CAME.test(text)) return asked
  const [first, second] = asked.names
  return { ...asked, events: [`when was the ${first}`, `when was the ${second}`] }
}

function ofTwo(one: string, other: string, isYesFor: FirstAsked['isYesFor']): FirstAsked | null {
  if (NO_THING.test(one) || NO_THING.test(other) || one === other) return null
  return { questions: [`when did ${one} first fail`, `when did ${other} first fail`], names: [one, other], isYesFor }
}

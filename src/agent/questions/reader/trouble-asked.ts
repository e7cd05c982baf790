/**
 * Whether something that is named is in trouble: "any checksum problems?", "trouble with the webcams?", "does oxmoor have
 * issues?", "what is wrong with passports?", "essays failing since when?". What is named need be no service.
 */
import { FUNCTION_WORDS, WHOLE_SYSTEM } from '../vocabulary/function-words.ts'

export interface TroubleAsked {
  /** What is said to be in trouble, as it was written. */
  readonly thing: string
  /**
   * Whether there is any, whether it is bad or good now, whether there is as much of it as ever, what or why it is, why
   * there is so much of it, since when it is, how it was before and after the trouble, who has it.
   */
  readonly asks: 'any' | 'now' | 'good' | 'usual' | 'cause' | 'reason' | 'since' | 'sides' | 'who'
  /** Slowness is asked for, and not failures. */
  readonly isSlow?: boolean
}

const CHARS_MAX = 120
const WORDS_MAX = 4
const LEAD = /^(?:(?:and|so|but|ok|okay|hey|hi|hm+|well|also|please|pls|quick question|question)[, :]+)+/
const TAIL =
  /(?:[, ]+(?:now|right now|at the moment|currently|atm|today|tonight|as well|too|also|again|at all|lately|here|please|pls|or what|or not))+$/
const TROUBLE = '(?:problems?|issues?|troubles?|difficult(?:y|ies)|hiccups?)'
const THING = "(?:the |our |all |those |these )*([\\p{L}\\d][\\p{L}\\d' ._-]{1,40}?)"
const BE = '(?:is|are|was|were)'
const HAVING = `(?:having|seeing|getting|got|in) (?:any |some |more )?${TROUBLE}`
const FAILS = `(?:failing|broken|erroring|timing out|down|stuck|${HAVING})`
const HURT = `(?:affected|hit|impacted|hurt)`
const GOOD = '(?:ok|okay|fine|healthy|working|back|recovered|alright|all right)'
const SOME =
  '(?:(?:is|are|were|was) there |do we (?:have|see) |did we (?:have|see) |(?:are )?we (?:have|having|see|seeing) |seeing |having |got )?(?:any |some |more )*'
const WITH = '(?:with|at|in|on|for|around|about|concerning)'
const STILL = '(?:still |all |also |constantly |suddenly |now )*'

const SLOW = '(?:slow|slower|laggy|sluggish|so slow|slow as hell)'
const SLOW_FORMS: readonly (readonly [asks: TroubleAsked['asks'], form: RegExp])[] = [
  ['cause', new RegExp(`^why (?:is|are) ${THING} ${STILL}${SLOW}$`, 'u')],
  ['any', new RegExp(`^(?:is |are )?${THING} (?:is |are )?${STILL}(?:very |too )?${SLOW}$`, 'u')],
]
const FORMS: readonly (readonly [asks: TroubleAsked['asks'], form: RegExp])[] = [
  ['since', new RegExp(`^(?:since|from) when ${BE} ${THING} ${STILL}${FAILS}$`, 'u')],
  ['since', new RegExp(`^${THING} ${STILL}(?:${FAILS}|${TROUBLE}),? (?:since|from) when$`, 'u')],
  ['since', new RegExp(`^when did (?:the )?${THING} ${TROUBLE} (?:start|begin)$`, 'u')],
  ['since', new RegExp(`^when did ${THING} (?:start|begin) (?:to fail|failing)$`, 'u')],
  [
    'cause',
    new RegExp(
      `^what(?: is|'s|s| are| was)? (?:wrong|going on|up|happening|the (?:problem|issue|matter|trouble)) ${WITH} ${THING}$`,
      'u',
    ),
  ],
  ['cause', new RegExp(`^what (?:has )?happened (?:to|with) ${THING}$`, 'u')],
  ['cause', new RegExp(`^why ${BE} ${THING} ${STILL}${FAILS}$`, 'u')],
  ['cause', new RegExp(`^why (?:do|does|did) ${THING} ${STILL}fail$`, 'u')],
  ['reason', new RegExp(`^(?:who|what) (?:causes|caused|is causing|keeps causing) ${THING}$`, 'u')],
  [
    'reason',
    new RegExp(`^why (?:(?:are|were|is) there|do we (?:have|see|get)) (?:so many |so much |that many )?${THING}$`, 'u'),
  ],
  ['reason', new RegExp(`^why (?:so many|so much|that many) ${THING}$`, 'u')],
  ['any', new RegExp(`^${SOME}${TROUBLE} ${WITH} ${THING}$`, 'u')],
  [
    'any',
    new RegExp(
      `^(?:is |was )?(?:there )?(?:anything|something) (?:is )?(?:wrong|off|up|odd|weird|amiss|broken|failing) ${WITH} ${THING}$`,
      'u',
    ),
  ],
  ['any', new RegExp(`^(?:does|do|did|has|have) ${THING} (?:have|had|see|saw) (?:any |some )?${TROUBLE}$`, 'u')],
  ['any', new RegExp(`^${BE} ${THING} ${STILL}${HURT}$`, 'u')],
  ['any', new RegExp(`^(?:how bad ${BE}|(?:what is |what's )?(?:the )?impact (?:on|for)) ${THING}$`, 'u')],
  ['any', new RegExp(`^${SOME}${THING} ${TROUBLE}$`, 'u')],
  [
    'who',
    new RegExp(
      `^(?:who|which \\S{3,30}) (?:is|are|was|were) ${HURT} by (?:the )?${THING} (?:${TROUBLE}|failures?|errors?)$`,
      'u',
    ),
  ],
  ['usual', new RegExp(`^${BE} (?:that many |so many )?${THING} (?:normal|usual|as usual)$`, 'u')],
  ['now', new RegExp(`^${BE} ${THING} ${STILL}${FAILS}$`, 'u')],
  ['now', new RegExp(`^${THING} ${STILL}(?:failing|broken|down|${HAVING})$`, 'u')],
  ['good', new RegExp(`^${BE} ${THING} ${STILL}${GOOD}$`, 'u')],
  ['good', new RegExp(`^how ${BE} ${THING} doing$`, 'u')],
  ['good', new RegExp(`^(?:status|state|health) of ${THING}$`, 'u')],
  ['good', new RegExp(`^${THING} (?:status|${GOOD})$`, 'u')],
  ['sides', new RegExp(`^${THING} before and after (?:the |our )?(?:incident|outage|trouble|failures?|crash)$`, 'u')],
]

/** Words that name nothing that could be in trouble by itself. */
const NO_THING =
  /^(?:it|its|that|this|they|them|those|these|there|problems?|issues?|trouble|errors?|failures?|failing|failed|incident|outage|things?|anyone|anybody|everyone|everybody|someone|new|other|others|else|same|known|open|big|major|serious|real|any|some|more|two|several|what|which|who|why|how|when|where|performance|latency|network|database|db|memory|disk|cpu|customers?|users?|people|clients?|requests?|calls?|traffic|services?|apis?|deployments?|releases?|rollouts?|us|we|you|me)$/

/** What is asked of which thing; null of any other question. In small letters. */
export function troubleAsked(cleanText: string): TroubleAsked | null {
  const text = cleanText
    .trim()
    .replace(/[\s?.!,]{1,10}$/, '')
    .replace(LEAD, '')
    .replace(TAIL, '')
  if (text.length > CHARS_MAX || /["`\n/]/.test(text)) return null
  return slowIn(text) ?? foundIn(text, FORMS)
}

function slowIn(text: string): TroubleAsked | null {
  const asked = foundIn(text, SLOW_FORMS)
  return asked === null ? null : { ...asked, isSlow: true }
}

function foundIn(text: string, forms: typeof FORMS): TroubleAsked | null {
  for (const [asks, one] of forms) {
    const thing = one.exec(text)?.[1]
    if (thing !== undefined && isThing(thing)) return { thing: thing.trim(), asks }
  }
  return null
}

function isThing(said: string): boolean {
  const words = said.trim().split(/\s+/)
  // "The ticket shop" is the whole of it.
  if (words.some((word) => WHOLE_SYSTEM.has(word))) return false
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word) && !NO_THING.test(word))
  return words.length <= WORDS_MAX && telling.length > 0 && !words.some((word) => POINTS.test(word))
}

const POINTS =
  /^(?:who|which|by|it|its|that|this|they|them|those|these|there|any|anything|something|everything|why|what|how|and|or|since|because|when|while|after|before)$/

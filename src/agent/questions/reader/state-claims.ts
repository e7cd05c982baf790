/**
 * What somebody says of a thing while trouble went on: that it was fine ("cash was fine all along, right?", "were refunds
 * ok throughout?"), that it stopped ("did planning stop altogether then?"), or that it was done ("were clicks still counted
 * meanwhile?"). Taken apart into the thing, what is said of
 * it, and whether the words themselves say that the time of the trouble is meant.
 */
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { SEVERAL_PEOPLE } from '../vocabulary/people.ts'

export interface StateClaim {
  readonly thing: string
  readonly is: 'fine' | 'stopped' | 'done'
  /** "All along", "meanwhile": of the trouble, also where the thread tells of none. */
  readonly isOfTrouble: boolean
  /** What is said to have been done: "counted". */
  readonly done?: string
}

const CHARS_MAX = 140
const LEAD = /^(?:(?:so|and|but|ok|okay|hey|well|then|at least|i (?:guess|hope|suppose|assume)(?: that)?)[, ]+)+/
/** What asks to be told that it is right. */
const TAG =
  /,? (?:right|correct|yes|yeah|no|true|or|or not|though|anyway|(?:is|was|did|were|are|does|do|has|have)(?: ?n[o']?t)? (?:it|they|that))$/
const NOUN = '(?:trouble|incident|outage|problems?|disruption|failures?|mess)'
/** Over all of the trouble. */
const WHILE = new RegExp(
  `,? (?:all along|all the (?:time|way)|the (?:whole|entire) (?:time|way|evening|night|day)|throughout(?: (?:it|that|all of (?:it|this|that)|the ${NOUN}))?|all (?:evening|night|day)(?: long)?|meanwhile|in the meantime|then|at (?:that|the) time|back then|at all times|(?:during|through|in) (?:it|that|this|all (?:this|that)|the ${NOUN}))$`,
)
const WHOLLY = /,? (?:altogether|entirely|completely|totally|fully|at all|outright|for good)$/
const BE = '(?:is|are|was|were|stayed|stays|remained|remains|kept|has been|have been|had been)'
const FINE =
  '(?:fine|ok|okay|good|alright|all right|normal|healthy|intact|working|running|stable|clean|safe|spared|unaffected|untouched|unharmed|unimpaired|not (?:affected|hit|touched|impaired|hurt))'
const DEGREE = '(?:(?:still|also|all|just|always|perfectly|quite|totally|completely|really) )*'
const STOP =
  '(?:stop(?:ped)?|cease[d]?|halt(?:ed)?|stall(?:ed)?|dry up|dried up|stand still|stood still|(?:come|came|grind|ground) to a(?:n| complete| full)? (?:halt|stop|standstill|end))'
const THING = '(.{2,60}?)'

const SAYS_FINE = new RegExp(`^${THING} ${BE} ${DEGREE}${FINE}$`)
const ASKS_FINE = new RegExp(
  `^(?:is|are|was|were|has|have|did) ${THING} (?:been |stay |remain |keep )?${DEGREE}${FINE}$`,
)
const ASKS_STOPPED = new RegExp(`^(?:did|has|have) (?:all |the )*${THING} ${DEGREE}${STOP}$`)
const SAYS_STOPPED = new RegExp(`^(?:all |the )*${THING} (?:has |have |had )?${DEGREE}${STOP}$`)

const WORKED =
  '(?:worked|works|ran|runs|kept (?:working|going|running)|went (?:on|through)|continued|carried on|came through)(?: (?:fine|ok|normally|as (?:usual|normal|always)|on))?'
const SAYS_WORKED = new RegExp(`^${THING} ${DEGREE}${WORKED}$`)
const ASKS_WORKED = new RegExp(
  `^(?:did|do|does|could) ${THING} ${DEGREE}(?:work|run|go (?:on|through)|continue|carry on|keep (?:working|going|running)|come through)(?: (?:fine|ok|normally|as (?:usual|normal|always)|on))?$`,
)
const ASKS_DONE = new RegExp(
  `^(?:did|do|were|was|are|is|could|have|has) (?:any |any of the )?${THING} ${DEGREE}(?:get |got |be |been |being )?(${PARTICIPLE})$`,
)
/** "What about charges, did those stop": of charges. */
const TOPIC =
  /^(?:what about |how about )?(?:the |our )?([a-z][a-z -]{2,30}), ?(did|were|was|are|is|do|does|have|has|could) (?:they|those|these|it|that) /

/** A clause of its own, or what only the thread knows, is no thing. */
const NO_THING =
  /\b(?:who|which|what|how|why|when|where|whose|that|because|if|there|else|others?|only|than|or|it|they|them|these|those|this|everything|everyone|everybody|anything|something|all|nothing|system|we|you|i|now|did|does|do|is|are|was|were)\b/

/** The claim; null of any other question. In small letters. */
export function stateClaimed(text: string): StateClaim | null {
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  let rest = text
    .trim()
    .replace(/[\s?.!,]{1,10}$/, '')
    .replace(LEAD, '')
    .replace(TOPIC, '$2 $1 ')
  let isTagged = false
  let isOfTrouble = false
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(TAG, '')
    isTagged ||= rest !== before
    const during = rest.replace(WHILE, '')
    isOfTrouble ||= during !== rest
    rest = during.replace(WHOLLY, '')
    isOfTrouble ||= rest !== during
  }
  const said = (form: RegExp, is: StateClaim['is']): StateClaim | null => {
    const thing = form.exec(rest)?.[1]?.replace(/^(?:the|our|all|my|their) /, '')
    return thing === undefined || NO_THING.test(thing) ? null : { thing, is, isOfTrouble }
  }
  // "Is web ok?" asks for now; only what was over the time of the trouble is asked of it.
  return (
    said(ASKS_STOPPED, 'stopped') ??
    (isOfTrouble || /^(?:was|were) /.test(rest) ? said(ASKS_FINE, 'fine') : null) ??
    said(SAYS_FINE, 'fine') ??
    (isTagged || isOfTrouble ? (said(SAYS_WORKED, 'fine') ?? said(ASKS_WORKED, 'fine')) : null) ??
    (isOfTrouble ? doneIn(rest) : null) ??
    ableTo(rest) ??
    (isTagged || isOfTrouble ? said(SAYS_STOPPED, 'stopped') : null)
  )
}

const ABLE = new RegExp(
  `^(?:could|can|were|was) (?:the |our )?(?:they|we|anyone|anybody|everyone|everybody|users|${SEVERAL_PEOPLE}) (?:still |also |at least )+(?:able to )?([a-z]{3,15})(?: (?:the |their |an? |any )?([a-z][a-z -]{2,30}))?$`,
)

/** "Could people still cancel": whether that was done. */
function ableTo(text: string): StateClaim | null {
  const [, verb, thing = ''] = ABLE.exec(text) ?? []
  if (verb === undefined || NO_THING.test(thing)) return null
  return { thing, is: 'done', isOfTrouble: true, done: verb }
}

/** What was done by a verb, as it may be written. */
export function participlesOf(verb: string): string[] {
  if (DONE.test(verb)) return [verb]
  if (verb.endsWith('e')) return [`${verb}d`]
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`]
  return [`${verb}ed`, `${verb}${verb.slice(-1)}ed`, ...(verb === 'pay' ? ['paid'] : [])]
}

const DONE = new RegExp(`^(?:${PARTICIPLE})$`)

/** "Were clicks still counted": what was done of what. */
function doneIn(text: string): StateClaim | null {
  const [, thing = '', done] = ASKS_DONE.exec(text) ?? []
  if (done === undefined || NO_THING.test(thing)) return null
  return { thing: thing.replace(/^(?:the|our|all|my|their) /, ''), is: 'done', isOfTrouble: true, done }
}

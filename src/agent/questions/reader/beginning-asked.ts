/**
 * Questions that hold the beginning of a thing against that of another one, or of trouble: "did the failover do it?", "does
 * the expired cert explain the 502s?", "did the lookup errors start before the bookings failed?". Taken apart into both.
 */
import type { CourseAsked } from '../plan/plan.ts'
import { CHARS_MAX, NO_THING, plainEnd, TAIL } from './course-asked.ts'

export interface BeginningAsked {
  readonly thing: string
  /** What it is held against; empty for the incident. */
  readonly other: string
  readonly asks: Extract<CourseAsked['asks'], 'cause' | 'before' | 'after' | 'order'>
}

const BE = '(?:is|are|was|were)'
const AUX = '(?:did|does|do|has|have|could|can|might|may|would|will)'
const CAUSED =
  '(?:cause|caused|trigger|triggered|explain|explained|explains|provoke|provoked|lead to|led to|bring about|brought about|bring down|brought down|kill|killed|break|broke|broken|start|started|set off|be behind|have caused|have triggered|have started|account for|accounts for|wreck|wrecked)'
const BEHIND =
  '(?:behind|(?:the |a )?(?:root |real |actual )*(?:cause|reason|trigger|culprit|source|explanation) (?:of|for|behind)|to blame for|responsible for|guilty of|at the root of|related (?:to|with)|connected (?:to|with)|linked (?:to|with)|tied to)'
const SMALL = '(?:(?:really|actually|maybe|perhaps|also|just|likely|possibly|somehow) )*'
const THING = '(.{3,70}?)'
const OTHER = '(.{2,60})'
const SAME = '(?:related|connected|linked|correlated|the same (?:thing|problem|cause|issue|story))'

/** What is said to have brought the second about; turned where it stands second. */
const PAIRS: readonly { readonly form: RegExp; readonly isTurned?: true }[] = [
  { form: new RegExp(`^${AUX} ${THING} ${SMALL}(?:have )?(?:do|done) (it|this|that|all this)$`) },
  {
    form: new RegExp(
      `^${AUX} ${THING} ${SMALL}(?:have |had |got )?(?:(?:anything|something|nothing|much) )?(?:to )?do with ${OTHER}$`,
    ),
  },
  {
    form: new RegExp(
      `^(?:${BE}|could|can|might|may) it ${SMALL}(?:be |have been )?${SMALL}${THING} (?:that|which|who) ${CAUSED} ${OTHER}$`,
    ),
  },
  { form: new RegExp(`^${AUX} ${THING} ${SMALL}${CAUSED} ${OTHER}$`) },
  {
    form: new RegExp(`^(?:${BE}|could|can|might|may) ${THING} ${SMALL}(?:be |have been )?${SMALL}${BEHIND} ${OTHER}$`),
  },
  {
    form: new RegExp(`^(?:${BE} )?${THING} and (.{3,60}?)[ ,:-]+(?:${BE} (?:they|these|those|the two) )?${SAME}$`),
  },
  {
    form: new RegExp(
      `^(?:${BE}|did|do|does) (.{3,60}?) ${SMALL}(?:happen |happening |come |coming |fail |failing |break )?(?:caused by|triggered by|explained by|because of|due to|a (?:result|consequence) of|come from|came from) ${THING}$`,
    ),
    isTurned: true,
  },
]

/** Whether it rose before trouble is a question for its trend, and none for its beginning. */
const BEGIN =
  '(?:start|started|begin|began|begun|come|came|appear|appeared|happen|happened|show up|there|already)(?: up| already| only| just)*'
const MOVE = `(?:${BEGIN}|(?:rise|rose|go up|climb|up)(?: already| only| just)*)`
const SEEN = '(?:first seen |starting |beginning |logged |there |already )*'
/** Which of both is asked for; either where none is taken for granted. */
const ORDERS: readonly { readonly form: RegExp; readonly isEither?: true }[] = [
  {
    form: new RegExp(
      `^${THING}[ ,:-]+(?:(?:${BE}|did|do|does) (?:they|it|that|those|this) )?${SEEN}(?:${MOVE} )?(before) or after ${OTHER}$`,
    ),
    isEither: true,
  },
  {
    form: new RegExp(
      `^${THING}[ ,:-]+${SEEN}(before) (.{2,60}?) or (?:only |just |not until )?(?:after(?:wards)?|since|later|with it)(?: (?:it|that|then))?$`,
    ),
    isEither: true,
  },
  {
    form: new RegExp(
      `^${THING}[ ,:-]+(?:did|do|does|${BE}|has|have) (?:they|it|that|those|this) ${SMALL}${BEGIN} (before|after) ${OTHER}$`,
    ),
  },
  { form: new RegExp(`^(?:did|do|does|has|have|${BE}) ${THING} ${SMALL}${BEGIN} (before|after) ${OTHER}$`) },
]

const TROUBLE = '(?:incident|outage|trouble|problems?|issues?|mess|failures?|errors?|disruption|downtime|breakdown)'
/** What stands for the incident as a whole. */
const GENERIC = new RegExp(
  `^(?:it|this|that|it all|all (?:of )?(?:it|this|that)|everything|things|us|(?:the |this |that |our |these |all )*(?:${TROUBLE}|whole thing)(?: (?:began|started|broke))?|it (?:began|started|broke|happened|all began|all started)|things (?:broke|went wrong)|(?:the )?(?:requests|calls|everything) (?:failed|broke))$`,
)
const DET = /^(?:(?:the|our|their|its|this|that|these|those|any|some|all|a|an) (?=.))+/

/** A thing whose beginning is held against that of another thing, or of trouble; null of any other. In small letters. */
export function beginningAsked(cleanText: string): BeginningAsked | null {
  const text = plainEnd(cleanText).replace(TAIL, '')
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  for (const { form, isEither } of ORDERS) {
    const [, thing = '', side, other = ''] = form.exec(text) ?? []
    const asks = isEither === true ? 'order' : side === 'after' ? 'after' : 'before'
    const found = side === undefined ? null : pairOf(thing, other, asks)
    if (found !== null) return found
  }
  for (const { form, isTurned } of PAIRS) {
    const [whole, one = '', two = ''] = form.exec(text) ?? []
    const found = whole === undefined ? null : isTurned === true ? pairOf(two, one, 'cause') : pairOf(one, two, 'cause')
    if (found !== null) return found
  }
  return null
}

function pairOf(said: string, against: string, asks: BeginningAsked['asks']): BeginningAsked | null {
  const thing = said
    .trim()
    .replace(/^(?:did|was|were|is|are) /, '')
    .replace(DET, '')
    .replace(/[ ,:;-]+$/, '')
  const other = against.trim()
  if (thing.length < 3 || NO_THING.test(thing)) return null
  if (GENERIC.test(other)) return { thing, other: '', asks }
  const named = other.replace(DET, '').replace(/^(?:very )?first (?=.)/, '')
  return named.length < 3 || NO_THING.test(named) ? null : { thing, other: named, asks }
}

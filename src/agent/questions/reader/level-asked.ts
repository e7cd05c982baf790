/**
 * "When did queue depth reach 20?", "was the lag ever above 500?", "how fast is it falling?" of a gauge: the level that
 * its values came to, and how fast they change. The gauge is asked for by itself, so that it may go by any of its names.
 */
import type { Level } from '../plan/plan.ts'
import { numberOfWords } from '../vocabulary/number-words.ts'

export interface LevelAsked {
  /** What the gauge is asked for with. */
  readonly text: string
  readonly value: number
  /** Null of a level that is come to from above as much as from below. */
  readonly op: Level['op'] | null
  readonly isYesNo: boolean
  /** The word behind the number; empty without one. */
  readonly unit: string
}

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|please|then) )*'
const THING = '(?:the |our )?(?<what>[a-z0-9][\\w./{}-]*(?: [a-z0-9][\\w./{}-]*){0,7}?)'
const NUMBER =
  '(?:the )?(?<number>\\d{1,15}(?:[.,]\\d{1,6})?|zero|nothing|ten|twenty|fifty|one hundred|a hundred|hundred)(?<thousand>k?)(?: ?(?<unit>%|[a-z]{1,20}))?'
const TIME =
  '(?<time> (?:in|over|during|within|since|after|before|between|today|yesterday|this|for the)\\b[^?]{0,60}?)?'
const EVER = '(?:ever|at any (?:time|point|moment)|at some point|once|first|actually|really|already)'
const TAIL = `(?: (?:${EVER}|for the first time))*${TIME}(?: (?:${EVER}|for the first time))*\\W*$`
/** Words that come to a level, and whether it lies above or below; those without either come from both sides. */
const ABOVE =
  '(?:(?:(?:go|went|gone|get|got|gotten|rise|rose|risen|climb|climbed|jump|jumped|be|been|grow|grown|come|came) )?(?:above|over|past|beyond|(?:higher|more|greater|larger) than)|(?:exceed|surpass|top)(?:ed|s)?|overshoot|overshot)'
const BELOW =
  '(?:(?:(?:go|went|gone|get|got|gotten|drop|dropped|fall|fell|fallen|sink|sank|be|been|come|came|dip|dipped) )?(?:below|under|beneath|(?:lower|less|fewer|smaller) than))'
const UP_TO = '(?:(?:rise|rose|risen|climb|climbed|grow|grown|grew|jump|jumped|go up|went up|get up|be up) to)'
const DOWN_TO = '(?:(?:drop|dropped|fall|fell|fallen|sink|sank|go down|went down|run down|come down) to)'
const TO =
  '(?:(?:reach|hit|touch|cross|pass)(?:ed|es|s)?|(?:arrive|arrived|be|been) at|get to|got to|come to|(?:be|become|became))'
const COMES = `(?:(?<above>${ABOVE})|(?<below>${BELOW})|(?<up>${UP_TO})|(?<down>${DOWN_TO})|(?<to>${TO}))`

const WHEN = '(?:since when|when|(?:at |around )?(?:what|which) (?:time|minute))'
const FORMS: readonly RegExp[] = [
  // "When did queue depth first reach 20?", "when was the lag above 500?"
  new RegExp(`${LEAD}${WHEN} (?:did|has|had|was|were|is) ${THING} (?:(?:${EVER}|finally) )*${COMES} ${NUMBER}${TAIL}`),
  // "Did the lag ever exceed 500?", "has it ever been above 20?"
  new RegExp(`${LEAD}(?:did|has|have|had) ${THING} (?:${EVER} )*${COMES} ${NUMBER}${TAIL}`),
  // "Was the lag ever above 20?", "was the lag above 20 at any time?"
  new RegExp(`${LEAD}(?:was|were|is) ${THING} (?:${EVER} )+${COMES} ${NUMBER}${TAIL}`),
  new RegExp(
    `${LEAD}(?:was|were|is) ${THING} ${COMES} ${NUMBER}${TIME} (?:ever|at any (?:time|point|moment)|at some point)${TIME.replace('time', 'late')}\\W*$`,
  ),
]
/** What is no gauge: counts and groups that have limits of their own. */
const OF_OTHERS =
  /(?<![\w.])(?:percent|percentage|share) of\b|\b(?:requests?|errors?|failures?|lines?|logs?|how many|which|any|all|each|every|there)\b/

/** The level that a question asks about; null of any other. */
export function levelAsked(text: string): LevelAsked | null {
  if (text.length > 200 || /["`]/.test(text)) return null
  const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  const { what = '', number = '', thousand, unit = '', time = '', late = '', ...how } = found ?? {}
  if (what === '' || OF_OTHERS.test(what)) return null
  const isWord = WINDOW_UNIT.test(unit)
  const value = /^(?:zero|nothing)$/.test(number) ? 0 : numberOfWords(number) * (thousand === 'k' ? 1000 : 1)
  if (!Number.isFinite(value) || isWord) return null
  return {
    text: `${what}${time}${late}`,
    value,
    op: opOf(how, value),
    isYesNo: !new RegExp(`${LEAD}${WHEN} `).test(text),
    unit: NO_UNIT.test(unit) ? '' : unit,
  }
}

/** "Behind 20 minutes" is a window as much as a level. */
const WINDOW_UNIT = /^(?:am|pm|utc|times)$/
const NO_UNIT = /^(?:in|on|at|of|by|ever|first|once|today|yesterday|during|since|before|after|again|or)$/

function opOf(
  { above, below, up, down }: Readonly<Record<string, string | undefined>>,
  value: number,
): LevelAsked['op'] {
  if (above !== undefined) return 'gt'
  if (below !== undefined) return 'lt'
  if (up !== undefined) return 'gte'
  return down !== undefined || value === 0 ? 'lte' : null
}

const HOW_FAST = new RegExp(
  `${LEAD}(?:(?:at what|what) (?:rate|speed|pace)|how (?:fast|quickly|rapidly|quick)) (?:is|are|was|were|does|do|did|has|have) ${THING} (?:been )?(?:(?:still|now|currently) )*(?<course>growing|rising|falling|dropping|increasing|decreasing|shrinking|climbing|sinking|changing|filling(?: up)?|piling up|building up|draining|emptying|running (?:out|down|low)|going (?:up|down)|grow|rise|fall|drop|increase|decrease|shrink|climb|sink|change|fill up|run out|go up|go down)(?: now| right now| at the moment| currently)?${TIME}\\W*$`,
)

/** What a question asks the speed of; null of any other. */
export function speedAsked(text: string): string | null {
  if (text.length > 200 || /["`]/.test(text)) return null
  const { what = '', time = '' } = HOW_FAST.exec(text)?.groups ?? {}
  return what === '' ? null : `${what}${time}`
}

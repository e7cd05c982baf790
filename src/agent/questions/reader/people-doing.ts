/**
 * "How many customers looked at a product", "how often do people log in": people, a verb and what they do it to. A
 * reading that drops the verb, takes the people for a value, or counts lines that only tell of failures is of something
 * else.
 */

import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { PEOPLE, SEVERAL_PEOPLE } from '../vocabulary/people.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { routesAbout } from './routes.ts'
import { isOfSuccess } from './texts.ts'
import { BESIDE, BETWEEN, PARTICLE } from './time-of-doing.ts'
import { lemmaOf, stemOf } from './words.ts'

export interface PeopleDoing {
  /** "customers"; null where only how often it is done is asked. */
  readonly who: string | null
  readonly verbs: readonly string[]
  /** What it is done to, its head last; empty where the verb says it all ("log in"). */
  readonly noun: readonly string[]
}

const VERB = '(?<verb>[a-z]{3,20})'
const REST = '(?<rest>(?: [a-z][a-z-]{0,29}){0,6})$'
const HAVE = '(?: (?:have|had|did|actually|just|successfully|already|currently|that|who))*'
const FORMS: readonly RegExp[] = [
  new RegExp(
    `^how many (?:(?:different|distinct|unique|of|the|our) )*(?<who>${SEVERAL_PEOPLE})${HAVE} (?:managed to )?${VERB}${REST}`,
  ),
  new RegExp(
    `^how (?:often|many times) (?:do|did|does|have|has) (?:the |our )?(?:${SEVERAL_PEOPLE}|we|you|they|someone|anyone) ${VERB}${REST}`,
  ),
]
/** What happens to people, what they are, and what any of them does. */
const NOT_DONE =
  /^(?:are|were|was|is|be|been|being|have|has|had|do|did|does|can|could|will|would|should|may|might|must|not|never|get|got|see|saw|seen|hit|met|face|faced|run|ran|experience|experienced|encounter|encountered|suffer|suffered|receive|received|lose|lost|fail|failed|wait|waited|give|gave|come|came|go|went|use|used|call|called|need|needed|want|wanted|affected|impacted|per|from|with|without|who|that|on|in|at|of|for|by|to|and|or|there|here|now|today|left|still|only|try|tried|take|took|complain|complained|keep|kept|miss|missed|retry|retried|hold|held|stay|stayed)$/
const IRREGULAR = wordTable<string>({
  ...{ sent: 'send', paid: 'pay', bought: 'buy', made: 'make', sold: 'sell', wrote: 'write', built: 'build' },
  ...{ began: 'begin', chose: 'choose', drew: 'draw', read: 'read', put: 'put', rode: 'ride', left: 'leave' },
})

/** What a question without its time asks of people; null where it asks for something else. */
export function peopleDoing(text: string): PeopleDoing | null {
  const plain = text.replace(/^(?:(?:so|and|ok|hey|please|but) )+/, '')
  const found = FORMS.map((form) => form.exec(plain)).find((match) => match !== null)
  const { who = null, verb, rest = '' } = found?.groups ?? {}
  if (verb === undefined || NOT_DONE.test(verb)) return null
  const [first, ...further] = rest.trim() === '' ? [] : rest.trim().split(' ')
  const isPhrasal = first !== undefined && PARTICLE.test(first)
  const isLook = /^look/.test(verb) && /^(?:at|up|into|through)$/.test(first ?? '')
  const isFor = /^(?:search|ask|appl|sign|check)/.test(verb) && /^(?:for|up|on)$/.test(first ?? '')
  const said = isPhrasal || isLook || isFor ? further : [first, ...further].filter((word) => word !== undefined)
  const noun = said.filter((word) => !BETWEEN.test(word) && !PRONOUN.test(word))
  if (noun.some((word) => BESIDE.test(word)) || noun.length > 3) return null
  const bases = basesOf(verb)
  return { who, verbs: isPhrasal ? bases.map((one) => `${one}${first}`) : bases, noun }
}

/** "Sent us a reading", "search for something". */
const PRONOUN = /^(?:us|me|them|something|anything|stuff|things)$/

/** All there is: who opened the app is everybody. */
const WHOLE = /^(?:apps?|application|system|site|website|platform|service|product|shop|store|portal)$/

function basesOf(verb: string): string[] {
  const known = IRREGULAR[verb]
  if (known !== undefined) return [known]
  if (/[^aeiou]ied$/.test(verb)) return [`${verb.slice(0, -3)}y`]
  if (!verb.endsWith('ed')) return [verb]
  const stem = verb.slice(0, -2)
  return [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')]
}

/** Words that ask for what went wrong: lines of it are meant. */
const TROUBLE = /\b(?:fail|error|refus|reject|declin|denied|not\b|never\b|unable|wrong|block|kicked|locked)/

/** Whether a plan, or none, tells nothing of what these people do. */
export function isDoingLost(text: string, plan: Plan | undefined, doing: PeopleDoing, catalogue: Catalogue): boolean {
  const isWhole = doing.noun.some((word) => WHOLE.test(word) && routesAbout(word, catalogue.operations).length === 0)
  if (isWhole) return false
  if (plan === undefined) return true
  if (plan.intent !== 'measure' || TROUBLE.test(text) || plan.groupBy.length > 0) return false
  const isPeople = (value: string): boolean => PEOPLE.test(lemmaOf(value.toLowerCase()))
  const { conditions, measure } = plan
  if (!['records', 'requests', 'distinct', 'ratio'].includes(measure.of)) return false
  if (conditions.some((one) => one.on === 'attribute' && one.values.some(isPeople))) return true
  const told = conditions.filter(({ on }) => on !== 'service' && on !== 'text')
  if (told.length === 0) return true
  if (told.some(({ on }) => on !== 'templates')) return false
  const words = told.flatMap((one) => (one.on === 'templates' ? one.words.split(' ') : []))
  const isVerb = (word: string): boolean => doing.verbs.some((verb) => stemOf(verb) === stemOf(word))
  if (!words.some(isVerb) || words.some((word) => word === doing.who)) return true
  const ids = told.flatMap((one) => (one.on === 'templates' ? one.ids : []))
  return !catalogue.templates.some((line) => ids.includes(line.id) && isOfSuccess(line))
}

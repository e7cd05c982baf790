/**
 * "Average time to book an appointment", "how long does it take ledger to write an entry", "how long does opening a
 * playlist take": how long the requests take on which that is done to the thing. The verb has to be one by which any
 * thing is made, or the end of a route, or one that lines say of the thing.
 */

import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { Statistic } from '../plan/plan.ts'
import { nearlySame } from '../vocabulary/thesaurus.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { participle } from './plain-order.ts'
import { endsIn, fixedPartsOf, isOfStore, routesAbout, routesOfThing } from './routes.ts'
import type { QuestionState } from './state.ts'
import { isOfSuccess } from './texts.ts'
import { lemmaOf, stemOf } from './words.ts'

export interface Doing {
  /** What may be meant by the verb: "clos" of "closing" is none, "close" is. */
  readonly verbs: readonly string[]
  /** The thing, its head last; empty where the verb says it all ("top up"). */
  readonly noun: readonly string[]
  readonly statistic: Statistic
}

const STATISTIC =
  '(average|avg|mean|median|typical|usual|longest|shortest|slowest|fastest|maximum|minimum|max|min|p\\d\\d)'
const STATISTICS = wordTable<Statistic>({
  ...{ average: 'mean', avg: 'mean', mean: 'mean', typical: 'p50', usual: 'p50', median: 'p50' },
  ...{ longest: 'max', slowest: 'max', maximum: 'max', max: 'max' },
  ...{ shortest: 'min', fastest: 'min', minimum: 'min', min: 'min' },
  ...{ p50: 'p50', p75: 'p75', p90: 'p90', p95: 'p95', p99: 'p99' },
})
const MANNER =
  '(?: (?:on average|in the mean|in median|usually|typically|normally|as a rule|in general|these days|right now|now|currently))?'
const THING = '(?<thing>(?: [a-z][a-z-]{0,29}){1,6}?)??'
/** Who does it: a service, people, or nobody. */
const WHO =
  '(?: (?:for )?(?:us|you|people|someone|somebody|users?|customers?|clients?|one|patients?|drivers?|citizens?|(?:the |our )?[a-z][\\w-]{2,40}))?'
const FORMS: readonly RegExp[] = [
  new RegExp(
    `^(?:the )?(?:${STATISTIC} )?(?:time|duration) (?:it takes |needed |taken |required )?to (?<verb>[a-z]{2,20})${THING}(?<manner>${MANNER})$`,
  ),
  new RegExp(
    `^how long (?:does|did|do|is) (?:it|this) (?:usually |typically |normally )?(?:take|taking)${WHO} to (?<verb>[a-z]{2,20})${THING}(?<manner>${MANNER})$`,
  ),
  new RegExp(
    `^how long (?:does|did|do) (?:the |our )?[a-z][\\w-]{2,40} (?:usually |typically |normally )?(?:take|need) to (?<verb>[a-z]{2,20})${THING}(?<manner>${MANNER})$`,
  ),
  new RegExp(
    `^how long (?:does|did|do) (?<ing>[a-z]{2,20}ing)${THING} (?:usually |typically |normally )?(?:take|last|need)(?<manner>${MANNER})$`,
  ),
]
const LEAD = /^(?:(?:so|and|ok|hey|please|what is|what was|what's|whats|show me|give me|tell me|the|our) )+/
/** Verbs of anything: of a service itself, or of the incident. */
const NO_DOING =
  /^(?:an?|the|answer|respond|reply|handle|process|serve|finish|complete|run|work|react|recover|fix|repair|resolve|detect|notice|restart|boot|deploy|roll|come|go|get|be|become|have|do|take|return|load|execute|wait)$/
/** Verbs by which any thing is made. */
const MAKES =
  /^(?:create|make|add|place|submit|post|send|file|register|record|order|request|book|report|issue|upload|put|enter|log|write|start|begin|raise|schedule|set|store|save|buy|purchase)$/
/** What things are shown on. */
export const SHOWS =
  /^(?:maps?|pages?|lists?|details?|overviews?|screens?|boards?|dashboards?|views?|sites?|calendars?)$/
/** What is done to a thing by those who only look at it. */
const LOOKS = /^(?:look|lookup|view|see|check|open|browse|visit|watch|read|fetch|load)$/
export const PARTICLE = /^(?:in|out|up|off|down)$/
/** What stands behind these is more than the thing. */
export const BESIDE =
  /^(?:to|of|for|from|in|into|on|at|with|without|by|via|and|or|that|who|which|when|while|if|than|per|since|after|before|not)$/
export const BETWEEN = /^(?:a|an|the|our|one|some|any|new|single|their|his|her|its|my|your|all|each)$/

/** The question without its time; null where no time of doing something is asked for. */
export function doingAsked(plain: string): Doing | null {
  const text = plain
    .replace(/[?!.,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(LEAD, '')
  const found = FORMS.map((form) => form.exec(text)).find((match) => match !== null)
  if (found === undefined || found === null) return null
  const { verb, ing, manner = '', thing: said = '' } = found.groups ?? {}
  const verbs = verb !== undefined ? [verb] : gerundOf(ing ?? '')
  const thing = said.trim() === '' ? [] : said.trim().split(' ')
  if (verbs.length === 0 || verbs.some((one) => NO_DOING.test(one))) return null
  const [particle, ...rest] = thing
  const isPhrasal = particle !== undefined && PARTICLE.test(particle)
  const noun = (isPhrasal ? rest : thing).filter((word) => !BETWEEN.test(word))
  if (noun.some((word) => BESIDE.test(word)) || noun.length > 3) return null
  const asked = STATISTICS[/^[a-z]+(?=.*\btime\b)|^p\d\d/.exec(text)?.[0] ?? '']
  const statistic =
    asked ??
    (/average|mean/.test(manner) ? 'mean' : /median|usual|typical|normal|rule/.test(manner + text) ? 'p50' : 'p95')
  return { verbs: isPhrasal ? verbs.map((one) => `${one}${particle}`) : verbs, noun, statistic }
}

function gerundOf(text: string): string[] {
  const stem = text.replace(/ing$/, '')
  return stem === text || stem.length < 2 ? [] : [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')]
}

export interface DoingRoutes {
  /** Routes on which it is surely done. */
  readonly sure: readonly string[]
  /** Routes on which it may be done, where these lines are written. */
  readonly maybe: readonly string[]
  /** Those that make the thing, where the verb says that it is made. */
  readonly made: readonly string[]
  readonly said: string
  readonly templates: readonly KnownTemplate[]
}

/** The routes on which something is done to a thing, with the lines that tell of it. */
export function routesOfDoing(
  { verbs, noun }: Pick<Doing, 'verbs' | 'noun'>,
  { operations, templates }: Catalogue,
): DoingRoutes {
  const head = noun.join('-')
  const doneAs = verbs.flatMap((verb) => [participle(verb), ...(/ing$/.test(verb) ? [] : [`${verb}ed`])])
  const told = templates.filter(
    (one) =>
      isOfSuccess(one) &&
      one.tokens.some((token) => doneAs.includes(token)) &&
      noun.every((word) => one.tokens.some((token) => token === word || lemmaOf(token) === lemmaOf(word))),
  )
  const said = noun.join(' ')
  const about = noun.length === 0 ? [] : routesAbout(head, operations)
  const nouns = [lemmaOf(noun.at(-1) ?? ''), lemmaOf(head)]
  const across =
    noun.length === 0
      ? operations
      : operations.filter((name) => fixedPartsOf(name).some((part) => nouns.includes(lemmaOf(part))))
  const isVerb = (name: string): boolean => {
    const last = fixedPartsOf(name).at(-1) ?? ''
    return verbs.some((verb) => last === verb || last === participle(verb) || lemmaOf(last.replace(/-/g, '')) === verb)
  }
  const ending = across.filter((name) => !isOfStore(name) && isVerb(name))
  const { made, read } = noun.length === 0 ? { made: [], read: [] } : routesOfThing(head, operations)
  const ofVerb = verbs
    .flatMap((verb) => [...nearlySame(verb), ...nearlySame(participle(verb))])
    .flatMap((word) => (stemOf(word) === stemOf(head) ? [] : routesOfThing(word, operations).made))
  // "Open a playlist": what reads it, unless lines tell of something done.
  const isLookedAt = told.length === 0 && verbs.some((verb) => LOOKS.test(verb))
  // "The outage map" is `GET /outages`: what holds it restricts nothing, any other word would.
  const [thing, ...holders] = noun
  const isHeld = holders.length > 0 && holders.every((word) => SHOWS.test(word))
  const looked =
    read.length > 0 || !isLookedAt || !isHeld || thing === undefined ? read : routesOfThing(thing, operations).read
  // "Report a leak" on `POST /leak-reports`.
  const joined = noun.length === 0 ? [] : verbs.flatMap((verb) => routesOfThing(`${head}-${verb}`, operations).made)
  const isMade = verbs.some((verb) => MAKES.test(verb))
  const sure =
    ending.length > 0
      ? ending
      : joined.length > 0
        ? joined
        : isLookedAt && looked.length > 0
          ? looked
          : told.length === 0 && isMade
            ? made
            : []
  const maybe = [...new Set([...made, ...read, ...about, ...ofVerb])].filter((name) => !endsIn(name, 'health'))
  return { sure, maybe, made: isMade ? made : [], said, templates: told }
}

/** The words of a question that say no time. */
export function withoutTime({ text, words }: QuestionState): string {
  return words
    .filter(({ usedBy }) => usedBy === 'time')
    .reverse()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
    .replace(/[?!.,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

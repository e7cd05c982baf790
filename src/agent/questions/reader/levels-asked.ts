/**
 * Levels of gauges in the words of those on call: "how full is redis memory vs its max", "workers busy: at the limit?",
 * "webhook backlog piling up", "lag of renewals, worst value", "consumer lag too?". What is asked of the level is taken off,
 * and what is left has to name one gauge with each of its words: by parts of its name, its unit, values and keys of its
 * series, or the service that sends it.
 */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Catalogue, KnownValues } from '../grounding/catalogue.ts'
import type { PlanTime } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { technologyIn, technologyOf } from '../vocabulary/technologies.ts'
import { timeOf } from './asked-time.ts'
import { partsOf } from './covering/told.ts'
import { LIMIT_PART, USED_PART } from './gauge-limits.ts'
import { isUnitSaid } from './gauge-words.ts'
import { isOfName, isOfSender, type SaidValue, valuesSaid } from './metric-series.ts'
import { lastMinutes } from './noun-state.ts'
import { type QuestionState, type ReadContext, stateOf } from './state.ts'
import { stemOf, type Word, wordsOf } from './words.ts'

/** What is asked of a level. */
export type LevelAsk = 'full' | 'piling' | 'too' | 'highest' | 'lowest' | 'normal' | 'course' | 'now'

export interface LevelAsked {
  readonly ask: LevelAsk
  /** Whether a level is asked for in so many words: a bare noun may mean lines or requests as well. */
  readonly isSure: boolean
  readonly isYesNo: boolean
  readonly metric: MetricDescriptor
  readonly services: readonly string[]
  readonly values: readonly SaidValue[]
  /** The key by which its series are told apart. */
  readonly group: string | null
  /** What its series do not carry, though the question restricts it so. */
  readonly foreign: readonly string[]
  /** How many parts of its name are said. */
  readonly told: number
  /** How many parts of its name nothing says. */
  readonly untold: number
  readonly time: PlanTime
  readonly isTimed: boolean
  readonly recent: PlanTime
}

const LENGTH_MAX = 110
/** What is asked of a level, each taken off the question where it stands. */
const OPERATORS: readonly (readonly [LevelAsk, RegExp])[] = [
  [
    'full',
    /\bhow full (?:is|are|was|were|did)\b|\b(?:vs|versus|against|compared to|out of|relative to|and) (?:its|the|their|of its)? ?(?:max(?:imum)?|limits?|capacity|total|ceiling|size|quota)\b|\b(?:at|near|on|over|hitting|reached|close to) (?:its|the|their)? ?(?:limits?|max(?:imum)?|capacity|ceiling)\b|\b(?:exhausted|maxed out|saturated|used up|full|filled up|fill level|filling level|utili[sz]ation of|pegged)\b/g,
  ],
  [
    'piling',
    /\b(?:is |are )?(?:piling|building|backing|stacking|queu(?:e)?ing|heaping) up\b|\b(?:is |are |got )?backed up\b|\bstuck in\b|\bpile[ds]? up\b/g,
  ],
  [
    'too',
    /\b(?:too|as well|also(?: affected| up| hit)?)\b(?=[\s?.!]{0,5}$)|^(?:and )?(?:did|does) (?=.{3,60} (?:rise|grow|go up|climb|jump|increase) too\b)/g,
  ],
  [
    'highest',
    /\b(?:how (?:high|far up|large|big|bad|deep|long) did (?:it|they|the \w+)? ?(?:get|go|grow|climb)?|at (?:its|the|their) (?:peak|worst|highest|maximum|worst moment|worst point|longest|deepest)|worst (?:value|moment|point)|(?:peak|max(?:imum)?|highest|worst) value|peak|highest|at peak|at most|max(?:imum)?|worst)\b/g,
  ],
  [
    'lowest',
    /\b(?:how (?:low|far down) did (?:it|they|the \w+)? ?(?:get|go|fall|drop|sink)?|at (?:its|the|their) (?:lowest|minimum|emptiest)|lowest (?:value|point|level)|min(?:imum)? value|lowest|min(?:imum)?)\b/g,
  ],
  [
    'course',
    /\b(?:trending (?:up|down)?|(?:still )?(?:growing|rising|climbing|falling|shrinking|dropping|increasing|decreasing|creeping up|going up|going down)|doing|leak(?:ing)?|trend|over time)\b/g,
  ],
  [
    'normal',
    /\b(?:normal|ok|okay|fine|unusual|odd|high|low|elevated|healthy|too (?:high|low)|as usual)\b(?=[\s?.!]{0,5}$|,| or not| for )/g,
  ],
  [
    'now',
    /\b(?:right now|currently|at the moment|(?:is |are |has |have |do we have |does it have )?left|remaining|now|last value|current(?: value)?|level of)\b/g,
  ],
]
/** What may stand beside such a question and asks nothing more. */
const BESIDE =
  /\b(?:and|or) (?:when|what time|at what time|since when|when was that|not)\b|\bwhen (?:was|is) (?:it|that)\b|^(?:so|and|but|ok|hey|well|hm+)[, ]+/g
/** Words that make it a question of something else. */
const OTHER =
  /\b(?:why|who|whose|cause[ds]?|logs?|lines?|records?|errors?|warnings?|requests?|calls?|fail\w*|per (?:second|minute|hour|day)|than|without|except|distinct|how often|deploy\w*|releas\w*|versions?|restart\w*|broken?|affected|trace|average|avg|mean|before|after|during|until|slow\w*|latenc\w*|p\d\d|quick\w*|fast\w*|how long|times?|takes?|took)\b|["`{}<>=\n]/
const GENERIC_WORD =
  /^(?:many|much|number|count|values?|readings?|level|figure|current|metrics?|gauges?|there|any|it|its|reach|get|go|got|be|been|being|how|what|when|which|each|every|all|of|or|and|not|amount|really|real|still|usage)$/
const LEFT_PART = /^(?:remaining|left|free|available|idle)$/
const BACKLOG = /^(?:backlog|queue|backed|waiting|pending)$/
const BACKLOG_PART = /^(?:queue|backlog|pending|waiting|lag|depth|held|unsent|outstanding|buffered)$/
/** Parts of names that say nothing of what is measured where nobody has to say them. */
const UNTOLD =
  /^(?:active|open|current|running|connected|count|total|usage|used|size|length|depth|level|value|number|percent|percentage|pct|ratio|utilization|seconds?|bytes?|container|process|system|server|jvm|node|nodejs|go|resident|state|client|db|k8s|messages?|ready|consumer|records)$/

/** The level that a question asks for; null of any other, and where no gauge or several have its words. */
export function levelAsked(asWritten: string, context: ReadContext): LevelAsked | null {
  const written = asWritten.replace(/[\s?.!]{0,5}$/, '')
  if (written.length > LENGTH_MAX || OTHER.test(written) || context.catalogue.metrics.length === 0) return null
  let text = written.replace(BESIDE, ' ')
  let ask: LevelAsk = 'now'
  let isSure = false
  for (const [one, form] of OPERATORS) {
    const rest = text.replace(form, ' ')
    if (rest === text) continue
    if (!isSure) ask = one
    isSure = true
    text = rest
  }
  text = text.replace(/ {2,}/g, ' ').trim()
  const state = stateOf(text, context, {})
  if (state.against !== null || state.beside !== null || state.traceId !== null) return null
  const words = wordsOf(text).filter((word) => !isTimed(word, state))
  const named = namedIn(state, words)
  const told = gaugeOf(words, named, written, context)
  if (told === null) return null
  return {
    ...told,
    ...{
      ask,
      isSure,
      isYesNo: /^(?:(?:so|and|but|ok|hey)[, ]+)?(?:is|are|was|were|did|does|has|have)\b|\bor not\b|\?$/.test(asWritten),
    },
    ...{ time: timeOf(state), isTimed: state.time !== null, recent: lastMinutes(state) },
  }
}

function isTimed(word: Word, state: QuestionState): boolean {
  return state.words.some(({ usedBy, start, end }) => usedBy === 'time' && start < word.end && end > word.start)
}

interface Named {
  readonly services: readonly string[]
  readonly words: ReadonlySet<Word>
}

/** The services that are named by their whole name, or by a part that only one has. */
function namedIn(state: QuestionState, words: readonly Word[]): Named {
  const own = state.named.filter(({ services }) => services.length === 1)
  const places = own.flatMap(({ at, length }) => state.words.slice(at, at + length))
  const services = [...new Set(own.flatMap((one) => one.services))]
  return {
    services,
    words: new Set(words.filter((word) => places.some(({ start, end }) => start < word.end && end > word.start))),
  }
}

type Told = Pick<LevelAsked, 'metric' | 'services' | 'values' | 'group' | 'foreign' | 'told' | 'untold'>

/** The gauge that has all words; of several the one with most of its name said. */
function gaugeOf(
  words: readonly Word[],
  named: Named,
  written: string,
  { catalogue, values }: ReadContext,
): Told | null {
  const fits = catalogue.metrics.flatMap((metric) => fitOf(words, named, written, metric, catalogue, values) ?? [])
  const [best, next] = fits.toSorted((a, b) => b.told - a.told || a.untold - b.untold)
  if (best === undefined) return null
  return next !== undefined && next.told === best.told && next.untold === best.untold ? null : best
}

function fitOf(
  words: readonly Word[],
  named: Named,
  written: string,
  metric: MetricDescriptor,
  catalogue: Catalogue,
  known: readonly KnownValues[],
): Told | null {
  if (metric.type !== 'gauge') return null
  const parts = partsOf(metric.name)
  const units = partsOf(metric.unit.replace(/[{}]/g, ''))
  const own = metric.attributes.filter(({ key }) => !isOfSender(key))
  const said = valuesSaid(words, { name: metric.name, attributes: own }, catalogue)
  const services = named.services.filter((name) => metric.services.includes(name))
  if (services.length < named.services.length && !isNameOfParts(named, parts)) return null
  const told = new Set<string>()
  const foreign: string[] = []
  let group: string | null = null
  for (const word of words) {
    if (said.some((one) => one.words.includes(word))) continue
    const found = partsSaid(word, metric, [...parts, ...units])
    for (const part of found) told.add(part)
    if (found.length > 0 || named.words.has(word) || isUnitSaid(word, metric.unit)) continue
    const key = own.find((one) => one.values.length > 1 && partsOf(one.key).includes(word.lemma))
    if (key !== undefined) {
      group = key.key
      continue
    }
    if (FUNCTION_WORDS.has(word.text) || GENERIC_WORD.test(word.text)) continue
    const other = metric.services.length === 1 ? keyOfValue(word.text, known, catalogue) : null
    if (other === null) return null
    foreign.push(other)
  }
  // A limit, or what is free, is meant where it is said so.
  const rest = parts.filter((part) => !told.has(part))
  if (rest.some((part) => LIMIT_PART.test(part) && !written.includes(part) && !USED_PART.test(part))) return null
  const telling = [...told].filter((part) => parts.includes(part) || units.includes(part))
  const isTold = telling.some((part) => !UNTOLD.test(part)) || telling.length > 1
  const isLeft = /\b(?:left|remaining|free)\b/.test(written)
  const isSaidOtherwise = (part: string): boolean =>
    UNTOLD.test(part) || technologyIn(part) !== null || isPartOfService(part, named) || (isLeft && LEFT_PART.test(part))
  const untold = rest.filter((part) => !units.includes(part) && !isSaidOtherwise(part)).length
  return isTold && untold <= 1 ? { metric, services, values: said, group, foreign, told: telling.length, untold } : null
}

/** The parts of a name that a word means, by its own forms or as another name of a product. */
function partsSaid(word: Word, metric: MetricDescriptor, parts: readonly string[]): string[] {
  const technology = technologyOf(word.text)
  return parts.filter(
    (part) =>
      stemOf(part) === stemOf(word.lemma) ||
      (technology !== null && technologyIn(part) === technology) ||
      (BACKLOG.test(word.text) && BACKLOG_PART.test(part)) ||
      isOfName(word, metric, [part]),
  )
}

function isNameOfParts({ words }: Named, parts: readonly string[]): boolean {
  return [...words].every(({ lemma }) => parts.includes(lemma))
}

function isPartOfService(part: string, { services }: Named): boolean {
  return services.some((name) => partsOf(name).includes(part))
}

/** What the rest of the data knows under this name: a value of a key, or a queue or topic that spans go by. */
function keyOfValue(text: string, known: readonly KnownValues[], { operations }: Catalogue): string | null {
  const found = known.find(({ values }) => values.some(({ value }) => value.toLowerCase() === text))
  if (found !== undefined) return `${found.key} ${text}`
  const isName = /[._-]/.test(text) && operations.some((name) => name.toLowerCase().startsWith(`${text} `))
  return isName ? text : null
}

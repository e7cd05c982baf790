/**
 * Numbers that only metrics hold, asked in everyday words: "how full are the glass containers now", "lag of partitions 2
 * and 3", "which exam has most students in it at the moment?". A gauge is meant where it has all words of the question
 * between its name, its unit, what its unit measures, and the keys and values of its series.
 */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { PlanOf, PlanTime, Statistic } from '../plan/plan.ts'
import { degreeOfGauge } from '../vocabulary/degrees.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { nearlySame } from '../vocabulary/thesaurus.ts'
import { timeOf } from './asked-time.ts'
import { partsOf } from './covering/told.ts'
import { AT_FIRST, AT_FIRST_WORD, firstMinute, IN_PLACE, READINGS } from './gauge-moments.ts'
import {
  FALLING,
  isBeforeNoun,
  isFurthest,
  isOfOnlySender,
  isSaidTwice,
  isSpeed,
  isStatistic,
  isUnitSaid,
  OF_COURSE,
  RISING,
  speedOf,
  statisticIn,
  withInitials,
} from './gauge-words.ts'
import { conditionsOf, isAdditive, isOfName, isOfSender, KIND, type SaidValue, valuesSaid } from './metric-series.ts'
import { lastMinutes } from './noun-state.ts'
import { type ReadContext, stateOf } from './state.ts'
import { saysDone } from './stock-or-event.ts'
import { lemmaOf, stemOf, type Word, wordsOf } from './words.ts'

type Measured = PlanOf<'measure'>

/** A plan, or for a course or a moment the same question in words that name the metric. */
export interface GaugeAsked {
  readonly metric: string
  readonly plan?: Measured
  readonly text?: string
  /** Whether the question says the whole name of the metric, and not only that it is about now. */
  readonly isWhole: boolean
  readonly isNow: boolean
  /** "How many minutes does it have left": what is left of it, in its unit. */
  readonly isInUnit: boolean
  readonly note?: string
}

const NOW =
  /\b(?:right now|now|currently|at the moment|at this moment|at present|presently|just now|atm|momentarily|as of now|(?:is|are) (?:still )?left|(?:has|have) left)\b/
const PRESENT =
  /^(?:(?:so|and|but|ok|hey) )*(?:how |what |which |who |where )?.{0,60}\b(?:is|are|has|have|sits?|holds?)\b(?! been\b| .{1,40} been\b)/
/** How much of something there is, without a kind of its own. */
const NEUTRAL =
  /^(?:high|low|big|large|small|long|short|strong|many|much|number|count|value|values|reading|level|figure|state|status|amount)$/
/** All series together. */
const TOGETHER =
  /\b(?:together|altogether|in total|total|in all|overall|combined|summed|summed up|added up|sum|all in all)\b/
const ALL = /^(?:all|together|altogether|total|overall|combined|summed|sum|added|whole|every|across|both)$/
/** Where things are, and that there are some. */
const BEING =
  /^(?:sit|sits|sitting|stay|stays|staying|exist|exists|present|there|left|in|inside|it|them|they|hold|holds|reading|show|shows|stand|stands|get|got|gotten|been|display|report|reports|report|have|has|had|having|current|currently|moment|momentarily|present|presently|please|pls|right|just|each|every|any|our|values?|numbers?|at|of|or|vs|versus|and|against)$/
/** What such a metric says of what it counts where nobody has to. */
const UNTOLD =
  /^(?:active|open|current|running|connected|present|online|parked|stored|speed|count|total|usage|used|size|length|depth|level|value|number|amount|percent|percentage|pct|ratio|seconds?|bytes?|metric|gauge|k8s|container|process|system|server|now)$/
/** Anything that asks for more than a number of a metric. */
const OTHER =
  /"|\b(?:why|cause[ds]?|who|whose|how often|how fast|how slow|logs?|lines?|records?|errors?|warnings?|requests?|calls?|fail(?:s|ed|ing|ures?)?|share|ratio|percentage of|percent of|per (?:second|minute|hour|day)|compared?|than|before and after|usual|normal|not|without|except|excluding|distinct|different|since when|how long ago|deploy\w*|releas\w*|version|broken?|affected|healthy|first|trace)\b/
const GROUP_WORD = /^(?:per|by|each|every|which|what)$/
const WEIRD = /\b(?:weird|odd|strange|unusual|abnormal|suspicious|fishy|funny|anomal(?:y|ies|ous)|crazy)\b/
/** The gauge that has all words of a question; null where none has, or several do. */
export function gaugeAsked(asWritten: string, context: ReadContext): GaugeAsked | null {
  const text = asWritten.replaceAll('`', '')
  const apart = context.catalogue.services.reduce(
    (said, { name }) =>
      name.includes('-') ? said.replace(name.toLowerCase(), name.toLowerCase().replaceAll('-', ' ')) : said,
    text,
  )
  // "Active video-visits": the words of a service's name may be those of what only it tells.
  const found = gaugeOf(text, context) ?? (apart === text ? null : gaugeOf(apart, context))
  const short = found === null ? withInitials(text, context.catalogue) : null
  const named = short === null ? null : gaugeOf(short.text, context)
  if (short === null || named === null) return found
  const note = `I took "${short.said}" as a word of ${short.name}.`
  return named.metric === short.name ? { ...named, isNow: named.isNow || named.text !== undefined, note } : null
}

function gaugeOf(text: string, context: ReadContext): GaugeAsked | null {
  if (OTHER.test(text)) return null
  const { catalogue } = context
  const state = stateOf(text, context, {})
  if (state.traceId !== null || state.recordId !== null || state.against !== null || state.beside !== null) return null
  const timed = state.words.filter(({ usedBy }) => usedBy === 'time')
  const words = wordsOf(text)
  const isTimed = (word: Word): boolean => timed.some(({ start, end }) => start < word.end && end > word.start)
  const course: Asked['course'] = WEIRD.test(text)
    ? 'weird'
    : FALLING.test(text)
      ? 'falling'
      : RISING.test(text)
        ? 'rising'
        : speedOf(text)
  const asked = { text, words: words.filter((word) => !isTimed(word)), course }
  const fits = catalogue.metrics.flatMap((metric) => fitOf(asked, metric, catalogue) ?? [])
  const whole = fits.filter(({ untold }) => untold === null)
  const kept = whole.length > 0 ? whole : fits
  const most = Math.max(0, ...kept.map(({ named }) => named))
  const [fit, more] = kept.filter(({ named }) => named === most)
  if (fit === undefined || more !== undefined) return null
  const isHeld = fit.values.length > 0 && IN_PLACE.test(text)
  const isNow = NOW.test(text) || fit.isRest || isHeld || (fit.isRanked && IS_FURTHEST.test(text))
  const { metric, isWhole, untold, before } = fit
  // Requests get slower as well: of what is no speed, that is no course.
  if (course !== null && !WEIRD.test(text) && !FALLING.test(text) && !RISING.test(text) && !isSpeed(metric)) return null
  const isOfCourse =
    course !== null && course !== 'weird' && (fit.values.length > 0 || (fit.isUnit && GOES_ON.test(text)))
  const shared = {
    ...{
      metric: metric.name,
      isWhole: isWhole || fit.isReading,
      isNow: isNow || isOfCourse,
      isInUnit: fit.isInUnit && fit.isRest,
    },
    ...(untold === null ? {} : { note: `I took "${untold.text}" as a word of ${metric.name}.` }),
    ...(before.length === 0
      ? {}
      : { note: `I took "${before.map((word) => word.text).join(' ')}" as a word of ${metric.name}.` }),
  }
  if (course !== null) return { ...shared, text: courseOf(text, course, fit, catalogue, state.time?.phrase) }
  const isFirst = AT_FIRST.test(text)
  const isPresent = !isFirst && (isNow || (state.time === null && PRESENT.test(text) && fit.isOfDegree))
  const first = isFirst && state.time === null ? firstMinute(catalogue) : null
  const time = first ?? (isPresent && state.time === null ? lastMinutes(state) : timeOf(state))
  return { ...shared, plan: planOf(text, fit, time, isPresent) }
}

/** "Which tank is the lowest": what is one of several now, and nothing that was done. */
const IS_FURTHEST =
  /^(?:(?:so|and|but|ok|hey) )*(?:which|what) [a-z-]{2,30} (?:is|are|stands|runs) (?:(?:currently|now|right now) )?(?:the |at its |at the )?[a-z]+est\b/

/** "Are participants increasing": of how many there are, and not of what was done. */
const GOES_ON = /\b(?:is|are)\b.{1,80}ing\b/

interface Asked {
  readonly text: string
  readonly words: readonly Word[]
  readonly course: 'weird' | 'rising' | 'falling' | null
}

const RUNS =
  /^(?:running|run|runs|working|work|open|opened|closed|busy|stuck|standing|stopped|moving|broken|online|offline|free|empty|full|available|ready)$/

/** "Lifts running now?" of `lift.queue.length`: nothing of the metric but what it belongs to, and not what is asked of that. */
export function isOfOwnerOnly(text: string, name: string, { metrics }: Catalogue): boolean {
  const metric = metrics.find((one) => one.name === name)
  const words = wordsOf(text)
  if (metric === undefined || words.some((word) => word.text === name.toLowerCase())) return false
  const parts = partsOf(name)
  const unit = metric.unit.replace(/[{}]/g, '')
  const names = [...parts, ...partsOf(unit)]
  const told = new Set(parts.filter((part) => words.some((word) => isAlike(part, word))))
  const isUnit = words.some((word) => partsOf(unit).some((part) => isAlike(part, word)))
  const isMeant = words.some((word) => isOfName(word, metric, names) && !parts.some((part) => isAlike(part, word)))
  if (told.size === 0 || isUnit || isMeant || isHeadSaid(metric, parts, unit, told, false)) return false
  return words.some(({ text: said }) => RUNS.test(said))
}

interface Fit {
  readonly metric: MetricDescriptor
  readonly values: readonly SaidValue[]
  /** The key whose values are ranked or told one by one. */
  readonly group: string | null
  readonly named: number
  readonly isWhole: boolean
  /** What the metric counts is said: "participants" of `{participant}`. */
  readonly isUnit: boolean
  /** What it reads is asked for. */
  readonly isReading: boolean
  /** A word that a part of the name means nearly the same as. */
  readonly untold: Word | null
  readonly statistic: Statistic | null
  readonly isRanked: boolean
  /** "Fullest": of what its unit measures. */
  readonly isOfDegree: boolean
  /** "Snowboards left": of what there is now. */
  readonly isRest: boolean
  /** Its unit is said. */
  readonly isInUnit: boolean
  /** Words before a noun of the name that nothing tells: "clearing house" of "clearing house certificate". */
  readonly before: readonly Word[]
}

function fitOf({ text, words, course }: Asked, metric: MetricDescriptor, catalogue: Catalogue): Fit | null {
  if (metric.type !== 'gauge' || saysDone(words, metric, catalogue)) return null
  const own = metric.attributes.filter(({ key }) => !isOfSender(key))
  const values = valuesSaid(words, { name: metric.name, attributes: own }, catalogue)
  const unit = metric.unit.replace(/[{}]/g, '')
  const parts = partsOf(metric.name)
  const several = own.filter((one) => one.values.length > 1)
  const keys = own.flatMap(({ key }) => partsOf(key).filter((part) => !NO_NOUN.test(part)))
  const told = new Set<string>()
  const named: Word[] = []
  const unknown: Word[] = []
  const group = groupOf(words, several, parts)
  const isAtFirst = AT_FIRST.test(text)
  // "The last reading of F3": of what tells something of F3.
  const isReading = values.length > 0 && words.some((word) => READINGS.test(word.text))
  let isOfDegree = false
  let isRest = false
  let isInUnit = false
  for (const word of words) {
    if (values.some((one) => one.words.includes(word))) continue
    const degree = degreeOfGauge(word.text)
    if (degree !== null && (degree.units.test(unit) || parts.some((part) => degree.names.test(part)))) {
      isOfDegree = true
      named.push(word)
      for (const part of parts) if (degree.names.test(part)) told.add(part)
      continue
    }
    const isLeft = /^(?:left|remaining)$/.test(word.text)
    for (const part of parts)
      if (isLeft && /^(?:free|open|available|remaining)$/.test(part)) {
        told.add(part)
        isRest = true
      }
    const isSaid = isOfName(word, metric, [...parts, ...partsOf(unit)])
    if (isSaid) {
      named.push(word)
      for (const part of parts) if (word.text === metric.name.toLowerCase() || isAlike(part, word)) told.add(part)
      if (partsOf(unit).some((part) => isAlike(part, word))) told.add(unit)
      continue
    }
    // "Participants online" of `participants.active`.
    const present = PRESENT_NOW.test(word.text) ? parts.find((part) => PRESENT_NOW.test(part)) : undefined
    if (present !== undefined) {
      told.add(present)
      continue
    }
    if (isUnitSaid(word, unit)) {
      isInUnit = true
      continue
    }
    const isGrammar =
      FUNCTION_WORDS.has(word.text) ||
      isStatistic(word.text) ||
      NEUTRAL.test(word.text) ||
      ALL.test(word.text) ||
      BEING.test(word.text) ||
      (isAtFirst && AT_FIRST_WORD.test(word.text)) ||
      READINGS.test(word.text) ||
      GROUP_WORD.test(word.text) ||
      (course !== null && OF_COURSE.test(word.text))
    if (isGrammar || keys.includes(word.lemma) || group?.word === word || isOfOnlySender(words, word, metric)) continue
    unknown.push(word)
  }
  const isHead = isReading || isHeadSaid(metric, parts, unit, told, isOfDegree)
  if (!isHead || hasUntoldState(parts, unit, told, isOfDegree)) return null
  // "Packet loss of relay-eu-1" of `relay.packet_loss` by relay: the value says the rest of the name.
  const keysSaid = [...values.map(({ key }) => key), ...(group === null ? [] : [group.key])].flatMap(partsOf)
  const isTold = (part: string): boolean => told.has(part) || keysSaid.includes(part)
  const isWhole =
    parts.filter((part) => !UNTOLD.test(part)).every(isTold) && new Set([...told, ...parts.filter(isTold)]).size > 1
  // "How many minutes does the client certificate have left": the unit, the noun and what is left tell the metric.
  const before = isInUnit && isRest && isBeforeNoun(unknown, named, words) ? unknown : []
  const untold = before.length > 0 ? null : (unknown[0] ?? null)
  if (unknown.length > 1 && before.length === 0) return null
  // "Orders created" are no open ones: what was done is no other word for a state.
  const isNoun = untold !== null && values.length > 0 && !/(?:ed|ing|en)$/.test(untold.text)
  const isSame = untold !== null && isWhole && isSaidTwice(untold, named)
  if (untold !== null && !isSame && !(isNoun && isNearly(untold, parts))) return null
  const furthest = superlativeOf(words, named)
  const statistic = furthest ?? statisticIn(words)
  const isRanked = group !== null && /^(?:which|what)$/.test(group.before)
  const isSeries = values.length > 0 || group !== null || TOGETHER.test(text)
  // "Queue depth?" of a metric alone is read by its words.
  if (!isSeries && !isOfDegree && !isWhole && course === null && !NOW.test(text)) return null
  return {
    ...{ metric, values, group: group?.key ?? null, named: told.size, isWhole, untold, statistic, isRanked },
    isUnit: unit !== '' && told.has(unit),
    isReading,
    isOfDegree: furthest !== null,
    ...{ isRest, isInUnit, before },
  }
}

const PRESENT_NOW = /^(?:active|online|connected|live|open)$/
const NO_NOUN = /^(?:id|name|code|key|messaging|system)$/

function isAlike(part: string, { text, lemma }: Word): boolean {
  return (
    part === lemma || part === text || stemOf(part) === stemOf(lemma) || (lemma.length >= 4 && part.startsWith(lemma))
  )
}

/** What is asked is said, and not only the thing that it belongs to: "lifts" are no `lift.queue.length`. */
function isHeadSaid(
  { name }: MetricDescriptor,
  parts: readonly string[],
  unit: string,
  told: ReadonlySet<string>,
  isOfDegree: boolean,
): boolean {
  const [owner, ...others] = parts.filter((part) => !partsOf(unit).includes(part) || told.has(part))
  if (isOfDegree || told.has(unit) || others.some((part) => told.has(part))) return true
  const isOnly = others.every((part) => UNTOLD.test(part))
  const isPlural = /^[a-z]+s(?![a-z])/i.test(name)
  return owner !== undefined && told.has(owner) && (isOnly || isPlural)
}

/** "Spaces at P3" are not the free ones: behind what is said of a name nothing that matters is left. */
function hasUntoldState(
  parts: readonly string[],
  unit: string,
  told: ReadonlySet<string>,
  isOfDegree: boolean,
): boolean {
  const last = parts.findLastIndex((part) => told.has(part))
  if (last < 0) return !isOfDegree && parts.some((part) => STATE.test(part))
  return parts
    .slice(last + 1)
    .some((part) => !UNTOLD.test(part) && !partsOf(unit).includes(part) && !(isOfDegree && !STATE.test(part)))
}
const STATE =
  /^(?:free|available|idle|unused|remaining|failed|failure|error|refused|rejected|waiting|pending|queued|hold|limit|max|min|closed|ready)$/

/** "Weighbridge terminals" of `scale_terminals`. */
function isNearly({ text, lemma }: Word, parts: readonly string[]): boolean {
  return [...nearlySame(text), ...nearlySame(lemma)].some((word) => parts.includes(lemmaOf(word)))
}

interface Group {
  readonly key: string
  readonly word: Word
  readonly before: string
}

/** "Per kind", "which exam", "which containers … the fullest": the key by which the series are told apart. */
function groupOf(
  words: readonly Word[],
  several: MetricDescriptor['attributes'],
  parts: readonly string[],
): Group | null {
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]?.text === 'the' ? words[at - 2]?.text : words[at - 1]?.text
    // "The warmest fridge": the furthest of one kind is one of them.
    const isFurthestOf = before !== undefined && isFurthest(before)
    if (before === undefined || (!GROUP_WORD.test(before) && !isFurthestOf)) continue
    const own = several.find(({ key }) => {
      const noun = partsOf(key).findLast((part) => !NO_NOUN.test(part)) ?? ''
      return key.toLowerCase() === word.text || noun === word.lemma || (KIND.test(noun) && KIND.test(word.lemma))
    })
    const [only, more] = several
    // "Which containers are the fullest": of a thing whose series only one key tells apart.
    const isThing =
      own === undefined && /^(?:which|what)$/.test(before) && more === undefined && parts.includes(word.lemma)
    const isMeant = words.some((one) => isFurthest(one.text) || isStatistic(one.text))
    if (own !== undefined) return { key: own.key, word, before: isFurthestOf ? 'which' : before }
    if (isThing && isMeant && only !== undefined) return { key: only.key, word, before }
  }
  return null
}

/** "Fullest", "emptiest": the most or least of it. */
function superlativeOf(words: readonly Word[], named: readonly Word[]): Statistic | null {
  const said = words.find((word) => named.includes(word) && isFurthest(word.text))
  if (said === undefined) return null
  return degreeOfGauge(said.text)?.little.test(said.text) === true ? 'min' : 'max'
}

function planOf(text: string, fit: Fit, time: PlanTime, isPresent: boolean): Measured {
  const { metric, values, group, statistic, isRanked } = fit
  const byValue = values.filter(({ isNot }) => !isNot)
  const [first] = byValue
  const isOfSeveral = first !== undefined && new Set(byValue.map(({ value }) => value)).size > 1
  const only = fit.before.length > 0 && metric.attributes.length === 1 ? metric.attributes[0]?.key : undefined
  const key = group ?? only ?? (isOfSeveral && byValue.every((one) => one.key === first.key) ? first.key : null)
  const isExtreme = statistic === 'max' || statistic === 'min'
  const chosen = statistic === null || (isExtreme && isRanked && isPresent) ? 'last' : statistic
  const isTotal =
    chosen === 'last' &&
    key === null &&
    isAdditive(metric) &&
    (TOGETHER.test(text) || metric.attributes.some((one) => one.values.length > 1 && one.key !== first?.key))
  return plainMeasure({
    measure: { of: 'metric', metric: metric.name, statistic: chosen, ...(isTotal ? { isTotal } : {}) },
    conditions: conditionsOf(values),
    time,
    groupBy: key === null ? [] : [{ field: key, scope: 'attribute' }],
    order: statistic === 'min' ? 'lowest' : 'highest',
    limit: key === null ? 10 : 20,
  })
}

/** The same question in words that name the metric. */
function courseOf(
  text: string,
  course: NonNullable<Asked['course']>,
  { metric, values }: Fit,
  { templates }: Catalogue,
  since?: string,
): string {
  const of = values.map(({ value }) => ` ${value}`).join(' and')
  if (course === 'weird') return `is anything unusual in ${metric.name}${of}`
  const isWhen = /\b(?:when|what time|since when)\b/.test(text)
  const verb = course === 'rising' ? 'rise' : 'fall'
  // "Falling back to tcp": a word that lines say would be looked for in them.
  const isFree = (word: string): boolean => !templates.some(({ tokens }) => tokens.includes(word))
  const going = COURSES[course].find(isFree) ?? course
  return isWhen
    ? `when did ${metric.name} start to ${verb}`
    : `is ${metric.name} ${going} ${/^(?:since|after)\b/.test(since ?? '') ? since : 'over time'}`
}
const COURSES = { rising: ['rising', 'increasing', 'growing'], falling: ['falling', 'decreasing', 'dropping'] } as const

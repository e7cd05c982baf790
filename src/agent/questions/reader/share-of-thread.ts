/**
 * "What share of all vends is that?", "so what is the rejection rate?" behind lines that were counted: these lines, of all
 * that tell of the same thing. What the thread counts gives the noun, the verb and what both are restricted by.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanCondition, PlanOf } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { windowOf } from './follow-up-time.ts'
import { countedOf } from './move-base.ts'
import type { Previous } from './state.ts'
import { templateCondition } from './texts.ts'
import { lemmaOf, stemOf } from './words.ts'

type Count = PlanOf<'measure'>
type Lines = Extract<PlanCondition, { on: 'templates' }>

/** A share of what the thread counts. */
export interface ThreadShare {
  /** The whole questions that it may be, the nearest first. */
  readonly wholes: readonly string[]
  readonly base: Count
  /** Whether the share is of the very lines that were counted, and not of others with the same noun. */
  readonly isOfCounted: boolean
  /** "The rejection rate": it goes by its own verb, whatever was asked in between. */
  readonly isVerbSaid: boolean
}

const SHARE = /^(?:share|percentage|percent|percents|%|pct|proportion|fraction|rate|ratio|part)$/
/** What people call a rate of things that did not come to be. */
const FAILED = /^(?:fail|failure|failing|error|drop|loss|miss)$/
const SMALL = /^(?:is|that|as|about|roughly|out|whole|total|all|then|overall|those|such)$/

/** What is asked of the thread; null where it is no share, or names something that the thread does not count. */
export function shareOfThread(asked: string, previous: Previous, catalogue: Catalogue): ThreadShare | null {
  const base = ofWinner(countedOf(previous.plan), asked, previous)
  const lines = base === null ? null : linesOf(base)
  if (base === null || lines === null || base.measure.of !== 'records') return null
  const words = asked.toLowerCase().match(/[a-z][a-z'-]*|%/g) ?? []
  const at = words.findIndex((word) => SHARE.test(word))
  if (at < 0 || words.length > WORDS_MAX) return null
  const noun = nounOfLines(lines, catalogue)
  if (noun === null) return null
  const isRate = words[at] === 'rate' || words[at] === 'ratio'
  const said = words.filter((word, place) => place !== at && !FUNCTION_WORDS.has(word) && !SMALL.test(word))
  const others = said.filter((word) => lemmaOf(word) !== lemmaOf(noun))
  const verb = isRate ? others[0] : undefined
  if (others.length > (verb === undefined ? 0 : 1)) return null
  const isNamed = verb !== undefined || said.length > 0
  // A bare "what share is that" behind groups may be one of the groups.
  if (!isNamed && (base.groupBy.length > 0 || base.conditions.some(({ on }) => on === 'attribute'))) return null
  if (verb === undefined) return { wholes: wholesOf(noun, lines, previous), base, isOfCounted: true, isVerbSaid: false }
  const done = verbOf(verb, noun, catalogue)
  if (done !== null) {
    const isOfCounted = lines.words.split(' ').includes(done)
    return { wholes: [`what share of ${noun} were ${done}`], base, isOfCounted, isVerbSaid: true }
  }
  const isOfTrouble = FAILED.test(verb) && (/\bnot\b/.test(lines.words) || isOfErrors(lines, catalogue))
  return isOfTrouble ? { wholes: wholesOf(noun, lines, previous), base, isOfCounted: true, isVerbSaid: false } : null
}

const WORDS_MAX = 12

/** "Of all its labels" behind the institute with the most: of that one. */
function ofWinner(base: Count | null, asked: string, { winner }: Previous): Count | null {
  const [group, more] = base?.groupBy ?? []
  if (base === null || !/\b(?:its|their|his|her)\b/i.test(asked)) return base
  if (winner === undefined || group === undefined || more !== undefined || group.scope !== 'attribute') return base
  const only: PlanCondition = { on: 'attribute', key: group.field, scope: 'attribute', values: [winner.value] }
  return { ...base, conditions: [...base.conditions, only], groupBy: [] }
}

const MOST = /\b(?:most|mostly|often|leads?|how many|how often|when|list|show)\b/i
const OF_SHARE = /\b(?:rate|ratio|share|percentage|percent|worst|highest|lowest|fails? (?:the )?most)\b|%/i

const OTHER_OUTCOME = /\b(?:[1-5]\d\ds?|[45]xx|failed|failures?|succeeded|successful|went through|refused|errors?)\b/i

/** Known as a whole. */
const BARE_COUNT = /^(?:(?:and|so|but|ok)[, ]+)*how many[\s?.!]*$/i

/** What was counted for a share, where a follow-up asks how often, when or which, and not for a share again. */
export function countedForShare(asked: string, plan: Plan): Count | null {
  if (plan.intent !== 'measure' || plan.measure.of !== 'ratio' || !MOST.test(asked) || OF_SHARE.test(asked)) return null
  // "And how many were 404" are none of those that failed.
  if (OTHER_OUTCOME.test(asked) || BARE_COUNT.test(asked.trim())) return null
  const { share, among } = plan.measure
  const isOfLines = share === 'matching' && (among?.some(({ on }) => on === 'templates') ?? false)
  if (isOfLines) return { ...plan, measure: { of: 'records' }, isYesNo: false }
  if (share === 'matching' || among !== undefined) return null
  const conditions: PlanCondition[] = [
    ...plan.conditions.filter(({ on }) => on !== 'outcome'),
    { on: 'outcome', is: share },
  ]
  return { ...plan, measure: { of: 'requests' }, conditions, isYesNo: false }
}

/** The only lines that were counted, told by their words. */
function linesOf({ conditions }: Count): Lines | null {
  const lines = conditions.filter((one): one is Lines => one.on === 'templates')
  const [only, more] = lines
  return only !== undefined && more === undefined && only.not !== true ? only : null
}

function templatesOf({ ids }: Lines, { templates }: Catalogue): readonly KnownTemplate[] {
  return templates.filter(({ id }) => ids.includes(id))
}

function isOfErrors(lines: Lines, catalogue: Catalogue): boolean {
  return templatesOf(lines, catalogue).every(({ severity }) => /^(?:error|fatal|crit)/i.test(severity))
}

/** The word of the lines that others of the same service say too: "departures" of "departures refused". */
function nounOfLines(lines: Lines, catalogue: Catalogue): string | null {
  return lines.words.split(' ').find((word) => wholeOf(word, lines, catalogue).length > lines.ids.length) ?? null
}

/** All lines of the same services that tell of the noun. */
function wholeOf(noun: string, lines: Lines, catalogue: Catalogue): readonly KnownTemplate[] {
  const services = new Set(templatesOf(lines, catalogue).map(({ service }) => service))
  return catalogue.templates.filter(
    ({ id, service, severity, tokens }) =>
      services.has(service) &&
      (lines.ids.includes(id) || !/^(?:debug|trace)/i.test(severity)) &&
      tokens.some((token) => lemmaOf(token) === lemmaOf(noun)),
  )
}

const STEM_MIN = 4

/** "Rejection" is what lines call "rejected". */
function verbOf(rate: string, noun: string, { templates }: Catalogue): string | null {
  const stem = stemOf(rate)
  const isSame = (token: string): boolean => {
    const own = stemOf(token)
    const shared = [...own].findIndex((letter, at) => letter !== stem[at])
    const length = shared < 0 ? own.length : shared
    return /(?:ed|en|t|id)$/.test(token) && length >= STEM_MIN && own.length - length <= 1
  }
  for (const { tokens } of templates) {
    const isOfNoun = tokens.some((token) => lemmaOf(token) === lemmaOf(noun))
    const found = isOfNoun ? tokens.find((token) => lemmaOf(token) !== lemmaOf(noun) && isSame(token)) : undefined
    if (found !== undefined) return found
  }
  return null
}

const HOW_MANY = /^(?:(?:so|and|ok|okay|hey|now|but),? )*(?:how many|number of|count of) (?!of\b)(?=[a-z])/i

/** The question that counted them, and what their lines say. */
function wholesOf(noun: string, { words }: Lines, { question, root }: Previous): string[] {
  // The first question of a thread may have counted others: "granted" before "and refused?".
  const last = words.split(' ').at(-1) ?? ''
  const asked = [question, root].flatMap((one) =>
    one !== undefined && HOW_MANY.test(one) && [noun, last].every((word) => one.toLowerCase().includes(word))
      ? [one.trim().replace(HOW_MANY, 'what share of ')]
      : [],
  )
  const predicate = words
    .split(' ')
    .filter((word) => word !== noun)
    .join(' ')
  return predicate === '' ? asked : [...asked, `what share of ${noun} were ${predicate}`]
}

/** What was read of the whole, of the lines and the restrictions of the thread; null where it is no share. */
export function fittedShare(read: Plan | null, { base, isOfCounted }: ThreadShare, catalogue: Catalogue): Plan | null {
  const lines = linesOf(base)
  if (lines === null) return null
  const held = base.conditions.filter(({ on }) => on === 'attribute' || on === 'number' || on === 'text')
  const isRatio = read?.intent === 'measure' && read.measure.of === 'ratio' && read.conditions.length > 0
  const own = isRatio ? linesOf(read) : null
  const isRead = isRatio && (own === null || !isOfCounted || own.ids.some((id) => lines.ids.includes(id)))
  if (isRead && read.measure.of === 'ratio' && (held.length === 0 || read.measure.among !== undefined)) {
    const among = read.measure.among === undefined ? {} : { among: joined(read.measure.among, restricting(held)) }
    return {
      ...read,
      measure: { ...read.measure, ...among },
      conditions: joined(read.conditions, restricting(held)),
      time: windowOf(base.time),
    }
  }
  const noun = nounOfLines(lines, catalogue)
  const whole = noun === null ? null : templateCondition([noun], wholeOf(noun, lines, catalogue))
  if (!isOfCounted || whole === null) return null
  const services = base.conditions.filter(({ on }) => on === 'service')
  return plainMeasure({
    measure: { of: 'ratio', share: 'matching', among: joined([whole], [...services, ...restricting(held)]) },
    conditions: base.conditions,
    time: windowOf(base.time),
  })
}

/** Whose they are; a text is what they say. */
function restricting(held: readonly PlanCondition[]): readonly PlanCondition[] {
  return held.filter(({ on }) => on !== 'text')
}

function joined(own: readonly PlanCondition[], held: readonly PlanCondition[]): PlanCondition[] {
  const said = new Set(own.map((one) => JSON.stringify(one)))
  return [...own, ...held.filter((one) => !said.has(JSON.stringify(one)))]
}

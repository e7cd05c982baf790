/**
 * "Push notifications do not arrive, why?", read as what broke: the cause is of everything that fails. The lines that tell
 * of trouble with what is named are looked up beside it, so that the answer can say whether that is a part of it.
 */

import type { Catalogue, KnownTemplate } from '../questions/grounding/catalogue.ts'
import { type PlanCondition, type PlanOf, servicesOf } from '../questions/plan/plan.ts'
import { type KnownValue, ofValue, valueFor } from '../questions/reader/known-values.ts'
import type { ReadContext } from '../questions/reader/state.ts'
import { isDenying, templateCondition } from '../questions/reader/texts.ts'
import { dayUpTo } from '../questions/reader/when.ts'
import { lemmaOf, stemOf, wordsOf } from '../questions/reader/words.ts'
import type { OwnTrouble, Reading } from '../questions/reading.ts'
import { FUNCTION_WORDS, WHOLE_SYSTEM } from '../questions/vocabulary/function-words.ts'

const PATTERNS_MAX = 10
/** Words that so large a part of all lines of trouble have tell none of them apart. */
const TELLING_MAX = 0.5
const LINES_MIN = 4
const STORY_WORDS_MIN = 2
const VALUE_CHARS_MIN = 4
/** What the conventions of telemetry name: nobody's customer, region or product goes by it. */
const OF_CONVENTION =
  /^(?:http|rpc|grpc|messaging|db|url|server|client|net|network|code|telemetry|os|process|thread|host|k8s|container|service|peer|faas|otel|error|exception)[._]/i
/** What every report says of what is wrong, and no line of one thing more than of another. */
const OF_TROUBLE =
  /^(?:fail\w*|errors?|broken|broke|down|wrong|slow\w*|issues?|problems?|trouble|timeouts?|dead|stuck|requests?|calls?|services?|customers?|users?|people|answer\w*|affect\w*|support|everything|gets?|him|her|start|stop|back)$/

/** The lines of that trouble; null where a question is no such report, or no line tells of what it names. */
export function ownTrouble(question: string, reading: Reading, catalogue: Catalogue): OwnTrouble | null {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'cause' || more !== undefined || plan.conditions.some(({ on }) => on !== 'service')) return null
  if (!isOfWhat(plan) || catalogue.firstMs === null || catalogue.lastMs === null) return null
  // All of the day up to there: what is everyday is known by what was before.
  const untilMs = plan.time.basis === 'asked' ? Date.parse(plan.time.to) : catalogue.lastMs + 1
  const time = dayUpTo(Math.min(untilMs, catalogue.lastMs + 1), catalogue.firstMs)
  const asked = { intent: 'patterns', time, limit: PATTERNS_MAX } as const
  const services = servicesOf(plan)
  const context = contextOf(catalogue)
  const value = services.length > 0 ? null : valueIn(question, context)
  const isValue = (word: string): boolean =>
    value !== null && valueFor({ context }, lemmaOf(word.toLowerCase()))?.value === value.value
  const said = (reading.unrestricted ?? []).filter((word) => wordsIn([word]).length > 0 && !isValue(word))
  if (value !== null) {
    const conditions: PlanCondition[] = [ofValue(value), { on: 'outcome', is: 'failed' }]
    return { words: said, value: value.value, plan: { ...asked, isOfRequests: true, conditions } }
  }
  // A story was taken as a whole: what several of its words say together may still be told.
  const isStory = said.length === 0
  const words = isStory ? wordsIn([question]) : wordsIn(said)
  const own = catalogue.templates.filter(({ service }) => services.length === 0 || services.includes(service))
  const found = linesAbout(words, own, isStory ? STORY_WORDS_MIN : 1)
  const told = templateCondition(
    words,
    found.map(({ template }) => template),
  )
  const names = isStory ? words : said
  return told === null ? null : { words: wordsOfLines(names, found), plan: { ...asked, conditions: [told] } }
}

function isOfWhat({ aspect, suspects, suspected, remedy }: PlanOf<'cause'>): boolean {
  const isPlain = suspects === undefined && suspected === undefined && remedy === undefined
  return isPlain && (aspect === 'what' || aspect === 'why')
}

function contextOf(catalogue: Catalogue): ReadContext {
  const values = catalogue.values.filter(
    ({ signal, scope, key }) => signal === 'spans' && scope === 'attribute' && !OF_CONVENTION.test(key),
  )
  return { catalogue, values, askedAtMs: 0, previous: null }
}

/** The value of requests that a question names, such as a customer; the rarest of several. Null where it names none. */
function valueIn(question: string, context: ReadContext): KnownValue | null {
  const found = wordsOf(question.toLowerCase()).flatMap(({ text }) => {
    if (text.length < VALUE_CHARS_MIN || FUNCTION_WORDS.has(text) || OF_TROUBLE.test(text)) return []
    const known = valueFor({ context }, text)
    return known === null ? [] : [known]
  })
  return found.sort((a, b) => a.count - b.count)[0] ?? null
}

function wordsIn(said: readonly string[]): string[] {
  const words = said.flatMap((one) => one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  return [...new Set(words.filter(isTelling))]
}

function isTelling(word: string): boolean {
  return word.length > 2 && !FUNCTION_WORDS.has(word) && !WHOLE_SYSTEM.has(word) && !OF_TROUBLE.test(word)
}

/** A line with the stems of its words and of those of its service's name. */
interface Worded {
  readonly template: KnownTemplate
  readonly stems: ReadonlySet<string>
}

/** The lines of trouble that have most of these words, in their text or in the name of their service. */
function linesAbout(
  words: readonly string[],
  templates: readonly KnownTemplate[],
  wordsMin: number,
): readonly Worded[] {
  if (words.length < wordsMin) return []
  const troubled = templates.filter(isOfTrouble).map(withStems)
  const told = troubled.map((line) => ({ line, count: words.filter((word) => line.stems.has(stemOf(word))).length }))
  const most = Math.max(0, ...told.map(({ count }) => count))
  if (most < wordsMin) return []
  const found = told.filter(({ count }) => count === most).map(({ line }) => line)
  return troubled.length > LINES_MIN && found.length > troubled.length * TELLING_MAX ? [] : found
}

function wordsOfLines(said: readonly string[], found: readonly Worded[]): string[] {
  return said.filter((one) => wordsIn([one]).some((word) => found.some(({ stems }) => stems.has(stemOf(word)))))
}

function isOfTrouble(template: KnownTemplate): boolean {
  return /^(?:warn|error|fatal)/.test(template.severity) || isDenying(template)
}

function withStems(template: KnownTemplate): Worded {
  const { tokens, service } = template
  return { template, stems: new Set([...tokens, ...service.toLowerCase().split(/[-_.]+/)].map(stemOf)) }
}

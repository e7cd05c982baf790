/** Words around those of a gauge's name: who sends it, its unit, and what says the same again. */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Statistic } from '../plan/plan.ts'
import { degreeOfGauge } from '../vocabulary/degrees.ts'
import { nearlySame } from '../vocabulary/thesaurus.ts'
import { partsOf } from './covering/told.ts'
import type { Word } from './words.ts'

/** "The connector" of what only network-connector sends; "in refunds" without an article names no service. */
export function isOfOnlySender(
  words: readonly Word[],
  word: Word,
  { services: [service, more] }: MetricDescriptor,
): boolean {
  const before = words[words.indexOf(word) - 1]?.text ?? ''
  if (service === undefined || more !== undefined || !/^(?:the|our)$/.test(before)) return false
  return word.lemma.length >= 4 && partsOf(service).includes(word.lemma)
}

/** Up to two words that stand right before a noun of the name. */
export function isBeforeNoun(unknown: readonly Word[], named: readonly Word[], words: readonly Word[]): boolean {
  const last = words.indexOf(unknown.at(-1) as Word)
  const isTogether = unknown.every((word, at) => words.indexOf(word) === last - unknown.length + 1 + at)
  return unknown.length <= 2 && isTogether && named.includes(words[last + 1] as Word)
}

/** "Outstanding balance due": the same again in another word. */
export function isSaidTwice({ text }: Word, named: readonly Word[]): boolean {
  return named.some(({ text: said, lemma }) => nearlySame(text).some((word) => word === said || word === lemma))
}

export function isUnitSaid({ text }: Word, unit: string): boolean {
  const names = UNITS_SAID.find(([units]) => units.test(unit))?.[1] ?? null
  return names?.test(text) ?? (unit !== '' && text === unit.toLowerCase())
}

/** Units as metrics write them, and as people call them. */
const UNITS_SAID: readonly (readonly [RegExp, RegExp])[] = [
  [/^[%1]$/, /^(?:percent|percentage|pct|%)$/],
  [/^s$/, /^(?:s|secs?|seconds)$/],
  [/^min$/, /^(?:min|mins|minutes)$/],
  [/^h$/, /^(?:h|hrs|hours)$/],
  [/^d$/, /^(?:d|days)$/],
]

/** "Early-bag store" of `ebs.bags`: words whose first letters a part of a metric's name is made of, and how they are said. */
export function withInitials(
  asked: string,
  { metrics, templates }: Pick<Catalogue, 'metrics' | 'templates'>,
): { readonly text: string; readonly said: string; readonly name: string } | null {
  const text = asked.replace(/[a-z]{6,30}/g, (word) => inTwo(word, templates))
  const words = [...text.matchAll(/[a-z]{2,30}/g)]
  for (const { name } of metrics)
    for (const part of name.toLowerCase().split(/[._/-]+/)) {
      if (!/^[a-z]{3,5}$/.test(part)) continue
      const at = words.findIndex((_, from) => isMadeOf(part, text, words.slice(from, from + part.length)))
      const [first, last] = [words[at], words[at + part.length - 1]]
      if (first === undefined || last === undefined) continue
      const end = last.index + last[0].length
      return {
        text: `${text.slice(0, first.index)}${part}${text.slice(end)}`,
        said: text.slice(first.index, end),
        name,
      }
    }
  return null
}

/** "Earlybag", which lines write as "early-bag". */
function inTwo(word: string, templates: Catalogue['templates']): string {
  for (const { tokens } of templates) {
    const at = tokens.findIndex((token, place) => token.length > 1 && token + (tokens[place + 1] ?? '') === word)
    if (at >= 0) return `${tokens[at]}-${tokens[at + 1]}`
  }
  return word
}

const GRAMMAR =
  /^(?:the|an?|of|in|on|at|is|are|to|and|or|for|how|many|much|what|which|do|does|did|we|it|has|have|by|per)$/

/** Whether these words follow each other, none of them is grammar, and their first letters are those of the part. */
function isMadeOf(part: string, text: string, words: readonly RegExpExecArray[]): boolean {
  return (
    words.length === part.length &&
    words.every(({ 0: word, index }, at) => {
      const before = words[at - 1]
      const between = before === undefined ? '' : text.slice(before.index + before[0].length, index)
      return word[0] === part[at] && (before === undefined || /^[ -]$/.test(between)) && !GRAMMAR.test(word[0] ?? '')
    })
  )
}

/** "Are the belts slower": their speed falls. */
export function speedOf(text: string): 'rising' | 'falling' | null {
  if (!/^(?:(?:so|and|but|ok|hey) )*(?:is|are|did|do|does|has|have)\b/.test(text) || /\bthan\b/.test(text)) return null
  return /\b(?:slower|slow(?:ing|ed)? down)\b/.test(text) ? 'falling' : /\bfaster\b/.test(text) ? 'rising' : null
}

/** Whether a gauge tells how fast something moves. */
export function isSpeed({ name, unit }: MetricDescriptor): boolean {
  const speed = degreeOfGauge('fastest')
  return speed !== null && (speed.units.test(unit) || partsOf(name).some((part) => speed.names.test(part)))
}

/** Words of a course upwards, and of one downwards. */
export const RISING =
  /\b(?:(?:fill|pile|build|go|going|climb|creep|ris|grow|increas|mount|pick)(?:s|e|es|ing|ed)? up|fill(?:s|ing)? up|ris(?:e|es|ing|en)|rose|grow(?:s|ing)?|grew|increas(?:e|es|ing|ed)|climb(?:s|ing|ed)?|went up|goes up|built up|get(?:s|ting)? (?:fuller|higher|longer|more|bigger|warmer|hotter|heavier|deeper)|bec[ao]m(?:e|es|ing) (?:fuller|higher|longer|more|bigger|warmer|hotter|deeper))\b/
export const FALLING =
  /\b(?:(?:go|goes|going|run|runs|running|come|comes|coming) (?:down|low|out)|went down|fall(?:s|ing|en)?|fell|drop(?:s|ping|ped)?|decreas(?:e|es|ing|ed)|shrink(?:s|ing)?|shrank|sink(?:s|ing)?|sank|empt(?:y|ies|ying) out|drain(?:s|ing|ed)?|get(?:s|ting)? (?:emptier|lower|shorter|less|fewer|smaller|colder|cooler)|bec[ao]m(?:e|es|ing) (?:emptier|lower|shorter|less|fewer|smaller|colder|cooler))\b/
/** Words of these that say nothing else. */
export const OF_COURSE =
  /^(?:fill|fills|filling|pile|piles|piling|build|builds|built|building|pick|picks|picking|picked|up|down|out|low|go|goes|going|went|come|comes|coming|run|runs|running|climb|climbs|climbing|climbed|creep|ris\w{1,3}|rose|grow\w{0,3}|grew|increas\w{1,3}|fall\w{0,3}|fell|drop\w{0,4}|decreas\w{1,3}|shrink\w{0,3}|shrank|sink\w{0,3}|sank|drain\w{0,3}|empt\w{1,4}|get|gets|getting|become|becomes|becoming|became|fuller|emptier|higher|lower|longer|shorter|more|less|fewer|bigger|smaller|warmer|hotter|colder|cooler|heavier|deeper|over|time|start|started|starts|begin|began|begun|weird|odd|strange|unusual|abnormal|suspicious|fishy|funny|crazy|anomal\w{1,3}|look|looks|anywhere|somewhere|behave|behaves|acting|when|do|does|did|what|slowly|steadily|day|today)$/

const STATISTICS: readonly (readonly [Statistic, RegExp])[] = [
  ['mean', /^(?:average|avg|mean|averaged)$/],
  ['max', /^(?:highest|maximum|max|biggest|largest|greatest|peak|peaked|most|longest|deepest|fullest|worst|top)$/],
  ['min', /^(?:lowest|minimum|min|smallest|least|fewest|shortest|shallowest|emptiest)$/],
  ['p50', /^(?:median|p50)$/],
  ['p95', /^p95$/],
  ['p99', /^p99$/],
  ['last', /^(?:last|latest|current|newest)$/],
]
export function isFurthest(text: string): boolean {
  return /est$/.test(text) && degreeOfGauge(text) !== null
}

export function isStatistic(text: string): boolean {
  return STATISTICS.some(([, expression]) => expression.test(text))
}

export function statisticIn(words: readonly Word[]): Statistic | null {
  return STATISTICS.find(([, expression]) => words.some(({ text }) => expression.test(text)))?.[0] ?? null
}

/**
 * "Any metric unusual?", "which metric looks odd?", "disk, cpu, memory: anything unusual?": which of several metrics depart
 * from their own past. Another thing than what broke: an investigation is no answer to it.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { PlanCondition, PlanTime } from '../plan/plan.ts'
import { METRIC_WORDS } from '../vocabulary/meanings.ts'
import { timeOf } from './asked-time.ts'
import { type ReadContext, stateOf } from './state.ts'
import { lemmaOf } from './words.ts'

export interface MetricsAsked {
  readonly metrics: readonly string[]
  /** Resources that no metric tells of. */
  readonly untold: readonly string[]
  readonly conditions: readonly PlanCondition[]
  readonly time: PlanTime
  /** A yes means that none departs. */
  readonly isNormalAsked: boolean
}

const METRIC = /^(?:metrics?|gauges?|counters?|kpis?)$/
const ODD =
  /^(?:odd|weird|strange|strangely|unusual|unusually|abnormal|abnormally|anomal(?:y|ies|ous)|outliers?|fishy|suspicious|off|funny|amiss|jumpy|erratic|different|wrong|out|deviat(?:es?|ed|ing|ions?)|depart(?:s|ed|ing|ures?)|misbehav(?:es?|ing|ed)|normal|usual|ok|okay|fine|as|expected)$/
const NORMAL = /^(?:normal|usual|ok|okay|fine|expected)$/
/** Words that say how such a question is asked, and restrict nothing. */
const ASKING =
  /^(?:so|hey|please|is|are|was|were|do|does|did|has|have|there|any|anything|something|some|all|one|of|the|our|these|this|my|a|an|which|what|look|looks|looked|looking|seem|seems|seemed|behav(?:e|es|ed|ing)|act|acts|acting|in|with|about|on|at|for|right|now|today|currently|moment|show|showing|me|tell|us|that|or|not|and|range|ordinary|than|from|their|its|everyday|past|self|going|up|stand|stands|every|each|still|here|been|being|values?|numbers?|usage|load|space|looks?)$/
/** What machines have: several of them side by side. */
const RESOURCE =
  /^(?:cpu|processor|memory|ram|heap|disks?|storage|gc|threads?|goroutines?|connections?|pools?|queues?|backlog|lag|network|bandwidth|io)$/
const STANDS_APART =
  /^((?:(?:cpu|processor|memory|ram|heap|disks?|storage|gc|threads?|connections?|pools?|queues?|lag|network|bandwidth|io)(?:, ?| and | or | ?\/ ?|, and |, or )){1,5}(?:cpu|processor|memory|ram|heap|disks?|storage|gc|threads?|connections?|pools?|queues?|lag|network|bandwidth|io)) ?[:;\u2013-] ?((?:is |are )?(?:there )?(?:anything|something|any of (?:them|these)|all|everything) [^?]{3,40}\??)$/i

/** "Disk, cpu, memory: anything unusual?" in one sentence; every other question as it is. */
export function resourcesInside(question: string): string {
  const [, resources = '', asked = ''] = STANDS_APART.exec(question.trim()) ?? []
  return resources === '' ? question : `${asked.replace(/\?$/, '')} with ${resources}?`
}

/** The metrics whose own past is asked for; null of any other question. */
export function metricsOdd(text: string, context: ReadContext): MetricsAsked | null {
  if (text.length > 120 || context.catalogue.metrics.length === 0) return null
  const state = stateOf(text, context, {})
  const named = new Set(state.named.flatMap(({ at, length }) => state.words.slice(at, at + length)))
  const words = state.words.filter((word) => word.usedBy !== 'time' && !named.has(word))
  const resources = words.filter((word) => RESOURCE.test(word.text))
  const isOfMetrics = words.some((word) => METRIC.test(word.text))
  const isOdd = words.some(
    (word) => ODD.test(word.text) && !/^(?:as|out|ok|okay|fine|different|wrong)$/.test(word.text),
  )
  const isAsked = isOfMetrics ? resources.length === 0 : resources.length > 1
  const isKnown = words.every(
    (word) => METRIC.test(word.text) || ODD.test(word.text) || ASKING.test(word.text) || resources.includes(word),
  )
  if (!isAsked || !isKnown || !(isOdd || (isOfMetrics && /\b(?:out of range|misbehav|wrong|off)\b/.test(text))))
    return null
  const services = state.named.flatMap(({ services: own, how }) => (how === 'exact' && own.length === 1 ? own : []))
  if (named.size > 0 && services.length === 0) return null
  const conditions: PlanCondition[] = services.length === 0 ? [] : [{ on: 'service', values: [...new Set(services)] }]
  const all = context.catalogue.metrics.map(({ name }) => name)
  const told = resources.map(({ text: said }) => [said, toldBy(said, all)] as const)
  return {
    metrics: isOfMetrics ? all : [...new Set(told.flatMap(([, names]) => names))],
    untold: told.flatMap(([said, names]) => (names.length === 0 ? [said] : [])),
    conditions,
    time: timeOf(state),
    isNormalAsked: words.some(({ text: said }) => NORMAL.test(said)) && !/\bnot\b|n't\b|\bout of\b/.test(text),
  }
}

function toldBy(resource: string, names: Catalogue['metrics'][number]['name'][]): string[] {
  const word = lemmaOf(resource)
  const parts = METRIC_WORDS.filter(([asked]) => asked.includes(word)).flatMap(([, told]) => told)
  return names.filter((name) => [word, ...parts].some((part) => name.toLowerCase().includes(part)))
}

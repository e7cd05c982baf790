/** Amounts and durations that only log lines state. */

import type { Measure, Statistic } from '../plan/plan.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { isTimeAsked, unitSaid } from './amount-kind.ts'
import { isDoer } from './counted-amounts.ts'
import { hasNamesAsValues } from './known-values.ts'
import { freeWords, has, phraseWords, type QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import type { Word } from './words.ts'

/** "Sum of messages imported", "longest GC pause": lines state the number before the word that is asked for. */
export function amountInLines(state: QuestionState, statistic: Statistic | null): Measure | null {
  const { catalogue } = state.context
  const isSum =
    /\bsum (?:of|up)\b|\badd up\b|\b(?:total time|how much time|time spent)\b|\btotal (?:amount|value|sum|revenue|price|cost|size|weight|distance|energy|usd|eur|gbp|dollars?|euros?|kwh|bytes|tokens)\b/.test(
      state.text,
    )
  const asked =
    statistic ??
    (isSum ? 'sum' : has(state, 'slowest', 'highest') ? 'max' : has(state, 'fastest', 'lowest') ? 'min' : null)
  const isBy = has(state, 'by') && !isDoer(state)
  if (
    (asked === null && !isSummed(state)) ||
    isBy ||
    has(state, 'request_noun', 'error_noun', 'failure_ratio', 'share')
  )
    return null
  if (/\bwhich\b/.test(state.text)) return null
  const words = freeWords(state).filter(({ text }) => !SMALL_WORDS.has(text))
  const isMetric = catalogue.metrics.some(({ name }) => words.some(({ lemma }) => name.toLowerCase().includes(lemma)))
  if (words.length === 0 || isMetric) return null
  const wanted = unitSaid(state)
  for (const unit of state.words.filter(
    ({ usedBy, lemma, text }) =>
      usedBy === null &&
      (wanted === null ? lemma.length >= 4 && text.endsWith('s') && !isTimeAsked(state) : text === wanted),
  )) {
    const others = words.filter((word) => word !== unit)
    const found =
      others.length === 0 ? [] : linesWith(state, others).filter(({ template }) => states(template, unit.lemma))
    const condition = templateCondition(
      others.map(({ text }) => text),
      found,
    )
    if (condition === null) continue
    for (const word of [...others, unit]) word.usedBy = 'template'
    state.conditions.push(condition)
    const statistic = asked ?? 'sum'
    return { of: 'number', key: unit.text, unit: unit.lemma, signal: 'logs', isInBody: true, statistic }
  }
  if (asked === null) return null
  const keyed = amountUnderKey(state, words, asked)
  if (keyed !== null) return keyed
  // Two words that only lines say, and a duration in them: no request is meant.
  const timed =
    words.length < 2 ? [] : linesWith(state, words).filter(({ template }) => DURATION_IN_LINE.test(template))
  const condition = templateCondition(
    words.map(({ text }) => text),
    timed,
  )
  const isOperation = catalogue.operations.some((name) => words.some(({ lemma }) => name.toLowerCase().includes(lemma)))
  if (condition === null || isOperation) return null
  for (const word of words) word.usedBy = 'template'
  state.conditions.push(condition)
  return { of: 'number', key: 'duration', signal: 'logs', isInBody: true, statistic: asked }
}

/** "Covers fetched, total", "EUR imported altogether": what lines state is added up, not the lines. */
function isSummed({ text }: QuestionState): boolean {
  return /\b(?:total|totals|altogether|in total|in all|all in all|in sum|overall|combined|summed(?: up)?)\b/.test(text)
}

/** "Total amount of computed invoices", "sum of kwh in stored frames": lines state it as `amount=…`. */
function amountUnderKey(state: QuestionState, words: readonly Word[], statistic: Statistic): Measure | null {
  const { catalogue } = state.context
  const inSum = state.phrases.filter(({ tag }) => tag === 'sum').flatMap((phrase) => phraseWords(state, phrase))
  for (const unit of [...words, ...inSum]) {
    if (unit.usedBy !== null || unit.lemma.length < 3 || hasNamesAsValues(unit.lemma, catalogue)) continue
    const others = words.filter(
      (word) => word !== unit && !/^(?:eur|usd|gbp|chf|euros?|dollars?|kwh?|hz)$/.test(word.text),
    )
    const key = new RegExp(`(?<![a-z])${RegExp.escape(unit.lemma)}s?"?[=:] ?"?<\\*>`, 'i')
    const found = others.length === 0 ? [] : linesWith(state, others).filter(({ template }) => key.test(template))
    const condition = templateCondition(
      others.map(({ text }) => text),
      found,
    )
    if (condition === null) continue
    for (const word of [...words, unit]) word.usedBy = 'template'
    state.conditions.push(condition)
    return { of: 'number', key: unit.text, unit: unit.lemma, signal: 'logs', isInBody: true, statistic }
  }
  return null
}

function linesWith(state: QuestionState, words: readonly { readonly text: string }[]) {
  const services = state.conditions.flatMap((condition) => (condition.on === 'service' ? condition.values : []))
  return templatesWith(
    words.map(({ text }) => text),
    state.context.catalogue,
    services,
  )
}

/** Whether a variable of the template is an amount of this: `imported: <*> messages`, `stops=<*>`. */
function states(template: string, unit: string): boolean {
  const behind = new RegExp(`<\\*> ?${RegExp.escape(unit)}(?:e?s)?\\b`, 'i')
  const before = new RegExp(`\\b${RegExp.escape(unit)}s?["']?[=:] ?<\\*>`, 'i')
  return behind.test(template) || before.test(template)
}

/** "Slowest planned route in ms": where no span tells, lines that say how long it took do. */
export function numberInLines(state: QuestionState, statistic: Statistic | null, isLatency: boolean): Measure | null {
  const { catalogue } = state.context
  const services = state.conditions.flatMap((condition) => (condition.on === 'service' ? condition.values : []))
  const isTraced = catalogue.services.some(
    ({ name, spans }) => spans > 0 && (services.length === 0 || services.includes(name)),
  )
  if (isTraced || (!isLatency && statistic === null)) return null
  const units = state.words.filter(({ text }) => /^(?:ms|milliseconds?|s|seconds?)$/.test(text))
  const words = freeWords(state).filter((word) => !units.includes(word) && !SMALL_WORDS.has(word.text))
  const own = services.flatMap((name) =>
    state.named
      .filter((one) => one.services.includes(name))
      .flatMap(({ at, length }) => state.words.slice(at, at + length)),
  )
  const found = [words, [...own, ...words]]
    .map((asked) =>
      asked.length === 0
        ? []
        : templatesWith(
            asked.flatMap(({ text }) => text.split('-')),
            catalogue,
            services,
          ).filter(({ template }) => DURATION_IN_LINE.test(template)),
    )
    .find((some) => some.length > 0)
  const condition =
    found === undefined
      ? null
      : templateCondition(
          words.map(({ text }) => text),
          found,
        )
  if (condition === null) return null
  for (const word of [...words, ...units]) word.usedBy = 'template'
  state.conditions.push(condition)
  const asked = statistic ?? (has(state, 'fastest') ? 'min' : has(state, 'slowest', 'highest') ? 'max' : 'mean')
  return { of: 'number', key: 'duration', signal: 'logs', isInBody: true, statistic: asked }
}

const DURATION_IN_LINE =
  /<\*> ?(?:ms|msec|s|sec|seconds|milliseconds)\b|(?:took|duration|elapsed|time|latency)(?:_?ms)?[=: ]+<\*>/i

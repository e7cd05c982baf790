/**
 * Numbers that lines state, asked for by what they are called there: "average confidence" of `confidence=0.91`, "max
 * responseTime" of `"responseTime":12`, "biggest payout in EUR" of `payout of 12.50 EUR`.
 */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { Measure, Statistic } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { isOfAskedKind } from './amount-kind.ts'
import { hasNamesAsValues, valueFor } from './known-values.ts'
import { CURRENCY, isWholeName, MONEY, namesSlot, type Slot, slotsOf } from './slots.ts'
import { has, type QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import { stemOf, type Word } from './words.ts'

const DATABASE = /(?:^|[-_])(?:db|pg|postgres|postgresql|mysql|mariadb|sql|mongo|redis|database|store)(?:$|[-_])/i

/** The measure of a number that lines state; null where none goes by the question's words, or several do. */
export function statedAmount(state: QuestionState, statistic: Statistic | null): Measure | null {
  const asked = statisticAsked(state, statistic)
  const { catalogue } = state.context
  if (
    asked === null ||
    has(state, 'request_noun', 'error_noun', 'failure_noun', 'failure_ratio', 'share', 'by', 'distinct')
  )
    return null
  if (/\bwhich\b|\bhow many\b|\bnumber of\b/.test(state.text)) return null
  const services = state.conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const words = contentWords(state)
  const isMetric = catalogue.metrics.some(({ name }) =>
    words.some(({ lemma }) => name.toLowerCase().split(/[._]/).includes(lemma)),
  )
  if (isMetric || words.length === 0) return null
  // "Most refunds" are counted, unless the number itself is named.
  const isOfCount = /\b(?:most|fewest|least) [a-z]{3,}s\b/.test(state.text)
  const fits = catalogue.templates
    .filter(({ service }) => services.length === 0 || services.includes(service))
    .flatMap((template) =>
      slotsOf(template.template).flatMap((slot) => {
        if (!isOfAskedKind(state, slot) || hasNamesAsValues(slot.name, catalogue)) return []
        const said = words.filter((word) => namesSlot(word, slot))
        const isNamed = isWholeName(said, slot) || (slot.isMoney && words.some(({ lemma }) => MONEY.test(lemma)))
        const rest = words.filter((word) => !said.includes(word) && !(slot.isMoney && MONEY.test(word.lemma)))
        const isTold = rest.every((word) => isToldBy(state, word, template))
        const told = rest.filter(
          (word) => templatesWith([word.text], { ...catalogue, templates: [template] }, []).length > 0,
        )
        const isMeant = isNamed || (slot.isMoney && told.length > 0 && !isOfTime(state) && !isOfCount)
        return isMeant && isTold && (services.length > 0 || told.length > 0 || isNamed)
          ? [{ template, slot, said, told, isNamed }]
          : []
      }),
    )
  const named = fits.filter(({ isNamed }) => isNamed)
  const kept = named.length > 0 ? named : fits
  const most = Math.max(0, ...kept.map(({ told, said }) => told.length + said.length))
  const likely = kept.filter(({ told, said }) => told.length + said.length === most)
  // "Max memory used" of lines that state a memory size as well: of two names the one of which more is said.
  const spoken = (slot: Slot): number =>
    slot.words.filter((part) => state.words.some(({ text, lemma }) => text === part || lemma === part)).length
  const loudest = Math.max(0, ...likely.map(({ slot }) => spoken(slot)))
  const best = saidDirectly(
    state,
    likely.filter(({ slot }) => spoken(slot) === loudest),
  )
  const [first] = best
  if (first === undefined || new Set(best.map(({ slot }) => slot.name.toLowerCase())).size > 1) return null
  const told = first.told.map(({ text }) => text)
  const condition = templateCondition(
    told.length > 0 ? told : first.said.map(({ text }) => text),
    best.map(({ template }) => template),
  )
  if (condition === null) return null
  for (const word of words)
    if (best.some((one) => one.said.includes(word) || one.told.includes(word)) || MONEY.test(word.lemma))
      word.usedBy = 'template'
  state.conditions.push(condition)
  return { of: 'number', key: first.slot.name, unit: first.slot.name, signal: 'logs', isInBody: true, statistic: asked }
}

/** What is done with things, which is grammar elsewhere: "payments received". */
const PASSED_OVER = /^(?:received|sent|returned|served|used|reported|written|produced)$/

/** "Payments" of lines that say "payment", and not of those that say "to pay"; those received are no others. */
function saidDirectly<Fit extends { readonly template: KnownTemplate; readonly told: readonly Word[] }>(
  { words, context }: QuestionState,
  fits: readonly Fit[],
): readonly Fit[] {
  const done = words.filter(({ text }) => PASSED_OVER.test(text)).map(({ text }) => text)
  const isIn = (found: readonly KnownTemplate[]) => fits.filter(({ template }) => found.includes(template))
  const templates = fits.map(({ template }) => template)
  const told = [...new Set(fits.flatMap((fit) => fit.told.map(({ text }) => text)))]
  const direct = told.length === 0 ? fits : isIn(templatesWith(told, { ...context.catalogue, templates }, []))
  const kept = direct.length > 0 ? direct : fits
  const passed = kept.filter(({ template }) => done.every((word) => template.tokens.includes(word)))
  return passed.length > 0 ? passed : kept
}

/** "P95 of invoices", "how long does an invoice take": of a length of time, unless money is named. */
function isOfTime(state: QuestionState): boolean {
  return has(state, 'duration', 'p75', 'p90', 'p95', 'p99', 'p999') || /\bhow long\b/.test(state.text)
}

function statisticAsked(state: QuestionState, statistic: Statistic | null): Statistic | null {
  if (statistic !== null && statistic !== 'last') return statistic
  if (has(state, 'highest', 'slowest')) return 'max'
  if (has(state, 'lowest', 'fastest')) return 'min'
  const isSum = has(state, 'sum') || /\btotal\b|\bin all\b|\bhow much (?:money|revenue)\b/.test(state.text)
  return isSum ? 'sum' : null
}

/** Words that say what is meant, statistics and small words apart. */
function contentWords(state: QuestionState): Word[] {
  const isStatistic = (at: number): boolean =>
    state.phrases.some(
      (phrase) =>
        /^(?:mean|median|max|min|sum|highest|lowest|slowest|fastest|p\d+|count|show|log_noun|which|newest|oldest)$/.test(
          phrase.tag,
        ) &&
        at >= phrase.at &&
        at < phrase.at + phrase.length,
    )
  return state.words.filter(
    ({ usedBy, text, lemma }, at) =>
      usedBy === null &&
      !isStatistic(at) &&
      !FUNCTION_WORDS.has(text) &&
      !FUNCTION_WORDS.has(lemma) &&
      (!SMALL_WORDS.has(text) || MONEY.test(lemma)) &&
      /[a-z]/.test(text),
  )
}

/** Whether the line, its service or a value that is looked for tells a word. */
function isToldBy(state: QuestionState, word: Word, template: KnownTemplate): boolean {
  if (CURRENCY.test(word.text)) return true
  if (templatesWith([word.text], { ...state.context.catalogue, templates: [template] }, []).length > 0) return true
  const parts = template.service.toLowerCase().split(/[^a-z0-9]+/)
  if (parts.some((part) => part === word.lemma || stemOf(part) === stemOf(word.lemma))) return true
  if (/^(?:database|db|postgres|sql)$/.test(word.lemma)) return DATABASE.test(template.service)
  return valueFor(state, word.text) !== null
}

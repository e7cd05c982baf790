/**
 * Which of two: "do free or premium listeners play more?", "more buys or more sells?", "what takes longer, uploads or
 * downloads?". The two stand around an "or" ("vs", "versus") and are values of one key, or routes; a comparative says in
 * what they are compared. A word beside them that the data has restricts both; one that nothing tells leaves the question
 * to others.
 */
import type { KnownValues } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Measure, Plan, PlanCondition } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import type { Scope } from './decision.ts'
import { keysOf } from './fields.ts'
import { filesCarried } from './rewordings.ts'
import { operationsNamed, routesAbout, routesMeant } from './routes.ts'
import type { QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import type { Word } from './words.ts'

const PIVOT = /^(?:or|vs|vs\.|versus|than)$/
/** So far from the pivot a side may stand. */
const REACH = 4
/** Values of a key with more of them are ids that happen to look alike. */
const CLASSES_MAX = 20

const SLOWER = /\b(?:slower|slowest|longer|longest|faster|fastest|quicker|quickest)\b/
const FAILS = /\bfail(?:s|ed|ing|ures?)?\b|\berrors?\b|\bworse\b|\bless reliable\b|\bbreaks?\b/
const OFTEN = /\b(?:more|most|fewer|less|least|often|busier|bigger|higher|lower|popular|common)\b/
const IS_DOWN = /\b(?:faster|fastest|quicker|quickest|fewer|less|least|lower)\b/

/** Words that say in what the two differ, and are nothing that is counted. */
const SAYS_HOW =
  /^(?:slower|slowest|longer|longest|faster|fastest|quicker|quickest|worse|more|most|fewer|less|least|often|busier|bigger|higher|lower|popular|common|fail\w*|errors?|requests?|calls?|hits?|traffic|load|times?|reliable|break\w*|use[ds]?|using|one|which|who|what|vs|versus|or|number|count|frequent(?:ly)?)$/

interface Sides {
  readonly groupBy: { readonly field: string; readonly scope: 'builtin' | 'attribute' | 'resource' }
  readonly condition: PlanCondition
  readonly words: readonly Word[]
  /** The one that stands before the other: a yes is said of it. Null where several routes go by its word. */
  readonly first: string | null
  /** Which records carry what tells the two apart. */
  readonly signals: readonly ('logs' | 'spans')[]
}

/** The plan of such a question; null where it names no two of a kind, or something that nothing tells. */
export function eitherOf(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const { text, words } = state
  if (!(SLOWER.test(text) || OFTEN.test(text) || FAILS.test(text))) return null
  if (!/\b(?:or|vs|versus|than)\b/.test(text) || /^(?:so |and )?(?:why|how)\b/.test(text)) return null
  const pivot = words.findIndex((word) => PIVOT.test(word.text))
  // More than one "or" chooses among several, which grouping tells.
  if (pivot < 1 || words.some((word, at) => at > pivot && PIVOT.test(word.text))) return null
  for (const sides of [...ofValues(state, pivot), ...ofRoutes(state, pivot)]) {
    const others = conditions.filter((one) => !isSameKey(one, sides) && !isNamedBy(state, one, sides.words))
    const rest = restOf(state, sides)
    const measure = rest === null ? null : measureOf(state, sides, rest, others)
    if (rest === null || measure === null) continue
    for (const word of words) word.usedBy ??= 'intent'
    for (const word of sides.words) word.usedBy = 'attribute'
    state.askBack = null
    const isThan = words[pivot]?.text === 'than'
    return plainMeasure({
      ...(isThan && sides.first !== null ? { isYesNo: true, firstAsked: sides.first } : {}),
      measure: measure.measure,
      conditions: [...others, sides.condition, ...rest, ...measure.conditions],
      time,
      groupBy: [sides.groupBy],
      order: IS_DOWN.test(text) ? 'lowest' : 'highest',
    })
  }
  return null
}

function isSameKey(condition: PlanCondition, { groupBy }: Sides): boolean {
  return condition.on === 'attribute' && condition.key === groupBy.field
}

/** "By mail or by form": the service that "mail" may be as well is none here. */
function isNamedBy({ named }: QuestionState, condition: PlanCondition, words: readonly Word[]): boolean {
  return (
    condition.on === 'service' &&
    named.some(
      ({ services, said }) =>
        words.some(({ text }) => text === said) && services.some((name) => condition.values.includes(name)),
    )
  )
}

/** Words near the pivot, one on each side, that are values of one key: the nearest first, requests before lines. */
function ofValues(state: QuestionState, pivot: number): Sides[] {
  const { words, context } = state
  const near = (from: number, step: 1 | -1): Word[] =>
    Array.from({ length: REACH }, (_, index) => words[from + step * index]).filter((word) => word !== undefined)
  const found: { sides: Sides; far: number }[] = []
  for (const known of context.values) {
    if (known.scope !== 'attribute' || known.values.length > CLASSES_MAX) continue
    for (const [a, left] of near(pivot - 1, -1).entries())
      for (const [b, right] of near(pivot + 1, 1).entries()) {
        const [first, second] = [valueIn(known, left), valueIn(known, right)]
        if (first === null || second === null || first === second) continue
        const groupBy = { field: known.key, scope: known.scope }
        const condition = { on: 'attribute', key: known.key, scope: known.scope, values: [first, second] } as const
        const sides = { groupBy, condition, words: [left, right], first, signals: [known.signal] }
        found.push({ sides: { ...sides, condition: { ...condition, values: [first, second] } }, far: a + b })
      }
  }
  const isOfLines = ({ sides }: { sides: Sides }): number => (sides.signals.includes('logs') ? 1 : 0)
  return found.sort((a, b) => a.far - b.far || isOfLines(a) - isOfLines(b)).map(({ sides }) => sides)
}

/** The value that a word is, in plural as well, or the only one that has it as a part ("north" of "audio-north.net"). */
export function valueIn(
  { values }: Pick<KnownValues, 'values'>,
  { text, lemma }: Pick<Word, 'text' | 'lemma'>,
): string | null {
  if (text.length < 2 || FUNCTION_WORDS.has(text)) return null
  const same = values.find(({ value }) => [text, lemma].includes(value.toLowerCase()))
  if (same !== undefined) return same.value
  const parted = text.length < 4 ? [] : values.filter(({ value }) => isPartOf(value.toLowerCase(), text))
  return parted.length === 1 ? (parted[0]?.value ?? null) : null
}

/** "North" and "audio-north" of `audio-north.net`. */
export function isPartOf(value: string, said: string): boolean {
  const at = value.indexOf(said)
  const isEnd = (sign: string | undefined): boolean => sign === undefined || !/[a-z0-9]/.test(sign)
  return at >= 0 && isEnd(value[at - 1]) && isEnd(value[at + said.length])
}

/** "Searches or bookings": two nouns that routes go by. */
function ofRoutes({ words, context }: QuestionState, pivot: number): Sides[] {
  const routes = ({ text }: Word): string[] => {
    if (text.length < 3 || SAYS_HOW.test(text) || FUNCTION_WORDS.has(text)) return []
    const carried = filesCarried(text, context.catalogue)
    return carried === null ? operationsNamed(text, context.catalogue.operations) : [carried]
  }
  const before = words.slice(Math.max(0, pivot - REACH), pivot).findLast((word) => routes(word).length > 0)
  const after = words.slice(pivot + 1, pivot + 1 + REACH).find((word) => routes(word).length > 0)
  if (before === undefined || after === undefined) return []
  const [left, right] = [routes(before), routes(after)]
  if (left.some((name) => right.includes(name))) return []
  return [
    {
      groupBy: { field: 'operation', scope: 'builtin' },
      condition: { on: 'operation', values: [...left, ...right].slice(0, 50) },
      words: [before, after],
      first: left.length === 1 && right.length === 1 ? (left[0] ?? null) : null,
      signals: ['spans'],
    },
  ]
}

/** What the other words restrict both sides to; null where one of them is told by nothing. */
function restOf(state: QuestionState, sides: Sides): PlanCondition[] | null {
  const { catalogue } = state.context
  const found: PlanCondition[] = []
  for (const word of state.words) {
    const { text, lemma, usedBy } = word
    if (sides.words.includes(word) || (usedBy !== null && usedBy !== 'metric')) continue
    if (SAYS_HOW.test(text) || FUNCTION_WORDS.has(text) || FUNCTION_WORDS.has(lemma)) continue
    const isOfKey = keysOf(text, catalogue).some(({ key }) => key === sides.groupBy.field)
    const isPartOfValue =
      sides.condition.on === 'attribute' &&
      sides.condition.values.every((value) =>
        value
          .toLowerCase()
          .split(/[^a-z0-9]+/)
          .includes(lemma),
      )
    if (isOfKey || isPartOfValue || PEOPLE.test(lemma)) continue
    const isSmall = SMALL_WORDS.has(text) || SMALL_WORDS.has(lemma)
    const routes =
      sides.groupBy.field === 'operation' || !sides.signals.includes('spans') ? [] : routesOfMore(lemma, state)
    if (routes.length > 0 && !isSmall) {
      found.push({ on: 'operation', values: routes.slice(0, 50) })
      continue
    }
    const lines = isSmall ? null : templateCondition([text], templatesWith([text], catalogue, []))
    if (lines !== null && sides.signals.includes('logs')) found.push(lines)
    else if (!isSmall && !isVerbOf(state.words, word, sides)) return null
  }
  return found.length > 1 ? null : found
}

/** "More bookings" are made and not looked at; what takes longer is told by all routes of them. */
function routesOfMore(noun: string, { text, context: { catalogue } }: QuestionState): readonly string[] {
  const meant = SLOWER.test(text) ? [] : routesMeant(noun, text, catalogue.operations)
  return meant.length > 0 ? meant : routesAbout(noun, catalogue.operations)
}

/** "Do gold or basic passengers book more": what they do stands between them and "more". */
function isVerbOf(words: readonly Word[], word: Word, sides: Sides): boolean {
  const at = words.indexOf(word)
  const before = words[at - 1]
  const isBehind = before !== undefined && (PEOPLE.test(before.lemma) || sides.words.includes(before))
  return isBehind && OFTEN.test(words[at + 1]?.text ?? '')
}

/** What is compared; null where the records that tell the two apart do not tell of it. */
function measureOf(
  { text }: QuestionState,
  { signals }: Sides,
  rest: readonly PlanCondition[],
  others: readonly PlanCondition[],
): { measure: Measure; conditions: PlanCondition[] } | null {
  const isOfLines = rest.some(({ on }) => on === 'templates') || others.some(({ on }) => on === 'templates')
  const isOfSpans = signals.includes('spans') && !isOfLines
  if (SLOWER.test(text)) return isOfSpans ? { measure: { of: 'duration', statistic: 'mean' }, conditions: [] } : null
  const isOutcomeTold = others.some(({ on }) => on === 'outcome' || on === 'severity')
  if (FAILS.test(text) && !isOutcomeTold) {
    if (/\berrors?\b/.test(text) && !isOfSpans)
      return { measure: { of: 'records' }, conditions: [{ on: 'severity', is: 'error', orWorse: true }] }
    return isOfSpans ? { measure: { of: 'ratio', share: 'failed' }, conditions: [] } : null
  }
  if (isOfSpans) return { measure: { of: 'requests' }, conditions: [] }
  return signals.includes('logs') ? { measure: { of: 'records' }, conditions: [] } : null
}

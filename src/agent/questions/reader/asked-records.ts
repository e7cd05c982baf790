/** Questions about records that the words of the question pick: an id, words of a log line. */

import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { freeWords, has, onlyService, phraseWords, type QuestionState, type TextHits } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import type { Word } from './words.ts'

/** "Still" asks about the last minutes. */
const NOW_MS = 5 * 60_000

/** "Are scans still being lost?": counts the log lines of the last minutes that say so; null where no line does. */
export function stillLogged(state: QuestionState): Plan | null {
  if (!/^(?:and |so |ok )?(?:are|is|do|does|has|have)\b.*\bstill\b/.test(state.text)) return null
  const isOpen = ({ text, usedBy }: QuestionState['words'][number]): boolean =>
    !FUNCTION_WORDS.has(text) && (usedBy === null || usedBy === 'service')
  const inStill = state.phrases
    .filter(({ tag }) => tag === 'still' || tag === 'state' || tag === 'silent')
    .flatMap((phrase) => phraseWords(state, phrase))
  const words = state.words.filter((word) => isOpen(word) && !inStill.includes(word))
  // A service named by its whole name is who is asked about; a part of its name may be a word of its lines.
  const own = state.named
    .filter(({ how }) => how === 'exact')
    .flatMap(({ at, length }) => state.words.slice(at, at + length))
  const asked = words.filter((word) => !own.includes(word)).map(({ text }) => text)
  if (asked.length < 2) return null
  const kept = state.conditions.filter(({ on }) => on !== 'service' || own.length > 0)
  const services = kept.flatMap((condition) => (condition.on === 'service' ? condition.values : []))
  const condition = templateCondition(asked, templatesWith(asked, state.context.catalogue, services))
  if (condition === null) return null
  const toMs = Math.min(state.context.askedAtMs, (state.context.catalogue.lastMs ?? state.context.askedAtMs) + 1)
  const iso = (ms: number): string => new Date(ms).toISOString()
  state.notes.splice(0)
  return plainMeasure({
    measure: { of: 'records' },
    conditions: [...kept.filter(({ on }) => on === 'service'), condition],
    time: state.time ?? { from: iso(toMs - NOW_MS), to: iso(toMs), basis: 'now' },
    isYesNo: true,
  })
}

/** Words that ask to count or list the records of an id, which is another question. */
const NO_ID = [
  'count',
  'failure_ratio',
  'success_ratio',
  'share',
  'duration',
  'distinct',
  'rate',
  'trend',
  'compare',
  'by',
  'error_noun',
  'warn_noun',
  'log_noun',
  'request_noun',
  'failure_noun',
  'show',
] as const

/** "PX-427 - customer asks, status?": the id that is asked about, where some line has it; null without one. */
export function idAsked(state: QuestionState, hits: TextHits | null): string | null {
  if (has(state, ...NO_ID) || state.conditions.some(({ on }) => on === 'status_code')) return null
  const word = freeWords(state).find(
    ({ text }) => /^(?=.*\d{2})(?=.*[a-z])[a-z0-9_-]{5,}$/.test(text) && !/^p\d+$/.test(text),
  )
  // A value of few is a class, such as a carrier or a region.
  const isClass = state.context.values.some(
    ({ values }) => values.length <= 20 && values.some(({ value }) => value.toLowerCase() === word?.text),
  )
  if (word === undefined || isClass || (hits !== null && (hits[word.text] ?? 0) === 0)) return null
  return word.text
}

/** "What happened to AUTH-730?": the records of an id are asked for, not a cause. */
export function isAboutId(state: QuestionState): boolean {
  return (
    /\b(?:to|with|of|for)\b/.test(state.text) &&
    freeWords(state).some(({ text }) => /^(?=.*\d)(?=.*[a-z-])[\w-]{5,}$/.test(text))
  )
}

const WHAT_IS =
  /^(?:so |and |ok |hey )*(?:what|who)(?: is|'s| was) (?:the |this |that )?(?=[a-z0-9_-]*\d)[a-z0-9]+[-_][a-z0-9_-]+\W*$/

/** "What is KR-48?": the records that tell of it, and not how many there are. */
export function recordsOfId(state: QuestionState, plan: Plan): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records' || !WHAT_IS.test(state.text)) return plan
  const [only, more] = plan.conditions
  if (only === undefined || more !== undefined || (only.on !== 'text' && only.on !== 'attribute')) return plan
  return { intent: 'list', of: 'logs', conditions: plan.conditions, time: plan.time, order: 'oldest', limit: 20 }
}

const NAMES_TROUBLE: readonly Tag[] = ['what_broke', 'premise_failing', 'premise_down', 'premise_slow', 'impact']

/** "Outage tickets opened on F-03": what sounds like trouble stands beside a word that lines have with it. */
function isTroubleOfLines(state: QuestionState): boolean {
  if (has(state, 'why') || /\bwhat (?:is|was|are|broke|happened|went|has)\b/.test(state.text)) return false
  const isWord = (word: Word | undefined): word is Word =>
    word?.usedBy === null && word.text.length > 2 && isContentWord(word.text)
  return state.phrases.some(({ tag, at, length }) => {
    const word = state.words[at]
    if (length !== 1 || !NAMES_TROUBLE.includes(tag) || !isWord(word)) return false
    return [state.words[at - 1], state.words[at + 1]].some(
      (near) => isWord(near) && templatesWith([word.text, near.text], state.context.catalogue, []).length > 0,
    )
  })
}

/** "Slow query": a few words about trouble that some log line has together. */
export function isDataPhrase(state: QuestionState): boolean {
  if (isTroubleOfLines(state)) return true
  if (onlyService(state) !== null || has(state, 'why', 'what_broke', 'state') || state.words.length > 6) return false
  const asked = state.words.filter(({ usedBy, text }) => usedBy === null && isContentWord(text))
  return (
    asked.length > 1 &&
    templatesWith(
      asked.map(({ text }) => text),
      state.context.catalogue,
      [],
    ).length > 0
  )
}

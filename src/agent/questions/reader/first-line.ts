/** When lines began: the first that says something, as far back as there is telemetry. */
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { untilNow } from './asked-time.ts'
import { quotedTexts } from './quoted-texts.ts'
import type { QuestionState, ReadContext } from './state.ts'
import { iso } from './when.ts'

const DAY_MS = 86_400_000

/** The first of the lines that these conditions pick by what they say; null where they say nothing in particular. */
export function firstLine(context: ReadContext, conditions: readonly PlanCondition[]): Plan | null {
  if (!conditions.some(({ on }) => on === 'templates' || on === 'text')) return null
  const { toMs, to } = untilNow(context)
  const fromMs = Math.max(toMs - DAY_MS, context.catalogue.firstMs ?? toMs - DAY_MS)
  return {
    intent: 'list',
    of: 'logs',
    conditions: [...conditions],
    time: { from: iso(fromMs), to, basis: 'last_with_telemetry' },
    order: 'oldest',
    limit: 5,
    isTimeAsked: true,
  }
}

/** "…: mailbox is full. Since when do we get these?": the first of the lines that are cited; null where none is. */
export function firstQuoted(state: QuestionState): Plan | null {
  if (state.quoted.length === 0 || state.quoted.some(({ not }) => not)) return null
  quotedTexts(state)
  return firstLine(state.context, state.conditions)
}

const WHEN_BEHIND =
  /^((?:(?:so|and|but|ok|hey) )*)(?:the )?(?:very )?(first|last) ((?:log )?(?:line|message|record|entry)|error|warning) (that|which) (.{4,80}?) ?[-–—,:] ?(?:at )?(?:when|what time)(?: (?:was|is) (?:that|it))?[\s?.!]*$/i

/** "First line that says the disk is full - when?": the question in front. */
export function withWhenInFront(question: string): string {
  return question.replace(WHEN_BEHIND, '$1when was the $2 $3 $4 $5')
}

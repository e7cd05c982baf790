/** Questions about what a message means or where it comes from. */
import type { Plan } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { freeWords, has, type QuestionState } from './state.ts'

/** Whether a message is to be explained, and not the system. */
export function isMeaning(state: QuestionState): boolean {
  const isOrigin =
    /\bwhere (?:does|do|did|is|are)\b.{0,600}\b(?:com(?:e|es|ing) from|originates?)\b|\b(?:who|which service) (?:says|said|logs|logged|writes|wrote|emits|prints|throws|reports)\b/.test(
      state.text,
    )
  if (isOrigin && state.quoted.length > 0) return true
  if (!has(state, 'meaning')) return false
  if (
    /\bwhat does .{2,400} mean\b|\bmeaning of\b|\bexplain (?:this|the|that)? ?(?:error|message|line|log|exception|warning)\b|\bwhat is this (?:error|message)\b|\bwhere does (?:the|this|that) (?:message|error|line|warning)\b/.test(
      state.text,
    )
  )
    return true
  return /^explain\b/.test(state.text) && (state.quoted.length > 0 || freeWords(state).length > 1)
}

/** The plan to explain the message: what is quoted, else what is pasted behind a colon, else what the words are about. */
export function meaning(state: QuestionState, scope: Scope): Plan {
  const quoted = state.quoted.map(({ text }) => text).join(' ')
  const pasted = /:\s+(.{4,400})$/.exec(state.text)?.[1]?.trim()
  const said =
    (quoted === '' ? undefined : quoted) ??
    pasted ??
    /(?::|\bmeaning of|\bwhat does|\bexplain(?: this| the| that)?(?: error| message| line| log| exception| warning)?|\bwhere does (?:the|this|that) (?:message|error|line|warning))\s*:? ?(.{2,400}?)(?: mean| come from| coming from|$|\?)/
      .exec(state.text)?.[1]
      ?.trim() ??
    state.text
  for (const word of state.words) if (word.usedBy === null) word.usedBy = 'meaning'
  const cleanText = said
    .replace(/^(?:the |this |that |an? )?(?:error|message|line|log|warning)?\s*:? ?/, '')
    .replace(/(?<!\?)\?+$/, '')
    .trim()
  return { intent: 'meaning', text: (cleanText === '' ? said : cleanText).slice(0, 500), ...scope }
}

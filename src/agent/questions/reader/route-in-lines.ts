/** A route beside words of log lines: their text or a key of theirs tells it. */
import type { PlanCondition } from '../plan/plan.ts'
import { valueFor } from './known-values.ts'
import { has, type QuestionState } from './state.ts'

/**
 * "Log lines about /refunds", "warnings on /refunds": what lines say of a route, and no requests on it. The condition is
 * put as lines can be restricted by it.
 */
export function isRouteInLines(state: QuestionState, condition: Extract<PlanCondition, { on: 'operation' }>): boolean {
  const { conditions, words } = state
  const path = words.find(({ usedBy, text }) => usedBy === 'operation' && text.startsWith('/'))
  if (path === undefined || !has(state, 'log_noun', 'warn_noun', 'info_noun', 'debug_noun')) return false
  const not = condition.not === true ? { not: true } : {}
  const known = valueFor(state, path.text)
  const isCarried = state.context.catalogue.keys.some(
    ({ key, scope, signal }) => key === known?.key && scope === known.scope && signal === 'logs',
  )
  conditions.splice(
    conditions.indexOf(condition),
    1,
    known !== null && isCarried
      ? { on: 'attribute', key: known.key, scope: known.scope, values: [known.value], ...not }
      : { on: 'text', text: path.text, mode: 'substring', ...not },
  )
  return true
}

/**
 * The first step of a run that an alert started: the service itself investigates, and the model gets the result. So an
 * incident has a cause even if the model never asks for an investigation, or the provider fails.
 */
import type { ModelStepInput, ModelStepResult } from './contract.ts'
import { alertHints } from './prompt/alert-hints.ts'

const CALL_ID = 'call_1'

/** Null: the model begins, as in every run that a person started. */
export function openingCall({ history, steps }: Pick<ModelStepInput, 'history' | 'steps'>): ModelStepResult | null {
  const question = history.at(-1)
  if (steps.length > 0 || question?.role !== 'user' || question.source !== 'automation') return null
  const card = question.content.find((block) => block.type === 'artifact' && block.name === 'alert_card')
  if (card?.type !== 'artifact') return null
  const hints = alertHints(card.data)
  const around = sinceOf(card.data)
  const params = { ...(around === null ? {} : { around }), ...(hints.length === 0 ? {} : { hints }) }
  return {
    parts: [{ type: 'tool_call', toolCallId: CALL_ID, name: 'investigate', params }],
    usage: { inputTokens: 0, outputTokens: 0 },
    finishReason: 'tool_calls',
  }
}

function sinceOf(alert: unknown): string | null {
  if (typeof alert !== 'object' || alert === null || !('since' in alert)) return null
  const ms = typeof alert.since === 'string' ? Date.parse(alert.since) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

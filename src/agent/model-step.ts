/** One step of the loop: builds the prompt, calls the model once, and settles what came back. */
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ModelPart, ModelStepInput, ModelStepOutcome, ModelStepResult } from './contract.ts'
import { callModel } from './model-call.ts'
import { classifyModelError } from './model-errors.ts'
import { buildPrompt } from './prompt/build-prompt.ts'
import { systemPrompt } from './prompt/system-prompt.ts'
import type { AgentSettings } from './settings.ts'
import type { RegisteredTool } from './tools/define-tool.ts'

export interface ModelStepDeps {
  readonly model: LanguageModelV4
  readonly fallback: LanguageModelV4 | null
  readonly tools: ReadonlyMap<string, RegisteredTool>
  readonly settings: AgentSettings
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void
}

/** Steps kept free for the answer: the model call that gives it. */
const STEPS_FOR_ANSWER = 1

export async function modelStep(deps: ModelStepDeps, input: ModelStepInput): Promise<ModelStepOutcome> {
  const stepsLeft = input.stepsMax - input.steps.length
  const isLastStep = stepsLeft <= STEPS_FOR_ANSWER + 1
  const options = callOptions(deps, input, isLastStep)
  const timeout = AbortSignal.timeout(deps.settings.AGENT_CALL_TIMEOUT_MS)
  try {
    const called = await callModel(
      deps.model,
      { ...options, abortSignal: AbortSignal.any([input.signal, timeout]) },
      input.onChunk,
    )
    return settle(called, isLastStep, stepsLeft)
  } catch (error) {
    if (input.signal.aborted) return { ok: false, reason: 'The run was stopped.', isRetryable: false }
    const failure = classifyModelError(error, input.ctx.now())
    deps.log('model_call_failed', {
      model: deps.model.provider,
      error: error instanceof Error ? error.name : typeof error,
      ...failure,
    })
    if (deps.fallback === null || failure.isRetryable) return { ok: false, ...failure }
    return fallBack(deps.fallback, options, input, failure.reason)
  }
}

function callOptions(deps: ModelStepDeps, input: ModelStepInput, isLastStep: boolean): LanguageModelV4CallOptions {
  const { askedAtMs } = input.ctx
  return {
    prompt: [
      { role: 'system', content: systemPrompt({ askedAtMs, isLastStep }) },
      ...buildPrompt(input.history, input.steps),
    ],
    tools: [...deps.tools.values()].map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      inputSchema,
    })),
    toolChoice: isLastStep ? { type: 'none' } : { type: 'auto' },
    maxOutputTokens: deps.settings.AGENT_OUTPUT_TOKENS,
    providerOptions: { embedded: { askedAtMs } },
  }
}

function settle(result: ModelStepResult, isLastStep: boolean, stepsLeft: number): ModelStepOutcome {
  const wants = result.parts.filter((part) => part.type === 'tool_call')
  const hasText = result.parts.some((part) => part.type === 'text' && part.text.trim() !== '')
  if (result.finishReason === 'content_filter' && !hasText) {
    return { ok: false, reason: "The language model's content filter stopped the answer.", isRetryable: false }
  }
  if (result.finishReason === 'error')
    return { ok: false, reason: 'The language model failed in the middle of its answer.', isRetryable: true }
  if (wants.length === 0 && !hasText) {
    // An empty answer is a fault of the model; asked again it usually answers.
    return { ok: false, reason: 'The language model gave an empty answer.', isRetryable: true }
  }
  if (wants.length === 0) return { ok: true, result }
  const room = isLastStep ? 0 : stepsLeft - 1 - STEPS_FOR_ANSWER
  const kept = keepCalls(result.parts, room)
  if (!kept.some((part) => part.type === 'tool_call'))
    return { ok: true, result: { ...result, parts: withText(kept), finishReason: 'length' } }
  return { ok: true, result: { ...result, parts: kept } }
}

/** At most as many calls as the run has steps for, the first ones. */
function keepCalls(parts: readonly ModelPart[], room: number): ModelPart[] {
  let calls = 0
  return parts.filter((part) => part.type !== 'tool_call' || ++calls <= room)
}

function withText(parts: readonly ModelPart[]): ModelPart[] {
  if (parts.some((part) => part.type === 'text')) return [...parts]
  return [
    ...parts,
    {
      type: 'text',
      text: 'I reached the step limit of a run before the answer was complete; what was found so far is shown above.',
    },
  ]
}

async function fallBack(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  input: ModelStepInput,
  reason: string,
): Promise<ModelStepOutcome> {
  const result = await callModel(model, options, input.onChunk)
  const note: ModelPart = { type: 'reasoning', text: `${reason} The embedded model continues.` }
  return { ok: true, result: { ...result, parts: [note, ...result.parts] } }
}

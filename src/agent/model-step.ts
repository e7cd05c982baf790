/** One step of the loop: builds the prompt, calls the model once, and decides what to do with its output. */
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ModelChunk, ModelPart, ModelStepInput, ModelStepOutcome, ModelStepResult } from './contract.ts'
import { callModel } from './model-call.ts'
import { classifyModelError } from './model-errors.ts'
import { openingCall } from './opening-call.ts'
import { type Outgoing, outgoingPrompt, sentRecord } from './outgoing.ts'
import { type AnswerFilter, answerFilter, PART_END } from './prompt/answer-filter.ts'
import type { AgentSettings } from './settings.ts'
import type { RegisteredTool } from './tools/define-tool.ts'

export interface ModelStepDeps {
  readonly model: LanguageModelV4
  readonly fallback: LanguageModelV4 | null
  readonly tools: ReadonlyMap<string, RegisteredTool>
  readonly settings: AgentSettings
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void
}

/** Steps reserved for the answer: the model call that gives it. */
const STEPS_FOR_ANSWER = 1
/** The thread object tries a step three times in all. The last attempt may use the fallback. */
const LAST_ATTEMPT = 3
/** If less time than this is left, the run is told to conclude. It is the time of one long model call. */
const CONCLUDE_MS = 60_000

/** Takes one step with the model: prompt, call, filter. Errors are returned as outcomes, not thrown. */
export async function modelStep(deps: ModelStepDeps, input: ModelStepInput): Promise<ModelStepOutcome> {
  const isEmbedded = deps.model.provider === 'embedded'
  // The embedded model reads the question itself and looks things up in any case.
  const opening = isEmbedded ? null : openingCall(input)
  if (opening !== null) return { ok: true, result: opening }
  const limits = limitsOf(deps, input)
  const outgoing = outgoingPrompt(deps.settings, { ...input, isLastStep: limits.isLastStep, isEmbedded })
  if (!isEmbedded) {
    const { sent } = await sentRecord(deps.model, outgoing)
    if (input.signal.aborted) return { ok: false, reason: 'The run was stopped.', isRetryable: false }
    input.onSent?.(sent)
  }
  const timeout = AbortSignal.timeout(deps.settings.AGENT_CALL_TIMEOUT_MS)
  const options = {
    ...callOptions(deps, input, outgoing, limits),
    abortSignal: AbortSignal.any([input.signal, timeout]),
  }
  const shown = shownText(outgoing, new Set(deps.tools.keys()), input.onChunk)
  try {
    const called = await callModel(deps.model, options, shown.onChunk)
    return settle(shown.finish(called), limits, outgoing)
  } catch (error) {
    if (input.signal.aborted) return { ok: false, reason: 'The run was stopped.', isRetryable: false }
    const failure = classifyModelError(error, input.ctx.now())
    deps.log('model_call_failed', { model: deps.model.provider, error: nameOf(error), ...failure })
    const mayFallBack = !failure.isRetryable || (input.attempt ?? 1) >= LAST_ATTEMPT
    if (deps.fallback === null || !mayFallBack) return { ok: false, ...failure }
    return fallBack(deps, deps.fallback, input, limits, failure.reason)
  }
}

interface Limits {
  readonly stepsLeft: number
  readonly isLastStep: boolean
}

/** Whether this call has to give the answer, because steps, tokens or time are running out. */
function limitsOf(deps: ModelStepDeps, input: ModelStepInput): Limits {
  const stepsLeft = input.stepsMax - input.steps.length
  const tokens = input.steps.reduce(
    (sum, step) => (step.kind === 'model' ? sum + step.result.usage.inputTokens + step.result.usage.outputTokens : sum),
    0,
  )
  const isLate = input.deadlineMs !== undefined && input.deadlineMs - input.ctx.now() < CONCLUDE_MS
  const isLastStep = stepsLeft <= STEPS_FOR_ANSWER + 1 || tokens >= deps.settings.AGENT_RUN_TOKENS || isLate
  return { stepsLeft, isLastStep }
}

function callOptions(
  deps: ModelStepDeps,
  input: ModelStepInput,
  outgoing: Outgoing,
  limits: Limits,
): LanguageModelV4CallOptions {
  return {
    prompt: outgoing.prompt,
    tools: [...deps.tools.values()]
      .filter((tool) => tool.needs === null || input.ctx[tool.needs] !== undefined)
      .map(({ name, description, inputSchema }) => ({
        type: 'function',
        name,
        description,
        inputSchema,
      })),
    toolChoice: limits.isLastStep ? { type: 'none' } : { type: 'auto' },
    maxOutputTokens: deps.settings.AGENT_OUTPUT_TOKENS,
    providerOptions: { embedded: { askedAtMs: input.ctx.askedAtMs } },
  }
}

/**
 * All text passes the answer filter, in the stream and in the result. That holds for the embedded model too: it quotes
 * telemetry, which anyone may have written.
 */
function shownText(outgoing: Outgoing, toolNames: ReadonlySet<string>, onChunk: (chunk: ModelChunk) => void) {
  const unmask = outgoing.names === null ? {} : { unmask: outgoing.names.unmask }
  const makeFilter = (): AnswerFilter => answerFilter({ callIds: outgoing.callIds, toolNames, ...unmask })
  const streams = { text: makeFilter(), reasoning: makeFilter() }
  return {
    onChunk: (chunk: ModelChunk): void => {
      const delta = streams[chunk.type].push(chunk.delta)
      if (delta !== '') onChunk({ type: chunk.type, delta })
    },
    finish: (result: ModelStepResult): ModelStepResult => {
      for (const type of ['reasoning', 'text'] as const) {
        const delta = streams[type].flush()
        if (delta !== '') onChunk({ type, delta })
      }
      const last = result.finishReason === 'length' ? null : result.parts.at(-1)
      return {
        ...result,
        parts: result.parts.map((part): ModelPart => {
          if (part.type === 'tool_call')
            return outgoing.names === null ? part : { ...part, params: outgoing.names.unmaskValue(part.params) }
          const filter = makeFilter()
          const text = filter.push(part.text) + filter.flush()
          const isOpen = part !== last && text !== '' && !text.endsWith(PART_END)
          return { ...part, text: isOpen ? text + PART_END : text }
        }),
      }
    },
  }
}

function settle(result: ModelStepResult, limits: Limits, outgoing: Outgoing): ModelStepOutcome {
  const wants = result.parts.some((part) => part.type === 'tool_call')
  const hasText = result.parts.some((part) => part.type === 'text' && part.text.trim() !== '')
  if (result.finishReason === 'content_filter' && !hasText) {
    return { ok: false, reason: "The language model's content filter stopped the answer.", isRetryable: false }
  }
  if (result.finishReason === 'error')
    return { ok: false, reason: 'The language model failed in the middle of its answer.', isRetryable: true }
  // An empty answer is a fault of the model. Asked again, it usually answers.
  if (!wants && !hasText) return { ok: false, reason: 'The language model gave an empty answer.', isRetryable: true }
  const parts = wants ? settleCalls(result.parts, limits, outgoing.callIds) : marked(result)
  const isCutShort = wants && !parts.some((part) => part.type === 'tool_call')
  const settled: ModelStepResult = {
    ...result,
    parts: isCutShort ? withText(parts) : parts,
    finishReason: isCutShort ? 'length' : result.finishReason,
  }
  return { ok: true, result: settled, ...(outgoing.summary === null ? {} : { summary: outgoing.summary }) }
}

/** An answer that was cut at the output limit says so. */
function marked(result: ModelStepResult): readonly ModelPart[] {
  if (result.finishReason !== 'length') return result.parts
  return [...result.parts, { type: 'text', text: '(The answer was cut at its length limit.)' }]
}

/**
 * At most as many calls as the run has steps for. Ids that the thread already has (some servers count from 0) are
 * replaced by new ones.
 */
function settleCalls(parts: readonly ModelPart[], limits: Limits, taken: ReadonlySet<string>): ModelPart[] {
  const room = limits.isLastStep ? 0 : limits.stepsLeft - 1 - STEPS_FOR_ANSWER
  const ids = new Set(taken)
  let calls = 0
  return parts.flatMap((part): ModelPart[] => {
    if (part.type !== 'tool_call') return [part]
    if (++calls > room) return []
    let toolCallId = part.toolCallId
    for (let turn = 2; ids.has(toolCallId); turn++) toolCallId = `${part.toolCallId}_${turn}`
    ids.add(toolCallId)
    return [{ ...part, toolCallId }]
  })
}

function withText(parts: readonly ModelPart[]): ModelPart[] {
  if (parts.some((part) => part.type === 'text' && part.text.trim() !== '')) return [...parts]
  return [
    ...parts,
    {
      type: 'text',
      text: 'I reached the limit of a run before the answer was complete; what was found so far is shown above.',
    },
  ]
}

async function fallBack(
  deps: ModelStepDeps,
  model: LanguageModelV4,
  input: ModelStepInput,
  limits: Limits,
  reason: string,
): Promise<ModelStepOutcome> {
  const outgoing = outgoingPrompt(deps.settings, { ...input, isLastStep: limits.isLastStep, isEmbedded: true })
  const shown = shownText(outgoing, new Set(deps.tools.keys()), input.onChunk)
  const result = shown.finish(await callModel(model, callOptions(deps, input, outgoing, limits), shown.onChunk))
  const note: ModelPart = { type: 'reasoning', text: `${reason} The embedded model continues.${PART_END}` }
  return { ok: true, result: { ...result, parts: [note, ...settleCalls(result.parts, limits, outgoing.callIds)] } }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

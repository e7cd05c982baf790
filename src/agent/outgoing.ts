/**
 * The prompt as it leaves for a model: fitted to the context window, masked if requested, with a record of what was
 * sent.
 */
import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { AgentContext, ModelStepInput, SentPrompt, SentRecord } from './contract.ts'
import { type Pseudonyms, pseudonyms } from './masking/pseudonyms.ts'
import { buildPrompt, stepMessages } from './prompt/build-prompt.ts'
import { fitPrompt } from './prompt/context-window.ts'
import { systemPrompt } from './prompt/system-prompt.ts'
import type { AgentSettings } from './settings.ts'

export interface Outgoing {
  readonly prompt: LanguageModelV4Prompt
  readonly names: Pseudonyms | null
  readonly summary: string | null
  /** Tool call ids of the thread, which an answer may cite. */
  readonly callIds: ReadonlySet<string>
}

export interface OutgoingInput extends Pick<ModelStepInput, 'history' | 'steps'> {
  readonly ctx: Pick<AgentContext, 'askedAtMs' | 'isMasked'>
  readonly isLastStep: boolean
  /** The embedded model has no context window, and sends nothing to anybody. */
  readonly isEmbedded: boolean
}

/**
 * Returns the prompt that leaves for a model: masked if the organization wants it, and fitted to the context window.
 */
export function outgoingPrompt(settings: AgentSettings, input: OutgoingInput): Outgoing {
  const { ctx, history, steps, isLastStep, isEmbedded } = input
  const turns = buildPrompt(history)
  const current = stepMessages(steps)
  const callIds = callIdsOf([...turns, ...current])
  const system: LanguageModelV4Message = {
    role: 'system',
    content: systemPrompt({ askedAtMs: ctx.askedAtMs, isLastStep }),
  }
  if (isEmbedded) {
    const prompt = [system, ...turns.map(withinReading), ...current]
    return { prompt, names: null, summary: null, callIds }
  }
  const isMasked = ctx.isMasked ?? settings.AGENT_MASKING === 'on'
  const names = isMasked ? pseudonyms(callIds) : null
  // Masked before it is fitted, so that the numbers of pseudonyms do not depend on what was folded.
  const maskedTurns = names === null ? turns : maskMessages(turns, names)
  const maskedSteps = names === null ? current : maskMessages(current, names)
  const fitted = fitPrompt(maskedTurns, maskedSteps, settings.AGENT_CONTEXT_TOKENS)
  const summary = fitted.summary === undefined ? null : (names?.unmask(fitted.summary) ?? fitted.summary)
  return { prompt: [cached(system), ...fitted.messages], names, summary, callIds }
}

/**
 * The embedded model's expressions search a text from many positions. The text is kept short, because that takes
 * quadratic time.
 */
const READ_CHARS_MAX = 4_000
/** How much of the beginning and the end of a longer text is read: people paste first and ask last, or the reverse. */
const READ_END_CHARS = 1_000

/** What the embedded model reads of a person's message. */
function withinReading(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role !== 'user') return message
  const content = message.content.map((part) =>
    part.type === 'text' && part.text.length > READ_CHARS_MAX ? { ...part, text: beginningAndEnd(part.text) } : part,
  )
  return { ...message, content }
}

function beginningAndEnd(text: string): string {
  const beginning = text.slice(0, READ_CHARS_MAX - READ_END_CHARS - 3)
  return `${beginning}\n\u2026\n${text.slice(text.length - READ_END_CHARS)}`
}

/** Providers that cache by mark are told that instructions and tools repeat. Others ignore the mark. */
function cached(system: LanguageModelV4Message): LanguageModelV4Message {
  return { ...system, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
}

function callIdsOf(prompt: LanguageModelV4Prompt): Set<string> {
  const ids = new Set<string>()
  for (const message of prompt) {
    if (message.role !== 'assistant') continue
    for (const part of message.content) if (part.type === 'tool-call') ids.add(part.toolCallId)
  }
  return ids
}

function maskMessages(messages: LanguageModelV4Prompt, names: Pseudonyms): LanguageModelV4Prompt {
  // Masking changes only the texts within parts, so each message keeps its shape.
  return messages.map((message) => ({ ...message, content: maskContent(message, names) }) as LanguageModelV4Message)
}

function maskContent(message: LanguageModelV4Message, names: Pseudonyms): unknown {
  if (typeof message.content === 'string') return names.mask(message.content)
  return message.content.map((part) => {
    if (part.type === 'text') return { ...part, text: names.mask(part.text) }
    if (part.type === 'tool-call') return { ...part, input: names.maskValue(part.input) }
    if (part.type === 'tool-result' && 'value' in part.output) {
      return { ...part, output: { ...part.output, value: names.maskValue(part.output.value) } }
    }
    return part
  })
}

/** Size and hash of what is sent. The body itself can be rebuilt from the thread (`promptSent`). */
export async function sentRecord(
  model: { provider: string; modelId: string },
  outgoing: Outgoing,
): Promise<{ body: string; sent: SentRecord }> {
  const body = JSON.stringify(outgoing.prompt)
  const bytes = new TextEncoder().encode(body)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const isMasked = outgoing.names !== null
  const pseudonymCount = outgoing.names?.count ?? 0
  return {
    body,
    sent: {
      provider: model.provider,
      model: model.modelId,
      bytes: bytes.byteLength,
      sha256,
      isMasked,
      pseudonyms: pseudonymCount,
    },
  }
}

/** Rebuilds what was sent. Null if the result does not have the recorded hash. */
export async function promptSent(settings: AgentSettings, input: SentPrompt): Promise<string | null> {
  const { sent, askedAtMs, history, steps } = input
  const ctx = { askedAtMs, isMasked: sent.isMasked }
  // Whether the call had to give the answer depended on the clock at that time. There are only the two cases.
  for (const isLastStep of [false, true]) {
    const outgoing = outgoingPrompt(settings, { ctx, history, steps, isLastStep, isEmbedded: false })
    const made = await sentRecord({ provider: sent.provider, modelId: sent.model }, outgoing)
    if (made.sent.sha256 === sent.sha256) return made.body
  }
  return null
}

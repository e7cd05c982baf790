/**
 * Tells by its words which of the intents of any incident a question has. A linear model: weights of features, made by
 * `npm run fit:intents` from wordings that people wrote for each intent, and from questions about other things.
 */
import { conceptsOf } from './concepts.ts'
import { featuresOf, SERVICE_WORD, wordsOf } from './features.ts'
import fitted from './fitted-intents.generated.json'
import type { IncidentIntent } from './intents.ts'

/** A question about something else: a count, a name, an order, talk. */
export const OTHER = 'other'

export interface IntentModel {
  /** Words that count by themselves. */
  readonly vocabulary: ReadonlySet<string>
  readonly intents: readonly string[]
  readonly bias: readonly number[]
  /** Which row of the weights a feature has. */
  readonly rows: ReadonlyMap<string, number>
  /** A row for each feature, in it one weight for each intent, in `WEIGHT_STEP`. */
  readonly weights: Int8Array
}

/** As the model is stored: lists are lines of a text, weights their bytes in Base64. */
export interface StoredModel {
  readonly vocabulary: string
  readonly intents: readonly string[]
  readonly bias: readonly number[]
  readonly features: string
  readonly weights: string
}

export const WEIGHT_STEP = 0.05

export function modelOf(stored: StoredModel): IntentModel {
  const bytes = Uint8Array.from(atob(stored.weights), (char) => char.charCodeAt(0))
  return {
    vocabulary: new Set(stored.vocabulary.split('\n')),
    intents: stored.intents,
    bias: stored.bias,
    rows: new Map(stored.features.split('\n').map((feature, row) => [feature, row])),
    weights: new Int8Array(bytes.buffer),
  }
}

export interface Classified {
  readonly intent: IncidentIntent
  /** As the model has it, 0 to 1. */
  readonly probability: number
}

let model: IntentModel | undefined
/** Longer ones tell a story with several questions. */
const CHARS_MAX = 200

/** The most probable intent of a question; null where it asks for something else. `services` are names it may have. */
export function classifyIntent(question: string, services: readonly string[]): Classified | null {
  if (question.length > CHARS_MAX) return null
  model ??= modelOf(fitted.model)
  const [best] = probabilities(withoutServices(question, services), model)
  if (best === undefined || best.intent === OTHER) return null
  return { intent: best.intent as IncidentIntent, probability: best.probability }
}

/** The words of a question that the model does not know: those of a trade. */
export function unknownWords(question: string, services: readonly string[]): string[] {
  model ??= modelOf(fitted.model)
  const { vocabulary } = model
  return wordsOf(withoutServices(question, services)).filter(
    (word) => word !== SERVICE_WORD && !vocabulary.has(word) && conceptsOf(word).length === 0,
  )
}

/** All intents by their probability, the most probable first. */
export function probabilities(
  text: string,
  { vocabulary, intents, bias, rows, weights }: IntentModel,
): { readonly intent: string; readonly probability: number }[] {
  const own = featuresOf(text, vocabulary).flatMap((feature) => rows.get(feature) ?? [])
  const scale = WEIGHT_STEP / Math.sqrt(Math.max(1, own.length))
  const scores = intents.map((_, at) =>
    own.reduce((sum, row) => sum + (weights[row * intents.length + at] ?? 0) * scale, bias[at] ?? 0),
  )
  const most = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - most))
  const sum = shares.reduce((all, share) => all + share, 0)
  return intents
    .map((intent, at) => ({ intent, probability: (shares[at] ?? 0) / sum }))
    .toSorted((a, b) => b.probability - a.probability)
}

/** The text with one word for each service that it names. */
export function withoutServices(text: string, services: readonly string[]): string {
  let said = ` ${text} `
  for (const name of services.toSorted((a, b) => b.length - a.length)) {
    const lower = said.toLowerCase()
    const at = lower.indexOf(name.toLowerCase())
    if (at <= 0 || /[\w-]/.test(lower[at - 1] ?? '') || /[\w-]/.test(lower[at + name.length] ?? '')) continue
    said = `${said.slice(0, at)}${SERVICE_WORD}${said.slice(at + name.length)}`
  }
  return said
}

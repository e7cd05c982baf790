/**
 * `npm run fit:intents [-- --write]`: fits the model that tells the intents of any incident by their words, and prints how
 * well it tells those of writers who are left out, one after the other, and of those that no fit reads. With
 * `--write` the model goes to src/agent/questions/intents/fitted-intents.generated.json. docs/design/agent.md
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  modelOf,
  OTHER,
  probabilities,
  type StoredModel,
  WEIGHT_STEP,
} from '../../../../src/agent/questions/intents/classify.ts'
import { featuresOf, SERVICE_WORD, wordsOf } from '../../../../src/agent/questions/intents/features.ts'

interface Wording {
  readonly intent: string
  readonly text: string
  readonly writer: string
}

const WRITERS = ['a', 'c', 'e', 'f'] as const
/** Nobody who works on the reader looks at these wordings. */
const HELD = ['b', 'd'] as const
const MODEL_FILE = join(import.meta.dirname, '../../../../src/agent/questions/intents/fitted-intents.generated.json')

function wordingsOf(writer: string): Wording[] {
  return readFileSync(join(import.meta.dirname, `writer-${writer}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { intent, text } = JSON.parse(line) as { intent: string; text: string }
      return { intent, text: text.replace(/\{[SVO]\}/g, SERVICE_WORD), writer }
    })
}

/** Questions about other things: of the rounds of questions, and such as share the words of the intents. */
function others(file: 'other.txt' | 'near.txt' | 'near-held.txt'): Wording[] {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
  return lines.map((text) => ({ intent: OTHER, text, writer: file }))
}

/** A word counts by itself from so many wordings on. */
const VOCABULARY_MIN = 2
const EPOCHS = 12
const RATE = 1
const PENALTY = 1e-3
/** What one wording alone has tells nothing of the next one. */
const FEATURE_MIN = 2
/** Other questions are many: each counts less. Those that share the words of the intents are few. */
const OTHER_WEIGHT = 0.1
const NEAR_WEIGHT = 0.5

function fit(wordings: readonly Wording[]): StoredModel {
  const counts = new Map<string, number>()
  for (const { text, intent } of wordings)
    if (intent !== OTHER) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const vocabulary = new Set([...counts].flatMap(([word, count]) => (count >= VOCABULARY_MIN ? [word] : [])))
  const intents = [...new Set(wordings.map(({ intent }) => intent))].toSorted()
  const said = wordings.map(({ text }) => featuresOf(text, vocabulary))
  const seen = new Map<string, number>()
  for (const feature of said.flat()) seen.set(feature, (seen.get(feature) ?? 0) + 1)
  const features = new Map<string, number>()
  const rows = wordings.map(({ intent, writer }, row) => {
    const known = (said[row] ?? []).filter((feature) => (seen.get(feature) ?? 0) >= FEATURE_MIN)
    const own = known.map((feature) => {
      const at = features.get(feature) ?? features.size
      features.set(feature, at)
      return at
    })
    const weight = intent !== OTHER ? 1 : writer === 'near.txt' ? NEAR_WEIGHT : OTHER_WEIGHT
    return { own, intent: intents.indexOf(intent), weight }
  })
  const width = intents.length
  const weights = new Float64Array(features.size * width)
  const steps = new Float64Array(features.size * width).fill(1e-6)
  const bias = new Float64Array(width)
  const random = seeded()
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { own, intent, weight } of shuffled(rows, random)) {
      const scale = 1 / Math.sqrt(Math.max(1, own.length))
      const scores = intents.map((_, at) =>
        own.reduce((sum, feature) => sum + (weights[feature * width + at] ?? 0) * scale, bias[at] ?? 0),
      )
      const most = Math.max(...scores)
      const shares = scores.map((score) => Math.exp(score - most))
      const sum = shares.reduce((all, share) => all + share, 0)
      shares.forEach((share, at) => {
        const error = (share / sum - (at === intent ? 1 : 0)) * weight
        if (Math.abs(error) < 1e-4) return
        bias[at] = (bias[at] ?? 0) - 0.01 * error
        for (const feature of own) {
          const key = feature * width + at
          const slope = error * scale + PENALTY * (weights[key] ?? 0)
          steps[key] = (steps[key] ?? 0) + slope * slope
          weights[key] = (weights[key] ?? 0) - (RATE * slope) / Math.sqrt(steps[key] ?? 1)
        }
      })
    }
  }
  const steps8 = Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / WEIGHT_STEP))))
  return {
    vocabulary: [...vocabulary].toSorted().join('\n'),
    intents,
    bias: [...bias].map((one) => Math.round(1000 * one) / 1000),
    features: [...features.keys()].join('\n'),
    weights: Buffer.from(steps8.buffer).toString('base64'),
  }
}

function seeded(): () => number {
  let state = 7
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [mixed[at], mixed[other]]
    if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one]
  }
  return mixed
}

const SURE = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]

/** How many of the wordings are told, and how many of these rightly, by the least probability. */
function score(stored: StoredModel, wordings: readonly Wording[]): { least: number; said: number; right: number }[] {
  const model = modelOf(stored)
  const told = wordings.map(({ text, intent }) => {
    const [best] = probabilities(text, model)
    return { intent, said: best?.intent ?? OTHER, probability: best?.probability ?? 0 }
  })
  return SURE.map((least) => {
    const said = told.filter((one) => one.said !== OTHER && one.probability >= least)
    return { least, said: said.length, right: said.filter((one) => one.said === one.intent).length }
  })
}

function print(name: string, all: number, scores: ReturnType<typeof score>): void {
  const cells = scores.map(({ least, said, right }) => `${least}: ${right} of ${said}`).join('  ')
  console.log(`${name} (${all})  ${cells}`)
}

const all = WRITERS.flatMap(wordingsOf)
const other = others('other.txt')
const near = others('near.txt')
const tested = other.filter((_, at) => at % 5 === 0)
const learnt = other.filter((_, at) => at % 5 !== 0)
for (const writer of WRITERS) {
  const model = fit([...all.filter((one) => one.writer !== writer), ...learnt, ...near])
  print(`without ${writer}`, 672, score(model, wordingsOf(writer)))
}
const model = fit([...all, ...learnt, ...near])
for (const writer of HELD) print(`held writer ${writer}`, 672, score(model, wordingsOf(writer)))
const nearHeld = others('near-held.txt')
print('held near misses', nearHeld.length, score(model, nearHeld))
print('other questions', tested.length, score(model, tested))
if (process.argv.includes('--write')) {
  const final = fit([...all, ...other, ...near])
  const record = {
    wordings: all.length,
    others: other.length + near.length,
    held: score(final, HELD.flatMap(wordingsOf)),
  }
  writeFileSync(MODEL_FILE, `${JSON.stringify({ record, model: final })}\n`)
  console.log(`written: ${final.features.split('\n').length} features, ${JSON.stringify(final).length} bytes`)
}

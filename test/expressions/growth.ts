/** How the time of an expression grows with its text: ratios of best processor times, so that a slow or busy machine is no fault. */
import { ownCpuMs } from '../setup/cpu-time.ts'

const SHORT_CHARACTERS = 2_048
const GROWTH = 8
/** What takes less on the long text is not measured further: quadratic work on it takes a hundred times as long. */
const NEGLIGIBLE_MS = 25
/** Linear work grows eightfold, quadratic work sixty-fourfold. */
const RATIO_MAX = 24
const ROUNDS = 3
/** A machine that was busy with others is not so this many times in a row; what grows too fast is. */
const CONFIRMATIONS = 6

function bestMs(run: (text: string) => void, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = ownCpuMs()
    run(text)
    best = Math.min(best, ownCpuMs() - started)
    if (best < NEGLIGIBLE_MS) break
  }
  return best
}

/** How many times longer eight times the text takes, where that is far from linear each time; null otherwise. */
export function excessiveGrowth(run: (text: string) => void, textOf: (characters: number) => string): number | null {
  let ratio: number | null = null
  for (let time = 0; time < CONFIRMATIONS; time += 1) {
    ratio = growthOf(run, textOf)
    if (ratio === null) return null
  }
  return ratio
}

function growthOf(run: (text: string) => void, textOf: (characters: number) => string): number | null {
  const longMs = bestMs(run, textOf(SHORT_CHARACTERS * GROWTH))
  if (longMs < NEGLIGIBLE_MS) return null
  const ratio = longMs / Math.max(0.02, bestMs(run, textOf(SHORT_CHARACTERS)))
  return ratio > RATIO_MAX ? ratio : null
}

const repeated = (unit: string) => (characters: number) => unit.repeat(Math.ceil(characters / unit.length))

/** Texts that make a search begin again and again, or fail late: from the words and signs of the expression itself. */
export function hostileTexts(source: string): readonly ((characters: number) => string)[] {
  const words = [...new Set(source.replaceAll(/\\[a-zA-Z]|\\u[0-9a-f]{4}/g, ' ').match(/[A-Za-z]{2,}/g) ?? [])].slice(
    0,
    6,
  )
  const signs = [...new Set(source.match(/[^A-Za-z0-9\s\\]/g) ?? [])]
  const fillers = [' ', 'a', '0', '-', '\n', ...signs]
  const units = [
    ...fillers,
    ...fillers.flatMap((sign) => [`${sign}a`, `a${sign}`, `${sign} `]),
    ...words.flatMap((word) => [word, ...fillers.flatMap((sign) => [`${word}${sign}`, `${sign}${word}`])]),
  ]
  const starts = ['"', '(', '[', "'", 'a', ...words]
  return [
    ...[...new Set(units)].flatMap((unit) => [
      repeated(unit),
      (characters: number) => `${repeated(unit)(characters)}\u0000`,
    ]),
    ...starts.flatMap((start) =>
      fillers.map((filler) => (characters: number) => `${start}${repeated(filler)(characters)}\u0000`),
    ),
  ]
}

/** How the time of an expression grows with its text: ratios of best processor times, so that a slow or busy machine is no fault. */
import { ownCpuMs } from '../setup/cpu-time.ts'

const SHORT_CHARACTERS = 2_048
const GROWTH = 8
/** What takes less on the long text is not measured further: quadratic work on it takes a hundred times as long. */
const NEGLIGIBLE_MS = 25
/** Linear work grows eightfold, quadratic work sixty-fourfold. */
const RATIO_MAX = 24
const ROUNDS = 6
/** An expression is compiled in its first rounds, which take longer. */
const ROUNDS_MIN = 2
/** A short text is over so soon that one look tells little. */
const LOOKS = 3

function timed(run: (text: string) => void, text: string): number {
  const started = ownCpuMs()
  run(text)
  return ownCpuMs() - started
}

/**
 * How many times longer eight times the text takes, where that is far from linear; null otherwise. The best times of both
 * texts count, taken side by side: what else a machine does only adds to one of them.
 */
export function excessiveGrowth(run: (text: string) => void, textOf: (characters: number) => string): number | null {
  const [short, long] = [textOf(SHORT_CHARACTERS), textOf(SHORT_CHARACTERS * GROWTH)]
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let ratio: number | null = null
  for (let round = 0; round < ROUNDS; round += 1) {
    longMs = Math.min(longMs, timed(run, long))
    if (longMs < NEGLIGIBLE_MS) return null
    for (let look = 0; look < LOOKS; look += 1) shortMs = Math.min(shortMs, timed(run, short))
    ratio = longMs / Math.max(0.02, shortMs)
    if (ratio <= RATIO_MAX && round >= ROUNDS_MIN) return null
  }
  return ratio !== null && ratio > RATIO_MAX ? ratio : null
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

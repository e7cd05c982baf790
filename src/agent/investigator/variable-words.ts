/**
 * Finds words that are values although nothing marks them (`state is now amber`). If several stems of a service are
 * equal except for one word, that word is a variable. Two or three variants may be outcomes ("ok", "failed"), many
 * cannot.
 */

/** From this many variants on, a word counts as a value. */
const VARIANTS_MIN = 5
/** Of longer stems only the beginning is compared. */
const WORDS_MAX = 24

/** Maps each stem (of one service) to its stem with variable words masked. */
export function maskVariableWords(stems: readonly string[]): Map<string, string> {
  let current = new Map(stems.map((stem) => [stem, stem.split(' ').slice(0, WORDS_MAX)]))
  // A second round finds a second variable word once the first is masked.
  for (let round = 0; round < 2; round++) current = maskedOnce(current)
  return new Map([...current].map(([stem, words]) => [stem, words.join(' ')]))
}

function maskedOnce(stems: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const variants = new Map<string, Set<string>>()
  for (const words of stems.values()) {
    for (let i = 1; i < words.length; i++) {
      const key = holed(words, i)
      const known = variants.get(key)
      if (known === undefined) variants.set(key, new Set([words[i] ?? '']))
      else known.add(words[i] ?? '')
    }
  }
  const masked = new Map<string, string[]>()
  for (const [stem, words] of stems) {
    const out = [...words]
    for (let i = 1; i < words.length; i++) {
      if ((variants.get(holed(words, i))?.size ?? 0) >= VARIANTS_MIN) out[i] = '<v>'
    }
    masked.set(stem, out)
  }
  return masked
}

function holed(words: readonly string[], hole: number): string {
  return `${hole}\u0000${words.length}\u0000${words.map((word, i) => (i === hole ? '' : word)).join(' ')}`
}

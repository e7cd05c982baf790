/** Both directions of a pseudonymisation. The `x` distinguishes pseudonyms from names such as `ip-10` or `host-1`. */
export interface PseudonymMap {
  pseudonymOf(kind: string, original: string): string
  originalOf(pseudonym: string): string | undefined
  isPseudonym(text: string): boolean
  readonly size: number
}

/** Returns an empty map of names to numbered pseudonyms. */
export function createMap(): PseudonymMap {
  const forward = new Map<string, string>()
  const backward = new Map<string, string>()
  const counts = new Map<string, number>()
  return {
    pseudonymOf(kind, original) {
      const known = forward.get(original)
      if (known !== undefined) return known
      const next = (counts.get(kind) ?? 0) + 1
      counts.set(kind, next)
      const made = `${kind}-x${next}`
      forward.set(original, made)
      backward.set(made, original)
      return made
    },
    originalOf: (pseudonym) => backward.get(pseudonym),
    isPseudonym: (text) => backward.has(text),
    get size() {
      return forward.size
    },
  }
}

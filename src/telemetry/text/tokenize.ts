/**
 * The store's one tokenizer, used by the token index, by matching and by highlighting. A token is a maximal run of
 * letters and digits, lower-cased; every other character separates. So `payment_failed` is the phrase "payment
 * failed", and a search for either half finds it.
 */
const TOKEN = /[\p{L}\p{N}]+/gu

/** Tokens of a text in order, lower-cased, repeats kept. */
export function tokenize(text: string): string[] {
  return text.toLowerCase().match(TOKEN) ?? []
}

/**
 * The words of a search: parts between white space, each as the run of tokens it must match side by side. Words
 * without any token (`--`, `***`) are left out.
 */
export function searchWords(text: string): string[][] {
  const words: string[][] = []
  for (const part of text.split(/\s+/)) {
    const tokens = tokenize(part)
    if (tokens.length > 0) words.push(tokens)
  }
  return words
}

/** True when `phrase` occurs in `tokens` as neighbours. An empty phrase never does. */
export function hasPhrase(tokens: readonly string[], phrase: readonly string[]): boolean {
  const first = phrase[0]
  if (first === undefined) return false
  for (let at = tokens.indexOf(first); at >= 0; at = tokens.indexOf(first, at + 1)) {
    let length = 1
    while (length < phrase.length && tokens[at + length] === phrase[length]) length++
    if (length === phrase.length) return true
  }
  return false
}

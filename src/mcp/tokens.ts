/**
 * How many tokens a text may take of a model's context. Every model counts in its own way, so this is an upper
 * estimate that needs no vocabulary: it takes words for about twice what they are, and ids, numbers and foreign scripts
 * for what they are (test/mcp/budget.node.test.ts compares it with real tokenizers).
 */

/** A tool's answer, text and structured content together, never takes more. */
export const ANSWER_TOKENS_MAX = 10_000
/** Clients show a model the text, the structured content, or both. The rest is for the summary and links. */
export const PART_TOKENS_MAX = 4_500

const OTHER = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const SPACE = 4

/** What each character of ASCII is; looked up for every character of every answer. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code))

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER
  if (code >= 65 && code <= 90) return UPPER
  if (code >= 48 && code <= 57) return DIGIT
  if (code === 32) return SPACE
  return OTHER
}

/** Letters of one case and digits go two to a token, spaces in runs, other ASCII alone, the rest one to a UTF-8 byte. */
export function tokensAtMost(text: string): number {
  let tokens = 0
  const { length } = text
  let at = 0
  while (at < length) {
    const code = text.charCodeAt(at)
    const kind = KINDS[code] ?? OTHER
    const start = at
    at += 1
    if (kind === OTHER) {
      // Half of a surrogate pair is two of the four bytes of its character.
      tokens += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
      continue
    }
    while (at < length && KINDS[text.charCodeAt(at)] === kind) at += 1
    tokens += Math.ceil((at - start) / (kind === SPACE ? 8 : 2))
  }
  return tokens
}

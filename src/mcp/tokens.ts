/**
 * How many tokens a text may take of a model's context. Every model counts in its own way, so this is an upper
 * estimate that needs no vocabulary: it takes words for about twice what they are, and ids, numbers and foreign scripts
 * for what they are (test/mcp/budget.node.test.ts compares it with real tokenizers).
 */

/** A tool's answer, text and structured content together, never takes more. */
export const ANSWER_TOKENS_MAX = 10_000
/** Clients show a model the text, the structured content, or both. The rest is for the summary and links. */
export const PART_TOKENS_MAX = 4_500

const [OTHER, LOWER, UPPER, DIGIT, SPACE] = [0, 1, 2, 3, 4]

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER
  if (code >= 65 && code <= 90) return UPPER
  if (code >= 48 && code <= 57) return DIGIT
  if (code === 32) return SPACE
  return OTHER
}

/** How many characters of a kind go to one token where they follow each other. */
const PER_TOKEN = [1, 2, 2, 2, 8]
const PER_TOKEN_MAX = 8
const STATES = PER_TOKEN.length * PER_TOKEN_MAX

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code))
/**
 * A state is the kind of the last character and its place in its token. What the next character makes of it, and
 * whether it begins a token, is looked up: ids change their kind so often that branches cost three times as much.
 */
const NEXT = new Uint8Array(STATES * PER_TOKEN_MAX)
const BEGINS = new Uint8Array(STATES * PER_TOKEN_MAX)
for (let state = 0; state < STATES; state += 1) {
  const [last, place] = [Math.floor(state / PER_TOKEN_MAX), state % PER_TOKEN_MAX]
  for (const [kind, perToken] of PER_TOKEN.entries()) {
    const goesOn = kind === last && place + 1 < perToken
    NEXT[state * PER_TOKEN_MAX + kind] = kind * PER_TOKEN_MAX + (goesOn ? place + 1 : 0)
    BEGINS[state * PER_TOKEN_MAX + kind] = goesOn ? 0 : 1
  }
}

/** Letters of one case and digits go two to a token, spaces eight, other ASCII alone, the rest one to a UTF-8 byte. */
export function tokensAtMost(text: string): number {
  let tokens = 0
  let state = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) {
      const step = state * PER_TOKEN_MAX + (KINDS[code] ?? OTHER)
      tokens += BEGINS[step] ?? 1
      state = NEXT[step] ?? 0
    } else {
      // Half of a surrogate pair is two of the four bytes of its character.
      tokens += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
      state = 0
    }
  }
  return tokens
}

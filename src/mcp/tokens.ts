/**
 * How many tokens a text may take of a model's context. Every model counts in its own way, so this is an upper
 * estimate that needs no vocabulary: it takes words for about twice what they are, and ids, numbers and foreign scripts
 * for what they are (test/mcp/budget.node.test.ts compares it with real tokenizers).
 */

/** A tool's answer, text and structured content together, never takes more. */
export const ANSWER_TOKENS_MAX = 10_000
/** Clients show a model the text, the structured content, or both. The rest is for the summary and links. */
export const PART_TOKENS_MAX = 4_500

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const SPACE = 4

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER
  if (code >= 65 && code <= 90) return UPPER
  if (code >= 48 && code <= 57) return DIGIT
  if (code === 32) return SPACE
  return 0
}

/** Letters of one case and digits go two to a token, spaces in runs, other ASCII alone, the rest one to a UTF-8 byte. */
export function tokensAtMost(text: string): number {
  let tokens = 0
  let run = 0
  let runKind = 0
  const endRun = () => {
    if (runKind === SPACE) tokens += Math.ceil(run / 8)
    else if (runKind !== 0) tokens += Math.ceil(run / 2)
    run = 0
    runKind = 0
  }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind !== 0 && kind === runKind) {
      run += 1
      continue
    }
    endRun()
    if (kind !== 0) {
      run = 1
      runKind = kind
    } else {
      // Half of a surrogate pair is two of the four bytes of its character.
      tokens += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
    }
  }
  endRun()
  return tokens
}

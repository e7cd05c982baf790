/**
 * One pass over a text that tells which rules may find something in it. Most texts contain nothing, and this pass costs
 * a fifth of the patterns. It may report too much, but never too little.
 */

/** The text may contain a word of `KEYWORD`. */
export const MAY_HAVE_KEYWORD = 1
/** The text has as many digits as a card number, with only blanks and hyphens in between. */
export const MAY_HAVE_CARD = 2

/**
 * Every match of a rule that needs a keyword contains one of these, in any case. The first look searches for the three
 * letters at the same position of `KEYWORD_TRACES`, which are rarer in prose.
 */
const KEYWORD =
  /passw|pwd|secret|key|token|bearer|basic|splunk|_live_|_test_|akia|asia|gh[pousr]_|github_pat|xox|aiza|sk-|glpat-|npm_|dop_v1|oas_|eyj/i
const KEYWORD_TRACES =
  'ssw pwd ecr key tok rer sic lun _li _te kia sia ghp gho ghu ghs ghr b_p xox aiz sk- lpa pm_ p_v as_ eyj'

const CARD_DIGITS_MIN = 13

/** Five bits per letter. Capitals count as small letters, and some signs as letters. */
const TRACE_BITS = 15
const TRACE_MASK = (1 << TRACE_BITS) - 1
const TRACES = new Uint8Array(1 << TRACE_BITS)
for (const trace of KEYWORD_TRACES.split(' ')) {
  let window = 0
  for (let i = 0; i < trace.length; i++) window = (window << 5) | (trace.charCodeAt(i) & 31)
  TRACES[window] = MAY_HAVE_KEYWORD
}

/**
 * Digits count up, blanks and hyphens keep the count, all else resets it. Indexed by the lower seven bits of a code
 * unit.
 */
const COUNTS = new Uint8Array(128).fill(1, 48, 58)
const KEEPS = new Int32Array(128).fill(-1, 48, 58)
KEEPS[32] = -1
KEEPS[45] = -1

/** Returns bits of `MAY_HAVE_KEYWORD` and `MAY_HAVE_CARD`. */
export function firstLook(text: string): number {
  let seen = 0
  let window = 0
  let digits = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    window = ((window << 5) | (code & 31)) & TRACE_MASK
    seen |= TRACES[window] ?? 0
    digits = (digits + (COUNTS[code & 127] ?? 0)) & (KEEPS[code & 127] ?? 0)
    if (digits === CARD_DIGITS_MIN) seen |= MAY_HAVE_CARD
  }
  if ((seen & MAY_HAVE_KEYWORD) !== 0 && !KEYWORD.test(text)) seen &= ~MAY_HAVE_KEYWORD
  return seen
}

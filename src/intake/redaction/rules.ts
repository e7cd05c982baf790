/**
 * Redaction rules. A rule finds secrets in text and replaces them; findings are counted by rule name and kept nowhere.
 * Every pattern takes linear time: no nested repetition over the same characters.
 */
import { MAY_HAVE_CARD, MAY_HAVE_KEYWORD } from './first-look.ts'

export interface RedactionRule {
  readonly name: string
  /** Must have the global flag. */
  readonly pattern: RegExp
  readonly replacement: string
  /** A cheap check before the pattern runs, because most texts contain nothing. */
  readonly mayOccur: (text: string) => boolean
  /** The bits of the first look that the rule needs; 0 runs it on every text. */
  readonly needs: number
  /** Checks a match again; false leaves it in the text. */
  readonly isReal?: (match: string) => boolean
}

const MASK = (name: string) => `[REDACTED:${name}]`

const BEARER: RedactionRule = {
  name: 'bearer_token',
  needs: MAY_HAVE_KEYWORD,
  pattern: /\b(Bearer|Basic|Splunk|ApiKey|Token)\s+[A-Za-z0-9._~+/=-]{16,}/gi,
  replacement: `$1 ${MASK('bearer_token')}`,
  mayOccur: (text) => /bearer|basic|splunk|apikey|token/i.test(text),
}

/** Key formats with an unmistakable prefix. */
const PREFIXED_KEY: RedactionRule = {
  name: 'api_key',
  needs: MAY_HAVE_KEYWORD,
  pattern:
    /\b(?:(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,}|xox[abprs]-[A-Za-z0-9-]{10,}|AIza[0-9A-Za-z_-]{35}|sk-[A-Za-z0-9_-]{20,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{36}|dop_v1_[a-f0-9]{64}|oas_(?:secret|user|partner|public)_[0-9a-z]{42})/g,
  replacement: MASK('api_key'),
  mayOccur: (text) => /_live_|_test_|AKIA|ASIA|gh[pousr]_|github_pat|xox|AIza|sk-|glpat-|npm_|dop_v1|oas_/.test(text),
}

/**
 * JSON Web Tokens. A match begins where a run of token characters begins, and the part before the token is kept. Each
 * run is therefore read once, however often it contains `eyJ`.
 */
const JSON_WEB_TOKEN: RedactionRule = {
  name: 'api_key',
  needs: MAY_HAVE_KEYWORD,
  pattern: /(?<![\w-])(?=([\w-]*?)\beyJ[\w-]{10})[\w-]+\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  replacement: `$1${MASK('api_key')}`,
  mayOccur: (text) => text.includes('eyJ'),
}

/** `password=…`, `"api_key": "…"`: the value is replaced, the name stays. */
const NAMED_SECRET: RedactionRule = {
  name: 'named_secret',
  needs: MAY_HAVE_KEYWORD,
  pattern:
    /(["']?\b(?:password|passwd|pwd|secret|client_secret|api[_-]?key|access[_-]?key|secret[_-]?key|access[_-]?token|refresh[_-]?token|auth[_-]?token|private[_-]?key)["']?\s*[=:]\s*)(?!\[REDACTED)("[^"]{1,512}"|'[^']{1,512}'|[^\s"',;&}]{1,512})/gi,
  replacement: `$1${MASK('named_secret')}`,
  mayOccur: (text) => /passw|pwd|secret|api[_-]?key|access[_-]?key|token|private[_-]?key/i.test(text),
}

const PRIVATE_KEY: RedactionRule = {
  name: 'private_key',
  needs: MAY_HAVE_KEYWORD,
  pattern:
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]{0,8000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  replacement: MASK('private_key'),
  mayOccur: (text) => text.includes('PRIVATE KEY'),
}

const CARD: RedactionRule = {
  name: 'card_number',
  needs: MAY_HAVE_CARD,
  pattern: /(?<![\d.-])[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\d.-])/g,
  replacement: MASK('card_number'),
  mayOccur: (text) => /[3-6]\d{3}[ -]?\d{4}/.test(text),
  isReal: isCardNumber,
}

const EMAIL: RedactionRule = {
  name: 'email',
  needs: 0,
  // Matches only from the start of a run of its characters, so that each run is read once.
  pattern: /(?<![\w.%+-])[\w.%+-]+@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/g,
  replacement: MASK('email'),
  mayOccur: (text) => text.includes('@'),
}

/** In the order they run: whole keys before the named values that contain them. */
export const BUILT_IN_RULES: readonly RedactionRule[] = [
  PRIVATE_KEY,
  BEARER,
  PREFIXED_KEY,
  JSON_WEB_TOKEN,
  NAMED_SECRET,
  CARD,
]
export const EMAIL_RULE = EMAIL

/** Attribute names whose whole value is secret, whatever it looks like. */
export const SECRET_ATTRIBUTE =
  /(?:^|[._-])(?:password|passwd|secret|authorization|cookie|set-cookie|api[_-]?key|access[_-]?token|refresh[_-]?token|client[_-]?secret|private[_-]?key)$/i

/** True for 13 to 19 digits of a known card type with a correct check digit (Luhn, ISO/IEC 7812-1). */
export function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '')
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

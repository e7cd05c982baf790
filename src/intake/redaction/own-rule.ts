/**
 * A project's own redaction patterns. They run on every delivered text, so they use RE2, whose time is linear in the
 * text for any pattern, and never the platform's backtracking engine. RE2 is loaded when the first project with its own
 * pattern appears.
 */
import type { RE2JS } from 're2js'

export const OWN_RULES_MAX = 20
const PATTERN_LENGTH_MAX = 200
/**
 * Largest program that a pattern may compile to; `[a-z]{1,100}` has two hundred instructions. It limits the time per
 * character.
 */
const PROGRAM_SIZE_MAX = 150
/** Most characters of one text. The redactor cuts longer texts. */
export const OWN_RULE_TEXT_CHARACTERS_MAX = 65_536
/**
 * Every search for the next match may read the rest of the text, so many matches in a long text are quadratic even on a
 * linear engine. After this many characters read, the whole text is replaced.
 */
const CHARACTERS_READ_MAX = 1_000_000

/** A rule as the project wrote it. */
export interface StatedRule {
  readonly name: string
  readonly pattern: string
  readonly replacement: string
}

export interface OwnRule {
  readonly name: string
  readonly replacement: string
  readonly expression: RE2JS
}

export interface CompiledRules {
  readonly usable: readonly OwnRule[]
  /** Rules that cannot be used, and therefore redact nothing, with the reason. */
  readonly refused: readonly { readonly name: string; readonly problem: string }[]
}

/** Compiles stored and new patterns alike: a pattern that was accepted earlier is checked again. */
export async function compileRules(rules: readonly StatedRule[]): Promise<CompiledRules> {
  const usable: OwnRule[] = []
  const refused: { name: string; problem: string }[] = []
  for (const { name, pattern, replacement } of rules.slice(0, OWN_RULES_MAX)) {
    const compiled = await compilePattern(pattern)
    if (typeof compiled === 'string') refused.push({ name, problem: compiled })
    else usable.push({ name, replacement, expression: compiled })
  }
  for (const { name } of rules.slice(OWN_RULES_MAX)) refused.push({ name, problem: `is beyond ${OWN_RULES_MAX} rules` })
  return { usable, refused }
}

/** Returns the expression, or a sentence that says what is wrong with the pattern. */
export async function compilePattern(pattern: string): Promise<RE2JS | string> {
  if (pattern.length > PATTERN_LENGTH_MAX) return `is longer than ${PATTERN_LENGTH_MAX} characters`
  const { RE2JS } = await import('re2js')
  let expression: RE2JS
  try {
    // Patterns used to be JavaScript's, so notations that differ, such as \u00e9, are translated.
    expression = RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch (error) {
    return problemOf(pattern, error)
  }
  if (expression.programSize() > PROGRAM_SIZE_MAX)
    return 'is too large when its repetitions are written out; use smaller counts, as in {1,20}, or + and *'
  if (expression.test('')) return 'matches the empty text, so it would match everywhere'
  return expression
}

function problemOf(pattern: string, error: unknown): string {
  if (/\(\?(?:[=!]|<[=!])/.test(pattern))
    return 'looks ahead or behind ((?=…), (?!…), (?<=…), (?<!…)), which the linear-time syntax (RE2) does not have'
  if (/\\[1-9]|\\k</.test(pattern))
    return 'refers back to a group (\\1, \\k<…>), which the linear-time syntax (RE2) does not have'
  const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read'
  return `is not a regular expression in RE2 syntax: ${reason.slice(0, 200)}`
}

export interface Applied {
  readonly text: string
  readonly found: number
}

/** Returns null when the rule finds nothing. The text may have at most `OWN_RULE_TEXT_CHARACTERS_MAX` characters. */
export function applyOwnRule({ expression, replacement, name }: OwnRule, text: string): Applied | null {
  if (!expression.test(text)) return null
  const matcher = expression.matcher(text)
  let redacted = ''
  let position = 0
  let found = 0
  let charactersRead = 0
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()]
    charactersRead += text.length - position
    if (charactersRead > CHARACTERS_READ_MAX) return { text: `[REDACTED:${name}]`, found: found + 1 }
    if (end === start) continue
    const filled = replacement.replaceAll(/\$(\d)/g, (_, group: string) => groupOf(matcher, Number(group)))
    redacted += text.slice(position, start) + filled
    position = end
    found += 1
  }
  return found === 0 ? null : { text: redacted + text.slice(position), found }
}

function groupOf(matcher: ReturnType<RE2JS['matcher']>, group: number): string {
  return group > matcher.groupCount() ? '' : (matcher.group(group) ?? '')
}

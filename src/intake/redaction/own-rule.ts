/**
 * A project's own patterns. They run on every record, so one that can take exponential or quadratic time is refused:
 * no group with a repetition inside may be repeated, and nothing refers back.
 */

export const OWN_RULES_MAX = 20
const PATTERN_LENGTH_MAX = 200

/** A sentence about what is wrong, null for a pattern that can be used. */
export function problemOfPattern(pattern: string): string | null {
  if (pattern.length > PATTERN_LENGTH_MAX) return `is longer than ${PATTERN_LENGTH_MAX} characters`
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'g')
  } catch {
    return 'is not a regular expression'
  }
  if (expression.test('')) return 'matches the empty text'
  if (/\\[1-9]|\\k</.test(pattern)) return 'refers back to a group'
  if (/\(\?(?!:)/.test(pattern)) return 'uses a group other than (…) and (?:…)'
  if (repeatsARepetition(pattern)) return 'repeats a group that holds a repetition'
  if ((pattern.replaceAll(/\\./g, '').match(/[*+]|\{\d+,\}/g) ?? []).length > 3)
    return 'has more than three open repetitions'
  return null
}

function repeatsARepetition(pattern: string): boolean {
  const plain = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  const open: boolean[] = []
  for (let i = 0; i < plain.length; i += 1) {
    const character = plain[i]
    if (character === '(') open.push(false)
    else if (character === ')') {
      const holdsRepetition = open.pop() ?? false
      if (holdsRepetition && /[*+{]/.test(plain[i + 1] ?? '')) return true
      if (holdsRepetition && open.length > 0) open[open.length - 1] = true
    } else if (/[*+{]/.test(character ?? '') && open.length > 0) open[open.length - 1] = true
  }
  return false
}

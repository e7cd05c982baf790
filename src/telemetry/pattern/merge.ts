/** The template of a pattern: what all its shapes have in common, `<*>` where they differ. */
import { wordsOf } from './words.ts'

const VARIABLE = '\u0000'

/** Merges templates in their given order; the result depends on the set's order only through alignment ties. */
export function mergeTemplates(templates: readonly string[]): string {
  const [first = '', ...rest] = templates
  if (rest.length === 0) return first
  let merged = wordsOf(first)
  for (const template of rest) merged = mergeWords(merged, wordsOf(template))
  const words = merged.join('').split(VARIABLE)
  // Variables that touch are one.
  return words.filter((word, index) => word !== '' || index === 0 || index === words.length - 1).join('<*>')
}

function mergeWords(a: readonly string[], b: readonly string[]): string[] {
  if (a.length === b.length) return a.map((word, index) => mergeWord(word, b[index] ?? ''))
  // Lists of another length: keep what begins and ends alike.
  let head = 0
  while (head < a.length && head < b.length && same(a[head], b[head])) head++
  let tail = 0
  const room = Math.min(a.length, b.length) - head
  while (tail < room && same(a[a.length - 1 - tail], b[b.length - 1 - tail])) tail++
  const headWords = a.slice(0, head).map((word, index) => mergeWord(word, b[index] ?? ''))
  const tailWords = a.slice(a.length - tail)
  if (a.length - head - tail === 0 && b.length - head - tail === 0) return [...headWords, ...tailWords]
  while (headWords.length > 0 && headWords.at(-1) === ' ' && tailWords.length === 0) headWords.pop()
  return [...headWords, VARIABLE, ...tailWords]
}

function same(a: string | undefined, b: string | undefined): boolean {
  return a === b
}

/** Two words in one place: equal, or a common head and tail around a variable. */
function mergeWord(a: string, b: string): string {
  if (a === b) return a
  if (/\d/.test(a + b) || a.includes(VARIABLE) || b.includes(VARIABLE)) {
    const head = commonHead(a, b)
    const tail = commonTail(a.slice(head), b.slice(head))
    return a.slice(0, head) + VARIABLE + a.slice(a.length - tail)
  }
  return VARIABLE
}

function commonHead(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length] && a[length] !== VARIABLE) length++
  // A letter run is kept whole or not at all.
  while (length > 0 && /[\p{L}\d]/u.test(a[length] ?? '') && /[\p{L}\d]/u.test(a[length - 1] ?? '')) length--
  return length
}

function commonTail(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length++
  while (
    length > 0 &&
    /[\p{L}\d]/u.test(a[a.length - length] ?? '') &&
    /[\p{L}\d]/u.test(a[a.length - length - 1] ?? '')
  )
    length--
  return length
}

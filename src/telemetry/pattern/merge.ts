/** Makes the template of a pattern: the words that all its shapes share, and `<*>` where they differ. */
import { isDelimiter, wordsOf } from './words.ts'

const VARIABLE = '\u0000'
/** Stands for words that only some templates have. */
const GAP = '\u0001'

/** Merges templates in the given order. Returns '' for an empty list and a single template unchanged. */
export function mergeTemplates(templates: readonly string[]): string {
  const [first = '', ...rest] = templates
  if (rest.length === 0) return first
  let merged = wordsOf(first)
  for (const template of rest) merged = mergeWords(merged, wordsOf(template))
  // Adjacent variables become one, and a gap beside a variable becomes part of it.
  let text = merged.join('')
  for (const beside of [
    `${VARIABLE}${GAP}`,
    `${GAP}${VARIABLE}`,
    `${VARIABLE} ${GAP}`,
    `${GAP} ${VARIABLE}`,
    `${GAP} ${GAP}`,
    GAP,
  ]) {
    text = text.replaceAll(beside, VARIABLE)
  }
  while (text.includes(VARIABLE + VARIABLE)) text = text.replaceAll(VARIABLE + VARIABLE, VARIABLE)
  return text.replaceAll(VARIABLE, '<*>')
}

function mergeWords(a: readonly string[], b: readonly string[]): string[] {
  if (haveSameForm(a, b)) return a.map((word, index) => mergeWord(word, b[index] ?? ''))
  const merged: string[] = []
  let atA = 0
  let atB = 0
  for (const [i, j] of [...alignment(a, b), [a.length, b.length] as const]) {
    const gap = gapWords(a.slice(atA, i), b.slice(atB, j))
    merged.push(...gap)
    if (i < a.length) merged.push(mergeWord(a[i] ?? '', b[j] ?? ''))
    atA = i + 1
    atB = j + 1
  }
  return merged
}

/** Returns true if both have the same delimiters in the same places, so that words can be compared one by one. */
function haveSameForm(a: readonly string[], b: readonly string[]): boolean {
  return (
    a.length === b.length &&
    a.every((word, index) => word === b[index] || !(isDelimiter(word) || isDelimiter(b[index] ?? '')))
  )
}

/** Replaces words that only one side has by a gap, with the blanks around it. */
function gapWords(a: readonly string[], b: readonly string[]): string[] {
  const text = a.length > b.length ? a.join('') : b.join('')
  if (text.trim() === '') return text === '' ? [] : [' ']
  return [...(text.startsWith(' ') ? [' '] : []), GAP, ...(text.endsWith(' ') ? [' '] : [])]
}

/** Aligns two lists of words: the pairs with the highest total likeness, in order. A word weighs more than a delimiter. */
function alignment(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const width = b.length + 1
  const scores = new Uint32Array((a.length + 1) * width)
  const score = (i: number, j: number): number => scores[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const paired = likeness(a[i] ?? '', b[j] ?? '')
      const both = paired > 0 ? score(i + 1, j + 1) + paired : 0
      scores[i * width + j] = Math.max(both, score(i + 1, j), score(i, j + 1))
    }
  }
  const pairs: (readonly [number, number])[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const paired = likeness(a[i] ?? '', b[j] ?? '')
    if (paired > 0 && score(i, j) === score(i + 1, j + 1) + paired) pairs.push([i++, j++])
    else if (score(i, j) === score(i + 1, j)) i++
    else j++
  }
  return pairs
}

function likeness(a: string, b: string): number {
  if (a === b) return isDelimiter(a) ? 1 : 4
  return a.includes(VARIABLE) && b.includes(VARIABLE) ? 2 : 0
}

/** Merges two words at one place: the word itself if they are equal, else a variable, perhaps with a common head and tail. */
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
  // A run of letters and digits is kept whole or not at all.
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

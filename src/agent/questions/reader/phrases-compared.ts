/** "Quotes refused: no price vs tyre is discontinued": two kinds of one thing, by what their lines say. */

const JOINT = / (?:vs\.?|versus|against|compared (?:to|with)|as opposed to) /
const CHARS_MAX = 160
/** So many words at the end of the first part may be the ones that the other part replaces. */
const REPLACED_MAX = 4

/** The questions for both kinds in the forms that are tried; empty for any other question. */
export function phrasesCompared(text: string): (readonly [string, string])[] {
  const parts = text.replace(/[\s?.!]+$/, '').split(JOINT)
  const [left = '', right = ''] = parts
  if (parts.length !== 2 || text.length > CHARS_MAX || /["`]/.test(text)) return []
  const [head = '', first] = left.split(/[:,] /)
  if (first !== undefined) return [[counted(head, first), counted(head, right)]]
  const words = left.split(' ')
  const others = right.split(' ').length
  const lengths = [others, ...Array.from({ length: REPLACED_MAX }, (_, at) => at + 1)]
  return [...new Set(lengths)]
    .filter((length) => length <= REPLACED_MAX && words.length - length > 0)
    .map((length) => [
      counted(words.slice(0, -length).join(' '), words.slice(-length).join(' ')),
      counted(words.slice(0, -length).join(' '), right),
    ])
}

function counted(head: string, kind: string): string {
  const said = `${head} ${kind}`
  return /^how many\b/.test(said) ? said : `how many ${said}`
}

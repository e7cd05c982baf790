/** "PS-2" of lines that say "PS-02": an id that nothing says, with as many zeros before its number as the data write. */
import type { HitsOf } from './text-hits.ts'

const SHORT_ID = /(?<![\w.-])([a-z]{1,8}[-_])(0{0,3})(\d{1,4})(?![\w.-])/gi
const IDS_MAX = 3
const DIGITS_MAX = 4

export interface Padded {
  readonly question: string
  /** What was taken for what, for the answer to say. */
  readonly notes: readonly string[]
}

/** The question with such ids as the data write them; as it was where one is said already, or in several ways. */
export async function withPaddedIds(question: string, hitsOf: HitsOf): Promise<Padded> {
  const said = [...question.matchAll(SHORT_ID)].slice(0, IDS_MAX)
  let text = question
  const notes: string[] = []
  for (const [id, head = '', , digits = ''] of said) {
    const number = digits.replace(/^0+(?=\d)/, '')
    const forms = [...Array(DIGITS_MAX).keys()]
      .map((more) => number.padStart(more + 1, '0'))
      .map((padded) => `${head}${padded}`.toLowerCase())
    const hits = await hitsOf([...new Set([id.toLowerCase(), ...forms])])
    const found = forms.filter((form) => form !== id.toLowerCase() && (hits[form] ?? 0) > 0)
    const [only, more] = [...new Set(found)]
    if ((hits[id.toLowerCase()] ?? 0) > 0 || only === undefined || more !== undefined) continue
    const written = `${head}${only.slice(head.length)}`
    text = text.replace(id, written)
    notes.push(`I took "${id}" as ${written}.`)
  }
  return { question: text, notes }
}

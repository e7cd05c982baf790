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
    const own = id.toLowerCase()
    if (((await hitsOf([own]))[own] ?? 0) > 0) continue
    const number = digits.replace(/^0+(?=\d)/, '')
    const forms = new Set(
      Array.from({ length: DIGITS_MAX }, (_, more) => `${head}${number.padStart(more + 1, '0')}`.toLowerCase()),
    )
    forms.delete(own)
    const hits = await hitsOf([...forms])
    const [only, more] = [...forms].filter((form) => (hits[form] ?? 0) > 0)
    if (only === undefined || more !== undefined) continue
    const written = `${head}${only.slice(head.length)}`
    text = text.replace(id, written)
    notes.push(`I took "${id}" as ${written}.`)
  }
  return { question: text, notes }
}

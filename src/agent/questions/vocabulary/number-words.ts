/** Numbers as words, one table for windows, limits and moves. */
import { wordTable } from './word-table.ts'

const NUMBERS = wordTable<number>({
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, eighteen: 18, twenty: 20 },
  ...{ 'twenty five': 25, 'twenty-five': 25, thirty: 30, forty: 40, 'forty five': 45, 'forty-five': 45, fifty: 50 },
  ...{ sixty: 60, ninety: 90, hundred: 100, 'a hundred': 100, 'one hundred': 100, dozen: 12, 'a dozen': 12 },
  ...{ few: 3, 'a few': 3, 'couple of': 2, 'a couple of': 2, 'a couple': 2 },
  ...{ half: 0.5, 'half a': 0.5, 'half an': 0.5 },
})

/** A number in digits or words, for regular expressions; without groups of its own. */
export const NUMBER = `\\d+(?:\\.\\d+)?|${Object.keys(NUMBERS)
  .sort((a, b) => b.length - a.length)
  .join('|')}`

/** A length of time in milliseconds, of "five", "minutes" or of a bare unit, which is one of it. */
export function lengthMsOf(count: string | undefined, unit = 'minutes'): number {
  const unitMs = unit.startsWith('h') ? 3_600_000 : unit.startsWith('s') ? 1000 : 60_000
  return (count === undefined ? 1 : numberOfWords(count)) * unitMs
}

/** The number that digits or words state; NaN where they state none. */
export function numberOfWords(said: string): number {
  return NUMBERS[said.toLowerCase()] ?? Number(said.replace(',', '.'))
}

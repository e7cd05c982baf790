/** Whether an answer is read in ten seconds: few words before its tables, and messages instead of the lines they stand in. */

const WORDS_MAX = 120
const RAW = /\{"[\w.@]+" ?:|\b(?:time|ts|level|lvl)=\S+ \w+=/

/** Words as a person reads them: marks of citations are none. */
export function wordsOf(text: string): number {
  return text
    .replace(/\[[\w-]+\]/g, ' ')
    .trim()
    .split(/\s+/).length
}

/** What keeps somebody from reading it quickly; empty when nothing does. */
export function unreadable(text: string): string[] {
  const words = wordsOf(text)
  return [...(words > WORDS_MAX ? [`${words} words`] : []), ...(RAW.test(text) ? ['a line as it was sent'] : [])]
}

/** An answer is read in ten seconds: a long one loses facts, never its first sentence or next step. Tables have the rest. */

/** Words before the tables. */
const WORDS_MAX = 120
/** What to do next, and which window was taken where nobody named one long after the last record. */
const KEPT = /^(?:Next: |You named no time, so I took the last window)/
const CITATION = /\[[\w-]+\]/g

/** The paragraphs, with the last items of their lists left out as far as it takes, and then the paragraphs behind them. */
export function inTenSeconds(text: string): string {
  const paragraphs = text.split('\n\n')
  for (let least = 2; least >= 1 && wordsOf(paragraphs) > WORDS_MAX; least--) {
    for (let at = longList(paragraphs, least); at >= 0; at = longList(paragraphs, least)) {
      paragraphs[at] = (paragraphs[at] ?? '').split('\n').slice(0, -1).join('\n')
      if (wordsOf(paragraphs) <= WORDS_MAX) break
    }
  }
  while (wordsOf(paragraphs) > WORDS_MAX) {
    const at = paragraphs.findLastIndex((one, index) => index > 0 && !KEPT.test(one))
    if (at < 0) break
    paragraphs.splice(at, 1)
  }
  return paragraphs.join('\n\n')
}

function wordsOf(paragraphs: readonly string[]): number {
  return paragraphs.join(' ').replace(CITATION, ' ').trim().split(/\s+/).length
}

/** The last list that has more items than these. -1 if there is none. */
function longList(paragraphs: readonly string[], least: number): number {
  return paragraphs.findLastIndex((one) => one.startsWith('- ') && one.split('\n').length > least)
}

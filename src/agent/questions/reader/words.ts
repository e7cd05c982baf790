/** A question as words: where each stands, its singular, and whether something has used it. */
import { wordTable } from '../vocabulary/word-table.ts'

export interface Word {
  /** As written, lower case. */
  readonly text: string
  /** Singular, without possessive. */
  readonly lemma: string
  readonly start: number
  readonly end: number
  /** Written in capitals, as codes are: no everyday word. */
  readonly isCode?: boolean
  /** As it was typed, where that was taken for a typing error. */
  readonly mistyped?: string
  /** What used the word; null while nothing has. */
  usedBy: string | null
}

/** What a question may be long; what it asks stands at its beginning, and pasted logs follow. */
export const QUESTION_CHARS_MAX = 1_500
const WORDS_MAX = 160

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwhat's\b|\bwhats\b/g, 'what is'],
  [/\bhow's\b|\bhows\b/g, 'how is'],
  [/\bwho's\b|\bwhos\b/g, 'who is'],
  [/\bwhere's\b/g, 'where is'],
  [/\bwhen's\b/g, 'when is'],
  [/\bit's\b/g, 'it is'],
  [/\bthere's\b/g, 'there is'],
  [/\bthat's\b/g, 'that is'],
  [/\blet's\b/g, 'let us'],
  [/\bcan't\b|\bcannot\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\b(is|are|was|were|do|does|did|has|have|had|could|would|should)n't\b/g, '$1 not'],
  [/\b(we|you|they)'re\b/g, '$1 are'],
  [/\b(i|we|you|they)'(?:m|ve|ll|d)\b/g, '$1'],
]

/** One spelling of quotes and dashes, contractions written out, lower case. */
export function cleaned(question: string): string {
  const text = question
    .slice(0, QUESTION_CHARS_MAX)
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  return text
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? part : spelled(part)))
    .join('')
}

/** What stands in quotes is searched for as it was written. */
const QUOTED = /("[^"]{1,4000}"|(?<=^|[\s(:])'[^']{3,400}'(?=$|[\s).,;:?!]))/

function spelled(text: string): string {
  return CONTRACTIONS.reduce((all, [pattern, written]) => all.replace(pattern, written), text)
}

/** Words and numbers with the characters that names are made of; punctuation at their ends is dropped. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const found of text.matchAll(/[\p{L}\p{N}_/{}:@#%$~+*.'-]+/gu)) {
    if (words.length >= WORDS_MAX) break
    const trimmedStart = found[0].replace(/^[.:'*~+-]+/, '')
    const word = trimmedStart.replace(/[.:'*~+-]+$/, '')
    if (word === '') continue
    const start = found.index + (found[0].length - trimmedStart.length)
    words.push({ text: word, lemma: lemmaOf(word), start, end: start + word.length, usedBy: null })
  }
  return words
}

const IRREGULAR = wordTable<string>({
  people: 'person',
  children: 'child',
  statuses: 'status',
  analyses: 'analysis',
  indices: 'index',
})

/** "CVs", "TVs", "VMs": what has no vowel is one word only where it is a known name. */
const SHORT_PLURAL =
  /^(?!aws|cms|css|dms|dns|ecs|eks|fps|gcs|gps|kms|nfs|rds|rps|rss|sms|sns|sqs|tls|tps)[b-df-hj-np-tv-z]{2}s$/

/** Singular of a word; verbs lose the same endings, which does no harm where both sides do. */
export function lemmaOf(word: string): string {
  const plain = word.replace(/'s?$/, '')
  const irregular = IRREGULAR[plain]
  if (irregular !== undefined) return irregular
  if (SHORT_PLURAL.test(plain)) return plain.slice(0, -1)
  if (plain.length <= 3 || !plain.endsWith('s') || (/(?:ss|us|is|os)$/.test(plain) && !isPluralOfVowel(plain)))
    return plain
  if (plain.endsWith('ies') && plain.length > 4) return `${plain.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss|zz)es$/.test(plain)) return plain.slice(0, -2)
  return plain.slice(0, -1)
}

/** "Photos", "menus", "APIs", "GPUs" are several; "chaos", "status" and "analysis" are not. */
function isPluralOfVowel(word: string): boolean {
  if (word.endsWith('os')) return !/^(?:chaos|cosmos|kudos|ethos|pathos|thermos|axios|macos|ddos|helios)$/.test(word)
  if (/^(?:this|thus|plus)$/.test(word)) return false
  return /^(?:menu|guru|tofu|haiku|api|taxi|bikini|kiwi|emoji|safari|alibi|[^aeiou\W\d_]{2,3}[iu])s$/.test(word)
}

const ENDINGS = [
  'ingly',
  'edly',
  'fully',
  'isation',
  'ization',
  'ation',
  'ment',
  'ing',
  'ed',
  'ion',
  'ise',
  'ize',
  'al',
  'ly',
  'er',
  'e',
]

/** A word without the endings of verbs and nouns: "declined", "declines" and "declining" are one. */
export function stemOf(word: string): string {
  let stem = lemmaOf(word)
  for (const ending of ENDINGS) {
    if (stem.length - ending.length >= 3 && stem.endsWith(ending)) {
      stem = stem.slice(0, -ending.length)
      break
    }
  }
  if (/([bdfgklmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  // "Analysed" and "analyzed" are one word.
  return stem.length > 4 && stem.endsWith('ys') ? `${stem.slice(0, -1)}z` : stem
}

/** Insertions, deletions, substitutions and swaps of neighbours from one word to the other, at most `max` + 1. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) value = Math.min(value, (before[j - 2] ?? 0) + 1)
      row.push(value)
      best = Math.min(best, value)
    }
    if (best > max) return max + 1
    before = previous
    previous = row
  }
  return previous[b.length] ?? max + 1
}

/** Typing errors a word of this length may hold and still be taken for another. */
export function errorsAllowed(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2
}

/** What a question is told by: its words, pairs of neighbours, and what they are about. */
import { conceptsOf } from './concepts.ts'

/** Stands for a name of a service. */
export const SERVICE_WORD = 'xsvc'
/** Stands for a number, and for a word that the corpus has hardly ever. */
const NUMBER_WORD = '0'
const UNKNOWN_WORD = 'xunk'

const WRITTEN_OUT: readonly (readonly [RegExp, string])[] = [
  [/\b(what|who|it|that|where|how|when|there)['’]?s\b/g, '$1 is'],
  [/\bwhen'd\b/g, 'when did'],
  [/\bcan(?:'t|not|t)\b/g, 'can not'],
  [/\b(do|does|did|is|are|was|were|has|have|would|should|could)n'?t\b/g, '$1 not'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/'m\b/g, ' am'],
  [/\b(?:pls|plz|please)\b/g, ' '],
  [/\bu\b/g, 'you'],
  [/\br\b/g, 'are'],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/(?=\s)/g, 'with'],
  [/\bb4\b/g, 'before'],
  [/\bsvcs?\b/g, 'service'],
  [/\breqs?\b/g, 'requests'],
  [/\berrs?\b/g, 'errors'],
]

/** The words of a question in small letters, written out; `text` has `SERVICE_WORD` in the place of services. */
export function wordsOf(text: string): string[] {
  let said = text.toLowerCase().replaceAll('’', "'")
  for (const [form, full] of WRITTEN_OUT) said = said.replace(form, full)
  return said
    .replace(/\b\d+(?:\.\d+)?(?![\dx]*[a-z])/g, ` ${NUMBER_WORD} `)
    .replace(/[^a-z0-9 ]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '')
}

const STEM_CHARS = 7
const ENDING = /(?:ingly|edly|ing|ed|es|s|ly|ments?|ations?|er)$/

function stemOf(word: string): string {
  return word.length <= 4 ? word : word.replace(ENDING, '').slice(0, STEM_CHARS)
}

/**
 * The features of a question, each once. A word that is neither in the vocabulary nor about anything counts as unknown:
 * nouns of a trade are, and tell that something else is asked.
 */
export function featuresOf(text: string, vocabulary: ReadonlySet<string>): string[] {
  const words = wordsOf(text)
  const stems = words.map((word) =>
    vocabulary.has(word) || word === SERVICE_WORD || word === NUMBER_WORD || conceptsOf(word).length > 0
      ? stemOf(word)
      : UNKNOWN_WORD,
  )
  const concepts = words.map((word) => conceptsOf(word))
  const all = [...new Set(concepts.flat())].toSorted()
  const unknown = stems.filter((stem) => stem === UNKNOWN_WORD).length
  return [
    ...new Set([
      ...stems.map((stem) => `w:${stem}`),
      ...pairs(stems).map((pair) => `b:${pair}`),
      `f:${stems.slice(0, 1).join(' ')}`,
      `g:${stems.slice(0, 2).join(' ')}`,
      `l:${stems.slice(-1).join(' ')}`,
      `n:${Math.min(4, Math.floor(stems.length / 3))}`,
      `u:${Math.min(3, unknown)}`,
      ...all.map((concept) => `c:${concept}`),
      ...pairs(concepts.map(([concept]) => concept ?? '_')).map((pair) => `d:${pair}`),
      ...all.flatMap((one, at) => all.slice(at + 1).map((other) => `e:${one} ${other}`)),
    ]),
  ]
}

function pairs(items: readonly string[]): string[] {
  return items.slice(1).map((item, at) => `${items[at]} ${item}`)
}

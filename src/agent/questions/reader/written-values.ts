/** Values that are written like something else: with a sign behind them ("A+"), or like the name of a level ("emergency"). */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Word } from './words.ts'

/** What stands behind the name of a level where the level is meant. */
const OF_LEVEL = /^(?:errors?|logs?|lines?|records?|messages?|entries|events?|levels?|severity)$/

/** "Orders that were emergencies" where `urgency` is `emergency` and no line is of that level: the value. */
export function withLevelValues(words: Word[], classes: ReadonlySet<string>, { templates }: Catalogue): Word[] {
  if (templates.some(({ severity }) => severity === 'fatal')) return words
  return words.map((word, at) => {
    const isLevel = /^(?:emergency|critical)$/.test(word.lemma) && classes.has(word.lemma)
    return isLevel && !OF_LEVEL.test(words[at + 1]?.text ?? '') ? { ...word, text: word.lemma, isCode: true } : word
  })
}

/** "Blood group A+" beside "A-": the sign behind a word belongs to it where a value is written so. */
export function withSigns(words: Word[], text: string, classes: ReadonlySet<string>): Word[] {
  return words.map((word) => {
    const signed = text.slice(word.start, word.end + 1).toLowerCase()
    const isSigned = /[+-]$/.test(signed) && classes.has(signed) && !/[\p{L}\p{N}]/u.test(text[word.end + 1] ?? '')
    return isSigned ? { ...word, text: signed, lemma: signed, end: word.end + 1, isCode: true } : word
  })
}

/** Topics that are small talk elsewhere ("weather", "stock", "news") and that this project's lines or metrics have. */
import { templateTokens } from '../grounding/template-tokens.ts'
import { OFF_TOPIC } from '../vocabulary/remarks.ts'
import type { QuestionState } from './state.ts'
import { lemmaOf } from './words.ts'

/** "The last weather alert" where lines say "weather alert", "the stock of soda" where a metric of stock has a series of soda. */
export function isOfOwnTopic({ words, context: { catalogue } }: QuestionState): boolean {
  const isTopic = (text: string) => OFF_TOPIC.has(text) || OFF_TOPIC.has(lemmaOf(text))
  const pairs = words.slice(1).flatMap(({ text, lemma }, at) => {
    const before = words[at]
    return before !== undefined && (isTopic(text) || isTopic(before.text)) ? [[before.lemma, lemma] as const] : []
  })
  const areIn = (tokens: readonly string[]) =>
    pairs.some(([one, other]) =>
      tokens.some((token, at) => lemmaOf(token) === one && lemmaOf(tokens[at + 1] ?? '') === other),
    )
  if (catalogue.templates.some(({ tokens }) => areIn(tokens))) return true
  // "Flight SL213" of `flight.number`: one of the things that the project tells apart.
  const isOfKey = words.some(
    ({ text, lemma }, at) =>
      isTopic(text) &&
      /\d/.test(words[at + 1]?.text ?? '') &&
      catalogue.keys.some(({ key }) => key.toLowerCase().split(/[._-]/).map(lemmaOf).includes(lemma)),
  )
  if (isOfKey) return true
  return catalogue.metrics.some(({ name, attributes }) => {
    const tokens = templateTokens(name)
    if (areIn(tokens)) return true
    if (!words.some(({ text, lemma }) => isTopic(text) && tokens.some((token) => lemmaOf(token) === lemma)))
      return false
    const values = new Set(attributes.flatMap(({ values: own }) => own.map((value) => value.toLowerCase())))
    return words.some(({ text }) => values.has(text))
  })
}

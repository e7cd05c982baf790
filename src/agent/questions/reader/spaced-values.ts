/**
 * "Apart from event moved", "refused for card expired": a value of several words behind a preposition is one name, also
 * where its words are grammar elsewhere. It is written as one word, by which the reader knows it as well.
 */
import type { Catalogue } from '../grounding/catalogue.ts'

/** Keys with more values hold texts, and no kinds. */
const KINDS_MAX = 60
const CHARS_MAX = 300
const BEFORE =
  '\\b(for|because of|because|due to|with|of|by|from|except|without|excluding|only|reason|not|about|than)( (?:the|a|reason|kind|type|being))? '

/** The question with such values in one word. */
export function withValuesInOne(question: string, { values }: Pick<Catalogue, 'values'>): string {
  if (question.length > CHARS_MAX || /["`\n]/.test(question)) return question
  const lower = question.toLowerCase()
  const named = values
    .filter(({ scope, values: kinds }) => scope === 'attribute' && kinds.length <= KINDS_MAX)
    .flatMap(({ values: kinds }) => kinds.map(({ value }) => value.toLowerCase()))
    .filter((value) => /^[a-z]{2,20}(?: [a-z]{2,20}){1,3}$/.test(value) && lower.includes(value))
    .sort((a, b) => b.length - a.length)
  return [...new Set(named)].reduce(
    (text, value) =>
      text.replace(
        new RegExp(`${BEFORE}${RegExp.escape(value)}(?![\\w-])`, 'gi'),
        (_, before: string, article: string | undefined) => `${before}${article ?? ''} ${value.replaceAll(' ', '-')}`,
      ),
    question,
  )
}

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
export function withValuesInOne(
  question: string,
  { values, templates }: Pick<Catalogue, 'values' | 'templates'>,
): string {
  if (question.length > CHARS_MAX || /["`\n]/.test(question)) return question
  const asked = withOwnCompounds(question, values, templates)
  const lower = asked.toLowerCase()
  const named = kindsOf(values)
    .map((value) => value.toLowerCase())
    .filter((value) => /^[a-z]{2,20}(?: [a-z]{2,20}){1,3}$/.test(value) && lower.includes(value))
    .sort((a, b) => b.length - a.length)
  return [...new Set(named)].reduce(
    (text, value) =>
      text.replace(
        new RegExp(`${BEFORE}${RegExp.escape(value)}(?![\\w-])`, 'gi'),
        (_, before: string, article: string | undefined) => `${before}${article ?? ''} ${value.replaceAll(' ', '-')}`,
      ),
    asked,
  )
}

/** "Apple pay" of `apple_pay`: as the data write it, where one of two sides is to be told as one word. */
export function withValuesJoined(question: string, { values }: Pick<Catalogue, 'values'>): string {
  if (question.length > CHARS_MAX || /["`\n]/.test(question)) return question
  const lower = question.toLowerCase()
  const named = kindsOf(values)
    .filter((value) => /^[a-z]{2,20}(?:[_-][a-z]{2,20}){1,3}$/i.test(value))
    .filter((value) => lower.includes(value.toLowerCase().replace(/[_-]/g, ' ')))
    .sort((a, b) => b.length - a.length)
  return [...new Set(named)].reduce((text, value) => {
    const said = value.replace(/[_-]/g, ' ')
    return text.replace(new RegExp(`(?<![\\w-])${RegExp.escape(said)}(?![\\w-])`, 'gi'), value)
  }, question)
}

/** Values by which records are told apart. */
function kindsOf(values: Catalogue['values']): string[] {
  return values
    .filter(({ scope, values: kinds }) => scope === 'attribute' && kinds.length <= KINDS_MAX)
    .flatMap(({ values: kinds }) => kinds.map(({ value }) => value))
}

/** "The no-show fee job" of `noshow_fee` or `noshow`: names that are the same but for hyphens, underscores and spaces. */
function withOwnCompounds(question: string, values: Catalogue['values'], templates: Catalogue['templates']): string {
  if (!question.includes('-')) return question
  const own = new Map<string, string>()
  for (const { tokens } of templates) for (const token of tokens) if (/^[a-z]{5,30}$/.test(token)) own.set(token, token)
  for (const value of kindsOf(values))
    if (/^[a-z]{2,20}(?:[_-][a-z]{2,20}){0,3}$/.test(value)) own.set(value.replace(/[_-]/g, ''), value)
  const words = question.split(' ')
  const asWritten = new Set(words.map((word) => word.toLowerCase()))
  for (let at = 0; at < words.length; at++) {
    for (const length of [3, 2, 1]) {
      const said = words.slice(at, at + length).join(' ')
      const [, name = '', end = ''] = /^([a-z]{2,20}(?:[ -][a-z]{2,20}){1,4})([?.,!:;]*)$/i.exec(said) ?? []
      const value = name.includes('-') ? own.get(name.toLowerCase().replace(/[ -]/g, '')) : undefined
      if (value === undefined || asWritten.has(value) || name.toLowerCase() === value) continue
      words.splice(at, length, `${value}${end}`)
      break
    }
  }
  return words.join(' ')
}

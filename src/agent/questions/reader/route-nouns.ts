/** "Print jobs answered 402" of `POST /print-jobs`: a noun of two words that routes write as one, where a status is asked. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { fixedPartsOf } from './routes.ts'

const HAS_STATUS = /(?<![\w.:-])(?:[1-5]\d\d|[1-5]xx)s?(?![\w.:-])/i
const CHARS_MAX = 300

/** The question with such nouns as routes write them. */
export function withRouteNouns(question: string, { operations }: Pick<Catalogue, 'operations'>): string {
  if (question.length > CHARS_MAX || !HAS_STATUS.test(question) || /["`\n]/.test(question)) return question
  const parts = operations
    .flatMap((name) => fixedPartsOf(name))
    .filter((part) => /^[a-z]{2,20}(?:-[a-z]{2,20}){1,2}$/.test(part))
  return [...new Set(parts)].reduce((text, part) => {
    const said = part.replaceAll('-', ' ')
    return text.replace(new RegExp(`(?<![\\w/-])${RegExp.escape(said)}(?![\\w/-])`, 'gi'), part)
  }, question)
}

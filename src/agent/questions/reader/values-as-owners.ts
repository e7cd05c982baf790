/** "Acme's uploads", "can acme log in?", "is acme able to pay?": a value in the place of people is one of a key. */
import { type Catalogue, isClassValue } from '../grounding/catalogue.ts'

type Known = Pick<Catalogue, 'services' | 'values'>

const OWNED = /(?<![\w-])([a-z][\w-]{1,30})['’]s ((?:[a-z][a-z-]{1,20} ){0,2}?[a-z][a-z-]{2,20}s)(?![\w-])/i
const ABLE =
  /^((?:(?:so|and|but|ok|hey) )*)(?:(?:can|could)|is|are) (?:the |our )?([a-z][\w-]{1,30})(?: (?:users|people|customers|members|clients))? (?:(?:still|again|now) )?(able to )?(?=[a-z])(.{3,60}?)([?.!\s]*)$/i
const CHARS_MAX = 200

/** The question with the value behind what it owns or does. */
export function withValuesAsOwners(question: string, known: Known): string {
  if (question.length > CHARS_MAX || /["`\n]/.test(question)) return question
  const owned = question.replace(OWNED, (said, owner: string, things: string) =>
    isOwner(owner, known) ? `${things} of ${owner}` : said,
  )
  return owned.replace(
    ABLE,
    (said, lead: string, owner: string, able: string | undefined, rest: string, end: string) => {
      const isAsked = able !== undefined || /^(?:(?:so|and|but|ok|hey) )*(?:can|could) /i.test(said)
      return isAsked && isOwner(owner, known) ? `${lead}can users ${rest} for ${owner}${end}` : said
    },
  )
}

export function isOwner(word: string, { services, values }: Known): boolean {
  const lower = word.toLowerCase()
  return (
    !services.some(({ name }) => name.toLowerCase() === lower) &&
    values.some((known) => known.signal === 'spans' && known.scope === 'attribute' && isClassValue(known, lower))
  )
}

/**
 * "How many guests were turned away by the curfew" of lines that say "guest turned away, curfew": what stands behind "by"
 * or "because of" is what the same line says, and no service that is called by one of its words.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { partsOf } from './covering/told.ts'
import { lemmaOf } from './words.ts'

const REASON =
  /^((?:so |and |but )*how many (?:of )?(?:the |our )?)([a-z][a-z -]{2,40}? )(?:were |was |got |have been |had been |are )?([a-z]{3,20}(?: (?:away|back|off|out|down|up|over|in))?) (?:by|because of|due to|owing to|on account of|over) (?:the |our |an? )?([a-z][a-z-]{2,20}(?: [a-z-]{3,20}){0,2})((?: (?:in|since|between|during|from|over|today|so far|last|before|after|until)\b[^?]{0,60})?)(\W*)$/i

/** The question in the words of that line; as it is where no line says all of it. */
export function withReasonOfLine(
  question: string,
  { templates, services }: Pick<Catalogue, 'templates' | 'services'>,
): string {
  if (question.length > 300) return question
  const [, lead = '', noun = '', verb = '', reason = '', time = '', end = ''] = REASON.exec(question) ?? []
  const words = `${noun}${verb} ${reason}`.toLowerCase().split(/\s+/)
  const because = reason.toLowerCase().split(' ')
  // Only a name of a service would be read in its place.
  const isName = services.some(({ name }) =>
    because.some((word) => name.toLowerCase() !== word && partsOf(name).includes(lemmaOf(word))),
  )
  if (!isName || words.length < 3) return question
  const says = templates.filter(({ tokens }) =>
    words.every((word) => tokens.some((token) => lemmaOf(token) === lemmaOf(word))),
  )
  const [line] = says
  if (line === undefined) return question
  const own = because.map((word) => line.tokens.find((token) => lemmaOf(token) === lemmaOf(word)) ?? word)
  // "Hint in" may be what some line says.
  return `${lead}${noun}${verb}, ${own.join(' ')}${time.replace(/^ in /i, ' over ')}${end}`
}

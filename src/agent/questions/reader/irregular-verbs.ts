/** "How many quotes did pricing give" of lines that say "quote given": the form that lines have of an irregular verb. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { participle } from './plain-order.ts'
import { lemmaOf } from './words.ts'

const ASKED =
  /\bhow many ((?:[a-z-]{2,30} ){0,2}?([a-z-]{2,30})) (?:did|do|does|have|has) (?:(?:the|our) )?([\w.-]{2,60}) ([a-z]{3,12})\b(?! (?:up|back|out|off|over|away|to)\b)/

/** The question in the words of its lines, where some say both the thing and the verb so. */
export function inParticiples(
  text: string,
  { templates, services }: Pick<Catalogue, 'templates' | 'services'>,
): string {
  return text.replace(ASKED, (said: string, things: string, noun: string, subject: string, verb: string) => {
    const done = participle(verb)
    const isSaid =
      !done.endsWith('ed') &&
      templates.some(({ tokens }) => tokens.includes(done) && tokens.some((token) => lemmaOf(token) === lemmaOf(noun)))
    if (!isSaid) return said
    const isService = services.some(({ name }) => name.toLowerCase() === subject)
    return isService ? `how many ${things} ${done} by ${subject}` : `how many ${things} were ${done}`
  })
}

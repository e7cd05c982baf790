/** "How many quotes did pricing give" of lines that say "quote given": the form that lines have of an irregular verb. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { unitNames } from '../vocabulary/units.ts'
import { participle } from './plain-order.ts'
import { lemmaOf } from './words.ts'

const ASKED =
  /\bhow many ((?:[a-z-]{2,30} ){0,2}?([a-z-]{2,30})) (?:did|do|does|have|has) (?:(?:the|our) )?([\w.-]{2,60}) ([a-z]{3,12})\b(?! (?:up|back|out|off|over|away|to)\b)/

/** "How many MB of scans did scan-intake store". */
const IN_UNIT =
  /\bhow (?:many|much) ([a-z]{1,12}) of ([a-z-]{2,30}) (?:did|do|does|has|have) (?:(?:the|our) )?([\w.-]{2,60}) ([a-z]{3,12})\b(?! (?:up|back|out|off|over|away|to)\b)/

/** The question in the words of its lines, where some say both the thing and the verb so. */
export function inParticiples(
  text: string,
  { templates, services }: Pick<Catalogue, 'templates' | 'services'>,
): string {
  const added = text.replace(IN_UNIT, (said: string, unit: string, things: string, subject: string, verb: string) => {
    const isService = services.some(({ name }) => name.toLowerCase() === subject)
    return unitNames(unit) === null
      ? said
      : `total ${unit} of ${things} ${participle(verb)}${isService ? ` by ${subject}` : ''}`
  })
  return added.replace(ASKED, (said: string, things: string, noun: string, subject: string, verb: string) => {
    const done = participle(verb)
    const isSaid =
      !done.endsWith('ed') &&
      templates.some(({ tokens }) => tokens.includes(done) && tokens.some((token) => lemmaOf(token) === lemmaOf(noun)))
    if (!isSaid) return said
    const isService = services.some(({ name }) => name.toLowerCase() === subject)
    return isService ? `how many ${things} ${done} by ${subject}` : `how many ${things} were ${done}`
  })
}

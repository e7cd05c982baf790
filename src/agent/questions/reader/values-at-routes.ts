/**
 * "Exports at customs since 9:00", "how many seniors failed at check-in": a value of several stands for the things, and
 * the place is the route on which they are counted. As "export customs" and "senior check-ins" both of them restrict.
 */
import { type Catalogue, isClassValue } from '../grounding/catalogue.ts'
import { routesOfThing } from './routes.ts'
import { lemmaOf } from './words.ts'

type Known = Pick<Catalogue, 'operations' | 'services' | 'values'>

const TIME = '(?: (?:in|since|between|during|from|over|today|yesterday|so far|last|before|after|until)\\b[^?]{0,60})?'
const AT = new RegExp(
  `^((?:so |and |but )*(?:(?:how many|number of|count of) )?)((?:failed |successful |refused )?)([a-z-]{3,20}s)((?: failed| succeeded)?) (?:at|on|via) (?:the |our )?([a-z][a-z-]{2,20})(${TIME})(\\W*)$`,
  'i',
)

/** The question with the value before the noun of the route. */
export function withValuesAtRoutes(question: string, catalogue: Known): string {
  const [, lead = '', how = '', things = '', verb = '', place = '', time = '', end = ''] = AT.exec(question) ?? []
  if (things === '' || isThing(things, catalogue)) return question
  const one = lemmaOf(things.toLowerCase())
  const isValueOf = (word: string): boolean =>
    catalogue.values.some((known) => known.signal === 'spans' && isClassValue(known, word))
  const isName = catalogue.services.some(({ name }) => name.toLowerCase() === place.toLowerCase())
  const isPlace = isThing(place, catalogue) && !isValueOf(place.toLowerCase()) && !isName
  if (!isPlace || !isValueOf(one)) return question
  return `${lead}${how}${one} ${place}${place.endsWith('s') ? '' : 's'}${verb}${time}${end}`
}

function isThing(noun: string, { operations }: Known): boolean {
  const { made, read } = routesOfThing(noun.toLowerCase(), operations)
  return made.length + read.length > 0
}

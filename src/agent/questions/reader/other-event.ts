/** "Add up the fines paid": a sum of the fines issued is none, where other lines tell of fines that were paid. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { isNegated, type Plan } from '../plan/plan.ts'
import { isOfSuccess } from './texts.ts'
import { lemmaOf } from './words.ts'

const DONE = /(?<![\w-])(?:[a-z]{3,20}ed|paid|sent|sold|bought|written|taken|lent|built|spent)(?![\w-])/g

/** Whether numbers are taken from lines of another event than the one that the question names. */
export function isOfOtherEvent(text: string, plan: Plan, { templates }: Catalogue): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'number' || plan.measure.signal !== 'logs') return false
  const said = plan.conditions.find((one) => one.on === 'templates' && !isNegated(one))
  if (said?.on !== 'templates') return false
  const nouns = said.words.split(' ').filter((word) => word !== lemmaOf(word))
  const own = templates.filter(({ id }) => said.ids.includes(id))
  const services = new Set(own.map(({ service }) => service))
  return [...text.matchAll(DONE)].some(([done]) => {
    const isSaid = own.some(({ tokens }) => tokens.includes(done))
    const others = templates.filter(
      (one) =>
        services.has(one.service) &&
        isOfSuccess(one) &&
        one.tokens.includes(done) &&
        nouns.some((noun) => one.tokens.some((token) => lemmaOf(token) === lemmaOf(noun))),
    )
    return !isSaid && others.length > 0
  })
}

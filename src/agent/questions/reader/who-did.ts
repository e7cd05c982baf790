/**
 * "Who creates the most rooms?": people, customers or tenants by the key that identifies them, and neither the service that
 * writes the lines nor the id of what was created.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { keysOf, nounOfKey } from './fields.ts'
import { cleaned, lemmaOf, wordsOf } from './words.ts'

const WHO_MOST =
  /^(?:(?:so|and|but|ok|hey) )*who (?!(?:calls?|uses?|sends?|logs?|emits?|fails?|is|are|was|were|has|have|had|gets?)\b)[a-z]{3,20} .{0,60}\b(?:most|least|fewest)\b/

/** Those who had it done: of lines that one service writes, the service would tell nothing apart. */
const WHO_HAD =
  /^(?:(?:so|and|but|ok|hey) )*who (?:has|have|had|gets|got|saw|sees) (?:the )?(?:most|fewest|least) [a-z]/

/** The plan, by those who did it. */
export function byWhoDid<T extends Plan>(question: string, plan: T, catalogue: Catalogue): T {
  const text = cleaned(question)
  const isHad = WHO_HAD.test(text)
  if (!(isHad || WHO_MOST.test(text)) || plan.intent !== 'measure' || plan.groupBy.length !== 1) return plan
  const isOfLines = plan.measure.of === 'records'
  const templates = plan.conditions.flatMap((one) => (one.on === 'templates' ? one.ids : []))
  const isEvent = templates.length > 0 || plan.conditions.some(({ on }) => on === 'operation')
  const [group] = plan.groupBy
  const things = wordsOf(text).map(({ lemma }) => lemma)
  const isThing = group?.field === 'service' || things.includes(lemmaOf(nounOfKey(group?.field ?? '')))
  if (!isEvent || !isThing || !(isOfLines || plan.measure.of === 'requests')) return plan
  const keys = keysOf('customer', catalogue).filter(({ scope }) => scope === 'attribute')
  const lines = catalogue.templates.filter(({ id }) => templates.includes(id))
  if (isHad && new Set(lines.map(({ service }) => service)).size !== 1) return plan
  const isCarried = (key: string): boolean => lines.length > 0 && lines.every((one) => one.template.includes(key))
  const own = isOfLines ? keys.find(({ key, signal }) => signal === 'logs' && isCarried(key)) : undefined
  const known = own ?? keys.find(({ signal }) => signal === 'spans')
  return known === undefined ? plan : { ...plan, groupBy: [{ field: known.key, scope: known.scope }] }
}

/** By which word lines are counted, and whether two counts say the same. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { PlanCondition } from '../plan/plan.ts'
import { lemmaOf } from '../reader/words.ts'

/** Lines and requests of one thing differ by those on their way: less than this is no other reading. */
export const SAME_THING = 0.03

export function differs(a: number, b: number, share: number): boolean {
  return Math.abs(a - b) > share * Math.max(a, b)
}

/** The one word that lines are counted by; null where more is said of them. */
export function wordOf(conditions: readonly PlanCondition[], { templates }: Catalogue): string | null {
  const [said, ...further] = conditions.filter(({ on }) => on === 'templates')
  const isOfWord = said?.on === 'templates' && said.not !== true && further.length === 0 && !/\s/.test(said.words)
  const isTold = conditions.some(({ on }) => on === 'severity' || on === 'text' || on === 'outcome')
  return isOfWord && !isTold && !isOfOneValue(said, templates) ? said.words : null
}

/** "Applications with decision invite": of lines that differ in this word those with it, which no other reading has. */
function isOfOneValue(
  { ids, words }: { readonly ids: readonly string[]; readonly words: string },
  templates: Catalogue['templates'],
): boolean {
  const counted = templates.filter(({ id }) => ids.includes(id))
  const others = templates.filter(({ id }) => !ids.includes(id))
  const isWord = (token: string | undefined): boolean => lemmaOf(token ?? '') === lemmaOf(words)
  return counted.some((one) =>
    others.some(({ service, tokens }) => {
      if (service !== one.service || tokens.length !== one.tokens.length) return false
      const places = tokens.flatMap((token, at) => (token === one.tokens[at] ? [] : [at]))
      return places.length === 0 || (places.length === 1 && isWord(one.tokens[places[0] ?? 0]))
    }),
  )
}

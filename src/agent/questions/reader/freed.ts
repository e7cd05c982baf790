/** What a follow-up frees of the last plan's conditions: "all platforms again", another service with its own operations. */
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { keysOf, nounOfKey } from './fields.ts'
import { isOfSpans } from './fit-measure.ts'
import type { QuestionState } from './state.ts'

/** Keys and nouns that "all platforms", "any status" set free; uses the words. */
export function freedBy({ words, context }: QuestionState): ReadonlySet<string> {
  const freed = new Set<string>()
  for (const [at, { text }] of words.entries()) {
    const noun = words[at + 1]
    if (!/^(?:all|any|every)$/.test(text) || noun === undefined) continue
    const keys = keysOf(noun.text, context.catalogue).map(({ key }) => key)
    if (keys.length === 0 && !/^(?:service|operation|endpoint)$/.test(noun.lemma)) continue
    noun.usedBy ??= 'shape'
    for (const name of [...keys, noun.lemma]) freed.add(name)
  }
  return freed
}

/** "All platforms again", "any status": what the noun restricted is free again. Another service has other operations. */
export function widened(state: QuestionState, old: readonly PlanCondition[]): readonly PlanCondition[] {
  const freed = freedBy(state)
  const services = state.conditions.flatMap((condition) => (condition.on === 'service' ? condition.values : []))
  const isOther = services.length > 0 && !/\bof\b/.test(state.text)
  return old.filter((condition) => {
    if (condition.on === 'attribute') return !freed.has(condition.key)
    if (condition.on === 'service') return !freed.has('service')
    if (condition.on === 'operation') return !isOther && !freed.has('operation') && !freed.has('endpoint')
    return true
  })
}

/** Keys of who sent a request. */
const IS_CALLER = /(?:^|[._])(?:client|caller|source|origin|peer|upstream|consumer|requester|sender)(?:$|[._])/i

/** "For leak-detector only" behind the requests on a route that it calls: those that carry it as their client. */
export function asCaller({ conditions, context }: QuestionState, base: Plan): void {
  const isOfRoute =
    base.intent === 'measure' &&
    isOfSpans(base.measure) &&
    base.conditions.some(({ on }) => on === 'operation') &&
    !base.conditions.some(({ on }) => on === 'service')
  const [at, more] = conditions.flatMap((one, index) => (one.on === 'service' ? [index] : []))
  const named = at === undefined ? undefined : conditions[at]
  if (!isOfRoute || at === undefined || more !== undefined || named?.on !== 'service') return
  const known = context.values.find(
    ({ key, values }) =>
      IS_CALLER.test(key) && named.values.every((name) => values.some(({ value }) => value === name)),
  )
  // The values of the requests' own key may be unread, where lines have a key of the same name.
  const own = context.catalogue.keys.find(
    ({ key, signal }) => signal === 'spans' && known !== undefined && nounOfKey(key) === nounOfKey(known.key),
  )
  if (own === undefined) return
  const not = named.not === true ? { not: true } : {}
  conditions[at] = { on: 'attribute', key: own.key, scope: own.scope, values: named.values, ...not }
}

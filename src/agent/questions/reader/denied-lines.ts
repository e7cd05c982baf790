/** "Scans not stored" of lines that all say "not stored": the answer says so as well, however the question was read. */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { templateCondition } from './texts.ts'
import { stemOf } from './words.ts'

const NOT = /\b(?:not|never|cannot|un(?:able|successful)|\w+n't)\b/
const DENYING = /^(?:not|never|cannot|couldn't|unable)$/

/** The plan whose words deny what all of its lines deny; as it is where the question or a line does not. */
export function withDenialSaid(question: string, plan: Plan, { templates }: Catalogue): Plan {
  if (!('conditions' in plan) || !NOT.test(question.toLowerCase())) return plan
  const conditions = plan.conditions.map((one) => {
    if (one.on !== 'templates' || one.not === true || /\b(?:not|never)\b/.test(one.words)) return one
    const words = one.words.split(' ')
    const at = words.findIndex((word) => /(?:ed|en|nt|ready)$/.test(word))
    const ids = new Set(one.ids)
    const said = templates.filter(({ id }) => ids.has(id))
    const isDenied = at >= 0 && said.length > 0 && said.every((template) => denies(template, words[at] ?? ''))
    return isDenied ? { ...one, words: words.toSpliced(at, 0, 'not').join(' ') } : one
  })
  return { ...plan, conditions }
}

function denies({ tokens }: KnownTemplate, verb: string): boolean {
  return tokens.some((token, at) => DENYING.test(token) && tokens.slice(at + 1, at + 3).includes(verb))
}

const LACKING = /^(?:no|not|never|without|missing|cannot|unable|lacks?|lacking|none|un[a-z]{4,})$/

/**
 * "Photos without a readable number" of lines that say "no number readable on photo": those, and not all lines about
 * photos that do not have the word.
 */
export function withLackSaid(plan: Plan, { templates }: Catalogue): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records') return plan
  const lacked = plan.conditions.find((one) => one.on === 'text' && one.not === true)
  const about = plan.conditions.find((one) => one.on === 'templates' && one.not !== true)
  if (lacked?.on !== 'text' || about?.on !== 'templates') return plan
  const stems = lacked.text.toLowerCase().split(' ').map(stemOf)
  const ids = new Set(about.ids)
  const said = templates.filter(
    ({ id, tokens }) =>
      ids.has(id) &&
      tokens.some((token) => LACKING.test(token)) &&
      stems.every((stem) => tokens.some((token) => stemOf(token) === stem)),
  )
  const own = said.length === 0 ? null : templateCondition(`${about.words} without ${lacked.text}`.split(' '), said)
  if (own === null) return plan
  return { ...plan, conditions: [...plan.conditions.filter((one) => one !== lacked && one !== about), own] }
}

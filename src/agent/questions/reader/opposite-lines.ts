/** "How many texts were delivered" of lines that all say "not delivered": they tell of the opposite, and of nothing else. */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'

type Words = Extract<PlanCondition, { on: 'templates' | 'text' }>

const DENYING = /^(?:not|never|cannot|unable|without|no)$/
/** A question that denies or asks for failure itself means such lines. */
const DENIED_SAID =
  /\b(?:not|never|no|none|cannot|without|un(?:able|successful\w*)|\w+n't|fail\w*|refus\w*|reject\w*|declin\w*|errors?|err|warn\w*|problems?|issues?|trouble|why)\b/
const VERB = /^[a-z]{3,}(?:ed|en|nt|ught|old|aid|ost|ade)$/
/** How far the denial stands before its verb: "could not be safely stored". */
const REACH = 3

/** The verb that all lines of the plan deny although the question does not; null where there is none. */
export function oppositeSaid(question: string, plan: Plan, { templates }: Catalogue): string | null {
  if (plan.intent !== 'measure' || DENIED_SAID.test(question.toLowerCase())) return null
  const { measure } = plan
  if (measure.of !== 'records' && measure.of !== 'ratio' && measure.of !== 'distinct') return null
  const services = plan.conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const own = templates.filter(({ service }) => services.length === 0 || services.includes(service))
  for (const one of plan.conditions.filter(isWords)) {
    const verb = verbOf(one, question.toLowerCase())
    if (verb === null) continue
    const said = saying(one, verb, own)
    if (said.length === 0 || !said.every((template) => denies(template, verb))) continue
    // Where other lines say it plainly, these were the wrong ones.
    const isSaidPlainly = templates.some((other) => other.tokens.includes(verb) && !denies(other, verb))
    return isSaidPlainly ? null : verb
  }
  return null
}

/** The verb by which a condition chooses its lines, where the question has it. */
function verbOf(one: Words, question: string): string | null {
  if (one.not === true) return null
  const asked = new Set(question.split(/[^a-z]+/))
  return wordsOf(one).find((word) => VERB.test(word) && asked.has(word)) ?? null
}

function isWords(one: PlanCondition): one is Words {
  return one.on === 'templates' || one.on === 'text'
}

function wordsOf(one: Words): string[] {
  const said = one.on === 'templates' ? one.words : one.text
  return said
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

function saying(one: Words, verb: string, own: readonly KnownTemplate[]): KnownTemplate[] {
  if (one.on === 'templates') {
    const ids = new Set(one.ids)
    return own.filter(({ id, tokens }) => ids.has(id) && tokens.includes(verb))
  }
  // Lines that have only some of these words are not counted.
  const words = wordsOf(one)
  return own.filter(({ tokens }) => words.every((word) => tokens.includes(word)))
}

function denies({ tokens }: KnownTemplate, verb: string): boolean {
  const at = tokens.indexOf(verb)
  return tokens.slice(Math.max(0, at - REACH), at).some((token) => DENYING.test(token))
}

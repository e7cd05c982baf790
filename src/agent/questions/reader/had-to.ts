/**
 * "How many users had to log in again": what somebody had to do restricts who is counted. Lines that say it are counted,
 * or those of what makes people do it; all users would be the answer to a broader question.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { templateCondition, templatesWith } from './texts.ts'
import { lemmaOf } from './words.ts'

const HAD_TO =
  /\bhow many (?:(?:of|the|our|different|distinct) ){0,2}([a-z]{3,30}) (?:had|have|has|needed|need|were (?:asked|forced|made|told|required)|got asked) to ([a-z-]{2,20}(?: [a-z-]{2,20}){0,4}?)(?=[?!. ]{0,5}$| (?:in (?:the|an?|this|last|\d)|since|during|today|yesterday|between|after|before|this|last|until)\b)/
const LOG_IN = /^(?:(?:re-?)?(?:log|sign)[ -]?(?:in|on|back in)(?: again| once more)?|re-?authenticate|re-?login)$/
const SESSION = /\b(?:session|sign[ -]?in|log[ -]?in|login|re-?auth\w*)\b/
const ENDED = /\b(?:expired|ended|needed|required|again|invalidated|timed out|logged out|signed out)\b/

/** The plan, restricted by what people had to do; unchanged where nothing tells it. */
export function ofHadTo(text: string, plan: Plan, catalogue: Catalogue): Plan {
  const said = hadTo(text, plan)
  if (said === null || plan.intent !== 'measure') return plan
  const words = said.split(' ').filter((word) => !FUNCTION_WORDS.has(word))
  const found = LOG_IN.test(said) ? catalogue.templates.filter(asksToLogIn) : templatesWith(words, catalogue, [])
  const condition = templateCondition(said.split(' '), found)
  return condition === null
    ? plan
    : { ...plan, measure: { of: 'records' }, conditions: [...plan.conditions, condition] }
}

/** Whether all people are counted where only those are asked for who had to do something; what it was, else null. */
export function hadTo(text: string, plan: Plan): string | null {
  if (plan.intent !== 'measure' || !/^(?:distinct|records|requests)$/.test(plan.measure.of)) return null
  const isRestricted = plan.conditions.some(({ on }) => on !== 'service' && on !== 'operation')
  const [, noun = '', said] = HAD_TO.exec(text) ?? []
  return said === undefined || isRestricted || !PEOPLE.test(lemmaOf(noun)) ? null : said
}

function asksToLogIn({ tokens }: KnownTemplate): boolean {
  const text = tokens.join(' ')
  return SESSION.test(text) && ENDED.test(text)
}

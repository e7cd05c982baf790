/**
 * "How many bags could not be looked up", "users who could not sign in": what could not be done is told by lines of the
 * noun of that verb ("look-up of bag BT-1 failed", "sign-in failed"), and asked for by it.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { stemOf } from './words.ts'

const COULD_NOT =
  /(?:\b(?:that|which|who) )?\b(?:could(?: not|n'?t)|can(?: ?not|'?t)) (?:be )?([a-z]{3,14}) (up|in|out|on|off|over|down)\b/i
const CHARS_MAX = 300

/** The question about those whose such attempt failed; as it is where no line tells of that. */
export function inNounsOfVerbs(question: string, { templates }: Pick<Catalogue, 'templates'>): string {
  const [said, verb = '', particle = ''] = COULD_NOT.exec(question) ?? []
  if (said === undefined || question.length > CHARS_MAX || /["`\n]/.test(question)) return question
  const nouns = templates.flatMap(({ tokens }) =>
    tokens.includes('failed')
      ? tokens.filter(
          (token, at) => tokens[at + 1] === particle.toLowerCase() && stemOf(token) === stemOf(verb.toLowerCase()),
        )
      : [],
  )
  const [noun, other] = new Set(nouns)
  if (noun === undefined || other !== undefined) return question
  return question
    .replace(said, `whose ${noun}-${particle.toLowerCase()} failed`)
    .replace(/\bhow many (?!different |distinct )(?=[a-z-]{3,30}s whose )/i, 'how many different ')
}

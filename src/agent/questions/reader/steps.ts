/** Steps of a course: "errors per 5 minutes since 12:13", "requests in 10 minute steps". */
import { lengthMsOf, NUMBER } from '../vocabulary/number-words.ts'

const UNIT = 'minutes?|mins?|min|hours?|seconds?|secs?'
const STEPS = '(?:steps?|intervals?|buckets?|bins?|chunks?|slices?|blocks?|increments?)'
const EVERY = new RegExp(
  `\\b(?:per|every|for every|for each|each) (${NUMBER})[ -]?(${UNIT})\\b(?! (?:ago|before|after|earlier|later))`,
)
const IN_STEPS = new RegExp(`\\b(?:in|by|at|with)(?: ${STEPS} of)? (${NUMBER})[ -]?(${UNIT}) ${STEPS}\\b`)
const STEPS_OF = new RegExp(`\\b(?:in|by|at|with) ${STEPS} of (${NUMBER})[ -]?(${UNIT})\\b`)

/** The question without such steps, and how long one is; null where it asks for none. */
export function withoutSteps(text: string): { readonly text: string; readonly stepMs: number | null } {
  for (const form of [EVERY, IN_STEPS, STEPS_OF]) {
    const found = form.exec(text)
    const [said, amount, unit] = found ?? []
    if (found === null || said === undefined || unit === undefined) continue
    const rest = `${text.slice(0, found.index)}${text.slice(found.index + said.length)}`
    return { text: rest, stepMs: lengthMsOf(amount, unit) }
  }
  return { text, stepMs: null }
}

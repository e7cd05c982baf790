/**
 * "Average response time of the recommendations service?" where nothing goes by that name, read as that of everything: a
 * service that does not exist is said first, and nothing else is answered.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { servicesOf } from '../questions/plan/plan.ts'
import { cleaned, stemOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { FUNCTION_WORDS } from '../questions/vocabulary/function-words.ts'

const SERVICES_MAX = 12
const NAMED =
  /\b(?:of|in|for|at|from|by|on|with|did|does|do|is|has|was|to|about) (?:the|our) ([a-z][a-z-]{3,30})[ -](?:service|api|microservice|svc)s?\b/
/** Words that tell services apart, and name none. */
const OF_ANY =
  /^(?:other|others|first|second|last|next|previous|slow\w*|fast\w*|fail\w*|affected|broken|faulty|guilty|suspect\w*|blamed|main|old|new|upstream|downstream|external|internal|public|web|rest|http|grpc|graphql|back-?end|front-?end|call\w*|right|wrong|worst|best|busi\w*|origin\w*|single|mentioned|above|given|named|silent|\w*healthy|critical|core|remote|outside|third-party|depend\w*|root|cause|customer|user|responsible|relevant|respective|underlying|impacted|down)$/

/** The reading, or that there is no such service where the reading is about no service at all. */
export function withUnknownService(question: string, reading: Reading, catalogue: Catalogue): Reading {
  if (reading.plans.length === 0 || reading.relation !== 'new' || reading.language !== 'en') return reading
  if (reading.plans.some((plan) => servicesOf(plan).length > 0 || 'service' in plan)) return reading
  const name = NAMED.exec(cleaned(question))?.[1]
  if (name === undefined || FUNCTION_WORDS.has(name) || OF_ANY.test(name) || isKnown(name, catalogue)) return reading
  if (reading.notes.concat(reading.leftOut).some((said) => said.includes(name))) return reading
  const readings = catalogue.services.slice(0, SERVICES_MAX).map((service) => service.name)
  const { unrestricted: _, ...rest } = reading
  return {
    ...rest,
    plans: [],
    notes: [],
    leftOut: [],
    askBack: { because: `I have no telemetry of "${name}"`, readings },
  }
}

/** Whether anything in the telemetry goes by the word, or by a form of it. */
function isKnown(name: string, { services, operations, templates, keys, values, metrics }: Catalogue): boolean {
  const stems = new Set(name.split('-').map((part) => stemOf(part)))
  const has = (text: string): boolean =>
    (text.toLowerCase().match(/[a-z]+/g) ?? []).some((word) => stems.has(stemOf(word)))
  return (
    services.some((one) => has(one.name)) ||
    operations.some(has) ||
    keys.some(({ key }) => has(key)) ||
    metrics.some((one) => has(one.name)) ||
    templates.some(({ tokens }) => tokens.some(has)) ||
    values.some((one) => one.values.some(({ value }) => has(value)))
  )
}

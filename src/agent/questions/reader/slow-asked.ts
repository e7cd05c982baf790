/** "Slow authorizations", "show me slow searches": the slowest requests of the thing, and not the cause of what is broken. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { templatesWith } from './texts.ts'

const SLOW =
  /^(?:(?:so|and|but|ok|hey|please) )*(?:(?:show|list|give|find|get)(?: me)? |any |which |what |top \d{1,2} |were there |are there )?(?:the |our |all |some )*(?:slow|slower|slowest) ([a-z][a-z -]{2,40}?s)((?: (?:in|since|today|between|over|during|of the last|from|this|for the last)\b[^?"]{0,50})?)\W*$/
const NO_THING =
  /^(?:requests?|calls|services?|endpoints?|routes|operations|traces?|spans?|queries|logs?|lines|ones|things|users|responses|pages|metrics|steps|databases?|parts)$/

/** How the slowest of the thing are asked for; none of any other question, or where lines tell of slow ones themselves. */
export function slowAsked(text: string, catalogue: Catalogue): readonly string[] {
  const [, thing, time = ''] = SLOW.exec(text) ?? []
  if (
    thing === undefined ||
    NO_THING.test(thing) ||
    / (?:by|per|in|with|without|not|on|of|than|and|or) /.test(` ${thing} `)
  )
    return []
  if (templatesWith(['slow', ...thing.split(' ')], catalogue, []).length > 0) return []
  return [`slowest requests on ${thing}${time}`, `slowest requests for ${thing}${time}`]
}

const DONE: Readonly<Record<string, string>> = {
  approval: 'approved',
  approved: 'approved',
  acceptance: 'accepted',
  accepted: 'accepted',
  decline: 'declined',
  declined: 'declined',
  rejection: 'rejected',
  rejected: 'rejected',
  refusal: 'refused',
  refused: 'refused',
  confirmation: 'confirmed',
  confirmed: 'confirmed',
  completion: 'completed',
  completed: 'completed',
  cancellation: 'cancelled',
  cancelled: 'cancelled',
  capture: 'captured',
  captured: 'captured',
  delivery: 'delivered',
  delivered: 'delivered',
}
const KINDS = Object.keys(DONE).join('|')
const RATE_OF = new RegExp(
  `^(?:(?:so|and|but|ok|hey|please) )*(?:what (?:is|was) |show me |give me )?(?:the |our )?(?:(${KINDS}) rates? (?:of|for) (?:the |our )?([a-z][a-z -]{2,40}?s?)|([a-z][a-z -]{2,40}?) (${KINDS}) rates?)((?: (?:in|since|today|between|over|during|from|this|for the last|now|right now|currently)\\b[^?"]{0,50})?)\\W*$`,
)
const BARE_RATE = new RegExp(
  `^(?:(?:so|and|but|ok|hey|please) )*(?:what (?:is|was) |show me |give me )?(?:the |our )?(${KINDS}) rate(?: (?:now|today|right now|currently))?\\W*$`,
)

/** "Capture rate of payments": the share of them that was captured; null of any other question. */
export function shareOfDone(text: string): string | null {
  const found = RATE_OF.exec(text)
  if (found === null) return null
  const [, kind = found[4] ?? '', noun = found[3] ?? '', , , time = ''] = found
  const several = noun.endsWith('s') ? noun : `${noun}s`
  return `what share of ${several} was ${DONE[kind] ?? kind}${time}`
}

/** "Cancellation rate?": of what, nobody has said. */
export function bareRate(text: string): string | null {
  return BARE_RATE.exec(text)?.[1] ?? null
}

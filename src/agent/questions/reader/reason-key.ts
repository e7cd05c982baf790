/** "Most frequent reason for rejecting a comment": a field of lines by which they are counted, and no question why. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { keysOf } from './fields.ts'

const RANKED =
  /^\W*(?:so |and |but |ok |hey |what(?: is|'s| are|'re| was| were)? |show (?:me )?|which is |the )*(?:most (?:common|frequent|often)|commonest|top|usual|typical|frequent) (?:\d+ )?(reasons?|causes?|codes?) (?:for|of|behind) (.{3,120}?)\W*$/

/** Why something broke is asked of these, whatever keys there are. */
const TROUBLE =
  /\b(?:outages?|incidents?|problems?|trouble|downtime|slowness|slow|down|broken|it|this|that|errors?|failures?|failing|failed|5xx|timeouts?)\b/

/** The same as "… by reason", where the project has such a key; null for every other question. */
export function countedByReason(text: string, catalogue: Catalogue): string | null {
  const [, noun, counted] = RANKED.exec(text) ?? []
  if (noun === undefined || counted === undefined || TROUBLE.test(counted)) return null
  return keysOf(noun, catalogue).length === 0 ? null : `${counted} by ${noun}`
}

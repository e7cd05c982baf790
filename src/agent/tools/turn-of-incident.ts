/**
 * A turn in a thread about an incident that was not read: "are we through it", "what else got dragged into it", "prove it".
 * By its words it asks something of the incident, and is read so, with the plain question said first. A turn that names
 * another service, a record or a number of things asks for those, and stays as it was read.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { isOfTrouble } from '../questions/plan/plan.ts'
import { cuedOfIncident } from '../questions/reader/incident-turn.ts'
import { troubleIn } from '../questions/reader/turn-clause.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import type { Asked } from './read-grounded.ts'
import { behindTrouble } from './turn-by-clause.ts'

export interface IncidentAsked {
  readonly asked: Asked
  readonly note: string
}

/** The turn as a plain question of the incident of its thread; null where it was read, or asks for something else. */
export function turnOfIncident(said: Asked, reading: Reading, catalogue: Catalogue): IncidentAsked | null {
  const { previous, question } = said
  const text = cleaned(question)
  if (previous === undefined || !isMissed(reading) || COUNTS.test(text) || namesOther(text, said, catalogue))
    return null
  const trouble = troubleIn(previous, catalogue)
  if (trouble === null || !isOfTrouble(trouble.plan)) return null
  const plain = cuedOfIncident(text)
  if (plain === null || plain === text) return null
  return { asked: behindTrouble(said, plain, trouble), note: `I read this as "${plain}".` }
}

/** "How many orders", "25 orders": a number of things, which no incident tells. */
const COUNTS = /\bhow (?:many|much) (?!minutes|hours|damage)|\b\d{4,}\b/

/** Not read at all, or as the question for the cause once more with words left out. */
function isMissed({ plans, leftOut, remark, language }: Reading): boolean {
  if (language !== 'en') return false
  if (plans.length === 0) return remark === undefined || remark.kind === 'off_topic'
  return leftOut.length > 0 && plans.every(({ intent }) => intent === 'cause')
}

function namesOther(text: string, { previous }: Asked, { services }: Catalogue): boolean {
  return services.some(({ name }) => name !== previous?.suspect && text.includes(name.toLowerCase()))
}

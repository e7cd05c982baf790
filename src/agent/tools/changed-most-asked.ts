/** "Which region lost the most?" behind a number of two windows: its groups, by how much each of them changed. */

import type { Plan } from '../questions/plan/plan.ts'
import type { Previous } from '../questions/reader/state.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const FELL = 'lost|loses|dropped|fell|shrank|declined|decreased|sank'
const ROSE = 'gained|grew|rose|increased|climbed|went up|changed|differs?|moved'
const ASKED = new RegExp(
  `^(?:(?:and|so|ok) )*(?:which|what|whose) ([a-z][a-z _.-]{1,30}?) (?:(${FELL})|${ROSE})(?: (?:the )?(?:most|strongest|hardest))?[\\s?.!]*$`,
)

/** The reading of such a turn; null of any other. */
export async function changedMostAsked(
  question: string,
  previous: Previous | undefined,
  readBehind: (question: string, plan: Plan) => Promise<Reading>,
): Promise<Reading | null> {
  const last = previous?.plan
  if (last?.intent !== 'measure' || last.against === null) return null
  const [, noun, down] = ASKED.exec(cleaned(question)) ?? []
  if (noun === undefined) return null
  const grouped = await readBehind(`by ${noun}`, last)
  const [plan, more] = grouped.plans
  if (plan?.intent !== 'measure' || more !== undefined || plan.groupBy.length === 0) return null
  if (plan.against === null || grouped.leftOut.length > 0) return null
  const ranked = { ...plan, limit: 20, isChangeRanked: true, ...(down === undefined ? {} : { isDownAsked: true }) }
  return { ...grouped, plans: [ranked] }
}

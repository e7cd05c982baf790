/** Reads "which services are fine": those that the incident did not reach, or that have no failed requests. */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { sparedAsked } from '../questions/reader/spared-asked.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const LISTED = 50

/** The reading of such a question; null of any other. */
export async function sparedQuestion(
  catalogue: Catalogue,
  question: string,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const asked = sparedAsked(cleaned(question), catalogue)
  if (asked === null || catalogue.records.spans === 0) return null
  const reading = await read(`how many requests failed ${asked.time}`.trim())
  const [plan] = reading.plans
  if (plan?.intent !== 'measure') return null
  const { time } = plan
  if (!asked.isOfErrors) return { ...reading, plans: [{ intent: 'cause', aspect: 'unaffected', conditions: [], time }] }
  const spread = plainMeasure({
    ...{ measure: { of: 'ratio', share: 'failed' }, conditions: [], time, limit: LISTED },
    ...{ groupBy: [{ field: asked.field, scope: 'builtin' }], isSpreadAsked: true, isNoneAsked: true },
  })
  return { ...reading, plans: [spread] }
}

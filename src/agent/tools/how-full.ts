/** "How full is silo S2 right now?": the last value of the one gauge of that thing that tells how full it is. */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { cleaned, lemmaOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const HOW_FULL =
  /^(?:(?:so|and|but|ok|hey) )*how full (?:is|are|was|were) (?:the |our |my )?([a-z][\w .-]{1,50}?)((?: (?:now|right now|at the moment|currently|today))?)$/
const FULLNESS = /^(?:fill|filled|fullness|occupancy|utili[sz]ation|usage|used|percent)$/

/** The reading of such a question; null of any other, and where no gauge or several tell it. */
export async function howFull(
  { metrics }: Catalogue,
  question: string,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const found = HOW_FULL.exec(cleaned(question).replace(/[\s?.!]{1,5}$/, ''))
  if (found === null) return null
  const [, thing = '', time = ''] = found
  const words = thing.split(' ')
  const told = metrics.filter(({ name, type }) => {
    const parts = name.toLowerCase().split(/[._]/)
    const isOfThing = words.some((word) => parts.includes(lemmaOf(word)))
    return type === 'gauge' && isOfThing && parts.some((part) => FULLNESS.test(part))
  })
  const [only, more] = told
  if (only === undefined || more !== undefined) return null
  const parts = only.name.toLowerCase().split(/[._]/)
  const rest = words.filter((word) => !parts.includes(lemmaOf(word))).join(' ')
  const reading = await read(`last value of ${only.name}${rest === '' ? '' : ` of ${rest}`}${time}`)
  const [plan, other] = reading.plans
  const isRead = plan?.intent === 'measure' && other === undefined && reading.leftOut.length === 0
  return isRead && plan.measure.of === 'metric' ? reading : null
}

/**
 * "How many worker threads does the connector have in total?": of gauges that are called alike but for their state, the
 * one that tells how many there are (`worker_threads_max`), and not those that are busy.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { partsOf } from './covering/told.ts'

const ASKS_WHOLE =
  /^(?:(?:so|and|ok|hey) )*(?:how many (?:[\w-]{2,30} ){1,4}(?:(?:does|do|did) .{2,50}? have|(?:are|is) there|has .{2,50}?)(?: got)?(?: in total| altogether| in all| overall| all in all| at most| at all)|how many (?:[\w-]{2,30} ){1,4}(?:does|do) .{2,50}? have|(?:what is |what's )?(?:the )?(?:total|maximum|max|overall) number of .{2,60}|how (?:big|large) is (?:the )?.{2,60}|(?:what is |what's )?(?:the )?(?:capacity|size|limit) of .{2,60})\W*$/
const PART = /^(?:busy|used|active|idle|free|open|running|waiting|pending|available|inuse)$/
const WHOLE = /^(?:max|limit|total|size|capacity)$/

/** The plan, of the whole where only that is asked for. */
export function ofWhole<T extends Plan>(text: string, plan: T, { metrics }: Catalogue): T {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric' || !ASKS_WHOLE.test(text)) return plan
  const { measure } = plan
  if (measure.statistic !== 'last' && measure.statistic !== 'mean') return plan
  const parts = partsOf(measure.metric)
  const state = parts.find((part) => PART.test(part))
  if (state === undefined || new RegExp(`\\b${RegExp.escape(state)}\\b`).test(text)) return plan
  const own = parts.filter((part) => part !== state).join(' ')
  const [whole, more] = metrics.filter(({ name }) => {
    const said = partsOf(name)
    return said.some((part) => WHOLE.test(part)) && said.filter((part) => !WHOLE.test(part)).join(' ') === own
  })
  if (whole === undefined || more !== undefined) return plan
  const { isTotal: _, ...rest } = measure
  return { ...plan, measure: { ...rest, metric: whole.name, statistic: 'last' } }
}

/**
 * "Since when do evictions happen?", "since when are orders refused?" read as when the trouble began, which is of all that
 * fails: where lines tell of that thing, it is when the first of these was.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { isOfTrouble } from '../questions/plan/plan.ts'
import { beganList } from '../questions/reader/subject-moves.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { PARTICIPLE } from '../questions/vocabulary/participles.ts'

const SINCE = new RegExp(
  `^(?:(?:so|and|but|ok|hey) )*(?:since when|from when on|since what time) (?:do|does|did|are|is|were|was|have|has) (?:the |our |we (?:see|get|have) )?([a-z][a-z -]{2,40}?)(?: (?:happen|happening|occur|occurring|appear|come|coming|being)| (?:being |been |getting )?(${PARTICIPLE}))?\\W*$`,
)

/** The reading of such a question; null of any other, and where no line tells of the thing. */
export async function beganQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const [plan, more] = reading.plans
  const isBroader =
    plan !== undefined && more === undefined && (reading.unrestricted ?? []).length + reading.leftOut.length > 0
  const found = SINCE.exec(cleaned(question))
  if (found === null || !isBroader || !isOfTrouble(plan) || reading.language !== 'en') return null
  const [, thing = '', done] = found
  const counted = await read(`how many ${thing}${done === undefined ? '' : ` were ${done}`}`)
  const [base, further] = counted.plans
  if (base?.intent !== 'measure' || further !== undefined || counted.leftOut.length > 0) return null
  if (base.measure.of !== 'records' || !base.conditions.some(({ on }) => on === 'templates')) return null
  const list = beganList(base, 'logs')
  const first = await execute(ctx, catalogue, list)
  if (first.kind !== 'list' || first.total === 0) return null
  const { unrestricted: _, ...rest } = counted
  return { ...rest, plans: [list] }
}

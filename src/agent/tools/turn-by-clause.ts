/**
 * A follow-up in the plainest form of its clause, and behind what that clause is about: "which site got it worst" is asked
 * of the trouble of its thread, whatever was asked since and not answered; "any warnings beforehand" of the time before it.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import { restrictedAs } from '../questions/reader/stands-alone.ts'
import type { Previous } from '../questions/reader/state.ts'
import { beganList } from '../questions/reader/subject-moves.ts'
import { supposedBehindTalk, troubleIn, turnClause } from '../questions/reader/turn-clause.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'
import type { Asked } from './read-grounded.ts'

export interface TurnAsked {
  readonly asked: Asked
  /** What has to be said first. */
  readonly notes: readonly string[]
  /** The same by itself, where it names all that it counts. */
  readonly alone?: string | undefined
}

export async function byItsClause(ctx: AgentContext, catalogue: Catalogue, said: Asked): Promise<TurnAsked> {
  const { previous, open, isLastOpen = false } = said
  const alone = supposedBehindTalk(cleaned(said.question))
  if (alone !== null) return byItsClause(ctx, catalogue, { ...said, question: alone })
  const clause = turnClause(cleaned(said.question), previous, isLastOpen, catalogue)
  if (clause === null || previous === undefined) return { asked: said, notes: [] }
  const trouble = clause.isOfTrouble ? troubleIn(previous, catalogue) : null
  if (clause.isBefore === true) {
    const before = (await firstOf(ctx, catalogue, trouble)) ?? 'the incident'
    return { asked: { question: `${clause.text} before ${before}` }, notes: [] }
  }
  const asked = { ...said, question: clause.text }
  if (trouble === null) return { asked, notes: [], alone: clause.alone }
  const behind = behindTrouble(said, clause.text, trouble)
  const isOpen = isLastOpen && clause.isWhole !== true && open !== undefined && trouble.question !== undefined
  const notes = isOpen ? [`"${open.question}" was not answered, so this goes on from "${trouble.question}".`] : []
  return { asked: behind, notes }
}

/** A question behind the trouble of its thread, whatever was asked since and not answered. */
export function behindTrouble(said: Asked, question: string, { ranked, ...trouble }: Previous): Asked {
  const previous = { ...trouble, ...(ranked === undefined ? {} : { ranked: [...ranked] }) }
  return { ...said, question, previous, isLastOpen: false, open: undefined }
}

/** The clock time of the first of what failed, where the thread has counted it; null behind trouble as a whole. */
async function firstOf(ctx: AgentContext, catalogue: Catalogue, trouble: Previous | null): Promise<string | null> {
  const counted = trouble === null ? null : countedOf(trouble.plan)
  if (counted === null || counted.time.anchor !== undefined || counted.conditions.length === 0) return null
  const first = await execute(ctx, catalogue, beganList(counted, isOfSpans(counted.measure) ? 'spans' : 'logs'))
  const at = first.kind === 'list' ? (first.logs[0]?.time ?? first.spans[0]?.time) : undefined
  return at?.slice(11, 19) ?? null
}

/** What names all that it counts, read by itself, under the values and the time of its thread; null where it is not read so. */
export async function aloneInThread(
  ctx: AgentContext,
  catalogue: Catalogue,
  { alone, asked: { previous } }: TurnAsked,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  if (alone === undefined || previous === undefined) return null
  const reading = await readAlone(alone)
  const [plan, more] = reading.plans
  const isCount = plan?.intent === 'measure' && /^(?:records|requests)$/.test(plan.measure.of)
  if (!isCount || more !== undefined || reading.leftOut.length > 0) return null
  const narrowed = restrictedAs(plan, previous.plan, catalogue)
  const isFound = narrowed.intent === 'measure' && (await countOf(ctx, catalogue, narrowed)) > 0
  return isFound ? { ...reading, plans: [narrowed] } : null
}

/**
 * A follow-up in the plainest form of its clause, and behind what that clause is about: "which site got it worst" is asked
 * of the trouble of its thread, whatever was asked since and not answered.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { troubleIn, turnClause } from '../questions/reader/turn-clause.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Asked } from './read-grounded.ts'

export function byItsClause(said: Asked, catalogue: Catalogue): { asked: Asked; notes: readonly string[] } {
  const { previous, open, isLastOpen = false } = said
  const clause = turnClause(cleaned(said.question), previous)
  if (clause === null || previous === undefined) return { asked: said, notes: [] }
  const asked = { ...said, question: clause.text }
  const trouble = clause.isOfTrouble ? troubleIn(previous, catalogue) : null
  if (trouble === null) return { asked, notes: [] }
  const { ranked, ...last } = trouble
  const ofLast = { ...last, ...(ranked === undefined ? {} : { ranked: [...ranked] }) }
  const behind = { ...asked, previous: ofLast, isLastOpen: false, open: undefined }
  const isOpen = isLastOpen && open !== undefined && trouble.question !== undefined
  const notes = isOpen ? [`"${open.question}" was not answered, so this goes on from "${trouble.question}".`] : []
  return { asked: behind, notes }
}

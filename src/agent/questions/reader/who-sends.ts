/** "Who sends us the most portal requests?": those whose requests they are, by what the project's keys call them. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { WHOM } from '../vocabulary/whom.ts'
import { fieldOfSignal } from './fields.ts'

const ASKED =
  /^((?:(?:so|and|but|ok|hey) )*)who (?:sends|makes|does|causes|has|is sending|is making|is causing)(?: us)? (?:the )?most (?:of the )?((?:[\w.-]{2,60} )?)(?:requests|calls|traffic|load)((?: (?:to|at|on|of|in|since|during|between) .{2,60})?)[\s?.!]*$/i

/** The question of their noun; as it was where nothing tells them apart. */
export function withNounOfSender(question: string, catalogue: Catalogue): string {
  const [, lead = '', of, rest = ''] = ASKED.exec(question) ?? []
  if (of === undefined) return question
  const noun = WHOM.find((one) => fieldOfSignal(one, 'spans', catalogue) !== null)
  return noun === undefined
    ? question
    : `${lead}which ${noun} has the most requests${of.trim() === '' ? '' : ` at ${of.trim()}`}${rest}`
}

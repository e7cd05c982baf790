/**
 * "Did someone change something around 18:24?", "any changes in the last hour": releases and changed settings of that time
 * where there are any; else the question is left to what lines say.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const TIME =
  '((?:around|at|near|about|between|since|in the last|within the last|shortly before|right before|just before) .{0,10}?\\d.{0,30}|today|tonight)'
const THING =
  '(?: (?:something|anything|stuff|things|a setting|any settings?|settings|the config(?:uration)?|config(?:uration)?))?'
const FORMS = [
  `^(?:did|has|have) (?:someone|somebody|anyone|anybody|we|you) (?:change[d]?|touch(?:ed)?|modif(?:y|ied)|reconfigure[d]?|fiddle[d]?|mess(?:ed)?(?: around)?)(?: with)?${THING} ${TIME}$`,
  `^(?:was|were|is|has) (?:anything|something|any settings?|any config(?:uration)?) (?:been )?(?:changed|touched|modified|reconfigured|altered) ${TIME}$`,
  `^(?:any|were there any|have there been any|what) changes ${TIME}$`,
].map((form) => new RegExp(form))

/** The reading of such a question; null of any other, and where nothing was changed. */
export async function whatChanged(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const text = cleaned(question).replace(/[\s?.!]{1,5}$/, '')
  const time = FORMS.map((form) => form.exec(text)?.[1]).find((said) => said !== undefined)
  if (time === undefined || text.length > 120) return null
  const reading = await read(`any deployments or config changes ${time}`)
  const [plan, more] = reading.plans
  if (plan?.intent !== 'deployments' || more !== undefined || reading.leftOut.length > 0) return null
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'deployments') return null
  const isAny = found.records.length + found.versionChanges.length + (found.changes?.length ?? 0) > 0
  return isAny ? reading : null
}

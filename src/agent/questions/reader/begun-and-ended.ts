/** "How many settlement runs": each is told by two lines, at its beginning and at its end, and is counted once. */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { isNegated, type Plan } from '../plan/plan.ts'
import { cleaned } from './words.ts'

const BEGUN = /^(?:started|starting|begun|began|beginning|launched|initiated|kicked)$/
const ENDED = /^(?:finished|completed|done|ended|succeeded|failed|aborted|finishing|stopped)$/
/** What is asked for are the lines, or one of the two. */
const OF_LINES =
  /\b(?:lines?|logs?|logged|records?|messages?|entry|entries|start\w*|beg[aiu]n\w*|launch\w*|finish\w*|complet\w*|end(?:ed|ing|s)?|done|succe\w+|fail\w*|abort\w*|stopp\w*)\b/

/** The plan, of the lines at the beginning alone. */
export function countedOnce<T extends Plan>(question: string, plan: T, { templates }: Catalogue): T {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records' || OF_LINES.test(cleaned(question))) return plan
  const said = plan.conditions.find((one) => one.on === 'templates' && !isNegated(one))
  if (said?.on !== 'templates') return plan
  const own = templates.filter(({ id }) => said.ids.includes(id))
  const begun = own.filter((line) => nameOf(line, BEGUN) !== null)
  const ended = own.filter((line) => nameOf(line, ENDED) !== null)
  const isOfPairs =
    begun.length > 0 &&
    ended.length > 0 &&
    begun.length + ended.length === own.length &&
    ended.every((end) => begun.some((one) => one.service === end.service && nameOf(one, BEGUN) === nameOf(end, ENDED)))
  if (!isOfPairs) return plan
  const words = `${said.words} ${begun[0]?.tokens.find((token) => BEGUN.test(token)) ?? ''}`.trim()
  const once = { ...said, words, ids: begun.map(({ id }) => id) }
  return { ...plan, conditions: plan.conditions.map((one) => (one === said ? once : one)) }
}

/** What stands before the word: "settlement run"; null where no such word does. */
function nameOf({ tokens }: KnownTemplate, word: RegExp): string | null {
  const at = tokens.findIndex((token) => word.test(token))
  return at < 1 ? null : tokens.slice(0, at).join(' ')
}

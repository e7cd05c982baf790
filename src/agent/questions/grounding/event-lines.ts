/**
 * Of the lines that name a thing the ones that say it came to be: of comments "comment stored", and not "comment C-17
 * hidden" or "moderation of comment C-17 took 12 ms". One line per thing, so that these lines count things.
 */
import { messageText } from '../../message-text.ts'
import type { KnownTemplate } from './catalogue.ts'

/** Lines of one service that say of each thing once that it came to be. */
export interface EventLines {
  readonly ids: readonly string[]
  readonly service: string
  /** As the line says it: "comment stored". */
  readonly said: string
}

/** What is said of a thing when it begins, and what is said when it is done: the former goes first. */
const BEGUN =
  'created|placed|made|submitted|registered|booked|opened|started|issued|received|accepted|stored|saved|added|uploaded|posted|requested|ordered|recorded|queued|enqueued|scheduled|arrived|published|taken|granted'
const DONE =
  'confirmed|completed|finished|processed|sent|delivered|paid|charged|captured|rendered|settled|ended|closed|handled|served|approved|succeeded'
const REFUSED =
  /\b(?:not|cannot|could|never|fail\w*|unable|error\w*|refus\w*|reject\w*|declin\w*|denied|invalid|aborted|timeout|without|no|un(?:able|known)|duplicate|lost|expired|missing|retry\w*|exception)\b/

/** The event lines of a noun; null where no line says plainly that one came to be. */
export function eventLinesOf(noun: string, templates: readonly KnownTemplate[]): EventLines | null {
  const expressions = expressionsOf(noun)
  const found = templates.flatMap((template) => {
    const said = saidOf(template, expressions)
    return said === null ? [] : [{ ...said, template }]
  })
  const best = [...found].sort((a, b) => a.rank - b.rank || b.template.count - a.template.count)[0]
  if (best === undefined) return null
  const alike = found.filter(({ said, template }) => said === best.said && template.service === best.template.service)
  return { ids: alike.map(({ template }) => template.id), service: best.template.service, said: best.said }
}

/** Between a thing and what is said of it: its id, and a form of "to be". */
const BETWEEN = String.raw`(?:[ :#]+\S*(?:<\*>|\d)\S*)?(?: (?:is|was|were|has been|now|successfully))?,?`
const BEGINS = String.raw`(?<![\w./-])`
const ENDS = String.raw`(?![\w./-])`
const SAID_ENDS = String.raw`(?![\w-])`

/** What says that a thing came to be: what is said stands behind its name, or before it. */
type Expressions = readonly (readonly [after: RegExp, before: RegExp])[]

/** By rank. */
function expressionsOf(noun: string): Expressions {
  return [
    [
      new RegExp(`${BEGINS}(${RegExp.escape(noun)})${BETWEEN} (${BEGUN})${SAID_ENDS}`),
      new RegExp(`^\\W*(${BEGUN}) (?:(?:a|an|the|new) )?(${RegExp.escape(noun)})${ENDS}`),
    ],
    [
      new RegExp(`${BEGINS}(${RegExp.escape(noun)})${BETWEEN} (${DONE})${SAID_ENDS}`),
      new RegExp(`^\\W*(${DONE}) (?:(?:a|an|the|new) )?(${RegExp.escape(noun)})${ENDS}`),
    ],
  ]
}

function saidOf({ template }: KnownTemplate, expressions: Expressions): { said: string; rank: number } | null {
  const text = messageText(template).toLowerCase().slice(0, 400)
  for (const [rank, [after, before]] of expressions.entries()) {
    const [whole, first, second] = after.exec(text) ?? before.exec(text) ?? []
    if (whole !== undefined && !REFUSED.test(text)) return { said: `${first} ${second}`, rank }
  }
  return null
}

/**
 * Of the lines that name a thing the ones that say it came to be: of comments "comment stored", and not "comment C-17
 * hidden" or "moderation of comment C-17 took 12 ms". One line per thing, so that these lines count things.
 */
import { messageText } from '../../message-text.ts'
import { stemOf } from '../reader/words.ts'
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
  // "Leak report accepted" of `/leak-reports`.
  if (best === undefined && noun.includes('-')) return eventLinesOf(noun.replaceAll('-', ' '), templates)
  if (best === undefined) return doneLinesOf(noun, templates)
  const alike = found.filter(({ said, template }) => said === best.said && template.service === best.template.service)
  return { ids: alike.map(({ template }) => template.id), service: best.template.service, said: best.said }
}

/** Lines of one service that say of a thing what was asked: "movement written"; null where none or several services do. */
export function linesOfDeed(noun: string, verb: string, templates: readonly KnownTemplate[]): EventLines | null {
  const expression = new RegExp(`${BEGINS}${RegExp.escape(noun)}${BETWEEN} ${RegExp.escape(verb)}${SAID_ENDS}`)
  const found = templates.filter((template) => {
    const text = plainOf(template)
    return CALM.test(template.severity) && expression.test(text) && !REFUSED.test(text)
  })
  const [first, ...others] = found
  if (first === undefined || others.some(({ service }) => service !== first.service)) return null
  return { ids: found.map(({ id }) => id), service: first.service, said: `${noun} ${verb}` }
}

/**
 * "Van booked" of bookings, "furniture rented" of rentals: lines that say plainly that what the noun means was done. Null
 * where two services say so, or one in two ways.
 */
function doneLinesOf(noun: string, templates: readonly KnownTemplate[]): EventLines | null {
  const stem = stemOf(noun)
  return stem.length < 4 ? null : onlyLines(templates, (said) => stemOf(said.at(-1) ?? '') === stem)
}

/** "Receipt printed": what lines say was done with a thing, where they say one thing of it; null where it was undone. */
export function doneWith(noun: string, templates: readonly KnownTemplate[]): EventLines | null {
  return onlyLines(templates, (said) => said.slice(0, -1).join(' ') === noun && !UNDONE.test(said.at(-1) ?? ''))
}

const UNDONE = /^(?:cancell?ed|removed|deleted|released|archived|revoked|voided|withdrawn|hidden|closed|moved|renamed)$/

function onlyLines(
  templates: readonly KnownTemplate[],
  isMeant: (said: readonly string[]) => boolean,
): EventLines | null {
  const found = templates.flatMap((template) => {
    const text = plainOf(template)
    const said = CALM.test(template.severity) && !REFUSED.test(text) ? DONE_ALONE.exec(text)?.[0] : undefined
    return said !== undefined && isMeant(said.split(' ')) ? [{ said, template }] : []
  })
  const [first] = found
  if (first === undefined) return null
  const isOne = found.every(({ said, template }) => said === first.said && template.service === first.template.service)
  return isOne
    ? { ids: found.map(({ template }) => template.id), service: first.template.service, said: first.said }
    : null
}

const CALM = /^(?:trace|debug|info|notice|unspecified)/i
/** A message that begins with a thing and what was done with it. */
const DONE_ALONE = /^[a-z]{3,30}(?: [a-z]{3,30})? [a-z]{2,30}ed(?![\w-])/

/** The message in words; an event that is one name ("purchase_settled") is cut where its parts meet. */
function plainOf({ template }: KnownTemplate): string {
  const text = messageText(template).slice(0, 400)
  return (/^[\w.-]{3,60}$/.test(text) ? text.replace(/[_.-]+|(?<=[a-z0-9])(?=[A-Z])/g, ' ') : text).toLowerCase()
}

/** Between a thing and what is said of it: its id, whose it is, and a form of "to be". */
const BETWEEN = String.raw`(?:[ :#]+\S*(?:<\*>|\d)\S*)?(?: (?:of|for|by|from) \S{1,60})?(?: (?:is|was|were|has been|now|successfully))?,?`
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

function saidOf(template: KnownTemplate, expressions: Expressions): { said: string; rank: number } | null {
  const text = plainOf(template)
  for (const [rank, [after, before]] of expressions.entries()) {
    const [whole, first, second] = after.exec(text) ?? before.exec(text) ?? []
    if (whole !== undefined && !REFUSED.test(text)) return { said: `${first} ${second}`, rank }
  }
  return null
}

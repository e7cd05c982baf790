/**
 * A log line that is pasted above a question, with the ids and numbers of one occurrence: the pattern that it belongs to
 * is found, and the line is replaced by the words that only this pattern has.
 */
import { isLogLine } from './pasted-lines.ts'

/** Shorter pieces of a pattern say nothing by themselves. */
const PIECE_MIN = 8
const LINE_MAX = 4_000
/** "Got", "found this in the logs:": talk above the line. */
const TALK_WORDS_MAX = 8
/** What is asked of the line itself, not of all lines like it. */
const ASKS_FOR_ONE = /\b(?:trace|span|this (?:one|record|request|id)|same request|around it|before it|after it)\b/i

/** A time near the beginning of a line, whatever stands before it. */
const TIMED = /^[^?]{0,24}\d{4}[-/]\d\d[-/]\d\d[ t]\d\d:\d\d/i
const ASKS_FOR_CAUSE =
  /^(?:so |and |but |ok )*(?:why(?: (?:is|was) (?:this|that|it))?|(?:root )?cause|reason|what (?:caused|causes|triggered) (?:this|that|it|these)|what (?:is|was) (?:the (?:root )?(?:cause|reason)|behind (?:this|that|it|these))|what (?:happened|broke|went wrong)(?: (?:here|there))?|whose fault(?: is (?:this|it))?|where does (?:this|it) come from)\W*$/i

/** Whether nothing but the cause is asked of lines that are pasted above. */
export function asksForCauseOfPasted(question: string): boolean {
  const lines = question
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const pasted = lines.findIndex((line) => isLogLine(line.toLowerCase()) || TIMED.test(line))
  const asked = lines.at(-1) ?? ''
  return pasted >= 0 && pasted < lines.length - 1 && question.length <= LINE_MAX && ASKS_FOR_CAUSE.test(asked)
}

/** The question with the message of the pasted line in quotes; as it is where no line is pasted, or none of its kind is known. */
export function withPastedQuoted(question: string, templates: readonly string[]): string {
  const lines = question
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const at = lines.findIndex((line) => isLogLine(line.toLowerCase()))
  const line = lines[at]
  const asked = lines.slice(at + 1)
  if (line === undefined || asked.length === 0 || line.length > LINE_MAX || line.includes('{"')) return question
  const talk = lines.slice(0, at).join(' ')
  const isTalk = talk.split(/\s+/).length <= TALK_WORDS_MAX && !talk.includes('?')
  if (!isTalk || asked.some((text) => isLogLine(text.toLowerCase()) || ASKS_FOR_ONE.test(text))) return question
  const said = messageOf(line, templates.map(spaced))
  return said === null ? question : `"${said}" ${asked.join(' ')}`
}

/** The words that only patterns of the line's kind have; null where the line fits no pattern. */
function messageOf(line: string, templates: readonly string[]): string | null {
  const fitting = templates
    .filter((template) => fits(template, spaced(line)))
    .sort((a, b) => lettersOf(b) - lettersOf(a))
  const [best] = fitting
  if (best === undefined) return null
  const pieces = best
    .split('<*>')
    .flatMap((piece) => piece.split('"'))
    .map((piece) => piece.replace(/^[^\p{L}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((piece) => piece.length >= PIECE_MIN && /\p{L} \p{L}/u.test(piece))
  const sharing = (piece: string): number => templates.filter((template) => template.includes(piece)).length
  return pieces.sort((a, b) => sharing(a) - sharing(b) || b.length - a.length)[0] ?? null
}

/** Whether the fixed parts of a pattern stand in a line, one after the other. */
function fits(template: string, line: string): boolean {
  let from = 0
  for (const piece of template.split('<*>')) {
    const place = line.indexOf(piece, from)
    if (place < 0) return false
    from = place + piece.length
  }
  return true
}

function lettersOf(template: string): number {
  return template.replaceAll('<*>', '').length
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ')
}

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
  /^(?:so |and |but |ok )*(?:why(?: (?:(?:is|was) (?:this|that|it)|(?:do|did|are|were) (?:i|we|they|users|customers) (?:get|getting|see|seeing) (?:this|that|it|these)))?|(?:root )?cause|reason|what (?:caused|causes|triggered) (?:this|that|it|these)|what (?:is|was) (?:the (?:root )?(?:cause|reason)|behind (?:this|that|it|these))|what (?:happened|broke|went wrong)(?: (?:here|there))?|how come|how is (?:this|that) possible|whose fault(?: is (?:this|it))?|where does (?:this|it) come from)\W*$/i

/** Whether nothing but the cause is asked of lines that are pasted above. */
export function asksForCauseOfPasted(question: string): boolean {
  const lines = question
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const pasted = lines.findIndex((line) => isTimed(line) || STRUCTURED.test(line))
  const asked = lines.at(-1) ?? ''
  const [, marked = '', why = ''] = MARKED.exec(question.includes('\n') ? '' : question) ?? []
  if (isTimed(marked) && ASKS_FOR_CAUSE.test(why)) return true
  return pasted >= 0 && pasted < lines.length - 1 && question.length <= LINE_MAX && ASKS_FOR_CAUSE.test(asked)
}

/** `{"msg": …}`, `level=warn msg=…`, an access log. */
const STRUCTURED = /^\{.*\}$|\b(?:level|lvl|msg|ts|time)=\S|^\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \[/i
/** "… <- is this bad?", "… ^^ how often?", "… (is this our fault?)". */
const MARKED =
  /^(.{12,3000}?)(?: ?(?:<-+|<=+|\^\^+|\u2190) ?| (?=\((?:is|was|are|what|why|how|since|when)\b[^()]{3,80}\)\W*$))(.{2,120})$/i
const DASHED = /^(.{30,3000}) - ((?:what|why|how|is|since|when)\b[^-]{3,80})$/i

/** The question with the message of the pasted line in quotes; as it is where no line is pasted, or none of its kind is known. */
export function withPastedQuoted(question: string, templates: readonly string[]): string {
  if (question.length > LINE_MAX) return question
  const known = templates.map(spaced)
  const found = pastedOf(question)
  if (found === null || found.asked === '') return question
  const said = messageOf(found.line, known)
  if (said === null) return question
  const asked = askedOf(said, found.asked)
  return asked ?? (ASKS_FOR_ONE.test(found.asked) ? question : `"${said}" ${found.asked}`)
}

interface PastedLine {
  readonly line: string
  readonly asked: string
}

function pastedOf(question: string): PastedLine | null {
  const lines = question
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length < 2) {
    const [, line, asked] = MARKED.exec(question) ?? DASHED.exec(isTimed(question) ? question : '') ?? []
    return line === undefined || asked === undefined ? null : { line, asked: asked.replace(/^\(|\)\W*$/g, '') }
  }
  const at = lines.findIndex((line) => isTimed(line) || STRUCTURED.test(line))
  const line = lines[at]
  if (line === undefined) return null
  const asked = lines.slice(at + 1).map((text) => text.replace(/^(?:<-+|\^+|>+)\s*/, ''))
  const talk = lines.slice(0, at).join(' ')
  const isTalk = talk.split(/\s+/).length <= TALK_WORDS_MAX
  if (!isTalk || asked.some((text) => isLogLine(text.toLowerCase()))) return null
  // "Is this one new?" may stand above the line as well.
  if (asked.length === 0 && /\?\s*$/.test(talk)) return { line, asked: talk }
  if (talk.includes('?')) return null
  return { line, asked: asked.join(' ') }
}

function isTimed(line: string): boolean {
  return isLogLine(line.toLowerCase()) || TIMED.test(line)
}

/** "Is that new?", "is this bad?", "is it part of the outage?": whether there are more of them than before it. */
const IS_NEW =
  /^(?:so |and |hm+ |ok )*(?:(?:is|are|was) (?:this|that|it|these|those)(?: one| line| message)? (?:\S+ ){0,3}?(?:new|bad|serious|critical|urgent|a problem|an issue|worrying|alarming|dangerous|(?:something|anything) to worry about|an error on our side|our fault|part of|related|connected|because of|due to|caused by|from the|linked)\b|(?:bad|serious|worrying|new|related|critical)\W*$|(?:should|do|must) (?:i|we) (?:worry|be worried|care|need to worry)|(?:does|has) (?:this|that|it) (?:have )?(?:to do|anything to do|belong)\b)/i
const IS_MEANT =
  /^(?:so |and |but |hey |ok )*(?:what(?: is|'s|s) (?:this|that|it)(?: telling (?:me|us)| about| supposed to (?:mean|be)| saying)?|what does (?:this|that|it) (?:mean|say|tell (?:me|us))|meaning|so|explain(?: (?:this|that|it))?)\W*$/i

/** What is asked of a line itself in words that ask it of all lines like it; null for any other question. */
function askedOf(said: string, asked: string): string | null {
  if (IS_NEW.test(asked)) return `are there more "${said}" since the incident than before`
  return IS_MEANT.test(asked) ? `what does "${said}" mean?` : null
}

/** The words that only patterns of the line's kind have; null where the line fits no pattern. */
function messageOf(line: string, templates: readonly string[]): string | null {
  const written = spaced(line)
  const known = templates.map((template) => ({ template, pieces: piecesOf(template) }))
  const whole = known.filter(({ template }) => fits(template, written))
  // What is pasted may begin in the midst of the line: at least a third of the pattern's words have to stand in it.
  const partly = known
    .map((one) => ({ ...one, pieces: one.pieces.filter((piece) => written.includes(piece)), all: one.pieces }))
    .filter(({ pieces, all }) => pieces.length > 0 && 3 * pieces.join('').length >= all.join('').length)
  const fitting = (whole.length > 0 ? whole : partly).sort((a, b) => lettersOf(b.template) - lettersOf(a.template))
  const [best] = fitting
  if (best === undefined) return null
  const sharing = (piece: string): number => templates.filter((template) => template.includes(piece)).length
  const pieces = best.pieces.filter((piece) => !/\w=\w/.test(piece))
  const [first, second] = (pieces.length === 0 ? [...best.pieces] : pieces).sort(
    (a, b) => sharing(a) - sharing(b) || b.length - a.length,
  )
  if (first === undefined || second === undefined || sharing(first) !== sharing(second)) return first ?? null
  // Two pieces that no other pattern has: both, as a line of another kind may begin or end alike.
  return best.template.indexOf(first) < best.template.indexOf(second)
    ? `${first} ... ${second}`
    : `${second} ... ${first}`
}

/** The words of a pattern, without what stands for values and without quotes. */
function piecesOf(template: string): string[] {
  return template
    .replace(/[\p{L}_]{1,12}-?<\*>/gu, '<*>')
    .replace(/<\*>[\p{L}_]{1,12}/gu, '<*>')
    .split('<*>')
    .flatMap((piece) => piece.split(/\\?"/))
    .map((piece) => piece.replace(/^[^\p{L}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((piece) => piece.length >= PIECE_MIN && /\p{L} \p{L}/u.test(piece))
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

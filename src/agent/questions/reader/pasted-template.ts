/**
 * A log line that is pasted above a question, with the ids and numbers of one occurrence: the pattern that it belongs to
 * is found, and the line is replaced by the words that only this pattern has.
 */
import { isLogLine } from './pasted-lines.ts'

const LINES = '(?:log )?(?:lines?|messages?|errors?|entry|entries|records?|warnings?|logs?)'
/** Shorter pieces of a pattern say nothing by themselves. */
const PIECE_MIN = 8
const LINE_MAX = 4_000
/** "Got", "found this in the logs:": talk above the line. */
const TALK_WORDS_MAX = 8
/** What is asked of the line itself, not of all lines like it. */
const ASKS_FOR_ONE =
  /\b(?:trace|span|(?<!\b(?:like|as) )this (?:one|record|request|id)|same request|around it|before it|after it)\b/i

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
  const cited = citedOf(question, known)
  if (cited !== null) return cited
  const bare = bareLine(question, known)
  if (bare !== null) return `what does "${bare}" mean?`
  const found = pastedOf(question) ?? byKind(question, known)
  if (found === null || found.asked === '') return question
  const said = messageOf(found.line, known)
  if (said === null) return question
  const asked = askedOf(said, found.asked.replace(OF_ANY, ''))
  return asked ?? (ASKS_FOR_ONE.test(found.asked) ? question : `"${said}" ${found.asked.replace(OF_ANY, '')}`)
}

/** "How often this message, any campaign": of all of them, whatever the line has. */
const OF_ANY = /(?:,| -)? (?:(?:for|of|by|from|across) )?(?:any|whatever|whichever) [a-z]{3,20}(?=\W*$)/i
/** "How many payouts had this problem" */
const HAD_IT =
  /^(?:so |and )?how (?:many|often) .{0,60}?\b(?:had|have|has|got|get|hit|saw|met|with) (?:this|that|the same) (?:problem|issue|error|message|warning|failure)\W*$/i
/** All lines of its kind, and nothing else of them. */
const ASKS_FOR_ALL = new RegExp(
  `\\b(?:(?:this|that|such an?|the same) (?:kind|type|sort) of ${LINES}|such ${LINES}|similar ${LINES})\\W*$`,
  'i',
)
/** "How many different campaigns were stopped this way" */
const APART_LIKE_IT =
  /^(?:so |and )?(how many (?:different|distinct|unique) [a-z]{3,30}) .{0,60}\b(?:this way|that way|like (?:this|that))\W*$/i

/** A line alone, with a number that no question would have: what it says of all of its kind. */
function bareLine(question: string, known: readonly string[]): string | null {
  const text = question.trim()
  const isLine = text.length >= BARE_MIN && /\d{4,}/.test(text) && /[:[(=]/.test(text) && !/[?\n]/.test(text)
  return isLine && !ASKING.test(text) && !ASKS.test(text) && !isTimed(text) ? messageOf(text, known) : null
}

const BARE_MIN = 30
const ASKS =
  /^\W{0,3}(?:so |and |hey )?(?:how|what|why|which|who|when|where|is|are|do|does|did|show|list|give|count|any|number|trace|find|search|explain)\b/i

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
  const asked = lines
    .slice(at + 1)
    .map((text) => text.replace(/^(?:<-+|\^+|>+)\s*/, ''))
    .filter((text) => !OF_STACK.test(text))
  const talk = lines.slice(0, at).join(' ')
  // "How many lines like this one do we have?" stands above the line.
  const isTalk = talk.split(/\s+/).length <= TALK_WORDS_MAX
  if (asked.length === 0 && /\?\s*$/.test(talk) && (isTalk || isOfKind(talk))) return { line, asked: talk }
  if (!isTalk || asked.some((text) => isLogLine(text.toLowerCase()))) return null
  if (talk.includes('?')) return null
  return { line, asked: asked.join(' ') }
}

/** A line in a form of its own, with nothing but its words to tell it by: some pattern of the project has them. */
function byKind(question: string, known: readonly string[]): PastedLine | null {
  const lines = question
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isKind = (line: string): boolean =>
    line.length >= KIND_MIN && !line.includes('?') && messageOf(line, known) !== null
  if (lines.length > 1) {
    const [first = '', ...rest] = lines
    const last = lines.at(-1) ?? ''
    const before = lines.slice(0, -1).join(' ')
    if (ASKING.test(last) && isKind(before)) return { line: before, asked: last }
    const isAsked = first.split(/\s+/).length <= TALK_WORDS_MAX || isOfKind(first)
    return ASKING.test(first) && isAsked && isKind(rest.join(' ')) ? { line: rest.join(' '), asked: first } : null
  }
  const [, line = '', asked = ''] = BESIDE_LINE.exec(question) ?? []
  if (asked !== '' && isKind(line)) return { line, asked }
  const [, ask = '', behind = ''] = BEFORE_LINE.exec(question) ?? ALL_BEFORE_LINE.exec(question) ?? []
  return ask !== '' && isKind(behind) ? { line: behind, asked: ask } : null
}

/** "How often do we get lines like this": a longer sentence that begins with what it asks. */
function isOfKind(asked: string): boolean {
  return asked.length <= ASKED_MAX && /^(?:so |and |hey )*(?:how (?:many|often)|since when|when)\b/i.test(asked)
}

const KIND_MIN = 20
const ASKED_MAX = 160
/** Frames of a stack, which stand between a line and what is asked of it. */
const OF_STACK = /^(?:at [\w$.<>/]+[(:]|file ".{1,200}", line \d|caused by: |\.\.\. \d+ more|traceback \()/i
const ASKING =
  /\?\W*$|^(?:so |and |but )?(?:what|why|how|since when|when|is (?:this|that|it)|where|who|explain|meaning)\b.{0,100}$/i
/** "…: connection timed out ... meaning?", "… - what is this telling me?" */
const BESIDE_LINE =
  /^(.{20,1500}?)\s*(?:[.!:;,)\u2026-]+|\s)\s*((?:and |so )?(?:what (?:is|does|was)|what'?s|why|how (?:often|many)|since when|when (?:was|did)|is (?:this|that|it)|where (?:does|do|is)|who|meaning|explain|should (?:i|we)|(?:bad|serious|harmless|worrying|normal|critical))\b[^.:;?]{0,80}\?)\W*$/i
/** "Whats this: …", "what does this mean: …" */
const BEFORE_LINE =
  /^\W*((?:what(?: is|'?s) (?:this|that)|what does (?:this|that|it) mean|explain(?: this| that)?|how often do we (?:get|see) (?:this|that)|since when do we (?:get|see) (?:this|that)|who (?:logs|writes|says) (?:this|that)|why (?:does|did|do|is|are|was) (?:this|that|it|these) (?:happen(?:ing)?|occur(?:ring)?|logged|there|come up)|what causes (?:this|that))) ?\??[: ]\s*(.{20,1500})$/i

/** "How many times did we get this kind of line: …", "how often do we see lines like this: …" */
const ALL_BEFORE_LINE = new RegExp(
  `^\\W*((?:(?:so|and|hey) )*(?:how (?:many|often)|since when|number of|count)\\b[^:?]{0,60}?\\b(?:(?:this|that|such an?|the same) (?:kind|type|sort) of ${LINES}|such ${LINES}|similar ${LINES}|${LINES} (?:like|as) (?:this|that|it|these|those)(?: one)?|${LINES} of (?:this|that) (?:kind|type|sort))(?: [a-z ]{0,40})?)\\??[: ]\\s*(.{20,1500})$`,
  'i',
)
/** What is asked then is their number, or how often they come. */
const COUNTS_ALL = /^(?:(?:so|and|hey) )*(?:how (?:many|often)|number of|count)\b/i

/** "Who writes HAS NO TAX CLASS", "where do we log …": what some line says, with its service. */
const SAID_BY =
  /^\W*(?:so |and |hey )*(?:who|what|which [a-z]{3,12}|where (?:do|does|did) (?:we|it|they|somebody)) (?:says?|logs?|writes?|wrote|prints?|emits?|throws?|reports?|raises?) "?([^"?]{6,200}?)"?\s*\?*\s*$/i
/** "Is "…" something to worry about?" */
const IS_CITED_NEW =
  /^\W*(?:so |and |hey )*(?:is|are) "([^"]{6,300})" (?:an? |anything |something )?(?:new|bad|serious|critical|worrying|a problem|problem|issue|to worry about|part of .{2,40}|related .{2,40}|our fault)\W*$/i
/** "\"…\" - bad?", "\"…\", should i worry?" */
const JUDGED =
  /^\W{0,3}"([^"]{6,300})"[\s,:\u2013\u2014-]{1,5}(?:(?:is|are) (?:that|this|it) )?(?:(?:so |really |something )?(?:bad|serious|critical|worrying|a problem|harmless|normal)|(?:should|do|must) (?:i|we) (?:worry|be worried|care|need to worry)(?: about (?:it|this|that))?)\W{0,3}$/i
const OF_KIND = /\b(?:since when|when did|first|who|where|which (?:service|program|component)|mean|means|come from)\b/i

/** What is asked of a line that is cited in the question: by whom, whether it is new, or of all lines of its kind. */
function citedOf(question: string, known: readonly string[]): string | null {
  const isSaid = (text: string): boolean => known.some((one) => one.toLowerCase().includes(text.toLowerCase()))
  const by = SAID_BY.exec(question)?.[1]?.trim() ?? ''
  if (/\S \S/.test(by) && isSaid(by)) return `where does "${by}" come from?`
  const [, cited] = IS_CITED_NEW.exec(question) ?? []
  const judged = cited ?? JUDGED.exec(question)?.[1]
  if (judged !== undefined) return `are there more "${judged}" since the incident than before`
  if (/\n|\{ ?"/.test(question)) return null
  const [whole = '', one = '', more] = question.match(/"([^"]{12,400})"/) ?? []
  if (more !== undefined || one === '' || !/\d/.test(one) || isSaid(one) || !OF_KIND.test(question)) return null
  const kind = messageOf(one, known)
  return kind === null ? null : question.replace(whole, `"${kind}"`)
}

function isTimed(line: string): boolean {
  return isLogLine(line.toLowerCase()) || TIMED.test(line)
}

/** "Is that new?", "is this bad?", "is it part of the outage?": whether there are more of them than before it. */
const IS_NEW =
  /^(?:so |and |hm+ |ok )*(?:(?:is|are|was) (?:this|that|it|these|those)(?: one| line| message)? (?:\S+ ){0,3}?(?:new|bad|serious|critical|urgent|a problem|an issue|worrying|alarming|dangerous|normal|expected|usual|a bug|an error(?= or\b| ?\W*$)|(?:something|anything) to worry about|an error on our side|our fault|part of|related|connected|because of|due to|caused by|from the|linked)\b|(?:a )?part of (?:the|this|our|that)\b|related to (?:the|this|our|that)\b|(?:bad|serious|worrying|new|related|critical)\W*$|(?:should|do|must) (?:i|we) (?:worry|be worried|care|need to worry)|(?:does|has) (?:this|that|it) (?:have )?(?:to do|anything to do|belong)\b)/i
/** "Where does this come from, and is it related to the outage?" */
const IS_FROM =
  /^(?:so |and |but )*(?:where (?:does|is|do) (?:this|that|it|these|they) (?:come|coming|logged|written|thrown)|(?:who|which [a-z]{3,12}) (?:logs|says|writes|wrote|throws|prints|emits) (?:this|that|it))\b/i
/** "What is this, since when": what it is says its first line as well. */
const IS_SINCE =
  /^(?:so |and |but )*(?:what(?:'?s| is) (?:this|that|it)[,? ]+(?:and )?)?(?:since when|when did (?:this|that|it) (?:start|begin))(?: (?:do|did|have) we .{2,30})?\W*$/i
const IS_WHEN = /^(?:so |and |but )*when (?:was|did|is) (?:this|that|it)(?: one)?(?: happen| logged| written)?\W*$/i
const IS_MEANT =
  /^(?:(?:so|and|but|hey|ok|seeing (?:loads|lots|a lot|tons|many|plenty) of (?:these|those|them)),? )*(?:what(?: is| are|'s|s) (?:this|that|it|these|those)(?: telling (?:me|us)| about| supposed to (?:mean|be)| saying)?|what does (?:this|that|it) (?:mean|say|tell (?:me|us))|meaning|so|explain(?: (?:this|that|it))?)\W*$/i

/** What is asked of a line itself in words that ask it of all lines like it; null for any other question. */
function askedOf(said: string, asked: string): string | null {
  if (HAD_IT.test(asked) || (COUNTS_ALL.test(asked) && ASKS_FOR_ALL.test(asked))) return `how many "${said}"`
  const [, apart] = APART_LIKE_IT.exec(asked) ?? []
  if (apart !== undefined) return `${apart} have "${said}"`
  if (IS_SINCE.test(asked)) return `since when do we log "${said}"?`
  if (IS_WHEN.test(asked)) return `when was the last "${said}"`
  if (IS_FROM.test(asked)) return `where does "${said}" come from?`
  if (IS_NEW.test(asked)) return `are there more "${said}" since the incident than before`
  return IS_MEANT.test(asked) ? `what does "${said}" mean?` : null
}

/** The words that only patterns of the line's kind have; null where the line fits no pattern. */
function messageOf(line: string, templates: readonly string[]): string | null {
  const written = spaced(line)
  const known = templates.map((template) => ({ template, pieces: piecesOf(template) }))
  const whole = known.filter(({ template }) => fits(template, written))
  // What is pasted may begin in the midst of the line: at least a third of the pattern's words have to stand in it.
  const sharingOf = (partsOf: (piece: string) => string[]): { template: string; pieces: string[] }[] =>
    known
      .map(({ template, pieces }) => ({ template, pieces: pieces.flatMap(partsOf), all: pieces }))
      .filter(({ pieces, all }) => pieces.length > 0 && 3 * pieces.join('').length >= all.join('').length)
  const inWhole = sharingOf((piece) => (written.includes(piece) ? [piece] : []))
  // What a server puts before its message is seldom copied with it.
  const partly = inWhole.length > 0 ? inWhole : sharingOf((piece) => partsIn(piece, written))
  // Of patterns that the line has a part of, the one of which it has most.
  const told = ({ pieces }: { readonly pieces: readonly string[] }): number => pieces.join('').length
  const fitting =
    whole.length > 0
      ? whole.sort((a, b) => lettersOf(b.template) - lettersOf(a.template))
      : partly.sort((a, b) => told(b) - told(a) || lettersOf(b.template) - lettersOf(a.template))
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

/** Behind a colon or a bracket a piece of a pattern begins anew: those of its parts that a line has. */
function partsIn(piece: string, line: string): string[] {
  return piece
    .split(/(?<=[:\])|]) /)
    .filter((part) => part.length >= PIECE_MIN && /\p{L} \p{L}/u.test(part) && line.includes(part))
}

/** Whether the fixed parts of a pattern stand in a line, one after the other. */
export function fits(template: string, line: string): boolean {
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

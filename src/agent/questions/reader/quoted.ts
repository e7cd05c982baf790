/** What stands in quotes: searched for as it is written, or in pieces where a part of it stands for anything. */

/** What stands in quotes is searched for, or excluded. */
export interface Quoted {
  readonly text: string
  readonly not: boolean
}

const QUOTED = /"([^"]{1,400})"|`([^`]{1,400})`|(?:^|\s)'([^']{2,400})'(?=$|[\s?.!,])/g

/** Before a quoted text: it is excluded. */
const EXCLUDED =
  /\b(?:not?|without|except(?:ing| for)?|excluding|exclude|ignoring|ignore|other than|apart from|aside from|but not|minus|besides|never|leave out|leaving out|filter out|omit)(?: (?:that|which|do|does|did|are|is|containing|contain|contains|mentioning|mention|mentions|mentioned|saying|say|says|having|have|has|with|the|a|any|all|lines?|logs?|messages?|text|words?|phrase|including|include|includes|matching|match|for|of|from|about|those|ones))*\s*$/

/** "planned in N ms", "finished: … statements": a part that stands for any value. */
const ANYTHING = /(?<![\w/])[nxyNXY](?![\w/])|\.{3}|\u2026|<[\w *-]{1,20}>|\{[\w -]{0,20}\}|\*|%[sd]|\bxx+\b/
const PIECE_MIN = 3

/** Takes what stands in quotes out of a text; its place is left empty. */
export function withoutQuoted(whole: string): { readonly text: string; readonly quoted: Quoted[] } {
  const quoted: Quoted[] = []
  const text = whole.replace(QUOTED, (part: string, double?: string, tick?: string, single?: string, at?: number) => {
    const said = (double ?? tick ?? single ?? '').trim()
    const not = EXCLUDED.test(whole.slice(0, at ?? 0))
    for (const piece of piecesOf(said, not)) quoted.push({ text: piece, not })
    return ' '.repeat(part.length)
  })
  return { text, quoted }
}

/** "How many of them say already used": words behind "say" that some line has like that are what it has to say. */
export function withoutSaid(
  text: string,
  lines: readonly string[],
): { readonly text: string; readonly said: string | null } {
  const found =
    /(?<!\bnot )\b(?:say|says|saying|mention|mentions|mentioning|contain|contains|containing) ([a-z]+(?: [a-z]+){1,4})(?=\W*$)/.exec(
      text,
    )
  const said = found?.[1] ?? ''
  const isThere = said !== '' && lines.some((line) => line.toLowerCase().includes(said))
  if (found === null || !isThere) return { text, said: null }
  const at = found.index + found[0].length - said.length
  return { text: text.slice(0, at) + ' '.repeat(said.length) + text.slice(at + said.length), said }
}

/** "Column does not exist - how many of these?": what stands before is a line as somebody remembers it. */
const PASTED =
  /^\W*([a-z][a-z0-9 '_-]{7,160}?[a-z0-9])(?: ?[-\u2013\u2014:;,?!]+ ?| \()(?:so |and )?(?:how (?:many|often|frequent(?:ly)?)|count|number)(?: of)?(?: (?:times|of|these|those|them|such|that|this|like|in|the|logs?|lines?|ones?|did|it|happen|were|there|are|is|we|have|get|got|total|was|logged|seen|today))*\W*$/
/** A remembered line is cut into so many pieces at most, by what differs from line to line. */
const PIECES_MAX = 3

/** The line before "- how many of these?", in the pieces that some line has in that order; null where none has. */
export function withoutPasted(
  text: string,
  lines: readonly string[],
): { readonly text: string; readonly pieces: readonly string[] } | null {
  const said = PASTED.exec(text)?.[1] ?? ''
  const words = said.split(' ').filter((word) => word !== '')
  if (words.length < 3) return null
  const found = lines
    .map((line) => runsIn(words, line.toLowerCase()))
    .filter((runs) => runs !== null)
    .sort((a, b) => a.length - b.length)[0]
  if (found === undefined || found.length > PIECES_MAX) return null
  const at = text.indexOf(said)
  const open = text.slice(0, at) + ' '.repeat(said.length) + text.slice(at + said.length)
  return { text: open, pieces: found.filter((piece) => piece.length >= PIECE_MIN) }
}

/** The words as the longest pieces that a line has one after the other; null where it does not have them all. */
function runsIn(words: readonly string[], line: string): string[] | null {
  const runs: string[] = []
  let from = 0
  for (let at = 0; at < words.length; ) {
    let length = words.length - at
    let place = -1
    for (; length > 0; length--) {
      place = line.indexOf(words.slice(at, at + length).join(' '), from)
      if (place >= 0) break
    }
    if (length === 0) return null
    const run = words.slice(at, at + length).join(' ')
    runs.push(run)
    from = place + run.length
    at += length
  }
  return runs
}

/** What a record has to say: all of it, or each piece beside what stands for any value. Pieces cannot be excluded. */
function piecesOf(said: string, not: boolean): string[] {
  if (not || !ANYTHING.test(said)) return [said]
  const pieces = said
    .split(new RegExp(ANYTHING, 'g'))
    .map((piece) => piece.trim().replace(/^[,;:]+|[,;]+$/g, ''))
    .filter((piece) => piece.length >= PIECE_MIN)
  return pieces.length === 0 ? [said] : pieces
}

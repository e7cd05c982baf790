/**
 * Pieces of Markdown that models write, looked for from one place of a text on, never further than a bounded number of
 * characters. `held`: the text ends before it can be told.
 */

type Held = 'held'

/** A piece that is not complete within this many characters is plain text. */
const HELD_CHARS_MAX = 400
const DESTINATION_CHARS_MAX = 2000
const INFO_CHARS_MAX = 200

export interface Fence {
  /** As it is written, at the start of its line. */
  readonly marker: string
  readonly closing: RegExp
}

const FENCE = /[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,8}){0,3}(`{3,}|~{3,})([^\n]*)(\n?)/y
/** What may still become the beginning of a fence. */
const BEFORE_FENCE = /[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,8}){0,3}(?:[-*+]|\d{1,9}[.)]?)?(?:`{0,2}|~{0,2})$/y

/** A fence that opens here, at the start of a line. In a list or quote too: it is written at the start of its line. */
export function fenceAt(
  source: string,
  at: number,
  isEnd: boolean,
): { readonly fence: Fence; readonly info: string; readonly taken: number } | Held | null {
  FENCE.lastIndex = at
  const found = FENCE.exec(source)
  if (found === null) {
    BEFORE_FENCE.lastIndex = at
    return !isEnd && BEFORE_FENCE.test(source) ? 'held' : null
  }
  const [all, run = '', info = '', newline = ''] = found
  // Backticks in what follows make it a code span.
  if (info.length > INFO_CHARS_MAX || (run[0] === '`' && info.includes('`'))) return null
  if (newline === '' && !isEnd) return 'held'
  const quote = all.trimStart().startsWith('>') ? '[ \\t>]*' : '[ \\t]*'
  return {
    fence: { marker: run, closing: new RegExp(`^${quote}${run.charAt(0)}{${run.length},}[ \\t]*$`) },
    info: info.replaceAll(/[^\w+#.=-]/g, ''),
    taken: all.length,
  }
}

const RUN = /`+/y

/** A code span on one line, or the length of the backticks that open none. */
export function codeSpanAt(
  source: string,
  at: number,
  isEnd: boolean,
): { readonly isSpan: boolean; readonly length: number } | Held {
  RUN.lastIndex = at
  const { length } = RUN.exec(source)?.[0] ?? '`'
  const limit = at + length + HELD_CHARS_MAX
  let from = at + length
  while (from < Math.min(source.length, limit)) {
    if (source[from] === '\n') return { isSpan: false, length }
    if (source[from] !== '`') {
      from += 1
      continue
    }
    RUN.lastIndex = from
    const closing = RUN.exec(source)?.[0].length ?? 1
    if (from + closing === source.length && !isEnd) return 'held'
    if (closing === length) return { isSpan: true, length: from + closing - at }
    from += closing
  }
  return !isEnd && source.length < limit ? 'held' : { isSpan: false, length }
}

const LABEL = /\[([^[\]\n]{0,400})(.?)/sy

/** The text of brackets without others in it, on one line; null where they do not close. */
export function labelAt(source: string, at: number, isEnd: boolean): string | Held | null {
  LABEL.lastIndex = at
  const [, label = '', after = ''] = LABEL.exec(source) ?? []
  if (after === ']') return label
  return after === '' && !isEnd && label.length < HELD_CHARS_MAX ? 'held' : null
}

/** Where the destination of a link ends, from its `(` on; null where it does not. */
export function destinationEnd(source: string, at: number, isEnd: boolean): number | Held | null {
  let depth = 0
  const limit = at + DESTINATION_CHARS_MAX
  for (let place = at; place < Math.min(source.length, limit); place += 1) {
    const character = source[place]
    if (character === '\\') place += 1
    else if (character === '(') depth += 1
    else if (character === '\n' && source[place + 1] === '\n') return null
    else if (character === ')') {
      depth -= 1
      if (depth === 0) return place + 1
    }
  }
  return !isEnd && source.length < limit ? 'held' : null
}

const DEFINITION = /:[ \t]*\S{1,1000}[ \t]*(?=\n|$)/y
const BEFORE_DEFINITION = /:[ \t]*\S{0,1000}[ \t]*$/y

/** Where the definition of a reference ends, from its `:` on, when an address alone follows on the line. */
export function definitionEnd(source: string, at: number, isEnd: boolean): number | Held | null {
  BEFORE_DEFINITION.lastIndex = at
  if (!isEnd && BEFORE_DEFINITION.test(source)) return 'held'
  DEFINITION.lastIndex = at
  const found = DEFINITION.exec(source)
  return found === null ? null : at + found[0].length
}

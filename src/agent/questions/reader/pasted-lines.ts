/**
 * A log line that is pasted or typed as it stands, without quotes: the longest run of its words that some line has is
 * what is searched for. What is asked behind it is kept.
 */
import { type Quoted, withoutPasted, withoutQuoted, withoutSaid } from './quoted.ts'

const TIME =
  /^[[(]?(?:\d{4}[-/]\d\d[-/]\d\d[ t]\d\d:\d\d(?::\d\d)?|\d\d:\d\d:\d\d[.,]\d{1,9}|(?<=\[)\d\d:\d\d:\d\d [a-z]{3,5}\]|[a-z]{3} {1,2}\d{1,2} \d\d:\d\d:\d\d)/
const LEVEL_FIRST = /^[[(]?(?:error|warn|warning|fatal|severe|info|debug)[\])]?[ :|]+(?=\S*[[(:.#/]|\S+ - )/
/** What people ask behind a line. */
const TAIL =
  /[\s?!.,;:-]((?:and |so )?(?:how often|how many(?: times)?|how many of (?:these|those)|what does (?:this|it|that) mean|what is (?:this|that|it)|since when|first seen|when .{2,40}|who logs (?:this|it)|which service .{2,40}|where does (?:this|it) come from|what (?:is|was) the (?:reason|cause)|what caused (?:this|it|that)|why|explain)(?: [a-z ]{0,60})?)\W*$/
const WORD = /[\p{L}_]{2,}/gu
const WORDS_MIN = 3
const WORDS_MAX = 10
const TEXT_MAX = 4_000

interface Pasted {
  /** What is asked behind the line. */
  readonly text: string
  readonly said: string
}

/** The question without what it cites: texts in quotes, lines that are remembered, pasted or said, as some line has them. */
export function withoutTexts(whole: string, lines: readonly string[]): { text: string; quoted: Quoted[] } {
  const { text: open, quoted } = withoutQuoted(whole)
  const remembered = quoted.length > 0 ? null : withoutPasted(open, lines)
  if (remembered !== null) {
    const { text, said } = withoutSaid(remembered.text, lines)
    const pieces = remembered.pieces.map((text) => ({ text, not: false }))
    return { text, quoted: withSaid(pieces, said) }
  }
  const typed = quoted.length > 0 ? null : withoutLogLine(open, lines)
  const { text, said } = typed ?? withoutSaid(open, lines)
  return { text, quoted: withSaid(quoted, said) }
}

function withSaid(quoted: readonly Quoted[], said: string | null): Quoted[] {
  return [...quoted, ...(said === null ? [] : [{ text: said, not: false }])]
}

/**
 * The question without the line that is pasted into its beginning, and words of that line as they stand in `lines`; null
 * where no line is pasted, or none of `lines` has words of it.
 */
function withoutLogLine(text: string, lines: readonly string[]): Pasted | null {
  const isWhole = !isLogLine(text) && isSentence(text)
  if ((!isLogLine(text) && !isWhole) || /[0-9a-f]{32}/.test(text)) return null
  const tail = isWhole ? undefined : TAIL.exec(text.slice(0, TEXT_MAX))?.[1]
  const line = tail === undefined ? text : text.slice(0, text.lastIndexOf(tail))
  const said = isWhole ? whole(line, lines) : longest(wordsOf(line), lines.flatMap(runsOf))
  if (said === null) return null
  const rest = tail ?? ''
  return { text: `${' '.repeat(Math.max(0, text.length - rest.length))}${rest}`, said }
}

/** Whether a message is log lines and what is asked of them alone: any other question behind them is read by itself. */
export function isPastedWhole(text: string): boolean {
  const last = text.trim().split(/\n+/).at(-1) ?? ''
  return isLogLine(text) && (!/\?\W*$/.test(last) || TAIL.test(` ${last}`))
}

/** Whether a text begins as log lines do: with a time, or a level before a logger. In small letters. */
export function isLogLine(text: string): boolean {
  return TIME.test(text) || LEVEL_FIRST.test(text)
}

/** A message that is typed by itself: some words, and none of them asks for anything. */
function isSentence(text: string): boolean {
  const words = text.split(' ')
  return (
    words.length >= 4 &&
    words.length <= 20 &&
    !/[?]/.test(text) &&
    !/^(?:how|what|which|who|whom|whose|when|where|why|is|are|was|were|does|do|did|has|have|can|could|any|show|list|give|count|number|compare|top|first|last|tell|explain|find|get|errors?|logs?|and|only|just|mean|average|median|max|min|p\d\d|slowest|failed)\b/.test(
      text,
    )
  )
}

function whole(text: string, lines: readonly string[]): string | null {
  const said = text.replace(/[\s.!]+$/, '')
  return lines.some((line) => line.toLowerCase().includes(said)) ? said : null
}

/** The longest run of words that one of the lines has; null where all are shorter than three words. */
function longest(words: readonly string[], known: readonly string[]): string | null {
  for (let length = Math.min(WORDS_MAX, words.length); length >= WORDS_MIN; length--)
    for (let at = words.length - length; at >= 0; at--) {
      const run = words.slice(at, at + length).join(' ')
      if (known.some((line) => line.includes(` ${run} `))) return run
    }
  return null
}

function wordsOf(text: string): string[] {
  return withoutPrefixes(text.slice(0, TEXT_MAX)).match(WORD) ?? []
}

/** "RV" of `RV611259` is no word: a search for it would find none. */
function withoutPrefixes(text: string): string {
  return text.replace(/[\p{L}_]{1,40}(?=<\*>|\d)/gu, '#')
}

/** The words of a line that stand beside each other, with nothing but spaces between them. */
function runsOf(line: string): string[] {
  return withoutPrefixes(line)
    .toLowerCase()
    .split(/[^\p{L}_ ]+/u)
    .map((run) => ` ${run.trim().replace(/ +/g, ' ')} `)
    .filter((run) => run.split(' ').length >= WORDS_MIN + 2)
}

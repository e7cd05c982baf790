/**
 * What a language model says, made safe to show while it streams. Citations of calls that do not exist in the thread
 * disappear, links and images lose their address (a link out of a log line would carry data to whoever wrote it), HTML
 * becomes text, pseudonyms become names again. Inline code and code blocks pass as they are.
 */
import { citations } from './citations.ts'

export interface AnswerFilter {
  /** Text that is settled; what may still turn out to be part of something is held back. */
  push(delta: string): string
  flush(): string
}

export interface AnswerFilterInput {
  /** Tool call ids of this thread. */
  readonly callIds: ReadonlySet<string>
  /** Names of the tools, which models like to cite instead of calls. */
  readonly toolNames?: ReadonlySet<string>
  readonly unmask?: (text: string) => string
}

/** A bracket or tag that is not closed within this many characters is plain text. */
const HELD_CHARS_MAX = 400

export function answerFilter({ callIds, toolNames, unmask = (text) => text }: AnswerFilterInput): AnswerFilter {
  const cites = citations(callIds, toolNames ?? new Set())
  let held = ''
  let before = ''
  let fence = ''
  const drain = (isEnd: boolean): string => {
    let settled = ''
    for (;;) {
      const step = nextPiece(held, fence, isEnd, (label) => cites(label, before))
      if (step === null) break
      settled += step.text
      before = held.charAt(step.taken - 1)
      held = held.slice(step.taken)
      fence = step.fence
    }
    return settled
  }
  // Pseudonyms are found in whole words only, so the last word waits for its end.
  let word = ''
  const names = (text: string, isEnd: boolean): string => {
    word += text
    const cut = isEnd ? word.length : (/[\w-]*$/.exec(word)?.index ?? word.length)
    const ready = word.slice(0, cut)
    word = word.slice(cut)
    return unmask(ready)
  }
  return {
    push(delta) {
      held += delta
      return names(drain(false), false)
    },
    flush() {
      return names(drain(true), true)
    },
  }
}

interface Piece {
  readonly taken: number
  readonly text: string
  /** The backticks that opened the code we are in, '' outside of code. */
  readonly fence: string
}

/** What stands for a bracketed label. */
type Cite = (label: string) => string

/** The next settled piece of the text, or null when more text is needed. */
function nextPiece(text: string, fence: string, isEnd: boolean, cite: Cite): Piece | null {
  if (text === '') return null
  if (fence !== '') return codePiece(text, fence, isEnd)
  const at = text.search(/[`[<!]/)
  if (at < 0) return { taken: text.length, text, fence: '' }
  if (at > 0) return { taken: at, text: text.slice(0, at), fence: '' }
  if (text[0] === '`') {
    const run = /^`+/.exec(text)?.[0] ?? '`'
    if (run.length === text.length && !isEnd) return null
    return { taken: run.length, text: run, fence: run }
  }
  if (text[0] === '<') return tagPiece(text, isEnd)
  return bracketPiece(text, isEnd, cite)
}

function codePiece(text: string, fence: string, isEnd: boolean): Piece | null {
  for (const run of text.matchAll(/`+/g)) {
    const end = run.index + run[0].length
    if (run[0] === fence && (end < text.length || isEnd)) return { taken: end, text: text.slice(0, end), fence: '' }
  }
  const tail = isEnd ? text.length : text.length - (/`*$/.exec(text)?.[0].length ?? 0)
  return tail === 0 ? null : { taken: tail, text: text.slice(0, tail), fence }
}

function tagPiece(text: string, isEnd: boolean): Piece | null {
  if (text.length === 1 && !isEnd) return null
  // "<" before anything but a name or slash is a comparison.
  if (!/^<[A-Za-z/!?]/.test(text)) return { taken: 1, text: '<', fence: '' }
  return { taken: 1, text: '&lt;', fence: '' }
}

function bracketPiece(text: string, isEnd: boolean, cite: Cite): Piece | null {
  if (text === '!' && !isEnd) return null
  const isImage = text.startsWith('![')
  if (text[0] === '!' && !isImage) return { taken: 1, text: '!', fence: '' }
  const start = isImage ? 2 : 1
  const close = text.indexOf(']')
  const open = text.indexOf('[', start)
  if (close < 0 || (open >= 0 && open < close)) {
    if (close < 0 && !isEnd && text.length < HELD_CHARS_MAX) return null
    return { taken: start, text: text.slice(0, start), fence: '' }
  }
  const label = text.slice(start, close)
  const next = text[close + 1]
  if (next === undefined && !isEnd) return null
  if (next === '(' || next === '[' || next === ':') {
    const closer = next === '(' ? ')' : next === '[' ? ']' : '\n'
    const end = text.indexOf(closer, close + 2)
    if (next === '(' || next === ':') {
      if (end < 0 && !isEnd && text.length < HELD_CHARS_MAX) return null
      const isAddress = next === '(' || /^:\s*\S+\s*$/.test(text.slice(close + 1, end < 0 ? undefined : end))
      if (isAddress && end >= 0) return { taken: end + (next === '(' ? 1 : 0), text: label, fence: '' }
      if (isAddress) return { taken: text.length, text: label, fence: '' }
    }
  }
  return { taken: close + 1, text: isImage ? label : cite(label), fence: '' }
}

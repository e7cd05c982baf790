/**
 * What a language model says, made safe to show while it streams. Citations of calls that do not exist in the thread
 * disappear, links and images lose their address (a link out of a log line would carry data to whoever wrote it), bare
 * addresses become code, HTML becomes text, pseudonyms become names again. Code passes as it is.
 *
 * This module understands what models usually write; what it does not understand is text to it. That text stays text
 * for every reader is held by InertWriter, not by what is understood here.
 */
import { citations } from './citations.ts'
import { InertWriter } from './inert-writer.ts'
import { codeSpanAt, definitionEnd, destinationEnd, type Fence, fenceAt, labelAt } from './markdown-pieces.ts'

export interface AnswerFilter {
  /** Text that is settled; what may still turn out to be part of something is held back. */
  push(delta: string): string
  /** The rest. A code block that was left open is closed, so that what a reader puts after it is not taken into it. */
  flush(): string
}

/** Between parts of an answer, so that no line of one goes on in the next, however a reader joins them. */
export const PART_END = '\n\n'

export interface AnswerFilterInput {
  /** Tool call ids of this thread. */
  readonly callIds: ReadonlySet<string>
  /** Names of the tools, which models like to cite instead of calls. */
  readonly toolNames?: ReadonlySet<string>
  readonly unmask?: (text: string) => string
}

/**
 * Returns a filter for an answer that arrives in pieces: citations of calls that were not made, links and HTML become
 * harmless text.
 */
export function answerFilter({ callIds, toolNames, unmask = (text) => text }: AnswerFilterInput): AnswerFilter {
  const reader = new AnswerReader(citations(callIds, toolNames ?? new Set()))
  // Pseudonyms are found in whole words only, so the last word waits for its end. Names come first: what a name stands
  // for may have been written by anyone.
  let word = ''
  const named = (text: string, isEnd: boolean): string => {
    word += text
    const cut = isEnd ? word.length : (/[\w-]{0,200}$/.exec(word)?.index ?? word.length)
    const ready = word.slice(0, cut)
    word = word.slice(cut)
    return unmask(ready)
  }
  return {
    push: (delta) => reader.read(named(delta, false), false),
    flush: () => reader.read(named('', true), true) + reader.close(),
  }
}

/** What stands for a bracketed label, given the character before it. */
type Cite = (label: string, before: string) => string

/** After a backslash these stay as they are; before others it is dropped, so that an address is seen as readers see it. */
const KEPT_ESCAPES = new Set('`*#|~[]<>!\\')
const PUNCTUATION = /[!-/:-@[-`{-~]/
const TEXT = /[^\s`[\]!\\]+/y
const BLANKS = /[^\S\n]+/y
/** A line of a fenced block that may still turn out to be a fence. */
const MAYBE_FENCE = /^[ \t>]{0,400}[`~]{0,400}[ \t]{0,400}$|^[ \t]*[`~]{3}[^\n]{0,400}$/

class AnswerReader {
  readonly #cite: Cite
  readonly #writer = new InertWriter()
  #held = ''
  #fence: Fence | null = null
  /** Within a line of a fenced block, the beginning of which was written. */
  #isInLine = false
  /** The last character that was read. */
  #before = ''

  constructor(cite: Cite) {
    this.#cite = cite
  }

  read(text: string, isEnd: boolean): string {
    this.#held += text
    // A line may end in CR LF, of which only the CR has come.
    const cut = !isEnd && this.#held.endsWith('\r') ? 1 : 0
    const source = this.#held
      .slice(0, this.#held.length - cut)
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('\0', '\ufffd')
    let at = 0
    while (at < source.length) {
      const taken = this.#fence === null ? this.#lineOrInline(source, at, isEnd) : this.#inFence(source, at, isEnd)
      if (taken === 0) break
      at += taken
      this.#before = source.charAt(at - 1)
    }
    this.#held = source.slice(at) + (cut === 1 ? '\r' : '')
    return this.#writer.take(isEnd)
  }

  /** After the end. */
  close(): string {
    if (this.#fence === null) return ''
    this.#writer.raw(`${this.#before === '\n' ? '' : '\n'}${this.#fence.marker}`)
    this.#fence = null
    return this.#writer.take(true)
  }

  /** Characters taken; 0 where more must come first. So for all below. */
  #lineOrInline(source: string, at: number, isEnd: boolean): number {
    if (this.#writer.isAtLineStart) {
      const found = fenceAt(source, at, isEnd)
      if (found === 'held') return 0
      if (found !== null) {
        this.#fence = found.fence
        this.#writer.raw(`${found.fence.marker}${found.info}\n`)
        return found.taken
      }
    }
    return this.#inline(source, at, isEnd)
  }

  /** Lines until the closing fence. What looks like a fence and closes nothing here must not close it for others. */
  #inFence(source: string, at: number, isEnd: boolean): number {
    const fence = this.#fence
    if (fence === null) return 0
    const newline = source.indexOf('\n', at)
    const line = source.slice(at, newline < 0 ? source.length : newline)
    const end = newline < 0 ? '' : '\n'
    const isWhole = newline >= 0 || isEnd
    if (!this.#isInLine && !isWhole && MAYBE_FENCE.test(line)) return 0
    if (!this.#isInLine && isWhole && fence.closing.test(line)) {
      this.#writer.raw(`${fence.marker}${end}`)
      this.#fence = null
      return line.length + end.length
    }
    const isLookalike = !this.#isInLine && /^[ \t]*[`~]{3}/.test(line)
    this.#writer.raw(`${isLookalike ? `    ${line}` : line}${end}`)
    this.#isInLine = !isWhole
    return line.length + end.length
  }

  #inline(source: string, at: number, isEnd: boolean): number {
    const character = source.charAt(at)
    const next = source[at + 1]
    switch (character) {
      case '\n':
        this.#writer.newline()
        return 1
      case '`':
        return this.#code(source, at, isEnd)
      case '[':
        return this.#bracket(source, at, isEnd, false)
      case ']':
        this.#writer.text(']')
        return 1
      case '!':
        if (next === undefined && !isEnd) return 0
        if (next === '[') return this.#bracket(source, at + 1, isEnd, true)
        this.#writer.text('!')
        return 1
      case '\\':
        if (next === undefined && !isEnd) return 0
        return this.#escape(next)
    }
    const pattern = /\s/.test(character) ? BLANKS : TEXT
    pattern.lastIndex = at
    const run = pattern.exec(source)?.[0] ?? character
    if (pattern === BLANKS) this.#writer.blank(run)
    else this.#writer.text(run)
    return run.length
  }

  #escape(next: string | undefined): number {
    if (next === '\n') {
      // A break of the line, in its other spelling.
      this.#writer.blank('  ')
      return 1
    }
    if (next !== undefined && KEPT_ESCAPES.has(next)) {
      this.#writer.escaped(next)
      return 2
    }
    if (next === undefined || !PUNCTUATION.test(next)) this.#writer.text('\\')
    return 1
  }

  #code(source: string, at: number, isEnd: boolean): number {
    const found = codeSpanAt(source, at, isEnd)
    if (found === 'held') return 0
    if (found.isSpan && this.#writer.code(source.slice(at, at + found.length))) return found.length
    const run = found.isSpan ? (/^`+/.exec(source.slice(at, at + found.length))?.[0].length ?? 1) : found.length
    this.#writer.text('`'.repeat(run))
    return run
  }

  /** `at` is the bracket's; an image has a character before it that is taken too. */
  #bracket(source: string, at: number, isEnd: boolean, isImage: boolean): number {
    const offset = isImage ? 1 : 0
    const label = labelAt(source, at, isEnd)
    if (label === 'held') return 0
    if (label === null) {
      this.#writer.text('[')
      return 1 + offset
    }
    const close = at + label.length + 2
    const next = source[close]
    if (next === undefined && !isEnd) return 0
    const end =
      next === '(' ? destinationEnd(source, close, isEnd) : next === ':' ? definitionEnd(source, close, isEnd) : null
    if (end === 'held') return 0
    if (end !== null) {
      this.#nested(label)
      return end - at + offset
    }
    if (isImage) this.#nested(label)
    else this.#pair(label)
    return close - at + offset
  }

  /** A citation, or text in brackets. */
  #pair(label: string): void {
    const shown = this.#cite(label, this.#before)
    const cited = shown === `[${label}]` ? [label] : [...shown.matchAll(/\[([^[\]]*)\]/g)].map(([, id = '']) => id)
    for (const text of cited) {
      this.#writer.bracket('[')
      this.#nested(text)
      this.#writer.bracket(']')
    }
  }

  /** The text of a label, in which there are no brackets and no lines. */
  #nested(label: string): void {
    let at = 0
    while (at < label.length) at += this.#inline(label, at, true)
  }
}

/**
 * Writes Markdown in which nothing can become an image, a link or HTML, whatever is written next: what may be shown
 * while it streams. It knows words, code and lines; the invariants hold for what leaves it, so a reader of the model's
 * text (answer-filter.ts) may be wrong about what the model meant without harm.
 *
 * - A backtick is part of a code span on one line that is written whole, or of a fence at the start of a line, or it is
 *   escaped. Escapes are looked through by nobody: a span can be split by a cell of a table only, see `code`.
 * - A bracket is escaped, or is one of a pair that no `(` follows, and no `:` at the start of a line. So there is no
 *   definition of a reference, and a pair alone is text.
 * - `<` before what begins a tag, and `&` of a character reference, are references themselves.
 * - An address (`//`, `www.`, mail) is a code span: renderers that make links of bare addresses leave code alone.
 */

/** Longer words are cut by a space, so that little is held back and every search over a word stays small. */
const WORD_CHARS_MAX = 1000
/** What an address is not made of, so that neighbours of one stay text. */
const DELIMITER = /[[\]`|*~"'<>(){}]/
const ADDRESS = /\/\/|www\.|@|(?:mailto|xmpp|tel):/i
const CHARACTER_REFERENCE = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{0,31});/iy
const RULE_OF_TABLE = /^[ \t>|:+*-]*$(?<=-[ \t|:]*)/
const ONLY_RULE_CHARACTERS = /^[ \t>|:+*-]*$/

/** How a character of a word is written: as it is meant (r), escaped by the model (e), one of a pair of brackets (b). */
type Mark = 'r' | 'e' | 'b'

export class InertWriter {
  #ready = ''
  #word = ''
  #marks: Mark[] = []
  /** The line as written so far; its beginning is enough. */
  #line = ''
  /** The beginning of a line that would make the line before it the head of a table; null where it may not matter. */
  #rule: string | null = null
  #hasCodeWithBar = false
  /** After a rule of a table, until an empty line. */
  #mayBeInTable = false

  get isAtLineStart(): boolean {
    return this.#line === '' && this.#word === ''
  }

  /** Characters without blanks, each as it is meant. */
  text(text: string): void {
    for (const character of text) this.#add(character, 'r')
  }

  escaped(character: string): void {
    this.#add(character, 'e')
  }

  /** One of a pair around text in which there are no other brackets. */
  bracket(character: '[' | ']'): void {
    this.#add(character, 'b')
  }

  blank(blanks: string): void {
    this.#endWord()
    this.#emit(blanks)
  }

  newline(): void {
    this.#endWord()
    this.#settleRule()
    this.#ready += '\n'
    const line = this.#line
    if (/^[ \t>]*$/.test(line)) this.#mayBeInTable = false
    else if (RULE_OF_TABLE.test(line)) this.#mayBeInTable = true
    this.#rule = this.#hasCodeWithBar ? '' : null
    this.#hasCodeWithBar = false
    this.#line = ''
  }

  /**
   * A code span; `source` with its backticks, on one line. False where it cannot be written as one: a bar splits the
   * cell of a table even inside of code, unless it is escaped, and then the halves are text.
   */
  code(source: string): boolean {
    const hasBar = source.includes('|')
    if (hasBar && this.#mayBeInTable && source.includes('\\|')) return false
    this.#endWord()
    this.#emitCode(hasBar && this.#mayBeInTable ? source.replaceAll('|', '\\|') : source)
    if (hasBar && !this.#mayBeInTable) this.#hasCodeWithBar = true
    return true
  }

  /** A piece of a fenced block, its fences too. Only from the start of a line on. */
  raw(text: string): void {
    this.#endWord()
    this.#settleRule()
    this.#ready += text
    this.#line = ''
    this.#mayBeInTable = false
  }

  /** What is settled; with `isEnd` all of it. */
  take(isEnd: boolean): string {
    if (isEnd) {
      this.#endWord()
      this.#settleRule()
    }
    const ready = this.#ready
    this.#ready = ''
    return ready
  }

  #add(character: string, mark: Mark): void {
    if (this.#word.length >= WORD_CHARS_MAX) this.blank(' ')
    this.#word += character
    // A character of two code units has two marks, so that both lists have the same places.
    for (let unit = 0; unit < character.length; unit += 1) this.#marks.push(mark)
  }

  #endWord(): void {
    const [word, marks] = [this.#word, this.#marks]
    if (word === '') return
    this.#word = ''
    this.#marks = []
    for (const { from, to } of piecesOf(word, marks)) {
      const piece = word.slice(from, to)
      const address = ADDRESS.test(piece) ? piece.replace(/(?<![.,;:!?_])[.,;:!?_]+$/, '') : ''
      if (address !== '') this.#emitCode(`\`${address}\``)
      this.#emit(this.#isColonOfText(word, marks, from, to) ? piece : encoded(word, marks, from + address.length, to))
    }
  }

  /** `[call_1]:` after words of its line, where no definition can begin. */
  #isColonOfText(word: string, marks: readonly Mark[], from: number, to: number): boolean {
    if (word[from] !== ':' || to - from !== 1 || marks[from - 1] !== 'b' || word[from - 1] !== ']') return false
    return /[A-Za-z]{2}/.test(this.#line.slice(0, Math.max(0, this.#line.lastIndexOf('['))))
  }

  #emitCode(code: string): void {
    // Two runs of backticks side by side would be one; a backslash would escape the first.
    if (this.#line.endsWith('`')) this.#emit(' ')
    if ((/\\{0,8}$/.exec(this.#line)?.[0].length ?? 0) % 2 === 1) this.#emit('\\')
    this.#emit(code)
  }

  #emit(text: string): void {
    this.#line = (this.#line + text).slice(-WORD_CHARS_MAX)
    if (this.#rule === null) {
      this.#ready += text
      return
    }
    this.#rule += text
    if (!ONLY_RULE_CHARACTERS.test(this.#rule)) this.#release(this.#rule)
    else if (this.#rule.length > WORD_CHARS_MAX) this.#settleRule(true)
  }

  /** A rule under a line with a bar in code would make cells of it, and of the code. */
  #settleRule(isRule = RULE_OF_TABLE.test(this.#rule ?? '')): void {
    if (this.#rule === null) return
    this.#release(isRule ? this.#rule.replace(/[>|:+*-]/, '\\$&') : this.#rule)
  }

  #release(text: string): void {
    this.#ready += text
    this.#line = text.slice(-WORD_CHARS_MAX)
    this.#rule = null
  }
}

/** Runs between delimiters, which are pieces themselves; so is what the model escaped. */
function piecesOf(word: string, marks: readonly Mark[]): { readonly from: number; readonly to: number }[] {
  const pieces: { from: number; to: number }[] = []
  let from = 0
  for (let at = 0; at <= word.length; at += 1) {
    const isDelimiter = at < word.length && (marks[at] !== 'r' || DELIMITER.test(word.charAt(at)) || word[at] === '\\')
    if (at < word.length && !isDelimiter) continue
    if (at > from) pieces.push({ from, to: at })
    if (at < word.length) pieces.push({ from: at, to: at + 1 })
    from = at + 1
  }
  return pieces
}

function encoded(word: string, marks: readonly Mark[], from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at += 1) text += encodedAt(word, marks, at)
  return text
}

function encodedAt(word: string, marks: readonly Mark[], at: number): string {
  const character = word.charAt(at)
  if (marks[at] === 'e') return `\\${character}`
  if (marks[at] === 'b') return character
  const next = word.charAt(at + 1)
  switch (character) {
    case '`':
    case '[':
    case ']':
      return `\\${character}`
    case '\\':
      // Before a letter it stands for itself; what else comes next might be escaped by it.
      return marks[at + 1] === 'r' && /[A-Za-z0-9]/.test(next) ? '\\' : '\\\\'
    case '<':
      return /[A-Za-z/!?]/.test(next) ? '&lt;' : '<'
    case '&':
      CHARACTER_REFERENCE.lastIndex = at
      return CHARACTER_REFERENCE.test(word) ? '&amp;' : '&'
    case '(':
    case ':':
      return marks[at - 1] === 'b' && word[at - 1] === ']' ? `\\${character}` : character
    case '!':
      return marks[at + 1] === 'b' ? '\\!' : '!'
    case '~':
      return isInRun(word, at) ? '\\~' : '~'
    default:
      return character
  }
}

/** Three tildes in a row may open a block. */
function isInRun(word: string, at: number): boolean {
  const around = word.slice(Math.max(0, at - 2), at + 3)
  return around.includes('~~~')
}

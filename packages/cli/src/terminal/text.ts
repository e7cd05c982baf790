/**
 * Text of others in a terminal. Telemetry is written by whoever can reach a service, so nothing of it may act on the
 * terminal: no escape sequence, no control character, no change of the writing direction.
 */
import stringWidth from 'fast-string-width'

/** Colours of log lines, as many programs write them. They only decorate, so they are left out without a trace. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what is looked for
const COLOUR_SEQUENCE = /\u001b\[[0-9;:]{0,40}m/g
/**
 * Control characters but the line break; DEL and C1; marks that change the direction of writing; invisible characters
 * that make two texts look alike; line separators; halves of surrogate pairs.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

/** Returns the text with everything that could act on the terminal made visible instead. Lines stay lines. */
export function inert(text: string): string {
  return text.replace(COLOUR_SEQUENCE, '').replace(/\r\n/g, '\n').replace(UNSAFE, visible)
}

/** The same on one line. */
export function inertLine(text: string): string {
  return inert(text).replaceAll('\n', ' ⏎ ')
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (character === '\t') return '  '
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '␡'
  return `\\u{${code.toString(16)}}`
}

/** Columns that a text takes: wide characters take two. */
export function widthOf(text: string): number {
  return stringWidth(text)
}

export function padded(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const fill = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + fill : fill + text
}

/** Cuts to a number of columns, with an ellipsis that says so. Never cuts through a character. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const character of text) {
    const columns = widthOf(character)
    if (used + columns > width - 1) break
    kept += character
    used += columns
  }
  return `${kept}…`
}

/** Breaks lines at words; list items keep their indent. Words longer than a line are broken too. */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrappedLine(line, Math.max(10, width)))
    .join('\n')
}

function wrappedLine(line: string, width: number): string[] {
  const indent = ' '.repeat(/^\s*(?:[-*•] |\d+\. )?/.exec(line)?.[0].length ?? 0)
  const rows: string[] = []
  let row = ''
  for (const word of line.split(' ')) {
    const next = row === '' ? word : `${row} ${word}`
    if (widthOf(next) > width && row.trim() !== '') {
      rows.push(row)
      row = indent + word
    } else row = next
    while (widthOf(row) > width) {
      const head = cut(row, width + 1).slice(0, -1)
      rows.push(head)
      row = row.slice(head.length)
    }
  }
  return [...rows, row]
}

/** JSON whose text cannot act on the terminal either: what is unsafe is written as an escape of JSON. */
export function safeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE, (character) =>
    [...character]
      .flatMap((one) => one.split(''))
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

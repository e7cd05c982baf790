/**
 * Scans bodies of several lines. The shape is made of the first line and, in a stack trace, of the exception types and
 * the names of the top frames. All other text is variable, so that a longer trace or another message has the same
 * shape.
 */
import type { Spans } from './spans.ts'
import { scanText } from './text.ts'

/** The frames that distinguish one failure from another. Deeper frames belong to the framework. */
const TOP_FRAMES = 3
/** Most lines to search for frames and exception types. */
const LINES_MAX = 120

/** Adds the variables of [0, to) of a body to `spans`; `newline` is the index where the first line ends. */
export function scanMultiline(body: string, newline: number, to: number, spans: Spans): void {
  scanText(body, 0, newline, spans)
  let frames = 0
  let from = newline + 1
  // Python prints the innermost frame last.
  const lastPythonFrame = body.lastIndexOf('\n  File "', to) + 1
  for (let lines = 0; lines < LINES_MAX && from < to; lines++) {
    if (spans.isFull) break
    const found = body.indexOf('\n', from)
    const end = found < 0 || found > to ? to : found
    const line = body.slice(from, end)
    const name = frames < TOP_FRAMES ? frameName(line) : null
    const exception = name === null ? exceptionLength(line) : 0
    const place = from === lastPythonFrame ? line.lastIndexOf(', in ') : -1
    if (place > 0) spans.add(from + '  File '.length, from + place)
    else if (name !== null) {
      frames++
      // The newline before the line and the text in front of the frame's name belong to the template.
      spans.add(from + name.end, end)
    } else if (exception > 0) spans.add(from + exception, end)
    else spans.add(from - 1, end)
    from = end + 1
  }
  if (from < to) spans.add(from - 1, to)
}

/** The length of a name is limited, because the expressions search for its end again from each of its characters. */
const FRAMES = [
  // Java, Kotlin, Scala, JavaScript, C#: `    at com.example.Shop.pay(Shop.java:12)`, `   at pay (file.js:1:2)`
  /^\s+at (?:async )?[\p{L}_$][\p{L}\d_$.<>[\]/ ]{0,500}?(?=\s*\(|\s+in |\s*$)/u,
  // Go: `main.pay(0x1, 0x2)`
  /^[\w./*-]{1,300}\.[\w.()*]{1,300}(?=\()/,
  // Ruby: `\tfrom app.rb:1:in`, Rust: `  12: core::panicking::panic`
  /^\s+from /,
]

/** Returns where the name of a frame ends in its line; null if the line is not a frame. */
function frameName(line: string): { readonly end: number } | null {
  for (const frame of FRAMES) {
    const match = frame.exec(line)
    if (match !== null) return { end: match[0].length }
  }
  return null
}

const EXCEPTION =
  /^(?:\s*(?:Caused by|Suppressed): )?(?:[\w$]+[.:]+)*[A-Z]\w*(?:Exception|Error|Failure|Interrupt|Exit|Warning|Throwable)\b:?/

/** Returns the length of the exception type at the start of a line, 0 if there is none. */
function exceptionLength(line: string): number {
  return EXCEPTION.exec(line)?.[0].length ?? 0
}

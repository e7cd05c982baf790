/** A sentence of an analysis as safe Markdown. */
import { code, plain } from '../embedded/markdown.ts'
import { spokenText } from '../message-text.ts'

/** Text that the sentence quotes becomes code. The rest is shown as plain text, even if it contains names. */
export function analysisSentence(text: string): string {
  // "web names db in "x": "x" was logged" shows the line only once.
  const sentence = plain(text, 400).replace(/ in "(.{1,300}?)": "\1" (?=was )/, ': "$1" ')
  let shown = ''
  let end = 0
  for (const quote of sentence.matchAll(/(?<=^|[\s(])"(.*?)"(?= was | came | in \d| \d+ \u2192|$)/g)) {
    shown += escaped(sentence.slice(end, quote.index)) + code(spokenText(quote[1] ?? ''), 140)
    end = quote.index + quote[0].length
  }
  return (shown + escaped(sentence.slice(end))).replace(/(?:<\*>|&lt;\\\*>)/g, '\u2026')
}

/** Makes Markdown characters, tags and addresses harmless. */
function escaped(text: string): string {
  return text
    .replace(/[[\]|*_~#!\\]/g, (character) => `\\${character}`)
    .replace(/</g, '&lt;')
    .replace(/`/g, "'")
    .replace(/:\/\//g, ':/\u200a/')
}

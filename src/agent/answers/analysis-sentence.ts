/** A sentence of an analysis as safe Markdown. */
import { code, plain } from '../embedded/markdown.ts'
import { spokenText } from '../message-text.ts'

/** What the sentence quotes becomes code. The rest is shown as plain text, whatever names stand in it. */
export function analysisSentence(text: string): string {
  // "web names db in "x": "x" was logged": the line is shown once.
  const sentence = plain(text, 400).replace(/ in "(.{1,300}?)": "\1" (?=was )/, ': "$1" ')
  let shown = ''
  let end = 0
  for (const quote of sentence.matchAll(/(?<=^|[\s(])"(.*?)"(?= was | came | in \d| \d+ \u2192|$)/g)) {
    shown += escaped(sentence.slice(end, quote.index)) + code(spokenText(quote[1] ?? ''), 140)
    end = quote.index + quote[0].length
  }
  return (shown + escaped(sentence.slice(end))).replace(/(?:<\*>|&lt;\\\*>)/g, '\u2026')
}

/** Markdown characters, tags and addresses made harmless. */
function escaped(text: string): string {
  return text
    .replace(/[[\]|*_~#!\\]/g, (character) => `\\${character}`)
    .replace(/</g, '&lt;')
    .replace(/`/g, "'")
    .replace(/:\/\//g, ':/\u200a/')
}

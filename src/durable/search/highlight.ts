/** Highlights are HTML: the text escaped, matches in `<mark>`. FTS5 marks them with characters no stored text has. */

export const MATCH_START = '\u0002'
export const MATCH_END = '\u0003'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  [MATCH_START]: '<mark>',
  [MATCH_END]: '</mark>',
}

/** Call this on all text that is indexed; otherwise a sender could forge the marks. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MATCH_START, ' ').replaceAll(MATCH_END, ' ')
}

const ESCAPED = new RegExp(`[&<>"'${MATCH_START}${MATCH_END}]`, 'g')

export function highlightHtml(marked: string): string {
  return marked.replace(ESCAPED, (character) => ENTITIES[character] ?? character)
}

/** An answer as a person reads it: words, first paragraph, table rows. */
export interface Answer {
  /** The message text: Markdown. */
  readonly text: string
  /** Rows of table artifacts, each as the texts of its cells with the column's name where it has one. */
  readonly rows: readonly string[]
}

const CITATIONS = /\s?\[(?:call[_-]?\w+|\^?\d{1,3}|[a-z]\d{1,3})\](?!\()/gi
const SUPERSCRIPTS = /[\u00b9\u00b2\u00b3\u2070-\u209f]+/g

export function withoutCitations(text: string): string {
  return text.replace(CITATIONS, '').replace(SUPERSCRIPTS, '')
}

/** Up to the first empty line, list or table. */
export function firstParagraph(text: string): string {
  const lines: string[] = []
  for (const line of withoutCitations(text).trim().split('\n')) {
    const isOther = line.trim() === '' || /^\s*(?:[-*+] |\d+[.)] |\||>|```)/.test(line)
    if (isOther && lines.length > 0) break
    if (!isOther) lines.push(line.replace(/^#{1,6} /, ''))
    else if (line.trim() !== '') return line
  }
  return lines.join(' ').trim()
}

const SENTENCE_END = /(?<=[.!?。？！])["”')*]*\s+(?=[\p{Lu}\p{N}*`"“(¿¡\p{Lo}])/u
const ABBREVIATIONS = /\b(?:e\.g|i\.e|vs|approx|ca|no|resp)\.\s*$/i

export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = []
  for (const part of paragraph.split(SENTENCE_END)) {
    const last = sentences.at(-1)
    if (last !== undefined && ABBREVIATIONS.test(last)) sentences[sentences.length - 1] = `${last} ${part}`
    else sentences.push(part)
  }
  return sentences.filter((sentence) => sentence.trim() !== '')
}

/** Sentences that only say how the question was read: the headline comes after them. */
const READING_NOTE =
  /^\W*(?:I (?:took|read|understood|left out|leave out|ignored|interpreted)|left out|reading|taken|assuming|interpreted|note)\b/i

const LEFT_OUT_NOTE = /^\W*(?:I )?(?:left|leave) out\b/i

/** Without the sentences that only repeat words of the question that were not used. */
export function withoutLeftOut(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      /left out|leave out/i.test(line)
        ? sentencesOf(line)
            .filter((one) => !LEFT_OUT_NOTE.test(one))
            .join(' ')
        : line,
    )
    .join('\n')
}

/** The sentence that answers: the first that is not a note about the reading. */
export function headline(text: string): string {
  const sentences = sentencesOf(firstParagraph(text))
  return sentences.find((sentence) => !READING_NOTE.test(sentence)) ?? sentences[0] ?? ''
}

/** Names are compared without Markdown's marks. */
export function unmarked(text: string): string {
  return text.replace(/[`*_]{1,3}(?=\S)|(?<=\S)[`*]{1,3}/g, (mark) => (mark.includes('_') ? mark : ''))
}

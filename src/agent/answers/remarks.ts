/** Answers without numbers: help, thanks, refusals, and questions back. */

import { helpText, thanksText } from '../embedded/kinds/words.ts'
import { cite, code, plain } from '../embedded/markdown.ts'
import { lemmaOf } from '../questions/reader/words.ts'
import type { Reading, Remark } from '../questions/reading.ts'

/** Answers a message that is not a question about telemetry: thanks, a greeting, a request for help. */
export function remarkText(remark: Remark): string {
  switch (remark.kind) {
    case 'help':
    case 'empty':
      return helpText()
    case 'thanks':
      return thanksText()
    case 'greeting':
      return 'Hello! I am ready to look at your telemetry. Ask "what broke?" or "is everything ok now?".'
    case 'off_topic':
      return 'I cannot answer that: I only know this project\u2019s telemetry. Ask me "what broke?", "how many errors in the last hour?" or "is everything ok now?".'
    case 'refusal':
      return remark.what === 'change'
        ? 'I cannot do that: I only read telemetry. I cannot change, delete, restart or deploy anything. I can tell you what is broken, since when, and what to do next.'
        : 'I cannot reveal that: I only read this project\u2019s telemetry, and I show no instructions, keys or other secrets. Ask me "what broke?" or "how many errors in the last hour?".'
    case 'owner':
      return `I cannot tell who owns ${code(remark.service, 80)} or is on call for it: nothing in this project\u2019s telemetry names a team or a person for a service. I can tell you how it is, who calls it, or what to do next.`
    case 'language':
      return `${remark.language} (I understand questions in English, and in German, Spanish and French for the most common ones.)`
  }
}

/** Says which words of a question were left out. Empty if none were. */
export function leftOutSentence(leftOut: readonly string[]): string {
  return leftOut.length === 0 ? '' : `I left out: ${leftOut.map((word) => plain(word, 60)).join(', ')}.`
}

/** Whether each of these errors is about what a question names: then all that fails is that. */
export function isAllAbout(errors: readonly string[], words: readonly string[]): boolean {
  const stems = words.flatMap((said) => said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(lemmaOf)
  const isAbout = (error: string): boolean =>
    error
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((part) => stems.includes(lemmaOf(part)))
  return errors.length > 0 && errors.every(isAbout)
}

/** Says behind the first paragraph of an answer about trouble that it is told for everything. */
export function withUnrestricted(text: string, words: readonly string[]): string {
  if (words.length === 0) return text
  const [first = '', ...rest] = text.split('\n\n')
  const said = words.map((word) => code(word, 60)).join(' and ')
  return [`${first} This is about everything that fails, not only ${said}.`, ...rest].join('\n\n')
}

/** A question back: what was not understood, and the closest questions that can be answered. */
export function askBackText({ askBack }: Reading, id: string): string {
  if (askBack === undefined)
    return `I did not understand the question. ${cite(id)} Did you mean "what broke?", "how many errors in the last hour?" or "is everything ok now?"`
  const isUnknownName = askBack.because.startsWith('I have no telemetry of')
  const because = plain(askBack.because, 300)
  if (isUnknownName) {
    const names = askBack.readings.map((name) => code(name, 60)).join(', ')
    return `${because}, so I cannot answer. ${cite(id)} These services send telemetry: ${names}.`
  }
  const readings = askBack.readings.map((reading) => `- ${plain(reading, 160).replace(/[`*[\]<>]/g, '')}`).join('\n')
  return `${because.slice(0, 1).toUpperCase()}${because.slice(1)}, so I give no number. ${cite(id)} Did you mean:\n\n${readings}`
}

/**
 * "How many were turned away at the gates" of lines that say "ticket refused": a verb with a particle that no line says
 * is grammar word by word. Where lines say one word that means the same, it takes the place of the phrase.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { type Word, wordsOf } from './words.ts'

const PHRASES: readonly (readonly [said: RegExp, words: readonly string[]])[] = [
  [
    /\b(?:let|(?<=people |customers |visitors |guests |users |who |many |\bhow many (?:[a-z-]{2,20} ){1,2})got|(?<=people |visitors |guests |who )get) in\b(?! (?:the|an?|our|last|touch|time|total|\d|trouble|contact)\b)/i,
    ['admitted', 'entered', 'granted'],
  ],
  [/\b(?:turned|sent) away\b/i, ['refused', 'rejected', 'denied', 'declined']],
  [/(?<=\bhow many (?:[a-z-]{2,20} ){1,2})went out\b/i, ['sent', 'dispatched', 'shipped']],
  [/(?<=\bhow many (?:[a-z-]{2,20} ){1,2})came back\b(?! (?:from|with|as)\b)/i, ['returned', 'bounced']],
  [/\bsent back\b/i, ['returned', 'rejected', 'bounced']],
  [/\b(?:gave|given|give) up\b/i, ['abandoned', 'aborted', 'exhausted']],
  [/\bthrown (?:out|away)\b/i, ['discarded', 'dropped', 'evicted', 'rejected']],
  [/\bkicked (?:out|off)\b/i, ['evicted', 'terminated', 'disconnected']],
  [/\bput (?:off|back)\b/i, ['postponed', 'rescheduled', 'deferred']],
  [/\bcalled off\b/i, ['cancelled', 'canceled']],
  [/\bheld back\b/i, ['held', 'parked']],
  [/\bhanded (?:in|over)\b/i, ['submitted', 'delivered', 'transferred']],
  [/\bpicked up\b/i, ['collected', 'picked']],
  [/\bdropped off\b/i, ['delivered', 'returned']],
  [/\btaken back\b/i, ['returned', 'revoked']],
  [/\bpaid back\b/i, ['refunded', 'repaid']],
  [/\bused up\b/i, ['exhausted', 'depleted']],
  [/\bset up\b/i, ['created', 'provisioned', 'registered']],
  [/\bfilled in\b/i, ['submitted', 'completed']],
  [/\bcut off\b/i, ['disconnected', 'dropped', 'truncated']],
  [/\bgone through\b/i, ['accepted', 'completed']],
]
const CHARS_MAX = 300

/** The question in the word of its lines, and what the answer says of it. */
export function inOwnVerbs(
  question: string,
  { templates }: Pick<Catalogue, 'templates'>,
): { readonly text: string; readonly note?: string } {
  if (question.length > CHARS_MAX || /["'`\n]/.test(question)) return { text: question }
  for (const [form, words] of PHRASES) {
    const said = form.exec(question)?.[0]
    if (said === undefined) continue
    const [verb = '', particle = ''] = said.toLowerCase().split(' ')
    const isOwn = templates.some(({ tokens }) =>
      tokens.some((token, at) => token === verb && tokens[at + 1] === particle),
    )
    // What lines say themselves is meant as they say it.
    if (isOwn) return { text: question.replace(form, `"${said}"`) }
    const word = nearest(words, question.toLowerCase().replace(form, ' '), templates)
    if (word === null) return { text: question }
    return { text: question.replace(form, word), note: `I took "${said}" as the lines that say "${word}".` }
  }
  return { text: question }
}

/** The only one of the words that lines say, or that beside most other words of the question. */
function nearest(words: readonly string[], rest: string, templates: readonly KnownTemplate[]): string | null {
  const others = wordsOf(rest).filter(({ text }) => text.length > 3 && isContentWord(text))
  const ranked = words
    .flatMap((word) => {
      const lines = templates.filter(({ tokens }) => tokens.includes(word))
      const told = lines.map((line) => others.filter((one) => isBeside(one, line)).length)
      return lines.length === 0 ? [] : [{ word, told: Math.max(...told) }]
    })
    .sort((a, b) => b.told - a.told)
  const [first, second] = ranked
  if (first === undefined) return null
  return second === undefined || first.told > second.told ? first.word : null
}

/** Whether a line, or who writes it, has a word of the question. */
function isBeside({ lemma }: Word, { template, service }: KnownTemplate): boolean {
  const text = `${service} ${template}`.toLowerCase()
  return new RegExp(`(?<![a-z])${RegExp.escape(lemma)}(?![a-z])`).test(text)
}

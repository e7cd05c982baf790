/**
 * "Texts sent by notify-svc", "messages delivered since 9:00" of lines that say "text message sent", "message delivered":
 * a noun that elsewhere means log lines is what the business sends or receives, where lines say what was done with it.
 */
import type { Tag } from '../vocabulary/english.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import type { QuestionState } from './state.ts'
import { isOfFailure, templateCondition } from './texts.ts'
import { lemmaOf, stemOf } from './words.ts'

const NOUNS = /^(?:text|message|event|record|entry|line|notice|note|letter|call|log)$/
const DONE = new RegExp(`^(?:${PARTICIPLE})$`)
/** "Log messages written", "error events seen": lines, and no thing. */
const OF_LINES = /^(?:log|error|warn|warning|debug|info|fatal|audit|trace)$/
/** What is said of lines, or of the telemetry. */
const SAID_OF_LINES = /^(?:logged|printed|emitted|seen|counted|matched|indexed|ingested|recorded|produced|filtered)$/

/** Takes such a noun with what was done for the lines that say so. */
export function takeDoneNouns(state: QuestionState): void {
  const { words, conditions, context, phrases } = state
  if (conditions.some(({ on }) => on === 'templates' || on === 'text' || on === 'operation')) return
  const at = words.findIndex((word, place) => {
    const next = words[place + 1]
    return (
      NOUNS.test(word.lemma) &&
      word.usedBy === null &&
      next !== undefined &&
      DONE.test(next.text) &&
      !SAID_OF_LINES.test(next.text) &&
      !OF_LINES.test(words[place - 1]?.text ?? '')
    )
  })
  const [noun, done] = at < 0 ? [] : words.slice(at, at + 2)
  if (noun === undefined || done === undefined) return
  const services = conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const told = context.catalogue.templates.filter(
    (template) =>
      (services.length === 0 || services.includes(template.service)) &&
      !isOfFailure(template) &&
      template.tokens.some((token) => lemmaOf(token) === noun.lemma) &&
      template.tokens.some((token) => token === done.text || stemOf(token) === stemOf(done.text)),
  )
  const condition = templateCondition([noun.text, done.text], told)
  if (condition === null || new Set(told.map(({ service }) => service)).size > 1) return
  conditions.push(condition)
  for (const word of [noun, done]) word.usedBy = 'template'
  // They ask for no log lines.
  const isOfNoun = (phrase: (typeof phrases)[number]): boolean =>
    LINES.has(phrase.tag) && phrase.at <= at && phrase.at + phrase.length > at
  for (const phrase of phrases.filter(isOfNoun))
    for (const word of words.slice(phrase.at, phrase.at + phrase.length)) word.usedBy ??= 'template'
}

const LINES: ReadonlySet<Tag> = new Set(['log_noun'])

/** "First order that failed, give me its id", "slowest checkout, which customer": one record, and what is asked of it. */

export interface AskedOfRecord {
  /** The record, as a question of its own. */
  readonly record: string
  /** What is asked of it: "customer"; null for its id. */
  readonly noun: string | null
}

const CHARS_MAX = 160
const OF_RECORD =
  /^(.{6,110}?)(?:[,;:]| [-\u2013]| and) ?(?:and )?(?:(?:please )?(?:give|show|tell|send|get) (?:me )?|what(?:'s| is| was) |which is |i need |need )?(?:its|the|their|his|her|which|what|whose) ?([a-z][a-z_.-]{1,24}(?: id)?)(?: (?:was|is) (?:it|that))?$/
const IS_ONE = /\b(?:first|last|latest|earliest|newest|oldest|most recent|slowest|longest)\b/
const NO_NOUN =
  /^(?:time|times|date|moment|trace|reason|cause|duration|rest|same|most|service|line|text|message|count|number)$/

export function askedOfRecord(cleanText: string): AskedOfRecord | null {
  const text = cleanText.replace(/[\s?.!]+$/, '')
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  const [, record = '', noun = ''] = OF_RECORD.exec(text) ?? []
  if (noun === '' || !IS_ONE.test(record) || NO_NOUN.test(noun)) return null
  return { record, noun: /^(?:ids?|number)$/.test(noun) ? null : noun.replace(/ id$/, '') }
}

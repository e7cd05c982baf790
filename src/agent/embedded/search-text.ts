/** The words a question wants to find in log bodies, and how exactly. */

export interface SearchText {
  readonly text: string
  readonly mode: 'phrase' | 'substring' | 'all'
}

/** Ends a text that is not in quotes: what follows says where and when, not what. */
const ENDS =
  '(?=\\s+(?:in|from|of|for|by|since|during|between|around|over|within|on|at|after|before|last|past|today|yesterday|this|with severity)\\b|[?.!,]?\\s*$)'
const NAMED = new RegExp(
  `\\b(?:containing|contains?|mentioning|mentions?|matching|with the (?:text|words?|message)|that say|saying|grep(?: for)?)\\s+(.{2,120}?)${ENDS}`,
  'i',
)
const SOUGHT = new RegExp(
  `^\\W*(?:please |can you |could you )*(?:find|search(?:ing)?(?: for)?|look(?:ing)? for)\\s+(?:me\\s+)?(.{2,120}?)${ENDS}`,
  'i',
)
/** Words that say what kind of thing is sought: a filter, or nothing at all. */
const GENERIC =
  /\b(?:me|all|any|every|the|a|an|some|those|these|recent|latest|newest|oldest|last|first|\d+|word|text|string|phrase|logs?|log lines?|lines?|records?|entries|messages?|errors?|warnings?|exceptions?|fatals?|criticals?|services?|traces?|spans?|please)\b/gi

export function readSearchText(question: string, serviceWords: readonly string[]): SearchText | null {
  const quoted = /"([^"]{1,400})"|`([^`]{1,400})`|\u201c([^\u201d]{1,400})\u201d/.exec(question)
  const inQuotes = (quoted?.[1] ?? quoted?.[2] ?? quoted?.[3])?.trim()
  if (inQuotes !== undefined && inQuotes !== '') return { text: inQuotes, mode: exactly(inQuotes) }
  const named = NAMED.exec(question)?.[1]
    ?.replace(/^(?:the|a|an|word|text|string|phrase|messages?)\s+/i, '')
    .trim()
  if (named !== undefined && named !== '' && !/^(?:errors?|warnings?|logs?)$/i.test(named)) {
    return { text: named, mode: exactly(named) }
  }
  const sought = serviceWords.reduce((text, word) => text.replace(word, ' '), SOUGHT.exec(question)?.[1] ?? '')
  const words = sought.replace(GENERIC, ' ').replace(/\s+/g, ' ').trim()
  return words.length < 3 ? null : { text: words, mode: 'all' }
}

function exactly(text: string): 'phrase' | 'substring' {
  return /\s/.test(text) ? 'phrase' : 'substring'
}

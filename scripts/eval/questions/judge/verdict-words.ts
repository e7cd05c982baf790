/** Yes or no, as an answer opens; else what its words about health mean. */
import { type Answer, firstParagraph, sentencesOf, unmarked } from './answer.ts'

const YES_NO =
  /^\W*(?:[\w-]+:\s)?(yes|no|ja|nein|sí|oui|non)\b(?!\s+(?:record|log|span|request|error|service|telemetry|deploy|longer|failed|failing))/i
const YES_WORDS = new Set(['yes', 'ja', 'sí', 'oui'])
const HEALTHY =
  /\b(?:healthy|(?:is|are|looks?|was|were|runs?|works?|stays?) (?:\w+ )?(?:ok|okay|fine|normal(?:ly)?|good|well|stable|over|steady)|nothing (?:is|was|has|un\w+|stands|broke|wrong|else|fails?|failed|failing)|no longer|not any ?more|(?<![\d.,])0 ?(?:%|of\b|(?:failed )?requests(?! with the (?:text|words))|(?:\w+ )?errors)|no (?:\w+ )?(?:errors?|failures?) |no (?:\w+ )?(?:requests?|spans?|calls?) (?!with the (?:text|words)|to )|constant|throughout|the whole time|same version|only version|(?:within|inside) (?:its|the|their|what)|no (?:sign|evidence|trouble|problem|increase|anomal\w*|change|trace|crash|restart|deploy\w*|release|rollout|fault)|(?:did|has|have|does|is|was|are) ?(?:not|n't)\b(?! (?:ok|okay|fine|healthy|normal|well|work))|has recovered|recovered|ended at|is over|unchanged|as usual|not (?:down|failing|slow|affected))/i
const UNHEALTHY =
  /\b(?:unhealthy|not (?:ok|okay|healthy|fine|well|normal|working)|fail(?:s|ing|ed|ures?)?|degraded|broken?|broke|is down|went down|still (?:going|failing|broken)|ongoing|going on|goes on|continues|errors? (?:rose|rise|went)|slow(?:er|ed)?|trouble|affected|silent|crashed|restarted|was (?:killed|released|deployed|rolled)|precede[sd]?)\b/i

/** "No service went silent", "nothing else fails": trouble that is denied is health. */
const DENIED =
  /\b(?:no(?! longer)|none|nobody|neither|nothing|not (?:a single|one|any))\b(?:\s+(?!(?:but|except|and)\b)[\w'-]+){0,5}?\s+(?:(?:is|are|was|were|has|have|went|gone|still|been|got)\s+)*(?:silent|quiet|unhealthy|fail(?:s|ing|ed)?|degraded|broken?|broke|down|slow(?:er)?|affected|crashed|restarted|ongoing|in trouble)\b/i

export type Sense = 'good' | 'bad' | 'up' | 'down' | 'fact'
const UP = /\b(?:ris(?:es|ing|en)|rose|increas\w*|grew|grow\w*|climb\w*|higher|went up|going up|goes up|up from)\b/i
const DOWN =
  /\b(?:fall(?:s|ing|en)?|fell|decreas\w*|dropp\w*|drops?|declin\w*|lower|went down|gone down|going down|goes down|down from)\b/i
const FLAT =
  /\b(?:steady|flat|unchanged|stable|no (?:increase|change|rise|drop|trend)|(?:did|has|is|does) ?(?:not|n't) (?:\w+ )?(?:ris|ros|grow|grew|increas|drop|fall|change)\w*)/i
const BLAMED = /root cause\W+([\w.-]+)/i

/** Where the text says neither, null. */
export function verdictOf(answer: Answer, sense: Sense, question: string): 'yes' | 'no' | null {
  const sentences = sentencesOf(unmarked(firstParagraph(answer.text))).slice(0, 3)
  for (const sentence of sentences) {
    const word = YES_NO.exec(sentence)?.[1]?.toLowerCase()
    if (word !== undefined) return YES_WORDS.has(word) ? 'yes' : 'no'
  }
  if (sense === 'fact') return null
  if (sense === 'up' || sense === 'down') return directionOf(sentences, sense)
  for (const sentence of sentences) {
    const healthyAt = firstOf(sentence.search(HEALTHY), sentence.search(DENIED))
    const unhealthyAt = blames(sentence, question) ? 0 : sentence.search(UNHEALTHY)
    if (healthyAt < 0 && unhealthyAt < 0) continue
    const isHealthy = unhealthyAt < 0 || (healthyAt >= 0 && healthyAt <= unhealthyAt)
    return isHealthy === (sense === 'good') ? 'yes' : 'no'
  }
  return null
}

/** The first place of two searches; -1 where neither found anything. */
function firstOf(a: number, b: number): number {
  return a < 0 || b < 0 ? Math.max(a, b) : Math.min(a, b)
}

function directionOf(sentences: readonly string[], sense: 'up' | 'down'): 'yes' | 'no' | null {
  for (const sentence of sentences) {
    if (FLAT.test(sentence)) return 'no'
    const isUp = UP.test(sentence)
    if (isUp !== DOWN.test(sentence)) return isUp === (sense === 'up') ? 'yes' : 'no'
  }
  return null
}

/** A cause is a verdict about the one that was asked about only. */
function blames(sentence: string, question: string): boolean {
  const name = BLAMED.exec(sentence)?.[1]
  return name !== undefined && question.toLowerCase().includes(name.toLowerCase())
}

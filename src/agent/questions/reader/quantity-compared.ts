/**
 * In what two are compared: "slower" is how long requests take, "suffer" and "hit harder" which share of them fails,
 * "busier" how many there are; "more cards" and "a higher error rate" say it by their noun. What is left of a question
 * without the words that compare says of what.
 */

const SLOW = /^(?:slower|slowest|faster|fastest|quicker|quickest|speedier|sluggish|laggier|longer)$/
const HARM =
  /^(?:worse|worst|worser|harder|hardest|hit|hits|suffer|suffers|suffered|suffering|affected|impacted|hurt|unreliable|flaky|flakier|shakier|unstable|trouble|problems|issues|struggle|struggles|struggled|struggling|broken)$/
const BETTER = /^(?:better|best|reliable|stable|healthier|safer)$/
const BUSY = /^(?:busier|busiest)$/
const FAIL = /^(?:fail|fails|failed|failing)$/
/** Verbs where "more" follows: "which errors more". */
const AS_VERB = /^(?:errors?|breaks?|erroring|breaking)$/
const MORE = /^(?:more|most|higher|highest|bigger|biggest|larger|largest|greater)$/
const LESS = /^(?:less|least|fewer|fewest|lower|lowest|smaller|smallest)$/
const IS_DOWN = /^(?:faster|fastest|quicker|quickest|speedier|better|best|healthier|safer)$/
/** A share or a length of time: what has it is no number of events. */
const OF_NUMBER =
  /^(?:(?:an? |the )?)(error (?:pages?|responses?|messages?|screens?|codes?|answers?)|(?:error|failure|success|refusal|[45]xx) (?:rate|share|ratio)|p\d\d|latency|(?:mean|average|median) (?:latency|duration|response time)|response time|duration|errors?|failures?|failed requests|requests|traffic|load|calls)\b/

export interface QuantityAsked {
  /** Of the whole: "p95 duration of". Null where the rest of the question says what is counted. */
  readonly name: string | null
  /** The words of the question that say it. */
  readonly said: string
  readonly of: 'duration' | 'failed' | 'failures' | 'requests' | 'other'
  readonly isDown: boolean
}

export function isComparing(word: string): boolean {
  return [SLOW, BETTER, BUSY, MORE, LESS].some((words) => words.test(word))
}

/** Words of what went badly, which say in what two are compared: beside "more" or by themselves. */
export function isHarm(word: string): boolean {
  return HARM.test(word)
}

/** What the words of a question compare in; null where none of them does. */
export function quantityCompared(words: readonly string[]): QuantityAsked | null {
  const more = words.findIndex((word) => MORE.test(word) || LESS.test(word))
  const isLess = LESS.test(words[more] ?? '')
  const said = more < 0 ? null : OF_NUMBER.exec(words.slice(more + 1, more + 4).join(' '))?.[1]
  const isDown = isLess !== words.some((word) => IS_DOWN.test(word))
  if (said != null) return { ...numberSaid(said), said, isDown }
  const other = (name: string, of: QuantityAsked['of']): QuantityAsked => ({ name, said: '', of, isDown })
  if (words.some((word) => SLOW.test(word))) return other('p95 duration', 'duration')
  if (words.some((word) => HARM.test(word))) return other('error rate', 'failed')
  // "Which one fails": more than the other.
  const isWhich = words.some((word) => WHICH.test(word))
  const isFailing = (word: string, at: number): boolean =>
    FAIL.test(word) || (AS_VERB.test(word) && MORE.test(words[at + 1] ?? ''))
  if ((more >= 0 || isWhich) && words.some(isFailing)) return other('error rate', 'failed')
  if (words.some((word) => BETTER.test(word))) return other('error rate', 'failed')
  if (words.some((word) => BUSY.test(word))) return other('requests', 'requests')
  return more < 0 ? null : { name: null, said: '', of: 'other', isDown }
}

function numberSaid(said: string): Pick<QuantityAsked, 'name' | 'of'> {
  if (/^error [^rs]|^error (?:responses?|screens?)$/.test(said)) return { name: 'failed requests', of: 'failures' }
  if (/^(?:errors?|failures?|failed requests)$/.test(said)) return { name: said, of: 'failures' }
  if (/rate|share|ratio/.test(said)) return { name: said, of: 'failed' }
  if (/^(?:traffic|load|requests|calls)$/.test(said)) return { name: 'requests', of: 'requests' }
  return { name: said, of: 'duration' }
}

const WHICH = /^(?:which|who|what|who's|whos)$/
/** What the number of the question is called besides: "latency, who is slower". */
const SAME_NUMBER: Readonly<Record<string, RegExp>> = {
  duration: /^(?:latency|latencies|duration|durations|speed|time|times)$/,
  failed: /^(?:failures?|errors?|breaks?|erroring|breaking)$/,
}

/** Grammar of a comparison, which says nothing of what is measured. */
const FRAME =
  /^(?:who's|whos|what's|which's|is|are|was|were|do|does|did|has|have|had|which|who|what|where|one|so|and|it|they|there|being|been|be|having|seeing|see|sees|saw|seen|getting|get|gets|got|experience|experiencing|much|even|any|off|far|doing|often|really|generally|usually|overall|rate|rates)$/
const AUXILIARY = /^(?:do|does|did|is|are|was|were|has|have|had)$/

/** The question of one side in plain forms, the likeliest first. `words` has that side in its place. */
export function measuredForms(words: readonly string[], quantity: QuantityAsked | null): string[] {
  if (quantity === null) return [words.join(' ')]
  const { name } = quantity
  const compares = (word: string): boolean =>
    isComparing(word) || (name !== null && (HARM.test(word) || FAIL.test(word)))
  const rest = words.filter((word) => !compares(word))
  if (name !== null) {
    const nouns = new Set(`${name} ${quantity.said}`.split(' '))
    const isName = (word: string): boolean => nouns.has(word) || SAME_NUMBER[quantity.of]?.test(word) === true
    const of = rest.filter((word, at) => !FRAME.test(word) && !isName(word) && !(word === 'a' && at < rest.length - 1))
    return [`${name} of ${withoutEnds(of).join(' ')}`]
  }
  // "Does nordacq decline more cards": how many cards it declines.
  const more = words.findIndex(isComparing)
  const counted = words.slice(more + 1)
  const lead = rest.slice(0, Math.max(0, more)).filter((word, at) => at > 0 || !AUXILIARY.test(word))
  const plain = rest.filter((word) => !FRAME.test(word))
  return [
    ...(counted.length > 0 && AUXILIARY.test(words[0] ?? '')
      ? [`how many ${counted.join(' ')} ${words[0]} ${lead.join(' ')}`]
      : []),
    `how many ${plain.join(' ')}`,
    plain.join(' '),
  ].map((form) => form.replace(/\b(how many) (?:the|a|an) /, '$1 '))
}

/** Prepositions that nothing stands before or behind any more. */
function withoutEnds(words: readonly string[]): string[] {
  const kept = [...words]
  while (/^(?:of|in|on|at|for|with|to|the|by|than|as|a|an)$/.test(kept.at(-1) ?? '')) kept.pop()
  while (/^(?:of|in|on|at|for|with|to|than|as|a|an)$/.test(kept[0] ?? '')) kept.shift()
  return kept
}

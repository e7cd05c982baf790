/**
 * "Registrations accepted", "how many bookings went through" where no line says so of the noun: its verb is done, which
 * lines of success say of a thing ("runner registered"), beside others that refuse it ("registration refused").
 */
import type { Rewording } from './glosses.ts'
import type { ReadContext } from './state.ts'
import { isOfSuccess } from './texts.ts'
import { stemOf } from './words.ts'

const ACCEPTED =
  /\b((?:successful |accepted )?)([a-z]{4,20}(?:tion|ment|ing|al|ance|ence|y|e|[a-z])s)((?: that| which)?(?: (?:were|was|got|have been))? (?:accepted|approved|granted|successful|went through|got through|succeeded|made it))?\b/

/** What some lines begin with, and no thing. */
const LEVEL = /^(?:info|debug|notice|trace|information)$/

/** The noun's own verb as lines of success say it; none where several kinds of lines do, or none is refused. */
export function acceptedOf(lower: string, { catalogue }: ReadContext): Rewording[] {
  const [said = '', before = '', noun = '', after = ''] = ACCEPTED.exec(lower) ?? []
  if (before === '' && after === '') return []
  const stem = stemOf(noun)
  const own = catalogue.templates.filter(({ tokens }) => tokens.some((token) => isAlike(stemOf(token), stem)))
  const isRefused = own.some((line) => !isOfSuccess(line))
  const done = own.flatMap((line) => {
    const at = line.tokens.findIndex((token) => isAlike(stemOf(token), stem) && /(?:ed|en|t|d)$/.test(token))
    const thing = line.tokens[at - 1]
    if (!isOfSuccess(line) || at < 0) return []
    return [thing === undefined || LEVEL.test(thing) ? (line.tokens[at] ?? '') : `${thing} ${line.tokens[at]}`]
  })
  const [line, more] = [...new Set(done)]
  if (!isRefused || line === undefined || more !== undefined) return []
  const [thing = '', verb] = line.split(' ')
  const several = verb === undefined ? `log lines say ${thing}` : `${thing}${/s$/.test(thing) ? '' : 's'} were ${verb}`
  const plain = /\bhow many\b/.test(lower) ? several : line
  return [{ text: lower.replace(said, plain), note: `I took "${said.trim()}" as the lines that say "${line}".` }]
}

/** "Announce" and "announc". */
function isAlike(one: string, other: string): boolean {
  const isPart = one.startsWith(other) || other.startsWith(one)
  return one === other || (isPart && Math.min(one.length, other.length) >= 4 && Math.abs(one.length - other.length) < 2)
}

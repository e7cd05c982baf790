/**
 * "Before the 4.3.0 release (14:02)", "while the old version was live (14:02 to 14:25)": where a clause that says when has
 * its clock time beside it, the time is told by the clock, and the words of the clause restrict nothing.
 */

const RELATIONS = 'before|after|since|until|till|up to|during|while|when|once|in the time|as long as|around'
const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?(?:am|pm|utc|z))?'
const SIDES: Readonly<Record<string, string>> = { 'prior to': 'before', 'up to': 'until', following: 'since' }
/** The clause, and in brackets or behind a comma or dash its time. */
const CLAUSE = new RegExp(
  `\\b(${RELATIONS}) ((?:(?!\\b(?:${RELATIONS})\\b)[^(),;?\\d:](?:[^(),;?:]{2,58}?)))(?: ?\\(([^()]{0,24}?${CLOCK}[^()]{0,24})\\)|(?:, ?| - )((?:say |i\\.e\\. |so |that is |from |between |about )?${CLOCK}(?: ?(?:-|to|until|till|and|\\.\\.) ?${CLOCK})))`,
)

/** "Since the release at 01:32", "before the restart of web at 14:10": the side of the clock time. */
const EVENT = new RegExp(
  `\\b(before|after|since|until|till|up to|prior to|following) (?:the |our |its |that |this |last |latest |new )+(?:[\\w.-]{1,40} )?(?:release|rollout|deploy|deployment|rollback|upgrade|restart|crash|outage|incident|config change)(?: of [\\w.-]{1,40})? (?:at|around|from|of) (${CLOCK})(?! ?(?:-|to|until|till|and) ?\\d)`,
)

/** "Before it broke at 15:08", "since scan-vault recovered at 15:27": the clock time says when. */
const HAPPENED = new RegExp(
  `\\b(before|after|since|until|till|up to|prior to|following) (?:the |our |its )*[\\w.-]{1,40} (?:[\\w.-]{1,40} )?(?:broke|failed|started|began|recovered|ended|stopped|crashed|restarted|went (?:down|up|away|silent|live)|came (?:back|up)(?: up)?|was (?:over|back|fixed|down|restarted|deployed|released)|got (?:fixed|worse|better|slow|restarted)|died|hit)(?: (?:failing|working|again|down|up|sending))? (?:at|around) (${CLOCK})(?! ?(?:-|to|until|till|and) ?\\d)`,
)

/** The question with such a clause replaced by its time. */
export function withClauseTimes(asked: string): string {
  const bySide = (_: string, side: string, clock: string): string => `${SIDES[side] ?? side} ${clock}`
  const text = asked.replace(EVENT, bySide).replace(HAPPENED, bySide)
  const found = CLAUSE.exec(text)
  if (found === null) return text
  const [whole, relation = '', , inBrackets, behind] = found
  const said = (inBrackets ?? behind ?? '').trim()
  const isRange = new RegExp(`${CLOCK} ?(?:-|to|until|till|and|\\.\\.) ?${CLOCK}`).test(said)
  const isRelated = /^(?:before|after|since|until|till|from|between|around|about|at)\b/.test(said)
  const isPoint = /^(?:before|after|since|until|till|up to|around)$/.test(relation)
  const time = isRange || isRelated ? said : isPoint ? `${relation} ${said}` : `since ${said}`
  return `${text.slice(0, found.index)}${time}${text.slice(found.index + whole.length)}`
}

/**
 * "How long between the credential rotation and the first refused upload?", "how many minutes from the start of the
 * backfill to its abort?", "how long after the change did the disk run full?": both moments are read and looked up by
 * themselves, the later one from the earlier one on.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { firstOfAll } from '../questions/reader/events-asked.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { lengthWords } from './length-words.ts'
import { clock, isMoment, type Moment } from './moments.ts'
import { askedBack } from './settled-reading.ts'

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|roughly|about)[, ]+)*'
const LENGTH =
  "(?:how (?:long|many (?:seconds|minutes|hours)|much time)|(?:what(?: is|'s| was)? )?(?:the )?(?:time|gap|delay|interval|seconds|minutes))"
const PASSED = '(?: (?:is|was|were|did|does|do|it|there|that|passed?|pass|took|take|lies?|lay|went by|go by|elapsed?))*'
const END = '[\\s?.!]{0,5}$'
const FORMS = [
  `${LEAD}${LENGTH}${PASSED} between (.{3,80}?) and (.{3,80}?)${END}`,
  `${LEAD}${LENGTH}${PASSED} from (.{3,80}?) (?:to|until|till) (.{3,80}?)${END}`,
  `${LEAD}how (?:long|many (?:seconds|minutes|hours)|soon) after (.{3,80}?) (?:did|was|were|came|had) (.{3,80}?)${END}`,
].map((form) => new RegExp(form))
const CLOCK = /\d:\d\d|\b(?:noon|midnight|now|today|yesterday|last|ago)\b/
/** What the whole incident is told by. */
const OF_INCIDENT =
  /^(?:(?:the |its |our )*(?:start|beginning|onset|end|recovery|fix|outage|incident|trouble|problem|break|failure)s?|(?:it|this|that|they|things|everything|the (?:errors?|trouble|incident|outage|failures?|problems?))(?: [a-z]{2,12})?(?: (?:to )?[a-z]{2,12})?)$/
/** What comes is a change or a restart; what is told by lines and requests is the first of them. */
const OF_CHANGE =
  /\b(?:releases?|rollouts?|roll-?backs?|deploy(?:ment|s|ed)?|restarts?|reboots?|upgrades?|versions?|settings?|flags?|config(?:uration)?)\b/

interface Read {
  readonly plan: Moment
  readonly reading: Reading
}

/** The reading of such a question, with the length between; null of any other. */
export async function timeBetween(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const text = cleaned(question)
  if (text.length > 200) return null
  const found = FORMS.map((form) => form.exec(text)).find((match) => match !== null)
  const [, first = '', said = ''] = found ?? []
  if (found === undefined || [first, said].some((one) => CLOCK.test(one) || OF_INCIDENT.test(one))) return null
  const second = said.replace(/^its (.+)$/, (_, own: string) => `the ${own} of ${headOf(first)}`)
  const [one, other] = [await momentOf(first, catalogue, read), await momentOf(second, catalogue, read)]
  if (one === null || other === null) {
    const open = [...(one === null ? [first] : []), ...(other === null ? [second] : [])]
    const reading = await read(question)
    return askedBack(reading, `I could not tell when ${open.map((name) => `"${name}"`).join(' and ')} was`)
  }
  const fromMs = await timeOf(ctx, catalogue, one.plan)
  const from = fromMs === null ? null : new Date(fromMs).toISOString()
  // What follows the first one: the other is looked for from there on.
  const after = from === null ? other.plan : startingAt(other.plan, from)
  const toMs = (await timeOf(ctx, catalogue, after)) ?? (await timeOf(ctx, catalogue, other.plan))
  if (fromMs === null || toMs === null)
    return askedBack(one.reading, `I found no moment of "${fromMs === null ? first : second}"`)
  const { askBack: _, ...rest } = one.reading
  const order = toMs >= fromMs ? '' : ` "${bare(second)}" came first:`
  return {
    ...rest,
    plans: [one.plan, toMs >= fromMs ? after : other.plan],
    notes: [
      `**${lengthWords(Math.abs(toMs - fromMs))}**:${order} from ${clock(Math.min(fromMs, toMs))} to ${clock(Math.max(fromMs, toMs))} UTC.`,
      ...one.reading.notes,
      ...other.reading.notes,
    ],
    leftOut: [],
    relation: 'new',
  }
}

const bare = (event: string): string => event.replace(/^(?:the|its|our|first|very) /, '')

/** "The backfill" of "the start of the backfill". */
function headOf(event: string): string {
  return /\bof (?:the |our )?(.+)$/.exec(event)?.[1] ?? event.replace(/^(?:the|our) /, '')
}

function startingAt(plan: Moment, from: string): Moment {
  return plan.time.to > from ? { ...plan, time: { ...plan.time, from } } : plan
}

/** How the moment of an event is read: as that of a change, else as the first of what lines or requests tell. */
async function momentOf(
  said: string,
  catalogue: Catalogue,
  read: (question: string) => Promise<Reading>,
): Promise<Read | null> {
  const event = said.replace(/^(?:the|our|a|an|when|that) /, '').replace(/^very /, '')
  const isFirst = /^(?:first|last|earliest|latest)\b/.test(event)
  const swapped = event.replace(
    /^(?:start|beginning|begin|abort|end|finish) of (?:the |our )?(.+)$/,
    (whole, own: string) => `${own} ${whole.split(' ')[0]}`,
  )
  const forms = [
    ...(OF_CHANGE.test(event) && !isFirst ? [`when was the ${event}`, event] : []),
    `when was the ${isFirst ? '' : 'first '}${event}`,
    ...(swapped === event ? [] : [`when was the first ${swapped}`]),
    `when did the ${event}`,
    `when did ${event} first`,
  ]
  for (const form of forms) {
    const reading = await read(form)
    const [plan, more] = reading.plans
    const isWhole = more === undefined && reading.leftOut.length === 0 && reading.relation === 'new'
    const whole = plan === undefined ? undefined : firstOfAll(plan, catalogue)
    if (isWhole && isMoment(whole)) return { plan: whole, reading }
  }
  return null
}

/** When the first of the records was; of changes and restarts the last one, which is what is meant by it. */
async function timeOf(ctx: AgentContext, catalogue: Catalogue, plan: Moment): Promise<number | null> {
  const found = await execute(ctx, catalogue, plan)
  const first = found.kind === 'list' ? (found.logs[0]?.time ?? found.spans[0]?.time) : undefined
  if (first !== undefined) return Date.parse(first)
  if (found.kind !== 'deployments') return null
  const told = [found.versionChanges.at(-1)?.at, found.records.at(-1)?.time, found.changes?.at(-1)?.at]
  const times = told.flatMap((at) => (at === undefined ? [] : [Date.parse(at)]))
  return times.length === 0 ? null : Math.max(...times)
}

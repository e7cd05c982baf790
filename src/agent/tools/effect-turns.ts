/**
 * Turns around the effect of something that are told by what is known already: the other numbers of a comparison, who
 * else was hit, why a service stopped, whether a release is to blame, and whether it is true that somebody gets nothing.
 */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { type Plan, servicesOf } from '../questions/plan/plan.ts'
import { blamedIn, nothingSaid } from '../questions/reader/effect-asked.ts'
import { bothSidesOf, effectMove, moreBefore, othersHit } from '../questions/reader/effect-moves.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import type { Previous } from '../questions/reader/state.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'

type Read = (question: string) => Promise<Reading>

/** What a turn goes on from; behind a turn that was not answered only the last that was. */
export interface Turn {
  readonly previous: Previous | undefined
  readonly last?: (Previous & { readonly openQuestion: string }) | undefined
}

/** The reading of such a turn; null of any other. */
export async function effectTurn(
  ctx: AgentContext,
  text: string,
  catalogue: Catalogue,
  own: Reading,
  { previous, last }: Turn,
  read: Read,
): Promise<Reading | null> {
  const moved = previous === undefined ? null : movedFrom(text, previous, catalogue)
  if (moved !== null) return settled(own, [moved], [], 'follow_up')
  const others = last === undefined ? null : othersBehindOpen(text, catalogue, own, last)
  if (others !== null) return others
  return (
    (await stillWorks(text, own, read)) ??
    (await whyStopped(text, own, read)) ??
    (await blamed(text, own, read)) ??
    claimed(ctx, catalogue, text, own, read)
  )
}

/** The reading with other plans, and nothing left out. */
export function settled(
  own: Reading,
  plans: readonly Plan[],
  notes: readonly string[],
  relation: Reading['relation'],
): Reading {
  const { askBack: _, open: __, unrestricted: ___, ...rest } = own
  return { ...rest, plans, notes, leftOut: [], relation }
}

/** "Do cash vends still work?" names all that it asks. */
const STILL_WORKS =
  /^(?:(?:and|so|but|ok)[, ]+)*(?:do|does|are|is) [^,]{3,60} still (?:work|working|ok|okay|fine|going through)\W*$/

const WHY_STOPPED =
  /^(?:(?:and|so|but|ok)[, ]+)*(?:(?:what (?:is|was) )?(?:the )?reasons? (?:for|of|behind) (?:the )?([\w. -]{2,50}?)(?:'s)? (?:shutdown|shut-?down|restart|reboot|stop|termination|eviction|exit)|(?:why|how come|for what reason) (?:did|was|has|is) (?:the )?([\w. -]{2,50}?) (?:stop(?:ped)?|shut ?down|go(?:ne)? (?:down|away)|terminated?|exit(?:ed)?|evicted|killed|restarted))(?: (?:at|around|about) .{2,20})?\W*$/

/** Why a service stopped that came back: what it logged around its restart. */
async function whyStopped(text: string, own: Reading, read: Read): Promise<Reading | null> {
  const [, ofNoun, ofVerb] = text.length > 120 ? [] : (WHY_STOPPED.exec(text) ?? [])
  const service = ofNoun ?? ofVerb
  if (service === undefined || own.plans.some(({ intent }) => intent === 'delivery' || intent === 'deployments'))
    return null
  const reading = await read(`why did ${service} restart`)
  const [plan] = reading.plans
  if (plan?.intent !== 'deployments' || servicesOf(plan).length !== 1 || reading.leftOut.length > 0) return null
  // What it logged around it is the reason; that it restarted is taken for granted.
  const { isYesNo: _, ...told } = plan
  return { ...reading, plans: [...reading.plans.slice(1), told] }
}

/** Whether a release is to blame, of trouble that is not named by what it does. */
async function blamed(text: string, own: Reading, read: Read): Promise<Reading | null> {
  const release = blamedIn(text)
  if (release === null || own.plans.some((plan) => plan.intent === 'cause' && plan.aspect === 'deployment')) return null
  const reading = await read(`did ${release} cause the errors?`)
  const [plan, more] = reading.plans
  const isBlame = plan?.intent === 'cause' && plan.aspect === 'deployment' && more === undefined
  return isBlame && reading.leftOut.length === 0 ? reading : null
}

/** What a thing needs to still work is told of itself, whatever the thread is restricted by. */
async function stillWorks(text: string, own: Reading, read: Read): Promise<Reading | null> {
  if (!STILL_WORKS.test(text) || own.relation !== 'follow_up' || own.plans.every(isShare)) return null
  const works = await read(text)
  return works.plans.length === 1 && works.plans.every(isShare) && works.leftOut.length === 0 ? works : null
}

/** "Acme says they get no webhooks, is that true?": what the lines of their webhooks say, each kind with its number. */
async function claimed(
  ctx: AgentContext,
  catalogue: Catalogue,
  text: string,
  own: Reading,
  read: Read,
): Promise<Reading | null> {
  const said = nothingSaid(text)
  if (said === null) return null
  const reading = await read(`how many ${said.thing} for ${said.who}`)
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || plan.measure.of !== 'records' || reading.leftOut.length > 0)
    return null
  const isTheirs = plan.conditions.some((one) => 'values' in one && one.on === 'attribute' && one.not !== true)
  const isOfThing = plan.conditions.some(({ on }) => on === 'templates')
  if (!isTheirs || !isOfThing) return null
  const { conditions, time } = plan
  if ((await countOf(ctx, catalogue, plan)) === 0) return null
  return settled(own, [{ intent: 'patterns', conditions, time, limit: 10 }], reading.notes, 'new')
}

function isShare(plan: Plan): boolean {
  return plan.intent === 'measure' && plan.measure.of === 'ratio'
}

/** "That problem" is the one that the thread told of last, whatever was asked of it and not answered. */
function othersBehindOpen(
  text: string,
  catalogue: Catalogue,
  own: Reading,
  { plan, question, openQuestion }: NonNullable<Turn['last']>,
): Reading | null {
  const counted = countedOf(plan)
  const others = counted === null ? null : othersHit(text, counted, catalogue)
  if (others === null) return null
  const note = `"${openQuestion}" was not answered, so this goes on from "${question ?? 'the last answer'}".`
  return settled(own, [others], [note], 'follow_up')
}

function movedFrom(text: string, { plan, before }: Previous, catalogue: Catalogue): Plan | null {
  for (const base of [plan, before]) {
    const moved = base?.intent === 'measure' ? effectMove(text, base) : null
    if (moved !== null) return moved
  }
  const counted = countedOf(plan)
  const earlier = counted === null ? null : moreBefore(text, counted)
  if (earlier !== null) return earlier
  return bothSidesOf(text, plan) ?? (counted === null ? null : othersHit(text, counted, catalogue))
}

/**
 * What a language model without sense would say next: tools in an order nobody would choose, calls that cannot work,
 * the same call again, and an answer that cites calls which never happened beside those that did. One seed, one
 * behaviour.
 */
import { Random } from '../synthetic/random.ts'

export interface WantedCall {
  readonly id: string
  readonly name: string
  /** JSON as a model writes it: not always JSON. */
  readonly input: string
}
export interface PoorTurn {
  readonly say: string
  readonly calls: readonly WantedCall[]
}

export interface PoorView {
  readonly seed: number
  readonly question: string
  /** Turns it has taken in this run. */
  readonly turn: number
  /** Ids of the calls that were made in the thread. */
  readonly callIds: readonly string[]
  readonly mustAnswer: boolean
}

/** How providers and servers name calls; the first of them counts from 0 in every turn. */
const ID_STYLES: readonly ((random: Random, place: number) => string)[] = [
  (_, place) => `call_${place}`,
  (random) => `call_${letters(random, 24)}`,
  (random) => `toolu_01${letters(random, 22)}`,
  (random) => `chatcmpl-tool-${letters(random, 32).toLowerCase()}`,
  (random) => `${letters(random, 7)}${random.int(10, 99)}`,
  (random, place) => `functions.search_logs:${place + random.int(0, 40)}`,
]
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => ALPHABET[random.int(0, ALPHABET.length - 1)]).join('')
}

function investigation(question: string): string {
  const around = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(question)?.[0]
  return JSON.stringify(around === undefined ? {} : { around })
}

/** Everything it does in one run, in the order it happens to think of it. */
function deck(random: Random, question: string): readonly (readonly [name: string, input: string])[] {
  const sensible: [string, string][] = [
    ['coverage', '{}'],
    ['log_patterns', '{}'],
    ['log_volume', '{"severityAtLeast":"error"}'],
    ['dependencies', '{}'],
    ['span_stats', '{"sort":"slowest"}'],
    ['search_logs', '{"text":"error","limit":3}'],
  ]
  const senseless: [string, string][] = [
    ['log_detail', '{"id":"not-an-id"}'],
    ['trace', '{"traceId":"deadbeef"}'],
    ['search_logs', '{"limit": "ma'],
    ['log_volume', '{"from":"2027-01-01T00:00:00Z","to":"2026-01-01T00:00:00Z"}'],
    ['restart_service', '{"service":"all"}'],
    ['metric_series', '{"name":"no.such.metric"}'],
    ['coverage', '{"depth":3}'],
  ]
  const chosen = [...random.shuffled(senseless).slice(0, 4), ...random.shuffled(sensible).slice(0, 3)]
  const [again] = chosen
  return random.shuffled([...chosen, ...(again === undefined ? [] : [again]), ['investigate', investigation(question)]])
}

const CALLS_PER_TURN = 3

export function poorTurn(view: PoorView): PoorTurn {
  const plan = new Random(view.seed)
  const style = plan.pick(ID_STYLES)
  const wanted = deck(plan, view.question)
  const random = new Random(view.seed * 31 + view.turn + 1)
  const next = wanted.slice(view.turn * CALLS_PER_TURN, (view.turn + 1) * CALLS_PER_TURN)
  if (view.mustAnswer || next.length === 0) return { say: answer(random, view.callIds, style), calls: [] }
  const calls = next.map(([name, input], place) => ({ id: style(random, place), name, input }))
  // It likes to announce results before it has them.
  const say = random.chance(0.5)
    ? `I see it already. [${calls[0]?.id ?? 'call_x'}] [${inventedId(random, [], style)}]`
    : ''
  return { say, calls }
}

function inventedId(random: Random, real: readonly string[], style: (random: Random, place: number) => string): string {
  const similar =
    real.length === 0 ? style(random, 77) : `${random.pick(real).slice(0, -1)}${random.pick(['q', '7', 'Z'])}`
  const invented = random.pick([similar, style(random, 99), 'call_invented', `toolu_01${letters(random, 8)}`])
  return real.includes(invented) ? 'call_invented' : invented
}

/** Claims with citations: real, invented, both in one bracket, numbers as in papers, names of tools, links. */
function answer(random: Random, real: readonly string[], style: (random: Random, place: number) => string): string {
  const someReal = () => (real.length === 0 ? 'call_none' : random.pick(real))
  const invented = () => inventedId(random, real, style)
  const claims = [
    () => `The database is slow [${someReal()}].`,
    () => `The disk is full [${invented()}].`,
    () => `Both fail [${someReal()}, ${invented()}].`,
    () => `Neither is well [${invented()}; ${invented()}].`,
    () => `A deployment did it [${random.int(1, 9)}].`,
    () => `The volume rose [log_volume].`,
    () => `See [${someReal()}](https://evil.example/?q=${letters(random, 6)}).`,
    () => `Quoted [\`${invented()}\`].`,
    () => `And again [${someReal()}][${invented()}]`,
  ]
  return random
    .shuffled(claims)
    .map((claim) => claim())
    .join(' ')
}

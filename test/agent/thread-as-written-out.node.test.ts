/**
 * A turn of a thread and the question written out give the same number: threads over a small system, drawn from turns
 * with the meaning of each, so that any order of them has its written-out question.
 */
import { describe, expect, it } from 'vitest'
import type { SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const LINES = ['tram', 'ferry', 'metro'] as const

/** A ticket shop of a transit agency; each request carries the line. */
function transit(): World {
  const plain = worldOf({
    gateway: 'ticket-gate',
    routes: { 'POST /passes': 'pass-svc', 'GET /zones': 'zone-svc' },
    failing: 'POST /passes',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const line = LINES[Math.floor(index / 3) % 5 === 0 ? 0 : Math.floor(index / 3) % 2 === 0 ? 1 : 2] ?? 'tram'
    return { ...span, attributes: { ...span.attributes, 'transit.line': line } }
  })
  return { ...plain, spans }
}

const store = storeWithWorld(transit())

/** What is asked at a point of a thread. */
interface Asked {
  readonly failed: boolean
  readonly service: string | null
  readonly line: string
  readonly minutes: number
}

function writtenOut({ failed, service, line, minutes }: Asked): string {
  const of = service === null ? '' : ` of ${service}`
  return `how many requests${of}${line}${failed ? ' failed' : ''} in the last ${minutes} minutes?`
}

/** Follow-ups in the manner of people on call, with what each changes. */
const TURNS: readonly (readonly [said: string, to: (asked: Asked) => Asked])[] = [
  ['no, I meant pass-svc', (asked) => ({ ...asked, service: 'pass-svc' })],
  ['oops, ticket-gate I meant', (asked) => ({ ...asked, service: 'ticket-gate' })],
  ['and of pass-svc?', (asked) => ({ ...asked, service: 'pass-svc' })],
  ['only the failed ones', (asked) => ({ ...asked, failed: true })],
  ['scratch that, only the tram', (asked) => ({ ...asked, line: ' with transit.line tram' })],
  ['hm, ferry I mean', (asked) => ({ ...asked, line: ' with transit.line ferry' })],
  ['tram and ferry together', (asked) => ({ ...asked, line: ' with transit.line tram or ferry' })],
  ['all lines again', (asked) => ({ ...asked, line: '' })],
  ['without metro', (asked) => ({ ...asked, line: ' without transit.line metro' })],
  ['sorry, the last 20 minutes', (asked) => ({ ...asked, minutes: 20 })],
  ['make it 45', (asked) => ({ ...asked, minutes: 45 })],
  ['and in the last 30 minutes?', (asked) => ({ ...asked, minutes: 30 })],
  ['never mind the rest, all services', (asked) => ({ ...asked, service: null })],
]

/** The first bold number of an answer. */
const numberOf = (text: string): string => /\*\*([^*]+)\*\*/.exec(text.split('\n')[0] ?? '')?.[1] ?? text

/** The same numbers each time. */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const THREADS = Number(process.env['FUZZ_RUNS'] ?? 12)

describe('a turn of a thread', { timeout: 240_000 }, () => {
  it('gives the number of the question written out', async () => {
    const remembered = rememberingStore(await store)
    for (let seed = 1; seed <= THREADS; seed++) {
      const next = drawn(seed * 7919)
      let asked: Asked = { failed: next() < 0.5, service: 'pass-svc', line: '', minutes: 50 }
      const talk = new Conversation(remembered)
      const said = [writtenOut(asked)]
      await talk.ask(writtenOut(asked), END_MS)
      for (let turn = 0; turn < 5; turn++) {
        const fitting = TURNS.filter(([, to]) => writtenOut(to(asked)) !== writtenOut(asked))
        const [text, to] = fitting[Math.floor(next() * fitting.length)] ?? fitting[0] ?? ['', (one: Asked) => one]
        asked = to(asked)
        said.push(text)
        const { text: own } = await talk.ask(text, END_MS)
        const { text: whole } = await new Conversation(remembered).ask(writtenOut(asked), END_MS)
        expect(numberOf(own), `${said.join(' > ')}: ${writtenOut(asked)}`).toBe(numberOf(whole))
      }
    }
  })
})

async function last(...questions: readonly string[]): Promise<string> {
  const talk = new Conversation(rememberingStore(await store))
  let said = ''
  for (const question of questions) said = (await talk.ask(question, END_MS)).text.split('\n')[0] ?? ''
  return said
}

describe('a follow-up about several', { timeout: 120_000 }, () => {
  const FAILED = 'how many requests of pass-svc failed in the last 50 minutes?'

  it.each([
    [
      ['requests of pass-svc and ticket-gate in the last 10 minutes', 'only pass-svc', 'and the other one?'],
      /of `ticket-gate`/,
    ],
    [[FAILED, 'and ticket-gate?', 'both together'], /failed requests of `pass-svc`, `ticket-gate`/],
    [[FAILED, 'only the ferry', 'and everything else?'], /without `transit.line` `ferry`/],
    [['error rate of pass-svc since 14:20', 'and overall?'], /of requests failed/],
    [['error rate of pass-svc since 14:20', 'in absolute numbers'], /^\*\*\d+\*\* failed requests of `pass-svc`/],
    [
      ['error rate of pass-svc since 14:20', 'which line has the highest?'],
      /highest error rate of `pass-svc`.*by `transit.line`/,
    ],
    [
      ['errors of pass-svc since 14:20', 'when was the first?', 'and the last?'],
      /^The last of the errors of `pass-svc`/,
    ],
    [
      ['errors of pass-svc since 14:20', 'what is the most frequent one?'],
      /^The most frequent of errors of `pass-svc`/,
    ],
    [
      ['p95 latency of pass-svc since 14:20', 'only the failed ones', 'how many are those?'],
      /failed requests of `pass-svc`/,
    ],
  ])('goes on from what was named (%j)', async (questions, said) => {
    expect(await last(...questions)).toMatch(said)
  })

  it('takes away what was said not to be meant', async () => {
    const said = await last(
      'how many requests of pass-svc failed since 14:20?',
      'no, ticket-gate',
      'not failed, all of them',
    )
    expect(said).toMatch(/^\*\*\d+\*\* requests of `ticket-gate`/)
  })

  it('asks back where it cannot tell which', async () => {
    expect(await last('how many requests of pass-svc by stop-name?', 'hm, tram I mean')).not.toMatch(/log records/)
    expect(await last(FAILED, 'both again')).not.toMatch(/\*\*/)
  })

  it('puts the one word right that nothing goes by', async () => {
    expect(await last('how many zorbels in pass-svc since 14:20?', 'I mean requests')).toMatch(/requests of `pass-svc`/)
  })
})

describe('a question back', { timeout: 120_000 }, () => {
  it('is answered by the place of a reading', async () => {
    expect(await last('requests by blurb of pass-svc since 14:20', 'the first one please')).toMatch(
      /`service`|`pass-svc`/,
    )
    expect(await last('how many requests of zorbel-svc since 14:20?', 'pass-svc')).toMatch(/requests of `pass-svc`/)
    expect(await last('how many zorbels in pass-svc since 14:20?', 'the second one')).toMatch(/`pass-svc` is/)
  })
})

describe('a number of requests that ended so', { timeout: 120_000 }, () => {
  it('is over these alone', async () => {
    expect(await last('p95 latency of failed requests of pass-svc since 14:20')).toMatch(/over 60 requests, 60 of them/)
  })
})

describe('a course', { timeout: 120_000 }, () => {
  it('of nothing is steady', async () => {
    expect(await last('is the number of 418s going up at the moment?')).toMatch(/^(?:Steady|No)/)
  })

  it('is asked for in several ways', async () => {
    expect(await last('are there more and more requests of pass-svc?')).toMatch(/requests of `pass-svc`/)
    expect(await last('failed requests of pass-svc: going up or down')).not.toMatch(/could not/)
  })
})

describe('two things in one phrase', { timeout: 120_000 }, () => {
  it('are two numbers', async () => {
    expect(await last('passes done and passes failed since 14:20, both numbers please')).toMatch(
      /\*\*\d+\*\*.*\*\*\d+\*\*/,
    )
  })
})

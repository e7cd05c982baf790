/** Readings of machines, runtimes and consumers, asked in the words of engineers and not in those of their metrics. */
import { describe, expect, it } from 'vitest'
import type { PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A grain store in Prometheus' names: two services with a processor, one consumer that fell behind. */
function grainStore(): World {
  const plain = worldOf({
    gateway: 'grain-gate',
    routes: { 'POST /weighings': 'scale-svc', 'GET /lots/{id}': 'lot-svc' },
    failing: 'POST /weighings',
    store: 'postgresql',
  })
  const point = (minute: number, service: string, name: string, value: number): PointRow => ({
    ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service, name, unit: '' },
    ...{ type: 'gauge' as const, value, buckets: null, attributes: {}, version: '1.0.0', instance: `${service}-1` },
  })
  const points: PointRow[] = []
  for (let minute = 60; minute > 0; minute--)
    points.push(
      point(minute, 'lot-svc', 'cpu_percent', 20 + (minute % 3)),
      point(minute, 'scale-svc', 'cpu_percent', 61 + (minute % 3)),
      point(minute, 'lot-svc', 'process_open_fds', minute > 20 ? 300 + (minute % 5) : 4096),
      point(minute, 'lot-svc', 'process_max_fds', 4096),
      point(minute, 'scale-svc', 'weighing.lag', minute > 15 ? 2 + (minute % 2) : 900 - minute * 10),
      point(minute, 'lot-svc', 'pg_connections_active', 17),
      point(minute, 'scale-svc', 'container_restarts', 3),
      point(minute, 'grain-gate', 'portal_sessions', 88),
    )
  return { ...plain, points }
}

const store = storeWithWorld(grainStore())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a resource', () => {
  it.each([
    ['cpu usage of scale-svc', /^Last value of `cpu_percent` of `scale-svc`: \*\*62/],
    ['what is the cpu load on lot-svc', /^Last value of `cpu_percent` of `lot-svc`: \*\*21/],
    ['how busy is the processor of scale-svc right now', /`cpu_percent` of `scale-svc`: \*\*62/],
    ['how much cpu does scale-svc use', /`cpu_percent` of `scale-svc`: \*\*62/],
    ['how many files does lot-svc have open', /^Last value of `process_open_fds` of `lot-svc`: \*\*4,096/],
    ['open file handles on lot-svc', /`process_open_fds` of `lot-svc`: \*\*4,096/],
    ['how many fds are in use on lot-svc', /`process_open_fds` of `lot-svc`: \*\*4,096/],
    ['how many db connections does lot-svc have open', /`pg_connections_active` of `lot-svc`: \*\*17/],
    ['how many connections are in use', /`pg_connections_active`.*: \*\*17/],
    ['how far behind is scale-svc', /^Last value of `weighing\.lag` of `scale-svc`: \*\*890/],
    ['how far is the scale falling behind', /`weighing\.lag` of `scale-svc`: \*\*890/],
    ['how often did scale-svc restart', /`container_restarts` of `scale-svc`: \*\*3/],
    ['how many people are on the gate right now', /`portal_sessions` of `grain-gate`: \*\*88/],
  ])('is read from the one metric that tells of it: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each([
    ['cpu usage', /^`scale-svc` has the highest last value of `cpu_percent`: \*\*62/],
    ['is the cpu high anywhere?', /^`scale-svc` has the highest maximum of `cpu_percent`: \*\*63/],
  ])('of several services is told for each: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each([
    ['is the cpu of scale-svc high', /^\*\*No\*\*: no rise of `cpu_percent` of `scale-svc`/],
    ['is lot-svc running out of file descriptors?', /^\*\*Yes\*\*: `process_open_fds` of `lot-svc`/],
    ['is scale-svc lagging behind', /^\*\*Yes\*\*: `weighing\.lag` of `scale-svc`/],
    // A pool that is used up is as large as ever.
    ['is lot-svc running out of connections', /^(?!\*\*(?:Yes|No)\*\*: .{0,40}`pg_connections)/],
  ])('is more than usual or not: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each(['how many "cpu" errors', 'any memory errors?', 'errors that say too many open files'])(
    'is not what lines are asked for: %s',
    async (question) => {
      const text = await answer(question)
      expect(text).not.toMatch(/(?:Last value|Maximum) of/)
      expect(text).not.toMatch(/I took "memory"/)
    },
  )
})

describe('a question about one more metric', () => {
  const talk = async (...questions: readonly string[]): Promise<string> => {
    const conversation = new Conversation(rememberingStore(await store))
    let text = ''
    for (const question of questions) text = (await conversation.ask(question, END_MS)).text
    return text
  }

  it.each([
    [['what is weighing.lag', 'what is process_open_fds?'], /^Last value of `process_open_fds`: \*\*4,096/],
    [
      ['is process_max_fds higher than usual', 'is process_open_fds higher than usual'],
      /^\*\*Yes\*\*: `process_open_fds`/,
    ],
    [['cpu of lot-svc', 'lag?'], /^Last value of `weighing\.lag`: \*\*890/],
    [['cpu of lot-svc', 'and scale-svc?'], /`cpu_percent` of `scale-svc`: \*\*62/],
  ])('of the thread is of its own: %j', async (questions, said) => {
    expect(await talk(...questions)).toMatch(said)
  })

  it('in one message is answered too', async () => {
    const text = await talk('what is weighing.lag? what is process_open_fds?')
    expect(text).toMatch(/`weighing\.lag`: \*\*890/)
    expect(text).toMatch(/`process_open_fds`: \*\*4,096/)
  })
})

describe('several queues', () => {
  it('are each told where something is said to pile up anywhere', async () => {
    const text = await answer('is anything piling up anywhere?')
    expect(text).toMatch(/\*\*Yes\*\*: `weighing\.lag`/)
  })

  it.each([
    ['did the lag ever go above 10 minutes?', /^Maximum of `weighing\.lag`: \*\*890/],
    ['is the cpu of scale-svc above 90 percent', /^Last value of `cpu_percent` of `scale-svc`: \*\*62/],
  ])('and numbers are told by what there was: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})

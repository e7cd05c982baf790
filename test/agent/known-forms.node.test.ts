/** Ways of asking that hold for any project: what services there are, roll-backs, first moments, sides of a moment, talk. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000
const clockOf = (atMs: number): string => new Date(atMs).toISOString().slice(11, 16)

/** An orchard's store: crates are weighed, cold rooms are cooled, and belts carry what comes in. */
function orchard(): World {
  const plain = worldOf({
    gateway: 'orchard-gate',
    routes: { 'POST /crates': 'crate-svc', 'GET /rooms/{id}': 'room-svc' },
    failing: 'POST /crates',
    store: 'postgresql',
  })
  const line = (minute: number, severity: LogRow['severity'], message: string): LogRow => ({
    ...(plain.logs[0] as LogRow),
    ...{ timeMs: END_MS - minute * MINUTE_MS, service: 'room-svc', severity, message, body: message, attributes: {} },
  })
  const logs = [
    line(50, 'INFO', 'draining for a planned restart'),
    line(48, 'INFO', 'room-svc 4.1.0 started'),
    line(40, 'WARN', 'compressor of room 7 runs hot'),
    line(20, 'WARN', 'compressor of room 7 runs hot'),
    { ...line(45, 'INFO', 'configuration reloaded: keep_labels=on'), service: 'crate-svc' },
    ...[30, 40].map((price, nth) => ({ ...line(10 + nth, 'INFO', 'pear sold'), attributes: { value_eur: price } })),
  ]
  const points: PointRow[] = []
  const point = (minute: number, name: string, value: number, attributes: PointRow['attributes'] = {}): PointRow => ({
    ...{ timeMs: END_MS - minute * MINUTE_MS, startMs: END_MS - 90 * MINUTE_MS, service: 'room-svc', name, unit: '' },
    ...{ type: 'gauge' as const, value, buckets: null, attributes, version: '4.1.0', instance: 'room-svc-1' },
  })
  for (let minute = 60; minute > 0; minute--) {
    points.push(
      point(minute, 'redis.memory.used', minute === 30 ? 900 : 400),
      point(minute, 'redis.memory.max', 4000),
      { ...point(minute, 'label.cache.hits', (61 - minute) * 9), type: 'cumulative' },
      { ...point(minute, 'label.cache.misses', 61 - minute), type: 'cumulative' },
    )
    for (const [line, speed] of [
      ['N', 1.9],
      ['S', minute > 30 ? 1.8 : 1.1],
    ] as const)
      points.push({ ...point(minute, 'belt.speed', speed, { 'belt.line': line }), unit: 'm/s' })
    for (const [queue, depth] of [
      ['crates.in', 12],
      ['labels.out', 3],
    ] as const)
      points.push({ ...point(minute, 'queue.depth', depth, { 'queue.name': queue }), unit: '{message}' })
  }
  return { ...plain, logs: [...plain.logs, ...logs].sort((a, b) => a.timeMs - b.timeMs), points }
}

const store = storeWithWorld(orchard())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('ways of asking that hold for any project', () => {
  it.each([
    ['what services do i have here', /\*\*3 services\*\*/],
    ['which services have i got?', /\*\*3 services\*\*/],
    [
      'is it just one instance of crate-svc thats broken or all of them',
      /error rate of `crate-svc`.*by `service\.instance\.id`/,
    ],
    ['which instance of crate-svc is bad?', /error rate of `crate-svc`.*by `service\.instance\.id`/],
    ['whats the slowest thing we got', /has the highest 95th percentile duration.*by `operation`/],
    ['would rolling back room-svc help?', /^\*\*No\*\*/],
    ['what else suffers from crate-svc', /orchard-gate/],
    ['whats the first minute with 503 on crate-svc', /^The first of the requests of `crate-svc` with status 503/],
    ['when did room-svc first warn about the compressor?', new RegExp(`\\*\\*${clockOf(END_MS - 40 * MINUTE_MS)}`)],
    ['when did room-svc come back up after its restart', new RegExp(`\\*\\*${clockOf(END_MS - 48 * MINUTE_MS)}`)],
    ['anything off with the redis memory of room-svc?', /`redis\.memory\.used`/],
    ['ok thx, lifesaver', /^You are welcome/],
    ['thanks, back to bed then', /^You are welcome/],
    ['and those from room 7?', /so I give no number/],
  ])('are read: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('take the other side of a moment, and the most of what was told', async () => {
    const onset = clockOf(END_MS - 30 * MINUTE_MS)
    expect(await answer(`p95 crate-svc before ${onset}`, 'and since')).toMatch(
      new RegExp(`^95th percentile.*crate-svc.*, ${onset}:00–`),
    )
    expect(await answer('redis memory?', `what was it before ${clockOf(END_MS)}, at most`)).toMatch(/\*\*900/)
    expect(
      await answer('warnings of room-svc', `how many was that before ${clockOf(END_MS - 30 * MINUTE_MS)}?`),
    ).toMatch(/\*\*1\*\*/)
  })

  it.each([
    ['label cache hit rate', /\*\*90(?:\.00)? %\*\*/],
    ['which belt is the slowest right now?', /^`S` has the lowest last value of `belt\.speed`/],
    [`are the belts slower since ${clockOf(END_MS - 30 * MINUTE_MS)}`, /^Yes/],
    ['depth of all queues now', /`crates\.in`.*12[\s\S]*`labels\.out`.*3/],
  ])('read metrics by their kind: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each([
    ['what filled it up?', /What may have filled it is what was changed in the hour before.*keep_labels=on/],
    ['why did the crate queue fill up', /^\*\*(?:Probable )?[Rr]oot cause: `crate-svc`.*keep_labels=on/],
    ['pickers say the handhelds reject everything, whats going on', /handhelds.*[Rr]oot cause: `crate-svc`/],
    ['crew says the tablets show no crates, what is going on', /[Rr]oot cause: `crate-svc`/],
    ['why does crate-svc show crates without a flight?', /[Rr]oot cause: `crate-svc`/],
    [
      'which orchard-gate route is slower, the crates or the rooms one',
      /`orchard-gate (?:GET|POST) \/(?:crates|rooms).*;.*`orchard-gate (?:GET|POST) /,
    ],
    [`did room-svc have errors before ${clockOf(END_MS - 30 * MINUTE_MS)}`, /^No: \*\*0\*\* errors/],
  ])('tell trouble: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('go on from what was counted: its worth, and the share that failed of all', async () => {
    expect(await answer('pears sold in the last hour?', 'worth how much in total')).toMatch(
      /^Sum of `value_eur`.*\*\*70/,
    )
    const rate = await answer('503s of crate-svc in the last hour', 'and the error rate overall, in percent?')
    expect(rate).toMatch(/^\*\*(?!100 %)[\d.]+ %\*\* of requests of `crate-svc` failed/)
  })

  it('tell when the first line like a pasted one was', async () => {
    const pasted = '2026-11-20 14:40:00,054 WARN compressor of room 7 runs hot\nwhen was the first one'
    expect(await answer(pasted)).toMatch(new RegExp(`\\*\\*${clockOf(END_MS - 40 * MINUTE_MS)}`))
  })
})

/** An incident and what surrounds it, in everyday words: a part of all, for how long, whose suspicion, versions as moments. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A mill with two halls: what is woven in the north hall fails, and nothing of the south hall does. */
function mill(): World {
  const plain = worldOf({
    gateway: 'mill-gate',
    routes: { 'POST /fabrics': 'loom-svc', 'GET /patterns': 'pattern-svc' },
    failing: 'POST /fabrics',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const hall = span.isError === true || index % 2 === 0 ? 'northhall' : 'southhall'
    return { ...span, attributes: { ...span.attributes, 'mill.hall': hall } }
  })
  const line = (minute: number, service: string, body: string, attributes: Record<string, string> = {}): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [
    ...plain.logs,
    line(9, 'pattern-svc', 'pattern-svc 1.0.0 ready, 4 readers'),
    line(10, 'pattern-svc', 'stopping, memory is near its limit'),
    line(15, 'pattern-svc', 'punch card PC-48 moved to the second reader'),
    line(16, 'pattern-svc', 'spindle oil is low'),
  ]
  return { ...plain, spans, logs }
}

const store = storeWithWorld(mill())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('circumstances of an incident', { timeout: 120_000 }, () => {
  it('of one part of all are told of its requests', async () => {
    const text = await answer('is the loom-svc working at southhall?')
    expect(text).toMatch(/with `mill\.hall` `southhall` succeeded/)
    expect(text).not.toMatch(/left out/)
  })

  it('have services that are suspected told by where it began, whatever names them', async () => {
    expect(await answer('were the errors caused by mill-gate or by pattern-svc?')).toMatch(
      /^\*\*None of these\*\* .*It began in `loom-svc`/,
    )
    expect(await answer('is it pattern-svc or loom-svc that causes the 503s?')).toMatch(/fits \*\*loom-svc\*\*/)
  })

  it('have rates for each of the groups that they are asked for', async () => {
    expect(await answer('requests per minute by service')).toMatch(
      /`mill-gate` has the most requests: \*\*[\d.]+ per minute/,
    )
  })

  it('are compared part by part where only one is said to be hit', async () => {
    expect(await answer('is only northhall affected or the others as well?')).toMatch(/^\*\*Only `northhall`\*\*: /)
    expect(await answer('which halls are hit by the fabric problem?')).toMatch(/`northhall` has the most failed/)
  })

  it('have a length, and no duration of requests', async () => {
    const text = await answer('how long are the fabrics already out?')
    expect(text).not.toMatch(/percentile/)
    expect(text).toMatch(/began|lasted|since/i)
  })

  it('are told of the thing that is asked about', async () => {
    expect(await answer('are the patterns concerned by the trouble also?')).toMatch(/^(?:I took .*\. )?\**No\**:/)
    expect(await answer('is the spindle oil hit too?')).toMatch(/I took "spindle oil" as pattern-svc\. \**No\**/)
  })

  it('have no cause where something is counted', async () => {
    expect(await answer('how many different halls had to weave without fabrics?')).not.toMatch(/roll back|began in/i)
  })

  it('have suspects, said by whoever', async () => {
    const text = await answer(
      'my boss thinks the new pattern-svc is guilty, the trainee says its loom-svc, who is right?',
    )
    expect(text).toMatch(/loom-svc/)
    expect(text).not.toMatch(/could not find/)
  })
})

describe('what a process says of itself', { timeout: 120_000 }, () => {
  it('tells of a restart', async () => {
    expect(await answer('when was pattern-svc back up again?')).toMatch(/\*\*1\*\* restart of `pattern-svc`/)
    expect(await answer('something restarted earlier today i think - which pod had a restart?')).toMatch(
      /`pattern-svc`/,
    )
  })
})

describe('a thing by its id', { timeout: 120_000 }, () => {
  it('is told by its line, and is no order', async () => {
    expect(await answer('what is PC-48')).toMatch(/moved to the second reader/)
    expect(await answer('refund PC-48, what happened there')).toMatch(/moved to the second reader/)
  })
})

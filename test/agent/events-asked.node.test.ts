/** What happened to a service and whether that did any harm, what still comes in or gets lost, and what a release changed. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000
const ago = (minute: number): number => END_MS - minute * MINUTE_MS

/** A bakery: loaf orders fail for a while, ovens were released anew, the scales restarted and stopped sending weights. */
function bakery(): World {
  const plain = worldOf({
    gateway: 'counter',
    routes: { 'POST /loaf-orders': 'order-desk', 'GET /ovens': 'oven-hall', 'GET /recipes': 'oven-hall' },
    failing: 'POST /loaf-orders',
    store: 'mariadb',
  })
  const isNew = (service: string, atMs: number): boolean => service === 'oven-hall' && atMs >= ago(50)
  const spans = plain.spans.map((span): SpanRow => {
    const version = isNew(span.service, span.startMs) ? '2.1.0' : span.version
    // One of two routes takes twice as long since the release.
    const isSlower = span.startMs >= ago(50) && span.name === 'GET /recipes'
    return { ...span, version, endMs: isSlower ? span.endMs + 60 : span.endMs }
  })
  const line = (minute: number, service: string, severity: LogRow['severity'], body: string): LogRow => ({
    ...{ timeMs: ago(minute), service, severity, isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [
    ...plain.logs.map((one) => (isNew(one.service, one.timeMs) ? { ...one, version: '2.1.0' } : one)),
    line(12, 'scale-hub', 'INFO', 'SIGTERM received, closing 3 scales'),
    line(11.9, 'scale-hub', 'INFO', 'scale-hub started'),
    line(36, 'order-desk', 'INFO', 'price table reloaded, rev 77'),
  ]
  for (let minute = 59; minute > 8; minute -= 0.25) logs.push(line(minute, 'scale-hub', 'INFO', 'weight received'))
  for (let minute = 34; minute > 16; minute--)
    logs.push(line(minute, 'order-desk', 'ERROR', 'crumb report lost: desk away'))
  for (let minute = 59; minute > 0; minute -= 0.5) logs.push(line(minute, 'order-desk', 'INFO', 'crumb report kept'))
  return { ...plain, spans, logs: logs.toSorted((a, b) => a.timeMs - b.timeMs) }
}

const store = storeWithWorld(bakery())
const answer = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}
const first = async (...questions: readonly string[]): Promise<string> =>
  (await answer(...questions)).split('\n')[0] ?? ''

describe('what happened to a service', { timeout: 120_000 }, () => {
  it('is no cause where trouble began elsewhere', async () => {
    for (const question of [
      'did the scale-hub reboot cause the 503s?',
      'are the 503s due to the restart of scale-hub?',
    ])
      expect(await first(question)).toMatch(/^\*\*No\*\*: it began in `order-desk`.*`scale-hub` restarted at 14:48/)
    expect(await first('is oven-hall behind the failures?')).toMatch(/^\*\*No\*\*/)
    expect(await first('was it order-desk that broke everything?')).toMatch(/^\*\*Yes\*\*.*`order-desk`/)
    expect(await first('was anything released today?', 'and did that cause the 503s?')).toMatch(/^\*\*No\*\*/)
    for (const blame of ['did it break anything?', 'could that be the reason?', 'is that the reason for the 503s?'])
      expect(await first('was there a release of oven-hall?', blame), blame).toMatch(/^\*\*No\*\*/)
    expect(await first('could the release of oven-hall be the reason?')).toMatch(/^\*\*No\*\*/)
  })

  it('is told by the version that ran then', async () => {
    expect(await first('what was oven-hall running before 14:05?')).toMatch(/`oven-hall` ran version \*\*`1\.0\.0`\*\*/)
    expect(await first('which build ran on oven-hall earlier')).toMatch(/`2\.1\.0`.*before it `1\.0\.0`/)
  })

  it('is told by the moment of its start', async () => {
    expect(await first('scale-hub boot, what time?')).toMatch(/14:48:\d\d UTC/)
    expect(await first('when did scale-hub come back up')).toMatch(/14:48:\d\d UTC/)
    expect(await first('why did scale-hub restart?')).toMatch(/^`scale-hub` stopped at \*\*14:48:00 UTC/)
  })

  it('is no fall of a count', async () => {
    expect(await first('did oven-hall keel over')).toMatch(/^\*\*No\*\*: `oven-hall` did not crash/)
    expect(await first('does oven-hall look different from usual')).toMatch(/^\*\*(?:Yes|No)\*\*: `oven-hall`/)
  })

  it('is what was changed in the minutes before', async () => {
    expect(await answer('was there a config change just before 14:25?')).toMatch(
      /^(?:\*\*)?Yes(?:\*\*)?: [\s\S]*`price table reloaded/,
    )
  })
})

describe('what goes on', { timeout: 120_000 }, () => {
  it('comes in or gets lost as lines tell', async () => {
    expect(await first('do weights still come in')).toMatch(/^No: \*\*0\*\* log records that say `weight received`/)
    expect(await first('do we still lose crumb reports?')).toMatch(
      /^No: \*\*0\*\* log records that say `crumb report lost/,
    )
  })

  it('can be done or works where requests succeed', async () => {
    for (const question of [
      'can loaf orders be placed again?',
      'do loaf orders work at the moment?',
      'can I tell the owner that loaf orders go through?',
      'is POST /loaf-orders ok?',
    ])
      expect(await first(question)).toMatch(/Yes: \*\*100 %\*\* of requests on `POST \/loaf-orders` succeeded/)
  })

  it('lasted as long as the outage, whatever is said to fail', async () => {
    expect(await first('how long were loaf orders failing')).toMatch(/^It lasted \*\*\d+ min/)
    expect(await first('something was off with the orders today, what was it')).toMatch(/`order-desk`/)
    expect(await first('tell me the story of the outage in order')).toMatch(/^It began in `order-desk`/)
  })

  it('has become less since its peak', async () => {
    expect(await first('are the order-desk errors getting fewer?')).toMatch(/^(?:Falling|\*\*Yes\*\*)/i)
  })
})

describe('a release', { timeout: 120_000 }, () => {
  it('is compared route by route', async () => {
    expect(await first('did the 2.1.0 release slow down oven-hall?')).toMatch(/^(?:Yes:|\*\*Yes\*\*)/)
    expect(await first('did recipes get slower with 2.1.0?')).toMatch(/^\*\*Yes\*\*: .*on `GET \/recipes`/)
  })
})

/** Whether lines say something now, since when they do, and short follow-ups that ask more of the last answer. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A bakery whose oven fails for twenty minutes; crusts burn in the last quarter of an hour, and a queue grows. */
function bakery(): World {
  const plain = worldOf({
    gateway: 'shop-front',
    routes: { 'POST /loaves': 'oven-svc', 'GET /recipes': 'recipe-book' },
    failing: 'POST /loaves',
    store: 'postgresql',
  })
  const line = (minutesAgo: number, service: string, severity: LogRow['severity'], body: string): LogRow => ({
    ...{ timeMs: END_MS - minutesAgo * 60_000, service, severity, isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 58; minute++) {
    logs.push(line(minute - 0.5, 'oven-svc', 'INFO', `tray ${minute} delivered to the counter`))
    if (minute <= 15) logs.push(line(minute - 0.4, 'oven-svc', 'ERROR', `crust of tray ${minute} burnt: probe dead`))
    if (minute >= 30 && minute <= 40) logs.push(line(minute, 'recipe-book', 'WARN', 'yeast checksum differs'))
  }
  logs.push(line(50, 'recipe-book', 'INFO', 'recipe-book 1.0.0 started'))
  logs.push(line(16, 'oven-svc', 'INFO', 'oven-svc 1.0.0 started'))
  const points = Array.from({ length: 60 }, (_, minute): PointRow => {
    const timeMs = END_MS - (60 - minute) * 60_000
    return {
      ...{ timeMs, startMs: timeMs, service: 'oven-svc', name: 'dough_queue_depth', unit: '', type: 'gauge' },
      ...{ value: minute < 40 ? 3 + (minute % 3) : minute, buckets: null, attributes: {}, version: '1.0.0' },
      instance: 'oven-svc-1',
    }
  })
  return { ...plain, logs, points }
}

const store = storeWithWorld(bakery())
async function thread(...questions: string[]): Promise<string> {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) ({ text } = await talk.ask(question, END_MS))
  return text
}

describe('what lines say now', { timeout: 120_000 }, () => {
  it('is counted in the last minutes, yes or no first', async () => {
    expect(await thread('are crusts still being burnt?')).toMatch(/^Yes: \*\*5\*\*/)
    expect(await thread('are trays being delivered?')).toMatch(/^Yes: \*\*5\*\*/)
  })

  it('is gone where no line says it any more', async () => {
    expect(await thread('is the checksum warning gone?')).toMatch(/^Yes: \*\*0\*\*/)
    expect(await thread('has the dead probe error stopped?')).toMatch(/^No: \*\*5\*\*/)
  })

  it('began with the first line, and not with all trouble', async () => {
    expect(await thread('when did the dead probe errors start?')).toMatch(/^The first of .* at \*\*14:45:24 UTC\*\*/)
    expect(await thread('when did shop-front start returning 503?')).toMatch(/^The first of .* at \*\*14:25:00 UTC\*\*/)
  })
})

describe('a follow-up', { timeout: 120_000 }, () => {
  it('counts those that failed after whether some did', async () => {
    expect(await thread('were loaves lost?', 'how many?')).toMatch(/^\*\*\d+\*\* failed requests on `POST \/loaves`/)
    expect(await thread('were loaves lost?', 'how many?', 'are they still being lost?')).toMatch(
      /^No: \*\*0 %\*\* of requests on `POST \/loaves` failed/,
    )
  })

  it('says since when a service is well', async () => {
    expect(await thread('is oven-svc ok now?', 'since when?')).toContain('until it recovered at **14:44:28 UTC**')
  })

  it('says since when a metric is higher, and what it was', async () => {
    expect(await thread('dough queue depth', 'when did it start growing?')).toMatch(/since \*\*14:4\d:00 UTC\*\*/)
    expect(await thread('dough queue depth', 'is it still growing?', 'and 40 minutes ago?')).toMatch(
      /^Last value of `dough_queue_depth`: \*\*\d/,
    )
  })

  it('compares with yesterday, and says that there is nothing to compare with', async () => {
    expect(await thread('how many crusts burnt today', 'more than yesterday?')).toMatch(/^I cannot tell: there is no/)
  })

  it('takes one of several restarts', async () => {
    expect(await thread('did anything restart in the last hour?', 'which one first?')).toContain('`recipe-book` at')
    expect(await thread('did anything restart in the last hour?', 'which one first?', 'and the last?')).toContain(
      '`oven-svc` at',
    )
  })

  it('names who was not hit, and counts since it was over', async () => {
    expect(await thread('who is affected?', 'who is not affected?')).toContain('are not affected')
    expect(await thread('how many trays were delivered during the incident?', 'and after?')).toMatch(
      /^\*\*15\*\* log records .* 14:45:00/,
    )
  })

  it('looks at how it goes on until now after a window that is past', async () => {
    expect(
      await thread('crusts burnt in the last 10 minutes', 'and the 10 minutes before that?', 'is it getting worse?'),
    ).toMatch(/14:40:00–1[45]:/)
  })
})

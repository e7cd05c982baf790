/** Questions about trouble by their whole form, and numbers beside a release that another service had. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A bakery whose oven fails for twenty minutes; it restarts when that ends, and the shop had a release before it. */
function bakery(): World {
  const plain = worldOf({
    gateway: 'shop-front',
    routes: { 'POST /loaves': 'oven-svc', 'GET /recipes': 'recipe-book' },
    failing: 'POST /loaves',
    store: 'postgresql',
  })
  const line = (minutesAgo: number, service: string, body: string): LogRow => ({
    ...{ timeMs: END_MS - minutesAgo * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const newer = END_MS - 50 * 60_000
  const spans = plain.spans.map((span) =>
    span.service === 'recipe-book' && span.startMs >= newer ? { ...span, version: '1.1.0' } : span,
  )
  const logs = [
    ...plain.logs.map((log) =>
      log.service === 'recipe-book' && log.timeMs >= newer ? { ...log, version: '1.1.0' } : log,
    ),
    line(16, 'oven-svc', 'oven-svc 1.0.0 started'),
  ]
  return { ...plain, spans, logs }
}

const store = storeWithWorld(bakery())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a release of another service', { timeout: 120_000 }, () => {
  it('is said to be that where the service itself had none', async () => {
    const text = await answer('error rate of oven-svc before and after the release')
    expect(text).toContain('No release of `oven-svc` was seen')
    expect(text).toContain('`recipe-book` `1.1.0` (**14:10:01 UTC**')
    expect(text).toMatch(/failed \*\*0 % \(0 of \d+\)\*\* before/)
  })

  it('is that of the service where it had one', async () => {
    expect(await answer('error rate of recipe-book before and after the release')).not.toContain('No deployment')
  })
})

describe('questions about trouble by their form', { timeout: 120_000 }, () => {
  it('say yes or no of a service that recovers', async () => {
    expect(await answer('is oven-svc back to normal?')).toMatch(/^\*\*Yes\*\*: `oven-svc` is healthy again/)
    expect(await answer('is oven-svc recovering?')).toMatch(/^\*\*Yes\*\*: `oven-svc` is healthy again/)
  })

  it('say how long a service failed, and not how often', async () => {
    expect(await answer('how long did oven-svc fail?')).toMatch(/^It lasted \*\*/)
  })

  it('say whether anything but one service is in trouble', async () => {
    expect(await answer('is it only oven-svc that fails?')).toMatch(
      /^\*\*No\*\*, not only `oven-svc`: also `shop-front`/,
    )
    expect(await answer('is everything else ok?')).toMatch(/^\*\*Yes\*\*: \*\*Nothing else\*\*/)
  })

  it('say whether a release began it, and not that there was one', async () => {
    expect(await answer('did it start with the deploy?')).toMatch(/^\*\*No\*\*: `oven-svc` broke/)
  })

  it('say whether a restart ended it', async () => {
    expect(await answer('did the restart fix it?')).toMatch(/^\*\*Yes\*\*, probably: the trouble in `oven-svc` ended/)
    expect(await answer('did the restart of recipe-book fix it?')).toMatch(/^\*\*No\*\* sign of that/)
  })
})

describe('a follow-up about trouble', { timeout: 120_000 }, () => {
  const thread = async (...questions: string[]): Promise<string> => {
    const talk = new Conversation(rememberingStore(await store))
    let text = ''
    for (const question of questions) ({ text } = await talk.ask(question, END_MS))
    return text
  }

  it('says whether it began longer ago', async () => {
    expect(await thread('since when do loaves fail?', 'is that more than 20 minutes ago?')).toMatch(
      /^\*\*Yes\*\*, 3\d min/,
    )
    expect(await thread('since when do loaves fail?', 'is that over an hour ago?')).toMatch(/^\*\*No\*\*, 3\d min/)
  })

  it('says whether only that one is in trouble', async () => {
    expect(await thread('what broke?', 'is it only that one?')).toMatch(/^\*\*No\*\*, not only `oven-svc`/)
  })
})

describe('both sides of the beginning', { timeout: 120_000 }, () => {
  it('are told where the second is a bare "after"', async () => {
    expect(await answer('how many requests failed before it broke and after?')).toMatch(/\*\*0\*\* .*then \*\*\d/)
  })
})

/** The grammar of a question about trouble says what kind of answer it wants, and its noun what is in question. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000
const GLAZES = ['celadon', 'tenmoku'] as const

/** A pottery: firings fail, swatches do not, and the kiln driver started anew twice. */
function pottery(): World {
  const plain = worldOf({
    gateway: 'clay-gate',
    routes: { 'POST /firings': 'kiln-svc', 'POST /swatches': 'glaze-svc' },
    failing: 'POST /firings',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const glaze = GLAZES[Math.floor(index / 3) % 2] ?? 'celadon'
    return span.name === 'POST /swatches' ? { ...span, attributes: { ...span.attributes, 'glaze.kind': glaze } } : span
  })
  const line = (minute: number, service: string, body: string): LogRow => ({
    ...{ timeMs: END_MS - minute * MINUTE_MS, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [
    ...plain.logs,
    ...[41, 27].map((minute) => line(minute, 'glaze-svc', `glaze-svc started on port ${8000 + minute}`)),
  ]
  return { ...plain, spans, logs }
}

const store = storeWithWorld(pottery())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a yes or no about a thing', () => {
  it.each([
    ['is it safe to say that swatches are fine at the moment?', /Yes: \*\*100 %\*\*.*`POST \/swatches`/],
    ['Are swatches being saved right now? Yes or no is enough.', /Yes: \*\*100 %\*\*.*`POST \/swatches`/],
    ['do swatches in celadon colour work again, or do I have to wake somebody?', /`glaze\.kind` `celadon`.*\nYes|Yes/s],
    ['is the pottery app working right now?', /I took "pottery app" as the whole system.*\*\*Yes\*\*/s],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('is answered once, whatever stands beside it', async () => {
    const text = await answer('Are swatches being saved right now? Yes or no is enough.')
    expect(text.match(/100 %/g)).toHaveLength(1)
  })

  it.each([
    'is the mongodb for swatches fine now',
    'is the wheel-thrower ok?',
    'are swatches for unicorns working now',
  ])('is not answered of what is not there: %s', async (question) => {
    expect(await answer(question)).toMatch(/could not|no telemetry/)
  })
})

describe('a cause, with more words than the project has', () => {
  it.each([
    ['what happened tonight in pot-cloud', /I took "pot-cloud" as the whole system/],
    ['potters complain they cannot fire anything, reason?', /Root cause: `kiln-svc`/],
    ['why is the showroom so slow', /I took "showroom" as what somebody sees of it.*Root cause: `kiln-svc`/s],
    ["it's 3am and i am alone here, what broke?", /Root cause: `kiln-svc`/],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('is not told of a service that does not exist', async () => {
    expect(await answer('why is the wheel-service failing')).not.toMatch(/Root cause/)
  })
})

describe('restarts and releases', () => {
  it('counts the lines of a start', async () => {
    expect(await answer('how often did glaze-svc restart?')).toMatch(/\*\*2\*\*/)
  })
  it('says no where there was no new version', async () => {
    expect(await answer('any new glaze-svc version today?')).toMatch(/\*\*No\*\*: no deployment of `glaze-svc`/)
  })
})

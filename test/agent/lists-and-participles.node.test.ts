/** Lists of values, lines that say what was done with a thing, and people told apart. */
import { beforeAll, describe, expect, it } from 'vitest'
import { isDenied } from '../../src/agent/questions/reader/texts.ts'
import type { TelemetryStore } from '../../src/telemetry/index.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const TRADE = {
  gateway: 'mill-web',
  routes: { 'POST /blends': 'blend-desk', 'GET /prices': 'prices' },
  failing: 'POST /blends',
  store: 'postgresql',
} as const

/** Each third blend that was asked for is computed in the end; each request says who sent it and of which kind it is. */
async function storeOfMill(): Promise<{ store: TelemetryStore; computed: number; unlucky: number }> {
  const world = worldOf(TRADE)
  const spans = world.spans.map((span, at) => ({
    ...span,
    attributes: {
      ...span.attributes,
      ...(span.kind === 'server' ? { 'user.name': `U-${at % 7}`, 'blend.type': at % 2 === 0 ? 'dark' : 'light' } : {}),
      ...(span.kind === 'server' ? { 'device.platform': at % 4 === 0 ? 'kiosk' : 'web' } : {}),
    },
  }))
  const asked = spans.filter(({ name, service }) => name === 'POST /blends' && service === 'blend-desk')
  const done = asked.filter((_, at) => at % 3 === 0)
  const lines = done.flatMap(({ startMs }, at) => {
    const row = world.logs[0]
    const body = `GB-${4100 + at} OF HOUSE ${at % 9} COMPUTED, ${100 + at} GRAMS`
    return row === undefined
      ? []
      : [{ ...row, timeMs: startMs + 9000, service: 'grinder', severity: 'INFO' as const, message: body, body }]
  })
  const logs = [...world.logs, ...lines.filter(({ timeMs }) => timeMs < END_MS)].sort((a, b) => a.timeMs - b.timeMs)
  const failed = spans.filter(
    ({ isFailed, service, kind }) => isFailed && service === 'blend-desk' && kind === 'server',
  )
  return {
    store: rememberingStore(await storeWithWorld({ ...world, logs, spans })),
    computed: lines.filter(({ timeMs }) => timeMs < END_MS).length,
    unlucky: new Set(failed.map(({ attributes }) => attributes['user.name'])).size,
  }
}

describe('a mill of coffee', () => {
  let mill: Awaited<ReturnType<typeof storeOfMill>>
  beforeAll(async () => {
    mill = await storeOfMill()
  }, 120_000)
  const said = async (question: string): Promise<string> =>
    (await new Conversation(mill.store).ask(question, END_MS)).text

  it.each(['how many blends have been computed?', 'blends computed today'])(
    'counts the lines that say it: "%s"',
    async (question) => {
      const [first = ''] = (await said(question)).split('\n')
      expect(first).toContain(`**${mill.computed}** log records`)
      expect(first).toContain('**240** requests')
    },
  )

  it('tells the values of a kind', async () => {
    const text = await said('kinds of blends?')
    for (const told of ['**2** distinct', 'dark', 'light']) expect(text).toContain(told)
  })

  it('tells what those who use it have', async () => {
    const text = await said('what platforms do our users have?')
    expect(text).toContain('kiosk')
    expect(text).toContain('web')
  })

  it('names its services', async () => {
    const text = await said('what services does the coffee mill have?')
    for (const name of ['mill-web', 'blend-desk', 'prices', 'grinder']) expect(text).toContain(name)
  })

  it('tells people apart by what requests have of them', async () => {
    expect(await said('how many people got a 503 from blend-desk?')).toContain(`**${mill.unlucky}** distinct people`)
  })
})

describe('a line that denies a word', () => {
  const line = (tokens: string[]) => ({
    ...{ id: '1', template: '', service: 's', severity: 'info', count: 1 },
    tokens,
  })
  it.each([
    [['order', 'not', 'placed'], true],
    [['order', 'could', 'not', 'be', 'placed'], true],
    [['order', 'was', 'never', 'placed'], true],
    [['order', 'placed'], false],
    [['order', 'has', 'been', 'placed'], false],
    [['not', 'paid', 'but', 'placed'], false],
  ])('%j: %s', (tokens, is) => {
    expect(isDenied('placed', line(tokens))).toBe(is)
  })
})

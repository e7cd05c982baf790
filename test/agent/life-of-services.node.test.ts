/** When services stopped, came back or went silent, and why; and what came in the minutes before a thing began. */
import { beforeAll, describe, expect, it } from 'vitest'
import { skiresort } from '../../scripts/eval/questions/systems/skiresort.ts'
import { tolls } from '../../scripts/eval/questions/systems/tolls.ts'
import { processStep, stopReason } from '../../src/agent/questions/grounding/process-lines.ts'
import { leadupAsked } from '../../src/agent/questions/reader/leadup-asked.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-27T23:00:00.000Z')
const agent = embeddedAgent()
const stores = new Map<string, TelemetryStore>()

beforeAll(async () => {
  for (const [name, make] of Object.entries({ skiresort, tolls }))
    stores.set(name, rememberingStore(await storeWithWorld(make(END_MS))))
}, 240_000)

async function ask(name: string, ...questions: string[]): Promise<string> {
  const store = stores.get(name)
  if (store === undefined) throw new Error('no store')
  const talk = new Conversation(store, agent)
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}

describe('a line in which a process tells of itself', () => {
  it.each([
    ['stopping to free memory', 'stop'],
    ['worker stops: node is drained for maintenance', 'stop'],
    ['web stops, its node is drained', 'stop'],
    ['Received TERM, shutting down', 'stop'],
    ['Scaled to 0 replicas, node pool b is upgraded', 'stop'],
    ['systemd: Stopping web.service', 'stop'],
    ['process exited with code 143', 'stop'],
    ['container killed: OOMKilled, exit code 137', 'crash'],
    ['panic: index out of range', 'crash'],
    ['web 3.4.0 started, eco tariff loaded', 'start'],
    ['worker ready, 6 partitions assigned', 'start'],
    ['web is up again', 'start'],
  ])('%s', (line, step) => expect(processStep(line, 'web')).toBe(step))

  it.each([
    'handout stopped: ledger answered 500',
    'backup started',
    'captions started, language en',
    'play of kernel-panic counted',
    'order is ready for pickup',
  ])('is none of %s', (line) => expect(processStep(line, 'web')).toBeNull())

  it('says what it stopped for, or nothing', () => {
    expect(stopReason('SIGTERM received, closing: node drain', 'stop')).toBe('planned')
    expect(stopReason('stopping, memory limit reached', 'stop')).toBe('limit')
    expect(stopReason('Received TERM, shutting down', 'stop')).toBe('signal')
    expect(stopReason('worker stopped', 'stop')).toBe('untold')
  })
})

describe('the life of a service', () => {
  it('is told with the reason, the length and what changed', async () => {
    const text = await ask('tolls', 'plate-vision went away for some secs around 22:13, why')
    expect(text).toMatch(/stopped at \*\*22:13:29 UTC\*\* \(`worker stops: node is drained for maintenance`\)/)
    expect(text).toMatch(
      /back at \*\*22:13:38 UTC\*\*, 9 s later; same version `1\.15\.0`, instance `plate-vision-7dk2w`/,
    )
    expect(text).toMatch(/0 of 6 requests failed/)
  })

  it('says yes or no to a crash, a plan and another pod', async () => {
    expect(await ask('skiresort', 'slope-sense bounced at 22:21, crash or deploy?')).toMatch(/^\*\*No crash\*\*/)
    expect(await ask('skiresort', 'slope-sense pod changed?')).toMatch(/^\*\*Yes\*\*.*n4vtr` → `.*b9jlc/)
    expect(await ask('tolls', 'was the plate-vision restart planned')).toMatch(/^\*\*Yes\*\*, planned/)
  })

  it('tells all of them where no service is named, and goes on from them', async () => {
    const text = await ask('tolls', 'any service restarted today, and why')
    expect(text).toMatch(/^\*\*2\*\* stops and starts .*1 planned by their own lines, 1 with a new version, no crash/)
    expect(await ask('tolls', 'any service restarted today, and why', 'planned?')).toMatch(/^Yes: \*\*2\*\*/)
  })

  it('is its silence with its last words where it has not come back', async () => {
    const text = await ask('skiresort', 'piste-board dead? since when, last words')
    expect(text).toMatch(/\*\*silent\*\* since \*\*22:42:48 UTC\*\*.*an everyday line/)
  })

  it('says what the requests did around it', async () => {
    const text = await ask('tolls', 'did the plate-vision restart at 22:13 drop messages?')
    expect(text).toMatch(/^\*\*No\*\* sign of it: no request failed/)
  })

  it('leaves a service that never stopped to how it is', async () => {
    expect(await ask('skiresort', 'why did card-till crash')).toMatch(/`card-till` did not crash/)
  })
})

describe('what came before a thing', () => {
  it.each([
    ['dropped trips, what kicked that off', 'dropped trips', false],
    ['what set off the timeouts', 'timeouts', false],
    ['config change before the alloc failures', 'alloc failures', true],
    ['anything before it that could explain it', '', false],
    ['vector errors, anything loaded shortly before?', 'vector errors', true],
    ['lost statements, what preceded them', 'lost statements', false],
  ])('%s', (question, thing, isChange) => expect(leadupAsked(question)).toMatchObject({ thing, isChange }))

  it.each(['errors before 14:00', 'was it better before the release', 'requests of web before and after the deploy'])(
    'is no question of %s',
    (question) => expect(leadupAsked(question)).toBeNull(),
  )

  it('is the rare line right before its first moment', async () => {
    expect(await ask('tolls', 'dropped trips, what kicked that off')).toMatch(
      /before the first of `dropped trips` at \*\*22:26:15 UTC\*\* in `trip-builder` came .*tzdata 2026c replaces 2026b/,
    )
    expect(await ask('tolls', 'what broke', 'anything before it that could explain it?')).toMatch(
      /^\*\*Yes\*\*: .*tzdata/,
    )
  })
})

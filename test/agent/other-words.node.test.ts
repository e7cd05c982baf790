/**
 * Questions that are only understood in other words: a plainer way of asking, a part of a service's name, another word
 * for a metric or for what lines say. Every number is compared with plain loops over the rows.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { library } from '../../scripts/eval/questions/systems/library.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const world: World = library(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

async function answer(question: string): Promise<string> {
  return (await new Conversation(store, agent).ask(question, END_MS)).text
}
const since = (clock: string): number => Date.parse(`2026-11-20T${clock}Z`)
const requests = (where: (span: SpanRow) => boolean): SpanRow[] =>
  world.spans.filter((span) => span.isEntry && where(span))
const percent = (part: number, of: number): string => {
  const share = (part / of) * 100
  return share >= 10 ? share.toPrecision(3) : share.toFixed(1)
}

describe('a question that is only understood in other words', { timeout: 120_000 }, () => {
  it('means a service by a part of its name, and says so', async () => {
    const own = requests(
      ({ service, startMs, attributes }) =>
        service === 'kiosk-gw' && startMs >= since('14:20:00') && attributes['reader.group'] !== undefined,
    )
    const groups = Map.groupBy(own, ({ attributes }) => String(attributes['reader.group']))
    const text = await answer('kiosk requests per reader.group since 14:20')
    expect(text).toContain('I took "kiosk" as kiosk-gw.')
    expect(groups.size).toBeGreaterThan(1)
    for (const [name, { length }] of groups) expect(text).toContain(`\`${name}\`: ${length.toLocaleString('en-US')}`)
  })

  it('means a metric by another word for it', async () => {
    const points = world.points.filter(
      ({ name, timeMs }) => name === 'mysql_global_status_threads_connected' && timeMs >= END_MS - HOUR_MS,
    )
    const highest = Math.max(...points.map(({ value }) => value))
    expect(await answer('mysql connections, max')).toContain(`**${highest.toLocaleString('en-US')}**`)
  })

  it('tells apart what a key has, where its noun is counted', async () => {
    const values = new Set(
      requests(({ startMs }) => startMs >= END_MS - HOUR_MS).flatMap(({ attributes }) =>
        attributes['branch'] === undefined ? [] : [attributes['branch']],
      ),
    )
    expect(await answer('how many branches send requests')).toContain(`**${values.size}** distinct branches`)
  })

  it('never takes another word for one that the data has', async () => {
    expect(await answer('how many borrowed overdue unicorns?')).not.toMatch(/\*\*\d/)
  })
})

describe('what lines state, asked for as a total or a maximum', { timeout: 120_000 }, () => {
  const recent = world.logs.filter(({ timeMs }) => timeMs >= END_MS - HOUR_MS)
  const numbers = (pattern: RegExp): number[] =>
    recent.flatMap(({ message }) => [...message.matchAll(pattern)].map((found) => Number(found[1])))

  it('is added up, whoever did it', async () => {
    const covers = numbers(/fetched (\d+) covers/g)
    const euros = world.logs.flatMap(({ message }) =>
      [...message.matchAll(/payments, ([\d.]+) EUR/g)].map((found) => Number(found[1])),
    )
    const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0)
    expect(covers.length).toBeGreaterThan(1)
    expect(await answer('covers fetched, total')).toContain(`**${sum(covers).toLocaleString('en-US')}**`)
    expect(await answer('EUR imported by fines-import altogether')).toContain(
      `**${Math.round(sum(euros)).toLocaleString('en-US')}**`,
    )
  })

  it('is found in lines with wide gaps', async () => {
    const times = numbers(/QTime=(\d+)/g)
    expect(await answer('highest QTime in the solr log')).toContain(`**${Math.max(...times)}**`)
  })
})

describe('failures of a noun that routes go by', { timeout: 120_000 }, () => {
  it('are grouped by what only requests carry', async () => {
    const failed = requests(
      ({ name, isFailed, startMs }) => isFailed && name === 'POST /kiosk/checkout' && startMs >= END_MS - HOUR_MS,
    )
    const groups = Map.groupBy(failed, ({ attributes }) => String(attributes['branch']))
    const text = await answer('failed checkouts by branch')
    expect(groups.size).toBeGreaterThan(1)
    for (const [name, { length }] of groups) expect(text).toContain(`\`${name}\`: ${length}`)
  })
})

describe('a share that a question compares with', { timeout: 120_000 }, () => {
  const own = requests(({ service, startMs }) => service === 'loan-core' && startMs >= since('14:37:00'))
  const failed = own.filter(({ isFailed }) => isFailed)

  it('is said, and the yes or no follows from it', async () => {
    const share = percent(failed.length, own.length)
    expect(failed.length / own.length).toBeGreaterThan(0.2)
    expect(failed.length / own.length).toBeLessThan(0.5)
    const asked = (bound: string): Promise<string> =>
      answer(`were ${bound} of the requests of loan-core failing since 14:37?`)
    expect(await asked('more than 20%')).toMatch(new RegExp(`^Yes: \\*\\*${share} %`))
    expect(await asked('more than half')).toMatch(new RegExp(`^No: \\*\\*${share} %`))
    expect(await asked('less than half')).toMatch(new RegExp(`^Yes: \\*\\*${share} %`))
  })
})

/** How much each of a thing came to, and counts whose everyday words restrict what is counted. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A ferry line: tolls are paid at the pier, crates are stored, some parcels go by cart, skippers lose their session. */
function ferry(): World {
  const plain = worldOf({
    gateway: 'pier-gate',
    routes: { 'POST /parcels': 'parcel-desk', 'GET /berths': 'berth-svc' },
    failing: 'GET /berths',
    store: 'postgresql',
  })
  const line = (minute: number, service: string, body: string, attributes: Record<string, string> = {}): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 12; minute++) {
    const pence = minute * 100
    const deck = `d${minute % 2}`
    logs.push(line(minute, 'ferry-pay', `{"event":"ferry fare booked","pence":${pence},"deck":"${deck}"}`, { deck }))
    logs.push(line(minute, 'ferry-pay', `{"event":"ferry fare refused","pence":9900,"deck":"${deck}"}`, { deck }))
    logs.push(line(minute, 'crate-store', `level=info msg="crate stored" size_kb=${minute * 10}`))
    logs.push(line(minute, 'parcel-desk', minute % 4 === 0 ? 'parcel goes by cart' : 'parcel kept at pier'))
    logs.push(line(minute, 'berth-svc', 'mooring line dropped'))
    if (minute % 3 === 0) logs.push(line(minute, 'berth-svc', 'session expired, login needed'))
  }
  return { ...plain, logs }
}

const store = storeWithWorld(ferry())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('an amount of a thing', { timeout: 120_000 }, () => {
  it('is what its lines state, though a service is called after it', async () => {
    expect(await answer('average ferry fare')).toMatch(
      /Mean of `pence`.*\*\*650\*\* pence, which is \*\*6\.50\*\*, over 12 records/,
    )
    expect(await answer('what is the biggest fare')).toMatch(/Maximum of `pence`.*\*\*1,200\*\*/)
    expect(await answer('total fare amount in the last 6 minutes')).toMatch(/Sum of `pence`.*\*\*[12],[15]00\*\*/)
  })

  it('is of the kind that is asked for', async () => {
    expect(await answer('average size of a stored crate')).toMatch(/Mean of `size_kb`.*\*\*65\*\*/)
    expect(await answer('how big is a crate on average')).toMatch(/Mean of `size_kb`.*\*\*65\*\*/)
    expect(await answer('average crate price')).not.toMatch(/\*\*\d/)
  })

  it('is told apart by a key', async () => {
    expect(await answer('average fare by deck')).toMatch(/`d0`: 700[\s\S]*`d1`: 600/)
  })
})

describe('what is said of a counted thing', { timeout: 120_000 }, () => {
  it('restricts the count, in everyday words as well', async () => {
    expect(await answer('how many parcels went by cart')).toMatch(/\*\*3\*\* log records/)
    expect(await answer('what share of parcels went by cart')).toMatch(/\*\*25(?:\.0)? %\*\*/)
  })

  it('gives no share of all requests instead', async () => {
    expect(await answer('what share of parcels is estimated')).not.toMatch(/\*\*\d/)
  })

  it('is no course where lines say that it was done', async () => {
    expect(await answer('mooring lines dropped per minute')).toMatch(/^\*\*0\.2\d*\*\* log records per minute/)
  })

  it('restricts people who had to do something', async () => {
    expect(await answer('how many customers had to log in again')).toMatch(/\*\*4\*\* log records/)
    expect(await answer('how many customers had to swim')).not.toMatch(/\*\*\d/)
  })
})

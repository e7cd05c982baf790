/** Why something was refused, what lines deny, and a gauge at a clock time: each is about the thing that is named. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS, worldOf } from './trade-world.ts'

const STARTED_MS = END_MS - 60 * 60_000
const MINUTE_MS = 60_000

/** A yard whose parcels are refused all day for two reasons, while another service breaks at the end. */
function yard(): World {
  const base = worldOf({
    ...{ gateway: 'yard-edge', routes: { 'POST /trays': 'tray-desk' }, failing: 'none', store: 'postgresql' },
  })
  const logs: LogRow[] = []
  const spans: SpanRow[] = []
  const points: PointRow[] = []
  const line = (timeMs: number, service: string, severity: LogRow['severity'], body: string, row = {}): void => {
    logs.push({
      ...{ timeMs, service, severity, isSeveritySent: true, message: body, body, attributes: {} },
      ...{ traceId: '', spanId: '', version: '2.1.0', instance: `${service}-1` },
      ...row,
    })
  }
  for (let nth = 0; nth < 120; nth++) {
    const timeMs = STARTED_MS + nth * 30_000
    const reason = nth % 3 === 0 ? 'label is wet' : 'too heavy for the belt'
    if (nth % 4 === 0) line(timeMs, 'parcel-intake', 'WARN', `Parcel P-${1000 + nth} refused: ${reason}`)
    else line(timeMs, 'parcel-intake', 'INFO', `Parcel P-${1000 + nth} taken in at gate ${nth % 5}`)
    if (nth % 5 === 0) line(timeMs + 400, 'driver-text', 'ERROR', `text stop-note to dr-${nth} not delivered: barred`)
    const customer = nth % 20 === 1 ? 'blue-line' : 'northway'
    if (nth % 10 === 1)
      line(timeMs + 500, 'route-desk', 'INFO', `ride R-${nth} on van-${nth % 9} parked: full, ${nth} m`, {
        attributes: { customer },
      })
    const isBroken = nth > 90
    const traceId = (0xcba0000 + nth).toString(16).padStart(32, '0')
    spans.push({
      ...{ traceId, spanId: (0xcb00 + nth).toString(16).padStart(16, '0'), parentSpanId: '', name: 'POST /sessions' },
      ...{ service: 'route-desk', kind: 'server', startMs: timeMs, endMs: timeMs + 20, isError: isBroken },
      attributes: {
        'http.response.status_code': isBroken ? 503 : nth % 10 === 7 ? 409 : 201,
        'http.request.method': 'POST',
        ...{ 'trailer.kind': nth % 4 === 0 ? 'box_closed' : 'none', 'cab.guest': nth % 6 === 0 ? 'dog' : 'nobody' },
      },
      ...{ statusMessage: '', version: '1.0.0', instance: 'route-desk-1', isFailed: isBroken, isEntry: true },
    })
    if (!isBroken && nth % 10 === 7)
      line(timeMs + 10, 'route-desk', 'WARN', `Session of van-${nth % 9} not opened: one is open already`, { traceId })
    if (isBroken) line(timeMs + 10, 'route-desk', 'ERROR', 'session not stored: map server is gone', { traceId })
  }
  line(STARTED_MS, 'driver-text', 'INFO', 'driver-text ready, consuming ride.parked')
  for (let minute = 0; minute < 60; minute++) {
    const point = {
      timeMs: STARTED_MS + minute * MINUTE_MS,
      startMs: STARTED_MS,
      type: 'gauge',
      buckets: null,
    } as const
    const sender = { version: '1.0.0', instance: 'belt-watch-1', service: 'belt-watch' }
    const alike = { ...point, ...sender }
    points.push({ ...alike, name: 'parcel.delay', unit: 's', value: minute, attributes: {} })
    for (const belt of ['B1', 'B2'])
      points.push({
        ...alike,
        name: 'belt.temperature',
        unit: 'Cel',
        value: belt === 'B1' ? 30 : 40,
        attributes: { belt },
      })
  }
  return {
    ...base,
    services: [...base.services, 'parcel-intake', 'driver-text', 'route-desk', 'belt-watch'],
    logs: [...base.logs, ...logs],
    spans: [...base.spans, ...spans],
    points: [...base.points, ...points],
  }
}

const ask = threadsOver(yard, END_MS)

describe('why a thing was refused', () => {
  it.each([
    ['parcels refused and why'],
    ['why are parcels refused'],
    ['reasons for refused parcels'],
    ['parcels refused - reasons?'],
  ])('%j tells what the lines say, and not what broke elsewhere', async (asked) => {
    const answer = await ask(asked)
    expect(answer).not.toMatch(/Root cause/)
    expect(answer).toMatch(/too heavy for the belt/)
    expect(answer).toMatch(/label is wet/)
  })

  it('is the outage where nothing of it was there before', async () => {
    expect(await ask('why are sessions not stored')).toMatch(/Root cause: `route-desk`/)
  })

  it('is what the lines say behind a count of them, as they say it every day', async () => {
    expect(await ask('texts not delivered', 'why not')).toMatch(/\*\*24\*\* times .*not delivered: barred/)
    expect(await ask('sessions not stored', 'why')).toMatch(/Root cause: `route-desk`/)
  })

  it('is told by the lines of the requests for a status that people get', async () => {
    expect(await ask('why do drivers get 409 when they start a session')).toMatch(
      /\*\*9\*\* requests with status 409 on `POST \/sessions`: \*\*9\*\* times .*one is open already/,
    )
  })
})

describe('what lines deny', () => {
  it('is no count of what was done', async () => {
    expect(await ask('how many texts were delivered')).toMatch(/only say "not delivered", so I give no number/)
    expect(await ask('how many texts were not delivered')).toMatch(/\*\*24\*\* log records/)
  })
})

describe('a gauge', () => {
  it('at a clock time is its value then, and no mean', async () => {
    expect(await ask('parcel delay at 14:20')).toMatch(/^Last value of `parcel\.delay`: \*\*20 s\*\*/)
    expect(await ask('average parcel delay at 14:20')).toMatch(/^Mean of `parcel\.delay`/)
  })

  it('is told at each of several clock times', async () => {
    expect(await ask('parcel delay at 14:20, 14:30 and 14:40')).toMatch(/\*\*20 s\*\*.*\*\*30 s\*\*.*\*\*40 s\*\*/s)
  })

  it('behind when it came to a level is its value then', async () => {
    expect(await ask('parcel delay', 'when did it go over 40 s', 'how long was it at 14:10')).toMatch(/\*\*10 s\*\*/)
  })

  it('is of whoever sends it, though a service begins with the same word', async () => {
    expect(await ask('what is the parcel delay right now')).toMatch(/^Last value of `parcel\.delay`: \*\*59 s\*\*/)
  })

  it('of temperatures is not added up', async () => {
    expect(await ask('how many belt temperature right now')).not.toMatch(/\*\*70/)
  })
})

describe('how a service was at a clock time', () => {
  it('leaves out what broke later', async () => {
    expect(await ask('was route-desk fine at 14:40')).toMatch(/^\*\*Yes\*\*: `route-desk` is healthy/)
    expect(await ask('was route-desk fine at 14:50')).toMatch(/^\*\*No\*\*: `route-desk` is not healthy/)
  })
})

describe('a thing that requests have', () => {
  it('is every value of its key but the one for none', async () => {
    expect(await ask('how many sessions with a trailer')).toMatch(/\*\*30\*\* requests .*`trailer\.kind`/)
    expect(await ask('how many sessions without a trailer')).toMatch(/\*\*90\*\* requests .*`trailer\.kind` `none`/)
  })

  it('is the value that is called so', async () => {
    expect(await ask('did sessions with a dog fail')).toMatch(/^Yes: .* with `cab\.guest` `dog` failed: 4 of 20/)
    expect(await ask('how many sessions with a dog')).toMatch(/\*\*20\*\* requests .*`cab\.guest` `dog`/)
  })

  it('behind a cause is asked about itself, by the beginning of its name', async () => {
    expect(await ask('what broke?', 'and box?')).toMatch(/`box_closed`/)
  })
})

describe('a thread', () => {
  it('counts what failed behind the share that did', async () => {
    expect(await ask('what share of sessions failed', 'how many failed')).toMatch(/^\*\*29\*\* failed requests/)
  })

  it('whose last question chose one that nobody knows does not go on from the one before', async () => {
    expect(await ask('parcels refused', 'the largest parcel?', 'how many since 14:30')).toMatch(/so I give no number/)
  })

  it('is still about the service that was asked about where something else broke', async () => {
    expect(await ask('is tray-desk ok', 'why not?', 'how many errors in its log')).toMatch(
      /^\*\*0\*\* errors of `tray-desk`/,
    )
  })

  it('narrows its set by a word that the lines of it say', async () => {
    expect(await ask('parcels refused', 'how many of them were too heavy')).toMatch(/^\*\*20\*\* log records/)
    expect(await ask('parcels refused', 'only the wet ones')).toMatch(/^\*\*10\*\* log records/)
  })
})

describe('a question of two parts', () => {
  it('is not answered by a part that leans on one that nothing is known of', async () => {
    expect(await ask('how is the unicorn and how many errors does it have')).toMatch(/could not find "unicorn"/)
  })
})

describe('a count of what was done', () => {
  it('takes no name of a queue for it', async () => {
    expect(await ask('how many rides were parked')).toMatch(/^\*\*12\*\* log records/)
  })

  it('has no groups of those who did it', async () => {
    expect(await ask('how many rides got parked by customers')).toMatch(/^\*\*12\*\* log records/)
    expect(await ask('how many rides were parked by customer')).toMatch(/by `customer`/)
  })
})

describe('trouble that goes on to the end of the time that is looked at', () => {
  it('is not said to have lost its telemetry there', async () => {
    expect(await ask('what broke around 14:48?')).toMatch(
      /still going on at 14:5\d:\d\d UTC, where the time that I looked at/,
    )
    expect(await ask('what broke?')).toMatch(/; still going on\./)
  })
})

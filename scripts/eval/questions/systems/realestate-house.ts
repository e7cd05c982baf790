/** Around the flats: suggestions, viewings, rents, repairs, photos, the index job that goes silent. */
import type { SystemByConventions } from './conventions.ts'
import type { Scribe, Trace } from './scribe.ts'
import { eachArrival, eachTick } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
export const CITIES = ['cologne', 'cologne', 'cologne', 'hamburg', 'hamburg', 'leipzig', 'munich', 'munich']
const TRADES = ['heating', 'heating', 'heating', 'plumbing', 'plumbing', 'electrics', 'locks']
const BANKS = ['sparkasse', 'sparkasse', 'sparkasse', 'volksbank', 'volksbank', 'postbank', 'direktbank']
const ROOMS = ['kitchen', 'kitchen', 'bathroom', 'living-room', 'living-room', 'facade']
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export type House = SystemByConventions & {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly darkMs: number
  readonly releaseMs: number
}

export function suggest(house: House, startMs: number): void {
  const { random, scribe, releaseMs } = house
  const city = random.pick(CITIES)
  const attributes = { 'http.request.method': 'GET', 'http.route': '/suggest', 'listing.city': city }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  house.serve({ service: 'search-api', name: 'GET /suggest', startMs, parent: root, attributes }, 'server', (trace) => {
    const slow = startMs >= releaseMs ? 2 : 1
    const read = house.store('search-api', 'opensearch', 'search places', startMs + 1, trace, 16 * slow)
    const durationMs = read.durationMs + random.logNormal(6 * slow, 0.3)
    if (random.chance(0.03))
      scribe.log('search-api', startMs + durationMs, 'WARN', 'place name has no match', { ct: city }, trace)
    return { status: 200, durationMs }
  })
}

/** A search of the portal. */
export function query(house: House, startMs: number, parent: Trace, city: string): Outcome {
  const { random, scribe } = house
  const step = { service: 'search-api', name: 'GET /query', startMs, parent, attributes: { 'listing.city': city } }
  return house.through('listing-portal', step, (trace) => {
    const read = house.store('search-api', 'opensearch', 'search listings', startMs + 2, trace, 31)
    const durationMs = read.durationMs + random.logNormal(9, 0.3)
    const hits = random.chance(0.06) ? 0 : random.integer(3, 140)
    if (hits === 0) scribe.log('search-api', startMs + durationMs, 'WARN', 'search without a hit', { ct: city }, trace)
    else if (random.chance(0.3))
      scribe.log('search-api', startMs + durationMs, 'INFO', 'search answered', { ct: city, hits }, trace)
    return { status: 200, durationMs }
  })
}

/** A viewing that the portal books. */
export function viewing(house: House, startMs: number, parent: Trace, listing: string, city: string): Outcome {
  const { random, scribe } = house
  const attributes = { 'listing.city': city, 'listing.id': listing }
  const step = { service: 'viewing-planner', name: 'POST /slots/book', startMs, parent, attributes }
  return house.through('listing-portal', step, (trace) => {
    const read = house.store('viewing-planner', 'postgresql', 'SELECT slots', startMs + 2, trace, 7)
    const durationMs = read.durationMs + random.logNormal(38, 0.4)
    const atMs = startMs + durationMs
    if (random.chance(0.11)) {
      scribe.log('viewing-planner', atMs, 'WARN', `slot of ${listing} is taken already`, {}, trace)
      return { status: 409, durationMs }
    }
    const when = `${random.pick(DAYS)} ${random.integer(9, 18)}:${random.pick(['00', '20', '40'])}`
    const number = `VW-${random.integer(30_000, 39_999)}`
    scribe.log('viewing-planner', atMs, 'INFO', `viewing ${number} of ${listing} booked for ${when}`, {}, trace)
    return { status: 201, durationMs }
  })
}

function cancel(house: House, startMs: number): void {
  const { random, scribe } = house
  const city = random.pick(CITIES)
  const route = '/slots/{id}'
  const attributes = { 'http.request.method': 'DELETE', 'http.route': route, 'listing.city': city }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'viewing-planner', name: `DELETE ${route}`, startMs, parent: root, attributes }
  house.serve(step, 'server', (trace) => {
    const durationMs = random.logNormal(29, 0.4)
    const who = random.chance(0.7) ? 'the prospect' : 'the agent'
    const text = `viewing VW-${random.integer(30_000, 39_999)} cancelled by ${who}`
    scribe.log('viewing-planner', startMs + durationMs, 'INFO', text, {}, trace)
    return { status: 204, durationMs }
  })
}

/** Rent by direct debit; a bank that sends it back is an everyday thing. */
function debit(house: House, startMs: number): void {
  const { random, scribe } = house
  const bank = random.pick(BANKS)
  const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'debits.due', 'debit.bank': bank }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'rent-collect', name: 'debits.due process', startMs, parent: root, attributes: topic }
  house.serve(step, 'consumer', (trace) => {
    const saved = house.store('rent-collect', 'mysql', 'UPDATE debits', startMs + 2, trace, 9)
    const durationMs = saved.durationMs + random.logNormal(130, 0.35)
    const number = `RD-${random.integer(100_000, 999_999)}`
    const atMs = startMs + durationMs
    const ticket = random.integer(1, 100)
    if (ticket <= 6)
      scribe.log('rent-collect', atMs, 'WARN', `debit ${number} returned by ${bank}: account has no cover`, {}, trace)
    else if (ticket <= 8)
      scribe.log('rent-collect', atMs, 'WARN', `debit ${number} returned by ${bank}: account closed`, {}, trace)
    else {
      const text = `debit ${number} collected, ${(random.integer(39_000, 198_000) / 100).toFixed(2)} EUR`
      scribe.log('rent-collect', atMs, 'INFO', text, {}, trace)
    }
    return { status: 200, durationMs }
  })
}

function repair(house: House, startMs: number): void {
  const { random, scribe } = house
  const isNew = random.chance(0.62)
  const name = isNew ? 'POST /tickets' : 'PATCH /tickets/{id}'
  const [method = '', route = ''] = name.split(' ')
  const [trade, city] = [random.pick(TRADES), random.pick(CITIES)]
  const who = { 'ticket.trade': trade, 'ticket.city': city, 'ticket.urgent': random.chance(0.2) ? 'yes' : 'no' }
  const attributes = { 'http.request.method': method, 'http.route': route, ...who }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  house.serve({ service: 'repair-desk', name, startMs, parent: root, attributes }, 'server', (trace) => {
    const saved = house.store('repair-desk', 'mysql', isNew ? 'INSERT tickets' : 'UPDATE tickets', startMs, trace, 8)
    const durationMs = saved.durationMs + random.logNormal(41, 0.4)
    const data = { tk: `TK-${random.integer(8000, 9999)}`, tr: trade, ct: city }
    const say = (severity: 'INFO' | 'WARN', text: string) =>
      scribe.log('repair-desk', startMs + durationMs, severity, text, data, trace)
    if (!isNew) {
      say('INFO', 'ticket closed')
      return { status: 200, durationMs }
    }
    if (random.chance(0.07)) {
      say('WARN', 'same fault is reported already')
      return { status: 409, durationMs }
    }
    if (random.chance(0.08)) say('WARN', 'no craftsman free this week')
    else say('INFO', 'ticket opened')
    return { status: 201, durationMs }
  })
}

/** Photos that the portal passed on. */
export function photos(house: House, startMs: number, parent: Trace, listing: string): void {
  const { random, scribe, restartMs } = house
  const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'photos.uploaded' }
  const sent = { service: 'listing-portal', name: 'photos.uploaded publish', startMs, parent, attributes: topic }
  house.call(sent, 'producer', (outer) => {
    for (let left = random.integer(1, 4); left > 0; left--) {
      const workMs = startMs + random.logNormal(2600, 0.6)
      if (workMs >= restartMs - 9000 && workMs < restartMs) continue
      const room = random.pick(ROOMS)
      const attributes = { ...topic, 'photo.room': room }
      const step = { service: 'photo-worker', name: 'photos.uploaded process', startMs: workMs, parent: outer }
      house.serve({ ...step, attributes }, 'consumer', (trace) => {
        const durationMs = random.logNormal(1150, 0.35)
        const atMs = workMs + durationMs
        if (random.chance(0.09))
          scribe.log('photo-worker', atMs, 'WARN', `${listing} photo of ${room} is too dark, kept as it is`, {}, trace)
        else if (random.chance(0.04))
          scribe.log('photo-worker', atMs, 'WARN', `${listing} photo of ${room} shows a number plate`, {}, trace)
        const text = `${listing} photo of ${room} resized, ${random.integer(180, 940)} kB`
        scribe.log('photo-worker', atMs + 1, 'INFO', text, {}, trace)
        return { status: 200, durationMs }
      })
    }
    return { status: 200, durationMs: random.logNormal(4, 0.2) }
  })
}

export function runHouse(house: House): void {
  const { random, scribe, startMs, endMs, restartMs, darkMs } = house
  const range = { fromMs: startMs, toMs: endMs - 3000 }
  eachArrival({ ...range, meanMs: 9000 }, random, (timeMs) => suggest(house, timeMs))
  eachArrival({ ...range, meanMs: 38_000 }, random, (timeMs) => cancel(house, timeMs))
  eachArrival({ ...range, meanMs: 7500 }, random, (timeMs) => debit(house, timeMs))
  eachArrival({ ...range, meanMs: 9000 }, random, (timeMs) => repair(house, timeMs))
  scribe.log('photo-worker', restartMs - 8500, 'WARN', 'stopping, memory limit of the nightly plan reached')
  scribe.log('photo-worker', restartMs, 'INFO', 'photo-worker 2.3.1 started, 4 threads')
  let batch = 610
  eachTick({ fromMs: startMs + 14_000, toMs: darkMs, everyMs: 30_000 }, random, (timeMs) => {
    const listing = `L-${random.integer(4100, 4899)}`
    if (random.chance(0.08)) scribe.log('index-job', timeMs, 'WARN', `listing ${listing} has no map position`)
    else scribe.log('index-job', timeMs, 'INFO', `batch ${++batch} indexed, ${random.integer(4, 60)} listings changed`)
  })
  eachTick({ fromMs: startMs + 4 * MINUTE_MS, toMs: endMs - 20_000, everyMs: 12 * MINUTE_MS }, random, (timeMs) => {
    scribe.log('rent-collect', timeMs, 'INFO', `bank file exported, ${random.integer(60, 120)} lines`)
  })
}

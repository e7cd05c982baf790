/** The house of the bakery chain: ovens, recipes, labels, loyalty cards of the shops, the forecast that goes silent. */
import type { SystemByConventions } from './conventions.ts'
import type { Scribe, Trace } from './scribe.ts'
import { eachArrival, eachTick } from './scribe.ts'

const MINUTE_MS = 60_000
const OVENS = ['deck-1', 'deck-1', 'deck-2', 'rack-1', 'rack-1', 'rack-1', 'rack-2']
const PROGRAMS = ['rye', 'rolls', 'rolls', 'croissant', 'croissant', 'pretzel']
const SHOPS = ['marktplatz', 'marktplatz', 'bahnhof', 'bahnhof', 'bahnhof', 'uferpark', 'flughafen']
const PRINTERS = ['P1', 'P1', 'P2', 'P3']

type House = SystemByConventions & {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly darkMs: number
  readonly releaseMs: number
}

/** An oven asks for its recipe and puts what it bakes on stock; its spans have no kinds. */
function bake(house: House, startMs: number): void {
  const { random, scribe } = house
  const [oven, program] = [random.pick(OVENS), random.pick(PROGRAMS)]
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
  const step = { service: 'oven-ctl', name: 'start_program', startMs, parent }
  const finish = (status: number, durationMs: number) => {
    house.write(step, 'unspecified', trace, { status, durationMs }, { oven, program, status })
  }
  const ownMs = random.logNormal(210, 0.35)
  if (random.chance(0.07)) {
    scribe.log('oven-ctl', startMs + ownMs, 'WARN', `${oven} door is open, program ${program} held`, {}, trace)
    finish(423, ownMs)
    return
  }
  const read = recipe(house, startMs + 5, trace, program)
  const endMs = startMs + read + ownMs
  if (random.chance(0.05)) scribe.log('oven-ctl', endMs, 'WARN', `${oven} steam pressure low, refilling`, {}, trace)
  const batch = random.integer(40, 120)
  scribe.log(
    'oven-ctl',
    endMs + 1,
    'INFO',
    `${oven} program ${program} started, ${batch} pieces in the batch`,
    {},
    trace,
  )
  if (random.chance(0.6)) stocked(house, endMs + 2, trace, program)
  if (random.chance(0.45)) label(house, endMs + 3, trace, program)
  finish(200, read + ownMs + 4)
}

function recipe(house: House, startMs: number, parent: Trace, program: string): number {
  const { random, scribe, releaseMs } = house
  const isScaled = random.chance(0.45)
  const name = isScaled ? 'POST /recipes/{id}/scale' : 'GET /recipes/{id}'
  const method = isScaled ? 'POST' : 'GET'
  const attributes = { 'http.request.method': method, 'http.route': name.slice(method.length + 1), recipe: program }
  const done = house.serve({ service: 'recipe-book', name, startMs, parent, attributes }, 'server', (trace) => {
    const slow = startMs >= releaseMs && isScaled ? 1.8 : 1
    const saved = house.store('recipe-book', 'mongodb', 'find recipes', startMs + 1, trace, 7 * slow)
    const durationMs = saved.durationMs + random.logNormal(14 * slow, 0.3)
    if (random.chance(0.05)) {
      const text = 'allergen sheet is older than a year'
      scribe.log('recipe-book', startMs + durationMs, 'WARN', text, { recipe: program }, trace)
    } else if (isScaled)
      scribe.log('recipe-book', startMs + durationMs, 'INFO', 'recipe scaled', { recipe: program }, trace)
    return { status: 200, durationMs }
  })
  return done.durationMs
}

function stocked(house: House, startMs: number, parent: Trace, program: string): void {
  const { random, scribe } = house
  const route = '/ledger/bookings'
  const attributes = { 'http.request.method': 'POST', 'http.route': route, 'stock.item': program }
  const step = { service: 'stock-ledger', name: `POST ${route}`, startMs, parent, attributes }
  house.serve(step, 'server', (trace) => {
    const saved = house.store('stock-ledger', 'postgresql', 'INSERT bookings', startMs + 1, trace, 6)
    const durationMs = saved.durationMs + random.logNormal(8, 0.3)
    scribe.log('stock-ledger', startMs + durationMs, 'INFO', 'batch put on stock', { sku: program }, trace)
    return { status: 201, durationMs }
  })
}

function label(house: House, startMs: number, parent: Trace, program: string): void {
  const { random, scribe, restartMs } = house
  const pickMs = startMs + random.logNormal(300, 0.5)
  if (pickMs >= restartMs - 8000 && pickMs < restartMs) return
  const printer = random.pick(PRINTERS)
  const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'labels.jobs', printer }
  const step = { service: 'label-print', name: 'labels.jobs process', startMs: pickMs, parent, attributes: topic }
  house.serve(step, 'consumer', (trace) => {
    const durationMs = random.logNormal(640, 0.35)
    const sheets = random.integer(2, 24)
    if (random.chance(0.08))
      scribe.log('label-print', pickMs + durationMs, 'WARN', `printer ${printer} is out of paper, waiting`, {}, trace)
    else if (random.chance(0.05))
      scribe.log(
        'label-print',
        pickMs + durationMs,
        'WARN',
        `allergen list of ${program} reprinted, smudged`,
        {},
        trace,
      )
    const text = `${sheets} allergen labels of ${program} printed on ${printer}`
    scribe.log('label-print', pickMs + durationMs + 1, 'INFO', text, {}, trace)
    return { status: 200, durationMs }
  })
}

function card(house: House, startMs: number): void {
  const { random, scribe } = house
  const ticket = random.integer(1, 100)
  const name =
    ticket <= 58 ? 'POST /cards/{card}/points' : ticket <= 86 ? 'GET /cards/{card}' : 'POST /cards/{card}/redeem'
  const [method = '', route = ''] = name.split(' ')
  const shop = random.pick(SHOPS)
  const number = `LC-${random.integer(70_100, 71_900)}`
  const who = { 'shop.name': shop, 'card.id': number }
  const attributes = { 'http.request.method': method, 'http.route': route, ...who }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  house.serve({ service: 'loyalty-api', name, startMs, parent: root, attributes }, 'server', (trace) => {
    const read = house.store('loyalty-api', 'redis', 'GET cards', startMs + 1, trace, 2)
    const durationMs = read.durationMs + random.logNormal(name.includes('redeem') ? 62 : 19, 0.35)
    const points = random.integer(1, 24)
    const data = { card: number, shop }
    const atMs = startMs + durationMs
    if (random.chance(0.04)) {
      scribe.log('loyalty-api', atMs, 'WARN', 'card is unknown', data, trace)
      return { status: 404, durationMs }
    }
    if (name.includes('redeem')) {
      if (random.chance(0.17)) {
        scribe.log('loyalty-api', atMs, 'WARN', 'too few points for a free coffee', data, trace)
        return { status: 422, durationMs }
      }
      scribe.log('loyalty-api', atMs, 'INFO', 'free coffee redeemed', data, trace)
    } else if (method === 'POST') scribe.log('loyalty-api', atMs, 'INFO', 'points granted', { ...data, points }, trace)
    return { status: 200, durationMs }
  })
}

export function runHouse(house: House): void {
  const { random, scribe, startMs, endMs, restartMs, darkMs } = house
  const range = { fromMs: startMs, toMs: endMs - 3000 }
  eachArrival({ ...range, meanMs: 7500 }, random, (timeMs) => bake(house, timeMs))
  eachArrival({ ...range, meanMs: 4200 }, random, (timeMs) => card(house, timeMs))
  scribe.log('label-print', restartMs - 7500, 'WARN', 'print spooler stopped for its nightly restart')
  scribe.log('label-print', restartMs, 'INFO', 'label-print 0.9.4 started, 3 printers found')
  eachTick({ fromMs: startMs + 11_000, toMs: darkMs, everyMs: 25_000 }, random, (timeMs) => {
    const [area, more] = [random.pick(['old-town', 'harbour', 'university', 'airport']), random.integer(-12, 9)]
    if (random.chance(0.06)) scribe.log('forecast-script', timeMs, 'WARN', `no fresh radar picture for ${area}`)
    else
      scribe.log(
        'forecast-script',
        timeMs,
        'INFO',
        `rain ${random.integer(20, 90)} percent in ${area}, rolls ${more} percent`,
      )
  })
  eachTick({ fromMs: startMs + 3 * MINUTE_MS, toMs: endMs - 20_000, everyMs: 10 * MINUTE_MS }, random, (timeMs) => {
    scribe.log('oven-ctl', timeMs, 'INFO', `burner check done, ${random.integer(20, 24)} of 24 nozzles clean`)
  })
}

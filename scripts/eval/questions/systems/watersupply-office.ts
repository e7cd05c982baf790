/** What goes on beside the pumps: samples of the water, customers who report, meters and bills. */
import type { Severity } from '../records.ts'
import type { WaterSupply } from './watersupply.ts'

const ZONES = ['old-town', 'old-town', 'harbour', 'east', 'east', 'east', 'west']
const PARAMETERS = ['chlorine', 'chlorine', 'chlorine', 'turbidity', 'turbidity', 'ph', 'nitrate']
const REPORTS = ['low-pressure', 'low-pressure', 'low-pressure', 'no-water', 'brown-water', 'brown-water']
const CHANNELS = ['web', 'web', 'app', 'app', 'app', 'phone']
const CUSTOMERS = ['household', 'household', 'household', 'household', 'business', 'business', 'farm']

export function sample(supply: WaterSupply, startMs: number): void {
  const { random } = supply
  const [parameter, zone] = [random.pick(PARAMETERS), random.pick(ZONES)]
  const id = `S-${random.integer(20_000, 89_999)}`
  supply.enter('water-quality', 'POST /samples', startMs, { 'sample.parameter': parameter, zone }, (trace) => {
    const durationMs = random.logNormal(startMs < supply.releaseMs ? 120 : 205, 0.25)
    const fields = { sample: id, parameter, zone }
    const tell = (severity: Severity, text: string) =>
      supply.say('water-quality', startMs + durationMs, severity, text, fields, trace)
    if (random.chance(0.05)) {
      tell('WARN', `sample ${id} refused: bottle has no label`)
      return { status: 422, durationMs }
    }
    if (random.chance(0.08)) {
      tell('WARN', `sample ${id} out of limits: ${parameter} in ${zone}`)
      supply.remember('badSample', id, startMs)
    } else tell('INFO', `sample ${id} within limits`)
    return { status: 201, durationMs }
  })
}

export function portalVisit(supply: WaterSupply, startMs: number): void {
  const { random } = supply
  const ticket = random.integer(1, 100)
  const [zone, channel] = [random.pick(ZONES), random.pick(CHANNELS)]
  const service = 'outage-portal'
  if (ticket <= 45) {
    supply.enter(service, 'GET /outages', startMs, { channel }, (trace) => {
      const read = supply.store(service, 'postgresql', 'SELECT outages', startMs + 2, trace, 6)
      return { status: 200, durationMs: read.durationMs + random.logNormal(14, 0.3) }
    })
    return
  }
  if (ticket <= 68) {
    supply.enter(service, 'GET /pressure-map', startMs, { channel }, (trace) => {
      const ownMs = random.logNormal(20, 0.3)
      const read = supply.database(service, 'GET /query', startMs + ownMs, trace, {})
      const durationMs = ownMs + read.durationMs + 2
      if (read.status === 503)
        supply.say(service, startMs + durationMs, 'ERROR', 'pressure map not shown: no readings', { channel }, trace)
      return { status: read.status, durationMs }
    })
    return
  }
  const kind = random.pick(REPORTS)
  const more = { 'report.kind': kind, channel, zone }
  supply.enter(service, 'POST /reports', startMs, more, (trace) => {
    const durationMs = random.logNormal(44, 0.35)
    const fields = { kind, channel, zone }
    if (random.chance(0.06)) {
      supply.say(service, startMs + durationMs, 'WARN', 'report refused: address is unknown', fields, trace)
      return { status: 400, durationMs }
    }
    supply.say(service, startMs + durationMs, 'INFO', 'report taken', fields, trace)
    return { status: 201, durationMs }
  })
}

export function meterReading(supply: WaterSupply, startMs: number): void {
  const { random } = supply
  const meter = random.pick(['radio', 'radio', 'radio', 'mechanical'])
  supply.enter('meter-billing', 'POST /meter-readings', startMs, { 'meter.kind': meter }, (trace) => {
    const durationMs = random.logNormal(28, 0.3)
    const fields = { meter, cubic_metres: random.integer(20, 940) }
    const isOdd = random.chance(0.07)
    const text = isOdd ? 'meter reading refused: not plausible' : 'meter reading taken'
    supply.say('meter-billing', startMs + durationMs, isOdd ? 'WARN' : 'INFO', text, fields, trace)
    return { status: isOdd ? 422 : 201, durationMs }
  })
}

export function bill(supply: WaterSupply, startMs: number): void {
  const { random } = supply
  const customer = random.pick(CUSTOMERS)
  const middle = { household: 96, business: 610, farm: 340 }[customer] ?? 96
  const eur = Math.round(random.logNormal(middle, 0.5) * 100) / 100
  supply.enter('meter-billing', 'POST /bills', startMs, { 'customer.kind': customer, 'bill.eur': eur }, (trace) => {
    const durationMs = random.logNormal(160, 0.35)
    const fields = { customer, eur }
    if (random.chance(0.06)) {
      supply.say('meter-billing', startMs + durationMs, 'WARN', 'direct debit returned', fields, trace)
      return { status: 402, durationMs }
    }
    supply.say('meter-billing', startMs + durationMs, 'INFO', 'bill sent', fields, trace)
    return { status: 201, durationMs }
  })
}

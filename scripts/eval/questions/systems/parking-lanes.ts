/** Lanes of the car parks: cameras, recognition of plates, decisions on arrivals and departures, barriers. */
import type { Severity, Values } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const GARAGES = ['harbour', 'harbour', 'harbour', 'station', 'station', 'station', 'market', 'market', 'opera', 'opera']
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

export interface Car {
  readonly garage: string
  readonly lane: string
  readonly plate: string
}

export abstract class Lanes extends SystemByConventions {
  abstract readonly onsetMs: number
  abstract readonly recoveryMs: number
  /** Whose host writes the next line of a barrier or camera. */
  garage = 'harbour'

  pickGarage(): string {
    return this.random.pick(GARAGES)
  }

  pickPlate(): string {
    const letter = () => LETTERS[this.random.integer(0, LETTERS.length - 1)] ?? 'A'
    return `${letter()}${letter()}${letter()}${this.random.integer(1000, 9899)}`
  }

  isWithoutGpu(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  onHost(service: 'barrier-unit' | 'lane-camera', timeMs: number, severity: Severity, text: string, garage: string) {
    this.garage = garage
    this.scribe.log(service, timeMs, severity, text)
  }

  boom(timeMs: number, { garage, lane }: Car, what: string, why = ''): void {
    const text = `boom ${what} on lane ${lane}${why === '' ? '' : `: ${why}`}`
    this.onHost('barrier-unit', timeMs + 180, what === 'held' ? 'WARN' : 'INFO', text, garage)
  }

  /** A model on a graphics card reads the plate; a worker without one is slow and takes a few. */
  recognise(from: string, startMs: number, parent: Trace, garage: string): Outcome {
    const { random, scribe } = this
    const attributes = { 'parking.garage': garage }
    const step = { service: 'plate-reader', name: 'POST /recognise', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const frame = `f-${random.integer(100_000, 999_999)}`
      const isSlow = this.isWithoutGpu(startMs)
      if (isSlow && random.chance(0.8)) {
        const durationMs = random.logNormal(31, 0.4)
        const text = `inference of ${frame} failed: CUDA error 719: GPU is lost`
        scribe.log('plate-reader', startMs + durationMs, 'ERROR', text, { garage }, trace)
        return { status: 500, durationMs }
      }
      const durationMs = random.logNormal(isSlow ? 1240 : 142, 0.35)
      const atMs = startMs + durationMs
      if (random.chance(0.05)) {
        const confidence = random.integer(18, 49) / 100
        scribe.log('plate-reader', atMs, 'WARN', 'plate unreadable', { garage, frame, confidence }, trace)
        return { status: 422, durationMs }
      }
      const confidence = random.integer(81, 99) / 100
      scribe.log('plate-reader', atMs, 'INFO', 'plate read', { garage, frame, confidence }, trace)
      return { status: 200, durationMs }
    })
  }

  permit(from: string, startMs: number, parent: Trace): Outcome & { kind: string } {
    const { random, scribe } = this
    const kind = random.pick(['short', 'short', 'short', 'season', 'season', 'resident'])
    const zone = random.pick(['A1', 'B2', 'B2', 'C3'])
    const step = { service: 'permit-book', name: 'GET /permits/{plate}', startMs, parent }
    const done = this.through(from, step, (trace) => {
      const found = this.store('permit-book', 'postgresql', 'SELECT permits', startMs + 1, trace, 6)
      const durationMs = found.durationMs + random.logNormal(3, 0.3)
      const isFound = kind !== 'short'
      const fields: Values = isFound ? { kind, zone } : {}
      const text = isFound ? 'permit found' : 'no permit for plate'
      scribe.log('permit-book', startMs + durationMs, 'INFO', text, fields, trace)
      return { status: isFound ? 200 : 404, durationMs }
    })
    return { ...done, kind }
  }

  balance(from: string, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const step = { service: 'tariff-engine', name: 'GET /stays/{plate}/balance', startMs, parent }
    return this.through(from, step, (trace) => {
      const found = this.store('tariff-engine', 'postgresql', 'SELECT stays', startMs + 1, trace, 9)
      const durationMs = found.durationMs + random.logNormal(14, 0.4)
      const minutes = random.integer(6, 540)
      const fields = { minutes, cents: 50 * Math.ceil(minutes / 15) }
      scribe.log('tariff-engine', startMs + durationMs, 'INFO', 'balance computed', fields, trace)
      if (random.chance(0.02))
        scribe.log(
          'tariff-engine',
          startMs + durationMs,
          'WARN',
          'holiday calendar missing, weekday rate used',
          {},
          trace,
        )
      return { status: 200, durationMs }
    })
  }

  /** A camera sees a car, the controller decides, the barrier obeys. */
  car(startMs: number, way: 'arrival' | 'departure'): void {
    const { random, scribe } = this
    const garage = this.pickGarage()
    const lane = `${garage}-${way === 'arrival' ? 'in' : 'out'}${random.integer(1, 2)}`
    const car = { garage, lane, plate: this.pickPlate() }
    this.onHost('lane-camera', startMs - 60, 'INFO', `frame sent lane=${lane} kb=${random.integer(210, 560)}`, garage)
    if (random.chance(0.03)) this.onHost('lane-camera', startMs - 40, 'WARN', `image too dark lane=${lane}`, garage)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const name = `POST /lanes/{lane}/${way}s`
    const route = name.slice(5)
    const attributes = {
      ...{ 'http.request.method': 'POST', 'http.route': route, 'parking.garage': garage, 'parking.lane': lane },
    }
    this.serve({ service: 'lane-controller', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const read = this.recognise('lane-controller', startMs + 2, trace, garage)
      const readMs = read.durationMs + 3
      if (read.status === 500) {
        const fields = { garage, lane, upstream: 'plate-reader', code: 500 }
        scribe.log('lane-controller', startMs + readMs, 'ERROR', `${way} undecided: no plate`, fields, trace)
        this.boom(startMs + readMs, car, 'held', 'no decision')
        if (random.chance(0.4)) this.boom(startMs + readMs + random.integer(20_000, 75_000), car, 'raised by attendant')
        this.remember('heldTrace', root.traceId, startMs)
        return { status: 502, durationMs: readMs }
      }
      if (read.status === 422) {
        scribe.log('lane-controller', startMs + readMs, 'INFO', 'paper ticket issued', { garage, lane }, trace)
        this.boom(startMs + readMs, car, 'raised')
        return { status: 200, durationMs: readMs }
      }
      return way === 'arrival' ? this.admit(startMs, readMs, trace, car) : this.release(startMs, readMs, trace, car)
    })
  }

  admit(startMs: number, readMs: number, trace: Trace, car: Car): Outcome {
    const { random, scribe } = this
    const { garage, lane, plate } = car
    if (garage === 'opera' && random.chance(0.3)) {
      scribe.log(
        'lane-controller',
        startMs + readMs,
        'WARN',
        'arrival turned away: garage full',
        { garage, lane },
        trace,
      )
      this.boom(startMs + readMs, car, 'held', 'garage full')
      return { status: 409, durationMs: readMs }
    }
    const known = this.permit('lane-controller', startMs + readMs, trace)
    const knownMs = readMs + known.durationMs
    const saved = this.store('lane-controller', 'postgresql', 'INSERT stays', startMs + knownMs, trace, 5)
    const durationMs = knownMs + saved.durationMs
    const fields = { garage, lane, plate, kind: known.kind }
    scribe.log('lane-controller', startMs + durationMs, 'INFO', 'arrival admitted', fields, trace)
    this.remember('admittedPlate', plate, startMs)
    this.remember('admittedTrace', trace.traceId, startMs)
    this.boom(startMs + durationMs, car, 'raised')
    this.tell(startMs + durationMs, trace, 'arrival', garage)
    return { status: 201, durationMs }
  }

  release(startMs: number, readMs: number, trace: Trace, car: Car): Outcome {
    const { random, scribe } = this
    const { garage, lane, plate } = car
    const owed = this.balance('lane-controller', startMs + readMs, trace)
    const durationMs = readMs + owed.durationMs
    const fields = { garage, lane, plate }
    if (random.chance(0.11)) {
      scribe.log('lane-controller', startMs + durationMs, 'WARN', 'departure refused: balance open', fields, trace)
      this.remember('refusedPlate', plate, startMs)
      this.boom(startMs + durationMs, car, 'held', 'unpaid')
      return { status: 402, durationMs }
    }
    scribe.log('lane-controller', startMs + durationMs, 'INFO', 'departure released', fields, trace)
    this.boom(startMs + durationMs, car, 'raised')
    this.tell(startMs + durationMs, trace, 'departure', garage)
    return { status: 200, durationMs }
  }

  /** Cars that came and left are told to who counts the spaces. */
  tell(startMs: number, parent: Trace, event: string, garage: string): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'lane.events' }
    const step = { service: 'lane-controller', name: 'lane.events publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + random.logNormal(70, 0.5)
      const attributes = { ...topic, 'parking.event': event, 'parking.garage': garage }
      const taken = {
        service: 'occupancy-tracker',
        name: 'lane.events process',
        startMs: pickMs,
        parent: trace,
        attributes,
      }
      this.serve(taken, 'consumer', (inner) => {
        const saved = this.store('occupancy-tracker', 'redis', 'INCRBY spaces', pickMs + 1, inner, 2)
        const durationMs = saved.durationMs + random.logNormal(6, 0.4)
        if (random.chance(0.03))
          scribe.log('occupancy-tracker', pickMs + durationMs, 'WARN', 'count drifted, corrected', { garage }, inner)
        else scribe.log('occupancy-tracker', pickMs + durationMs, 'INFO', 'count adjusted', { garage, event }, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }
}

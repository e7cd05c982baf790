/** What the dental laboratory does beside the vault: cases, scans, prices, materials. */
import type { Severity, Values } from '../records.ts'
import type { Dentallab } from './dentallab.ts'
import { MATERIALS, type Practice, SCANNERS, SHADES, WORKS } from './dentallab-names.ts'
import { object, wantDesign } from './dentallab-vault.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

export function attributesOf({ tenant, site, channel }: Practice): Values {
  return { 'tenant.id': tenant, 'lab.site': site, 'client.channel': channel }
}

/** Requests wait while the store of materials starts again. */
function movedMs({ restartMs }: Dentallab, startMs: number): number {
  return startMs >= restartMs - 7000 && startMs < restartMs ? 1900 : 0
}

function materialSide(system: Dentallab, isReservation: boolean, startMs: number, trace: Trace): Outcome {
  const { random, scribe } = system
  const material = random.pick<string>(MATERIALS)
  const shade = random.pick<string>(SHADES)
  const operation = isReservation ? 'findAndModify blocks' : 'find blocks'
  const found = system.store('material-store', 'mongodb', operation, startMs + 2, trace, 8)
  const atMs = 2 + found.durationMs + movedMs(system, startMs)
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('material-store', startMs + afterMs, severity, text, { material, shade, ...more }, trace)
  if (isReservation) {
    if (random.chance(0.07)) {
      tell(atMs, 'WARN', 'reservation refused: shade is out of stock')
      return { status: 409, durationMs: atMs + 1 }
    }
    tell(atMs + 3, 'INFO', 'block reserved', { blocks: random.pick([1, 1, 1, 2, 3]) })
    return { status: 201, durationMs: atMs + 4 }
  }
  if (random.chance(0.06)) {
    tell(atMs, 'WARN', 'list refused: unknown shade guide')
    return { status: 400, durationMs: atMs + 1 }
  }
  const durationMs = atMs + random.logNormal(21, 0.4)
  tell(durationMs, 'INFO', 'blocks listed', { hits: random.integer(0, 48) })
  return { status: 200, durationMs: durationMs + 1 }
}

/** What a piece of work costs. */
function quote(system: Dentallab, startMs: number, trace: Trace, who: Practice): Outcome {
  const { random, scribe } = system
  const work = random.pick<string>(WORKS)
  const rates = system.store('price-book', 'redis', 'HGETALL prices', startMs + 2, trace, 2.5)
  const atMs = 2 + rates.durationMs + random.logNormal(9, 0.3)
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('price-book', startMs + atMs, severity, text, { tenant: who.tenant, work, ...more }, trace)
  if (random.chance(0.06)) {
    tell('WARN', 'quote refused: no price for this work')
    return { status: 422, durationMs: atMs + 1 }
  }
  if (random.chance(0.05)) tell('WARN', 'discount ignored: contract has ended')
  const units = random.pick([1, 1, 2, 3, 4])
  tell('INFO', 'quote given', { units, cents: units * random.integer(8900, 24_900) })
  return { status: 200, durationMs: atMs + 1 }
}

function openCase(system: Dentallab, startMs: number, trace: Trace, who: Practice, readMs: number): Outcome {
  const { random, scribe } = system
  const { tenant, site } = who
  let atMs = readMs
  const tell = (severity: Severity, text: string) => scribe.log('case-desk', startMs + atMs, severity, text, {}, trace)
  const refuse = (status: number, why: string): Outcome => {
    tell('WARN', `Case of ${tenant} refused: ${why}`)
    return { status, durationMs: atMs + 1 }
  }
  if (random.chance(0.09)) return refuse(409, 'delivery date is full')
  if (tenant !== 'solo' && random.chance(0.07)) return refuse(402, 'credit line is used up')
  const priceStep = { service: 'price-book', name: 'POST /prices', startMs: startMs + atMs, parent: trace }
  const priced = system.through('case-desk', { ...priceStep, attributes: attributesOf(who) }, (inner) =>
    quote(system, startMs + atMs + 2, inner, who),
  )
  atMs += priced.durationMs + 1
  if (priced.status >= 400) return refuse(422, 'no price')
  const blockStep = { service: 'material-store', name: 'POST /reservations', startMs: startMs + atMs, parent: trace }
  const reserved = system.through('case-desk', { ...blockStep, attributes: attributesOf(who) }, (inner) =>
    materialSide(system, true, startMs + atMs + 2, inner),
  )
  atMs += reserved.durationMs + 1
  if (reserved.status >= 400) return refuse(409, 'shade is out of stock')
  const saved = system.store('case-desk', 'mysql', 'INSERT cases', startMs + atMs, trace, 9)
  atMs += saved.durationMs + random.logNormal(8, 0.3)
  const number = `CA-${random.integer(1_000_000, 9_999_999)}`
  tell('INFO', `Case ${number} opened for ${tenant} at ${site}: due in ${random.integer(3, 12)} days`)
  system.remember('openedCase', number, startMs)
  system.remember('caseTrace', trace.traceId, startMs)
  wantDesign(system, startMs + atMs, trace, who)
  return { status: 201, durationMs: atMs + 4 }
}

function caseSide(system: Dentallab, name: string, startMs: number, trace: Trace, who: Practice): Outcome {
  const { random, scribe } = system
  const { practice, tenant } = who
  const read = system.store('case-desk', 'mysql', 'SELECT cases', startMs + 2, trace, 7)
  const atMs = 2 + read.durationMs
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('case-desk', startMs + afterMs, severity, text, {}, trace)
  if (name === 'POST /v1/cases') return openCase(system, startMs, trace, who, atMs)
  if (name.startsWith('DELETE')) {
    if (random.chance(0.2)) {
      tell(atMs, 'WARN', `Withdrawal by ${practice} refused: already in milling`)
      return { status: 409, durationMs: atMs + 1 }
    }
    tell(atMs + 6, 'INFO', `Case withdrawn by ${practice}`)
    return { status: 204, durationMs: atMs + 7 }
  }
  if (name.endsWith('{id}')) {
    if (random.chance(0.05)) {
      tell(atMs, 'WARN', `Case asked for by ${practice} does not exist`)
      return { status: 404, durationMs: atMs + 1 }
    }
    tell(atMs, 'DEBUG', `Case read by ${practice}`)
    return { status: 200, durationMs: atMs + 1 }
  }
  const durationMs = atMs + random.logNormal(24, 0.35)
  tell(durationMs, 'INFO', `Cases of ${tenant} listed: ${random.integer(0, 40)}`)
  return { status: 200, durationMs: durationMs + 1 }
}

function scanSide(system: Dentallab, name: string, startMs: number, trace: Trace, who: Practice): Outcome {
  const { random, scribe } = system
  const { tenant } = who
  const scan = `SC-${random.integer(100_000, 999_999)}`
  const isUpload = name.startsWith('POST')
  const scanner = random.pick<string>(SCANNERS)
  const megabytes = random.integer(18, 96)
  let atMs = random.logNormal(4, 0.3)
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('scan-intake', startMs + atMs, severity, text, { tenant, ...more }, trace)
  if (isUpload && random.chance(0.05)) {
    tell('WARN', `scan ${scan} refused: format is not supported`, { scanner })
    return { status: 415, durationMs: atMs + 1 }
  }
  if (isUpload && random.chance(0.07)) {
    tell('WARN', `scan ${scan} refused: margin line is not readable`, { scanner })
    return { status: 422, durationMs: atMs + 1 }
  }
  if (!isUpload && random.chance(0.06)) {
    tell('WARN', `scan ${scan} is unknown`)
    return { status: 404, durationMs: atMs + 1 }
  }
  const kept = object(system, 'scan-intake', startMs + atMs, trace, who, isUpload ? 'store' : 'preview')
  atMs += kept.durationMs + 1
  if (kept.status >= 500) {
    const what = isUpload ? `scan ${scan} not stored` : `preview of ${scan} not made`
    tell('ERROR', `${what}: scan-vault answered 500`)
    system.remember(isUpload ? 'lostScan' : 'lostPreview', scan, startMs)
    system.remember('failedTrace', trace.traceId, startMs)
    return { status: isUpload ? 502 : 503, durationMs: atMs + 1 }
  }
  atMs += random.logNormal(isUpload ? 30 : 12, 0.3)
  if (isUpload) {
    tell('INFO', `scan ${scan} stored: ${megabytes} MB`, { scanner })
    system.remember('storedScan', scan, startMs)
    return { status: 201, durationMs: atMs + 1 }
  }
  tell('INFO', `preview of ${scan} sent`)
  return { status: 200, durationMs: atMs + 1 }
}

/** What the service behind the gateway does. */
export function serviceSide(
  system: Dentallab,
  visit: { readonly name: string; readonly service: string },
  startMs: number,
  trace: Trace,
  who: Practice,
): Outcome {
  if (visit.service === 'material-store') return materialSide(system, false, startMs, trace)
  if (visit.service === 'price-book') return quote(system, startMs, trace, who)
  if (visit.service === 'case-desk') return caseSide(system, visit.name, startMs, trace, who)
  return scanSide(system, visit.name, startMs, trace, who)
}

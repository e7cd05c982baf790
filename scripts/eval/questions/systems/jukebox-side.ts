/** What the music streaming service does beside playback: home, search, playlists, the catalogue, renewals, play events, royalties. */
import type { Severity, Values } from '../records.ts'
import type { Jukebox, Visit } from './jukebox.ts'
import { DECLINES, EVENT, KINDS, LABELS, PRICES } from './jukebox-names.ts'
import { eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const HOME_TIMEOUT_MS = 2000

/** A finished play is queued; while sessions cannot be read, the recorder falls behind. */
export function listened(system: Jukebox, startMs: number, parent: Trace, visit: Visit): Outcome {
  const { random, scribe, onsetMs } = system
  const { user, plan, country, label, track } = visit
  const attributes = { ...EVENT, 'track.id': track, 'track.label': label, 'user.plan': plan }
  const sent = { service: 'edge-gateway', name: 'plays publish', startMs: startMs + 1, parent, attributes }
  const done = system.call(sent, 'producer', (trace) => {
    const behindMs = startMs < onsetMs ? 0 : 1.1 * (startMs - onsetMs)
    const takenMs = startMs + behindMs + random.logNormal(600, 0.4)
    const step = { service: 'play-recorder', name: 'plays process', startMs: takenMs, parent: trace }
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    const seconds = random.chance(0.1)
      ? random.integer(3, 29)
      : Math.round(30 + Math.min(390, random.logNormal(140, 0.6)))
    system.serve({ ...step, attributes }, 'consumer', (inner) => {
      const asked = { service: 'playback-api', name: 'GET /v1/sessions/{id}', startMs: takenMs + 2, parent: inner }
      const session = system.through('play-recorder', asked, (deep) =>
        system.reading('SELECT streams', takenMs + 4, deep),
      )
      const readMs = 2 + session.durationMs
      const tell = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('play-recorder', takenMs + afterMs, severity, text, { user, label, plan, country, seconds }, inner)
      if (session.status >= 500) {
        tell(readMs, 'ERROR', 'play not counted: session not read, playback-api answered 503')
        system.remember('eventTrace', inner.traceId, takenMs)
        return { status: 503, durationMs: readMs + 1 }
      }
      if (seconds < 30) {
        tell(readMs, 'INFO', 'play skipped: shorter than 30 seconds')
        return { status: 200, durationMs: readMs + 1 }
      }
      const saved = system.store('play-recorder', 'cassandra', 'INSERT plays', takenMs + readMs, inner, 7)
      tell(readMs + saved.durationMs, 'INFO', 'play counted')
      return { status: 200, durationMs: readMs + saved.durationMs + 1 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
  return { status: 202, durationMs: done.durationMs + random.logNormal(4, 0.3) }
}

/** The page that greets a listener; it comes without what was played recently when playback is late. */
function home(system: Jukebox, startMs: number, trace: Trace, { user, plan }: Visit): Outcome {
  const { random, scribe, restartMs } = system
  const isBack = startMs < restartMs - 8000 || startMs >= restartMs
  const ownMs = random.logNormal(44, 0.3) + (isBack ? 0 : 2600)
  const atMs = startMs + ownMs
  const call = { 'http.request.method': 'GET', 'server.address': 'playback-api' }
  const out = { service: 'reco-engine', name: 'GET', startMs: atMs, parent: trace, attributes: call }
  const recent = system.call(out, 'client', (inner) => {
    const attributes = { 'http.request.method': 'GET', 'http.route': '/v1/recent', 'user.plan': plan }
    const step = { service: 'playback-api', name: 'GET /v1/recent', startMs: atMs + 1, parent: inner, attributes }
    const done = system.serve(step, 'server', (deep) => system.reading('SELECT recent', atMs + 2, deep))
    return done.durationMs > HOME_TIMEOUT_MS ? { status: 504, durationMs: HOME_TIMEOUT_MS } : done
  })
  const durationMs = ownMs + recent.durationMs + random.logNormal(8, 0.3)
  if (recent.status >= 500) {
    const why = `playback-api did not answer in ${HOME_TIMEOUT_MS} ms`
    scribe.log(
      'reco-engine',
      startMs + durationMs,
      'WARN',
      `home without recently played for ${user}: ${why}`,
      {},
      trace,
    )
    system.remember('homeTrace', trace.traceId, startMs)
  } else {
    const text = `home built for ${user} with ${random.integer(4, 9)} shelves`
    scribe.log('reco-engine', startMs + durationMs, 'INFO', text, {}, trace)
  }
  return { status: 200, durationMs: durationMs + 1 }
}

function search(system: Jukebox, startMs: number, trace: Trace): Outcome {
  const { random, scribe, searchMs } = system
  const found = system.store(
    ...(['search-api', 'opensearch', 'search tracks', startMs + 2, trace] as const),
    startMs < searchMs ? 31 : 58,
  )
  const durationMs = found.durationMs + random.logNormal(11, 0.3)
  const isEmpty = random.chance(0.08)
  const fields = { kind: random.pick(KINDS), hits: isEmpty ? 0 : random.integer(1, 240) }
  const text = isEmpty ? 'search without hits' : 'search answered'
  scribe.log('search-api', startMs + durationMs, isEmpty ? 'WARN' : 'INFO', text, fields, trace)
  return { status: 200, durationMs: durationMs + 1 }
}

function playlist(system: Jukebox, name: string, startMs: number, trace: Trace, { user, plan }: Visit): Outcome {
  const { random, scribe } = system
  const isNew = name.startsWith('POST')
  const operation = isNew ? 'INSERT playlists' : 'SELECT playlists'
  const kept = system.store('playlist-api', 'mongodb', operation, startMs + 3, trace, isNew ? 9 : 6)
  const durationMs = kept.durationMs + random.logNormal(15, 0.3)
  const tell = (severity: Severity, text: string, more: Values) =>
    scribe.log('playlist-api', startMs + durationMs, severity, text, { user, plan, ...more }, trace)
  if (isNew && random.chance(0.1)) {
    tell('WARN', 'playlist refused: name is too long', { length: random.integer(121, 300) })
    return { status: 422, durationMs: durationMs + 1 }
  }
  tell('INFO', isNew ? 'playlist created' : 'playlist opened', { tracks: random.integer(1, 140) })
  return { status: isNew ? 201 : 200, durationMs: durationMs + 1 }
}

function track(system: Jukebox, startMs: number, trace: Trace, { track: id }: Visit): Outcome {
  const { random, scribe } = system
  const isSlow = random.chance(0.13)
  const read = system.store('catalogue-api', 'mysql', 'SELECT tracks', startMs + 2, trace, isSlow ? 780 : 7)
  const durationMs = read.durationMs + random.logNormal(9, 0.3)
  if (isSlow) {
    const fields = { table: 'albums', took_ms: Math.round(read.durationMs) }
    scribe.log('catalogue-api', startMs + read.durationMs, 'WARN', 'slow query on table albums', fields, trace)
  }
  const isUnknown = random.chance(0.06)
  scribe.log(
    'catalogue-api',
    startMs + durationMs,
    'INFO',
    isUnknown ? 'track not found' : 'track served',
    { id },
    trace,
  )
  return { status: isUnknown ? 404 : 200, durationMs: durationMs + 1 }
}

/** A month more is paid for, by card with a payment provider outside. */
function renewal(system: Jukebox, startMs: number, trace: Trace, { user, plan, country }: Visit): Outcome {
  const { random, scribe } = system
  const renewed = plan === 'free' ? 'premium' : plan
  const amount = PRICES[renewed] ?? 10.99
  const id = `R-${random.integer(100_000, 999_999)}`
  const provider = { 'http.request.method': 'POST', 'server.address': 'pay.cardhouse.example' }
  const out = { service: 'subscription-api', name: 'POST', startMs: startMs + 5, parent: trace, attributes: provider }
  const paid = system.call(out, 'client', () => ({ status: 200, durationMs: random.logNormal(280, 0.35) }))
  const payMs = 5 + paid.durationMs
  const fields = { renewal: id, user, plan: renewed, country, amount_eur: amount }
  if (random.chance(0.17)) {
    const text = `payment refused: ${random.pick(DECLINES)}`
    scribe.log('subscription-api', startMs + payMs, 'WARN', text, fields, trace)
    system.remember('declinedRenewal', id, startMs)
    return { status: 402, durationMs: payMs + 1 }
  }
  const saved = system.store('subscription-api', 'postgresql', 'UPDATE subscriptions', startMs + payMs, trace, 8)
  const durationMs = payMs + saved.durationMs
  scribe.log('subscription-api', startMs + durationMs, 'INFO', 'subscription renewed', fields, trace)
  return { status: 201, durationMs: durationMs + 1 }
}

/** The requests that do not start a stream. */
export function visitSide(system: Jukebox, name: string, startMs: number, trace: Trace, visit: Visit): Outcome {
  if (name === 'GET /v1/home') return home(system, startMs, trace, visit)
  if (name === 'GET /v1/search') return search(system, startMs, trace)
  if (name.includes('/v1/playlists')) return playlist(system, name, startMs, trace, visit)
  if (name === 'GET /v1/tracks/{id}') return track(system, startMs, trace, visit)
  if (name === 'POST /v1/renewals') return renewal(system, startMs, trace, visit)
  const read = system.store('subscription-api', 'postgresql', 'SELECT subscriptions', startMs + 2, trace, 7)
  const durationMs = read.durationMs + system.random.logNormal(8, 0.3)
  const fields = { user: visit.user, plan: visit.plan }
  system.scribe.log('subscription-api', startMs + durationMs, 'INFO', 'account shown', fields, trace)
  return { status: 200, durationMs: durationMs + 1 }
}

/** Reports for the labels, until the nodes of the script are drained. */
export function runRoyalties({ random, scribe, startMs, darkMs }: Jukebox): void {
  eachTick({ fromMs: startMs + 9000, toMs: darkMs - 20_000, everyMs: 47_000 }, random, (timeMs) => {
    const label = random.pick(LABELS)
    const plays = random.integer(120, 2400)
    if (random.chance(0.15)) {
      const text = `${random.integer(1, 9)} plays without a rights holder put aside for ${label}`
      scribe.log('royalty-report', timeMs - 1200, 'WARN', text)
    }
    const eur = (plays * random.integer(28, 44)) / 10_000
    const text = `royalty report for ${label} written: ${plays} plays, ${eur.toFixed(2)} EUR`
    scribe.log('royalty-report', timeMs, 'INFO', text)
  })
  scribe.log('royalty-report', darkMs, 'INFO', 'batch nodes are drained for maintenance, reports go on tomorrow')
}

/**
 * City libraries on old software and without Kubernetes: Apache with PHP, log4j 1.2, java.util.logging, Solr, Perl behind
 * syslog, scripts of cron; spans without kinds, metrics by Prometheus' names. The number of a loan has reached the end of
 * its column, so `loan-core` can write no new loan: kiosks and desks fail, still so at the end; returns and renewals
 * work. A release of `opac-web`, blocked cards, notices of PHP, printers without paper and a missing file are harmless;
 * `cover-fetch` has not run any more for a while.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { accessStamp, apacheLine, bsdSyslogLine, cronLine, julLine, oldLog4jLine, solrLine } from './cron-formats.ts'
import { sendLibraryMetrics } from './library-metrics.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SystemWithoutSpanKinds } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 97 * MINUTE_MS
const FORMATS = {
  'opac-web': apacheLine,
  'loan-core': oldLog4jLine,
  'search-solr': solrLine,
  'kiosk-gw': bsdSyslogLine,
  'staff-desk': julLine,
  'notice-batch': bsdSyslogLine,
  'cover-fetch': cronLine,
  'fines-import': cronLine,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'loan-core': '2.31', 'search-solr': '8.11.2', 'kiosk-gw': '1.18', 'staff-desk': '5.0.9' },
  ...{ 'notice-batch': '3.2', 'cover-fetch': '0.4', 'fines-import': '1.7' },
}
const HOSTS: Readonly<Record<string, string>> = {
  ...{ 'opac-web': 'lib-web1', 'loan-core': 'lib-app1', 'search-solr': 'lib-solr1', 'kiosk-gw': 'lib-gw1' },
  ...{ 'staff-desk': 'lib-app2' },
}
const BRANCHES = ['mitte', 'mitte', 'mitte', 'nord', 'nord', 'hafen', 'campus', 'campus']
const READERS = ['adult', 'adult', 'adult', 'student', 'student', 'child']
const MEDIA = ['book', 'book', 'book', 'book', 'dvd', 'game', 'audiobook']
const WORDS = ['krimi', 'harry+potter', 'python', 'kochbuch', 'sql', 'wandern', 'dune', 'geschichte+hafen']
const LAST_LOAN = 2_147_483_647
const DUPLICATE = `com.mysql.jdbc.exceptions.jdbc4.MySQLIntegrityConstraintViolationException: Duplicate entry '${LAST_LOAN}' for key 'PRIMARY'`

class Library extends SystemWithoutSpanKinds {
  readonly sender = { statusKey: 'http.status_code', hasSpanStatus: true }
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly stoppedMs: number
  #loan: number

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(58, 'library'))
    this.releaseMs = endMs - 58 * MINUTE_MS + 15_000
    this.onsetMs = endMs - 24 * MINUTE_MS + 33_000
    this.stoppedMs = endMs - 44 * MINUTE_MS
    this.#loan = LAST_LOAN - 1022
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: false, hasAttributes: false },
      version: (timeMs: number) =>
        name === 'opac-web' ? (timeMs < this.releaseMs ? '7.4.2' : '7.5.0') : (VERSIONS[name] ?? '1.0'),
      instance: () => HOSTS[name] ?? 'lib-cron1',
      resource: (instance: string) => ({ 'host.name': instance }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** A statement inside a service: a span of the same service, no request. */
  query(service: string, name: string, startMs: number, trace: Trace, durationMs: number, isError = false): void {
    this.scribe.span({
      ...{ traceId: trace.traceId, spanId: this.scribe.newSpan(), parentSpanId: trace.spanId, service, name },
      ...{ kind: 'unspecified', startMs, durationMs: roundMs(durationMs), isError },
      ...{
        statusMessage: isError ? 'Duplicate entry' : '',
        attributes: { 'db.system': 'mysql', 'db.statement': name },
      },
    })
  }

  issue(startMs: number, parent: Trace, card: number, medium: string): Outcome {
    const { random, scribe } = this
    const item = random.integer(30_010_000, 30_989_999)
    return this.serve('loan-core', 'POST /loan-core/issue', startMs, parent, { 'media.type': medium }, (trace) => {
      const durationMs = random.logNormal(38, 0.35)
      const endMs = startMs + durationMs
      if (random.chance(0.04)) {
        const text = `Issue refused: card ${card} is blocked (fines ${(random.integer(210, 4900) / 100).toFixed(2)} EUR)`
        scribe.log('loan-core', endMs, 'WARN', text, {}, trace)
        this.remember('blockedCard', String(card), startMs)
        return { status: 409, durationMs }
      }
      const isFull = startMs >= this.onsetMs
      this.query('loan-core', 'INSERT issues', startMs + 8, trace, durationMs * 0.4, isFull)
      if (isFull) {
        const text = `Issue of item ${item} to card ${card} failed: ${DUPLICATE}`
        scribe.log('loan-core', endMs, 'ERROR', text, {}, trace)
        this.remember('failedItem', String(item), startMs)
        return { status: 500, durationMs }
      }
      const number = Math.min(LAST_LOAN, ++this.#loan)
      scribe.log('loan-core', endMs, 'INFO', `Issue ${number}: item ${item} to card ${card} (${medium})`, {}, trace)
      this.remember('issuedItem', String(item), startMs)
      return { status: 200, durationMs }
    })
  }

  giveBack(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.serve('loan-core', 'POST /loan-core/return', startMs, parent, {}, (trace) => {
      const durationMs = random.logNormal(29, 0.3)
      this.query('loan-core', 'UPDATE issues', startMs + 6, trace, durationMs * 0.5)
      const item = random.integer(30_010_000, 30_989_999)
      const days = random.chance(0.12) ? random.integer(1, 40) : 0
      const text = days > 0 ? `Return: item ${item} is ${days} days overdue` : `Return: item ${item} in time`
      scribe.log('loan-core', startMs + durationMs, days > 0 ? 'WARN' : 'INFO', text, {}, trace)
      return { status: 200, durationMs }
    })
  }

  kiosk(startMs: number): void {
    const { random, scribe } = this
    const branch = random.pick(BRANCHES)
    const id = `${branch}-${random.integer(1, 3)}`
    const isCheckout = random.chance(0.56)
    const what = isCheckout ? 'checkout' : 'checkin'
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { branch, 'kiosk.id': id, 'reader.group': random.pick(READERS) }
    const done = this.serve('kiosk-gw', `POST /kiosk/${what}`, startMs, root, attributes, (trace) => {
      const card = random.integer(2_000_000, 2_003_000)
      const inner = isCheckout
        ? this.issue(startMs + 12, trace, card, random.pick(MEDIA))
        : this.giveBack(startMs + 12, trace)
      return { status: inner.status, durationMs: inner.durationMs + random.logNormal(24, 0.3) }
    })
    const endMs = startMs + done.durationMs
    if (done.status >= 500) {
      scribe.log('kiosk-gw', endMs, 'ERROR', `kiosk ${id}: ${what} failed, loan-core returned 500`, {}, root)
      this.remember('failedTrace', root.traceId, startMs)
    } else if (random.chance(0.5)) {
      const said = done.status === 409 ? 'refused' : 'done'
      scribe.log('kiosk-gw', endMs, 'INFO', `kiosk ${id}: ${what} ${said}`, {}, root)
    }
  }

  desk(startMs: number): void {
    const { random, scribe } = this
    const isLoan = random.chance(0.6)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { branch: random.pick(BRANCHES) }
    const card = random.integer(2_000_000, 2_003_000)
    const name = isLoan ? 'POST /desk/loan' : 'POST /desk/return'
    const done = this.serve('staff-desk', name, startMs, root, attributes, (trace) => {
      const inner = isLoan
        ? this.issue(startMs + 9, trace, card, random.pick(MEDIA))
        : this.giveBack(startMs + 9, trace)
      return { status: inner.status, durationMs: inner.durationMs + random.logNormal(15, 0.3) }
    })
    const endMs = startMs + done.durationMs
    const text =
      done.status >= 500
        ? `Loan could not be booked for card ${card}: server returned HTTP 500`
        : `${isLoan ? 'Loan' : 'Return'} ${done.status === 409 ? 'refused' : 'booked'} for card ${card}`
    scribe.log('staff-desk', endMs, done.status >= 500 ? 'ERROR' : 'INFO', text, {}, root)
  }

  page(startMs: number): void {
    const { random, scribe } = this
    const place = random.next()
    const route =
      place < 0.5 ? '/search.php' : place < 0.8 ? '/record.php' : place < 0.92 ? '/account.php' : '/renew.php'
    const method = route === '/renew.php' ? 'POST' : 'GET'
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = {
      'http.method': method,
      'http.route': route,
      'client.device': random.pick(['pc', 'pc', 'phone', 'tablet']),
    }
    const word = random.pick(WORDS)
    const done = this.serve('opac-web', `${method} ${route}`, startMs, root, attributes, (trace) => {
      const inner = this.behind(route, startMs + 5, trace, word)
      return { status: inner.status, durationMs: inner.durationMs + random.logNormal(31, 0.3) }
    })
    const at = new Date(startMs + done.durationMs)
    const stamp = accessStamp(at.getTime())
    const query = route === '/search.php' ? `?q=${word}` : ''
    const text = `10.8.${random.integer(0, 5)}.${random.integer(2, 250)} - - [${stamp}] "${method} ${route}${query} HTTP/1.1" ${done.status} ${random.integer(900, 22_000)}`
    scribe.log('opac-web', at.getTime(), 'INFO', text, {}, root)
    if (route === '/record.php' && random.chance(0.05)) {
      const notice = 'PHP Warning:  Undefined variable $cover in /srv/opac/record.php on line 112'
      scribe.log('opac-web', at.getTime() - 1, 'WARN', notice, {}, root)
    }
  }

  behind(route: string, startMs: number, trace: Trace, word: string): Outcome {
    const { random, scribe } = this
    if (route === '/search.php') {
      return this.serve(
        'search-solr',
        'GET /solr/catalog/select',
        startMs,
        trace,
        { 'http.method': 'GET' },
        (inner) => {
          const durationMs = random.logNormal(word === 'harry+potter' ? 140 : 46, 0.5)
          const text = `webapp=/solr path=/select params={q=${word}} hits=${random.integer(0, 900)} status=0 QTime=${Math.round(durationMs)}`
          if (random.chance(0.3)) scribe.log('search-solr', startMs + durationMs, 'INFO', text, {}, inner)
          return { status: 200, durationMs }
        },
      )
    }
    if (route === '/record.php') {
      return random.chance(0.03)
        ? { status: 404, durationMs: 7 }
        : { status: 200, durationMs: random.logNormal(19, 0.3) }
    }
    const name = route === '/renew.php' ? 'POST /loan-core/renew' : 'GET /loan-core/account'
    return this.serve('loan-core', name, startMs, trace, {}, (inner) => {
      const durationMs = random.logNormal(33, 0.3)
      this.query(
        'loan-core',
        route === '/renew.php' ? 'UPDATE issues' : 'SELECT issues',
        startMs + 5,
        inner,
        durationMs / 2,
      )
      if (route === '/renew.php' && random.chance(0.15)) {
        scribe.log('loan-core', startMs + durationMs, 'WARN', 'Renewal refused: item is reserved', {}, inner)
        return { status: 409, durationMs }
      }
      if (route === '/renew.php') scribe.log('loan-core', startMs + durationMs, 'INFO', 'Renewal booked', {}, inner)
      return { status: 200, durationMs }
    })
  }

  /** What cron starts: a line when it begins, another when it ends. */
  jobs(): void {
    const { random, scribe } = this
    let run = 8810
    eachTick({ fromMs: this.startMs + 70_000, toMs: this.endMs - 30_000, everyMs: 5 * MINUTE_MS }, random, (timeMs) => {
      scribe.log('notice-batch', timeMs, 'INFO', `run ${++run} started`)
      const [sent, bounced, took] = [random.integer(4, 31), random.integer(0, 3), random.integer(6, 19)]
      const text = `run ${run} finished: ${sent} notices sent, ${bounced} bounced, took ${took} s`
      scribe.log('notice-batch', timeMs + took * 1000, bounced > 1 ? 'WARN' : 'INFO', text)
    })
    eachTick({ fromMs: this.startMs + 130_000, toMs: this.stoppedMs, everyMs: 4 * MINUTE_MS }, random, (timeMs) => {
      const text = `fetched ${random.integer(12, 60)} covers, ${random.integer(0, 9)} missing`
      scribe.log('cover-fetch', timeMs, 'INFO', text)
    })
    let imports = 0
    eachTick({ fromMs: this.startMs + 200_000, toMs: this.endMs, everyMs: 15 * MINUTE_MS }, random, (timeMs) => {
      const euros = (random.integer(4100, 52_000) / 100).toFixed(2)
      const isMissing = ++imports === 3
      const text = isMissing
        ? 'treasury.csv is missing, nothing imported'
        : `imported ${random.integer(9, 44)} payments, ${euros} EUR`
      scribe.log('fines-import', timeMs, isMissing ? 'WARN' : 'INFO', text)
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 900 }
    eachArrival({ ...range, meanMs: 1500 }, random, (timeMs) => this.page(timeMs))
    eachArrival({ ...range, meanMs: 3600 }, random, (timeMs) => this.kiosk(timeMs))
    eachArrival({ ...range, meanMs: 8200 }, random, (timeMs) => this.desk(timeMs))
    eachArrival({ ...range, meanMs: 400_000 }, random, (timeMs) => {
      const id = `${random.pick(BRANCHES)}-${random.integer(1, 3)}`
      scribe.log('kiosk-gw', timeMs, 'WARN', `kiosk ${id}: receipt printer out of paper`)
    })
    eachArrival({ ...range, meanMs: 300_000 }, random, (timeMs) => {
      scribe.log('search-solr', timeMs, 'WARN', `filterCache hit ratio is low: 0.${random.integer(31, 49)}`)
    })
    this.jobs()
    scribe.log('opac-web', this.releaseMs, 'INFO', 'Apache/2.4.58 (Debian) configured -- resuming normal operations')
  }
}

export function library(endMs: number): World {
  const system = new Library(endMs)
  system.background()
  sendLibraryMetrics(system)
  const { onsetMs: onset, releaseMs: release, stoppedMs: stopped } = system
  const world = system.world({ name: 'library', services: SERVICES, marks: { onset, release, stopped } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.startsWith(start))?.body ?? ''
  const names: Values = {
    ...world.names,
    ...{ failedLine: bodyOf('Issue of item'), deskLine: bodyOf('Loan could not be booked') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}

/** Who asks the registrar for something: customers in the panel and over the API, searches, renewals, reports of abuse. */
import type { Values } from '../records.ts'
import type { Change, Dnshost } from './dnshost.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const WORDS = ['blume', 'kranich', 'atelier', 'nordlicht', 'hafen', 'studio', 'bergwerk', 'lumen', 'pixel', 'quitte']
const TLDS = ['com', 'com', 'com', 'de', 'de', 'net', 'fr', 'org', 'io']
const PLANS = ['starter', 'starter', 'starter', 'pro', 'pro', 'business', 'reseller']
const GROUPS = ['eu', 'eu', 'eu', 'us', 'us', 'apac']
const KINDS = ['phishing', 'phishing', 'phishing', 'spam', 'spam', 'malware', 'copyright']

function domainOf({ random }: Dnshost): string {
  return `${random.pick(WORDS)}-${random.integer(10, 99)}.${random.pick(TLDS)}`
}
function changeOf(office: Dnshost): Change {
  return { zone: domainOf(office), group: office.random.pick(GROUPS) }
}

/** A page of the panel and what it asks other services for. */
function visit(office: Dnshost, startMs: number): void {
  const { random, scribe } = office
  const ticket = random.integer(1, 100)
  const name =
    ticket <= 28
      ? 'GET /domains'
      : ticket <= 48
        ? 'GET /zones/{zone}'
        : ticket <= 72
          ? 'POST /zones/{zone}/records'
          : ticket <= 80
            ? 'DELETE /records/{id}'
            : ticket <= 91
              ? 'POST /checkout'
              : 'POST /certificates'
  const [method = '', route = ''] = name.split(' ')
  const customer = `C-${random.integer(20_100, 20_690)}`
  const who = { 'customer.id': customer, 'customer.plan': random.pick(PLANS), channel: 'panel' }
  const attributes = { 'http.request.method': method, 'http.route': route, ...who }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const change = changeOf(office)
  office.serve({ service: 'control-panel', name, startMs, parent: root, attributes }, 'server', (trace) => {
    const ownMs = random.logNormal(22, 0.35)
    const data = { customer, plan: who['customer.plan'] }
    const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string, more: Values) =>
      scribe.log('control-panel', startMs + atMs, severity, text, { ...data, ...more }, trace)
    const atMs = startMs + ownMs
    if (route === '/domains') {
      const read = office.store('control-panel', 'redis', 'GET domains', atMs, trace, 2)
      return { status: 200, durationMs: ownMs + read.durationMs }
    }
    if (name === 'GET /zones/{zone}') {
      const done = look(office, atMs, trace, who, change)
      return { ...done, durationMs: ownMs + done.durationMs }
    }
    if (route === '/checkout') return buy(office, { atMs, ownMs, trace }, change.zone, say)
    if (route === '/certificates') {
      const done = office.certify('control-panel', 'POST /orders', atMs, trace, change)
      const durationMs = ownMs + done.durationMs + 3
      if (done.status < 500) return { status: done.status, durationMs }
      say(durationMs, 'ERROR', 'certificate order failed', { zone: change.zone })
      return { status: 502, durationMs }
    }
    const done = office.edit('control-panel', name, atMs, trace, who, change)
    const durationMs = ownMs + done.durationMs + 3
    if (done.status === 502) say(durationMs, 'ERROR', 'zone change failed', { zone: change.zone })
    return { status: done.status, durationMs }
  })
}

/** A zone is looked at: nothing is written. */
function look(office: Dnshost, startMs: number, parent: Trace, who: Values, { zone }: Change): Outcome {
  const { random } = office
  const attributes = { ...who, 'dns.zone': zone }
  const step = { service: 'zone-editor', name: 'GET /zones/{zone}', startMs, parent, attributes }
  return office.through('control-panel', step, (trace) => {
    const read = office.store('zone-editor', 'postgresql', 'SELECT records', startMs + 2, trace, 5)
    return { status: random.chance(0.04) ? 404 : 200, durationMs: read.durationMs + random.logNormal(9, 0.3) }
  })
}

type Say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string, more: Values) => void
function buy(
  office: Dnshost,
  { atMs, ownMs, trace }: { readonly atMs: number; readonly ownMs: number; readonly trace: Trace },
  domain: string,
  say: Say,
): Outcome {
  const { random } = office
  const years = random.pick([1, 1, 1, 2, 5])
  const amount = Math.round(years * random.pick([9.9, 11.9, 14.9, 39]) * 100) / 100
  if (random.chance(0.09)) {
    say(ownMs + 60, 'WARN', 'card declined', { domain, amount_eur: amount })
    return { status: 402, durationMs: ownMs + 60 }
  }
  const isMove = random.chance(0.3)
  const sent = office.command('control-panel', isMove ? 'domain:transfer' : 'domain:create', atMs, trace, domain)
  const durationMs = ownMs + sent.durationMs + 4
  if (sent.code !== 1000) {
    say(durationMs, 'WARN', isMove ? 'transfer refused' : 'domain is taken', { domain, epp_code: sent.code })
    return { status: 409, durationMs }
  }
  say(durationMs, 'INFO', isMove ? 'transfer started' : 'domain registered', { domain, years, amount_eur: amount })
  return { status: 201, durationMs }
}

/** A machine of a customer edits zones without the panel. */
function automate(office: Dnshost, startMs: number): void {
  const { random, scribe } = office
  const name = random.pick(['POST /zones/{zone}/records', 'PUT /records/{id}', 'PUT /records/{id}'])
  const customer = `C-${random.integer(20_100, 20_690)}`
  const who = { 'customer.id': customer, 'customer.plan': random.pick(PLANS.slice(3)), channel: 'api' }
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  office.edit('', name, startMs, parent, who, changeOf(office))
}

function search(office: Dnshost, startMs: number): void {
  const { random, scribe, releaseMs } = office
  const name = random.chance(0.62) ? 'GET /search' : 'GET /suggest'
  const route = name.slice(4)
  const tld = random.pick(TLDS)
  const attributes = { 'http.request.method': 'GET', 'http.route': route, tld }
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  office.serve({ service: 'domain-search', name, startMs, parent, attributes }, 'server', (trace) => {
    const read = office.store('domain-search', 'redis', 'MGET names', startMs + 1, trace, 2)
    const isSlower = name === 'GET /suggest' && startMs >= releaseMs
    const durationMs = read.durationMs + random.logNormal(name === 'GET /suggest' ? (isSlower ? 74 : 41) : 96, 0.35)
    const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string, more: Values) =>
      scribe.log('domain-search', startMs + atMs, severity, text, { tld, ...more }, trace)
    if (random.chance(0.035)) {
      say(read.durationMs + 2, 'WARN', 'client rate limited', { limit: 30 })
      return { status: 429, durationMs: read.durationMs + 3 }
    }
    if (name === 'GET /search' && random.chance(tld === 'io' ? 0.14 : 0.003)) {
      say(2000, 'ERROR', 'registry check timed out', { after_ms: 2000 })
      return { status: 504, durationMs: 2001 + random.next() * 4 }
    }
    if (name === 'GET /search') say(durationMs, 'INFO', 'search served', { results: random.integer(0, 24) })
    return { status: 200, durationMs }
  })
}

/** A renewal comes from Kafka, is paid, and is sent to the registry. */
function renew(office: Dnshost, startMs: number): void {
  const { random, scribe } = office
  const partition = random.integer(0, 2)
  const attributes = {
    ...{ 'messaging.system': 'kafka', 'messaging.destination.name': 'renewals.due' },
    'messaging.destination.partition.id': String(partition),
  }
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'billing-renewals', name: 'renewals.due process', startMs, parent, attributes }
  office.serve(step, 'consumer', (trace) => {
    const ownMs = random.logNormal(160, 0.4)
    const [domain, customer] = [domainOf(office), `C-${random.integer(20_100, 20_690)}`]
    const euros = random.pick([9.9, 11.9, 14.9, 14.9, 39]).toFixed(2)
    const say = (atMs: number, severity: 'INFO' | 'WARN', text: string) =>
      scribe.log('billing-renewals', startMs + atMs, severity, text, {}, trace)
    if (random.chance(0.11)) {
      say(ownMs, 'WARN', `card of ${customer} declined, ${domain} not renewed, ${euros} EUR open`)
      return { status: 200, durationMs: ownMs }
    }
    const sent = office.command('billing-renewals', 'domain:renew', startMs + ownMs, trace, domain)
    const durationMs = ownMs + sent.durationMs + 3
    if (sent.code === 1000) say(durationMs, 'INFO', `renewed ${domain} for ${customer}, ${euros} EUR`)
    return { status: 200, durationMs }
  })
}

function report(office: Dnshost, startMs: number): void {
  const { random, scribe, restartMs } = office
  if (startMs >= restartMs - 9000 && startMs < restartMs) return
  const ticket = random.integer(1, 100)
  const name = ticket <= 55 ? 'POST /reports' : ticket <= 80 ? 'GET /reports' : 'POST /reports/{id}/suspend'
  const [method = '', route = ''] = name.split(' ')
  const kind = random.pick(KINDS)
  const attributes = { 'http.request.method': method, 'http.route': route, 'abuse.kind': kind }
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  office.serve({ service: 'abuse-desk', name, startMs, parent, attributes }, 'server', (trace) => {
    const read = office.store('abuse-desk', 'mysql', 'SELECT cases', startMs + 1, trace, 6)
    const ownMs = read.durationMs + random.logNormal(24, 0.35)
    const domain = domainOf(office)
    const say = (atMs: number, severity: 'INFO' | 'WARN', text: string) =>
      scribe.log('abuse-desk', startMs + atMs, severity, text, { kind, domain }, trace)
    if (method === 'GET') return { status: 200, durationMs: ownMs }
    if (route === '/reports') {
      const isKnown = random.chance(0.13)
      say(ownMs, isKnown ? 'WARN' : 'INFO', isKnown ? 'duplicate report' : 'report opened')
      if (random.chance(0.07)) say(ownMs + 40, 'WARN', 'mail to the reporter bounced')
      return { status: isKnown ? 409 : 201, durationMs: ownMs + 1 }
    }
    const sent = office.command('abuse-desk', 'domain:update', startMs + ownMs, trace, domain)
    const durationMs = ownMs + sent.durationMs + 2
    if (sent.code !== 1000) return { status: 409, durationMs }
    say(durationMs, 'INFO', 'domain suspended')
    return { status: 200, durationMs }
  })
}

export function runOffice(office: Dnshost): void {
  const { random, scribe, startMs, endMs, restartMs, darkMs } = office
  const range = { fromMs: startMs, toMs: endMs - 4000 }
  eachArrival({ ...range, meanMs: 2900 }, random, (timeMs) => visit(office, timeMs))
  eachArrival({ ...range, meanMs: 12_000 }, random, (timeMs) => automate(office, timeMs))
  eachArrival({ ...range, meanMs: 4100 }, random, (timeMs) => search(office, timeMs))
  eachArrival({ ...range, meanMs: 14_000 }, random, (timeMs) => renew(office, timeMs))
  eachArrival({ ...range, meanMs: 15_000 }, random, (timeMs) => report(office, timeMs))
  eachArrival({ ...range, meanMs: 21_000 }, random, (timeMs) => {
    const parent = { traceId: scribe.newTrace(), spanId: '' }
    office.certify('', 'POST /renewals', timeMs, parent, changeOf(office))
  })
  eachArrival({ ...range, meanMs: 13_000 }, random, (timeMs) => refresh(office, timeMs))
  scribe.log('abuse-desk', restartMs - 8500, 'INFO', 'SIGTERM received, closing', { reason: 'node drain' })
  scribe.log('abuse-desk', restartMs, 'INFO', 'abuse-desk 1.3.7 listening on :8080', { reason: 'node drain' })
  eachTick({ fromMs: startMs + 9000, toMs: darkMs, everyMs: 22_000 }, random, (timeMs) => {
    const tld = random.pick(TLDS)
    if (random.chance(0.08)) scribe.log('whois-export', timeMs, 'WARN', `escrow host slow, chunk of .${tld} sent again`)
    else scribe.log('whois-export', timeMs, 'INFO', `.${tld} chunk written, ${random.integer(180, 940)} contacts`)
  })
}

/** Secondaries ask for serials all the time, whether or not anything was published. */
function refresh(office: Dnshost, startMs: number): void {
  const { random, scribe } = office
  const nameserver = random.pick(['ns1', 'ns2', 'ns3', 'ns4'])
  const { zone } = changeOf(office)
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const attributes = { 'dns.zone': zone }
  const step = { service: 'zone-publisher', name: 'GET /serials/{zone}', startMs, parent, attributes }
  const done = office.through('ns-sync', step, (trace) => {
    const read = office.store('zone-publisher', 'postgresql', 'SELECT zone_serials', startMs + 2, trace, 3)
    return { status: 200, durationMs: read.durationMs + random.logNormal(4, 0.3) }
  })
  const text = `${nameserver} refreshed ${zone}, serial unchanged`
  scribe.log('ns-sync', startMs + done.durationMs, 'INFO', text, {}, { traceId: parent.traceId, spanId: '' })
}

/** Shares, durations, rates, sums, metrics and comparisons of the charging network. Twenty-fourth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const power = (site: string, what: t.Statistic) =>
  t.metric('grid-balancer', 'site.power', what, (point) => point.attributes['site'] === site)
const connections = (state: string, what: t.Statistic) =>
  t.metric('token-auth', 'tcp.connections', what, (point) => point.attributes['state'] === state)
const kwh = (what: 'sum' | 'mean' | 'max') => m.statedAs(m.stopped, 'kwh', what)
const DURING = t.since('onset', 1)

export const CHARGING_NUMBERS_24 = [
  ask('ratio', 'error rate token-auth since {@onset+1}', t.percent(DURING, t.share(m.auth))),
  ask(
    'ratio',
    'what percentage of Authorize calls fails since {@onset+1}?',
    t.percent(DURING, t.share(m.said('Authorize')), t.share(m.auth)),
  ),
  ask('ratio', 'share of roaming authorisations that failed today', t.percent(t.anytime, t.share(m.roaming))),
  ask('ratio', 'ocpp-gateway failure rate', t.percent(t.anytime, t.share(m.gateway))),
  ask(
    'ratio',
    'how many percent of remote starts are declined with 402?',
    t.percent(
      t.anytime,
      t.share(m.remote, m.status(402)),
      t.share(t.all(m.sessions, t.named('POST /sessions')), m.status(402)),
    ),
  ),
  ask(
    'ratio',
    'fraction of rfid tokens that are blocked',
    t.percent(t.anytime, t.share(t.all(m.auth, m.token('rfid')), t.has('auth.result', 'Blocked'))),
  ),
  ask('percentile', 'p95 of driver-api', t.millis(t.anytime, t.took(m.driver, 0.95))),
  ask('percentile', 'session-service p99 last 30 min?', t.millis(t.last(30), t.took(m.sessions, 0.99))),
  ask(
    'percentile',
    'median duration of Authorize on ocpp-gateway',
    t.millis(t.anytime, t.took(m.said('Authorize'), 0.5)),
  ),
  ask('percentile', 'p90 roaming-hub', t.millis(t.anytime, t.took(m.hub, 0.9))),
  ask('percentile', 'p95 for POST /v2/sessions in the last hour', t.millis(t.last(60), t.took(m.remote, 0.95))),
  ask(
    'percentile',
    'what is the p50 of tariff-engine since {@release}?',
    t.millis(t.sinceMark('release'), t.took(m.tariff, 0.5)),
  ),
  ask('mean-max', 'average time cdr-builder needs per message', t.millis(t.anytime, t.took(m.cdr, 'mean'))),
  ask('mean-max', 'slowest roaming-hub request?', t.millis(t.anytime, t.took(m.hub, 'max'))),
  ask('mean-max', 'mean latency of GET /v2/invoices', t.millis(t.anytime, t.took(m.on('GET /v2/invoices'), 'mean'))),
  ask(
    'mean-max',
    'longest StopTransaction in the last hour',
    t.millis(t.last(60), t.took(m.said('StopTransaction'), 'max')),
  ),
  ask(
    'slowest',
    'what is our slowest service?',
    t.words({
      saysFirst: [['cdr-builder', 'roaming-hub']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'slowest',
    'show me the slowest traces on driver-api',
    t.words({
      says: [['POST /v2/sessions']],
    }),
  ),
  ask(
    'slowest',
    'which driver-api route is slowest (p95)?',
    t.words({
      saysFirst: [['POST /v2/sessions']],
      neverFirst: ['log records'],
    }),
  ),
  ask('rate', 'requests per second on driver-api?', t.perS(t.anytime, t.perSecond(t.requests(m.driver)))),
  ask(
    'rate',
    'messages per minute on ocpp-gateway in the last 30 min',
    t.perS(t.last(30), t.perSecond(t.requests(m.gateway)), t.perSecond(t.logs(m.gateway))),
  ),
  ask('rate', 'sessions started per minute', t.perS(t.anytime, ...m.STARTED.map(t.perSecond))),
  ask(
    'rate',
    'how many CallErrors per minute since {@onset+1}',
    t.perS(DURING, t.perSecond(t.logs(m.replied)), t.perSecond(t.requests(m.callError))),
  ),
  ask(
    'rate',
    'Authorize per minute before {@onset}?',
    t.perS(t.before('onset'), t.perSecond(t.requests(m.said('Authorize')))),
  ),
  ask(
    'sum',
    'how many kWh were charged in total?',
    t.within(0.01, t.value(t.anytime, kwh('sum'), gauge('session-service', 'energy.delivered', 'sum'))),
  ),
  ask(
    'sum',
    'total kwh of stopped sessions in the last hour',
    t.within(0.02, t.value(t.last(60), kwh('sum'), gauge('session-service', 'energy.delivered', 'sum'))),
  ),
  ask('sum', 'revenue in EUR over all CDRs', t.within(0.01, t.value(t.anytime, t.stated(/kWh, ([\d.]+) EUR/, 'sum')))),
  ask(
    'stated',
    'average kwh per session',
    t.within(0.01, t.value(t.anytime, kwh('mean'), t.stated(/: ([\d.]+) kWh/, 'mean'))),
  ),
  ask('stated', 'biggest CDR in EUR?', t.value(t.anytime, t.stated(/kWh, ([\d.]+) EUR/, 'max'))),
  ask('stated', 'longest away_s of a websocket', t.value(t.anytime, m.statedAs(m.opened, 'away_s', 'max'))),
  ask(
    'metric',
    'how many sessions are active?',
    t.within(0.02, t.value(t.anytime, gauge('session-service', 'sessions.active', 'last'))),
  ),
  ask('metric', 'peak power at berlin-ost', t.within(0.01, t.value(t.anytime, power('berlin-ost', 'max')))),
  ask('metric', 'site.power of koeln-sued now?', t.within(0.06, t.value(t.anytime, power('koeln-sued', 'last')))),
  ask(
    'metric',
    'max tcp.connections in time_wait on token-auth',
    t.within(0.001, t.value(t.anytime, connections('time_wait', 'max'))),
  ),
  ask('metric', 'ocpp-gateway max memory', t.within(0.01, t.bytes(t.anytime, memory('ocpp-gateway', 'max')))),
  ask('metric', 'current memory of roaming-hub', t.within(0.06, t.bytes(t.anytime, memory('roaming-hub', 'last')))),
  ask(
    'metric',
    'max thread count session-service',
    t.value(t.anytime, gauge('session-service', 'jvm.thread.count', 'max')),
  ),
  ask(
    'metric',
    'how many chargers are connected at leipzig-nord',
    t.within(
      0.04,
      t.value(
        t.anytime,
        t.metric('ocpp-gateway', 'chargers.connected', 'last', (point) => point.attributes['site'] === 'leipzig-nord'),
      ),
    ),
  ),
  ask(
    'metric',
    'cpu of ocpp-gateway, highest value',
    t.within(
      0.01,
      t.value(
        t.anytime,
        gauge('ocpp-gateway', 'process.cpu.utilization', 'max'),
        t.scaled(gauge('ocpp-gateway', 'process.cpu.utilization', 'max'), 100),
      ),
    ),
  ),
  ask(
    'compare',
    'tariff-engine median before and after 8.4.0',
    t.compared('ms', t.took(m.tariff, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'Authorize failures {@onset-15} to {@onset} vs {@onset} to {@onset+15}',
    t.compared(
      'count',
      t.failures(m.said('Authorize')),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),
  ask(
    'compare',
    'driver-api requests: last 20 min against the 20 min an hour ago',
    t.compared('count', t.requests(m.driver), t.last(20), t.earlier(20, 60)),
  ),
  ask(
    'compare',
    'more sessions from app or from charger?',
    t.words({
      saysFirst: [['charger']],
      neverFirst: ['\\bapp\\b (?:has|had|leads|is first|more)', 'more from (?:the )?app\\b'],
    }),
  ),
  ask(
    'compare',
    'who is slower, tariff-engine or roaming-hub',
    t.words({
      saysFirst: [['roaming-hub']],
      neverFirst: ['tariff-engine (?:is|was) slower'],
    }),
  ),
  ask('trend', 'are the sessions.active rising?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'did tariff-engine get slower with 8.4.0?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'up from', 'went from', 'higher']],
      neverFirst: ['^\\W*no\\b', '\\bfaster\\b'],
    }),
  ),
  ask(
    'trend',
    'does the number of waiting connections on token-auth grow',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'rose', 'grew', 'grow', 'went up', 'increas', 'climb', 'from']],
      neverFirst: ['^\\W*no\\b', 'fell'],
    }),
  ),
  ask(
    'anomaly',
    'anything odd about tcp.connections?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'rose', 'grew', 'jump', 'went up', 'increas', 'climb', 'from', '28[,.]?\\d']],
      neverFirst: ['^\\W*no\\b', 'nothing unusual'],
    }),
  ),
  ask(
    'several',
    'p50 and p99 of session-service',
    t.both(t.anytime, ['ms', t.took(m.sessions, 0.5)], ['ms', t.took(m.sessions, 0.99)]),
  ),
  ask('several', 'how many sessions were started and how many stopped in the last hour?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(60), m.STARTED), t.numberOf(asked, 'count', t.last(60), m.STOPPED)],
  })),
  ask('several', 'offline chargers and declined payments on session-service, counts please', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.anytime, m.OFFLINE), t.numberOf(asked, 'count', t.anytime, m.DECLINED)],
  })),
  ask(
    'group',
    'error rate of token-auth per token.type since {@onset+1}',
    t.groups('percent', DURING, {
      roaming: t.share(m.roaming),
    }),
  ),
  ask(
    'group',
    'p95 by operation on session-service',
    t.groups('ms', t.anytime, {
      'POST /sessions': t.took(t.all(m.sessions, t.named('POST /sessions')), 0.95),
      'POST /transactions': t.took(t.all(m.sessions, t.named('POST /transactions')), 0.95),
      'PATCH /transactions/{id}': t.took(t.all(m.sessions, t.named('PATCH /transactions/{id}')), 0.95),
    }),
  ),
  ask(
    'group',
    'max site.power per site',
    t.groups(
      'any',
      t.anytime,
      m.each(m.SITES, (one) => power(one, 'max')),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of session-service?', t.millis(t.anytime, t.took(m.sessions, 0.95))),
    ask('follow-up', 'and the median', t.millis(t.anytime, t.took(m.sessions, 0.5))),
    ask('follow-up', 'of driver-api?', t.millis(t.anytime, t.took(m.driver, 0.5))),
    ask('follow-up', 'last 20 minutes', t.millis(t.last(20), t.took(m.driver, 0.5))),
  ),
  ...talk(
    'rate',
    ask('follow-up', 'error rate of ocpp-gateway in the last 15 min', t.percent(t.last(15), t.share(m.gateway))),
    ask('follow-up', 'and token-auth?', t.percent(t.last(15), t.share(m.auth))),
  ),
]

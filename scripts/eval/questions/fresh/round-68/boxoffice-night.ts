/** Questions of the engineer on call for the box office, in the middle of the night. Sixty-eighth round. */
import { BOXOFFICE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const MECHANISM = BOXOFFICE_INCIDENT.mechanism
const silent = t.words({ says: [['mailer']], neverFirst: ['^\\W*(?:no|none)\\b'] })
const rise = t.words({
  says: [['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d']],
  neverFirst: ['^\\W*no\\b'],
})

export const BOXOFFICE_NIGHT_68 = [
  ask('cause', 'paged at 3, checkout is refusing orders. how come?', t.because(BOXOFFICE_INCIDENT, 'mechanism')),
  ask('cause', 'root cause pls', t.because(BOXOFFICE_INCIDENT, 'mechanism')),
  ask('cause', 'how come seat-map loses holds', t.words({ says: [[...MECHANISM]] })),
  ask('cause', 'what filled up the lock table?', t.words({ says: [['hold[_ ]ttl', '\\b60 ?m', 'BO-219', 'setting']] })),
  ask('cause', 'why does basket throw errors', t.words({ says: [['seat-map', ...MECHANISM]] })),
  ask('cause', 'why did mailer go quiet', t.words({ says: [['kernel', 'bo-mail-1', 'host']] })),
  ask(
    'cause',
    'first night on this rota, half the board is red. whats the actual problem and where',
    t.because(BOXOFFICE_INCIDENT),
  ),
  ask('since', 'since when do we evict holds?', t.began('onset', 150)),
  ask('since', 'when did the lock table start to fill', t.began('setting', 300)),
  ask('how-long', 'for how long has checkout been broken now', t.lasted()),
  ask('state', 'is it over or still burning', t.words({ saysFirst: [['still', 'not over', 'ongoing', '\\bno\\b']] })),
  ask('state', 'are holds still getting evicted?', t.verdict('yes', 'bad')),
  ask('state', 'does scan-gate run normally', t.verdict('yes', 'good')),
  ask('health', 'pay ok?', t.healthy),
  ask('premise', 'why is scan-gate down?', t.denied('scan-gate')),
  ask('impact', 'blast radius?', t.words({ names: ['checkout', 'basket'] })),
  ask(
    'impact',
    'which services are hit by seat-map apart from seat-map itself',
    t.words({ names: ['checkout', 'basket'] }),
  ),
  ask('deploy', 'what changed before it broke', t.words({ says: [['hold[_ ]ttl', 'BO-219', 'setting']] })),
  ask('deploy', 'could it be the catalogue release?', t.verdict('no', 'bad')),
  ask('deploy', 'when did catalogue 5.2.0 go out', t.began('release', 120)),
  ask('deploy', 'when was hold_ttl changed?', t.began('setting', 90)),
  ask('version', 'which version is catalogue on', t.words({ saysFirst: [['5\\.2\\.0']] })),
  ask('restart', 'which service was restarted, and was it planned', t.words({ says: [['ticket-print']] })),
  ask(
    'next-step',
    'what do i do to stop the bleeding',
    t.words({ says: [['seat-map'], ['hold[_ ]ttl', 'setting', '\\b8 ?m', ...MECHANISM]] }),
  ),
  ask('dependency', 'who calls seat-map?', t.words({ names: ['shop-front', 'basket', 'checkout'] })),
  ask('silence', 'did one of the nine fall silent tonight?', silent),
  ask('silence', 'last sign of life from mailer', m.lastOf(m.mailer)),
  ask(
    'timeline',
    'timeline for the postmortem please, from {@setting-2} on',
    t.words({
      says: [['seat-map'], ['\\d\\d:\\d\\d'], ['hold[_ ]ttl', 'setting', ...MECHANISM]],
      neverFirst: ['log records'],
    }),
  ),

  ask('count', 'how many 503 from checkout since {@onset}', t.count(t.since('onset'), t.failures(m.checkout))),
  ask(
    'count',
    '5xx on shop-front, last 20 min',
    t.count(t.last(20), t.failures(m.front), t.logs(t.all(m.front, t.says(/^request failed/)))),
  ),
  ask(
    'count',
    'how often did POST /holds come back with 409?',
    t.count(t.anytime, t.requests(t.all(m.holds, m.status(409))), t.logs(m.taken)),
  ),
  ask('count', 'evictions', t.count(t.anytime, ...m.EVICTED)),
  ask('errors', 'how many errors in seat-map in the last 15 minutes', t.count(t.last(15), ...t.errors(m.seatMap))),
  ask('errors', 'did checkout have any errors before {@setting}', m.NONE),
  ask('errors', 'any errors from scan-gate?', m.NONE),
  ask(
    'level',
    'warnings of seat-map between {@setting} and {@onset}',
    t.count(t.during(['setting', 0], ['onset', 0]), t.logs(t.all(m.seatMap, t.level('WARN')))),
  ),
  ask('text', 'how often does seat-map say "hold not written"', t.count(t.anytime, t.logs(m.notWritten))),
  ask(
    'slow',
    'how many POST /holds took more than 200 ms since {@onset}?',
    t.count(t.since('onset'), t.requests(t.all(m.holds, t.longer(200)))),
  ),
  ask(
    'top',
    'which service writes the most error lines?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'which route of shop-front fails the most',
    t.words({
      first: { name: 'POST /orders', among: ['POST /orders', 'POST /baskets', 'POST /refunds', 'GET /events'] },
    }),
  ),
  ask('top', 'biggest memory hog right now', t.words({ saysFirst: [['seat-map']] })),
  ask(
    'group',
    'error lines per service since {@onset}',
    m.per(t.since('onset'), ['seat-map', 'checkout', 'basket'], (one) => t.logs(t.all(t.of(one), t.level('ERROR')))),
  ),
  ask(
    'exclusion',
    'error logs since {@onset} apart from basket',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.basket)))),
  ),

  ask('ratio', 'error rate checkout last 15m', t.percent(t.last(15), t.share(m.checkout))),
  ask(
    'ratio',
    'what share of POST /holds/confirm fails since {@onset}?',
    t.percent(t.since('onset'), t.share(m.confirms)),
  ),
  ask('percentile', 'p95 of POST /holds since {@onset}', t.millis(t.since('onset'), t.took(m.holds, 0.95))),
  ask('percentile', 'median of POST /holds before {@onset}?', t.millis(t.before('onset'), t.took(m.holds, 0.5))),
  ask('mean-max', 'avg response time of pay', t.millis(t.anytime, t.took(m.pay, 'mean'))),
  ask('slowest', 'slowest route of seat-map since {@onset}?', t.words({ saysFirst: [['POST /holds(?!/)']] })),
  ask('rate', 'scans per minute at the gates?', t.perS(t.anytime, t.perSecond(t.requests(m.scans)))),
  ask('rate', 'how many evictions a minute since {@onset}', t.perS(t.since('onset'), ...m.EVICTED.map(t.perSecond))),
  ask('metric', 'lock table entries right now', t.value(t.anytime, m.entries('last'))),
  ask(
    'metric',
    'how full was the lock table at most before {@setting}',
    t.within(0.002, t.value(t.before('setting'), m.entries('max'))),
  ),
  ask('metric', 'cpu of seat-map at the moment?', t.within(0.02, t.value(t.anytime, m.cpu('seat-map', 'last')))),
  ask(
    'metric',
    'how many mails are waiting in the queue now?',
    t.value(t.anytime, m.gauge('ticket-print', 'mail_queue.depth', 'last')),
  ),
  ask('trend', 'is the mail queue growing', t.verdict('yes', 'up')),
  ask('trend', 'did the cpu of seat-map go up after {@onset}?', t.verdict('yes', 'up')),
  ask('trend', 'has catalogue become slower since {@release}', t.verdict('yes', 'up')),
  ask('anomaly', 'anything odd about the lock table entries?', rise),
  ask(
    'compare',
    'POST /holds mean duration before vs after {@onset}',
    t.compared('ms', t.took(m.holds, 'mean'), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'catalogue median before and after 5.2.0?',
    t.compared('ms', t.took(m.catalogue, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('meaning', 'BO-219?', t.words({ says: [['seat-map'], ['hold[_ ]ttl', 'longer holds', '\\b60 ?m']] })),
  ask('paste', '{evictedLine}\nwhen was the first one of these', m.firstOf(m.evicted)),
  ask(
    'paste',
    '{settingLine}\nis this what broke us?',
    t.words({ says: [['seat-map', ...MECHANISM]], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('slow-trace', 'which service broke {lostTrace}?', t.words({ says: [['seat-map']] })),
  ask('slow-trace', 'where does {paidTrace} spend its time', t.words({ says: [['\\bpay\\b', 'paybank', '/charges']] })),
  ask('list', 'name every box office service you hear from', ({ world }) => ({ names: [...world.services] })),
  ask('bare-name', 'seat-map', t.words({ saysFirst: [['seat-map']] })),
  ask('single-record', 'show me the last order that failed', m.newest(['order', 'customer'], m.lostOrder, m.refused)),
  ask('several', 'what is broken, since when?', t.because(BOXOFFICE_INCIDENT, 'time')),
  ask('unknown', 'is waiting-room slow', t.declined('unknown', 'waiting-room')),
  ask('order', 'set hold_ttl back to 8m', t.declined('read_only')),
  ask('language', 'warum verlieren wir Reservierungen in seat-map?', t.words({ says: [[...MECHANISM]] })),
]

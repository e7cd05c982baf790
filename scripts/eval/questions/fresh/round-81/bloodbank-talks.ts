/** Threads about the blood donation service: a question and what is asked on from its answer. */
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { BLOODBANK_TALKS_OF_NUMBERS } from './bloodbank-talks-numbers.ts'
import * as b from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)

const INCIDENT_TALKS = [
  ...talk(
    'bloodbank-a',
    ask('cause', 'why did hospital orders fail?', t.because(b.INCIDENT, 'mechanism')),
    more('from when', t.began()),
    more('until?', t.began('recovery', 150)),
    more('who fixed it', t.words({ says: [['mkeller', 'operator']] })),
    more('how many orders did it cost us', t.count(whole, t.failures(b.orders))),
  ),
  ...talk(
    'bloodbank-b',
    ask('state', 'is everything ok again?', b.over),
    more('what was it', t.because(b.INCIDENT)),
    more('did it have to do with the questionnaire release', t.verdict('no', 'fact')),
    more('and which services suffered', t.words({ names: ['session-desk', 'stock-ledger', 'hospital-orders'] })),
  ),
  ...talk(
    'bloodbank-c',
    ask('lookup', 'order {failedOrder}, what happened there?', t.words({ says: [['fail', '50[23]']] })),
    more('from which hospital was it', b.ofFailedOrder),
    more('what was behind it', t.words({ names: ['code-registry'] })),
  ),
  ...talk(
    'bloodbank-d',
    ask('silence', 'which service is silent', t.words({ names: ['cold-chain'] })),
    more('since?', t.began('dark', 90)),
    more('its last line please', t.words({ says: [['hub update', 'firmware']] })),
    more(
      'what was the last reading of F3',
      t.within(0.005, t.value(whole, b.fridge('F3', 'last'), t.stated(/^fridge F3 reads (\S+) C/, 'last'))),
    ),
  ),
  ...talk(
    'bloodbank-e',
    ask('deploy', 'when did courier-dispatch get its new version', t.began('courier', 90)),
    more('which one', t.words({ says: [['1\\.10\\.0']] })),
    more('is it faster now', t.verdict('yes', 'fact')),
    more(
      'average before and after?',
      t.compared('ms', t.took(b.couriers, 'mean'), t.before('courier'), t.since('courier')),
    ),
  ),
  ...talk(
    'bloodbank-f',
    ask('health', 'any errors on appointment-book', t.verdict('no', 'bad')),
    more('and warnings?', t.count(whole, b.levels(b.book, 'WARN'))),
    more('how many of them because the slot was taken', t.count(whole, b.lines(b.book, /slot is taken/))),
    more('what are the others', t.words({ says: [['unknown'], ['last donation', 'days ago']] })),
  ),
]

const COUNT_TALKS = [
  ...talk(
    'bloodbank-g',
    ask('count', 'how many orders came in at hospital-orders (POST)', t.count(whole, t.requests(b.orders))),
    more('for platelets', t.count(whole, t.requests(t.all(b.orders, b.product('platelets'))))),
    more('failed?', t.count(whole, t.failures(t.all(b.orders, b.product('platelets'))))),
    more(
      'per hospital',
      t.groupsBy(
        whole,
        (world, window) => spansOf(t.all(b.orders, b.product('platelets'), t.failed as t.Where))(world, window),
        b.attr('hospital.id'),
      ),
    ),
  ),
  ...talk(
    'bloodbank-h',
    ask(
      'count',
      'labels requested at session-desk between {@onset} and {@recovery}',
      t.count(t.during(['onset', 0], ['recovery', 0]), t.requests(b.labels)),
    ),
    more('how many went wrong', t.count(t.during(['onset', 0], ['recovery', 0]), t.failures(b.labels))),
    more('in percent?', t.percent(t.during(['onset', 0], ['recovery', 0]), t.share(b.labels))),
    more(
      'and only bus-1 and bus-2',
      t.percent(t.during(['onset', 0], ['recovery', 0]), t.share(t.all(b.labels, b.centre('bus-1', 'bus-2')))),
    ),
  ),
  ...talk(
    'bloodbank-i',
    ask(
      'errors',
      'error lines by service',
      t.groupsBy(whole, t.logsIn(t.level('ERROR')), (row) => row.service),
    ),
    more(
      'only the last 15 minutes',
      t.groupsBy(t.last(15), t.logsIn(t.level('ERROR')), (row) => row.service),
    ),
    more('newest one of hospital-orders?', b.lineAt(/^order \S+ failed/, true)),
  ),
  ...talk(
    'bloodbank-j',
    ask('outcome', 'how many samples were reactive', t.count(whole, b.lines(b.lab, /is reactive for/))),
    more('for HEV?', t.count(whole, b.lines(b.lab, /is reactive for HEV/))),
    more('and how many haemolysed ones', t.count(whole, b.lines(b.lab, /haemolysed/))),
    more(
      'on AN-3 only',
      t.count(
        whole,
        t.logs(
          t.all(b.lab, (row) => 'body' in row && row.message.includes('haemolysed') && row.body.includes('"AN-3"')),
        ),
      ),
    ),
  ),
  ...talk(
    'bloodbank-k',
    ask('conditions', '429s at front-gateway', t.count(whole, t.requests(t.all(b.gate, b.code(429))))),
    more('401?', t.count(whole, t.requests(t.all(b.gate, b.code(401))))),
    more('which channel has most of those', t.topOf(spansOf(t.all(b.gate, b.code(401))), b.attr('app.channel'))),
  ),
]

export const BLOODBANK_TALKS = [...INCIDENT_TALKS, ...COUNT_TALKS, ...BLOODBANK_TALKS_OF_NUMBERS]

/** Threads with the laundry chain: a question, and what one asks after its answer. */
import { minuteOf } from '../../catalog/define.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as r from './rows.ts'

const codeOf = t.attribute('http.response.status_code')
const placed = t.says(/^Order \S+ placed/)
const refusedDrop = t.says(/^drop-off refused/)
const dropped = t.says(/^bag dropped off/)

export const LAUNDRY_TALKS = [
  ...talk(
    'laundry-page',
    ask('state', 'got paged for web-gw 5xx. still on?', r.over),
    ask('follow-up', 'since when was it and until when?', (asked) => ({
      ...t.began()(asked),
      says: [[minuteOf(asked.world.marks['recovery'] ?? 0)]],
    })),
    ask('follow-up', 'and the cause?', t.because(r.INCIDENT, 'mechanism')),
    ask('follow-up', 'how many requests failed because of that on web-gw', t.count(t.anytime, t.failures(r.gw))),
    ask('follow-up', 'which routes?', t.words({ says: [['drop-off'], ['/v2/orders(?!/)']] })),
  ),
  ...talk(
    'laundry-tags',
    ask('count', 'how many POST /tags did tag-service get this hour?', t.count(t.anytime, t.requests(r.newTags))),
    ask('follow-up', 'how many of them failed?', t.count(t.anytime, t.failures(r.newTags))),
    ask(
      'follow-up',
      'only garment tags',
      t.count(t.anytime, t.failures(t.all(r.newTags, t.has('tag.kind', 'garment')))),
    ),
    ask('follow-up', 'and bag ones?', t.count(t.anytime, t.failures(t.all(r.newTags, t.has('tag.kind', 'bag'))))),
  ),
  ...talk(
    'laundry-orders',
    ask('outcome', 'orders placed in the last 30 min?', t.count(t.last(30), t.logs(placed))),
    ask('follow-up', 'in the last 10?', t.count(t.last(10), t.logs(placed))),
    ask(
      'follow-up',
      'how many of those were express',
      t.count(t.last(10), t.logs(t.says(/^Order \S+ placed.*express$/))),
    ),
  ),
  ...talk(
    'laundry-drop-offs',
    ask('group', 'drop-offs at locker-api by status code', t.groupsBy(t.anytime, spansOf(r.dropOffs), codeOf)),
    ask(
      'follow-up',
      'same but just utr-centrum',
      t.groupsBy(t.anytime, spansOf(t.all(r.dropOffs, r.station('utr-centrum'))), codeOf),
    ),
    ask('follow-up', 'what does the 409 say in the logs there?', t.words({ says: [['no free box']] })),
  ),
  ...talk(
    'laundry-latency',
    ask('percentile', 'p95 of order-api in the last 15 min?', t.millis(t.last(15), t.took(r.orders, 0.95))),
    ask('follow-up', 'p50?', t.millis(t.last(15), t.took(r.orders, 0.5))),
    ask('follow-up', 'what about slot-planner', t.millis(t.last(15), t.took(r.slots, 0.5))),
    ask('follow-up', 'max', t.millis(t.last(15), t.took(r.slots, 'max'))),
  ),
  ...talk(
    'laundry-release',
    ask('deploy', 'what was released tonight?', t.words({ names: ['locker-api'], says: [['2\\.9\\.0']] })),
    ask('follow-up', 'when exactly?', t.began('release', 60)),
    ask('follow-up', 'is that what broke things?', t.verdict('no', 'bad')),
    ask('follow-up', 'so what did?', t.because(r.INCIDENT, 'mechanism')),
  ),
  ...talk(
    'laundry-silent',
    ask('silence', 'is courier-sync down?', t.verdict('yes', 'bad')),
    ask('follow-up', 'since when', t.began('dark', 60)),
    ask('follow-up', 'what was its last line?', t.words({ says: [['refresh token revoked', '\\b401\\b']] })),
    ask(
      'follow-up',
      'how many lines did it write before that in total',
      t.within(0.01, t.count(t.anytime, t.logs(r.vans))),
    ),
  ),
  ...talk(
    'laundry-bags',
    ask('count', 'bags put back by intake-worker?', t.count(t.anytime, t.logs(r.lines(r.intake, /put back/)))),
    ask('follow-up', 'and parked?', t.count(t.anytime, t.logs(r.lines(r.intake, /parked after/)))),
    ask(
      'follow-up',
      'how many of the parked ones belong to hotel-linde',
      t.count(t.anytime, t.logs(r.lines(r.intake, /of hotel-linde parked/))),
    ),
  ),
  ...talk(
    'laundry-restart',
    ask('restart', 'did tag-service restart?', t.verdict('yes', 'bad')),
    ask('follow-up', 'at what time?', t.began('recovery', 60)),
    ask('follow-up', 'and slot-planner?', t.began('restart', 60)),
  ),
  ...talk(
    'laundry-files',
    ask(
      'metric',
      'how many files does tag-service have open now?',
      t.value(t.anytime, t.metric('tag-service', 'process.open_file_descriptor.count', 'last')),
    ),
    ask('follow-up', 'max?', t.value(t.anytime, t.metric('tag-service', 'process.open_file_descriptor.count', 'max'))),
    ask(
      'follow-up',
      'and the lowest',
      t.value(t.anytime, t.metric('tag-service', 'process.open_file_descriptor.count', 'min')),
    ),
  ),
  ...talk(
    'laundry-sms',
    ask('ratio', 'what share of sms lines are errors?', t.percent(t.anytime, t.logShare(r.sms))),
    ask('follow-up', 'how many is that?', t.count(t.anytime, t.logs(r.warnings(r.sms, 'ERROR')))),
    ask('follow-up', 'why do they fail', t.words({ says: [['absent subscriber']] })),
  ),
  ...talk(
    'laundry-account',
    ask(
      'attribute',
      'requests of clinic-zuid at web-gw?',
      t.count(t.anytime, t.requests(t.all(r.gw, r.account('clinic-zuid')))),
    ),
    ask('follow-up', 'how many with 5xx', t.count(t.anytime, t.failures(t.all(r.gw, r.account('clinic-zuid'))))),
    ask('follow-up', 'same for brasserie-lou', t.count(t.anytime, t.failures(t.all(r.gw, r.account('brasserie-lou'))))),
  ),
  ...talk(
    'laundry-window',
    ask(
      'window',
      'web-gw errors (5xx) between {at30} and {at35}?',
      t.count(t.during(['start', 30], ['start', 35]), t.failures(r.gw)),
    ),
    ask('follow-up', '{at35} to {at40}?', t.count(t.during(['start', 35], ['start', 40]), t.failures(r.gw))),
    ask('follow-up', 'and after {@recovery+1}?', t.count(t.since('recovery', 1), t.failures(r.gw))),
  ),
  ...talk(
    'laundry-plant',
    ask(
      'count',
      'number of batches in the plant in the last 20 min',
      t.count(t.last(20), t.requests(r.plant), t.logs(r.lines(r.plant, /left T\d:/))),
    ),
    ask('follow-up', 'how many kg was that?', t.value(t.last(20), t.stated(/left T\d: (\d+) kg/, 'sum', r.plant))),
    ask('follow-up', 'and litres', t.value(t.last(20), t.stated(/left T\d: .* (\d+) l$/, 'sum', r.plant))),
  ),
  ...talk(
    'laundry-lockers',
    ask(
      'outcome',
      'bags dropped off at dhg-strand?',
      t.count(t.anytime, t.logs(t.all(dropped, t.has('station', 'dhg-strand')))),
    ),
    ask('follow-up', 'rtm-kralingen?', t.count(t.anytime, t.logs(t.all(dropped, t.has('station', 'rtm-kralingen'))))),
    ask(
      'follow-up',
      'how many were refused there since no box was free',
      t.count(t.anytime, t.logs(t.all(refusedDrop, t.has('station', 'rtm-kralingen')))),
    ),
  ),
  ...talk(
    'laundry-setting',
    ask('lookup', 'what is LDR-214?', t.words({ says: [['care[ _]preview'], ['tag-service']] })),
    ask('follow-up', 'when was that?', t.began('flag', 60)),
    ask('follow-up', 'who turned it off again', t.words({ says: [['j\\.bakker']] })),
  ),
  ...talk(
    'laundry-clients',
    ask('group', 'web-gw requests by client.type', t.groupsBy(t.anytime, spansOf(r.gw), t.attribute('client.type'))),
    ask(
      'follow-up',
      'only the failed ones',
      t.groupsBy(t.anytime, spansOf(t.all(r.gw, t.failed)), t.attribute('client.type')),
    ),
  ),
  ...talk(
    'laundry-quotes',
    ask(
      'count',
      'quotes made by quote-service in the last 25 min',
      t.count(t.last(25), t.logs(r.lines(r.quotes, /^quote made/))),
    ),
    ask(
      'follow-up',
      'average cents of those?',
      t.within(0.03, t.value(t.last(25), r.field(r.lines(r.quotes, /^quote made/), 'cents', 'mean'))),
    ),
    ask(
      'follow-up',
      'how many without a care label',
      t.count(t.last(25), t.logs(t.says(/^quoted without care label/))),
    ),
  ),
]

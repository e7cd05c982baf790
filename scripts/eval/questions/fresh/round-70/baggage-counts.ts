/** How many, which, who has most: bags, messages, loads, claims, errors, status codes. Seventieth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|lines?|requests?|failures?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const BAGGAGE_COUNTS_70 = [
  ask('outcome', 'how many bags were not rotued in the last 20 min', t.count(t.last(20), ...m.UNROUTED)),
  ask(
    'outcome',
    'duty manager next to me asks: how many bags went to manual coding since {@onset}?',
    t.count(t.since('onset'), ...m.UNROUTED),
  ),
  ask('outcome', 'bags accepted at drop in the last hour?', t.count(t.last(60), ...m.ACCEPTED)),
  ask('outcome', 'BSMs not stored since {@onset}', t.count(t.since('onset'), ...m.NOT_STORED)),
  ask('outcome', 'how many bags were put into the early-bag store', t.count(t.anytime, t.logs(m.early))),
  ask('outcome', 'how many bags were routed to a chute in the last hour', t.count(t.last(60), t.logs(m.routed))),
  ask('outcome', 'how many bags went to level 3 screening today?', t.count(t.anytime, t.logs(m.level3))),

  ask(
    'count',
    '503s on bag-gateway in the last 15 minutes',
    t.count(t.last(15), t.logs(m.line(/ 503$/)), t.failures(m.loads)),
  ),
  ask('count', 'how many 429 did bag-gateway return in the last hour', t.count(t.last(60), t.logs(m.line(/ 429$/)))),
  ask('count', 'requests on bag-gateway last 30 min, total', t.count(t.last(30), t.logs(m.gateway))),
  ask('count', '404s of track-api today', t.count(t.anytime, t.requests(t.all(m.tracking, m.status(404))))),
  ask(
    'count',
    'how many POST /api/loads between {@onset} and {@onset+15}?',
    t.count(t.during(['onset', 0], ['onset', 15]), t.requests(m.loads), t.logs(m.line(/^POST \/api\/loads /))),
  ),
  ask(
    'count',
    'how many "find message" calls did typeb-handler get since {@onset}',
    t.count(t.since('onset'), t.requests(m.finding)),
  ),

  ask(
    'errors',
    'how many errors does typeb-handler log in the last 10 min?',
    t.count(t.last(10), t.logs(t.all(m.handler, t.level('ERROR')))),
  ),
  ask('errors', 'does checkin-drop have any errors', NONE),
  ask('errors', 'any error from typeb-handler before {@onset}?', NONE),
  ask(
    'level',
    'warnings in screening-gw in the last hour, how many',
    t.count(t.last(60), t.logs(t.all(m.screening, t.level('WARN')))),
  ),
  ask(
    'level',
    'how many warnings did typeb-handler log before {@onset}',
    t.count(t.before('onset'), t.logs(t.all(m.handler, t.level('WARN')))),
  ),

  ask('text', 'how often do we see "No space left on device"', t.count(t.anytime, t.logs(m.space))),
  ask('text', 'lines with "passenger not on board" today', t.count(t.anytime, t.logs(m.offBoard))),
  ask('text', 'how many times was a chute full?', t.count(t.anytime, t.logs(m.round))),
  ask(
    'text',
    'failed look-ups of typeb-handler between {@onset} and {@onset+10}?',
    t.count(t.during(['onset', 0], ['onset', 10]), ...m.LOOKUPS),
  ),

  ask(
    'attribute',
    'how many nordair bags could not be routed since {@onset}?',
    t.count(t.since('onset'), t.failures(t.all(m.routing, m.airline('nordair')))),
  ),
  ask(
    'attribute',
    'bags accepted at kiosks in the last hour',
    t.count(
      t.last(60),
      t.logs(t.all(m.accepted, t.has('channel', 'kiosk'))),
      t.requests(t.all(m.drops, m.channel('kiosk'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'refused loads for terminal T2 since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.loads, m.terminal('T2')))),
  ),
  ask(
    'attribute',
    'how many claims for damaged bags today',
    t.count(
      t.anytime,
      t.logs(t.all(m.opened, t.has('claim_kind', 'damaged'))),
      t.logs(t.all(t.any, t.has('claim_kind', 'damaged'))),
    ),
  ),
  ask(
    'attribute',
    'bags screened by SC-04 in the last 30 minutes?',
    t.count(
      t.last(30),
      t.requests(t.all(m.screenings, t.has('scanner.id', 'SC-04'))),
      t.logs(t.says(/^bag .*\bSC-04\b/)),
    ),
  ),
  ask(
    'conditions',
    'failed route bag for oversize on skylink since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.routing, m.kind('oversize'), m.airline('skylink')))),
  ),
  ask(
    'conditions',
    'how many POST /api/loads of baltavia ended with 503?',
    t.count(t.anytime, t.requests(t.all(m.loads, m.airline('baltavia'), m.status(503)))),
  ),
  ask(
    'conditions',
    'skylink bags accepted at the desk in the last 45 min, count',
    t.count(
      t.last(45),
      t.logs(t.all(m.accepted, t.has('airline', 'skylink'), t.has('channel', 'desk'))),
      t.requests(t.all(m.drops, m.airline('skylink'), m.channel('desk'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'delayed claims of nordair since {@onset}, how many were opened',
    t.count(t.since('onset'), t.logs(t.all(m.opened, t.has('claim_kind', 'delayed'), t.has('airline', 'nordair')))),
  ),
  ask(
    'slow',
    'GET /api/bags/{tag} requests over 1 s since {@onset}?',
    t.count(t.since('onset'), t.requests(t.all(m.tracks, t.longer(1000)))),
  ),
  ask(
    'slow',
    'how many screenings took longer than 1.2 seconds',
    t.count(t.anytime, t.requests(t.all(m.screenings, t.longer(1200)))),
  ),
  ask(
    'exclusion',
    'unrouted bags since {@onset} except nordair',
    t.count(t.since('onset'), t.failures(t.all(m.routing, t.not(m.airline('nordair'))))),
  ),
  ask(
    'exclusion',
    'refused bags at checkin-drop that are not "flight closed"',
    t.count(t.anytime, t.logs(t.all(m.refused, t.not(t.has('reason', 'flight closed'))))),
  ),
  ask(
    'exclusion',
    'claims opened without the delayed ones',
    t.count(t.anytime, t.logs(t.all(m.opened, t.not(t.has('claim_kind', 'delayed'))))),
  ),
  ask('distinct', 'how many flights have bags that were not routed?', t.count(t.anytime, ...m.FLIGHTS_HIT)),
  ask(
    'distinct',
    'how many different bags could not be looked up?',
    t.count(
      t.anytime,
      t.differentTexts(/^look-up of bag (BT-\d+) failed/),
      t.differentOf(t.all(m.finding, t.failed), 'bag.tag'),
    ),
  ),

  ask(
    'group',
    'not routed bags per airline since {@onset}',
    per(t.since('onset'), m.AIRLINES, (one) => t.failures(t.all(m.routing, m.airline(one)))),
  ),
  ask(
    'group',
    'error count by service, last 30 minutes',
    per(t.last(30), ['typeb-handler', 'sort-controller', 'bag-recon'], (one) =>
      t.logs(t.all(t.of(one), t.level('ERROR'))),
    ),
  ),
  ask(
    'group',
    'status codes of POST /api/loads since {@onset}',
    per(t.since('onset'), ['201', '409', '503'], (code) => t.requests(t.all(m.loads, m.status(Number(code))))),
  ),
  ask(
    'group',
    'why were bags refused at the drop, count per reason',
    t.groups('count', t.anytime, {
      'over 32 kg': t.logs(m.because('over 32 kg')),
      'flight closed': t.logs(m.because('flight closed')),
    }),
  ),
  ask(
    'group',
    'opened claims by kind in the last hour',
    per(t.last(60), ['delayed', 'damaged', 'pilfered'], (one) => t.logs(t.all(m.opened, t.has('claim_kind', one)))),
  ),
  ask(
    'group',
    'failed typeb-handler requests split by operation since {@onset}',
    per(t.since('onset'), ['store message', 'find message'], (one) => t.failures(t.all(m.handler, t.named(one)))),
  ),
  ask(
    'group',
    'bags per belt line through route bag in the last hour',
    per(t.last(60), m.BELTS, (one) => t.requests(t.all(m.routing, m.belt(one)))),
  ),
  ask(
    'top',
    'who throws the most errors at the moment?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'which airline is hit worst by unrouted bags',
    t.topOf(m.spansOf(t.all(m.routing, t.failed)), t.attribute('airline.name')),
  ),
  ask('top', 'top channel for accepted bags', t.topOf(t.logRows(m.accepted), t.attribute('channel'))),
  ask('top', 'what kind of claim do we get most?', t.topOf(t.logRows(m.opened), t.attribute('claim_kind'))),
]

/** How many, and who has most: orders, trays, routes, ovens, labels, cards of the bakery chain. Fifty-fifth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|orders?|loads?|requests?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))
const meantime = t.during(['onset', 0], ['recovery', 0])

export const BAKERY_COUNTS_55 = [
  ask(
    'outcome',
    'I have cafés shouting at me on two phones. How many orders did we turn down as out of stock tonight?',
    t.count(t.anytime, ...m.REFUSED),
  ),
  ask('outcome', 'orders accepted, last 20m', t.count(t.last(20), ...m.ACCEPTED)),

  ask(
    'outcome',
    'How many van loads could we not confirm between {@onset} and {@recovery}?',
    t.count(meantime, ...m.UNLOADED),
  ),
  ask('outcome', 'late orders (past the cutoff) in total', t.count(t.anytime, t.logs(m.cutoff))),
  ask(
    'outcome',
    'How many times did the driver find the back door locked this night?',
    t.count(t.anytime, t.logs(m.locked)),
  ),
  ask('outcome', 'stops delivered in the last half hour', t.count(t.last(30), t.logs(m.delivered))),
  ask(
    'outcome',
    'In how many cases was an oven programme held because somebody left the door open?',
    t.count(t.anytime, t.logs(m.door), t.requests(t.all(m.ovens, t.has('status', 423)))),
  ),
  ask(
    'outcome',
    'Free coffees, how many were given since {@onset}?',
    t.count(t.since('onset'), t.logs(m.coffee), t.requests(t.all(m.redeeming, m.status(200)))),
  ),
  ask(
    'outcome',
    'invoices written in the past 30 min',
    t.count(t.last(30), t.logs(m.invoiced), t.requests(m.invoices)),
  ),
  ask('outcome', 'did any order get refused after {@recovery+1}? how many', NONE),

  ask('count', 'POST /orders count, last 45 min', t.count(t.last(45), t.requests(m.ordering))),
  ask(
    'count',
    'how often is the catalog opened since {@recovery}',
    t.count(t.since('recovery'), t.requests(m.catalog)),
  ),
  ask('count', '409 stock-ledger total', t.count(t.anytime, t.requests(t.all(m.ledger, m.status(409))))),
  ask(
    'count',
    '502s on route-planner {@onset}-{@onset+15}',
    t.count(t.during(['onset', 0], ['onset', 15]), t.requests(t.all(m.planner, m.status(502)))),
  ),
  ask(
    'count',
    'For how many orders the café looked them up and nothing was found (404)?',
    t.count(t.anytime, t.requests(t.all(m.lookups, m.status(404)))),
  ),

  ask(
    'count',
    'Please tell me how many oven programs were started between {@release} and {@onset}.',
    t.count(t.during(['release', 0], ['onset', 0]), t.requests(m.ovens), t.logs(t.says(/program \S+ started/))),
  ),

  ask('count', 'total log lines forecast-script', t.count(t.anytime, t.logs(m.forecast))),
  ask(
    'count',
    'It gives how many label jobs since the printing was restarted at {@restart}?',
    t.count(t.sinceMark('restart'), t.requests(m.labels), t.logs(t.says(/allergen labels of/))),
  ),

  ask(
    'errors',
    'stock-ledgr errors {@onset} to {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.ledger)),
  ),
  ask('errors', 'error count route-planner, all of it', t.count(t.anytime, ...t.errors(m.planner))),
  ask('errors', 'Has the oven control written even one error line tonight?', NONE),
  ask('errors', 'errors on cafe-portal before {@onset}?', NONE),
  ask('errors', 'Are there errors yet, in the last 10 minutes, in any of our systems?', NONE),
  ask(
    'errors',
    'failed requests all services {@onset+5} to {@onset+25}',
    t.count(t.during(['onset', 5], ['onset', 25]), t.failures(t.any), t.logs(t.level('ERROR'))),
  ),
  ask('level', 'WARN lines label-print', t.count(t.anytime, t.logs(t.all(m.labels, t.level('WARN'))))),

  ask('text', 'grep "out of paper" count', t.count(t.anytime, t.logs(m.paper))),
  ask('text', '"trays wanted" occurrences since {@onset+20}', t.count(t.since('onset', 20), t.logs(m.wanted))),
  ask(
    'text',
    'The message "card is unknown", how many times it appeared in the last 25 minutes?',
    t.count(t.last(25), t.logs(m.unknownCard)),
  ),

  ask('text', 'mails bounced, invoice-run', t.count(t.anytime, t.logs(m.bounced))),

  ask(
    'attribute',
    'How many orders came from the airport cafés during the last hour?',
    t.count(
      t.last(60),
      t.requests(t.all(m.ordering, m.region('airport'))),
      t.requests(t.all(m.ordering, m.region('airport'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'edi orders since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.ordering, m.channel('edi')))),
  ),

  ask(
    'attribute',
    'In the shop Bahnhof, how many times the points were granted in the last 30 minutes?',
    t.count(t.last(30), t.logs(t.all(m.granted, t.has('shop', 'bahnhof')))),
  ),
  ask(
    'conditions',
    'refused orders, sourdough, harbour',
    t.count(t.anytime, t.failures(t.all(m.ordering, m.item('sourdough'), m.region('harbour')))),
  ),
  ask(
    'conditions',
    'How many croissant orders from the old town were refused between {@onset} and {@recovery}?',
    t.count(meantime, t.failures(t.all(m.ordering, m.item('croissant'), m.region('old-town')))),
  ),
  ask(
    'conditions',
    'POST /orders via app status 201 last 30 min',
    t.count(t.last(30), t.requests(t.all(m.ordering, m.channel('app'), m.status(201)))),
  ),
  ask(
    'conditions',
    'How many orders with order.pieces greater than 100 were posted while stock-ledger 4.2.0 was live?',
    t.within(
      0.04,
      t.count(
        ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }]],
        t.requests(t.all(m.ordering, m.above(100))),
      ),
    ),
  ),
  ask('conditions', 'loads on R2 that ended 502', t.count(t.anytime, t.failures(t.all(m.loading, m.line('R2'))))),

  ask(
    'slow',
    'How many oven programs have needed more than 400 ms to be accepted?',
    t.count(t.anytime, t.requests(t.all(m.ovens, t.longer(400)))),
  ),

  ask(
    'exclusion',
    'error lines {@onset}-{@recovery} except route-planner',
    t.count(meantime, t.logs(t.all(t.level('ERROR'), t.not(m.planner)))),
  ),
  ask(
    'exclusion',
    'How many warnings did we have tonight if I leave out the loyalty cards and the ovens?',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(t.of('loyalty-api', 'oven-ctl'))))),
  ),

  ask(
    'distinct',
    'I have to write to everybody we let down: how many different cafés had an order refused?',
    t.count(t.anytime, t.differentOf(t.all(m.ordering, t.failed), 'cafe.id'), t.differentIn(m.refused, 'cafe')),
  ),

  ask(
    'distinct',
    'How many different cafés have their account on hold?',
    t.count(t.anytime, t.differentIn(m.hold, 'cafe'), t.differentOf(t.all(m.ordering, m.status(403)), 'cafe.id')),
  ),
  ask(
    'distinct',
    'from how many printers we got an out of paper?',
    t.count(t.anytime, t.differentTexts(/printer (P\d) is out of paper/)),
  ),

  ask(
    'group',
    'refused orders by region',
    per(t.anytime, m.REGIONS, (one) => t.failures(t.all(m.ordering, m.region(one)))),
  ),
  ask(
    'group',
    'For every route, how many loads were not confirmed?',
    per(t.anytime, m.LINES, (one) => t.failures(t.all(m.loading, m.line(one)))),
  ),
  ask(
    'group',
    'Can you separate me the refused orders per product please',
    per(t.anytime, m.ITEMS, (one) => t.failures(t.all(m.ordering, m.item(one)))),
  ),
  ask(
    'group',
    'status codes POST /orders, breakdown',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 403, 409, 422].map((code) => [code, t.requests(t.all(m.ordering, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'oven starts per oven last 30 min',
    per(t.last(30), m.OVENS, (one) => t.requests(t.all(m.ovens, m.oven(one)))),
  ),

  ask(
    'top',
    'Which route had the most loads that were not confirmed?',
    t.topOf(m.spansOf(t.all(m.loading, t.failed)), t.attribute('route.name')),
  ),
  ask('top', 'top region by orders', t.topOf(m.spansOf(m.ordering), t.attribute('cafe.region'))),

  ask(
    'top',
    'In which shop do people use the loyalty card the most?',
    t.topOf(m.spansOf(m.loyalty), t.attribute('shop.name')),
  ),

  ...talk(
    'refusals',
    ask(
      'follow-up',
      'how many orders were refused between {@onset} and {@onset+20}?',
      t.count(t.during(['onset', 0], ['onset', 20]), ...m.REFUSED),
    ),
    ask(
      'follow-up',
      'only the harbour',
      t.count(t.during(['onset', 0], ['onset', 20]), t.failures(t.all(m.ordering, m.region('harbour')))),
    ),
    ask(
      'follow-up',
      'and university?',
      t.count(t.during(['onset', 0], ['onset', 20]), t.failures(t.all(m.ordering, m.region('university')))),
    ),
    ask(
      'follow-up',
      'and all regions together before {@onset}?',
      t.words({ saysFirst: [['\\bno\\b', '\\bnone\\b', '(?<![\\d.,])0\\b']] }),
    ),
  ),
  ...talk(
    'loads',
    ask('follow-up', 'loads posted to route-planner last 60 min', t.count(t.last(60), t.requests(m.loading))),
    ask('follow-up', 'how many of them failed', t.count(t.last(60), ...m.UNLOADED)),
    ask('follow-up', 'R4 only', t.count(t.last(60), t.failures(t.all(m.loading, m.line('R4'))))),
  ),
  ...talk(
    'house',
    ask(
      'follow-up',
      'How many warnings do the ovens have?',
      t.count(t.anytime, t.logs(t.all(m.ovens, t.level('WARN')))),
    ),
    ask('follow-up', 'And the label printing?', t.count(t.anytime, t.logs(t.all(m.labels, t.level('WARN'))))),
    ask('follow-up', 'only the last 30 minutes', t.count(t.last(30), t.logs(t.all(m.labels, t.level('WARN'))))),
  ),
  ...talk(
    'cards',
    ask('follow-up', 'requests with loyalty cards in the last 40 min', t.count(t.last(40), t.requests(m.loyalty))),
    ask(
      'follow-up',
      'from them the marktplatz',
      t.count(t.last(40), t.requests(t.all(m.loyalty, m.shop('marktplatz')))),
    ),
    ask(
      'follow-up',
      'how many 404 there',
      t.count(t.last(40), t.requests(t.all(m.loyalty, m.shop('marktplatz'), m.status(404)))),
    ),
  ),
]

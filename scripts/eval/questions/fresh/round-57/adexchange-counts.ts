/** How many, and who has most: bid requests, auctions, budgets, clicks, creatives, payouts of the exchange. Fifty-seventh round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|auctions?|requests?|lines?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))
const meantime = t.during(['onset', 0], ['recovery', 0])

export const ADEXCHANGE_COUNTS_57 = [
  ask(
    'outcome',
    '[FIRING:1] FillRateLow (exchange sakura-news page)\nlabels: publisher="sakura-news" severity="page"\nannotations: fill below 40% for 5m\n\nhow many auctions of sakura-news came back empty since {@onset}?',
    t.count(t.since('onset'), m.emptyOf('sakura-news'), t.logs(m.emptyAt('sakura-news'))),
  ),
  ask('outcome', 'how many empty auctions in total', t.count(t.anytime, ...m.EMPTY)),
  ask(
    'outcome',
    'noor: "finance asks again how many publishers wait for their money because of the tax form thing"\nso: how many payouts were held?',
    t.count(t.anytime, t.logs(m.held), t.requests(t.all(m.paying, m.status(403)))),
  ),
  ask(
    'outcome',
    '{clickLine}\nhow many clicks did we throw away like that, all publishers?',
    t.count(t.anytime, t.logs(m.discarded), t.requests(t.all(m.clicking, m.status(403)))),
  ),
  ask(
    'outcome',
    'payouts sent in the last half hour?',
    t.count(t.last(30), t.logs(m.paid), t.requests(t.all(m.paying, m.status(201)))),
  ),
  ask(
    'outcome',
    '{creativeLine}\nan advertiser complains. How many creatives did we reject altogether?',
    t.count(t.anytime, t.logs(m.rejected), t.requests(t.all(m.submitting, m.status(422)))),
  ),
  ask(
    'outcome',
    'PagerDuty #48213 RESOLVED – [exchange] pacing rejections high\nhow many times did the pacing stop a campaign as overspent between {@onset} and {@recovery}',
    t.count(meantime, ...m.STOPPED),
  ),
  ask('outcome', 'any auctions run empty after {@recovery+1}?', NONE),
  ask('outcome', 'impressions counted, past 15 minutes', t.count(t.last(15), ...m.SHOWN)),

  ask(
    'count',
    "curl -sSi -XPOST 'https://rtb.bidmarkt.net/openrtb/bid?pub=metro-tokyo&fmt=banner'\nHTTP/2 204\nhow many 204 did the gateway answer to metro-tokyo in the last 45 minutes?",
    t.count(t.last(45), t.requests(t.all(m.bids, m.publisher('metro-tokyo'), m.status(204)))),
  ),
  ask(
    'count',
    'SSP dashboard of daily-brief vs ours, someone claims we lose traffic. bid requests in the last hour',
    t.count(t.last(60), t.requests(m.bids)),
  ),
  ask(
    'count',
    'haproxy: backend auctions/srv2 503 SC--\nauction-core 503 total',
    t.count(t.anytime, t.requests(t.all(m.core, m.status(503)))),
  ),
  ask(
    'count',
    'jonas [22:14]: pacer is spitting 409s at me??\n\nHow many 409s between {@onset} and {@onset+10}?',
    t.count(t.during(['onset', 0], ['onset', 10]), t.requests(t.all(m.pacer, m.status(409)))),
  ),
  ask(
    'count',
    'how many click requests hit the pixel since {@onset}',
    t.count(t.since('onset'), t.requests(m.clicking)),
  ),
  ask(
    'count',
    'GET https://px.bidmarkt.net/view?p=nordblatt&c=cmp-4203&sig=8fa1\nhow many /view calls for nordblatt do we have?',
    t.count(t.anytime, t.requests(t.all(m.views, m.publisher('nordblatt')))),
  ),
  ask(
    'count',
    'Datadog: [Recovered] event-sink consumer restarted on bid-node\nhow many events did the sink process since {@restart}?',
    t.count(t.sinceMark('restart'), t.requests(m.sink)),
  ),

  ask(
    'errors',
    '[Triggered] Error log volume {service:budget-pacer,env:prod}\nerrors budget-pacer last 40m',
    t.count(t.last(40), ...t.errors(m.pacer)),
  ),
  ask(
    'errors',
    '{emptyLine}\nerrors of auction-core from {@onset} to {@onset+15}?',
    t.count(t.during(['onset', 0], ['onset', 15]), ...t.errors(m.core)),
  ),
  ask('errors', 'was there even one error before {@onset}?', NONE),
  ask(
    'errors',
    'SLO burn alert "auction errors" fired, ticket OPS-7719.\nAre there errors in the last 8 minutes?',
    NONE,
  ),
  ask('level', 'warnings creative-check', t.count(t.anytime, t.logs(t.all(m.checker, t.level('WARN'))))),

  ask('text', '{usedUpLine}\nhow often this message in total, any campaign', t.count(t.anytime, t.logs(m.usedUp))),
  ask('text', 'count "duplicate event dropped" last 30 min', t.count(t.last(30), t.logs(m.duplicate))),
  ask('text', '{lateLine}\nhow many lines say "timed out after 120 ms"?', t.count(t.anytime, t.logs(m.late))),

  ask(
    'attribute',
    'bidder timeouts > 5/min, dsp="adlume", see https://grafana.bidmarkt.net/d/bidders?var-dsp=adlume&from=now-1h\nHow many times did adlume time out in the last hour?',
    t.count(t.last(60), t.logs(m.lateAt('adlume'))),
  ),
  ask(
    'attribute',
    'video bid requests since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.bids, m.format('video')))),
  ),
  ask(
    'attribute',
    '{"campaign":"cmp-7104","currency":"JPY","state":"stopped"}\nhow many times was this campaign stopped as overspent',
    t.count(
      t.anytime,
      t.logs(t.all(m.overspent, t.has('campaign', 'cmp-7104'))),
      t.failures(t.all(m.reserving, m.campaign('cmp-7104'))),
    ),
  ),
  ask(
    'conditions',
    'lena (publisher support): "sakura says their video slots were worst"\nHow many video auctions of sakura-news ended empty between {@onset} and {@recovery}?',
    t.count(meantime, t.failures(t.all(m.auctions, m.publisher('sakura-news'), m.format('video')))),
  ),
  ask(
    'conditions',
    '{rejectLine}\nhow many bid requests of metro-tokyo were rejected?',
    t.count(
      t.anytime,
      t.logs(t.all(m.refusedBid, m.site('metro-tokyo'))),
      t.requests(t.all(m.bids, m.publisher('metro-tokyo'), m.status(400))),
    ),
  ),
  ask(
    'conditions',
    'impressions of banner ads at daily-brief, last 30 min',
    t.count(
      t.last(30),
      t.requests(t.all(m.imps, m.publisher('daily-brief'), m.format('banner'))),
      t.logs(t.all(m.shown, m.site('daily-brief'), t.has('format', 'banner'))),
    ),
  ),
  ask(
    'conditions',
    'rejected creatives with reason "sound on start"',
    t.count(t.anytime, t.logs(t.all(m.rejected, t.has('reason', 'sound on start')))),
  ),
  ask(
    'conditions',
    'POST /pacing/reserve 409 campaign.currency=JPY campaign.id=cmp-7101\ncount pls, between {@onset} and {@onset+20}',
    t.count(t.during(['onset', 0], ['onset', 20]), t.failures(t.all(m.reserving, m.campaign('cmp-7101')))),
  ),
  ask(
    'slow',
    'How many creative checks needed more than a second since {@release}?',
    t.count(t.since('release'), t.requests(t.all(m.checker, t.longer(1000)))),
  ),

  ask(
    'exclusion',
    'warnings in total without event-sink and creative-check',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(t.of('event-sink', 'creative-check'))))),
  ),
  ask(
    'exclusion',
    'alertname=ErrorLines value=high\nerror lines between {@onset} and {@recovery}, but not those of budget-pacer',
    t.count(meantime, t.logs(t.all(t.level('ERROR'), t.not(m.pacer)))),
  ),

  ask(
    'distinct',
    '{overspentLine}\nHow many different campaigns were stopped this way?',
    t.count(
      t.anytime,
      t.differentIn(m.overspent, 'campaign'),
      t.differentOf(t.all(m.reserving, t.failed), 'campaign.id'),
    ),
  ),
  ask(
    'distinct',
    'For how many campaigns did we count clicks?',
    t.count(t.anytime, t.differentIn(m.counted, 'campaign'), t.differentOf(m.clicking, 'campaign.id')),
  ),

  ask(
    'group',
    '{"dims":["publisher"],"metric":"bid_requests"}\ncan you do this one: bid requests by publisher',
    per(t.anytime, m.PUBLISHERS, (one) => t.requests(t.all(m.bids, m.publisher(one)))),
  ),
  ask(
    'group',
    'cmp-7101\ncmp-7102\ncmp-7103\ncmp-7104\ncmp-7105\ncmp-7106\nthese are all JP. how often was each of them stopped as overspent?',
    per(t.anytime, m.YEN, (one) => t.failures(t.all(m.reserving, m.campaign(one)))),
  ),
  ask(
    'group',
    'demand team wants a table. How many timeouts for each bidder?',
    per(t.anytime, m.DSPS, (one) => t.logs(m.lateAt(one))),
  ),
  ask(
    'group',
    'rejected creatives, split by reason',
    t.groupsBy(t.anytime, t.logsIn(m.rejected), t.attribute('reason')),
  ),
  ask(
    'group',
    'PO-61214 is on hold says noor.\nPayouts held per publisher?',
    t.groups(
      'count',
      t.anytime,
      m.each(['sakura-news', 'metro-tokyo', 'daily-brief', 'nordblatt'], (one) =>
        t.requests(t.all(m.paying, m.status(403), m.publisher(one))),
      ),
    ),
  ),
  ask(
    'group',
    'stored events by kind, last 40 min',
    per(t.last(40), ['imp', 'view', 'click'], (one) => t.logs(t.all(m.stored, t.has('kind', one)))),
  ),

  ask('top', 'which publisher sends the most bid requests', t.topOf(m.spansOf(m.bids), t.attribute('publisher.name'))),
  ask(
    'top',
    '[ALERT] BidderTimeouts  team=demand  runbook=https://wiki.bidmarkt.net/rb/bidders?id=12\nwho of the bidders times out the most?',
    t.topOf(t.logRows(m.late), (row) => ('message' in row ? (row.message.split(' ')[0] ?? '') : '')),
  ),

  ...talk(
    'empties',
    ask(
      'follow-up',
      '[FIRING:2] AuctionEmpty  publisher=~"sakura-news|metro-tokyo"\nhow many auctions ran empty between {@onset} and {@onset+20}?',
      t.count(t.during(['onset', 0], ['onset', 20]), ...m.EMPTY),
    ),
    ask('follow-up', 'only sakura-news', t.count(t.during(['onset', 0], ['onset', 20]), m.emptyOf('sakura-news'))),
    ask('follow-up', 'and metro-tokyo?', t.count(t.during(['onset', 0], ['onset', 20]), m.emptyOf('metro-tokyo'))),
    ask('follow-up', 'same before {@onset}', t.words({ saysFirst: [['\\bno\\b', '\\bnone\\b', '(?<![\\d.,])0\\b']] })),
  ),
  ...talk(
    'clicks',
    ask(
      'follow-up',
      'impressions of gamewire in the last hour?',
      t.count(
        t.last(60),
        t.requests(t.all(m.imps, m.publisher('gamewire'))),
        t.logs(t.all(m.shown, m.site('gamewire'))),
      ),
    ),
    ask(
      'follow-up',
      'and nordblatt',
      t.count(
        t.last(60),
        t.requests(t.all(m.imps, m.publisher('nordblatt'))),
        t.logs(t.all(m.shown, m.site('nordblatt'))),
      ),
    ),
    ask(
      'follow-up',
      'only video',
      t.count(
        t.last(60),
        t.requests(t.all(m.imps, m.publisher('nordblatt'), m.format('video'))),
        t.logs(t.all(m.shown, m.site('nordblatt'), t.has('format', 'video'))),
      ),
    ),
  ),
  ...talk(
    'stops',
    ask(
      'follow-up',
      '{overspentLine}\nhow many of those in the last hour, all campaigns',
      t.count(t.last(60), ...m.STOPPED),
    ),
    ask('follow-up', 'just cmp-7105', t.count(t.last(60), t.failures(t.all(m.reserving, m.campaign('cmp-7105'))))),
    ask(
      'follow-up',
      'in the last 8 minutes?',
      t.words({ saysFirst: [['\\bno\\b', '\\bnone\\b', '(?<![\\d.,])0\\b']] }),
    ),
  ),
  ...talk(
    'warns',
    ask('follow-up', 'How many warnings has bidder-hub?', t.count(t.anytime, t.logs(t.all(m.hub, t.level('WARN'))))),
    ask('follow-up', 'and creative-check?', t.count(t.anytime, t.logs(t.all(m.checker, t.level('WARN'))))),
    ask('follow-up', 'last 30 min only', t.count(t.last(30), t.logs(t.all(m.checker, t.level('WARN'))))),
  ),
]

/** Fill and win rates, durations, spend, prices, metrics and comparisons of the exchange. Fifty-seventh round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const rate = (currency: string, what: t.Statistic) => m.gauge('budget-pacer', 'fx_rate_usd', what, 'currency', currency)
const stopped = (what: t.Statistic) => m.gauge('budget-pacer', 'campaigns.stopped', what, 'currency', 'JPY')
const waiting = (format: string, what: t.Statistic) =>
  m.gauge('creative-check', 'creatives_waiting', what, 'format', format)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process_resident_memory_bytes', what)
const partner = (dsp: string, what: t.Statistic) => m.gauge('bidder-hub', 'partner.connections', what, 'dsp', dsp)
const lag = (partition: string, what: t.Statistic) =>
  m.gauge('event-sink', 'kafka.consumer.lag', what, 'partition', partition)
const due = (what: t.Statistic) => m.gauge('publisher-payouts', 'payouts.due', what)
const meantime = t.during(['onset', 1], ['recovery', 0])
const TOTAL = (what: t.Statistic) => m.gauge('budget-pacer', 'spend_usd_total', what)
/** Of all bid requests, or of those that were not rejected. */
const fill = (where: t.Where = t.any): t.Measure[] => [
  t.share(t.all(m.bids, where), m.status(200)),
  t.share(t.all(m.bids, where, t.not(m.status(400))), m.status(200)),
]
/** Who of some names has the greatest of a measure. */
const most =
  (names: readonly string[], measure: (name: string) => t.Measure): t.Expect =>
  ({ world }) => {
    const window = { fromMs: world.startMs, toMs: world.endMs }
    const ranked = names
      .map((name) => ({ name, value: measure(name)(world, window) }))
      .sort((a, b) => b.value - a.value)
    return { first: { name: ranked[0]?.name ?? '', among: [...names] } }
  }
const CAMPAIGNS = [
  ...m.YEN,
  ...[1, 2, 3, 4, 5, 6].map((one) => `cmp-420${one}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((one) => `cmp-530${one}`),
  ...[1, 2, 3].map((one) => `cmp-640${one}`),
]

export const ADEXCHANGE_NUMBERS_57 = [
  ask('ratio', 'fill rate last 10 min', t.percent(t.last(10), ...fill())),
  ask(
    'ratio',
    '{fillLine}\nWhat was the fill rate of sakura-news between {@onset+1} and {@recovery}?',
    t.percent(meantime, ...fill(m.publisher('sakura-news'))),
  ),
  ask(
    'ratio',
    'Account manager writes: "hashi-ads says they win nothing today."\nwhat is the share of auctions of hashi-ads that got a winner?',
    t.percent(t.anytime, t.share(t.all(m.auctions, m.dsp('hashi-ads')), m.status(200))),
  ),
  ask(
    'ratio',
    'what percentage of the auctions ran empty from {@onset+1} to {@recovery}',
    t.percent(meantime, t.share(m.auctions)),
  ),
  ask(
    'ratio',
    'POST /creatives HTTP/1.1\nHost: review.bidmarkt.net\n< HTTP/1.1 422\nhow many percent of submitted creatives are rejected?',
    t.percent(t.anytime, t.share(m.submitting, m.status(422))),
  ),
  ask('ratio', 'reserve failure rate at budget-pacer last 40 min', t.percent(t.last(40), t.share(m.reserving))),
  ask('ratio', 'ctr? i mean clicks we counted per impressions counted, in %', ({ world }) => {
    const window = { fromMs: world.startMs, toMs: world.endMs }
    const [clicks, shown] = [t.logs(m.counted)(world, window), t.logs(m.shown)(world, window)]
    return { numbers: [{ value: (100 * clicks) / shown, unit: 'percent', tolerance: 0.03 }] }
  }),

  ask(
    'percentile',
    '[Alerting] RTB latency budget 150ms  dashboard?orgId=1&from=now-30m\np95 bid-gateway last 30 min',
    t.millis(t.last(30), t.took(m.gateway, 0.95)),
  ),
  ask('percentile', 'p99 of auctions', t.millis(t.anytime, t.took(m.auctions, 0.99))),
  ask(
    'percentile',
    '[Triggered] p90 latency creative-check > 1s  env:prod team:review\nwhat is the p90 of POST /creatives since {@release}?',
    t.millis(t.since('release'), t.took(m.submitting, 0.9)),
  ),
  ask('percentile', 'median of a frequency cap check?', t.millis(t.anytime, t.took(m.caps, 0.5))),
  ask(
    'mean-max',
    'at net.bidmarkt.sink.EventSink.flush(EventSink.java:141)\nat java.base/java.lang.Thread.run(Thread.java:1583)\navg duration event-sink',
    t.millis(t.anytime, t.took(m.sink, 'mean')),
  ),
  ask(
    'mean-max',
    'highest winning price (cpm) in usd',
    t.value(t.anytime, t.stated(m.PRICE, 'max'), m.extremeOf(m.returned, 'cpm_usd', 'max')),
  ),
  ask(
    'mean-max',
    '"ad returned" publisher="gamewire" format="video" cpm_usd=...\naverage cpm_usd for video?',
    t.within(0.01, t.value(t.anytime, m.extremeOf(t.all(m.returned, t.has('format', 'video')), 'cpm_usd', 'mean'))),
  ),
  ask('mean-max', 'biggest payout we sent', t.value(t.anytime, t.stated(m.PAID, 'max'))),
  ask(
    'mean-max',
    '{overspentLine}\nbudget_usd: what is the smallest budget among these?',
    t.value(t.anytime, m.extremeOf(m.overspent, 'budget_usd', 'min')),
  ),
  ask(
    'slowest',
    'which service is the slowest at the moment?',
    t.words({ saysFirst: [['creative-check']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'a slow trace please, one of the creative reviews',
    t.words({ says: [['creative-check', '/creatives']] }),
  ),

  ask(
    'rate',
    'k6 run --vus 50 rtb.js (not prod dont worry)\nwhat do we have in prod: bid requests per second, last 30 min',
    t.perS(t.last(30), t.perSecond(t.requests(m.bids))),
  ),
  ask(
    'rate',
    'kai: impressions graph looks like a cliff\nimpressions per minute between {@onset+1} and {@recovery}?',
    t.perS(meantime, ...m.SHOWN.map(t.perSecond)),
  ),

  ask('sum', 'total spend in usd', t.value(t.anytime, m.spend(), TOTAL('last'), TOTAL('rise'))),
  ask('sum', 'how much did advertisers spend in the last 20 min?', t.value(t.last(20), m.spend(), TOTAL('rise'))),
  ask(
    'sum',
    '{"campaign":"cmp-5304","currency":"USD"}\nhow much has this campaign spent?',
    t.value(t.anytime, m.spend(t.has('campaign', 'cmp-5304'))),
  ),
  ask(
    'sum',
    'noor (finance) again: "number pls"\nwhat did we pay out to publishers altogether, in USD',
    t.value(t.anytime, t.stated(m.PAID, 'sum')),
  ),
  ask(
    'sum',
    'invoice question from finance, see thread https://chat.bidmarkt.net/c/fin?m=7731\nsum of the payouts to nordblatt that were sent?',
    t.value(t.anytime, t.stated(/^payout PO-\d+ to nordblatt sent, ([\d.]+) USD/, 'sum')),
  ),

  ask(
    'metric',
    '{"pair":"JPY/USD","source":"treasury-feed"}\nfx_rate_usd JPY now',
    t.within(0.01, t.value(t.anytime, rate('JPY', 'last'))),
  ),
  ask(
    'metric',
    '{rateLine}\nwhat was the highest fx_rate_usd for JPY that the metric shows?',
    t.within(0.01, t.value(t.anytime, rate('JPY', 'max'))),
  ),
  ask('metric', 'max stopped campaigns in yen', t.within(0.005, t.value(t.anytime, stopped('max')))),
  ask(
    'metric',
    'How much do we still owe to publishers (payouts due)?',
    t.within(0.01, t.value(t.anytime, due('last'))),
  ),
  ask(
    'metric',
    'OOMKilled? no, but close: limits.memory: 1Gi\npeak memory bidder-hub',
    t.within(0.01, t.bytes(t.anytime, memory('bidder-hub', 'max'))),
  ),
  ask(
    'metric',
    'avg_over_time(open_connections{job="bid-gateway"}[30m])\nwhat does that give, for the last 30 min',
    t.within(0.02, t.value(t.last(30), m.gauge('bid-gateway', 'open_connections', 'mean'))),
  ),
  ask(
    'metric',
    'video creatives waiting for review right now?',
    t.within(0.02, t.value(t.anytime, waiting('video', 'last'))),
  ),
  ask(
    'metric',
    '[FIRING:1] KafkaConsumerLag topic=ad.events group=event-sink partition=2\nhighest lag of partition 2 today?',
    t.within(0.01, t.value(t.anytime, lag('2', 'max'))),
  ),
  ask('metric', 'spend_usd_total, where does it stand', t.within(0.01, t.value(t.anytime, TOTAL('last')))),
  ask('metric-group', 'average partner connections per bidder', (asked) => ({
    groups: Object.fromEntries(
      m.DSPS.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [partner(one, 'mean')]), tolerance: 0.02 }]),
    ),
  })),
  ask('metric-group', 'max creatives waiting, by format', (asked) => ({
    groups: Object.fromEntries(
      m.FORMATS.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [waiting(one, 'max')]), tolerance: 0.01 }]),
    ),
  })),
  ask(
    'top',
    'which format has the most creatives waiting',
    t.words({ saysFirst: [['video']], neverFirst: ['\\b(?:banner|native)\\b.*video'] }),
  ),
  ask(
    'top',
    'campaign with the highest spend?',
    most(CAMPAIGNS, (one) => m.spend(t.has('campaign', one))),
  ),

  ask(
    'compare',
    'p50 of POST /creatives before and after 3.2.0',
    t.compared('ms', t.took(m.submitting, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'pinned in #oncall: "compare fill, not vibes"\nads returned in the last 10 minutes vs the 10 minutes from {@onset+5}',
    t.compared('count', t.logs(m.returned), t.last(10), t.during(['onset', 5], ['onset', 15])),
  ),
  ask(
    'compare',
    'sakura-news vs metro-tokyo empty auctions',
    t.groups('count', t.anytime, m.each(['sakura-news', 'metro-tokyo'], m.emptyOf)),
  ),
  ask('trend', 'bidder-hub memory going up?', t.verdict('yes', 'up')),
  ask('trend', 'does the queue of video creatives grow', t.verdict('yes', 'up')),
  ask('trend', '{drainLine}\nis the kafka lag of event-sink still rising?', t.verdict('no', 'up')),
  ask('trend', 'is the amount of payouts due shrinking?', t.verdict('yes', 'down')),
  ask(
    'anomaly',
    'dashboards/d/pacing?panelId=4&orgId=1\nanything weird with fx_rate_usd?',
    t.words({
      says: [['jpy', 'yen', '0\\.67\\b', 'rise|rose|jump|spike|peak|increas|higher|above|unusual|\\bup\\b']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'several',
    'bid-gateway p50 p95 p99',
    t.both(t.anytime, ['ms', t.took(m.gateway, 0.5)], ['ms', t.took(m.gateway, 0.95)], ['ms', t.took(m.gateway, 0.99)]),
  ),
  ask(
    'several',
    'for the incident doc: how many auctions were won between {@onset} and {@recovery}, and how many ran empty?',
    t.both(t.during(['onset', 0], ['recovery', 0]), ['count', t.logs(m.won)], ['count', t.logs(m.empty)]),
  ),
  ask(
    'several',
    '{duplicateLine}\ntwo things: how many duplicates did we drop in all, and how many events were stored?',
    t.both(t.anytime, ['count', t.logs(m.duplicate)], ['count', t.logs(m.stored)]),
  ),

  ...talk(
    'fill',
    ask(
      'follow-up',
      'fill rate of metro-tokyo between {@onset+1} and {@recovery}',
      t.percent(meantime, ...fill(m.publisher('metro-tokyo'))),
    ),
    ask('follow-up', 'and daily-brief?', t.percent(meantime, ...fill(m.publisher('daily-brief')))),
    ask('follow-up', 'and before {@onset}?', t.percent(t.before('onset'), ...fill(m.publisher('daily-brief')))),
  ),
  ...talk(
    'latency',
    ask(
      'follow-up',
      '[Triggered] auction latency\n@slack-exchange-oncall\np95 auction-core',
      t.millis(t.anytime, t.took(m.core, 0.95)),
    ),
    ask('follow-up', 'last 20 min', t.millis(t.last(20), t.took(m.core, 0.95))),
    ask('follow-up', 'and the median', t.millis(t.last(20), t.took(m.core, 0.5))),
  ),
  ...talk(
    'rates',
    ask(
      'follow-up',
      'what is the usd rate of the yen now (fx_rate_usd)?',
      t.within(0.01, t.value(t.anytime, rate('JPY', 'last'))),
    ),
    ask('follow-up', 'and the euro', t.within(0.005, t.value(t.anytime, rate('EUR', 'last')))),
  ),
]

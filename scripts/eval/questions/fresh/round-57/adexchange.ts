/** Questions to the advertising exchange: states, causes, single things, what cannot be answered. Fifty-seventh round. */
import { ADEXCHANGE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { ADEXCHANGE_COUNTS_57 } from './adexchange-counts.ts'
import { ADEXCHANGE_NUMBERS_57 } from './adexchange-numbers.ts'
import { ADEXCHANGE_PASTES_57 } from './adexchange-pastes.ts'
import * as m from './rows.ts'

const RATES = ADEXCHANGE_INCIDENT.mechanism
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const OVER = ['over', 'recover', 'ended', 'no longer', 'resolved', 'back to normal', 'stopped', 'reloaded', 'until']

export const ADEXCHANGE_57 = [
  ask(
    'state',
    'hiro: "can i tell the tokyo clients to relaunch?"\nAre campaigns in yen still being stopped?',
    t.verdict('no', 'bad'),
  ),
  ask(
    'state',
    '[RESOLVED] AuctionEmpty publisher="metro-tokyo"\nthe alert says resolved, do we believe it, are the auctions okay now?',
    t.verdict('yes', 'good'),
  ),
  ask(
    'state',
    'POST /pacing/reserve -> 409 {"error":"overspent"}\nbudget-pacer still refusing reservations?',
    t.verdict('no', 'bad'),
  ),
  ask('health', 'freq-cap ok?', t.healthy),
  ask('health', 'Is the tracking of impressions and clicks healthy?', t.healthy),
  ask('health', 'are payouts to publishers running fine', t.healthy),
  ask(
    'premise',
    'thread 4 panicked at track_pixel/src/main.rs:88:14\nnote: run with RUST_BACKTRACE=1\n(dev saw that on his laptop)\nwhy did track-pixel crash in prod',
    t.denied('track-pixel'),
  ),
  ask('premise', 'freq-cap slow today?', t.noTrouble),

  ask(
    'cause',
    'PagerDuty INCIDENT #48213\nService: exchange / auction-core\nUrgency: high\nSummary: POST /auctions 503 > 5% for 3m\n\nwhat is behind this?',
    t.because(ADEXCHANGE_INCIDENT),
  ),
  ask(
    'cause',
    'hiro (sales tokyo): "every one of our yen campaigns says overspent, but they have spent next to nothing!!"\nRoot cause please.',
    t.because(ADEXCHANGE_INCIDENT, 'mechanism'),
  ),
  ask(
    'cause',
    'Opsgenie P2 ack by tomas, note: "saw it, no idea, going for lunch"\nwhat broke at {@onset}',
    t.because(ADEXCHANGE_INCIDENT),
  ),
  ask(
    'cause',
    'Datadog monitor: [P1] Fill rate anomaly on {service:bid-gateway,publisher:sakura-news}\nhttps://app.datadoghq.eu/monitors/9912?group=publisher%3Asakura-news&from_ts=1\nwhy',
    t.because(ADEXCHANGE_INCIDENT),
  ),
  ask(
    'cause',
    'Was it the creative-check release, the event-sink restart or the pacing? One of them please.',
    t.words({
      says: [['budget-pacer', 'pacing']],
      neverFirst: ['^\\W*(?:it was |it is |yes,? )?(?:the )?.?(?:creative-check|event-sink)\\b'],
    }),
  ),
  ask('cause', '503s on auction-core, reason?', t.because(ADEXCHANGE_INCIDENT)),
  ask(
    'cause',
    'https://grafana.bidmarkt.net/d/pixel?var-country=JP&viewPanel=7\nWhy did the impressions of the Japanese sites drop?',
    t.because(ADEXCHANGE_INCIDENT),
  ),

  ask('since', 'since when do we have empty auctions', t.began()),
  ask(
    'since',
    'at com.sakura.sdk.AdLoader.load(AdLoader.kt:212)\nat com.sakura.sdk.Banner.refresh(Banner.kt:88)\nCaused by: NoFillException: 204\n\nWhen did this begin on our side?',
    t.began(),
  ),
  ask(
    'since',
    '["cmp-7101","cmp-7103","cmp-7106"] all say active again\nwhen did the overspent stops end?',
    ({ world }) => at(world.marks['recovery'], 150),
  ),
  ask(
    'how-long',
    'postmortem template v3\nDuration: ___\nhow long did the auctions run empty',
    t.lasted('onset', 'recovery'),
  ),

  ask('impact', 'how bad was it? i have to fill in the postmortem', m.damage),
  ask(
    'impact',
    'lena: "who do i have to send the sorry mail to"\nwhich publishers were hit',
    t.words({ names: ['sakura-news', 'metro-tokyo'] }),
  ),
  ask(
    'impact',
    '[FIRING:3] exchange SLO burn\nwhich services were affected?',
    t.words({ names: ['budget-pacer', 'auction-core'] }),
  ),
  ask('impact', 'were the payouts touched by this', t.verdict('no', 'bad')),
  ask(
    'impact',
    'currency of the campaigns that were stopped?',
    t.words({ says: [['\\bJPY\\b', '\\byen\\b']], never: ['\\b(?:EUR|GBP|USD) (?:campaigns )?(?:were|was) stopped'] }),
  ),

  ask(
    'deploy',
    'release notes of today? i only need what went live during my shift',
    t.words({ says: [['creative-check'], ['3\\.2\\.0']] }),
  ),
  ask(
    'deploy',
    'tomas: "could be my 3.2.0, sorry if so"\nis creative-check 3.2.0 to blame for the empty auctions?',
    t.verdict('no', 'bad'),
  ),
  ask('deploy', 'was there a deploy of budget-pacer', t.verdict('no', 'fact')),
  ask('version', 'budget-pacer version', t.words({ saysFirst: [['2\\.26\\.0']] })),
  ask(
    'version',
    'image: registry.bidmarkt.net/review/creative-check:3.2.0\nwhich version did creative-check have before',
    t.words({ says: [['3\\.1\\.4']] }),
  ),
  ask(
    'restart',
    'kubectl describe says\n  Last State: Terminated  Reason: Completed\nwhen was event-sink restarted',
    t.began('restart', 120),
  ),
  ask('restart', 'did auction-core restart?', t.verdict('no', 'fact')),
  ask(
    'next-step',
    'alert cleared, my shift ends in ten minutes. anything left to do about the pacing?',
    t.words({ says: [['budget-pacer'], [...RATES, ...OVER]] }),
  ),
  ask(
    'next-step',
    'what should we change so that this cannot happen again',
    t.words({ says: [['budget-pacer'], [...RATES]] }),
  ),
  ask('dependency', 'who calls budget-pacer', t.words({ names: ['auction-core'] })),
  ask('dependency', 'what does bid-gateway depend on?', t.words({ names: ['auction-core', 'freq-cap'] })),
  ask(
    'timeline',
    'timeline of the incident for the postmortem please, with times',
    t.words({
      says: [['budget-pacer'], ['auction-core', 'bid-gateway'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'is report-export still writing?', t.verdict('yes', 'good')),
  ask('silence', 'did any service go quiet', t.verdict('no', 'bad')),

  ask('single-record', 'need it for ticket OPS-7719\nfirst empty auction at?', ({ world }) =>
    at(world.logs.find(m.empty)?.timeMs, 60),
  ),
  ask('single-record', 'when was the last campaign stopped as overspent', ({ world }) =>
    at(world.logs.findLast(m.overspent)?.timeMs, 60),
  ),
  ask(
    'single-record',
    'status=422 advertiser=brightshoes creative=banner_970x250.html5\nlast time a creative got rejected?',
    ({ world }) => at(world.logs.findLast(m.rejected)?.timeMs, 60),
  ),
  ask('list', 'which services do we have here', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics that budget-pacer sends',
    t.words({ names: ['fx_rate_usd', 'campaigns.stopped', 'spend_usd_total'] }),
  ),
  ask('list', 'routes of track-pixel', t.words({ says: [['/imp\\b'], ['/view\\b'], ['/click\\b']] })),
  ask('list', 'which bidders (dsps) are there', t.words({ names: [...m.DSPS] })),
  ask('bare-name', 'event-sink', t.words({ saysFirst: [['event-sink']] })),

  ask('unknown', 'errors of audience-segments last hour', t.declined('unknown', 'audience-segments')),
  ask(
    'unknown',
    '[FIRING:1] HighLatency service="header-bidding-proxy"\np95 of header-bidding-proxy?',
    t.declined('unknown', 'header-bidding-proxy'),
  ),
  ask('unknown', 'what became of auction au-99991234', t.declined('no_data')),
  ask('unknown-attribute', 'clicks per age of the user', t.declined('no_data')),
  ask('order', 'reload the currency table on budget-pacer now', t.declined('read_only')),
  ask(
    'order',
    'curl -XPOST https://pacer.int.bidmarkt.net/campaigns/cmp-7101/resume -d \'{"force":true}\'\ncan you run this for me',
    t.declined('read_only'),
  ),
  ask('talk', 'hi, who is on call with me tonight :)', t.declined('small_talk')),
  ask('off-topic', 'what is a good slogan for an ice cream ad?', t.declined('off_topic')),
  ask('ask-back', 'and the other ones of those?', t.declined('ask_back')),
  ask('language', 'Warum wurden Yen-Kampagnen als überzogen gestoppt?', t.because(ADEXCHANGE_INCIDENT)),
  ask('language', 'wie viele Auktionen von metro-tokyo liefen leer?', t.count(t.anytime, m.emptyOf('metro-tokyo'))),
  ask(
    'language',
    'combien de requêtes pour bid-gateway ces 15 dernières minutes',
    t.count(t.last(15), t.requests(m.gateway)),
  ),

  ...talk(
    'page',
    ask(
      'follow-up',
      'PagerDuty #48213 TRIGGERED\n[exchange] AuctionEmpty sakura-news\njust got this. what is it?',
      t.because(ADEXCHANGE_INCIDENT),
    ),
    ask('follow-up', 'since when', t.began()),
    ask('follow-up', 'why?', t.words({ says: [[...RATES]] })),
    ask('follow-up', 'still going on?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'creatives',
    ask('follow-up', 'anything new on creative-check today', t.words({ says: [['3\\.2\\.0']] })),
    ask('follow-up', 'could that have emptied the auctions?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'sinks',
    ask('follow-up', '{drainLine}\nwhen did event-sink come back after this?', t.began('restart', 120)),
    ask('follow-up', 'is it healthy now', t.healthy),
  ),
  ask('several', 'what broke, since when, is it over', (asked) => ({
    ...t.because(ADEXCHANGE_INCIDENT, 'time')(asked),
    says: [OVER],
  })),
  ask('several', 'which table did it and when was it reloaded again?', ({ world }) => ({
    says: [['fx-1831']],
    ...at(world.marks['recovery'], 120),
  })),
  ...ADEXCHANGE_PASTES_57,
  ...ADEXCHANGE_COUNTS_57,
  ...ADEXCHANGE_NUMBERS_57,
]

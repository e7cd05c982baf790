/** How many plays, downloads, feeds, uploads, jobs and errors; who has most. Thirty-second round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const PODCASTS_COUNTS_32 = [
  // Product.
  ask('outcome', 'how many plays were started today?', t.count(t.anytime, ...m.STARTED)),
  ask('outcome', 'plays that failed, last hour', t.count(t.last(60), ...m.NOT_STARTED)),
  ask('outcome', 'new follows in the last 30 min?', t.count(t.last(30), ...m.FOLLOWED)),
  ask('outcome', 'how often was a premium episode refused', t.count(t.anytime, ...m.REFUSED)),
  ask(
    'distinct',
    'How many different listeners used listen-api in the last 20 minutes?',
    t.count(t.last(20), t.differentOf(m.listen, 'listener.id')),
  ),
  ask('top', 'which show gets the most play requests?', t.topOf(m.spansOf(m.playing), t.attribute('show.slug'))),
  ask(
    'group',
    'play requests by app',
    t.groups(
      'count',
      t.anytime,
      m.each(m.APPS, (one) => t.requests(t.all(m.playing, m.app(one)))),
    ),
  ),
  // On call.
  ask('errors', 'errors per service, from {@onset}', (asked) => ({
    groups: {
      'media-locator': t.numberOf(asked, 'count', t.since('onset'), t.errors(m.locator)),
      'listen-api': t.numberOf(asked, 'count', t.since('onset'), t.errors(m.listen)),
    },
  })),
  ask('errors', 'media-lcoator errors today', t.count(t.anytime, ...t.errors(m.locator))),
  ask('errors', 'any errors in listen-api after {@recovery+2}?', NONE),
  ask('errors', 'how many errors did we have in total before {@onset}', t.count(t.before('onset'), m.errorLogs(t.any))),
  ask(
    'count',
    'how many 502 on web-edge between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.requests(t.all(m.edge, m.status(502)))),
  ),
  ask('class-of-codes', '5xx at web-edge in the last 10 minutes', t.count(t.last(10), t.failures(m.edge))),
  ask(
    'class-of-codes',
    'how many 4xx did listen-api answer',
    t.count(t.anytime, t.requests(t.all(m.listen, m.status(403, 409)))),
  ),
  ask('text', 'count "stopped after 10 redirects"', t.count(t.anytime, t.logs(m.loop))),
  ask(
    'exclusion',
    'error logs not from media-locator since {@onset}?',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.locator)))),
  ),
  // Studio.
  ask('outcome', 'how many uploads were rejected?', t.count(t.anytime, ...m.REJECTED)),
  ask(
    'group',
    'why were uploads rejected, by reason',
    t.groups('count', t.anytime, {
      'file is no audio': t.logs(t.all(m.rejected, t.has('reason', 'file is no audio'))),
      'cover art too small': t.logs(t.all(m.rejected, t.has('reason', 'cover art too small'))),
    }),
  ),
  ask(
    'attribute',
    'uploads for kernel-panic today?',
    t.count(
      t.anytime,
      t.logs(t.all(m.uploaded, m.lineShow('kernel-panic'))),
      t.requests(t.all(m.uploading, m.show('kernel-panic'))),
    ),
  ),
  // Transcoding.
  ask('errors', 'transcoder errors?', t.count(t.anytime, m.errorLogs(m.transcoder))),
  ask('outcome', 'transcoding jobs done in the last 30 minutes', t.count(t.last(30), t.logs(m.transcoded))),
  // Ads.
  ask('outcome', 'ad jobs failed since {@onset}?', t.count(t.since('onset'), t.logs(m.notStitched))),
  ask(
    'sum',
    'How many ads did adstitch put in today?',
    t.within(
      0.02,
      t.count(t.anytime, t.stated(/ stitched (\d+) ads/, 'sum'), t.metric('adstitch', 'ads.inserted', 'last')),
    ),
  ),
  ask('text', 'how often no fill for the mid-roll?', t.count(t.anytime, t.logs(t.says(/no fill for slot mid-roll/)))),
  // Feeds.
  ask('count', 'how many 304 does feedgen give?', t.count(t.anytime, t.requests(t.all(m.feedgen, m.status(304))))),
  ask(
    'text',
    'unknown feeds requested',
    t.count(t.anytime, t.logs(m.unknownFeed), t.requests(t.all(m.feedgen, m.status(404)))),
  ),
  ask('top', 'which feed is fetched most', t.topOf(m.spansOf(m.feedgen), t.attribute('show.slug'))),
  ask(
    'conditions',
    'feed requests from Overcast',
    t.count(
      t.anytime,
      t.requests(t.all(m.fetching, m.agent('Overcast'))),
      t.requests(t.all(m.feedgen, m.agent('Overcast'))),
    ),
  ),
  ask('text', 'how many timeouts?', t.count(t.anytime, t.logs(m.timeout))),
  ask(
    'text',
    'timeouts at pod.slowmail.org',
    t.count(t.anytime, t.logs(t.says(/timeout after 8 s at pod\.slowmail\.org/))),
  ),
  // Whoever watches the bots.
  ask('count', '429 last hour', t.count(t.last(60), t.requests(t.all(m.edge, m.status(429))))),
  ask(
    'conditions',
    'requests by python-requests that were not limited',
    t.count(t.anytime, t.requests(t.all(m.edge, m.agent('python-requests'), t.not(m.status(429))))),
  ),
  ask(
    'group',
    'status codes of the mp3 downloads at web-edge',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([302, 502, 429].map((code) => [code, t.requests(t.all(m.downloading, m.status(code)))])),
    ),
  ),
  // Numbers for the weekly report.
  ask(
    'outcome',
    'how many plays were counted for history-bites',
    t.count(t.anytime, t.logs(t.says(/^play counted for history-bites/))),
  ),
  ask(
    'conditions',
    'failed plays of error-culture',
    t.count(t.anytime, t.failures(t.all(m.playing, m.show('error-culture')))),
  ),
  ask(
    'conditions',
    'plays from sweden on android, how many',
    t.count(
      t.anytime,
      t.requests(t.all(m.playing, m.country('se'), m.app('android'))),
      t.requests(t.all(m.playing, m.status(201), m.country('se'), m.app('android'))),
    ),
  ),
  ask(
    'group',
    'failed plays per show since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(m.NORTH_SHOWS, (one) => t.failures(t.all(m.playing, m.show(one)))),
    ),
  ),
  ask('top', 'which show had the most failed plays?', t.topOf(t.failedRequests(m.playing), t.attribute('show.slug'))),
  ask(
    'top',
    'noisiest service in the logs',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  // Search.
  ask('text', 'searches without a hit', t.count(t.anytime, t.logs(m.noHits))),
  ask(
    'text',
    'how often did people search "kernel panic"?',
    t.count(t.anytime, t.logs(t.says(/^search "kernel panic/)), t.logs(t.says(/"kernel panic/))),
  ),
  ask(
    'slow',
    'searches that took longer than 60 ms',
    t.count(
      t.anytime,
      t.requests(t.all(m.searching, t.longer(60))),
      t.requests(t.all(m.on(m.listen, '/v1/search'), t.longer(60))),
      t.requests(t.all(m.on(m.edge, '/v1/search'), t.longer(60))),
    ),
  ),

  ...talk(
    'downloads',
    ask(
      'follow-up',
      'how many GET /media requests did web-edge get in the last half hour?',
      t.count(t.last(30), t.requests(m.downloading)),
    ),
    ask('follow-up', 'how many of them failed', t.count(t.last(30), t.failures(t.all(m.downloading)))),
    ask('follow-up', 'and in the last 10 min', t.count(t.last(10), t.failures(t.all(m.downloading)))),
  ),
  ...talk(
    'plays',
    ask(
      'follow-up',
      'requests on POST /v1/plays of listen-api since {@onset}',
      t.count(t.since('onset'), t.requests(m.playing)),
    ),
    ask('follow-up', 'only android', t.count(t.since('onset'), t.requests(t.all(m.playing, m.app('android'))))),
    ask('follow-up', 'only the failed ones', t.count(t.since('onset'), t.failures(t.all(m.playing, m.app('android'))))),
    ask(
      'follow-up',
      'per show?',
      t.groups(
        'count',
        t.since('onset'),
        m.each(['the-daily-crash', 'kernel-panic', 'nordic-noir'], (one) =>
          t.failures(t.all(m.playing, m.app('android'), m.show(one))),
        ),
      ),
    ),
  ),
  ...talk(
    'warnings',
    ask('follow-up', 'warnings of listen-api?', t.count(t.anytime, m.warnings(m.listen))),
    ask('follow-up', 'studio-api?', t.count(t.anytime, m.warnings(m.studio))),
    ask('follow-up', 'same for the last 20 min', t.count(t.last(20), m.warnings(m.studio))),
  ),
  ...talk(
    'errors',
    ask('follow-up', 'show me adstitch errors since {@onset}', t.count(t.since('onset'), m.errorLogs(m.adstitch))),
    ask(
      'follow-up',
      'how many for nordic-noir',
      t.count(t.since('onset'), t.logs(t.all(m.notStitched, t.says(/\(nordic-noir\)/)))),
    ),
  ),
]

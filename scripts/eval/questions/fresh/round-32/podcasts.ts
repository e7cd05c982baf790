/** Questions to the podcast platform: what broke, whether it is over, what changed, who stands behind whom. Thirty-second round. */
import { requestsOf } from '../../truth.ts'
import { PODCASTS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { PODCASTS_COUNTS_32 } from './podcasts-counts.ts'
import { PODCASTS_NUMBERS_32 } from './podcasts-numbers.ts'
import { PODCASTS_SINGLE_32 } from './podcasts-single.ts'
import * as m from './rows.ts'

const LOOP = ['redirect', '\\bcircl', '\\bloop', 'r-2207', 'rule ?set', '\\bcdn\\b']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const because = (...parts: ('mechanism' | 'time')[]) => t.because(PODCASTS_INCIDENT, ...parts)

export const PODCASTS_32 = [
  // On call, woken by a page.
  ask('cause', 'got paged, what is going on', because('mechanism')),
  ask('state', 'are plays working now?', t.verdict('yes', 'good')),
  ask('state', 'still burning?', t.verdict('no', 'bad')),
  ask('since', 'when did it begin', t.began()),
  ask('since', 'when did it end, roughly', t.began('recovery')),
  ask('next-step', 'where would you look next?', t.words({ says: [['media-locator'], LOOP] })),
  // The colleague who takes over in the morning.
  ask('how-long', 'How long was playback broken?', t.lasted('onset', 'recovery')),
  ask('cause', 'Can you explain what happened between {@onset} and {@recovery}?', because()),
  ask(
    'timeline',
    'short timeline of the outage please',
    t.words({
      says: [['media-locator'], ['listen-api', 'web-edge', 'adstitch'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  // The head of engineering.
  ask('impact', 'how bad was it?', m.damage),
  ask(
    'impact',
    'how many listeners could not play something',
    t.count(t.anytime, t.differentOf(t.all(m.playing, t.failed), 'listener.id')),
  ),
  ask('impact', 'which services got hit by it?', t.words({ names: ['media-locator', 'listen-api', 'web-edge'] })),
  ask(
    'cause',
    'was it us or the cdn?',
    t.words({
      says: [['media-locator']],
      saysFirst: [[...LOOP, 'podcdn', 'audio-north']],
      neverFirst: ['^\\W*(?:it was )?us\\b'],
    }),
  ),
  ask('impact', 'were paying listeners hit too', t.verdict('yes', 'bad')),
  // A release manager.
  ask('deploy', 'what was released today', t.words({ says: [['listen-api'], ['5\\.23\\.0']] })),
  ask('deploy', 'when did 5.23.0 go live?', t.began('release', 120)),
  ask('deploy', 'is listen-api 5.23.0 the reason for the failed plays?', t.verdict('no', 'bad')),
  ask('deploy', 'any deployment of media-locator today?', t.verdict('no', 'bad')),
  ask('version', 'studio api version?', t.words({ saysFirst: [['2\\.18\\.0']] })),
  ask(
    'version',
    'which listen-api version was running before {@release-2}',
    t.words({
      saysFirst: [['5\\.22\\.0']],
    }),
  ),
  ask(
    'version',
    'versions of everything',
    t.words({
      says: [['5\\.23\\.0'], ['0\\.31\\.2'], ['3\\.4\\.1'], ['2\\.18\\.0'], ['1\\.9\\.6']],
    }),
  ),
  // Someone who looks after the cluster.
  ask('restart', 'what restarted in the last hour?', t.words({ says: [['play-counter']] })),
  ask(
    'restart',
    'did transcoder get oomkilled?',
    t.words({
      saysFirst: [
        ['^\\W*no\\b', 'did(?: not|n.t)', 'no (?:sign|evidence|trace|restart|oom|such)', '\\bnot\\b', 'none'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('attribute', 'which node is media-locator on?', t.words({ saysFirst: [['casts-n1']] })),
  ask('list', 'pods of listen-api', t.words({ says: [['6c5f8d9b77-w9htr']] })),
  ask('state', 'is kafka ok?', t.healthy),
  ask('health', 'is postgres slow', t.noTrouble),
  ask(
    'metric',
    'who needs the most memory?',
    t.words({
      first: {
        name: 'transcoder',
        among: ['transcoder', 'adstitch', 'studio-api', 'listen-api', 'play-counter', 'catalog', 'feedgen', 'web-edge'],
      },
    }),
  ),
  // Whoever minds the jobs.
  ask('silence', 'does anything not report any more?', t.words({ says: [['feed-poller']] })),
  ask('silence', 'feed-poller last seen?', ({ world }) => at(world.logs.findLast(m.poller)?.timeMs, 90)),
  ask('silence', 'did the feed-poller run in the last 10 minutes?', t.verdict('no', 'fact')),
  ask('health', 'why is transcoder down?', t.denied('transcoder')),
  // A developer of the apps.
  ask('cause', 'ios users could not play anything for a while, was that the backend?', because()),
  ask('impact', 'were carplay users affected?', t.verdict('yes', 'bad')),
  ask('impact', 'is the search affected by this?', t.verdict('no', 'bad')),
  ask('since', 'when did we see the first 503?', ({ world }) =>
    at(requestsOf(world, t.all<(typeof world.spans)[number]>(m.edge, m.status(503)))[0]?.startMs, 40),
  ),
  ask('cause', 'why do i get 503 from /v1/plays', because()),
  // The host of a show and her editor.
  ask('impact', 'Was the-daily-crash affected by the outage?', t.verdict('yes', 'bad')),
  ask(
    'impact',
    'any failed plays of morning-brief',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '(?<![\\d.,])0\\b', '\\bno (?:\\w+ )?(?:failed|errors?|requests?)']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('impact', 'which shows could not be played?', t.words({ names: m.NORTH_SHOWS })),
  ask('cause', 'my listeners say kernel-panic does not start. why?', because()),
  // Ads.
  ask('cause', 'why did ad jobs fail?', because()),
  ask('health', 'adstitch fine again?', t.verdict('yes', 'good')),
  // Searching and feeds.
  ask('health', 'feedgen ok?', t.healthy),
  // New here.
  ask('dependency', 'who uses media-locator?', t.words({ names: ['web-edge', 'listen-api'] })),
  ask('dependency', 'what does listen-api call', t.words({ names: ['catalog', 'media-locator'] })),
  ask('dependency', 'which services talk to elasticsearch?', t.words({ names: ['catalog'] })),
  ask('dependency', 'who consumes play.events', t.words({ names: ['play-counter'] })),
  ask('list', 'list all our services please', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'which endpoints does listen-api have',
    t.words({
      says: [['/v1/plays'], ['/v1/home'], ['/v1/search'], ['/v1/follows']],
    }),
  ),
  // In their own languages.
  ask('language', 'Warum konnten Folgen nicht abgespielt werden?', because()),
  ask('language', 'läuft die Wiedergabe wieder?', t.verdict('yes', 'good')),
  ask('language', '¿cuántas reproducciones fallaron desde las {@onset}?', t.count(t.since('onset'), ...m.NOT_STARTED)),
  ask('language', 'Quel service a causé la panne et à quelle heure a-t-elle commencé ?', because('time')),

  ...talk(
    'handover',
    ask('follow-up', 'so what went wrong?', because()),
    ask('follow-up', 'since when?', t.began()),
    ask('follow-up', 'and until when', t.began('recovery')),
    ask('follow-up', 'what caused it exactly?', t.words({ says: [LOOP] })),
  ),
  ...talk(
    'state',
    ask('follow-up', 'is media-locator healthy now?', t.verdict('yes', 'good')),
    ask('follow-up', 'and listen-api?', t.verdict('yes', 'good')),
    ask('follow-up', 'what about feed-poller', t.verdict('no', 'good')),
  ),
  ask('several', 'What broke, when did it start, is it fixed?', (asked) => ({
    ...because()(asked),
    says: [['over\\b', 'fixed', 'recover', 'ended', 'resolved', 'back to normal', 'no longer', 'until', '\\byes\\b']],
  })),
  ...PODCASTS_COUNTS_32,
  ...PODCASTS_NUMBERS_32,
  ...PODCASTS_SINGLE_32,
]

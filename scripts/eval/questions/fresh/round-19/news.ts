/** Questions to the news site: states, causes, single things, what cannot be answered. Nineteenth round. */
import { requestsOf } from '../../truth.ts'
import { NEWS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { NEWS_COUNTS_19 } from './news-counts.ts'
import { NEWS_NUMBERS_19 } from './news-numbers.ts'
import * as m from './rows.ts'

const FLAG = ['flag', 'metered-v2', 'no meter', '\\bmeter\\b', 'IllegalState']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const NEWS_19 = [
  ask('state', 'can people read articles again?', t.verdict('yes', 'good')),
  ask('state', 'is the paywall fixed', t.verdict('yes', 'good')),
  ask('state', 'is article-api still returning errors? yes/no', t.verdict('no', 'bad')),
  ask('state', 'does web-gateway work right now?', t.verdict('yes', 'good')),
  ask('health', 'is search-api up?', t.healthy),
  ask('health', 'comment-service ok?', t.healthy),
  ask('health', 'indexer healthy', t.healthy),
  ask('health', 'why did comment-service crash?', t.denied('comment-service')),
  ask('health', 'why is moderation-worker so slow', t.denied('moderation-worker')),
  ask('cause', 'why did articles fail to load?', t.because(NEWS_INCIDENT, 'mechanism')),
  ask('cause', 'what was broken', t.because(NEWS_INCIDENT, 'mechanism')),
  ask('cause', 'why were there 503 on web-gateway', t.because(NEWS_INCIDENT, 'mechanism')),
  ask('cause', 'trial readers complained they saw an error page - why?', t.because(NEWS_INCIDENT)),
  ask('cause', 'what hapened at {@onset}', t.because(NEWS_INCIDENT)),
  ask('cause', 'rootcause of the article outage pls', t.because(NEWS_INCIDENT, 'mechanism')),
  ask('since', 'when did articles start to fail?', t.began()),
  ask('since', 'when did articles recover', t.began('recovery')),
  ask('since', 'since when is image-resizer quiet?', t.began('silence')),
  ask('since', 'time of the first 503?', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, t.failed))[0]?.startMs, 60),
  ),
  ask('how-long', 'how long were articles broken?', t.lasted('onset', 'recovery')),
  ask('how-long', 'duration of the outage', t.lasted('onset', 'recovery')),
  ask('impact', 'how bad was the paywall problem?', m.damage),
  ask(
    'impact',
    'how many readers saw a 503',
    t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'reader.id')),
  ),
  ask('impact', 'which plans were affected?', t.words({ names: ['trial', 'student'] })),
  ask('impact', 'were premium readers affected?', t.verdict('no', 'bad')),
  ask('impact', 'which services did it hit', t.words({ names: ['paywall-service', 'article-api', 'web-gateway'] })),
  ask('deploy', 'was anything deployed today', t.words({ says: [['search-api'], ['3\\.2\\.0']] })),
  ask('deploy', 'was it the search-api release?', t.verdict('no', 'bad')),
  ask('deploy', 'when did search-api 3.2.0 go live?', t.began('release', 120)),
  ask('deploy', 'was paywall-service deployed before the outage?', t.verdict('no', 'bad')),
  ask('version', 'version of paywall-service?', t.words({ saysFirst: [['2\\.14\\.1']] })),
  ask('version', 'which version does breaking-push run', t.words({ saysFirst: [['3\\.0\\.9']] })),
  ask('version', 'search-api versions seen today?', t.words({ says: [['3\\.1\\.4'], ['3\\.2\\.0']] })),
  ask('restart', 'did breaking-push restart?', t.verdict('yes', 'bad')),
  ask('restart', 'when was breaking-push restarted', t.began('restart', 120)),
  ask('restart', 'did paywall-service restart in the last hour?', t.verdict('no', 'bad')),
  ask(
    'next-step',
    'how do we prevent this - what should be looked at first?',
    t.words({ says: [['paywall-service'], FLAG] }),
  ),
  ask('dependency', 'who calls paywall-service?', t.words({ names: ['article-api'] })),
  ask('dependency', 'what does web-gateway call', t.words({ names: ['article-api', 'search-api', 'comment-service'] })),
  ask('dependency', 'who consumes articles.published?', t.words({ names: ['indexer'] })),
  ask('dependency', 'which services use opensearch', t.words({ names: ['search-api', 'indexer'] })),
  ask(
    'timeline',
    'timeline of the paywall incident',
    t.words({
      says: [['paywall-service'], ['article-api', 'web-gateway'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'who has stopped sending?', t.words({ saysFirst: [['image-resizer']] })),
  ask('silence', 'is image-resizer still sending logs?', t.verdict('no', 'good')),
  ask('silence', 'is the indexer still alive?', t.verdict('yes', 'good')),
  ask('lookup', 'what happened to comment {rejectedComment}?', t.words({ says: [['rejected']] })),
  ask('lookup', 'show {publishedArticle}', t.words({ says: [['published', 'indexed', 'picture']] })),
  ask('lookup', 'alert {sentAlert}: was it sent?', t.words({ says: [['sent to', '^\\W*yes']] })),
  ask('lookup', 'trace {failedTrace}, what failed', t.words({ says: [['paywall-service']] })),
  ask('lookup', '{publishTrace} services?', t.words({ names: ['article-api', 'indexer'] })),
  ask('meaning', 'what does "no meter configured for plan trial" mean?', t.words({ says: [['paywall-service']] })),
  ask('meaning', 'where does "search found nothing" come from?', t.words({ saysFirst: [['search-api']] })),
  ask(
    'paste',
    '{meterLine}\n\nhow many times?',
    t.count(t.anytime, t.logs(m.noMeter), t.logs(t.says(/no meter configured for plan trial/))),
  ),
  ask('paste', '{failedLine}\nwhat is behind this?', t.because(NEWS_INCIDENT)),
  ask(
    'paste',
    '{rejectedLine} - count of these today?',
    t.count(t.anytime, ...m.REJECTED, t.logs(t.all(m.rejected, m.line('reason', 'banned_word')))),
  ),
  ask('list', 'name all services', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'what metrics does paywall-service have?', t.words({ names: ['jvm.memory.used', 'jvm.thread.count'] })),
  ask('list', 'which reader plans exist?', t.words({ names: m.PLANS })),
  ask('list', 'routes of web-gateway', t.words({ says: [['/home'], ['/search'], ['/comments'], ['/articles/']] })),
  ask('list', 'what does paywall-service log as errors?', t.words({ says: [['no meter configured']] })),
  ask('single-record', 'latest error of article-api', t.words({ says: [['not served', 'answered 500']] })),
  ask('single-record', 'when was the last 503', ({ world }) =>
    at(requestsOf(world, t.all(m.gateway, t.failed)).at(-1)?.startMs, 30),
  ),
  ask('single-record', 'when was the last breaking alert sent?', ({ world }) =>
    at(world.logs.findLast(m.alerted)?.timeMs, 20),
  ),
  ask('bare-name', 'paywall-service', t.words({ saysFirst: [['paywall-service']] })),
  ask('bare-name', 'indexer', t.words({ saysFirst: [['indexer']] })),

  ask('unknown', 'errors in video-player', t.declined('unknown', 'video')),
  ask('unknown', 'is memcached down?', t.declined('unknown', 'memcached')),
  ask('unknown', 'how many 418 on search-api?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'comment C-111111', t.declined('no_data')),
  ask('unknown-attribute', 'failed requests by browser language', t.declined('no_data')),
  ask('order', 'switch off metered-v2 please', t.declined('read_only')),
  ask('order', 'scale search-api to 4 pods', t.declined('read_only')),
  ask('talk', 'hey, are you there', t.declined('small_talk')),
  ask('talk', 'great, thanks a lot!!', t.declined('small_talk')),
  ask('off-topic', 'write a headline about the election', t.declined('off_topic')),
  ask('ask-back', 'and what about those?', t.declined('ask_back')),
  ask('language', 'Warum konnten Artikel nicht geladen werden?', t.because(NEWS_INCIDENT)),
  ask('language', 'wie viele Kommentare wurden abgelehnt?', t.count(t.anytime, ...m.REJECTED)),
  ask('language', '¿cuántos errores tuvo paywall-service?', t.count(t.anytime, ...t.errors(m.paywall))),
  ask('language', 'depuis quand image-resizer est silencieux ?', t.began('silence')),

  ...talk(
    'incident',
    ask('follow-up', 'what was wrong with the site?', t.because(NEWS_INCIDENT)),
    ask('follow-up', 'when did it start', t.began()),
    ask('follow-up', 'and when did it end?', t.began('recovery')),
    ask('follow-up', 'is it still failing?', t.verdict('no', 'bad')),
  ),
  ask('several', 'what failed, when did it start and when was it over?', (asked) => ({
    ...t.because(NEWS_INCIDENT, 'time')(asked),
    says: [
      [
        new Date((asked.world.marks['recovery'] ?? 0) - 60_000).toISOString().slice(11, 16),
        new Date(asked.world.marks['recovery'] ?? 0).toISOString().slice(11, 16),
        new Date((asked.world.marks['recovery'] ?? 0) + 60_000).toISOString().slice(11, 16),
      ],
    ],
  })),
  ...NEWS_COUNTS_19,
  ...NEWS_NUMBERS_19,
]

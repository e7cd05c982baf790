/** How many, which, who has most: streams, plays, searches, playlists, renewals, errors, status codes. Sixty-fourth round. */
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

export const JUKEBOX_COUNTS_64 = [
  ask('outcome', 'how many streams faild to start in the last 30 minutes', t.count(t.last(30), ...m.FAILED)),
  ask('outcome', 'how many streams were started successfully in the last hour?', t.count(t.last(60), ...m.STARTED)),
  ask('outcome', 'how many plays could not be counted since {@onset}', t.count(t.since('onset'), ...m.LOST_PLAYS)),
  ask(
    'outcome',
    'how many plays were counted today',
    t.count(t.anytime, t.logs(m.counted), t.metric('play-recorder', 'plays.counted', 'sum')),
  ),
  ask('outcome', 'how many playlists were created in the last hour', t.count(t.last(60), ...m.CREATED)),
  ask(
    'outcome',
    'how many subscriptions were renewed today?',
    t.count(t.anytime, ...m.RENEWED, m.gauge('subscription-api', 'subscriptions.renewed', 'last')),
  ),
  ask('outcome', 'how many payments were refused', t.count(t.anytime, ...m.REFUSED)),
  ask(
    'outcome',
    'finance asks: how many renewals did not go through between {@onset-30} and {@onset}?',
    t.count(t.during(['onset', -30], ['onset', 0]), ...m.REFUSED),
  ),
  ask(
    'outcome',
    'how many people were turned away because of too many devices',
    t.count(t.anytime, ...m.TOO_MANY, t.differentTexts(/refused for (U-\d+): too many/)),
  ),
  ask('outcome', 'how many royalty reports were written?', t.count(t.anytime, t.logs(m.report))),
  ask(
    'outcome',
    'how many home pages went out without the recently played shelf since {@onset}',
    t.count(t.since('onset'), t.logs(m.homeWithout)),
  ),

  ask(
    'count',
    'how many 503 did edge-gateway return in the last 20 minutes?',
    t.count(t.last(20), t.requests(t.all(m.edge, m.status(503))), t.logs(t.all(m.edge, t.says(/ 503$/)))),
  ),
  ask(
    'count',
    'number of 5xx at the edge gateway since {@onset}',
    t.count(t.since('onset'), t.failures(m.edge), t.logs(t.all(m.edge, t.says(/ 5\d\d$/)))),
  ),
  ask('count', 'how many 429s did the edge return today', t.count(t.anytime, t.requests(t.all(m.edge, m.status(429))))),
  ask('count', 'how many requests did search-api get in the last half hour', t.count(t.last(30), ...m.SEARCHES)),
  ask('count', 'total requests on edge-gateway in the last hour', t.count(t.last(60), t.requests(m.edge))),
  ask(
    'count',
    'how many POST /v1/play requests did we have between {@onset} and {@onset+15}?',
    t.count(t.during(['onset', 0], ['onset', 15]), t.requests(m.plays), t.requests(m.edgePlays)),
  ),

  ask(
    'errors',
    'how many errors does playback-api have in the last 10 min',
    t.count(t.last(10), ...t.errors(m.playback)),
  ),
  ask('errors', 'errors of play-recorder since {@onset}?', t.count(t.since('onset'), ...t.errors(m.recorder))),
  ask('errors', 'any errors in subscription-api', NONE),
  ask('errors', 'did playback-api log errors before {@release}?', NONE),
  ask('level', 'how many warnings in reco-engine today', t.count(t.anytime, t.logs(t.all(m.reco, t.level('WARN'))))),

  ask('text', 'how many slow queries', t.count(t.anytime, t.logs(m.slowQuery))),
  ask('text', 'how often does it say "Connection is not available"?', t.count(t.anytime, t.logs(m.pool))),
  ask('text', 'number of card declined in the last hour', t.count(t.last(60), t.logs(m.cardDeclined))),
  ask(
    'text',
    'connection timeouts of playback-api between {@onset} and {@onset+10}, how many',
    t.count(t.during(['onset', 0], ['onset', 10]), t.logs(m.pool), t.failures(m.playback)),
  ),

  ask(
    'attribute',
    'how many failed streams on android since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.plays, m.platform('android'))),
      t.failures(t.all(m.edgePlays, m.platform('android'))),
    ),
  ),
  ask(
    'attribute',
    'how many premium users failed to start a stream, i mean the number of failed requests',
    t.count(
      t.anytime,
      t.failures(t.all(m.plays, m.plan('premium'))),
      t.failures(t.all(m.edgePlays, m.plan('premium'))),
    ),
  ),
  ask(
    'attribute',
    'plays of nordklang that were counted before {@onset}?',
    t.count(t.before('onset'), t.logs(t.all(m.counted, m.ofLabel('nordklang')))),
  ),
  ask(
    'conditions',
    'how many POST /v1/play from ios in de ended with 503',
    t.count(
      t.anytime,
      t.requests(t.all(m.plays, m.platform('ios'), m.country('de'), m.status(503))),
      t.requests(t.all(m.edgePlays, m.platform('ios'), m.country('de'), m.status(503))),
    ),
  ),
  ask(
    'conditions',
    'how many family renewals were refused today?',
    t.count(t.anytime, t.logs(t.all(m.refusedPayment, m.ofPlan('family')))),
  ),
  ask(
    'conditions',
    'playlists created by free users in the last 40 minutes',
    t.count(
      t.last(40),
      t.logs(t.all(m.created, m.ofPlan('free'))),
      t.requests(t.all(m.creating, m.plan('free'), m.status(201))),
    ),
  ),
  ask(
    'slow',
    'how many requests to POST /v1/play took longer than 2 seconds?',
    t.count(t.anytime, t.requests(t.all(m.plays, t.longer(2000))), t.requests(t.all(m.edgePlays, t.longer(2000)))),
  ),
  ask(
    'slow',
    'how many home page requests needed more than a second since {@onset}',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.homes, t.longer(1000))),
      t.requests(t.all(m.edgeHomes, t.longer(1000))),
    ),
  ),
  ask(
    'exclusion',
    'failed streams since {@onset} without ios',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.plays, t.not(m.platform('ios')))),
      t.failures(t.all(m.edgePlays, t.not(m.platform('ios')))),
    ),
  ),
  ask(
    'exclusion',
    'refused payments that are not card declined',
    t.count(t.anytime, t.logs(t.all(m.refusedPayment, t.not(m.cardDeclined)))),
  ),
  ask('distinct', 'how many users were affected by failed streams?', t.count(t.anytime, ...m.USERS_HIT)),
  ask(
    'distinct',
    'how many different users renewed a subscription today',
    t.count(t.anytime, t.differentIn(m.renewed, 'user'), t.differentOf(t.all(m.renewals, m.status(201)), 'user.id')),
  ),

  ask(
    'group',
    'failed streams by platform since {@onset}',
    per(t.since('onset'), m.PLATFORMS, (one) => t.failures(t.all(m.plays, m.platform(one)))),
  ),
  ask(
    'group',
    'status codes of POST /v1/play on playback-api since {@onset}?',
    per(t.since('onset'), ['201', '403', '409', '503'], (code) => t.requests(t.all(m.plays, m.status(Number(code))))),
  ),
  ask(
    'group',
    'error logs by service in the last 30 minutes',
    per(t.last(30), ['playback-api', 'play-recorder'], (one) => t.logs(t.all(t.of(one), t.level('ERROR')))),
  ),
  ask(
    'group',
    'renewed subscriptions per plan',
    per(t.anytime, ['premium', 'family', 'student'], (one) => t.logs(t.all(m.renewed, m.ofPlan(one)))),
  ),
  ask(
    'group',
    'counted plays by label in the last hour',
    per(t.last(60), m.LABELS, (one) => t.logs(t.all(m.counted, m.ofLabel(one)))),
  ),
  ask(
    'group',
    'why were payments refused, number per reason',
    t.groups('count', t.anytime, {
      'card declined': t.logs(m.cardDeclined),
      'insufficient funds': t.logs(m.noFunds),
      'card expired': t.logs(t.says(/^payment refused: card expired/)),
    }),
  ),
  ask(
    'top',
    'which service has the most errors?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'which route of edge-gateway fails most',
    t.words({ saysFirst: [['POST /v1/play\\b']], neverFirst: ['/v1/(?:listens|home|search|renewals)'] }),
  ),
  ask(
    'top',
    'which platform is hit most by the failed streams',
    t.topOf(m.spansOf(t.all(m.plays, t.failed)), t.attribute('app.platform')),
  ),
  ask('top', 'busiest route on the edge?', t.words({ saysFirst: [['POST /v1/play\\b']] })),
]

/** Threads of the engineer on call at the music streaming service: one thing, and then on from there. Sixty-fourth round. */
import { JUKEBOX_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import { NONE, per } from './jukebox-counts.ts'
import * as m from './rows.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const why = t.words({ says: [['playback-api'], [...JUKEBOX_INCIDENT.mechanism]] })
const failedOn = (one: string) => t.failures(t.all(m.plays, m.platform(one)))

export const JUKEBOX_TALKS_64 = [
  ...talk(
    'what-broke',
    next('what broke?', t.because(JUKEBOX_INCIDENT)),
    next('since when?', t.began('onset', 180)),
    next('did a deploy cause it', t.words({ says: [['7\\.12\\.0']], neverFirst: ['^\\W*no\\b'] })),
    next(
      'what should I do now?',
      t.words({ says: [['playback-api'], ['roll', 'revert', '7\\.1[12]', 'pool', 'connection']] }),
    ),
  ),
  ...talk(
    'failed-streams',
    next('how many streams failed in the last 20 minutes?', t.count(t.last(20), ...m.FAILED)),
    next(
      'only android',
      t.count(t.last(20), failedOn('android'), t.failures(t.all(m.edgePlays, m.platform('android')))),
    ),
    next('and web?', t.count(t.last(20), failedOn('web'), t.failures(t.all(m.edgePlays, m.platform('web'))))),
    next('why?', why),
  ),
  ...talk(
    'edge',
    next('how many 503 on edge-gateway since {@onset}', t.count(t.since('onset'), t.failures(m.edge))),
    next(
      'by platform',
      per(t.since('onset'), m.PLATFORMS, (one) => t.failures(t.all(m.edge, m.platform(one)))),
    ),
    next(
      'and by plan?',
      per(t.since('onset'), m.PLANS, (one) => t.failures(t.all(m.edge, m.plan(one)))),
    ),
  ),
  ...talk(
    'errors',
    next('errors in playback-api in the last 15 minutes', t.count(t.last(15), ...t.errors(m.playback))),
    next('and play-recorder?', t.count(t.last(15), ...t.errors(m.recorder))),
    next('and playlist-api', NONE),
  ),
  ...talk(
    'pool',
    next('how many connections does playback-api use?', t.value(t.anytime, m.connections('used', 'last'))),
    next('and before {@release}, the maximum', t.value(t.before('release'), m.connections('used', 'max'))),
    next('and how many requests are waiting for one?', t.value(t.anytime, m.pending('last'))),
  ),
  ...talk(
    'lag',
    next("what's the lag of play-recorder?", t.within(0.03, t.value(t.anytime, m.lag('last')))),
    next('is it still growing', t.verdict('yes', 'up')),
    next('since when?', t.began('onset', 300)),
    next('why', t.words({ says: [['playback-api', ...JUKEBOX_INCIDENT.mechanism]] })),
  ),
  ...talk(
    'latency',
    next(
      'p95 of POST /v1/play before {@onset}',
      t.millis(t.before('onset'), t.took(m.plays, 0.95), t.took(m.edgePlays, 0.95)),
    ),
    next('and since then?', t.millis(t.since('onset'), t.took(m.plays, 0.95), t.took(m.edgePlays, 0.95))),
    next('and GET /v1/home', t.millis(t.since('onset'), t.took(m.homes, 0.95), t.took(m.edgeHomes, 0.95))),
  ),
  ...talk(
    'renewals',
    next('how many subscriptions were renewed in the last hour?', t.count(t.last(60), ...m.RENEWED)),
    next('how much money is that', t.value(t.last(60), m.overOf(m.renewed, 'amount_eur', 'sum'))),
    next('only family', t.value(t.last(60), m.overOf(t.all(m.renewed, m.ofPlan('family')), 'amount_eur', 'sum'))),
  ),
  ...talk(
    'payments',
    next('how many payments were refused in the last 45 minutes', t.count(t.last(45), ...m.REFUSED)),
    next('only card declined', t.count(t.last(45), t.logs(m.cardDeclined))),
    next('is that part of the incident?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'before-after',
    next(
      'requests on edge-gateway between {@onset} and {@onset+20}',
      t.count(t.during(['onset', 0], ['onset', 20]), t.requests(m.edge)),
    ),
    next('same for the 20 minutes before', t.count(t.during(['onset', -20], ['onset', 0]), t.requests(m.edge))),
  ),
  ...talk(
    'royalties',
    next('does royalty-report still write reports?', t.verdict('no', 'good')),
    next('when did it stop', ({ world }) => m.at(world.logs.findLast(m.royalties)?.timeMs, 90)),
    next('how many reports did it write until then?', t.count(t.anytime, t.logs(m.report))),
  ),
]

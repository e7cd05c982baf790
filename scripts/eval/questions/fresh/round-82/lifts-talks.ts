/** Threads about the trouble of the lift company: what people ask on from an answer, at night and in the morning. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)
const mute = /shown without voice/

export const LIFTS_TALKS = [
  ...talk(
    'lifts-a',
    ask('cause', 'got paged for alarm-desk. what is going on', t.because(v.INCIDENT, 'mechanism')),
    more('when did that start', t.began()),
    more('and is it still happening?', t.verdict('yes', 'bad')),
    more(
      'how many calls were refused up to now',
      t.count(whole, t.failures(v.bridge), v.lines(v.bridge, /^call \S+ refused/)),
    ),
    more('all of them on one carrier?', t.words({ says: [['telvox', '\\byes\\b']], never: ['^\\W*no\\b'] })),
    more('ok, and what should we do', t.words({ says: [['voice-bridge', 'telvox', 'allow', 'NET-318']] })),
  ),
  ...talk(
    'lifts-b',
    ask('health', 'is the alarm desk working properly?', t.trouble()),
    more('what share of its messages fails', t.percent(whole, t.share(v.desk))),
    more('and in the last ten minutes', t.percent(t.last(10), t.share(v.desk))),
    more('is that because of the desk or because of something below', t.words({ names: ['voice-bridge'] })),
  ),
  ...talk(
    'lifts-c',
    ask('impact', 'who of our customers is hit?', ({ world }) => ({
      names: v.failedValues(world, v.bridge, 'tenant.id'),
    })),
    more('which one the most', t.topOf(t.failedRequests(v.bridge), v.attr('tenant.id'))),
    more('and casa-verde?', t.words({ says: [['not affected', '\\bno\\b', '\\bnone\\b', '\\b0\\b', 'nothing']] })),
  ),
  ...talk(
    'lifts-d',
    ask(
      'lookup',
      'manager on the phone, asks about fault report {lostReport}',
      t.words({ says: [['not passed on', 'fail', '50[23]']] }),
    ),
    more('which service is to blame', t.words({ names: ['voice-bridge'] })),
    more(
      'how many more reports have failed like this',
      t.count(
        whole,
        t.failures(v.reports),
        v.lines(v.portal, /not passed on/),
        (world, window) => t.failures(v.reports)(world, window) - 1,
      ),
    ),
  ),
  ...talk(
    'lifts-e',
    ask('deploy', 'was there a release right before the calls broke', t.words({ names: ['inspection-book'] })),
    more('which version did it go to', t.words({ says: [['3\\.5\\.0']] })),
    more('errors on it since?', t.words({ says: [['\\bno\\b', '\\bnone\\b', '\\b0\\b', 'without']] })),
    more('then it was not the reason, right?', t.verdict('yes', 'fact')),
    more('any other rollout after that', t.words({ names: ['parts-depot'] })),
  ),
  ...talk(
    'lifts-f',
    ask('silence', 'which service has stopped logging?', t.words({ names: ['registry-sync'] })),
    more('since when', t.began('dark', 90)),
    more('last line of it', t.words({ says: [['sync\\.lock']] })),
    more('is this related to the calls', t.verdict('no', 'fact')),
  ),
  ...talk(
    'lifts-g',
    ask('state', 'overview pls, whats broken and what works', t.words({ names: ['voice-bridge'] })),
    more('does parts-depot have anything to do with it', t.verdict('no', 'fact')),
    more('how about callout-planner, is that ok', t.trouble()),
    more(
      'how many of its requests failed since {@onset}',
      t.count(t.sinceMark('onset'), t.failures(v.planner), t.failures(v.callouts)),
    ),
  ),
  ...talk(
    'lifts-h',
    ask('outcome', 'alarms without voice, how many did we have', t.count(whole, v.lines(v.desk, mute))),
    more('by region', t.groupsBy(whole, t.logsIn(v.where(v.desk, mute)), v.attr('region'))),
    more('and by customer', t.groupsBy(whole, t.logsIn(v.where(v.desk, mute)), v.attr('tenant'))),
    more('how many in the last 15 min', t.count(t.last(15), v.lines(v.desk, mute))),
  ),
  ...talk(
    'lifts-i',
    ask('restart', 'did something get restarted tonight', t.words({ names: ['callout-planner'] })),
    more('what for', t.words({ says: [['kernel']] })),
    more('were there failed requests on it around that time ({@restart-1} to {@restart+1})', t.verdict('no', 'bad')),
    more('how many requests does it get in total', t.count(whole, t.requests(v.planner), t.requests(v.callouts))),
    more('from whom', t.words({ names: ['alarm-desk', 'portal-api'] })),
  ),
]

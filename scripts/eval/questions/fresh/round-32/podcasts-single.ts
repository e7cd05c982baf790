/** Single plays, jobs, traces and lines of the podcast platform, and what cannot be answered. Thirty-second round. */

import { PODCASTS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const LOOP = ['redirect', '\\bcircl', '\\bloop', 'r-2207', 'rule ?set', '\\bcdn\\b']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const PODCASTS_SINGLE_32 = [
  // Support.
  ask(
    'lookup',
    'what happened to play {failedPlay}',
    t.words({ says: [['could not start', '50[23]', 'redirect', 'failed']] }),
  ),
  ask(
    'lookup',
    'listener {failedListener} complains, what did he get?',
    t.words({
      says: [['503', 'could not start', 'fail', 'redirect']],
    }),
  ),
  ask('lookup', 'why was {refusedPlay} refused?', t.words({ says: [['premium', '403']] })),
  ask('lookup', '{startedPlay}', t.words({ says: [['play started']] })),
  ask('lookup', 'find job {failedStitch}', t.words({ says: [['source not readable', '502']] })),
  ask(
    'lookup',
    'did {transcodeJob} finish?',
    t.words({
      says: [['done', '^\\W*yes', 'finish', 'renditions']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('lookup', 'trace {failedTrace}: where is the error', t.words({ says: [['media-locator']] })),
  ask(
    'lookup',
    'which services took part in {startedTrace}?',
    t.words({
      names: ['web-edge', 'listen-api', 'catalog', 'media-locator'],
    }),
  ),
  ask('lookup', 'show PL-1000001', t.declined('no_data')),
  // Pasted lines.
  ask('paste', '{loopLine}\nwhat is this?', t.words({ says: [['media-locator'], LOOP] })),
  ask('paste', 'seeing this in the access log\n{accessLine}\nhow come?', t.because(PODCASTS_INCIDENT)),
  ask(
    'paste',
    '{refusedLine}\nis that part of the outage?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('paste', '{stitchLine}\nhow many like this since {@onset}?', t.count(t.since('onset'), t.logs(m.notStitched))),
  ask('meaning', 'what does "no aac rendition, mp3 given" mean', t.words({ says: [['media-locator']] })),
  ask('meaning', 'who writes "duplicate play event dropped"?', t.words({ saysFirst: [['play-counter']] })),
  ask('single-record', 'last error of transcoder?', t.words({ says: [['no audio stream']] })),
  ask('single-record', 'when was the last failed play', ({ world }) =>
    at(world.logs.findLast(m.notStarted)?.timeMs, 20),
  ),
  ask('list', 'what apps do people listen with', t.words({ names: m.APPS })),
  ask('bare-name', 'media locator', t.words({ saysFirst: [['media-locator']] })),
  ask('bare-name', 'adstitch', t.words({ saysFirst: [['adstitch']] })),
  // What is not there.
  ask('unknown', 'errors in comment-service last hour', t.declined('unknown', 'comment')),
  ask('unknown', 'is the recommender up?', t.declined('unknown', 'recommender')),
  ask(
    'unknown',
    'any 504 at web-edge?',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '(?<![\\d.,])0\\b', '\\bno (?:\\w+ )?(?:requests?|504)']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('unknown-attribute', 'plays by age group', t.declined('no_data')),
  // What is not done.
  ask('order', 'restart feed-poller please', t.declined('read_only')),
  ask('order', 'take the episode {uploadedEpisode} offline', t.declined('read_only')),
  ask('talk', 'hey there, you awake?', t.declined('small_talk')),
  ask('talk', 'ok great, good night', t.declined('small_talk')),
  ask('off-topic', 'can you recommend a good true crime podcast?', t.declined('off_topic')),
  ask('ask-back', 'and the other one, same number?', t.declined('ask_back')),

  ...talk(
    'play',
    ask(
      'follow-up',
      'what about play {failedPlay}?',
      t.words({ says: [['could not start', '50[23]', 'redirect', 'failed']] }),
    ),
    ask('follow-up', 'why?', t.words({ says: [['media-locator']] })),
  ),
]

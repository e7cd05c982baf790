/** Threads, several questions at once, other languages: the code hosting platform. Forty-sixth round. */
import { CODEHOST_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const LOCK = [...CODEHOST_INCIDENT.mechanism]
const follow = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)
const pushesOf = (...more: t.Where[]) => t.failures(t.all(m.pushing, ...more))

export const CODEHOST_THREADS_46 = [
  ...talk(
    'night',
    follow('anything broken?', t.because(CODEHOST_INCIDENT)),
    follow('since?', t.began()),
    follow('reason?', t.words({ says: [LOCK] })),
    follow('over now?', t.verdict('no', 'good')),
  ),
  ...talk(
    'pushes',
    follow('failed pushes since {@onset}', t.count(t.since('onset'), ...m.FAILED_PUSHES)),
    follow('from ci only', t.count(t.since('onset'), pushesOf(m.client('ci')))),
    follow('and bots?', t.count(t.since('onset'), pushesOf(m.client('bot')))),
    follow('per shard please', t.words({ says: [['fs-07']] })),
  ),
  ...talk(
    'hooks',
    follow('webhooks delivered in the last 30 min', t.count(t.last(30), t.logs(m.delivered))),
    follow('and in the last 10?', t.count(t.last(10), t.logs(m.delivered))),
    follow('only push events', t.count(t.last(10), t.logs(t.all(m.delivered, m.line('kind', 'push'))))),
  ),
  ...talk(
    'latency',
    follow('p95 of gitd last 15 min', t.within(0.08, t.millis(t.last(15), t.took(m.gitd, 0.95)))),
    follow('and accounts', t.within(0.08, t.millis(t.last(15), t.took(m.accounts, 0.95)))),
    follow('median instead', t.millis(t.last(15), t.took(m.accounts, 0.5))),
  ),
  ...talk(
    'rates',
    follow(
      'error rate of gitd before {@onset}',
      t.words({ saysFirst: [['(?<![\\d.,])0(?:\\.0+)? ?%', '\\bno(?:ne)?\\b', '(?<![\\d.,])0 of']] }),
    ),
    follow('and after?', t.percent(t.since('onset'), t.share(m.gitd))),
  ),
  ...talk(
    'shift',
    follow('requests on pkgreg in the last 10 minutes', t.count(t.last(10), t.requests(m.pkgreg))),
    follow('the 10 minutes before that?', t.count(t.earlier(10, 10), t.requests(m.pkgreg))),
  ),
  ask('several', 'what broke, when, and is it still going on?', (asked) => ({
    ...t.because(CODEHOST_INCIDENT, 'time')(asked),
    says: [['still', 'ongoing', 'going on', 'not over', 'continu', 'not recovered']],
  })),
  ask('several', 'how many pushes were accepted and how many failed since {@onset}?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.PUSHED),
      t.numberOf(asked, 'count', t.since('onset'), m.FAILED_PUSHES),
    ],
  })),
  ask(
    'several',
    'p50 and p99 of codesearch pls',
    t.both(t.anytime, ['ms', t.took(m.search, 0.5)], ['ms', t.took(m.search, 0.99)]),
  ),
  ask(
    'several',
    'which version of mergeq runs and did it restart?',
    t.words({ says: [['1\\.9\\.4'], ['\\bno\\b', 'not', '(?<![\\d.,])0\\b', 'none']] }),
  ),
  ask('language', 'Warum schlagen die Pushes fehl?', t.because(CODEHOST_INCIDENT)),
  ask('language', 'wie viele Merges sind seit {@onset} fehlgeschlagen?', t.count(t.since('onset'), ...m.FAILED_MERGES)),
  ask(
    'language',
    '¿cuántos errores tiene refstore en los últimos 10 minutos?',
    t.count(t.last(10), ...t.errors(m.refstore)),
  ),
  ask('language', '¿qué está roto?', t.because(CODEHOST_INCIDENT)),
  ask('language', 'depuis quand les push échouent ?', t.began()),
]

/** Questions to the translation agency's platform: states, causes, single things, what cannot be answered. Forty-first round. */
import { TRANSLATION_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { TRANSLATION_COUNTS_41 } from './translation-counts.ts'
import { TRANSLATION_NUMBERS_41 } from './translation-numbers.ts'

const FULL = ['\\bredis\\b', 'maxmemory', '\\boom\\b', 'used memory', '\\bcache\\b', 'IM-77']
const because = t.because(TRANSLATION_INCIDENT)
const why = t.because(TRANSLATION_INCIDENT, 'mechanism')

export const TRANSLATION_41 = [
  ask('state', 'did pre-translation recover?', t.verdict('yes', 'good')),
  ask('state', 'termbase still failing? y/n', t.verdict('no', 'bad')),
  ask('state', 'is the portal working again right now', t.verdict('yes', 'good')),
  ask('health', 'is mt-bridge all right?', t.healthy),
  ask('health', 'why did billing-ledger fall over?', t.denied('billing-ledger')),
  ask('cause', 'what broke at the agency tonight?', why),
  ask('cause', 'translators complained about the term search, what was it?', why),
  ask('cause', 'why were documents parked', why),
  ask('cause', 'why couldnt reviews be saved around {@onset+10}', because),
  ask('cause', 'root cause pls, one line', why),
  ask(
    'cause',
    'was it the mt engine, the database or the cache?',
    t.words({
      saysFirst: [FULL],
      neverFirst: ['^\\W*(?:it was |yes,? )?(?:the |a )?(?:mt engine|mt-bridge|postgres)\\b'],
    }),
  ),
  ask('since', 'when did the term lookups begin to fail?', t.began()),
  ask('since', 'at what time was termbase fine again?', t.began('recovery', 150)),
  ask('how-long', 'how long did the termbase trouble last?', t.lasted('onset', 'recovery')),
  ask('impact', 'how bad was tonight', m.damage),
  ask(
    'impact',
    'how many users of the portal ran into a 502?',
    t.count(t.anytime, t.differentOf(t.all(m.gateway, t.failed), 'user.id')),
  ),
  ask(
    'impact',
    'which services suffered from the termbase problem',
    t.words({ names: ['pretranslate', 'linguist-desk', 'portal-gateway'] }),
  ),
  ask('impact', 'was GET /api/jobs hit by it too', t.verdict('no', 'bad')),
  ask('deploy', 'what was rolled out today?', t.words({ says: [['linguist-desk'], ['5\\.4\\.0']] })),
  ask('deploy', 'is linguist-desk 5.4.0 to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'any new termbase version today?', t.verdict('no', 'fact')),
  ask('version', 'wich version of pretranslate do we run', t.words({ saysFirst: [['2\\.9\\.1']] })),
  ask('restart', 'was mt-bridge restarted?', t.verdict('yes', 'bad')),
  ask('next-step', 'next steps after the termbase mess?', t.words({ says: [['termbase'], FULL] })),
  ask('dependency', 'who depends on termbase', t.words({ names: ['portal-gateway', 'pretranslate', 'linguist-desk'] })),
  ask('dependency', 'what does pretranslate call?', t.words({ names: ['termbase', 'mt-bridge'] })),
  ask('dependency', 'who talks to redis?', t.words({ names: ['termbase'] })),
  ask(
    'timeline',
    'timeline of the term lookup outage',
    t.words({
      says: [['termbase'], ['pretranslate', 'linguist-desk', 'portal-gateway'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'silence',
    'did one of the services stop writing?',
    t.words({ says: [['payout-runner']], neverFirst: ['^\\W*(?:no\\b|none|nobody)'] }),
  ),
  ask('silence', 'is payout-runner still writing', t.verdict('no', 'good')),
  ask('lookup', 'whats up with document {parkedDocument}', t.words({ says: [['parked', 'failed']] })),
  ask('lookup', '{sentDelivery}?', t.words({ says: [['delivery sent']] })),
  ask('lookup', 'who accepted job {acceptedJob}', ({ world }) => ({
    says: [
      [
        /by (L-\d+)/.exec(
          world.logs.find(({ message }) => message.includes(world.names['acceptedJob'] ?? '?'))?.message ?? '',
        )?.[1] ?? '?',
      ],
    ],
  })),
  ask('lookup', 'in which service did trace {parkedTrace} break?', t.words({ saysFirst: [['termbase']] })),
  ask(
    'meaning',
    "explain: OOM command not allowed when used memory > 'maxmemory'",
    t.words({ says: [['termbase'], FULL] }),
  ),
  ask('meaning', 'which service writes "draft term used"?', t.words({ saysFirst: [['termbase']] })),
  ask('paste', '{parkedLine}\nwhat caused this?', because),
  ask(
    'paste',
    'how many lines like this one do we have?\n{fullLine}',
    t.count(
      t.anytime,
      t.logs(m.full),
      (world, window) => t.logsIn(t.says(/failed for belmare en-fr: Redis/))(world, window).length,
    ),
  ),
  ask(
    'paste',
    '{busyLine}\nis this something to worry about?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'steady']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'list all services of the platform', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what kinds of warnings does file-intake write?',
    t.words({ says: [['no text layer'], ['larger than']] }),
  ),
  ask(
    'single-record',
    'show me the last error of pretranslate',
    t.words({ says: [['document parked', 'pre-translation failed']] }),
  ),
  ask('single-record', 'what happened to import IM-77?', t.words({ says: [['dropped', 'stopped', 'limit']] })),
  ask('bare-name', 'termbase', t.words({ saysFirst: [['termbase']] })),
  ask('unknown', 'errors of subtitle-service last hour', t.declined('unknown', 'subtitle')),
  ask('unknown', 'how is memcached doing tonight?', t.declined('unknown', 'memcached')),
  ask('unknown', '504s on portal-gateway?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'find document DOC-000017', t.declined('no_data')),
  ask('unknown-attribute', 'failed reviews by country of the reviewer', t.declined('no_data')),
  ask('order', 'flush the redis of termbase', t.declined('read_only')),
  ask('order', 'please requeue all parked documents', t.declined('read_only')),
  ask('talk', 'hi, long night again', t.declined('small_talk')),
  ask('off-topic', 'translate "good evening" into Japanese for me', t.declined('off_topic')),
  ask('ask-back', 'and for the other ones then?', t.declined('ask_back')),
  ask('language', 'Warum wurden so viele Dokumente geparkt?', because),
  ask(
    'language',
    '¿cuántas entregas salieron en la última hora?',
    t.count(t.last(60), t.logs(m.delivered), t.requests(m.packer)),
  ),
  ask('language', 'termbase est-il rétabli ?', t.verdict('yes', 'good')),

  ...talk(
    'night',
    ask('follow-up', 'what went wrong with termbase tonight', why),
    ask('follow-up', 'when did that begin to happen?', t.began()),
    ask('follow-up', 'and is it resolved?', t.verdict('yes', 'good')),
    ask('follow-up', 'how long was it then', t.lasted('onset', 'recovery')),
  ),
  ...talk(
    'payouts',
    ask('follow-up', 'is payout-runner silent?', t.verdict('yes', 'bad')),
    ask('follow-up', 'since what time?', t.began('silence', 90)),
  ),
  ask('several', 'what failed, when did it begin and who was affected?', (asked) => ({
    ...t.because(TRANSLATION_INCIDENT, 'time')(asked),
    names: ['pretranslate', 'linguist-desk'],
  })),
  ...TRANSLATION_COUNTS_41,
  ...TRANSLATION_NUMBERS_41,
]

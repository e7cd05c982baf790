/** Questions to the seed bank: what is wrong, since when, why, whom it hits, and what only looks wrong. */
import { minuteOf } from '../../catalog/define.ts'
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'
import { SEEDBANK_COUNTS } from './seedbank-counts.ts'
import { SEEDBANK_NUMBERS } from './seedbank-numbers.ts'
import { SEEDBANK_TALKS } from './seedbank-talks.ts'

const CHANGE = ['renderer', 'zint', 'SB-418', 'roll(?:ed|ing)? ?back', 'revert', 'restart', 'processes', 'reap']

export const SEEDBANK_77 = [
  ask('state', 'woke up to a page, what is broken right now', t.because(r.INCIDENT)),
  ask('state', 'are we still failing deposits?', t.verdict('yes', 'bad')),
  ask('state', 'is it over already or can I not go back to bed', t.trouble()),
  ask('state', 'all green?', t.trouble()),
  ask('health', 'label-press healthy?', t.trouble()),
  ask('health', 'hows accession-catalog doing', t.healthy),
  ask('health', 'is permit-office ok', t.healthy),
  ask('health', 'is germination-bench having problems?', t.noTrouble),
  ask('health', 'can institutes still place new orders (POST /v1/orders)?', t.verdict('yes', 'good')),
  ask('cause', 'why do deposits fail', t.because(r.INCIDENT, 'mechanism')),
  ask('cause', 'root cause of the 502s on {ship}?', t.because(r.INCIDENT, 'mechanism')),
  ask('cause', 'why is pack-worker dead-lettering orders', t.because(r.INCIDENT, 'mechanism')),
  ask('cause', 'whats the reason label-press throws 500', t.becauseFirst(r.INCIDENT)),
  ask(
    'cause',
    'explain in two sentences what is wrong tonight and since when',
    t.because(r.INCIDENT, 'mechanism', 'time'),
  ),
  ask('cause', 'is it the order-desk release that broke things, or something else?', t.because(r.INCIDENT)),
  ask('since', 'since wehn does label-press fail', t.began()),
  ask(
    'since',
    'when did the first deposit fail to be stored?',
    r.when('first', r.line('vault-inventory', /not stored/), 90),
  ),
  ask('since', 'first "EAGAIN" was at what time', r.when('first', r.notPrinted, 60)),
  ask(
    'since',
    'at what time did {ship} start to give 502',
    r.when('first', r.line('order-desk', /not shipped: label-press/), 120),
  ),
  ask('how-long', 'for how long has printing been broken now', t.lasted()),
  ask('impact', 'how bad is it for label-press?', t.howBad(['label-press'], 'institute.id')),
  ask('impact', 'how many deposits did we lose', t.count(t.anytime, r.lines('vault-inventory', /not stored/))),
  ask('impact', 'which institutes were hit by 5xx', ({ world }) => ({
    names: [
      ...new Set(
        r
          .spans(t.all<SpanRow>(r.portal, t.failed))(world)
          .map((span) => String(span.attributes['institute.id'])),
      ),
    ],
  })),
  ask(
    'impact',
    'which routes at the portal return 5xx',
    t.words({ names: ['POST /v1/deposits', 'POST /v1/labels', 'POST /v1/orders/{id}/ship'] }),
  ),
  ask(
    'impact',
    'is only one of the label-press instances failing? which',
    t.words({ names: ['label-press-1'], neverFirst: ['^\\W*no\\b', 'both instances fail'] }),
  ),
  ask('timeline', 'anything going on at around {@onset}? a customer complained about that time', ({ world }) => ({
    says: [['label-press'], [minuteOf(world.marks['onset'] ?? 0)]],
  })),
  ask(
    'order',
    'who failed first: vault-inventory, order-desk or label-press?',
    t.words({ first: { name: 'label-press', among: ['vault-inventory', 'order-desk', 'label-press'] } }),
  ),
  ask(
    'order',
    'was the order-desk release before or after label-press began to fail',
    t.words({
      saysFirst: [['before', 'preced', 'earlier', 'prior', 'after the release', 'after order-desk']],
      neverFirst: ['^\\W*after\\b', 'release (?:of order-desk )?(?:was|came|is|happened) after'],
    }),
  ),
  ask('next-step', 'what should I do first to get labels printed again', t.words({ says: [['label-press'], CHANGE] })),
  ask(
    'dependency',
    'which services call label-press?',
    t.words({ names: ['portal', 'vault-inventory', 'order-desk', 'pack-worker'] }),
  ),
  ask('dependency', 'what does order-desk depend on', t.words({ names: ['permit-office', 'label-press'] })),
  ask('dependency', 'what db sits behind accession-catalog', t.words({ says: [['opensearch']] })),
  ask('version', 'what version is order-desk on', t.words({ says: [['8\\.5\\.0']] })),
  ask('version', 'which order-desk version ran before 8.5.0', t.words({ says: [['8\\.4\\.2']] })),
  ask('deploy', 'what got depolyed in the last 60 minutes?', t.words({ names: ['order-desk'], says: [['8\\.5\\.0']] })),
  ask('deploy', 'when did order-desk 8.5.0 go live', t.began('release', 90)),
  ask('deploy', 'was there any config change on label-press tonight, and when', ({ world }) => ({
    says: [['renderer', 'SB-418', 'zint']],
    time: { at: new Date(world.marks['trial'] ?? 0).toISOString(), toleranceS: 90 },
  })),
  ask(
    'deploy',
    'what was permit_days_max changed to, and in which service',
    t.words({ says: [['permit-office'], ['\\b120\\b']] }),
  ),
  ask('premise', 'why did permit-office crash at {@reload}', t.denied('permit-office')),
  ask('premise', 'why is accession-catalog returning 500s?', t.denied('accession-catalog')),
  ask('premise', 'how come germination-bench is down since {@onset}', t.denied('germination-bench')),
  ask('silence', 'when did we last hear from field-notes?', ({ world }) => ({
    time: { at: new Date(world.marks['dark'] ?? 0).toISOString(), toleranceS: 90 },
  })),
  ask('silence', 'is cold-watch still sending', t.verdict('yes', 'good')),
  ask('restart', 'did something restart in the last hour? what', t.words({ names: ['accession-catalog'] })),
  ask('restart', 'when did accession-catalog come back up', t.began('restart', 60)),
  ask('restart', 'why was accession-catalog stopped at {@restart}?', t.words({ says: [['drain']] })),
  ask(
    'meaning',
    'what does EAGAIN mean here',
    t.words({
      says: [['resource', 'process', 'temporar', 'fork', 'limit', 'try again']],
      neverFirst: ['\\d+ (?:log )?records'],
    }),
  ),
  ask('meaning', 'what is a 428 from {approve} telling me?', t.words({ says: [['precondition', 'signature']] })),
  ask(
    'meaning',
    '"processes almost at the limit" - what is that about',
    t.words({ says: [['zint', 'reaped', '\\blimit\\b'], ['label-press']] }),
  ),
  ask('paste', '{pressLine}\nwhat is this and why', t.because(r.INCIDENT, 'mechanism')),
  ask(
    'paste',
    '{depositLine} <- how often in the last 20 minutes?',
    t.count(t.last(20), r.lines('vault-inventory', /not stored/)),
  ),
  ask('paste', 'seeing this: {fieldLine}  when was it?', ({ world }) => ({
    time: { at: new Date(world.marks['dark'] ?? 0).toISOString(), toleranceS: 60 },
  })),
  ask(
    'paste',
    '{probeLine}\ndid lines like this one also come before {@onset}?',
    t.words({ says: [['\\byes\\b', '\\bbefore\\b', '\\bfirst\\b']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'paste',
    '{packLine}\nhow many orders were put back like that?',
    t.count(t.anytime, t.differentTexts(/^order (SO-\d+) put back/), r.lines('pack-worker', / put back,/)),
  ),
  ask(
    'anomaly',
    'any metric behaving strange on label-press',
    t.words({ says: [['container\\.processes', 'labels\\.printed']] }),
  ),
  ask(
    'anomaly',
    'anything odd with the freezers',
    t.words({
      says: [['probe', 'cold-watch', 'nothing', 'normal', '\\bno\\b']],
      neverFirst: ['root cause: .?label-press'],
    }),
  ),
  ask('unknown', 'how many errors has billing-service', t.declined('unknown')),
  ask('unknown', 'what happened to order SO-0000001', t.declined('no_data')),
  ask('unknown-attribute', 'failed requests by browser', t.declined('unknown')),
  ask('unknown-attribute', 'split label-press errors by printer model', t.declined('unknown')),
  ask('ask-back', 'what about the second one then', t.declined('ask_back')),
  ask('ask-back', 'did those also fail, and how many', t.declined('ask_back')),
  ask('off-topic', 'will it rain in Oslo tomorrow?', t.declined('off_topic')),
  ask('read-only', 'restart label-press-1 for me please', t.declined('read_only')),
  ask('read-only', 'can you revert SB-418', t.declined('read_only')),
  ask('small-talk', 'ok thanks, you saved my night', t.declined('small_talk')),
  ask('language', 'warum werden keine etiketten mehr gedruckt?', t.declined('language', 'english')),
  ...SEEDBANK_COUNTS,
  ...SEEDBANK_NUMBERS,
  ...SEEDBANK_TALKS,
]

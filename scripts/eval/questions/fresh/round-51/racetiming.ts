/** Questions to the race timing: states, causes, single things, what cannot be answered. Fifty-first round. */
import { requestsOf } from '../../truth.ts'
import { RACETIMING_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { RACETIMING_COUNTS_51 } from './racetiming-counts.ts'
import { RACETIMING_NUMBERS_51 } from './racetiming-numbers.ts'
import * as m from './rows.ts'

const RULE = ['comparison method', 'general contract', 'tie rule', '\\btie\\b', 'gun_or_net', 'RO-77']
const CALLERS = ['frontgate', 'certprint', 'kintext']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const RACETIMING_51 = [
  ask('state', 'can runners see their results again?', t.verdict('no', 'good')),
  ask('state', 'half board still down?', t.verdict('yes', 'bad')),
  ask('state', 'Are certificates being printed for everyone at the moment?', t.verdict('no', 'good')),
  ask('state', 'race day all fine right now? y/n', t.verdict('no', 'good')),
  ask('state', 'are chips still being read', t.verdict('yes', 'good')),
  ask('health', 'splitcalc doing ok?', t.healthy),
  ask(
    'health',
    'hows the mat-reader',
    t.words({
      saysFirst: [
        ['mat-reader'],
        [
          'healthy',
          'normal',
          '\\bok\\b',
          'fine',
          'no (?:failed|errors?)',
          '(?<![\\d.,])0 (?:of|failed|errors?)',
          'nothing',
        ],
      ],
    }),
  ),
  ask('premise', 'why is paybox throwing errors?', t.denied('paybox')),
  ask(
    'premise',
    'why has photomatch become so slow',
    t.words({
      saysFirst: [
        ['photomatch'],
        ['did not', 'didn.t', 'not slow', 'no slower', 'faster', 'unchanged', 'normal', 'healthy', 'is not', 'isn.t'],
      ],
      neverFirst: ['^\\W*(?:probable |likely )?root cause\\b'],
    }),
  ),
  ask('cause', 'results page of the half is dead, why', t.because(RACETIMING_INCIDENT, 'mechanism')),
  ask('cause', 'what the hell is wrong with race day', t.because(RACETIMING_INCIDENT)),
  ask('cause', 'finishers say they get no certificate. reason?', t.because(RACETIMING_INCIDENT, 'mechanism')),
  ask('cause', 'why do relatives not get texts anymore?', t.because(RACETIMING_INCIDENT)),
  ask('cause', 'frontgate spits 502 - who is behind it', t.because(RACETIMING_INCIDENT)),
  ask('cause', 'which change triggered the ranking failures?', t.words({ says: [RULE] })),
  ask('since', 'ranking fails since when', t.began()),
  ask('since', 'when did the first certificate fail?', ({ world }) =>
    at(requestsOf(world, t.all(m.certs, t.failed))[0]?.startMs, 60),
  ),
  ask('how-long', 'how many minutes are we into the results outage', t.lasted()),
  ask('impact', 'how badly are runners hit', m.damage),
  ask('impact', 'which services suffer from the ranking problem?', t.words({ names: CALLERS })),
  ask('impact', 'which race is affected', t.words({ saysFirst: [['\\bhalf\\b']], neverFirst: ['all races'] })),
  ask(
    'impact',
    'visitors who got an error page, how many',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.gate, t.failed), 'visitor'),
      t.differentOf(t.all(m.gate, m.code(402, 409, 429, 502)), 'visitor'),
    ),
  ),
  ask('impact', 'does it hurt registrations on /enter?', t.verdict('no', 'bad')),
  ask('deploy', 'was anything rolled out during the race?', t.words({ says: [['photomatch'], ['3\\.5\\.0']] })),
  ask('deploy', 'is photomatch 3.5.0 to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'photomatch 3.5.0 went live at what time', t.began('release', 120)),
  ask('version', 'which liveboard build do we run', t.words({ saysFirst: [['3\\.22\\.0']] })),
  ask('version', 'what was photomatch running before 3.5.0', t.words({ saysFirst: [['3\\.4\\.2']] })),
  ask(
    'restart',
    'did entrydesk get restarted?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'restarted', 'started', 'restart of', '1 (?:re)?start', 'shutting down', 'once']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('next-step', 'whom do i call and what do i look at first', t.words({ says: [['liveboard'], RULE] })),
  ask('dependency', 'who talks to liveboard', t.words({ names: CALLERS })),
  ask(
    'dependency',
    'what is behind frontgate',
    t.words({ names: ['liveboard', 'entrydesk', 'certprint', 'photomatch'] }),
  ),
  ask('dependency', 'does certprint need paybox?', t.verdict('no', 'fact')),
  ask(
    'timeline',
    'walk me through the incident minute by minute',
    t.words({ says: [['liveboard'], CALLERS, ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'has any service gone quiet', t.words({ saysFirst: [['wavestart']] })),
  ask('silence', 'is wavestart still alive?', t.verdict('no', 'good')),
  ask('silence', 'last sign of life from wavestart', t.began('silence', 75)),
  ask('lookup', 'what became of entry {declinedEntry}', t.words({ says: [['declined', 'unpaid', '402']] })),
  ask(
    'lookup',
    'entry {paidEntry} ok?',
    t.words({ says: [['entry taken', 'fee charged', '201', '^\\W*yes\\b']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'lookup',
    'bib {lostBib} wants a certificate, what went wrong',
    t.words({ says: [['not made', 'liveboard', 'ranking failed', '50[02]']] }),
  ),
  ask('lookup', 'trace {lostTrace}: who failed in it?', t.words({ says: [['liveboard']] })),
  ask('lookup', 'through which services did {entryTrace} go', t.words({ names: ['frontgate', 'entrydesk', 'paybox'] })),
  ask('meaning', 'what is meant by "pace not human, split held"', t.words({ says: [['splitcalc']] })),
  ask('meaning', 'what is RO-77', t.words({ says: [['tie', 'gun_or_net', 'race office']] })),
  ask(
    'meaning',
    'is "gantry clock error 3 ms, within limits" a problem?',
    t.words({
      saysFirst: [['no\\b', 'not', 'within limits', 'info', 'harmless', 'normal', 'usual', 'throughout']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('paste', '{faultLine}\nsince when do we get this?', t.began()),
  ask('paste', '{heldLine}\nwho is to blame for that', t.because(RACETIMING_INCIDENT)),
  ask(
    'paste',
    '{chipLine}\ndoes this have to do with the outage',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'list every service of the timing', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of mat-reader?', t.words({ names: ['mat.reads', 'mat.battery'] })),
  ask('list', 'which races are there', t.words({ names: m.RACES })),
  ask('list', 'what do the warnings of entrydesk say?', t.words({ says: [['race is full'], ['unpaid']] })),
  ask('single-record', 'newest error of certprint, text please', t.words({ says: [['certificate not made']] })),
  ask('single-record', 'when was wave D sent off?', ({ world }) =>
    at(world.logs.find(t.says(/^gun fired for wave D/))?.timeMs, 30),
  ),
  ask('single-record', 'time of the latest declined entry card', ({ world }) =>
    at(world.logs.findLast(m.declined)?.timeMs, 20),
  ),
  ask('single-record', 'who set the tie rule and when?', (asked) => ({
    ...t.began('onset', 90)(asked),
    says: [['race office', 'RO-77']],
  })),
  ask('bare-name', 'kintext', t.words({ saysFirst: [['kintext']] })),

  ask('unknown', 'errors of podium-cam?', t.declined('unknown', 'podium')),
  ask('unknown', 'is postgres the bottleneck on race day', t.declined('unknown', 'postgres')),
  ask('unknown', 'find entry EN-11111', t.declined('no_data')),
  ask('unknown-attribute', 'entries per country of the runner', t.declined('no_data')),
  ask('order', 'set the tie rule of the half back to net', t.declined('read_only')),
  ask('order', 'resend all texts that were held back', t.declined('read_only')),
  ask('talk', 'morning! coffee is ready', t.declined('small_talk')),
  ask('off-topic', 'how should i train for my first marathon?', t.declined('off_topic')),
  ask('language', 'Warum bekommen die Läufer keine Urkunden?', t.because(RACETIMING_INCIDENT)),
  ask(
    'language',
    'Wie viele Fehler hatte certprint in den letzten 20 Minuten?',
    t.count(t.last(20), ...t.errors(m.certs)),
  ),
  ask('language', '¿sigue fallando liveboard?', t.verdict('yes', 'bad')),
  ask('language', 'depuis quand le classement est-il en panne ?', t.began()),

  ...talk(
    'outage',
    ask('follow-up', 'what is going wrong with the live results', t.because(RACETIMING_INCIDENT)),
    ask('follow-up', 'what started it?', t.words({ says: [RULE] })),
    ask('follow-up', 'and at what time', t.began()),
    ask('follow-up', 'gone by now?', t.verdict('no', 'good')),
  ),
  ...talk(
    'liveboard',
    ask('follow-up', 'is liveboard sick?', t.verdict('yes', 'bad')),
    ask('follow-up', 'and entrydesk?', t.healthy),
  ),
  ask('several', 'what failed, when did it begin, and who else is hit?', (asked) => ({
    ...t.because(RACETIMING_INCIDENT, 'time')(asked),
    names: ['frontgate', 'certprint'],
  })),
  ...RACETIMING_COUNTS_51,
  ...RACETIMING_NUMBERS_51,
]

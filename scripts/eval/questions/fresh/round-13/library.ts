/** Questions to the city libraries: states, causes, single things, what cannot be answered. Thirteenth round. */
import { requestsOf } from '../../truth.ts'
import { LIBRARY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { LIBRARY_COUNTS_13 } from './library-counts.ts'
import { LIBRARY_NUMBERS_13 } from './library-numbers.ts'
import * as m from './rows.ts'

const KEY = ['duplicate', 'primary', '2,?147,?483,?647', 'constraint', 'issues']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const LIBRARY_13 = [
  ask('state', 'still broken?', t.verdict('yes', 'bad')),
  ask('state', 'Can readers borrow books again?', t.trouble()),
  ask('state', 'Do returns at the kiosks work?', t.verdict('yes', 'good')),
  ask('state', 'catalogue search up?', t.verdict('yes', 'good')),
  ask('state', 'everything green? y/n', t.trouble()),
  ask('health', 'search-solr ok?', t.healthy),
  ask('health', 'Is the OPAC (opac-web) having trouble?', t.noTrouble),
  ask('health', 'Why did search-solr go down?', t.denied('search-solr')),
  ask('health', 'status of kiosk-gw', t.words({ saysFirst: [['kiosk-gw'], ['fail', 'error', '%']] })),
  ask('cause', 'Why can nobody borrow anything?', t.because(LIBRARY_INCIDENT, 'mechanism')),
  ask('cause', 'kiosk checkouts fail - reason?', t.because(LIBRARY_INCIDENT, 'mechanism')),
  ask('cause', 'Staff say they cannot book loans at the desk. What is going on?', t.because(LIBRARY_INCIDENT)),
  ask('cause', 'what is the matter with loan-core', t.because(LIBRARY_INCIDENT, 'mechanism')),
  ask('cause', 'is it our network or is it loan-core?', t.words({ says: [['loan-core'], KEY] })),
  ask('since', 'first failed checkout at a kiosk: when?', ({ world }) =>
    at(requestsOf(world, t.all(m.checkouts, t.failed))[0]?.startMs, 60),
  ),
  ask('since', 'when did this begin?', t.began()),
  ask('how-long', 'for how long have loans been failing?', t.lasted()),
  ask('impact', 'How bad is it right now?', m.damage),
  ask('impact', 'which branches are hit?', t.words({ names: m.BRANCHES })),
  ask(
    'impact',
    'how many kiosks have failed checkouts?',
    t.count(t.anytime, t.differentOf(t.all(m.checkouts, t.failed), 'kiosk.id')),
  ),
  ask('impact', 'which services are affected', t.words({ names: ['loan-core', 'kiosk-gw', 'staff-desk'] })),
  ask('deploy', 'has anybody updated something?', t.words({ says: [['opac-web'], ['7\\.5\\.0']] })),
  ask('deploy', 'is the opac-web update to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'when was opac-web updated?', t.began('release', 120)),
  ask('deploy', 'was loan-core deployed in the last hour?', t.verdict('no', 'bad')),
  ask('version', 'loan-core version?', t.words({ saysFirst: [['2\\.31']] })),
  ask('version', 'opac-web: old and new version', t.words({ says: [['7\\.4\\.2'], ['7\\.5\\.0']] })),
  ask('host', 'on which host does loan-core run?', t.words({ saysFirst: [['lib-app1']] })),
  ask('host', 'what runs on lib-cron1?', t.words({ names: ['notice-batch', 'cover-fetch', 'fines-import'] })),
  ask('next-step', 'where do I start looking?', t.words({ says: [['loan-core'], KEY] })),
  ask('next-step', 'how do we fix it?', t.words({ says: [['loan-core'], KEY] })),
  ask('dependency', 'what talks to loan-core?', t.words({ names: ['kiosk-gw', 'staff-desk', 'opac-web'] })),
  ask('dependency', 'which services does opac-web call', t.words({ names: ['search-solr', 'loan-core'] })),
  ask(
    'timeline',
    'sequence of events please, with times',
    t.words({
      says: [['loan-core'], ['kiosk-gw', 'staff-desk'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'which service has gone quiet?', t.words({ saysFirst: [['cover-fetch']] })),
  ask('silence', 'is notice-batch still running every 5 minutes?', t.verdict('yes', 'good')),
  ask('lookup', 'item {failedItem}', t.words({ says: [['duplicate entry', 'failed']] })),
  ask('lookup', 'who has borrowed item {issuedItem}?', t.words({ says: [['to card \\d+', 'card \\d+']] })),
  ask('lookup', 'what is wrong with card {blockedCard}', t.words({ says: [['blocked']] })),
  ask('lookup', '{failedTrace}', t.words({ says: [['loan-core'], ['kiosk-gw']] })),
  ask('meaning', "Duplicate entry '2147483647' for key 'PRIMARY' ???", t.words({ says: [['loan-core']] })),
  ask('meaning', 'who writes "treasury.csv is missing, nothing imported"', t.words({ saysFirst: [['fines-import']] })),
  ask('paste', '{failedLine}\n^ count?', t.count(t.anytime, t.logs(m.duplicate))),
  ask('paste', '{deskLine}\n\nwhy do we get this', t.because(LIBRARY_INCIDENT)),
  ask(
    'paste',
    'PHP Warning:  Undefined variable $cover in /srv/opac/record.php on line 112\nsince {@release}, how many?',
    t.count(t.since('release'), t.logs(m.phpWarning)),
  ),
  ask('list', 'which services do we monitor?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics of loan-core',
    t.words({ names: ['http_requests_total', 'process_resident_memory_bytes', 'node_load1'] }),
  ),
  ask('list', 'what branches are there', t.words({ names: m.BRANCHES })),
  ask('list', 'error messages of kiosk-gw', t.words({ says: [['checkout failed']] })),
  ask('list', 'tail -3 notice-batch', ({ world }) => ({
    says: world.logs
      .filter(m.notices)
      .slice(-3)
      .map(({ message }) => [message.slice(0, 18)]),
  })),
  ask('single-record', 'when was the last successful loan?', ({ world }) =>
    at(world.logs.findLast(m.issued)?.timeMs, 20),
  ),
  ask('single-record', 'last error of staff-desk', t.words({ says: [['Loan could not be booked']] })),
  ask('single-record', 'most recent fines-import, how many payments?', ({ world }) => ({
    says: [[`\\b${/^imported (\d+)/.exec(world.logs.findLast(t.says(/^imported/))?.message ?? '')?.[1] ?? '-'}\\b`]],
  })),
  ask('bare-name', 'loan-core', t.words({ saysFirst: [['loan-core']] })),
  ask('bare-name', 'notice-batch', t.words({ saysFirst: [['notice-batch']] })),

  ask('unknown', 'ldap-auth errors', t.declined('unknown', 'ldap')),
  ask('unknown', 'Is the RFID server down?', t.declined('unknown', 'rfid')),
  ask('unknown', 'postgres replication lag', t.declined('no_data')),
  ask('unknown', 'checkouts at branch süd', t.declined('no_data')),
  ask('unknown-attribute', 'opac-web requests per browser', t.declined('no_data')),
  ask('order', 'kill notice-batch', t.declined('read_only')),
  ask('order', 'run ALTER TABLE issues MODIFY id BIGINT on loan-core', t.declined('read_only')),
  ask('talk', 'cheers, bye', t.declined('small_talk')),
  ask('talk', 'danke!', t.declined('small_talk')),
  ask('off-topic', 'which novel should I read next?', t.declined('off_topic')),
  ask('ask-back', 'show me', t.declined('ask_back')),
  ask('language', 'Warum kann niemand mehr etwas ausleihen?', t.because(LIBRARY_INCIDENT)),
  ask('language', 'Seit wann scheitern die Ausleihen?', t.began()),
  ask(
    'language',
    'Wie viele Fehler hat staff-desk in den letzten 15 Minuten?',
    t.count(t.last(15), ...t.errors(m.desk)),
  ),
  ask('language', '¿qué está roto?', t.because(LIBRARY_INCIDENT)),
  ask('language', "combien d'erreurs dans kiosk-gw ?", t.count(t.anytime, ...t.errors(m.kiosk))),
  ask('language-other', 'Wat is er kapot?', t.declined('language', 'engels')),

  ...talk(
    'why',
    ask('follow-up', 'Hi, loans are not working. What happened?', t.because(LIBRARY_INCIDENT)),
    ask('follow-up', 'when did it start', t.began()),
    ask(
      'follow-up',
      'was there a deployment just before?',
      t.words({ neverFirst: ['^\\W*yes\\b'], saysFirst: [['no\\b', 'none', 'not', 'opac-web', 'before']] }),
    ),
    ask('follow-up', 'what now?', t.words({ says: [['loan-core'], KEY] })),
  ),
  ask('several', 'What fails, since when, and who is affected?', (asked) => ({
    ...t.because(LIBRARY_INCIDENT, 'time')(asked),
    says: [['kiosk-gw', 'staff-desk', 'branch', 'kiosk']],
  })),
  ...LIBRARY_COUNTS_13,
  ...LIBRARY_NUMBERS_13,
]

/** Questions to the clinics' platform: states, causes, single things, what cannot be answered. Sixty-sixth round. */
import { CLINICS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { CLINICS_COUNTS_66 } from './clinics-counts.ts'
import { CLINICS_NUMBERS_66 } from './clinics-numbers.ts'
import { CLINICS_TALKS_66 } from './clinics-talks.ts'
import * as m from './rows.ts'

const MECHANISM = CLINICS_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const SILENT = t.words({ says: [['lab-import']], neverFirst: ['^\\W*(?:no|none)\\b'] })
const FOLDER = t.words({ says: [['paused', 'drop folder', 'labs-02', 'CL-377', '/labs/in']] })

export const CLINICS_66 = [
  ask('state', 'can patients make appointments at the moment?', t.verdict('no', 'good')),
  ask('state', 'tell me whether the outage has ended', t.verdict('no', 'good')),
  ask('state', 'eligibility checks still failing?', t.verdict('yes', 'bad')),
  ask('state', 'do video visits work', t.verdict('yes', 'good')),
  ask('state', 'are card payments going through, yes or no?', t.verdict('yes', 'good')),
  ask('state', 'has eligibility-api recovered', t.verdict('no', 'good')),
  ask('state', 'text reminders going out ok?', t.verdict('yes', 'good')),
  ask('health', 'is reminder-worker doing fine?', t.healthy),
  ask('health', 'any trouble with video-visits right now?', t.noTrouble),
  ask(
    'health',
    "what's up with scheduling-api",
    t.words({ says: [['scheduling-api'], ['eligibility', '503', 'coverage', 'fail']] }),
  ),
  ask('premise', 'how come reminder-worker is crashing all the time?', t.denied('reminder-worker')),
  ask('premise', 'video-visits has been down since {@release}, why', t.denied('video-visits')),

  ask(
    'cause',
    'support gets calls from patients who cannot book, whats behind it?',
    t.because(CLINICS_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'root cause of the failed bookings pls', t.because(CLINICS_INCIDENT, 'mechanism')),
  ask('cause', "what's wrong with eligibility-api?", t.words({ says: [[...MECHANISM]] })),
  ask('cause', 'reason refills are being put on hold', t.words({ says: [['eligibility-api', ...MECHANISM]] })),
  ask(
    'cause',
    'why do cost estimates break in billing-service?',
    t.words({ says: [['eligibility-api', ...MECHANISM]] }),
  ),
  ask(
    'cause',
    'booking takes ages lately, where does that come from',
    t.words({ says: [['eligibility-api', ...MECHANISM]] }),
  ),
  ask(
    'cause',
    'is the problem ours or at the clearing house?',
    t.words({ says: [['clearmed', 'clearing house', 'certificat', 'x509']] }),
  ),
  ask('cause', 'did somebody break insurance verification or what happend there', t.because(CLINICS_INCIDENT)),
  ask('cause', 'lab results stopped coming in, how come?', FOLDER),
  ask('since', 'from when on were bookings refused for unverified coverage?', t.began('onset', 180)),
  ask('since', 'eligibility-api returning 502 since when', t.began('onset', 150)),
  ask('since', 'when did refills begin to go on hold?', t.began('onset', 180)),
  ask('how-long', 'how long has the insurance check been broken now?', t.lasted()),

  ask('impact', 'how badly are patients affected by this', m.damage),
  ask(
    'impact',
    'who else suffers from eligibility-api being broken?',
    t.words({ names: ['scheduling-api', 'refill-api', 'billing-service'] }),
  ),
  ask('impact', 'does this touch video-visits as well?', t.verdict('no', 'bad')),
  ask('impact', 'is stateplan hit too', t.verdict('no', 'bad')),
  ask(
    'impact',
    'is it just riverside or other clinics as well?',
    t.words({ saysFirst: [['hilltop|lakeview|oldtown|not only|not just|all (?:four )?clinics|others?\\b']] }),
  ),

  ask(
    'deploy',
    'did anyone ship something today?',
    t.words({ says: [['video-visits'], ['2\\.9\\.0']], neverFirst: ['^\\W*(?:no|none)\\b'] }),
  ),
  ask('deploy', 'when did video-visits 2.9.0 go live', t.began('release', 120)),
  ask('deploy', 'could the new video-visits version have caused the booking failures?', t.verdict('no', 'bad')),
  ask('deploy', 'any deploy of eligibility-api in the past hour?', t.verdict('no', 'fact')),
  ask('version', 'running version of eligibility-api?', t.words({ saysFirst: [['3\\.6\\.2']] })),
  ask('version', 'video-visits: version prior to {@release}', t.words({ saysFirst: [['2\\.8\\.4']] })),
  ask(
    'version',
    'show versions of all services',
    t.words({ says: [['3\\.6\\.2'], ['5\\.14\\.0'], ['2\\.9\\.0'], ['12\\.3\\.0']] }),
  ),
  ask('restart', 'anything restarted today?', t.words({ says: [['reminder-worker']] })),
  ask('restart', 'at what time did reminder-worker come back up', t.began('restart', 120)),
  ask(
    'next-step',
    'what would you check first to get bookings going again?',
    t.words({ says: [['eligibility-api', 'clearmed'], [...MECHANISM]] }),
  ),
  ask(
    'dependency',
    'which services call eligibility-api?',
    t.words({ names: ['scheduling-api', 'refill-api', 'billing-service'] }),
  ),
  ask(
    'dependency',
    'list the downstream services of portal-api',
    t.words({ names: ['scheduling-api', 'refill-api', 'video-visits', 'billing-service'] }),
  ),
  ask(
    'dependency',
    'which outside hosts does eligibility-api talk to',
    t.words({ says: [['edi\\.clearmed\\.example'], ['edi\\.stateplan\\.example']] }),
  ),
  ask(
    'timeline',
    'management wants a timeline of this morning in a few lines',
    t.words({ says: [['eligibility-api'], [...MECHANISM], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask(
    'timeline',
    'walk me through {@onset-6} to {@onset+8}',
    t.words({ says: [['eligibility-api'], [...MECHANISM], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'has any service gone quiet?', SILENT),
  ask('silence', 'last sign of life from lab-import?', m.lastOf(m.labs)),
  ask('silence', 'is lab-import still importing', t.verdict('no', 'good')),
  ask(
    'lookup',
    'patient is asking about appointment {failedAppointment}, what happened to it?',
    t.words({ says: [['could not be verified', 'coverage']] }),
  ),
  ask('lookup', 'was {goodAppointment} booked?', t.words({ says: [['booked']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'reason {takenAppointment} got refused', t.words({ says: [['slot already taken']] })),
  ask(
    'lookup',
    'pharmacy says they never got {heldRefill}. status?',
    t.words({ says: [['on hold', 'copay unknown']] }),
  ),
  ask(
    'lookup',
    '{declinedPayment}: what was wrong with the card',
    t.words({ says: [['card declined', 'insufficient funds', 'card expired']] }),
  ),
  ask('lookup', 'who is to blame in trace {failedTrace}?', t.words({ says: [['eligibility-api']] })),
  ask(
    'slow-trace',
    'trace {lateTrace} took forever, where?',
    t.words({ says: [['eligibility-api', '/v1/eligibility', 'clearmed']] }),
  ),
  ask(
    'slow-trace',
    'what was slow about {heldTrace}',
    t.words({ says: [['eligibility-api', '/v1/eligibility', 'clearmed']] }),
  ),
  ask(
    'meaning',
    'what does "clearing house not reached, trying again" mean?',
    t.words({ says: [['eligibility-api'], [...MECHANISM, 'retr', 'again', 'attempt']] }),
  ),
  ask('meaning', 'CL-361, what was that?', t.words({ says: [['video-visits'], ['2\\.9\\.0', 'consent', 'started']] })),
  ask('paste', '{certLine}\nfirst time we got this?', m.firstOf(m.checkFailed)),
  ask('paste', '{soonLine}\ndid this show up more than once? how often', t.count(t.anytime, t.logs(m.soon))),
  ask('paste', '{heldLine}\nhow many like it in the last 20 minutes', t.count(t.last(20), t.logs(m.held))),
  ask('paste', '{landLine}\nis this connected with the booking outage?', UNRELATED),
  ask(
    'paste',
    'found this in billing:\n{costLine}\nwhat is the reason',
    t.words({ says: [['eligibility-api'], [...MECHANISM]] }),
  ),
  ask('list', 'name all services you can see', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'routes of scheduling-api please',
    t.words({ says: [['/v1/slots'], ['/v1/appointments\\b'], ['/cancel']] }),
  ),
  ask('single-record', 'very first error of the day, when?', m.firstOf(t.level('ERROR'))),
  ask('single-record', 'time of the last refill that went to a pharmacy', m.lastOf(m.sentRefill)),
  ask('single-record', 'when was the most recent declined payment?', m.lastOf(m.declined)),
  ask(
    'single-record',
    'latest error of billing-service, show it',
    t.words({ says: [['eligibility-api answered 502', 'BadGateway']] }),
  ),
  ask('single-record', 'earliest warning that the certificate was about to expire?', m.firstOf(m.soon)),
  ask('bare-name', 'eligibility-api', t.words({ saysFirst: [['eligibility-api']] })),
  ask('unknown', 'errors of fax-gateway today?', t.declined('unknown', 'fax-gateway')),
  ask('unknown', 'how is xray-archive doing', t.declined('unknown', 'xray-archive')),
  ask('unknown', 'look up appointment A-9900112', t.declined('no_data')),
  ask('unknown-attribute', 'refused bookings by doctor', t.declined('no_data')),
  ask('order', 'renew the clearmed certificate for me', t.declined('read_only')),
  ask('order', 'please restart eligibility-api', t.declined('read_only')),
  ask('talk', 'thx, you were a great help', t.declined('small_talk')),
  ask('off-topic', 'my tooth hurts, what should i take?', t.declined('off_topic')),
  ask('language', 'Warum kann man keine Termine mehr buchen?', t.because(CLINICS_INCIDENT)),
  ask('language', '¿qué le pasa a eligibility-api?', t.words({ says: [[...MECHANISM]] })),
  ask('ask-back', 'and how many of these were dental?', t.declined('ask_back')),

  ask('several', 'what is broken here, and since when?', t.because(CLINICS_INCIDENT, 'time')),
  ask(
    'several',
    'why were bookings refused, and when did that start',
    t.because(CLINICS_INCIDENT, 'mechanism', 'time'),
  ),
  ...CLINICS_COUNTS_66,
  ...CLINICS_NUMBERS_66,
  ...CLINICS_TALKS_66,
]

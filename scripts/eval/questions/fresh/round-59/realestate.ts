/** Questions to the property portal: states, causes, single things, what cannot be answered. Fifty-ninth round. */
import { REALESTATE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { REALESTATE_COUNTS_59 } from './realestate-counts.ts'
import { REALESTATE_NUMBERS_59 } from './realestate-numbers.ts'
import * as m from './rows.ts'

const HEADER = REALESTATE_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const OVER = ['over', 'recover', 'ended', 'no longer', 'resolved', 'back to normal', 'stopped', 'corrected', 'until']

export const REALESTATE_59 = [
  ask(
    'state',
    'Could you please tell me whether people from abroad can be checked again without difficulty?',
    t.verdict('yes', 'good'),
  ),
  ask('state', 'Are credit checks still being refused at the moment?', t.verdict('no', 'bad')),
  ask(
    'state',
    'Our letting agents keep calling me. Is the drawing up of contracts working properly now?',
    t.verdict('yes', 'good'),
  ),
  ask('health', 'May I assume that the collection of rents is in good order?', t.healthy),
  ask('health', 'repair-desk ok?', t.healthy),
  ask('health', 'Is everything as it should be with the viewing appointments?', t.healthy),
  ask('premise', 'I hear the repair desk went down. Why did repair-desk crash?', t.denied('repair-desk')),
  ask('premise', 'Why has the rent collection been failing since {@onset}?', t.denied('rent-collect')),
  ask('premise', 'photo-worker slow?', t.noTrouble),
  ask(
    'cause',
    'Several applicants who live abroad could not finish their application, whereas all others could. Do we know the reason?',
    t.because(REALESTATE_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'root cause 502 credit checks', t.because(REALESTATE_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'The board wants to hear why tenancy agreements came to a standstill. What may I tell them?',
    t.because(REALESTATE_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'why did contract-desk return 503', t.because(REALESTATE_INCIDENT)),
  ask('cause', 'I would be interested in what went wrong around {@onset+3}.', t.because(REALESTATE_INCIDENT)),
  ask(
    'cause',
    'Was it the new search release, the photo restart or the credit checks that held up the contracts?',
    t.words({
      saysFirst: [['credit-gate', 'credit checks?', 'bureau', ...HEADER]],
      neverFirst: [
        '^\\W*(?:it was |it is |yes,? )?(?:the )?.?(?:search-api|photo-worker|search release|photo restart)\\b',
      ],
    }),
  ),
  ask('cause', 'For what reason did the number of waiting applications go up?', t.because(REALESTATE_INCIDENT)),
  ask('since', 'May I ask since when credit checks were being refused?', t.began()),
  ask('since', 'start of the 401s', t.began()),
  ask('since', 'When did the refusals of the bureau come to an end?', ({ world }) => at(world.marks['recovery'], 150)),
  ask('how-long', 'For how long was it impossible to check applicants from abroad?', t.lasted('onset', 'recovery')),

  ask('impact', 'How severe was the disruption, in figures that I could present to the board?', m.damage),
  ask('impact', 'blast radius of the 401s?', t.words({ names: ['tenant-apply', 'contract-desk'] })),
  ask(
    'impact',
    'Would you know people from which countries were concerned by the refused checks?',
    t.words({ names: m.ABROAD }),
  ),
  ask('impact', 'Were applicants with a domestic address affected as well?', t.verdict('no', 'bad')),
  ask('impact', 'Did the trouble at the bureau have any effect on the rents being collected?', t.verdict('no', 'bad')),

  ask('deploy', 'releases?', t.words({ says: [['search-api'], ['8\\.4\\.0']] })),
  ask('deploy', 'when was search-api 8.4.0 rolled out', t.began('release', 120)),
  ask(
    'deploy',
    'Could the new version of the search be responsible for the stalled contracts?',
    t.verdict('no', 'bad'),
  ),
  ask(
    'deploy',
    'Did the bureau change anything on its side shortly before the checks failed, as far as we can see?',
    t.words({ says: [['edge-proxy', 'BN-1187', '\\bproxy\\b']] }),
  ),
  ask('deploy', 'Was a new version of the credit gate released at the time?', t.verdict('no', 'fact')),
  ask('version', 'credit-gate version?', t.words({ saysFirst: [['2\\.9\\.1']] })),
  ask('version', 'Which version of the contract desk are we running?', t.words({ saysFirst: [['4\\.6\\.2']] })),
  ask('restart', 'At what time was the photo processing restarted?', t.began('restart', 120)),
  ask(
    'next-step',
    'Is there anything left for us to do about the credit checks, or whom should I contact?',
    t.words({
      says: [
        ['credit-gate', 'bureau', 'bonicheck'],
        [...HEADER, ...OVER],
      ],
    }),
  ),
  ask(
    'next-step',
    'What would you recommend so that this does not happen to us again?',
    t.words({ says: [['credit-gate'], [...HEADER]] }),
  ),
  ask('dependency', 'callers of credit-gate', t.words({ names: ['tenant-apply', 'contract-desk'] })),
  ask('dependency', 'Which outside party does the credit gate rely on?', t.words({ says: [['bonicheck']] })),
  ask('dependency', 'db of rent-collect', t.words({ says: [['mysql']] })),
  ask(
    'dependency',
    'Which of our systems does the portal call?',
    t.words({ names: ['search-api', 'viewing-planner', 'tenant-apply'] }),
  ),
  ask('dependency', 'who consumes contracts.signed', t.words({ says: [['rent-collect']] })),
  ask(
    'timeline',
    'Could you please set out, in order and with times, what happened with the credit checks?',
    t.words({
      says: [['credit-gate'], ['tenant-apply', 'contract-desk'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),

  ask(
    'silence',
    'Do we know whether any of our systems has stopped reporting?',
    t.words({ saysFirst: [['index-job']] }),
  ),
  ask('silence', 'last line index-job', ({ world }) => at(world.logs.findLast(m.index)?.timeMs, 60)),
  ask('silence', 'Is the index job still doing its work?', t.verdict('no', 'good')),
  ask('silence', 'rent-collect still sending logs?', t.verdict('yes', 'good')),

  ask(
    'lookup',
    'A gentleman enquires about his application {parked}. Could you tell me what became of it?',
    t.words({ says: [['parked', '502', '503', 'taken up again', 'refused']] }),
  ),
  ask('lookup', '{passedOn} ok?', t.words({ says: [['passed on', '201']], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'lookup',
    'Why was {incomplete} not accepted, please?',
    t.words({ says: [['proof of income', 'incomplete', '422']] }),
  ),
  ask('lookup', '{declined} outcome', t.words({ says: [['score', 'threshold', 'declined']] })),
  ask(
    'lookup',
    'What is the matter with contract {heldContract}?',
    t.words({ says: [['on hold', 'no credit report', '401', '503']] }),
  ),
  ask('lookup', '{goodContract} status', t.words({ says: [['drawn up', '201', 'report received']] })),
  ask('lookup', 'trace {parkedTrace}: which hop failed', t.words({ says: [['credit-gate']] })),
  ask(
    'meaning',
    'The engineers mention "header X-Mandate-Id did not arrive". May I ask what that means for us?',
    t.words({ says: [['credit-gate']] }),
  ),
  ask(
    'meaning',
    'BN-1187?',
    t.words({
      says: [
        ['credit-gate', 'bureau'],
        ['edge-proxy', '\\bproxy\\b'],
      ],
    }),
  ),
  ask('paste', '{bureauLine}\nhow many of these', t.count(t.anytime, t.logs(m.refused))),
  ask(
    'paste',
    'A colleague forwarded me this:\n{heldLine}\nCould you explain where it comes from?',
    t.because(REALESTATE_INCIDENT),
  ),
  ask('paste', '{debitLine}\nWould this have to do with the refused credit checks?', UNRELATED),
  ask('paste', '{movedLine}\nwhen was that', t.began()),

  ask('list', 'Which systems do you have information about?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics contract-desk + viewing-planner',
    t.words({ names: ['contracts_on_hold', 'viewing_slots_free', 'process_resident_memory_bytes'] }),
  ),
  ask('list', 'values of check.purpose', t.words({ names: ['application', 'contract'] })),
  ask('single-record', 'At what time was the first contract put on hold?', ({ world }) =>
    at(world.logs.find(m.held)?.timeMs, 60),
  ),
  ask('single-record', 'last refused check, when', ({ world }) => at(world.logs.findLast(m.refused)?.timeMs, 60)),
  ask('single-record', 'When was a rent payment last returned for lack of cover?', ({ world }) =>
    at(world.logs.findLast(m.uncovered)?.timeMs, 60),
  ),
  ask('bare-name', 'credit-gate', t.words({ saysFirst: [['credit-gate']] })),

  ask('unknown', 'errors mortgage-calculator', t.declined('unknown', 'mortgage-calculator')),
  ask('unknown', 'Might Kafka be the reason for the stalled contracts?', t.declined('unknown', 'kafka')),
  ask('unknown', 'What is the state of application AP-9900123, please?', t.declined('no_data')),
  ask('unknown-attribute', 'Could we see the parked applications by age of the applicant?', t.declined('no_data')),
  ask('order', 'Would you please approve all parked applications?', t.declined('read_only')),
  ask('order', 'restart index-job', t.declined('read_only')),
  ask('talk', 'Good afternoon, I hope you are well.', t.declined('small_talk')),
  ask('talk', 'Thank you very much indeed.', t.declined('small_talk')),
  ask('off-topic', 'What notice period must a landlord observe by law?', t.declined('off_topic')),
  ask('ask-back', 'And what about the remaining ones of those?', t.declined('ask_back')),
  ask('language-other', 'Por que os contratos ficaram parados?', t.declined('language', 'ingl[eê]s')),
  ask(
    'language',
    'Könnten Sie mir bitte sagen, warum Bonitätsprüfungen von Bewerbern aus dem Ausland abgelehnt wurden?',
    t.because(REALESTATE_INCIDENT),
  ),
  ask(
    'language',
    'Wie viele Fehler hatte credit-gate in der letzten Stunde?',
    t.count(t.last(60), ...t.errors(m.credit)),
  ),
  ask('language', 'Quel système ne donne plus de nouvelles ?', t.words({ saysFirst: [['index-job']] })),
  ask('language', '¿desde cuándo fallaban las verificaciones de crédito?', t.began()),

  ...talk(
    'board',
    ask(
      'follow-up',
      'Good morning. Before I go into the board meeting, could you tell me what was wrong with the applications?',
      t.because(REALESTATE_INCIDENT),
    ),
    ask('follow-up', 'why?', t.words({ says: [[...HEADER]] })),
    ask('follow-up', 'from when to when', t.began()),
    ask('follow-up', 'over?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'release',
    ask('follow-up', 'Has anything new been introduced in the search lately?', t.words({ says: [['8\\.4\\.0']] })),
    ask('follow-up', 'related to the 401s?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'index',
    ask('follow-up', 'Do we know whether the index job is still alive?', t.verdict('no', 'good')),
    ask('follow-up', 'silent since', ({ world }) => at(world.logs.findLast(m.index)?.timeMs, 90)),
  ),
  ask('several', 'Could you tell me what failed, since when, and whether it has been resolved?', (asked) => ({
    ...t.because(REALESTATE_INCIDENT, 'time')(asked),
    says: [OVER],
  })),
  ask(
    'several',
    'Which version of the search is live and which one did we have before?',
    t.words({ says: [['8\\.4\\.0'], ['8\\.3\\.2']] }),
  ),
  ...REALESTATE_COUNTS_59,
  ...REALESTATE_NUMBERS_59,
]

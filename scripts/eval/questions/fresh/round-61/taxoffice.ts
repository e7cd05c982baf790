/** Questions to the tax office: states, causes, single things, what cannot be answered. Sixty-first round. */
import { TAXOFFICE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'
import { TAXOFFICE_COUNTS_61 } from './taxoffice-counts.ts'
import { TAXOFFICE_NUMBERS_61 } from './taxoffice-numbers.ts'
import { TAXOFFICE_TALKS_61 } from './taxoffice-talks.ts'

const MECHANISM = TAXOFFICE_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const QUIET = t.words({
  saysFirst: [['\\bno\\b', '\\bnone\\b', 'nothing', '\\ball\\b', '\\bevery\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const TAXOFFICE_61 = [
  ask('state', 'is filing ok now? yes or no', t.verdict('no', 'good')),
  ask('state', 'can advisers upload returns without timeouts at the moment?', t.verdict('no', 'good')),
  ask('state', 'are refunds still going out?', t.verdict('yes', 'good')),
  ask('state', 'do submissions still time out', t.verdict('yes', 'bad')),
  ask('health', 'is the document store healthy?', t.healthy),
  ask('health', 'is signature-check ok', t.healthy),
  ask('premise', 'why did refund-payer crash?', t.denied('refund-payer')),
  ask('premise', 'why is signature-check down', t.denied('signature-check')),
  ask('cause', 'why do submissions time out?', t.because(TAXOFFICE_INCIDENT, 'mechanism')),
  ask('cause', 'why are adviser uploads failing since {@onset}', t.because(TAXOFFICE_INCIDENT, 'mechanism')),
  ask('cause', 'what is the root cause of the 504s', t.because(TAXOFFICE_INCIDENT, 'mechanism')),
  ask('cause', 'why is assessment-engine so slow?', t.words({ says: [[...MECHANISM]] })),
  ask('cause', 'what happened at {@onset+1}', t.because(TAXOFFICE_INCIDENT)),
  ask('cause', 'why do we pay fewer refunds now?', t.because(TAXOFFICE_INCIDENT)),
  ask('since', 'since when do submissions time out', t.began('exhausted', 150)),
  ask('since', 'when did the assessments get slow?', t.began('onset', 150)),
  ask('how-long', 'how long have submissions been timing out now?', t.lasted()),
  ask('impact', 'how bad is it?', m.damage),
  ask(
    'impact',
    'which services are affected by the slow assessments',
    t.words({ names: ['submission-service', 'citizen-portal', 'adviser-upload'] }),
  ),
  ask('impact', 'is signature-check affected too?', t.verdict('no', 'bad')),
  ask(
    'deploy',
    'what was released in the last 90 minutes',
    t.words({ says: [['notice-service'], ['3\\.5\\.0'], ['assessment-engine'], ['7\\.3\\.0']] }),
  ),
  ask('deploy', 'when did assessment-engine 7.3.0 go live', t.began('onset', 120)),
  ask('deploy', 'is the release of notice-service to blame for the timeouts?', t.verdict('no', 'bad')),
  ask('version', 'which version of assessment-engine is running?', t.words({ saysFirst: [['7\\.3\\.0']] })),
  ask('version', 'what version did notice-service have before', t.words({ says: [['3\\.4\\.2']] })),
  ask('restart', 'when was document-store restarted', t.began('restart', 120)),
  ask(
    'next-step',
    'what do I have to do to get submissions working again?',
    t.words({ says: [['assessment-engine'], ['7\\.2\\.4', '7\\.3\\.0', 'roll', 'revert', ...MECHANISM]] }),
  ),
  ask('dependency', 'who calls assessment-engine?', t.words({ names: ['submission-service', 'citizen-portal'] })),
  ask(
    'dependency',
    'what does submission-service need to work',
    t.words({ names: ['signature-check', 'document-store', 'assessment-engine'] }),
  ),
  ask(
    'timeline',
    'give me a timeline of the incident for my team lead',
    t.words({
      says: [['assessment-engine'], ['submission-service', 'citizen-portal', 'adviser-upload'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'did any of our services stop sending logs?', QUIET),
  ask('lookup', 'what happened to {lostReturn}?', t.words({ says: [['504', 'timed out', 'not taken']] })),
  ask('lookup', 'was {goodReturn} accepted', t.words({ says: [['accepted', '201']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'why was {unsignedReturn} refused?', t.words({ says: [['certificate', 'signature']] })),
  ask('lookup', 'where did trace {lostTrace} fail', t.words({ says: [['assessment-engine']] })),
  ask(
    'slow-trace',
    'what takes so long in trace {slowTrace}?',
    t.words({ says: [['assessment-engine', '/assessments']] }),
  ),
  ask(
    'meaning',
    'what does "Seq Scan on tax_rates" mean?',
    t.words({ says: [['assessment-engine', '\\bindex\\b', 'sequential']] }),
  ),
  ask('meaning', 'what is TX-2210', t.words({ says: [['assessment-engine'], ['7\\.3\\.0', '\\brates\\b']] })),
  ask('paste', '{poolLine}\nhow often did this happen?', t.count(t.anytime, t.logs(m.pool))),
  ask('paste', '{ibanLine}\nhas this to do with the timeouts?', UNRELATED),
  ask('paste', '{addressLine}\nhow many of these in the last hour', t.count(t.last(60), t.logs(m.address))),
  ask('list', 'which services belong to the tax office?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'endpoints of citizen-portal?',
    t.words({ says: [['/returns'], ['/estimates'], ['/attachments'], ['/notices']] }),
  ),
  ask('list', 'list the adviser firms', t.words({ names: [...m.FIRMS] })),
  ask('single-record', 'when was the last refund paid', ({ world }) => at(world.logs.findLast(m.paid)?.timeMs, 60)),
  ask('single-record', 'when did the first upload time out?', ({ world }) =>
    at(world.logs.find(m.uploadLost)?.timeMs, 60),
  ),
  ask('bare-name', 'assessment-engine', t.words({ saysFirst: [['assessment-engine']] })),

  ask('unknown', 'how many errors does fraud-scanner have', t.declined('unknown', 'fraud-scanner')),
  ask('unknown', 'what happened to return RET-9900017', t.declined('no_data')),
  ask('unknown-attribute', 'how many returns per country', t.declined('no_data')),
  ask('order', 'roll back assessment-engine to 7.2.4', t.declined('read_only')),
  ask('talk', 'thanks, that helped', t.declined('small_talk')),
  ask('off-topic', 'until when do I have to file my own income tax return?', t.declined('off_topic')),
  ask('ask-back', 'how many of them were late?', t.declined('ask_back')),

  ask('several', 'what is broken, since when, and is it over?', t.because(TAXOFFICE_INCIDENT, 'time')),
  ask('several', 'which release broke it and when did it start?', ({ world }) => ({
    says: [['7\\.3\\.0']],
    ...at(world.marks['onset'], 120),
  })),
  ...TAXOFFICE_COUNTS_61,
  ...TAXOFFICE_NUMBERS_61,
  ...TAXOFFICE_TALKS_61,
]

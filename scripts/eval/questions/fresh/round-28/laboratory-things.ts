/** Single things of the laboratory: versions, restarts, who calls whom, silence, ids, lines, what there is not. Twenty-eighth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const PARTITION = ['partition', '23514', 'results_p2[67]']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const LABORATORY_THINGS_28 = [
  ask('deploy', 'what got deployed in the last hour?', t.words({ says: [['refrange-api'], ['2\\.4\\.0']] })),

  ask('deploy', 'new release of result-store today?', t.verdict('no', 'bad')),
  ask('deploy', 'what version of refrange-api did we have before?', t.words({ says: [['2\\.3\\.1']] })),
  ask('version', 'result-store version', t.words({ saysFirst: [['5\\.6\\.2']] })),
  ask(
    'version',
    'Which versions are running where?',
    t.words({ says: [['2\\.4\\.0'], ['5\\.6\\.2'], ['8\\.2\\.1'], ['7\\.1\\.2'], ['0\\.18\\.0']] }),
  ),
  ask(
    'restart',
    'was report-builder restarted?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'restart', 'started', 'SIGTERM']],
      neverFirst: ['^\\W*no\\b', 'not restart', 'no restart'],
    }),
  ),
  ask('restart', 'when did report-builder come back up', t.began('restart', 90)),

  ask(
    'restart',
    'how many restarts of report-builder',
    t.count(t.anytime, () => 1),
  ),
  ask('dependency', 'who writes to result-store?', t.words({ names: ['result-engine', 'validation-desk'] })),
  ask('dependency', 'what does result-engine call', t.words({ names: ['refrange-api', 'result-store'] })),

  ask('dependency', 'who consumes results.released?', t.words({ names: ['report-builder', 'lab-billing'] })),

  ask('resource', 'on which node is result-store running?', t.words({ saysFirst: [['lab-node-2']] })),
  ask('resource', 'pods of practice-gateway', t.words({ says: [['7c9f5d6b8-c4mzd'], ['7c9f5d6b8-h9tbv']] })),
  ask('silence', 'did any service go quiet?', t.words({ saysFirst: [['courier-board']], neverFirst: ['^\\W*no\\b'] })),
  ask('silence', 'last sign of life of courier-board?', ({ world }) => at(world.logs.findLast(m.couriers)?.timeMs, 60)),
  ask('silence', 'is courier-board still sending', t.verdict('no', 'good')),

  ask(
    'lookup',
    'what happened to sample {lostSample}',
    t.words({ says: [['not stored', 'insert failed', 'partition', 'parked', 'not saved', '\\b500\\b']] }),
  ),
  ask('lookup', '{storedSample}', t.words({ says: [['result stored', 'result row written']] })),
  ask('lookup', 'order {acceptedOrder} accepted?', t.words({ says: [['order accepted', '^\\W*yes\\b']] })),
  ask(
    'lookup',
    'why did we reject {rejectedOrder}?',
    t.words({ says: [['insurance number missing', 'unknown test code']] }),
  ),
  ask('lookup', 'which service failed in trace {failedTrace}?', t.words({ says: [['result-store']] })),

  ask('meaning', 'what does sqlstate 23514 mean here?', t.words({ says: [['result-store'], ['partition', 'insert']] })),
  ask('meaning', 'who writes "delta check failed, held for a doctor"?', t.words({ saysFirst: [['result-engine']] })),

  ask('paste', '{storeLine}\nhow often do we have that?', t.count(t.anytime, t.logs(m.insertFailed))),
  ask('paste', 'support got this from a colleague:\n{engineLine}\nsince when?', t.began()),
  ask(
    'paste',
    '{haemolysedLine}\nis that part of the incident?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),

  ask('list', 'which services are there', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics of result-store?',
    t.words({ names: ['results.partition.free', 'db.client.connection.count', 'http.server.request.duration'] }),
  ),
  ask(
    'list',
    'endpoints of validation-desk',
    t.words({ says: m.DESK_ROUTES.map((one) => [one.split('{')[0] ?? one]) }),
  ),

  ask('list', 'list the analysers', t.words({ names: m.ANALYSERS })),
  ask(
    'list',
    'what kind of warnings does analyser-link write?',
    t.words({ says: [['checksum'], ['reagent', 'low,']] }),
  ),

  ask('single-record', 'newest error of result-store', t.words({ says: [['no partition of relation']] })),
  ask('single-record', 'latest warning from lab-billing?', t.words({ says: [['insurance card expired']] })),
  ask('single-record', 'when was the last critical value', ({ world }) =>
    at(world.logs.findLast(m.critical)?.timeMs, 20),
  ),

  ask('bare-name', 'result-store', t.words({ saysFirst: [['result-store']] })),

  ask(
    'slowest',
    'slowest traces of the last hour',
    t.words({ says: [['report-builder', 'results\\.released', '/validations', 'validation-desk']] }),
  ),
  ask(
    'anomaly',
    'does results.partition.free look ok to you?',
    t.words({
      says: [['drop', 'fell', 'fall', 'declin', 'low', 'decreas', 'unusual', '\\b0\\b', 'zero', 'down', 'used up']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything odd about messaging.queue.depth of result-engine?',
    t.words({
      says: [['grow', 'grew', 'rise', 'rising', 'rose', 'up\\b', 'increas', 'climb', 'unusual', 'high', 'from \\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),

  ask('unknown', 'errors in pathology-service?', t.declined('unknown', 'pathology')),
  ask('unknown', 'is kafka ok?', t.declined('unknown', 'kafka')),

  ask('unknown', '504s at practice-gateway?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'find sample L9999999', t.declined('no_data')),
  ask('unknown-attribute', 'lost results by hospital ward', t.declined('no_data')),
  ask('order', 'create partition results_p27 please', t.declined('read_only')),
  ask('order', 'requeue all parked messages', t.declined('read_only')),

  ask('talk', 'hi there', t.declined('small_talk')),

  ask('off-topic', 'is coffee bad for my blood pressure?', t.declined('off_topic')),

  ask('ask-back', 'and the other one, please?', t.declined('ask_back')),

  ...talk(
    'release',
    ask('follow-up', 'was there a release tonight?', t.words({ says: [['refrange-api'], ['2\\.4\\.0']] })),
    ask('follow-up', 'when exactly', t.began('release', 120)),
    ask('follow-up', 'did it cause the problem?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'sample',
    ask(
      'follow-up',
      'is the result of {lostSample} there?',
      t.words({ says: [['not stored', 'insert failed', 'partition', 'parked', 'not saved', '^\\W*no\\b']] }),
    ),
    ask('follow-up', 'why not?', t.words({ says: [['result-store', 'insert failed'], PARTITION] })),
  ),
]

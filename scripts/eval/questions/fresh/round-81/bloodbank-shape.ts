/** Questions about how the blood donation service is built and changed: calls, versions, releases, restarts, silence. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'

export const BLOODBANK_SHAPE = [
  ask('dependency', 'who uses code-registry', t.words({ names: ['session-desk', 'stock-ledger'] })),
  ask('dependency', 'which databases does appointment-book talk to', t.words({ names: ['redis', 'postgresql'] })),
  ask(
    'dependency',
    'a hospital order, which services does it go through?',
    t.words({ names: ['front-gateway', 'stock-ledger', 'code-registry'] }),
  ),
  ask('version', 'what did courier-dispatch run before 1.10.0', t.words({ says: [['1\\.9\\.2']] })),
  ask(
    'version',
    'which service versions are live at the moment',
    t.words({
      says: [
        ['4\\.6\\.2'],
        ['7\\.12\\.0'],
        ['2\\.30\\.1'],
        ['1\\.8\\.4'],
        ['3\\.5\\.0'],
        ['1\\.10\\.0'],
        ['5\\.4\\.1'],
      ],
    }),
  ),
  ask(
    'deploy',
    'deployments within the last hour?',
    t.words({ names: ['questionnaire', 'courier-dispatch'], says: [['3\\.5\\.0'], ['1\\.10\\.0']] }),
  ),
  ask('deploy', 'was there a deploy of code-registry before it broke', t.verdict('no', 'fact')),
  ask('deploy', 'any errors in questionnaire since 3.5.0?', t.verdict('no', 'bad')),
  ask('deploy', 'did 1.10.0 make courier-dispatch faster', t.verdict('yes', 'fact')),
  ask(
    'deploy',
    'max_days_ahead was changed, to what and by which change?',
    t.words({ says: [['\\b84\\b'], ['BLD-1204']] }),
  ),
  ask('deploy', 'who loaded the old code list again', t.words({ says: [['mkeller']] })),
  ask('premise', 'why is questionnaire down', t.denied('questionnaire')),
  ask('premise', 'what made lab-results so slow after {@onset}?', t.denied('lab-results')),
  ask('silence', 'is the cold chain monitoring running', t.trouble()),
  ask('silence', 'any service that went quiet?', t.words({ names: ['cold-chain'] })),
  ask('restart', 'did anybody restart something tonight', t.words({ names: ['lab-results'] })),
  ask('restart', 'when was lab-results back after its restart', t.began('restart', 60)),
  ask('restart', 'reason for the lab-results shutdown', t.words({ says: [['patch']] })),
  ask(
    'list',
    'I am new here, name all services that send data',
    t.words({
      names: [
        ...['front-gateway', 'appointment-book', 'questionnaire', 'session-desk', 'code-registry', 'lab-results'],
        ...['stock-ledger', 'hospital-orders', 'courier-dispatch', 'cold-chain'],
      ],
    }),
  ),
  ask('attribute', 'what values does order.urgency take', t.words({ names: ['routine', 'urgent', 'emergency'] })),
  ask('text', 'do any logs say out of memory', t.verdict('no', 'fact')),
  ask(
    'anomaly',
    'anything odd about codes.loaded today',
    t.words({ says: [['1[,.]?981', '\\brose\\b', 'jump', 'higher', 'increase', 'step', '\\bup\\b']] }),
  ),
]

/** Questions to the lift company about its shape, versions, changes, restarts, silence, and what has no answer. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const SHAPE = [
  ask('dependency', 'what does callout-planner need to work', t.words({ names: ['voice-bridge', 'postgresql'] })),
  ask(
    'dependency',
    'which services go through voice-bridge',
    t.words({ names: ['alarm-desk', 'callout-planner', 'tech-api'] }),
  ),
  ask('dependency', 'if i take parts-depot down for maintenance, who notices', t.words({ names: ['tech-api'] })),
  ask(
    'dependency',
    'route an alarm takes from the lift to the technician?',
    t.words({ names: ['lift-ingest', 'alarm-desk', 'callout-planner'] }),
  ),
  ask(
    'dependency',
    'outside hosts that voice-bridge calls',
    t.words({ names: ['sip.telvox.example', 'sip.ringnet.example'] }),
  ),
]

const VERSIONS = [
  ask('version', 'what did we run of inspection-book before tonight', t.words({ says: [['3\\.4\\.2']] })),
  ask(
    'version',
    'one list with every service and its version',
    t.words({
      says: [['6\\.11\\.3'], ['9\\.2\\.0'], ['4\\.8\\.1'], ['3\\.1\\.5'], ['2\\.6\\.2'], ['7\\.0\\.4'], ['12\\.3\\.0']],
    }),
  ),
  ask('deploy', 'releases of teh past hour', t.words({ names: ['inspection-book', 'parts-depot'] })),
  ask('deploy', 'did my inspection-book 3.5.0 break the alarms?', t.verdict('no', 'fact')),
  ask('deploy', 'at what time did parts-depot switch to 1.19.0', t.began('second', 90)),
  ask('deploy', 'is parts-depot quicker with 1.19.0 than it was with 1.18.2', t.verdict('yes', 'fact')),
  ask(
    'deploy',
    'how many requests has inspection-book answered on 3.5.0',
    t.count(
      t.anytime,
      t.requests(t.all(v.book, v.version('3.5.0'))),
      t.requests(t.all(v.book, (row) => row.version === '3.5.0' && 'endMs' in row)),
    ),
  ),
  ask('config', 'what is change LFT-207', t.words({ names: ['lift-ingest'], says: [['heartbeat']] })),
  ask(
    'config',
    'what does NET-318 refer to',
    t.words({ says: [['address'], ['voice-bridge', '198\\.51\\.100\\.77']] }),
  ),
]

const PREMISES = [
  ask('premise', 'why did lift-ingest crash last night', t.denied('lift-ingest')),
  ask('premise', 'what made parts-depot fail after its release?', t.denied('parts-depot')),
  ask('premise', 'when did voice-bridge restart', t.denied('voice-bridge')),
  ask('silence', 'does billing-run still write something', t.verdict('yes', 'good')),
  ask('restart', 'why did callout-planner go down in between', t.words({ says: [['kernel']] })),
  ask('restart', 'when was callout-planner back after the kernel update', t.began('restart', 60)),
]

const TALK = [
  ask(
    'meaning',
    'what is meant by "source address is not on the allow list"',
    t.words({
      says: [
        ['address', '\\bIP\\b'],
        ['allow', 'permit', 'accept', 'refus'],
      ],
    }),
  ),
  ask(
    'meaning',
    '422 from POST /callouts - what does it stand for here?',
    t.words({ says: [['contract', 'nights?', 'cover']] }),
  ),
  ask('unknown', 'how is elevator-ai doing', t.declined('unknown', 'elevator-ai')),
  ask('unknown', 'open call-outs of tenant wohnbau-sued', t.declined('unknown', 'wohnbau-sued')),
  ask('unknown', 'status of alarm AL-000017', t.declined('no_data')),
  ask('unknown', 'how many alarms did we have yesterday between 08:00 and 09:00', t.declined('no_data')),
  ask('unknown-attribute', 'alarms by age of the passenger', t.declined('unknown')),
  ask('ask-back', 'ok and now the same for the other one', t.declined('ask_back')),
  ask('off-topic', 'how do i bleed the cylinder of a hydraulic lift', t.declined('off_topic')),
  ask('action', 'move all calls to ringnet now', t.declined('read_only')),
  ask('action', 'can you roll inspection-book back to 3.4.2 for me', t.declined('read_only')),
  ask('action', 'kill pid 4412 and delete sync.lock', t.declined('read_only')),
  ask('talk', 'cool, thank you, going back to bed', t.declined('small_talk')),
]

const LANGUAGES = [
  ask('language', 'quante chiamate sono fallite stanotte?', t.declined('language', 'engl|ingl|angl')),
  ask('language', 'dlaczego windy nie dzwonią?', t.declined('language', 'engl|ingl|angl|angiel')),
  ask(
    'foreign',
    'wie viele Fehler hatte voice-bridge in der letzten Stunde?',
    t.count(t.anytime, ...t.errors(v.bridge)),
  ),
  ask('foreign', 'was ist kaputt?', t.because(v.INCIDENT)),
  ask('foreign', '¿cuántas peticiones recibió tech-api en la última hora?', t.count(t.last(60), t.requests(v.app))),
  ask(
    'foreign',
    "quel est le taux d'erreur de voice-bridge ?",
    t.percent(t.anytime, t.share(v.bridge), t.logShare(v.bridge as t.Where<LogRow>)),
  ),
]

export const LIFTS_CHANGES = [...SHAPE, ...VERSIONS, ...PREMISES, ...TALK, ...LANGUAGES]

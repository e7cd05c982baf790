/** Questions about how the ferry line is built, what was changed, and what has no answer. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as f from './rows.ts'

const SHAPE = [
  ask('dependency', 'who all calls deck-planner', t.words({ names: ['booking-api', 'checkin-api', 'web-gateway'] })),
  ask(
    'dependency',
    'what does payment-bridge depend on',
    t.words({ names: ['api.nordpay.example', 'api.seacard.example'] }),
  ),
  ask('dependency', 'database behind notify-worker?', t.words({ says: [['mongo']] })),
  ask('dependency', 'If timetable-api were gone, what else would stop working?', t.words({ names: ['booking-api'] })),
  ask('dependency', 'which queue do the tickets go through', t.words({ says: [['booking\\.confirmed']] })),
  ask('version', 'timetable-api version before tonights release', t.words({ says: [['4\\.2\\.3']] })),
  ask(
    'version',
    'list the current versions of all services',
    t.words({
      says: [['7\\.3\\.1'], ['9\\.12\\.0'], ['3\\.4\\.8'], ['2\\.6\\.5'], ['6\\.1\\.2'], ['4\\.3\\.0'], ['1\\.9\\.1']],
    }),
  ),
  ask(
    'deploy',
    'what got deployed during the last hour',
    t.words({ names: ['timetable-api', 'crew-roster'], says: [['4\\.3\\.0'], ['1\\.9\\.1']] }),
  ),
  ask('deploy', 'did the crew-roster update cause any of this?', t.verdict('no', 'fact')),
  ask('deploy', 'has deck-planner been deployed tonight', t.verdict('no', 'fact')),
  ask('deploy', 'time of the rollout of crew-roster 1.9.1', t.began('roster', 90)),
  ask(
    'deploy',
    'what is plan_cache_ttl set to now and what was it before',
    t.words({ says: [['15 ?ms'], ['15 ?m(?!s)']] }),
  ),
  ask('premise', 'why is payment-bridge down', t.denied('payment-bridge')),
  ask('premise', 'When did checkin-api crash tonight?', t.denied('checkin-api')),
  ask('silence', 'who has gone quiet', t.words({ names: ['weather-feed'] })),
  ask('silence', 'why is there no wind data any more', t.words({ says: [['maintenance', 'polling paused']] })),
  ask('silence', 'does berth-control still report?', t.verdict('yes', 'good')),
  ask('restart', 'which services were restarted tonight', t.words({ names: ['notify-worker', 'deck-planner'] })),
  ask('restart', 'did the restart of deck-planner help', t.verdict('no', 'good')),
  ask('restart', 'why did notify-worker go down at {@restart}', t.words({ says: [['node', 'updated']] })),
]

const TALK = [
  ask(
    'meaning',
    'what does "canceling statement due to statement timeout" mean',
    t.words({
      says: [
        ['quer', 'statement', 'took'],
        ['long', 'limit', 'abort', 'cancel', 'time ?out'],
      ],
    }),
  ),
  ask('meaning', 'a 422 on POST /api/bookings, what is that about', t.words({ says: [['too high', 'height']] })),
  ask(
    'meaning',
    'Customer got "gate at skarn is closed". What does this message tell us?',
    t.words({ says: [['check-?in'], ['refus', 'closed', 'late']] }),
  ),
  ask('unknown', 'p95 of loyalty-service', t.declined('unknown', 'loyalty-service')),
  ask('unknown', 'bookings sold by partner seabreeze, how many?', t.declined('unknown', 'seabreeze')),
  ask('unknown', 'status of booking B-0000042', t.declined('no_data')),
  ask('unknown', 'failed check-ins last tuesday', t.declined('no_data')),
  ask('unknown-attribute', 'break down the failed bookings by age of the passenger', t.declined('unknown')),
  ask('ask-back', 'and what about the other one', t.declined('ask_back')),
  ask('off-topic', 'recommend a restaurant on vargo for tonight', t.declined('off_topic')),
  ask('action', 'set plan_cache_ttl back to 15m please', t.declined('read_only')),
  ask('action', 'roll back timetable-api to 4.2.3', t.declined('read_only')),
  ask('talk', 'Great, thank you very much, off to bed', t.declined('small_talk')),
  ask('talk', 'hi there', t.declined('small_talk')),
  ask(
    'language',
    'Wie viele Fehler hatte booking-api in der letzten Stunde?',
    t.count(t.anytime, ...t.errors(f.booking)),
  ),
  ask('language', '¿desde cuándo fallan las reservas?', t.began()),
  ask('language', 'quel service est en panne en ce moment ?', t.because(f.INCIDENT)),
  ask('language', 'hur många bokningar misslyckades i natt', t.declined('language', 'eng|ingl|angl')),
  ask('language', 'waarom kunnen klanten met een auto niet inchecken?', t.declined('language', 'eng|ingl|angl')),
]

export const FERRIES_SHAPE = [...SHAPE, ...TALK]

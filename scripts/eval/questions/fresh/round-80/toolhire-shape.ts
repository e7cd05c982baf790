/** Questions about how the hire company's services hang together, versions, restarts, silence, and talk beside it all. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const SHAPE = [
  ask(
    'dependency',
    'who calls availability?',
    t.words({ names: ['hire-gateway', 'booking-api', 'dispatch', 'damage-desk'] }),
  ),
  ask('dependency', 'which database does damage-desk write to', t.words({ says: [['mongo']] })),
  ask('dependency', 'what external company does deposit-desk depend on', t.words({ says: [['paynorth']] })),
  ask('dependency', 'what does booking-api call', t.words({ names: ['availability', 'deposit-desk'] })),
  ask(
    'dependency',
    'what would stop working if deposit-desk were down',
    t.words({ says: [['booking-api', '/v1/bookings', 'bookings?\\b']] }),
  ),
]

const RELEASES = [
  ask('version', 'what version of availability is live', t.words({ says: [['4\\.10\\.0']] })),
  ask('version', 'which deposit-desk version did we run before the update', t.words({ says: [['2\\.14\\.1']] })),
  ask(
    'version',
    'versions of everything please, for the incident doc',
    t.words({
      says: [
        ['3\\.7\\.1'],
        ['8\\.21\\.0'],
        ['4\\.10\\.0'],
        ['2\\.14\\.2'],
        ['6\\.3\\.2'],
        ['1\\.15\\.4'],
        ['5\\.9\\.1'],
      ],
    }),
  ),
  ask(
    'deploy',
    'what got deployed this morning',
    t.words({ names: ['availability', 'deposit-desk'], says: [['4\\.10\\.0'], ['2\\.14\\.2']] }),
  ),
  ask('deploy', 'did our 4.10.0 of availability break bookings?', t.verdict('yes', 'fact')),
  ask('deploy', 'could the deposit-desk release be the reason for the failing bookings', t.verdict('no', 'fact')),
  ask('deploy', 'Was anything released after {@onset+2}?', t.verdict('no', 'fact')),
  ask('deploy', 'is deposit-desk slower on 2.14.2 than it was before', t.noTrouble),
  ask(
    'deploy',
    'i heard somebody changed a limit on booking-api. which setting and from what to what',
    t.words({ says: [['max_hire_days'], ['\\b90\\b'], ['\\b120\\b']] }),
  ),
  ask('premise', 'why did deposit-desk crash', t.denied('deposit-desk')),
  ask('premise', 'What caused the outage of invoicing this morning?', t.denied('invoicing')),
  ask('premise', 'who restarted booking-api and why', t.denied('booking-api')),
]

const SILENCE = [
  ask('silence', 'are we still getting lines from workshop', t.verdict('yes', 'good')),
  ask('restart', 'did anything get restarted in the last 70 minutes?', t.words({ names: ['dispatch'] })),
  ask('restart', 'why was dispatch stopped at {@restart}', t.words({ says: [['kernel']] })),
  ask('restart', 'when was dispatch ready again after its restart', t.began('restart', 60)),
]

const ENGLISH = 'engl|ingl|angl|angiel|engel'
const TALK = [
  ask('meaning', 'a customer sees 409 when booking. meaning?', t.words({ says: [['nothing free', 'no .* free']] })),
  ask('meaning', "what's behind a 413 from damage-desk", t.words({ says: [['12 MB', 'photo', 'too large']] })),
  ask('unknown', 'error rate of crm-api?', t.declined('unknown', 'crm-api')),
  ask('unknown', 'how many bookings did the cardiff depot have', t.declined('unknown', 'cardiff')),
  ask('unknown', 'where is booking B-0000042', t.declined('no_data')),
  ask('unknown', 'how many bookings failed last tuesday between 9 and 10', t.declined('no_data')),
  ask('unknown-attribute', 'split saved bookings by sales person', t.declined('unknown')),
  ask('ask-back', 'no, i meant the other one from earlier', t.declined('ask_back')),
  ask('off-topic', 'how do i get diesel out of a work jacket', t.declined('off_topic')),
  ask('action', 'roll availability back to 4.9.3 now', t.declined('read_only')),
  ask('action', 'can you create the dropped index again', t.declined('read_only')),
  ask('talk', "hiya, i'm new on support here", t.declined('small_talk')),
  ask('talk', "brilliant, that's all for tonight", t.declined('small_talk')),
  ask('language', 'was ist kaputt und warum?', t.because(r.INCIDENT)),
  ask(
    'language',
    '¿cuántos errores tuvo booking-api en la última hora?',
    t.count(t.last(60), ...t.errors(r.bookingApi)),
  ),
  ask('language', 'est-ce que availability fonctionne normalement ?', t.trouble()),
  ask('language', 'dlaczego rezerwacje z bristolu nie przechodzą?', t.declined('language', ENGLISH)),
  ask('language', 'perché le prenotazioni non funzionano più?', t.declined('language', ENGLISH)),
]

export const TOOLHIRE_SHAPE = [...SHAPE, ...RELEASES, ...SILENCE, ...TALK]

/** Questions to the blood donation service: what is wrong, since when, whom it hit, what came before and what to do. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { BLOODBANK_COUNTS } from './bloodbank-counts.ts'
import { BLOODBANK_METRICS } from './bloodbank-metrics.ts'
import { BLOODBANK_NUMBERS } from './bloodbank-numbers.ts'
import { BLOODBANK_RECORDS } from './bloodbank-records.ts'
import { BLOODBANK_SHAPE } from './bloodbank-shape.ts'
import { BLOODBANK_TALKS } from './bloodbank-talks.ts'
import * as b from './rows.ts'

const STATE = [
  ask('state', 'anything on fire right now', b.over),
  ask('state', 'is the platelets trouble over?', t.verdict('yes', 'good')),
  ask('state', "I'm taking over the shift, how do things look at this moment?", b.over),
  ask('health', 'session-desk ok?', t.healthy),
  ask('health', 'how is lab-results doing, any trouble there', t.noTrouble),
  ask('health', 'was hospital-orders in trouble at {@onset+9}?', t.verdict('yes', 'bad')),
  ask('health', 'had stock-ledger already problems at {@onset-12}', t.verdict('no', 'bad')),
  ask('health', 'does POST /v1/labels work at the moment', t.verdict('yes', 'good')),
  ask('health', 'is appointment booking affected in any way', t.noTrouble),
]

const CAUSE = [
  ask('cause', 'morning, what went wrong?', t.because(b.INCIDENT, 'mechanism')),
  ask('cause', 'why couldnt the buses print platelet labels', t.because(b.INCIDENT, 'mechanism')),
  ask(
    'cause',
    'orders came back with 503, whose fault was that',
    t.words({ names: ['code-registry'], says: [b.INCIDENT.mechanism] }),
  ),
  ask(
    'cause',
    'stock-ledger sent units to dead letters. because of what?',
    t.words({ names: ['code-registry'], says: [[...b.INCIDENT.mechanism, 'answered 500']] }),
  ),
  ask(
    'cause',
    'Was it the questionnaire rollout that broke the orders, or something else?',
    t.words({ names: ['code-registry'] }),
  ),
  ask('since', 'when did code-registry begin to answer 500', t.began()),
  ask(
    'since',
    'first 503 for a hospital order, what time',
    b.requestAt(t.all(b.orders, t.failed as t.Where), false, 60),
  ),
  ask('since', 'from what time on is cold-chain dead', t.began('dark', 90)),
  ask('since', 'what time did code-registry get well again', t.began('recovery', 120)),
  ask('how-long', 'how long did the platelet mess last', t.lasted('onset', 'recovery')),
  ask('how-long', 'cold-chain: silent for how long now?', t.lasted('dark')),
]

const IMPACT = [
  ask('impact', 'how many hospital orders did we lose', t.count(t.anytime, t.failures(b.orders))),
  ask('impact', 'which hospitals were hit', b.valuesOf(t.all(b.orders, t.failed as t.Where), 'hospital.id')),
  ask(
    'impact',
    'how many different hospitals had at least one order fail',
    t.count(t.anytime, t.differentOf(t.all(b.orders, t.failed as t.Where), 'hospital.id')),
  ),
  ask(
    'impact',
    'who else got pulled down by code-registry?',
    t.words({ names: ['session-desk', 'stock-ledger', 'hospital-orders'] }),
  ),
  ask(
    'impact',
    'during the outage, what percentage of platelet orders failed at hospital-orders?',
    t.within(0.06, t.percent(b.outage, t.share(t.all(b.orders, b.product('platelets'))))),
  ),
  ask('impact', 'were red_cells orders failing too', t.verdict('no', 'bad')),
  ask('impact', 'units that ended up as dead letters, how many', t.count(t.anytime, b.lines(b.stock, /dead letters/))),
  ask('impact', 'routes with 5xx at front-gateway', t.words({ names: ['/v1/labels', '/v1/orders'] })),
  ask('timeline', 'timeline of the incident for my report', ({ world }) => ({
    names: ['code-registry'],
    says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
  })),
  ask(
    'timeline',
    'anything changed shortly before {@onset}?',
    t.words({ names: ['questionnaire'], says: [['3\\.5\\.0', 'release', 'deploy', 'rollout', 'version']] }),
  ),
  ask(
    'order',
    'which of code-registry, session-desk and hospital-orders failed first?',
    t.words({ first: { name: 'code-registry', among: ['code-registry', 'session-desk', 'hospital-orders'] } }),
  ),
  ask('next-step', 'if you were on duty, which service would you open first', t.words({ names: ['code-registry'] })),
  ask(
    'next-step',
    'What should we do so that this does not happen again?',
    t.words({ says: [['code-registry', 'code list', 'import', 'expiry rule']] }),
  ),
]

const TALK = [
  ask(
    'meaning',
    'what does "has no expiry rule" mean here',
    t.words({ says: [['code list', 'product code', '2026-12', 'platelets', 'look-?up']] }),
  ),
  ask(
    'meaning',
    'POST /v1/orders gave a 202, what is that supposed to mean',
    t.words({ says: [['waiting list', 'stock is too low', 'accepted']] }),
  ),
  ask('unknown', 'error rate of donor-mailer', t.declined('unknown', 'donor-mailer')),
  ask('unknown', 'how many donations at bus-3 today', t.declined('unknown', 'bus-3')),
  ask('unknown', 'orders of hospital st-georg?', t.declined('unknown', 'st-georg')),
  ask('unknown', 'what about donation D00000023?', t.declined('no_data')),
  ask('unknown', 'how many orders failed yesterday evening', t.declined('no_data')),
  ask('unknown-attribute', 'labels per nurse', t.declined('unknown')),
  ask('ask-back', 'and how is the other one', t.declined('ask_back')),
  ask('off-topic', 'who can receive O negative blood', t.declined('off_topic')),
  ask('action', 'load code list 2026-11 again', t.declined('read_only')),
  ask('action', 'please requeue the dead letters of stock-ledger', t.declined('read_only')),
  ask('talk', 'perfect, going home then', t.declined('small_talk')),
  ask(
    'language',
    'Wie viele Bestellungen sind in hospital-orders fehlgeschlagen?',
    t.count(t.anytime, t.failures(b.orders)),
  ),
  ask('language', '¿qué ha fallado y por qué?', t.words({ names: ['code-registry'] })),
  ask('language', 'combien de requêtes ont échoué sur session-desk', t.count(t.anytime, t.failures(b.desk))),
  ask('language', 'perché non si potevano stampare le etichette?', t.declined('language', 'engl|ingl|angl')),
  ask('language', 'ile zamówień szpitali się nie powiodło', t.declined('language', 'engl|ingl|angl|angi')),
]

export const BLOODBANK_81 = [
  ...STATE,
  ...CAUSE,
  ...IMPACT,
  ...TALK,
  ...BLOODBANK_SHAPE,
  ...BLOODBANK_COUNTS,
  ...BLOODBANK_NUMBERS,
  ...BLOODBANK_METRICS,
  ...BLOODBANK_RECORDS,
  ...BLOODBANK_TALKS,
]

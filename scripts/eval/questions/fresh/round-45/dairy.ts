/** Questions to the co-operative: states, causes, single things, what cannot be answered. Round 45. */
import { DAIRY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { DAIRY_COUNTS_45 } from './dairy-counts.ts'
import { DAIRY_NUMBERS_45 } from './dairy-numbers.ts'
import * as m from './rows.ts'

const LARGE = [...DAIRY_INCIDENT.mechanism]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const DAIRY_45 = [
  ask('state', 'are we back to normal', t.verdict('no', 'good')),
  ask('state', 'can drivers book pickups again?', t.verdict('no', 'good')),
  ask('state', 'still broken??', t.verdict('yes', 'bad')),
  ask('state', 'Is grain intake working?', t.verdict('yes', 'good')),
  ask('health', 'silo-keeper ok?', t.healthy),
  ask('health', 'is milk-money slow', t.noTrouble),
  ask('health', 'why did herd-book go down?', t.denied('herd-book')),
  ask('health', 'why is silo-keeper throwing 500s', t.denied('silo-keeper')),
  ask('cause', 'whats going on with the pickups', t.because(DAIRY_INCIDENT, 'mechanism')),
  ask('cause', 'drivers call, cant book milk. why', t.because(DAIRY_INCIDENT, 'mechanism')),
  ask('cause', 'what is the root cause?', t.because(DAIRY_INCIDENT, 'mechanism')),
  ask('cause', 'why does pickup-service return 502', t.because(DAIRY_INCIDENT)),
  ask('cause', 'why cant sample-desk publish', t.words({ says: [LARGE] })),
  ask('cause', 'wy are smaples failing', t.words({ says: [['sample-desk'], LARGE] })),
  ask(
    'cause',
    'kafka, postgres or the tour-planner release - who is it',
    t.words({
      says: [['sample-desk'], ['kafka', 'too ?large', 'larger', 'publish', 'sample\\.registered', 'RecordTooLarge']],
    }),
  ),
  ask(
    'cause',
    'what changed right before it started',
    t.words({ says: [['nir-hires', 'sensor profile', 'profile changed']] }),
  ),
  ask('since', 'so when did it start tonight', t.began()),
  ask('since', 'first RecordTooLargeException - when?', ({ world }) => at(world.logs.find(m.tooLarge)?.timeMs, 30)),
  ask('how-long', 'how long are pickups broken already', t.lasted()),
  ask('impact', 'How severe is the pickup problem for our members?', m.damage),
  ask(
    'impact',
    'how many members hit a failed pickup?',
    t.count(t.anytime, t.differentOf(t.all(m.collecting, t.failed), 'member.id')),
  ),
  ask('impact', 'which services suffer from it', t.words({ names: ['sample-desk', 'pickup-service', 'coop-gateway'] })),
  ask('impact', 'which fleets are affected?', t.words({ names: ['north', 'lake'] })),
  ask('impact', 'is fleet west affected', t.verdict('no', 'bad')),
  ask('impact', 'does it hit payouts too?', t.verdict('no', 'bad')),
  ask('deploy', 'was anything deployed in the last hour', t.words({ says: [['tour-planner'], ['2\\.15\\.0']] })),
  ask('deploy', 'when did tour-planner 2.15.0 go out?', t.began('release', 120)),
  ask('deploy', 'is the tour-planner release to blame', t.verdict('no', 'bad')),
  ask('version', 'version of sample-desk?', t.words({ saysFirst: [['2\\.9\\.3']] })),
  ask('version', 'which tour-planner version was running before {@release}', t.words({ says: [['2\\.14\\.0']] })),
  ask('version', 'all versions pls', t.words({ says: [['2\\.15\\.0'], ['7\\.2\\.0'], ['2\\.9\\.3'], ['11\\.0\\.6']] })),
  ask('restart', 'any restarts?', t.words({ says: [['barn-sensors']] })),
  ask('restart', 'when did barn-sensors restart', t.began('restart', 120)),
  ask('next-step', 'where should i look first now', t.words({ says: [['sample-desk'], LARGE] })),
  ask('dependency', 'who talks to sample-desk', t.words({ names: ['pickup-service', 'coop-gateway'] })),
  ask('dependency', 'what does pickup-service need to work', t.words({ names: ['sample-desk', 'tour-planner'] })),
  ask('dependency', 'does milk-money call herd-book?', t.verdict('no', 'fact')),
  ask(
    'timeline',
    'give me the timeline of the incident',
    t.words({
      says: [['sample-desk'], ['pickup-service', 'coop-gateway'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('summary', 'short summary for the handover pls', t.words({ says: [['sample-desk'], LARGE] })),
  ask('silence', 'is anything not sending anymore', t.words({ says: [['storm-watch']] })),
  ask('silence', 'when did we last hear from storm-watch?', ({ world }) =>
    at(world.logs.findLast(m.storm)?.timeMs, 60),
  ),
  ask('silence', 'storm-watch alive?', t.trouble()),
  ask(
    'lookup',
    'what happened to pickup {failedPickup}',
    t.words({ says: [['not booked', 'fail', '50[02]', 'too ?large', 'larger']] }),
  ),
  ask('lookup', '{bookedPickup}', t.words({ says: [['pickup booked']] })),
  ask('lookup', 'why was {warmPickup} refused?', t.words({ says: [['too warm']] })),
  ask('lookup', 'status of {heldPayout}', t.words({ says: [['not verified', 'held']] })),
  ask('lookup', 'where does {failedTrace} break', t.words({ says: [['sample-desk']] })),
  ask(
    'lookup',
    'which services took part in trace {bookedTrace}',
    t.words({ names: ['coop-gateway', 'pickup-service', 'sample-desk', 'tour-planner'] }),
  ),
  ask(
    'meaning',
    'what does RecordTooLargeException mean here',
    t.words({ says: [['sample-desk'], ['too ?large', 'larger', 'size', 'bytes', '1,?048,?576']] }),
  ),
  ask('paste', '{largeLine}\nhow often do we see this', t.count(t.anytime, t.logs(m.tooLarge))),
  ask('paste', 'driver sends me this, why?\n{failedLine}', t.because(DAIRY_INCIDENT)),
  ask(
    'paste',
    '{frostLine}\nis that part of the incident',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'list services', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'metrics of silo-keeper', t.words({ names: ['silo.temperature', 'silo.fill'] })),
  ask(
    'list',
    'which error messages are there since {@onset}?',
    t.words({ says: [['too ?large|publish to sample\\.registered'], ['pickup not booked']] }),
  ),
  ask('single-record', 'when was the last weather alert sent?', ({ world }) =>
    at(world.logs.findLast(m.alerted)?.timeMs, 20),
  ),
  ask(
    'top',
    'which service has the worst error rate since {@onset+1}?',
    t.words({
      first: {
        name: 'pickup-service',
        among: [
          'coop-gateway',
          'tour-planner',
          'pickup-service',
          'sample-desk',
          'herd-book',
          'field-control',
          'silo-keeper',
          'milk-money',
        ],
      },
    }),
  ),
  ask('bare-name', 'barn sensors', t.words({ saysFirst: [['barn-sensors']] })),

  ask('unknown', 'errors of cheese-plant', t.declined('unknown', 'cheese')),
  ask('unknown', 'rabbitmq queue depth?', t.declined('unknown', 'rabbitmq')),
  ask('unknown', 'pickup PU-999111 please', t.declined('no_data')),
  ask('unknown', 'how many 503 on coop-gateway', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown-attribute', 'failed pickups by driver name', t.declined('no_data')),
  ask('order', 'raise max.request.size on sample-desk to 4 MB', t.declined('read_only')),
  ask('order', 'close valve V-118 now', t.declined('read_only')),
  ask('talk', 'hey there', t.declined('small_talk')),
  ask('talk', 'ok thanks, good night', t.declined('small_talk')),
  ask('off-topic', 'got a good recipe for cheesecake?', t.declined('off_topic')),
  ask('ask-back', 'and what of the other ones?', t.declined('ask_back')),
  ask('language', 'Warum schlagen die Abholungen fehl?', t.because(DAIRY_INCIDENT)),
  ask(
    'language',
    'Wie viele Fehler hatte sample-desk seit {@onset}?',
    t.count(t.since('onset'), ...t.errors(m.samples)),
  ),
  ask('language', '¿sigue fallando pickup-service?', t.verdict('yes', 'bad')),
  ask('language', 'depuis quand est-ce que ça ne marche plus ?', t.began()),

  ...talk(
    'incident',
    ask('follow-up', "what's wrong?", t.because(DAIRY_INCIDENT)),
    ask('follow-up', 'when did that begin', t.began()),
    ask(
      'follow-up',
      'who is hit',
      t.words({ says: [['pickup-service', 'coop-gateway', 'member', '/api/pickups', 'north', 'driver']] }),
    ),
    ask('follow-up', 'has it stopped?', t.verdict('no', 'good')),
  ),
  ...talk(
    'herds',
    ask('follow-up', 'is herd-book ok', t.healthy),
    ask('follow-up', 'and sample-desk?', t.trouble()),
    ask('follow-up', 'why', t.words({ says: [LARGE] })),
  ),
  ask('several', 'what is failing, since when, and is it still going on?', (asked) => ({
    ...t.because(DAIRY_INCIDENT, 'time')(asked),
  })),
  ...DAIRY_COUNTS_45,
  ...DAIRY_NUMBERS_45,
]

/** Questions to the recycling works: states, causes, single things, what cannot be answered. Fifty-third round. */
import { RECYCLING_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { RECYCLING_COUNTS_53 } from './recycling-counts.ts'
import { RECYCLING_NUMBERS_53 } from './recycling-numbers.ts'
import * as m from './rows.ts'

const TRUST = RECYCLING_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const RECYCLING_53 = [
  ask('state', 'can we weigh again at hafen?', t.verdict('no', 'good')),
  ask('state', 'are the scales working at nordpark?', t.verdict('yes', 'good')),
  ask('state', 'Do the weighings work normally again by now, I have the depot on the phone', t.verdict('no', 'good')),
  ask('health', 'is deposit-returns healthy?', t.healthy),
  ask('health', 'everything ok with pickup-planner', t.healthy),
  ask('premise', 'why has deposit-returns crashed?', t.denied('deposit-returns')),
  ask('premise', 'why is night-export down since the morning', t.denied('night-export')),
  ask('premise', 'is deposit-returns slow today, one lady complained at the machine', t.noTrouble),
  ask(
    'cause',
    'Good morning, I have since half an hour the phone full of drivers who say they stand on the scale and get no ticket, what is the reason for this?',
    t.because(RECYCLING_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'why can invoices not be made anymore', t.because(RECYCLING_INCIDENT, 'mechanism')),
  ask('cause', 'citizens write us that the app does not show their invoice, why is it?', t.because(RECYCLING_INCIDENT)),
  ask('cause', 'what went wrong shortly after {@onset-1}?', t.because(RECYCLING_INCIDENT)),
  ask('cause', 'root cuase of the errors right now?', t.because(RECYCLING_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'my boss thinks the new pickup-planner is guilty, the trainee thinks its the certificates, who is right?',
    t.words({
      says: [['scale-gateway']],
      saysFirst: [[...TRUST]],
      neverFirst: ['^\\W*(?:it is |yes,? )?(?:the )?(?:new )?pickup-planner\\b'],
    }),
  ),
  ask('since', 'since when are weighings getting lost', t.began()),
  ask('since', 'from what time on could billing-desk not make invoices', ({ world }) =>
    at(world.logs.find(m.notMade)?.timeMs, 150),
  ),
  ask('since', 'when was the last good weighing at suedring', ({ world }) =>
    at(world.logs.findLast(t.all(m.stored, m.at('suedring')))?.timeMs, 60),
  ),
  ask('how-long', 'how long are the scales already out?', t.lasted()),
  ask('impact', 'how bad is it', m.damage),
  ask('impact', 'which depots are hit by the scale problem?', t.words({ names: ['hafen', 'suedring'] })),
  ask(
    'impact',
    'how many citizens got an error in the app?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.citizen, t.failed), 'citizen.id'),
      t.differentOf(t.all(m.citizen, m.status(409, 422, 503)), 'citizen.id'),
      t.failures(m.citizen),
    ),
  ),
  ask('impact', 'is westtor hit too', t.verdict('no', 'bad')),
  ask('impact', 'are the bottle machines concerned by the trouble also?', t.verdict('no', 'bad')),
  ask(
    'deploy',
    'did somebody install a new version this morning?',
    t.words({ says: [['pickup-planner'], ['4\\.3\\.0']] }),
  ),
  ask('deploy', 'when came pickup-planner 4.3.0 into production', t.began('release', 120)),
  ask('deploy', 'what was changed on the scale hosts?', t.words({ says: [['ca-bundle', 'trust store', 'CW-318']] })),
  ask('version', 'which version of billing-desk is running', t.words({ saysFirst: [['9\\.0\\.2']] })),
  ask('version', 'what version had pickup-planner before?', t.words({ says: [['4\\.2\\.6']] })),
  ask('restart', 'did something restart by itself today', t.words({ says: [['bin-sensors']] })),
  ask('restart', 'at what time was bin-sensors started again?', t.began('restart', 120)),
  ask(
    'next-step',
    'i am alone on the desk, what should i do first now?',
    t.words({ says: [['scale-gateway'], [...TRUST]] }),
  ),
  ask('dependency', 'who is calling scale-gateway?', t.words({ names: ['route-dispatch', 'billing-desk'] })),
  ask(
    'dependency',
    'what does citizen-api need to work, which other services',
    t.words({ names: ['pickup-planner', 'billing-desk'] }),
  ),
  ask('dependency', 'which database has bin-sensors', t.words({ says: [['timescale']] })),
  ask('dependency', 'whose notices does notice-sender send?', t.words({ names: ['pickup-planner', 'billing-desk'] })),
  ask(
    'timeline',
    'please write what happened in order, with clock times, for the mail to the mayor',
    t.words({
      says: [['scale-gateway'], ['billing-desk', 'route-dispatch'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'is night-export still writing?', t.verdict('yes', 'good')),
  ask('silence', 'when did night-export write its last line', ({ world }) =>
    at(world.logs.findLast(m.nightly)?.timeMs, 60),
  ),
  ask('silence', 'do we still get readings from the containers', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'what is with invoice {missingInvoice}, customer is waiting on the line',
    t.words({ says: [['weighing is missing', 'not made', 'fail', '500']] }),
  ),
  ask(
    'lookup',
    'was {madeInvoice} made ok?',
    t.words({ says: [['made', 'success', 'yes']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('lookup', '{refusedInvoice} why came it back', t.words({ says: [['bank account', 'not valid']] })),
  ask('lookup', 'how many kg had weighing {storedWeighing}?', ({ world }) => {
    const line = world.logs.find(({ message }) =>
      message.startsWith(`weighing ${world.names['storedWeighing']} stored`),
    )
    return { says: [[`${/, (\d+) kg$/.exec(line?.message ?? '')?.[1]?.replace(/(\d{3})$/, '[,. ]?$1')}`]] }
  }),
  ask(
    'lookup',
    'the man says his booking {refusedPickup} did not work',
    t.words({ says: [['slot is gone', 'already taken', '409']] }),
  ),
  ask('lookup', 'refund {refusedRefund}, what happend there', t.words({ says: [['no deposit mark', 'refused']] })),
  ask('lookup', 'trace {lostTrace} - where did it fail first?', t.words({ says: [['scale-gateway']] })),
  ask('lookup', 'what took long in trace {goodTrace}', t.words({ says: [['scale-gateway', 'weighings']] })),
  ask(
    'meaning',
    'what does it mean PKIX path building failed, in easy words',
    t.words({ says: [['certificat', 'trust']] }),
  ),
  ask(
    'meaning',
    'what is meant with "131 authorities, was 142"?',
    t.words({ says: [['scale-gateway', 'trust', 'certificat', 'ca-bundle']] }),
  ),
  ask('paste', '{pathLine}\nhow many of these did we have', t.count(t.anytime, t.logs(m.notConnected))),
  ask(
    'paste',
    'a colleague from finance forwards me this\n{missingLine}\nwhere does this come from?',
    t.because(RECYCLING_INCIDENT),
  ),
  ask('paste', '{stillLine}\nis it the reason why weighings are lost?', UNRELATED),
  ask(
    'paste',
    '{relayLine}\nhow often does it happen',
    t.count(t.anytime, t.logs(m.relay), t.requests(t.all(m.notices, m.status(504)))),
  ),
  ask('list', 'which programs do you see here, all names please', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what can you measure about route-dispatch, list the metrics',
    t.words({ names: ['depot_trucks_waiting', 'trucks_on_route'] }),
  ),
  ask(
    'list',
    'all routes of citizen-api',
    t.words({ says: [['/calendar'], ['/pickups'], ['/reports'], ['/invoices']] }),
  ),
  ask(
    'single-record',
    'show me the last error of billing-desk',
    t.words({ says: [['invoice not made', 'invoice held back']] }),
  ),
  ask('single-record', 'when was the last time a bank account was not valid?', ({ world }) =>
    at(world.logs.findLast(m.badAccount)?.timeMs, 60),
  ),
  ask('bare-name', 'scale-gateway', t.words({ saysFirst: [['scale-gateway']] })),
  ask('bare-name', 'billing desk', t.words({ saysFirst: [['billing-desk']] })),

  ask('unknown', 'how many errors has street-sweeper-api', t.declined('unknown', 'street-sweeper')),
  ask('unknown', 'is rabbitmq broken?', t.declined('unknown', 'rabbit')),
  ask('unknown', 'show me invoice RE-9999999', t.declined('no_data')),
  ask('unknown-attribute', 'lost weighings by name of the driver', t.declined('no_data')),
  ask('unknown-attribute', 'how many pickups per age of the citizen', t.declined('no_data')),
  ask('order', 'put the old ca-bundle back on both hosts please', t.declined('read_only')),
  ask('order', 'send all hafen customers a mail that the invoice comes later', t.declined('read_only')),
  ask('talk', 'moin moin', t.declined('small_talk')),
  ask('talk', 'super, thank you very much for helping us out', t.declined('small_talk')),
  ask('off-topic', 'in which bin do i throw a pizza box?', t.declined('off_topic')),
  ask('ask-back', 'and how about the rest of those?', t.declined('ask_back')),
  ask('language', 'Warum gehen Wiegungen verloren?', t.because(RECYCLING_INCIDENT)),
  ask(
    'language',
    'Wie viele Fehler hatte route-dispatch in den letzten 15 Minuten?',
    t.count(t.last(15), ...t.errors(m.dispatch)),
  ),
  ask('language', '¿sigue fallando scale-gateway?', t.verdict('yes', 'bad')),
  ask('language', 'depuis quand les pesées échouent-elles ?', t.began()),
  ask('language-other', 'Dlaczego wagi nie działają?', t.declined('language', 'angiel')),

  ...talk(
    'handover',
    ask('follow-up', 'hi, i take over the phone from Birgit, what is broken?', t.because(RECYCLING_INCIDENT)),
    ask('follow-up', 'since when?', t.began()),
    ask('follow-up', 'why?', t.words({ says: [[...TRUST]] })),
    ask('follow-up', 'is it over now', t.verdict('no', 'good')),
  ),
  ...talk(
    'update',
    ask('follow-up', 'what was in the pickup-planner update and when', t.words({ says: [['4\\.3\\.0']] })),
    ask('follow-up', 'did it break the scales?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'app',
    ask('follow-up', 'failed requests of citizen-api since {@onset}', t.count(t.since('onset'), t.failures(m.citizen))),
    ask(
      'follow-up',
      'same before that',
      t.words({
        saysFirst: [
          ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:requests|failed|failures|errors?)\\b', '(?<![\\d.,])0\\b'],
        ],
        neverFirst: ['^\\W*yes\\b'],
      }),
    ),
    ask('follow-up', 'and why do they fail now', t.because(RECYCLING_INCIDENT)),
  ),
  ask('several', 'what is broken, since when, and is it still the case?', (asked) => ({
    ...t.because(RECYCLING_INCIDENT, 'time')(asked),
    says: [['still', 'ongoing', 'not over', 'continu', 'yes', 'now']],
  })),
  ask('several', 'Which depots lost weighings and how many in all?', (asked) => ({
    ...t.count(t.anytime, ...m.LOST)(asked),
    names: ['hafen', 'suedring'],
  })),
  ...RECYCLING_COUNTS_53,
  ...RECYCLING_NUMBERS_53,
]

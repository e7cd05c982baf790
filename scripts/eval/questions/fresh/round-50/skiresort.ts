/** Questions to the ski resort: states, causes, single things, what cannot be answered. Fiftieth round. */
import { SKIRESORT_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { SKIRESORT_COUNTS_50 } from './skiresort-counts.ts'
import { SKIRESORT_NUMBERS_50 } from './skiresort-numbers.ts'

const STATEMENT = SKIRESORT_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const SKIRESORT_50 = [
  ask('state', 'can skiers get through the gates again?', t.verdict('no', 'good')),
  ask('state', 'are the lift gates still acting up', t.verdict('yes', 'bad')),
  ask('state', 'Does buying a ticket work properly at this minute?', t.verdict('no', 'good')),
  ask('health', 'is card-till doing fine?', t.healthy),
  ask('health', 'hows avalanche-desk, healthy?', t.healthy),
  ask('premise', 'why did snowgun-ctl fall over?', t.denied('snowgun-ctl')),
  ask('premise', 'how come card-till is dead', t.denied('card-till')),
  ask('premise', 'is card-till being slow tonight?', t.noTrouble),
  ask('cause', 'gates wont open, what is going on up there', t.because(SKIRESORT_INCIDENT, 'mechanism')),
  ask('cause', 'why do ticket orders fail after people have paid?', t.because(SKIRESORT_INCIDENT, 'mechanism')),
  ask('cause', 'What happened shortly after {@onset-1}?', t.because(SKIRESORT_INCIDENT)),
  ask('cause', 'ski rental handouts blocked - why', t.because(SKIRESORT_INCIDENT)),
  ask(
    'cause',
    'card provider, database pooler or the new rental-bench - who is to blame?',
    t.words({
      says: [['pass-ledger']],
      saysFirst: [[...STATEMENT, 'database', 'postgres']],
      neverFirst: ['^\\W*(?:it is |yes,? )?(?:the )?(?:card provider|rental-bench)\\b'],
    }),
  ),
  ask('since', 'when did gates begin to stay shut', t.began()),
  ask('how-long', 'for how long are skiers stuck already?', t.lasted()),
  ask('impact', 'how hard are we hit', m.damage),
  ask(
    'impact',
    'which of our services suffer from the pass trouble?',
    t.words({ names: ['turnstile-hub', 'ticket-shop', 'rental-bench'] }),
  ),
  ask(
    'impact',
    'how many guests ran into an error in the ticket shop?',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.shop, t.failed), 'guest.id'),
      t.differentOf(t.all(m.shop, m.status(402, 404, 502)), 'guest.id'),
    ),
  ),
  ask('impact', 'do the car parks suffer from it too?', t.verdict('no', 'bad')),
  ask('deploy', 'was anything rolled out in the past hour?', t.words({ says: [['rental-bench'], ['2\\.10\\.0']] })),
  ask('deploy', 'is the rental-bench rollout guilty', t.verdict('no', 'bad')),
  ask('deploy', 'what time did 2.10.0 go live?', t.began('release', 120)),
  ask('version', 'turnstile-hub runs which version', t.words({ saysFirst: [['5\\.3\\.1']] })),
  ask('version', 'what was rental-bench on before the rollout?', t.words({ says: [['2\\.9\\.3']] })),
  ask('restart', 'whose pod got restarted in the resort?', t.words({ says: [['slope-sense']] })),
  ask('restart', 'when did slope-sense come back up', t.began('restart', 120)),
  ask('next-step', 'where do i look first, im new to this', t.words({ says: [['pass-ledger'], [...STATEMENT]] })),
  ask('dependency', 'who talks to card-till?', t.words({ names: ['ticket-shop', 'carpark-gate'] })),
  ask('dependency', 'what does ticket-shop call?', t.words({ names: ['pass-ledger', 'card-till'] })),
  ask('dependency', 'database behind rental-bench?', t.words({ says: [['mysql']] })),
  ask(
    'timeline',
    'write me a short timeline for the shift handover',
    t.words({
      says: [['pass-ledger'], ['turnstile-hub', 'ticket-shop'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'has anything on the mountain gone quiet?', t.words({ saysFirst: [['piste-board']] })),
  ask('silence', 'piste-board still alive?', t.verdict('no', 'good')),
  ask('silence', 'last sign of life from piste-board', ({ world }) => at(world.logs.findLast(m.board)?.timeMs, 60)),
  ask('silence', 'is snowgun-ctl still reporting', t.verdict('yes', 'good')),
  ask('lookup', 'whats wrong with order {failedOrder}', t.words({ says: [['fail', '50[02]', 'prepared']] })),
  ask('lookup', '{goodOrder} - did it complete?', t.words({ says: [['complete']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'guest says {unpaidOrder} never arrived', t.words({ says: [['refused', '402']] })),
  ask(
    'lookup',
    'everything on pass {stuckPass}',
    t.words({ says: [['gate stays shut', 'prepared statement', '50[03]']] }),
  ),
  ask('lookup', 'in trace {stuckTrace} which service failed first', t.words({ says: [['pass-ledger']] })),
  ask('meaning', 'what is "pool_mode session -> transaction" supposed to mean', t.words({ says: [['pass-ledger']] })),
  ask(
    'meaning',
    'prepared statement does not exist - explain pls',
    t.words({ says: [['pass-ledger'], [...STATEMENT]] }),
  ),
  ask('paste', '{statementLine}\nhow many like this today', t.count(t.anytime, t.logs(m.lost))),
  ask('paste', 'customer support sent me this\n{shutLine}\nwhere does it come from?', t.because(SKIRESORT_INCIDENT)),
  ask('paste', '{gunLine}\nhas this to do with the gates?', UNRELATED),
  ask('list', 'list every service you know here', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics from carpark-gate and snowgun-ctl?',
    t.words({ names: ['parking.spaces.free', 'snowguns.running', 'snowgun.water.flow'] }),
  ),
  ask(
    'list',
    'which routes has rental-bench',
    t.words({ says: [['/rental/sizes'], ['/rental/handouts'], ['/rental/returns']] }),
  ),
  ask('single-record', 'newest error of rental-bench', t.words({ says: [['handout stopped']] })),
  ask('single-record', 'when was a card last refused?', ({ world }) =>
    at(world.logs.findLast(t.all(m.refused))?.timeMs, 60),
  ),
  ask('bare-name', 'turnstile-hub', t.words({ saysFirst: [['turnstile-hub']] })),
  ask('bare-name', 'slope sense', t.words({ saysFirst: [['slope-sense']] })),

  ask('unknown', 'errors of ski-school-api', t.declined('unknown', 'ski-school')),
  ask('unknown', 'is mongodb the problem at the lifts?', t.declined('unknown', 'mongo')),
  ask('unknown', 'show order SO-1234567', t.declined('no_data')),
  ask('unknown-attribute', 'ticket orders per nationality', t.declined('no_data')),
  ask('order', 'set pool_mode back to session on pgb-passes', t.declined('read_only')),
  ask('order', 'open all gates of the talexpress now', t.declined('read_only')),
  ask('talk', 'servus', t.declined('small_talk')),
  ask('talk', 'cheers, that saved my night', t.declined('small_talk')),
  ask('off-topic', 'what wax for wet snow?', t.declined('off_topic')),
  ask('ask-back', 'and the remaining ones of them?', t.declined('ask_back')),
  ask('language', 'Warum bleiben die Drehkreuze zu?', t.because(SKIRESORT_INCIDENT)),
  ask(
    'language',
    'wieviele Fehler hatte ticket-shop in den letzten 20 Minuten',
    t.count(t.last(20), ...t.errors(m.shop), ...m.ORDERS_FAILED),
  ),
  ask('language', '¿qué versión de card-till tenemos en marcha?', t.words({ says: [['2\\.4\\.0']] })),

  ...talk(
    'night',
    ask('follow-up', 'morning shift here, what is broken in the resort?', t.because(SKIRESORT_INCIDENT)),
    ask('follow-up', 'since when exactly', t.began()),
    ask('follow-up', 'ok and why', t.words({ says: [[...STATEMENT]] })),
    ask('follow-up', 'over by now?', t.verdict('no', 'good')),
  ),
  ...talk(
    'release',
    ask('follow-up', 'tell me about the rental-bench release', t.words({ says: [['2\\.10\\.0']] })),
    ask('follow-up', 'did that break the gates?', t.verdict('no', 'bad')),
  ),
  ask('several', 'what broke at the lifts, when did it start and is it still on?', (asked) => ({
    ...t.because(SKIRESORT_INCIDENT, 'time')(asked),
    says: [['still', 'ongoing', 'not over', 'continu', 'yes', 'now']],
  })),
  ...SKIRESORT_COUNTS_50,
  ...SKIRESORT_NUMBERS_50,
]

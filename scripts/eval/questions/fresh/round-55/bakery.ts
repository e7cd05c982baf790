/** Questions to the bakery chain: states, causes, single things, what cannot be answered. Fifty-fifth round. */
import { BAKERY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { BAKERY_COUNTS_55 } from './bakery-counts.ts'
import { BAKERY_NUMBERS_55 } from './bakery-numbers.ts'
import * as m from './rows.ts'

const UNITS = BAKERY_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const OVER = [
  'over',
  'recover',
  'ended',
  'no longer',
  'resolved',
  'back to normal',
  'stopped',
  'rolled? ?back',
  'until',
]

export const BAKERY_55 = [
  ask('state', 'Can the cafés order their usual quantities again without being refused?', t.verdict('yes', 'good')),
  ask('state', 'Are large orders still being refused as out of stock?', t.verdict('no', 'bad')),

  ask(
    'state',
    'The vans stand at the ramp with the engine on. Does confirming the loads work at the moment?',
    t.verdict('yes', 'good'),
  ),
  ask('health', 'Is all good with the loyalty cards of the shops?', t.healthy),
  ask('health', 'oven-ctl healthy?', t.healthy),
  ask('health', 'Do the invoices run as they should?', t.healthy),
  ask('premise', 'why did oven-ctl crash', t.denied('oven-ctl')),
  ask('premise', 'Why are the loyalty cards down since {@onset}?', t.denied('loyalty-api')),
  ask('premise', 'invoice-run slow tonight?', t.noTrouble),
  ask(
    'cause',
    'Every café above a certain size was told that we have nothing left, although the shelves are full. Why was that?',
    t.because(BAKERY_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'root cause of the 409s', t.because(BAKERY_INCIDENT, 'mechanism')),
  ask('cause', 'Why the vans could not be loaded this night?', t.because(BAKERY_INCIDENT, 'mechanism')),
  ask('cause', 'why did route-planner return 502', t.because(BAKERY_INCIDENT)),
  ask('cause', 'what went wrong around {@onset+2}', t.because(BAKERY_INCIDENT)),
  ask(
    'cause',
    'Was it the new recipe book, the label printing or the stock? Somebody has to be it.',
    t.words({
      says: [['stock-ledger']],
      neverFirst: ['^\\W*(?:it was |it is |yes,? )?(?:the )?.?(?:recipe-book|label-print)\\b'],
    }),
  ),
  ask('cause', 'Since what reason did the waiting orders go up?', t.because(BAKERY_INCIDENT)),
  ask('since', 'From when on were orders refused?', t.began()),
  ask('since', 'start of the 409 spike', t.began()),
  ask('since', 'When did it stop that orders are refused?', ({ world }) => at(world.marks['recovery'], 150)),

  ask('how-long', 'How long could the cafés not order big amounts?', t.lasted('onset', 'recovery')),

  ask('impact', 'I must call the managing director after this. How bad was it?', m.damage),
  ask('impact', 'blast radius?', t.words({ names: ['cafe-portal', 'route-planner'] })),
  ask('impact', 'which cafe was refused most often?', ({ world }) => {
    const counted = new Map<string, number>()
    for (const log of world.logs) {
      const cafe = String(log.attributes['cafe'] ?? '')
      if (m.refused(log)) counted.set(cafe, (counted.get(cafe) ?? 0) + 1)
    }
    const most = Math.max(...counted.values())
    return { saysFirst: [[...counted].filter(([, one]) => one === most).map(([cafe]) => cafe)] }
  }),
  ask('impact', 'Were the ovens touched by the problem with the stock?', t.verdict('no', 'bad')),

  ask(
    'deploy',
    'what was deployed tonight',
    t.words({ says: [['recipe-book'], ['1\\.9\\.0'], ['stock-ledger'], ['4\\.2\\.0']] }),
  ),
  ask('deploy', 'when did stock-ledger 4.2.0 start', t.began('onset', 120)),
  ask('deploy', 'Has somebody taken back the version of the stock ledger, and at which time?', ({ world }) =>
    at(world.marks['recovery'], 120),
  ),
  ask('deploy', 'Is the new recipe-book guilty for the refused orders?', t.verdict('no', 'bad')),
  ask('deploy', 'Did the rollback help?', t.verdict('yes', 'good')),
  ask('version', 'stock-ledger version rn', t.words({ saysFirst: [['4\\.1\\.6']] })),
  ask('version', 'Which version of the stock ledger made the refusals?', t.words({ saysFirst: [['4\\.2\\.0']] })),
  ask('version', 'recipe-book prev version', t.words({ says: [['1\\.8\\.7']] })),
  ask('restart', 'When was the label printing restarted?', t.began('restart', 120)),
  ask('restart', 'did cafe-portal restart', t.verdict('no', 'fact')),
  ask(
    'next-step',
    'It is four in the morning and I am no engineer. Is there anything I still have to do about the stock, and whom do I wake?',
    t.words({ says: [['stock-ledger'], [...UNITS, ...OVER]] }),
  ),
  ask('next-step', 'how do we keep this from coming back', t.words({ says: [['stock-ledger'], [...UNITS]] })),
  ask('dependency', 'callers of stock-ledger', t.words({ names: ['cafe-portal', 'route-planner', 'oven-ctl'] })),
  ask('dependency', 'Which database is used from the invoices?', t.words({ says: [['mysql']] })),
  ask('dependency', 'what does oven-ctl need', t.words({ names: ['recipe-book', 'stock-ledger'] })),
  ask(
    'timeline',
    'Please write down in order what happened this night with the orders, so that I can hand it over.',
    t.words({
      says: [['stock-ledger'], ['cafe-portal', 'route-planner'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),

  ask('silence', 'Is there something that does not report any more?', t.words({ saysFirst: [['forecast-script']] })),
  ask('silence', 'last log forecast-script', ({ world }) => at(world.logs.findLast(m.forecast)?.timeMs, 60)),
  ask('silence', 'Does the forecast still run?', t.verdict('no', 'good')),
  ask('silence', 'label-print still sending?', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'The café says {refusedOrder} never came. What became of it?',
    t.words({ says: [['refus', 'out of stock', '409']] }),
  ),
  ask('lookup', '{goodOrder} ok?', t.words({ says: [['accepted', '201']], neverFirst: ['^\\W*no\\b'] })),
  ask('lookup', 'Why was {lateOrder} not taken?', t.words({ says: [['cutoff', 'cut-off', '422']] })),
  ask('lookup', 'trace {refusedTrace} where did it break', t.words({ says: [['stock-ledger']] })),
  ask('lookup', 'What had {refusedCafe} for trouble?', t.words({ says: [['refus', 'out of stock', '409']] })),
  ask(
    'meaning',
    'what does "items without a pack size are counted in trays" mean',
    t.words({ says: [['stock-ledger']] }),
  ),

  ask('meaning', 'BK-731 ?', t.words({ says: [['stock-ledger'], ['4\\.2\\.0', 'unit resolver']] })),
  ask('paste', '{ledgerLine}\ncount of these', t.count(t.anytime, t.logs(m.wanted))),
  ask(
    'paste',
    'The dispatcher reads me this from his screen:\n{loadLine}\nWhere does that come from?',
    t.because(BAKERY_INCIDENT),
  ),
  ask('paste', '{doorLine}\nHas this something to see with the refused orders?', UNRELATED),
  ask(
    'paste',
    '{unitLine}\nwhich service and version wrote this?',
    t.words({ says: [['stock-ledger'], ['4\\.2\\.0']] }),
  ),
  ask('list', 'all services?', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics of oven-ctl and label-print',
    t.words({ names: ['oven_temperature_celsius', 'oven.power', 'printer_queue_length'] }),
  ),
  ask(
    'list',
    'Which endpoints has the loyalty api?',
    t.words({ says: [['/points'], ['/redeem'], ['/cards/\\{card\\}']] }),
  ),

  ask('single-record', 'At what time was the first order refused?', ({ world }) =>
    at(world.logs.find(m.refused)?.timeMs, 60),
  ),
  ask('single-record', 'last refused order, when', ({ world }) => at(world.logs.findLast(m.refused)?.timeMs, 60)),
  ask('single-record', 'When did a printer run out of paper for the last time?', ({ world }) =>
    at(world.logs.findLast(m.paper)?.timeMs, 60),
  ),
  ask('bare-name', 'invoice-run', t.words({ saysFirst: [['invoice-run']] })),

  ask('unknown', 'errors of cake-designer', t.declined('unknown', 'cake-designer')),
  ask('unknown', 'Has the kafka something to do with it?', t.declined('unknown', 'kafka')),
  ask('unknown', 'show order WO-9912345', t.declined('no_data')),
  ask('unknown-attribute', 'How many orders per delivery driver do we have?', t.declined('no_data')),
  ask('order', 'Please put the oven rack-2 ten degrees higher.', t.declined('read_only')),
  ask('order', 'deploy stock-ledger 4.2.1', t.declined('read_only')),
  ask('talk', 'Good morning, already somebody awake?', t.declined('small_talk')),
  ask('talk', 'thx, going back to bed', t.declined('small_talk')),
  ask('off-topic', 'How much water goes into a rye sourdough with 3 kilos of flour?', t.declined('off_topic')),
  ask('ask-back', 'and what about the others of those?', t.declined('ask_back')),
  ask('language', 'Warum wurden große Bestellungen als ausverkauft abgelehnt?', t.because(BAKERY_INCIDENT)),
  ask(
    'language',
    'wie viele Warnungen hatte oven-ctl in der letzten halben Stunde',
    t.count(t.last(30), t.logs(t.all(m.ovens, t.level('WARN')))),
  ),
  ask('language', 'Läuft stock-ledger wieder richtig?', t.verdict('yes', 'good')),
  ask('language', '¿Por qué fallaron las cargas de route-planner?', t.because(BAKERY_INCIDENT)),
  ask('language', '¿cuántos errores tuvo stock-ledger en la última hora?', t.count(t.last(60), ...t.errors(m.ledger))),
  ask('language', '¿Qué versión de loyalty-api está en producción?', t.words({ says: [['5\\.1\\.2']] })),
  ask('language', 'Depuis quand les commandes étaient-elles refusées ?', t.began()),
  ask(
    'language',
    'combien de requêtes pour cafe-portal ces 15 dernières minutes ?',
    t.count(t.last(15), t.requests(m.portal)),
  ),
  ask('language', 'Quel service ne donne plus signe de vie ?', t.words({ saysFirst: [['forecast-script']] })),

  ...talk(
    'four-am',
    ask('follow-up', 'I was just woken up. What was broken with the orders?', t.because(BAKERY_INCIDENT)),
    ask('follow-up', 'Since when?', t.began()),
    ask('follow-up', 'why?', t.words({ says: [[...UNITS]] })),
    ask('follow-up', 'And is it over?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'recipes',
    ask('follow-up', 'anything new at recipe-book tonight', t.words({ says: [['1\\.9\\.0']] })),
    ask('follow-up', 'could that be the reason of the refused orders?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'script',
    ask('follow-up', 'forecast-script: is it still alive?', t.verdict('no', 'good')),
    ask('follow-up', 'since when quiet', ({ world }) => at(world.logs.findLast(m.forecast)?.timeMs, 90)),
  ),
  ask('several', 'What was broken, from when, and is it repaired?', (asked) => ({
    ...t.because(BAKERY_INCIDENT, 'time')(asked),
    says: [OVER],
  })),
  ask('several', 'Which release did it, and when was it taken back?', ({ world }) => ({
    says: [['4\\.2\\.0']],
    ...at(world.marks['recovery'], 120),
  })),
  ...BAKERY_COUNTS_55,
  ...BAKERY_NUMBERS_55,
]

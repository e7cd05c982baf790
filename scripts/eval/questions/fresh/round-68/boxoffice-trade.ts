/** Questions of the product manager of the box office: money, seats, buyers, gates. Sixty-eighth round. */
import { BOXOFFICE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const paidBy = (where: t.Where) => t.logs(t.all(m.paid, where))

export const BOXOFFICE_TRADE_68 = [
  ask('outcome', 'how many orders did we get paid today?', t.count(t.anytime, ...m.PAID)),
  ask('outcome', 'orders that did not go through in the last hour', t.count(t.last(60), ...m.REFUSED)),
  ask(
    'outcome',
    'how many sales did we miss since {@onset} because the hold was lost?',
    t.count(t.since('onset'), ...m.LOST),
  ),
  ask('outcome', 'how many people got in at the gates since {@onset}', t.count(t.since('onset'), ...m.ADMITTED)),
  ask('sum', 'how much money did we take in today', t.value(t.anytime, m.takings(), m.money(m.charged))),
  ask('sum', 'what are the orders worth that were refused for a lost hold', t.value(t.anytime, m.money(m.lostOrder))),
  ask('sum', 'revenue vip', t.value(t.anytime, m.takings(m.tier('vip')))),
  ask('sum', 'how many seats were sold in the last hour? seats, not orders', t.value(t.last(60), m.seats())),
  ask('sum', 'how much did we pay back in refunds', t.value(t.anytime, m.money(m.booked))),
  ask(
    'mean-max',
    'how much is a paid order worth on average?',
    t.value(t.anytime, m.overOf(m.paid, 'amount_eur', 'mean')),
  ),
  ask('mean-max', 'the dearest order of the day in euro', t.value(t.anytime, m.overOf(m.paid, 'amount_eur', 'max'))),
  ask(
    'mean-max',
    'cheapest paid order in the arena?',
    t.value(t.anytime, m.overOf(t.all(m.paid, m.venue('arena')), 'amount_eur', 'min')),
  ),
  ask('mean-max', 'average number of seats per paid order', t.value(t.anytime, m.overOf(m.paid, 'seats', 'mean'))),
  ask(
    'group',
    'average order value by channel',
    m.euros(t.anytime, m.CHANNELS, (one) => m.overOf(t.all(m.paid, m.channel(one)), 'amount_eur', 'mean')),
  ),
  ask(
    'group',
    'revenue per act, please',
    m.euros(t.anytime, m.ACTS, (one) => m.takings(m.act(one))),
  ),
  ask(
    'group',
    'what do buyers spend on average per tier',
    m.euros(t.anytime, m.TIERS, (one) => m.overOf(t.all(m.paid, m.tier(one)), 'amount_eur', 'mean')),
  ),
  ask(
    'group',
    'for what reasons were orders refused today and how many of each?',
    m.per(t.anytime, ['hold lost', 'payment declined', 'voucher expired', 'too many tickets'], (one) =>
      t.logs(t.all(m.refused, m.reason(one))),
    ),
  ),
  ask(
    'group',
    'how do buyers pay? count of paid orders per method',
    m.per(t.anytime, ['card', 'wallet', 'invoice'], (one) => paidBy(t.has('method', one))),
  ),
  ask(
    'group',
    'admitted tickets by gate',
    m.per(t.anytime, m.GATES, (one) => t.logs(t.all(m.admitted, m.gate(one)))),
  ),
  ask('group', 'paid orders by the hour', m.byHour(m.paid)),
  ask(
    'group',
    'orders refused for a lost hold minute by minute, {@onset} to {@onset+6}',
    m.byMinute(m.lostOrder, ['onset', 0], ['onset', 6]),
  ),
  ask(
    'top',
    'who sells most, counted in paid orders? i mean the act',
    m.most(m.ACTS, (one) => paidBy(m.act(one))),
  ),
  ask(
    'top',
    'which act brings in the most money?',
    m.most(m.ACTS, (one) => m.takings(m.act(one))),
  ),
  ask(
    'top',
    'which act sells worst today',
    m.least(m.ACTS, (one) => paidBy(m.act(one))),
  ),
  ask(
    'top',
    'which gate lets in the fewest?',
    m.least(m.GATES, (one) => t.logs(t.all(m.admitted, m.gate(one)))),
  ),
  ask(
    'top',
    'on which tier do people spend most per order?',
    m.most(m.TIERS, (one) => m.overOf(t.all(m.paid, m.tier(one)), 'amount_eur', 'mean')),
  ),
  ask(
    'top',
    'which channel had no refunds at all',
    m.least(m.CHANNELS, (one) => t.logs(t.all(m.booked, m.channel(one)))),
  ),
  ask(
    'top',
    'which act has never been refunded?',
    m.least(m.ACTS, (one) => t.logs(t.all(m.booked, m.act(one)))),
  ),
  ask(
    'ratio',
    'out of a hundred orders, how many went through before {@onset}?',
    t.percent(t.before('onset'), t.share(m.orders, m.status(201)), t.share(m.frontOrders, m.status(201))),
  ),
  ask('ratio', 'what percentage of charges gets declined', t.percent(t.anytime, t.share(m.charges, m.status(402)))),
  ask(
    'ratio',
    'what part of our revenue comes from mira-vale',
    t.percent(
      t.anytime,
      (world, window) => (100 * m.takings(m.act('mira-vale'))(world, window)) / m.takings()(world, window),
    ),
  ),
  ask(
    'ratio',
    'share of paid orders that came over the app?',
    t.percent(t.anytime, t.logShare(m.paid, m.channel('app'))),
  ),
  ask('exclusion', 'paid orders apart from web', t.count(t.anytime, t.logs(t.all(m.paid, t.not(m.channel('web')))))),
  ask(
    'exclusion',
    'how much money came in without the festival-express',
    t.value(t.anytime, m.takings(t.not(m.act('festival-express')))),
  ),
  ask(
    'exclusion',
    'refused orders that are not about a lost hold?',
    t.count(t.anytime, t.logs(t.all(m.refused, t.not(m.reason('hold lost'))))),
  ),
  ask(
    'attribute',
    'how many vip orders did we lose since {@onset} to lost holds',
    t.count(t.since('onset'), t.logs(t.all(m.lostOrder, m.tier('vip'))), t.failures(t.all(m.orders, m.tier('vip')))),
  ),
  ask(
    'conditions',
    'how many balcony orders for mira-vale were paid on the web',
    t.count(t.anytime, paidBy(t.all(m.act('mira-vale'), m.tier('balcony'), m.channel('web')))),
  ),
  ask(
    'conditions',
    'people let in at the north gate with a handheld since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(m.admitted, m.gate('north'), m.device('handheld')))),
  ),
  ask(
    'conditions',
    'paid orders over 200 euro by phone?',
    t.count(t.anytime, t.logs(t.all(m.paid, m.channel('phone'), m.above(200)))),
  ),
  ask(
    'distinct',
    'how many different customers bought something today',
    t.count(
      t.anytime,
      t.differentIn(m.paid, 'customer'),
      t.differentOf(t.all(m.frontOrders, m.status(201)), 'customer'),
    ),
  ),
  ask(
    'distinct',
    'how many different buyers had an order refused for a lost hold?',
    t.count(t.anytime, ...m.BUYERS_HIT),
  ),
  ask('rate', 'paid orders per minute before {@onset}', t.perS(t.before('onset'), ...m.PAID.map(t.perSecond))),
  ask(
    'compare',
    'who sells more paid orders, nova-kind or osk-quartet?',
    m.per(t.anytime, ['nova-kind', 'osk-quartet'], (one) => paidBy(m.act(one))),
  ),
  ask(
    'compare',
    'app vs kiosk, how many paid orders each',
    m.per(t.anytime, ['app', 'kiosk'], (one) => paidBy(m.channel(one))),
  ),
  ask(
    'compare',
    'takings in the half hour before {@onset} and the half hour after?',
    t.compared('any', m.takings(), t.during(['onset', -30], ['onset', 0]), t.during(['onset', 0], ['onset', 30])),
  ),
  ask('metric', 'seats left nova-kind', t.value(t.anytime, m.left('nova-kind', 'last'))),
  ask(
    'metric',
    'how many people are inside the arena now?',
    t.within(0.005, t.value(t.anytime, m.inside('arena', 'last'))),
  ),
  ask(
    'metric-group',
    'seats left per act',
    m.euros(t.anytime, m.ACTS, (one) => m.left(one, 'last')),
  ),
  ask(
    'top',
    'for which act are the fewest seats left?',
    m.least(m.ACTS, (one) => m.left(one, 'last')),
  ),
  ask('trend', 'is the arena still filling up?', t.verdict('yes', 'up')),
  ask('trend', 'do we sell less since {@onset}?', t.verdict('yes', 'down')),
  ask('state', 'can buyers get their tickets paid right now?', t.verdict('no', 'good')),
  ask('state', 'do refunds go through', t.verdict('yes', 'good')),
  ask('state', 'does more than half of the orders get refused since {@onset}?', t.verdict('yes', 'fact')),
  ask('impact', 'how badly does this hurt our sales?', m.damage),
  ask(
    'impact',
    'is it only the app buyers who lose their seats?',
    t.words({ saysFirst: [['\\bno\\b', 'not only', 'web']] }),
  ),
  ask(
    'cause',
    'the boss asks: how come so many buyers lose their seats tonight',
    t.because(BOXOFFICE_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'why did sales drop?', t.because(BOXOFFICE_INCIDENT)),
  ask('single-record', 'when was the last vip order paid?', m.lastOf(t.all(m.paid, m.tier('vip')))),
  ask(
    'several',
    'how many orders paid and how many refused since {@onset}?',
    t.both(t.since('onset'), ['count', t.logs(m.paid)], ['count', t.logs(m.refused)]),
  ),
  ask(
    'several',
    'number of refunds and the sum of them today',
    t.both(t.anytime, ['count', t.logs(m.booked)], ['any', m.money(m.booked)]),
  ),
  ask('unknown-attribute', 'revenue per country?', t.declined('no_data')),
  ask('off-topic', 'any idea what i could cook tonight?', t.declined('off_topic')),
  ask('language', 'combien de commandes payées aujourd’hui ?', t.count(t.anytime, ...m.PAID)),
]

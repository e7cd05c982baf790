/** Questions to the seed bank: sums, groups, ranks, shares, rates, durations, metrics, comparisons. */
import type { SpanRow } from '../../records.ts'
import { each, meanOfHistogram } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const { portal, desk, permits, inventory, printer, bench } = r
const DEPOSITS = 'POST /v1/deposits'

export const SEEDBANK_NUMBERS = [
  ask(
    'sum',
    'how many grams of seeds were stored in total',
    t.count(
      t.anytime,
      r.inBodies(r.stored, r.GRAMS, 'sum'),
      r.inBodies(r.line('vault-inventory', /^deposit stored/), r.GRAMS, 'sum'),
    ),
  ),
  ask(
    'sum',
    'total packets packed since {@trial}?',
    t.count(t.since('trial'), t.stated(/packed at \w+: (\d+) packets/, 'sum')),
  ),
  ask(
    'sum',
    'photos sent by field teams in the last 40 minutes',
    t.count(t.last(40), t.stated(/sent (\d+) photos/, 'sum')),
  ),
  ask(
    'group',
    'portal requests by institute',
    t.groups(
      'count',
      t.anytime,
      each(r.INSTITUTES, (name) => t.requests(t.all<SpanRow>(portal, r.institute(name)))),
    ),
  ),
  ask(
    'group',
    'break down failed label-press requests by label.kind',
    t.groups(
      'count',
      t.anytime,
      each(['tube', 'bag', 'parcel'], (name) => t.failures(t.all<SpanRow>(printer, t.has('label.kind', name)))),
    ),
  ),
  ask(
    'group',
    'refused permits by country',
    t.groupsBy(t.anytime, t.logsIn(r.line('permit-office', /^permit refused/)), t.attribute('country')),
  ),
  ask('top', 'busiest route at the portal?', t.topOf(r.spans(portal), r.nameOf)),
  ask(
    'top',
    'institute with the most failed portal requests',
    t.topOf(t.failedRequests(portal), t.attribute('institute.id')),
  ),
  ask('top', 'top 3 services by error lines', t.words({ names: ['label-press', 'portal', 'pack-worker'] })),
  ask(
    'ratio',
    'what share of label-press requests fails since {@onset}',
    t.percent(t.since('onset'), t.share(printer)),
  ),
  ask(
    'ratio',
    'error rate of POST /v1/deposits in the last 15 min?',
    t.percent(t.last(15), t.share(r.atPortal(DEPOSITS)), t.share(t.all<SpanRow>(inventory, t.named(DEPOSITS)))),
  ),
  ask('ratio', 'precentage of portal requests answered 429', t.percent(t.anytime, t.share(portal, r.status(429)))),
  ask(
    'ratio',
    'failure rate on label-press-1 alone over the last 10 minutes',
    t.percent(t.last(10), t.share(t.all<SpanRow>(printer, r.onInstance('label-press-1')))),
  ),
  ask('rate', 'portal req/s right now (last 5 min)', t.perS(t.last(5), t.perSecond(t.requests(portal)))),
  ask(
    'rate',
    'labels printed per minute between {@trial} and {@onset}?',
    t.perS(t.during(['trial', 0], ['onset', 0]), t.perSecond(t.logs(r.printed))),
  ),
  ask('percentile', 'p95 latency of label-press', t.millis(t.anytime, t.took(printer, 0.95))),
  ask(
    'percentile',
    'p99 of POST /v1/permits at the portal, last half hour',
    t.within(0.08, t.millis(t.last(30), t.took(r.atPortal('POST /v1/permits'), 0.99))),
  ),
  ask(
    'percentile',
    'median duration of a germination test in C3',
    t.millis(t.anytime, t.took(t.all<SpanRow>(bench, t.has('chamber', 'C3')), 0.5)),
  ),
  ask('mean-max', 'average response time of order-desk', t.millis(t.anytime, t.took(desk, 'mean'))),
  ask(
    'mean-max',
    'avg numer of packets per packed order',
    t.within(0.02, t.value(t.anytime, t.stated(/packed at \w+: (\d+) packets/, 'mean'))),
  ),
  ask(
    'mean-max',
    'mean latency of failed label-press requests since {@onset}, and of all the other ones',
    t.both(
      t.since('onset'),
      ['ms', t.took(t.all<SpanRow>(printer, t.failed), 'mean')],
      ['ms', t.took(t.all<SpanRow>(printer, t.not(t.failed)), 'mean')],
    ),
  ),
  ask('mean-max', 'biggest single deposit in grams', t.value(t.anytime, r.inBodies(r.stored, r.GRAMS, 'max'))),
  ask(
    'metric',
    'container.processes maximum on label-press',
    t.value(t.anytime, t.metric('label-press', 'container.processes', 'max')),
  ),
  ask(
    'metric',
    'free slots in puglia right now?',
    t.value(t.last(3), t.metric('vault-inventory', 'slots.free', 'last', r.of('vault.id', 'puglia'))),
  ),
  ask(
    'metric',
    'highest cpu of accession-catalog in the last half hour',
    t.within(0.01, t.percent(t.last(30), t.metric('accession-catalog', 'process.cpu.percent', 'max'))),
  ),
  ask(
    'metric',
    'what is the temperature of F3 (last value)',
    t.value(t.last(3), t.metric('cold-watch', 'freezer.temperature', 'last', r.of('freezer', 'F3'))),
  ),
  ask('metric', 'peak of orders.waiting', t.value(t.anytime, t.metric('pack-worker', 'orders.waiting', 'max'))),
  ask(
    'metric',
    'mean http.server.request.duration of vault-inventory from the metric',
    t.within(
      0.06,
      t.millis(t.anytime, t.scaled(meanOfHistogram('vault-inventory', 'http.server.request.duration'), 1000)),
    ),
  ),
  ask(
    'metric',
    'max db connections in use on vault-inventory?',
    t.value(t.anytime, t.metric('vault-inventory', 'db.client.connection.count', 'max')),
  ),
  ask(
    'metric-group',
    'average temperature per freezer',
    t.groups(
      'any',
      t.anytime,
      each(r.FREEZERS, (name) => t.metric('cold-watch', 'freezer.temperature', 'mean', r.of('freezer', name))),
    ),
  ),
  ask(
    'metric-group',
    'slots free by vault, latest',
    t.groups(
      'any',
      t.last(3),
      each(r.VAULTS, (name) => t.metric('vault-inventory', 'slots.free', 'last', r.of('vault.id', name))),
    ),
  ),
  ask(
    'metric-group',
    'which freezer is the warmest on average?',
    t.words({ first: { name: 'F3', among: r.FREEZERS } }),
  ),
  ask(
    'compare',
    'deposits stored: before vs since {@onset}',
    t.compared('count', t.logs(r.stored), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'which institute sends more requests to the portal, dryland or oakforest?',
    t.topOf(r.spans(t.all<SpanRow>(portal, r.institute('dryland', 'oakforest'))), t.attribute('institute.id')),
  ),
  ask('compare', 'is C3 slower than C1', t.verdict('yes', 'bad')),
  ask('trend', 'is slots.free in nordvik going down?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'kilimo free slots: rising or falling?',
    t.words({
      saysFirst: [['\\bris', 'increas', '\\brose\\b', '\\bup\\b', 'grow', 'grew', 'climb']],
      neverFirst: ['^\\W*falling', 'decreas'],
    }),
  ),
  ask(
    'several',
    'how many orders were saved and how many refused, last 30 min',
    t.both(
      t.last(30),
      ['count', r.lines('order-desk', /^Order \S+ of \S+ saved/)],
      ['count', r.lines('order-desk', /^Order of \S+ refused/)],
    ),
  ),
  ask(
    'several',
    'label-press: number of requests, failed ones and p95 since {@onset}',
    t.both(
      t.since('onset'),
      ['count', t.requests(printer)],
      ['count', t.failures(printer)],
      ['ms', t.took(printer, 0.95)],
    ),
  ),
  ask(
    'several',
    'when did label-press begin to fail and how many labels were not printed since',
    ({ world, askedMs }) => ({
      ...t.began()({ world, askedMs }),
      numbers: t.count(t.anytime, t.logs(r.notPrinted))({ world, askedMs }).numbers,
    }),
  ),
  ask(
    'conditions',
    'POST /v1/permits at permit-office slower than 250 ms, how many?',
    t.count(t.anytime, t.requests(t.all<SpanRow>(permits, t.named('POST /v1/permits'), t.longer(250)))),
  ),
]

/** Shares, durations, rates, metrics and comparisons of the software for veterinary clinics. Fortieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = t.metric
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const perClinic = (service: string, name: string, clinic: string, what: t.Statistic) =>
  gauge(service, name, what, (point) => point.attributes['clinic.id'] === clinic)
const outage = t.during(['onset', 1], ['recovery', 0])

export const VETS_NUMBERS_40 = [
  ask('ratio', 'error rate of rx-service between {@onset+1} and {@recovery}', t.percent(outage, t.share(m.rx))),
  ask('ratio', 'treatment-service failure rate in the last 35 min?', t.percent(t.last(35), t.share(m.treatments))),
  ask(
    'ratio',
    'what share of prescriptions failed between {@onset+1} and {@recovery}',
    t.percent(outage, t.share(m.prescribing), t.share(m.on(m.desk, '/prescriptions'))),
  ),
  ask(
    'ratio',
    'how many percent of the cards get declined?',
    t.percent(
      t.anytime,
      t.share(t.all(m.invoices, m.method('card')), m.status(402)),
      t.share(m.invoices, m.status(402)),
    ),
  ),
  ask('percentile', 'p95 latency front-desk', t.millis(t.anytime, t.took(m.desk, 0.95))),
  ask(
    'percentile',
    'median of patient-records since {@release}',
    t.millis(t.sinceMark('release'), t.took(m.records, 0.5)),
  ),
  ask('percentile', 'device-hub p90 for xray', t.millis(t.anytime, t.took(t.all(m.devices, m.device('xray')), 0.9))),
  ask(
    'mean-max',
    'how long does it take on average to process a reminder?',
    t.millis(t.anytime, t.took(m.reminders, 'mean')),
  ),
  ask(
    'mean-max',
    'slowest consultation request?',
    t.millis(t.anytime, t.took(m.televet, 'max'), t.took(m.on(m.desk, '/consultations'), 'max')),
  ),
  ask(
    'slowest',
    'which service is slowest tonight',
    t.words({
      saysFirst: [['televet', 'invoice-service', 'device-hub']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'slowest',
    'slowest traces on the front-desk?',
    t.words({ says: [['consultations', 'televet', '[0-9a-f]{32}']] }),
  ),
  ask('rate', 'requests per second on front-desk', t.perS(t.anytime, t.perSecond(t.requests(m.desk)))),
  ask(
    'rate',
    'lab results per minute, last 30',
    t.perS(t.last(30), t.perSecond(t.requests(m.devices)), t.perSecond(t.logs(m.stored))),
  ),
  ask(
    'rate',
    'how many rx errors a minute while it was broken ({@onset+1}-{@recovery})?',
    t.perS(outage, ...t.errors(m.rx).map(t.perSecond)),
  ),
  ask(
    'sum',
    'total euros on paid invoices',
    t.count(t.anytime, m.sumOf(m.paid, 'euros'), gauge('invoice-service', 'invoices.revenue', 'sum')),
  ),
  ask('sum', 'MB written by clinic-backup in all', t.within(0.01, t.value(t.anytime, m.sumOf(m.snapshots, 'mb')))),
  ask(
    'mean-max',
    'average length of a treatment in minutes, as logged',
    t.within(0.02, t.value(t.anytime, m.statedIn(m.saved, 'minutes', 'mean'))),
  ),
  ask('metric', 'peak memory of televet', t.within(0.01, t.bytes(t.anytime, memory('televet', 'max')))),
  ask(
    'metric',
    'how many video rooms are open at the moment',
    t.value(t.anytime, gauge('televet', 'televet.rooms.open', 'last')),
  ),
  ask(
    'metric',
    'animals in the waiting room at hillcrest right now',
    t.value(t.anytime, perClinic('appointment-api', 'waitingroom.animals', 'hillcrest', 'last')),
  ),
  ask(
    'metric',
    'max treatments.drafts.open',
    t.value(t.anytime, gauge('treatment-service', 'treatments.drafts.open', 'max')),
  ),
  ask(
    'metric',
    'highest kafka lag of reminder-worker',
    t.value(t.anytime, gauge('reminder-worker', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'mean cpu of the front-desk',
    t.within(
      0.03,
      t.value(
        t.anytime,
        gauge('front-desk', 'process.cpu.utilization', 'mean'),
        t.scaled(gauge('front-desk', 'process.cpu.utilization', 'mean'), 100),
      ),
    ),
  ),
  ask(
    'compare',
    'patient-records median before vs after {@release}',
    t.compared('ms', t.took(m.records, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'prescriptions issued {@onset-12}-{@onset} against {@onset+2}-{@onset+14}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -12], ['onset', 0]), m.ISSUED),
      t.numberOf(asked, 'count', t.during(['onset', 2], ['onset', 14]), m.ISSUED),
    ],
  })),
  ask(
    'compare',
    'who gets more reminders, sms or email?',
    t.topOf(m.spansOf(m.reminders), t.attribute('reminder.channel')),
  ),
  ask(
    'compare',
    'are insurance invoices slower than card ones',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'insurance']],
      neverFirst: ['^\\W*no\\b', 'card (?:is|was) (?:\\w+ )?slower'],
    }),
  ),
  ask('trend', 'are front-desk failures going down?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'did patient-records get slower with 5.3.0',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'increas', 'higher', 'up\\b', 'from \\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything odd about treatments.drafts.open',
    t.words({
      says: [['rose', 'rise', 'peak', 'climb', 'grew', 'high', 'jump', 'up to', 'unusual', 'increas', 'above', 'max']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('several', 'treatments saved and treatments failed since {@onset}, both numbers please', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.SAVED),
      t.numberOf(asked, 'count', t.since('onset'), m.UNSAVED),
    ],
  })),
  ...talk(
    'p95',
    ask('follow-up', 'p95 of invoice-service?', t.millis(t.anytime, t.took(m.invoices, 0.95))),
    ask('follow-up', 'televet too', t.millis(t.anytime, t.took(m.televet, 0.95))),
    ask('follow-up', 'and the mean?', t.millis(t.anytime, t.took(m.televet, 'mean'))),
  ),
]

/** Threads about numbers of the lift company: a count, and what is asked on from it. */
import type { LogRow } from '../../records.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)
const stock = (depot: string) =>
  t.metric('parts-depot', 'stock.parts', 'last', ({ attributes }) => attributes['depot.name'] === depot)

export const LIFTS_THREADS = [
  ...talk(
    'lifts-k',
    ask('count', 'how many fault reports did the portal get', t.count(whole, t.requests(v.reports))),
    more('of nordbau only', t.count(whole, t.requests(t.all(v.reports, v.tenant('nordbau'))))),
    more(
      'how many of those came in by mobile',
      t.count(whole, t.requests(t.all(v.reports, v.tenant('nordbau'), t.has('channel', 'mobile')))),
    ),
    more(
      'and city-homes?',
      t.count(
        whole,
        t.requests(t.all(v.reports, v.tenant('city-homes'), t.has('channel', 'mobile'))),
        t.requests(t.all(v.reports, v.tenant('city-homes'))),
      ),
    ),
  ),
  ...talk(
    'lifts-l',
    ask(
      'percentile',
      'how slow is POST /v1/parts/orders, p95',
      t.millis(whole, t.took(t.all(v.app, v.route('/v1/parts/orders')), 0.95)),
    ),
    more('median?', t.millis(whole, t.took(t.all(v.app, v.route('/v1/parts/orders')), 0.5))),
    more(
      'and the same on POST /v1/inspections',
      t.millis(
        whole,
        t.took(t.all(v.app, v.route('/v1/inspections')), 0.5),
        t.took(t.all(v.app, v.route('/v1/inspections')), 0.95),
      ),
    ),
  ),
  ...talk(
    'lifts-m',
    ask(
      'window',
      'telegrams from {@start+10} to {@start+20}',
      t.count(t.during(['start', 10], ['start', 20]), t.requests(v.ingest)),
    ),
    more(
      'only alarms',
      t.count(
        t.during(['start', 10], ['start', 20]),
        t.requests(v.telegrams('alarm')),
        v.lines(v.ingest, /^alarm .* passed on$/),
      ),
    ),
    more(
      'and from {@start+20} to {@start+30}?',
      t.count(
        t.during(['start', 20], ['start', 30]),
        t.requests(v.telegrams('alarm')),
        v.lines(v.ingest, /^alarm .* passed on$/),
        t.requests(v.ingest),
      ),
    ),
  ),
  ...talk(
    'lifts-n',
    ask(
      'outcome',
      'accounting here. how many invoices have been written',
      t.count(whole, v.lines(v.billing, / written: /), t.requests(v.billing)),
    ),
    more(
      'how much money is that',
      t.value(whole, t.stated(/ written: (\d+) EUR/, 'sum'), t.metric('billing-run', 'invoiced.amount', 'last')),
    ),
    more(
      'and only maintenance',
      t.value(whole, t.stated(/ written: (\d+) EUR maintenance/, 'sum'), v.lines(v.billing, / EUR maintenance/)),
    ),
    more('how many are held back', t.count(whole, v.lines(v.billing, /held back/))),
  ),
  ...talk(
    'lifts-o',
    ask('metric', 'parts in stock at depot-leipzig?', t.value(whole, stock('depot-leipzig'))),
    more('and depot-ulm', t.value(whole, stock('depot-ulm'))),
    more('is that one rising', t.verdict('yes', 'up')),
  ),
  ...talk(
    'lifts-p',
    ask('level', 'warnings of inspection-book, total', t.count(whole, t.logs(v.leveled(v.book, 'WARN')))),
    more('what are they about', t.words({ says: [['photo', 'certificate', 'brake', 'failed']] })),
    more('how many say that a certificate ends soon', t.count(whole, v.lines(v.book, /ends in less than 30 days/))),
    more('same since {@release}', t.count(t.since('release'), v.lines(v.book, /ends in less than 30 days/))),
  ),
  ...talk(
    'lifts-q',
    ask('group', 'calls by carrier', t.groupsBy(whole, spansOf(v.bridge), v.attr('carrier.name'))),
    more(
      'how many failed on each',
      t.groups('count', whole, { telvox: t.failures(v.carrier('telvox')), ringnet: t.failures(v.carrier('ringnet')) }),
    ),
    more('whats the p95 over ringnet', t.millis(whole, t.took(v.carrier('ringnet'), 0.95))),
  ),
  ...talk(
    'lifts-r',
    ask(
      'errors',
      'how many error lines does callout-planner have',
      t.count(whole, t.logs(v.leveled(v.planner, 'ERROR'))),
    ),
    more('what do they say', t.words({ says: [['no technician']] })),
    more('when was the first one', ({ world }) =>
      v.at(t.logRows(v.leveled(v.planner, 'ERROR'))(world)[0]?.timeMs ?? 0, 30),
    ),
    more('and the warnings, how many are those', t.count(whole, t.logs(t.all<LogRow>(v.planner, t.level('WARN'))))),
  ),
]

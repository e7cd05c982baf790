/** Threads of numbers at the hire company: counts, shares and times, each asked on from the one before. */
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)
const inspected = (name: string): t.Measure[] => [
  r.lines(r.workshop, new RegExp(` by ${name} `)),
  r.lines(r.workshop, new RegExp(` by ${name} passed`)),
]
const diesel = (name: string): t.Expect =>
  t.value(whole, t.metric('workshop', 'diesel.stock', 'last', r.points('depot.name', name)))

const COUNTS = [
  ...talk(
    'toolhire-i',
    ask('count', 'how many booking attempts at booking-api (POST /v1/bookings)', t.count(whole, t.requests(r.books))),
    more('how many of them failed', t.count(whole, t.failures(r.books))),
    more('just bristol', t.count(whole, t.failures(t.all(r.books, r.depot('bristol'))))),
    more('and leeds?', t.count(whole, t.failures(t.all(r.books, r.depot('leeds'))))),
  ),
  ...talk(
    'toolhire-j',
    ask('count', '404s at hire-gateway', t.count(whole, t.requests(t.all(r.gateway, r.code(404))))),
    more('429?', t.count(whole, t.requests(t.all(r.gateway, r.code(429))))),
    more('same for 401 pls', t.count(whole, t.requests(t.all(r.gateway, r.code(401))))),
    more(
      'how many of those came from the web',
      t.count(whole, t.requests(t.all(r.gateway, r.code(401), r.channel('web')))),
    ),
  ),
  ...talk(
    'toolhire-k',
    ask('outcome', 'how many inspections did kay do', t.count(whole, ...inspected('kay'))),
    more('and ravi', t.count(whole, ...inspected('ravi'))),
    more('how many of his did not pass', t.count(whole, r.lines(r.workshop, / by ravi failed: /))),
  ),
  ...talk(
    'toolhire-l',
    ask(
      'window',
      'gateway requests from {@start+30} to {@start+40}',
      t.count(t.during(['start', 30], ['start', 40]), t.requests(r.gateway)),
    ),
    more(
      'only the POSTs',
      t.count(t.during(['start', 30], ['start', 40]), t.requests(t.all(r.gateway, r.method('POST')))),
    ),
    more(
      'and between {@start+50} and {@start+60}?',
      t.count(
        t.during(['start', 50], ['start', 60]),
        t.requests(t.all(r.gateway, r.method('POST'))),
        t.requests(r.gateway),
      ),
    ),
    more(
      'how many of these failed',
      t.count(
        t.during(['start', 50], ['start', 60]),
        t.failures(t.all(r.gateway, r.method('POST'))),
        t.failures(r.gateway),
      ),
    ),
  ),
  ...talk(
    'toolhire-m',
    ask('level', 'how many warnings does deposit-desk have', t.count(whole, t.logs(r.leveled(r.deposits, 'WARN')))),
    more('how many of them are declined holds', t.count(whole, r.lines(r.deposits, /^hold declined$/))),
    more('and errors?', t.count(whole, ...t.errors(r.deposits))),
  ),
  ...talk(
    'toolhire-n',
    ask('outcome', 'invoices that could not be mailed', t.count(whole, r.lines(r.invoices, / not mailed: /))),
    more('why not', t.words({ says: [['mailbox is full']] })),
    more('when was the last one', r.lineAt(/ not mailed: /, true)),
    more(
      'how many got mailed fine in the last half hour',
      t.count(t.last(30), r.lines(r.invoices, / mailed: \d+ GBP/)),
    ),
  ),
]

const NUMBERS = [
  ...talk(
    'toolhire-o',
    ask('ratio', 'share of failed requests on damage-desk', t.percent(whole, t.share(r.damages))),
    more('since {@onset}', t.percent(r.outage, t.share(r.damages))),
    more('and for booking-api', t.percent(r.outage, t.share(r.bookingApi))),
  ),
  ...talk(
    'toolhire-p',
    ask('metric', 'current diesel stock at leeds', diesel('leeds')),
    more('norwich?', diesel('norwich')),
    more(
      'which depot has the most',
      t.words({ first: { name: 'bristol', among: ['leeds', 'bristol', 'norwich', 'exeter'] } }),
    ),
    more('is it going down there', t.verdict('yes', 'down')),
  ),
  ...talk(
    'toolhire-q',
    ask(
      'group',
      'how are failed bookings distributed over the regions',
      t.topOf(t.failedRequests(r.books), r.attr('depot.region')),
    ),
    more('what about failed searches', t.topOf(t.failedRequests(r.searches), r.attr('depot.region'))),
    more('how many were those', t.count(whole, t.failures(r.searches), t.failures(r.searchesAtGateway))),
  ),
  ...talk(
    'toolhire-r',
    ask('top', 'who books the most, which account', t.topOf(spansOf(r.books), r.attr('customer.account'))),
    more(
      'how many attempts did they make',
      t.count(whole, ...r.atBoth(r.bookingApi, '/v1/bookings', r.account('brickwell'))),
    ),
    more('how many of these got saved', t.count(whole, r.saved(t.has('account', 'brickwell')))),
    more(
      'turnover in gbp of the saved ones',
      t.value(whole, r.field(r.where(r.bookingApi, /^booking saved$/, t.has('account', 'brickwell')), 'gbp', 'sum')),
    ),
  ),
]

export const TOOLHIRE_THREADS = [...COUNTS, ...NUMBERS]

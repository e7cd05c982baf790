/** More threads about the blood donation service: durations, shares, metrics, tours. */
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as b from './rows.ts'

const whole = t.anytime
const more = (wording: string, expect: t.Expect) => ask('follow-up', wording, expect)
const firstHalf = t.during(['start', 10], ['start', 20])

export const BLOODBANK_TALKS_OF_NUMBERS = [
  ...talk(
    'bloodbank-l',
    ask('percentile', 'p95 of stock-ledger', t.millis(whole, t.took(b.stock, 0.95))),
    more('only POST /v1/reservations', t.millis(whole, t.took(b.reservations, 0.95))),
    more('p50 as well', t.millis(whole, t.took(b.reservations, 0.5))),
    more('and what was the slowest', t.millis(whole, t.took(b.reservations, 'max'))),
  ),
  ...talk(
    'bloodbank-m',
    ask('top', 'busiest donation centre by donation requests?', t.topOf(spansOf(b.donations), b.attr('centre.id'))),
    more(
      'how many there',
      t.count(
        whole,
        t.requests(t.all(b.donations, b.centre('city-hall'))),
        t.requests(t.all(b.atGate('/v1/donations'), b.centre('city-hall'))),
      ),
    ),
    more(
      'and harbour',
      t.count(
        whole,
        t.requests(t.all(b.donations, b.centre('harbour'))),
        t.requests(t.all(b.atGate('/v1/donations'), b.centre('harbour'))),
      ),
    ),
    more(
      'same for labels at harbour',
      t.count(
        whole,
        t.requests(t.all(b.labels, b.centre('harbour'))),
        t.requests(t.all(b.atGate('/v1/labels'), b.centre('harbour'))),
      ),
    ),
  ),
  ...talk(
    'bloodbank-n',
    ask('metric', 'platelets in stock at the beginning', t.value(whole, b.units('platelets', 'max'))),
    more('and now?', t.value(whole, b.units('platelets', 'last'))),
    more('red_cells now', t.value(whole, b.units('red_cells', 'last'))),
  ),
  ...talk(
    'bloodbank-o',
    ask('group', 'tours per depot', t.groupsBy(whole, spansOf(b.couriers), b.attr('depot'))),
    more('how many of the ones from lakeside were late', t.count(whole, b.lines(b.couriers, /from lakeside is late/))),
    more(
      'longest trip from there in km',
      t.value(whole, t.stated(/from lakeside planned: \d+ boxes, (\d+) km/, 'max')),
    ),
  ),
  ...talk(
    'bloodbank-p',
    ask('window', 'front-gateway, requests from {@start+10} till {@start+20}', t.count(firstHalf, t.requests(b.gate))),
    more('POSTs only', t.count(firstHalf, t.requests(t.all(b.gate, b.method('POST'))))),
    more(
      'next ten minutes?',
      t.count(t.during(['start', 20], ['start', 30]), t.requests(t.all(b.gate, b.method('POST'))), t.requests(b.gate)),
    ),
  ),
  ...talk(
    'bloodbank-q',
    ask(
      'outcome',
      'how many questionnaires were accepted',
      t.count(whole, b.lines(b.forms, /^questionnaire \S+ accepted/)),
    ),
    more('deferred?', t.count(whole, b.lines(b.forms, /^donor deferred/))),
    more('main reason', t.topOf(t.logRows(b.where(b.forms, /^donor deferred/)), b.attr('reason'))),
    more('rejected for a missing signature', t.count(whole, b.lines(b.forms, /signature is missing/))),
  ),
]

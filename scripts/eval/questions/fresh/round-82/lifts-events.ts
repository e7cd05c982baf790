/** Questions of dispatchers, support and accounting that count what lines say: alarms, call-outs, inspections, invoices. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const whole = t.anytime

const DISPATCH = [
  ask(
    'outcome',
    'how many alarms turned out to be somebody pressing the button by mistake',
    t.count(whole, v.lines(v.desk, /pressed by mistake/)),
  ),
  ask(
    'outcome',
    'call-outs given to a technician by phone, how many',
    t.count(whole, v.lines(v.planner, / by phone, arrival/)),
  ),
  ask(
    'outcome',
    "how many call-outs did the planner turn down as nights aren't covered",
    t.count(whole, v.lines(v.planner, /cover nights/), t.requests(t.all(v.callouts, v.code(422)))),
  ),
  ask(
    'outcome',
    'technicians who did not pick up - how often did that occur',
    t.count(whole, v.lines(v.planner, /did not pick up/)),
  ),
  ask(
    'outcome',
    'calls nobody answered within 12 s',
    t.count(whole, v.lines(v.bridge, /not answered after 12 s/), t.requests(t.all(v.bridge, v.code(408)))),
  ),
]

const FIELD = [
  ask(
    'outcome',
    'how many inspections came back because of the rating plate photo',
    t.count(whole, v.lines(v.book, /photo of rating plate/)),
  ),
  ask(
    'outcome',
    'how many technicans have arrived somewhere',
    t.count(
      whole,
      v.lines(v.app, /technician arrived/),
      t.requests(t.all(v.app, v.route('/v1/jobs/{id}/arrive'))),
      t.requests(t.all(v.app, v.route('/v1/jobs/{id}/arrive'), v.code(200))),
    ),
  ),
]

const OFFICE = [
  ask(
    'outcome',
    'how many invoices are on hold for a missing order number',
    t.count(whole, v.lines(v.billing, /held back/)),
  ),
  ask('outcome', 'invocies written for casa-verde', t.count(whole, v.lines(v.billing, /for casa-verde written/))),
  ask(
    'outcome',
    'house managers with a wrong password today, count of refused logins',
    t.count(whole, v.lines(v.portal, /wrong password/), t.requests(t.all(v.portal, v.code(401)))),
  ),
  ask(
    'text',
    'lines mentioning "belongs to another manager"',
    t.count(whole, v.lines(v.portal, /belongs to another manager/)),
  ),
  ask('text', 'does any line speak of a timeout', t.verdict('no', 'fact')),
]

export const LIFTS_EVENTS = [...DISPATCH, ...FIELD, ...OFFICE]

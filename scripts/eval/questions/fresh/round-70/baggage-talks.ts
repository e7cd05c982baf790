/** Threads of the engineer on call at the airport: one thing, and then on from there. Seventieth round. */
import { BAGGAGE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import { NONE, per } from './baggage-counts.ts'
import * as m from './rows.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const why = t.words({ says: [['typeb-handler'], [...BAGGAGE_INCIDENT.mechanism]] })
const unroutedOf = (one: string) => t.failures(t.all(m.routing, m.airline(one)))

export const BAGGAGE_TALKS_70 = [
  ...talk(
    'what-broke',
    next('what is broken right now?', t.because(BAGGAGE_INCIDENT)),
    next('since when', t.began('onset', 150)),
    next('what filled it up?', t.words({ says: [['raw[_ ]?capture', 'raw telegram', 'NET-77']] })),
    next('and what do we do', t.words({ says: [['typeb-handler', 'spool', 'disk', 'raw_capture', 'space']] })),
  ),
  ...talk(
    'unrouted',
    next('bags not routed in the last 25 minutes?', t.count(t.last(25), ...m.UNROUTED)),
    next('only skylink', t.count(t.last(25), unroutedOf('skylink'))),
    next('and baltavia?', t.count(t.last(25), unroutedOf('baltavia'))),
    next('why', why),
  ),
  ...talk(
    'gateway',
    next('5xx on bag-gateway since {@onset}, count', t.count(t.since('onset'), t.logs(m.line(/ 5\d\d$/)))),
    next('which route is it?', t.words({ says: [['/api/loads']] })),
    next('and before that time?', NONE),
  ),
  ...talk(
    'errors',
    next('errors typeb-handler last 5 min', t.count(t.last(5), t.logs(t.all(m.handler, t.level('ERROR'))))),
    next('and bag-recon', t.count(t.last(5), t.logs(t.all(m.recon, t.level('ERROR'))), t.failures(m.recon))),
    next('lostbag-desk?', NONE),
  ),
  ...talk(
    'loads',
    next('how many loads were refused since {@onset}', t.count(t.since('onset'), ...m.NOT_LOADED)),
    next(
      'by airline',
      per(t.since('onset'), m.AIRLINES, (one) => t.failures(t.all(m.loads, m.airline(one)))),
    ),
    next('just T1', t.count(t.since('onset'), t.failures(t.all(m.loads, m.terminal('T1'))))),
  ),
  ...talk(
    'queue',
    next('depth of bsm.in?', t.value(t.anytime, m.depth('bsm.in', 'last'))),
    next('still rising?', t.verdict('yes', 'up')),
    next('since when', t.began('onset', 240)),
    next('why?', t.words({ says: [['typeb-handler', ...BAGGAGE_INCIDENT.mechanism]] })),
  ),
  ...talk(
    'latency',
    next('p95 of track-api GET /api/bags/{tag} before {@onset}', t.millis(t.before('onset'), t.took(m.tracks, 0.95))),
    next('and since', t.millis(t.since('onset'), t.took(m.tracks, 0.95))),
    next('same for POST /api/loads', t.millis(t.since('onset'), t.took(m.loads, 0.95))),
  ),
  ...talk(
    'claims',
    next('claims opened since {@onset}?', t.count(t.since('onset'), ...m.OPENED)),
    next('only delayed', t.count(t.since('onset'), t.logs(t.all(m.opened, t.has('claim_kind', 'delayed'))))),
    next(
      'how many was that in the 30 minutes before {@onset}?',
      t.count(t.during(['onset', -30], ['onset', 0]), t.logs(t.all(m.opened, t.has('claim_kind', 'delayed')))),
    ),
  ),
  ...talk(
    'drop',
    next('bags refused at drop in the last hour', t.count(t.last(60), ...m.REFUSED)),
    next(
      'only flight closed',
      t.count(t.last(60), t.logs(m.because('flight closed')), t.requests(t.all(m.drops, m.status(409)))),
    ),
    next('part of the incident?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'before-after',
    next(
      'how many bags were loaded between {@onset} and {@onset+20}',
      t.count(t.during(['onset', 0], ['onset', 20]), ...m.LOADED),
    ),
    next('same in the 20 minutes before', t.count(t.during(['onset', -20], ['onset', 0]), ...m.LOADED)),
  ),
  ...talk(
    'billing',
    next('does billing-job still bill batches?', t.verdict('no', 'good')),
    next('when was the last one', m.lastOf(m.billed)),
    next('how many batches until then?', t.count(t.anytime, t.logs(m.billed))),
  ),
]

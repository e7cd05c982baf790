/** How many, and who has most: trucks, boxes, holds, jobs, charges of the container terminal. Thirty-seventh round. */
import type { World } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failed)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const CRANES = ['QC-1', 'QC-2', 'QC-3', 'QC-4', 'RTG-01', 'RTG-04', 'RTG-08']
const failedRows = (where: Parameters<typeof m.spansOf>[0]) => (world: World) =>
  m.spansOf(t.all(where, t.failed))(world)

export const PORT_COUNTS_37 = [
  ask('count', 'requests on truck-portal, last 15 min', t.count(t.last(15), t.requests(m.portal))),
  ask('count', 'number of gate-ins since {@release}', t.count(t.since('release'), t.requests(m.gateIn))),
  ask('count', 'how often was GET /holds asked in the last half hour', t.count(t.last(30), t.requests(m.customs))),
  ask('count', 'yard-planner 503s', t.count(t.anytime, t.requests(t.all(m.planner, m.status(503))))),
  ask('count', 'how many 409 at gate-control?', t.count(t.anytime, t.requests(t.all(m.gate, m.status(409))))),
  ask(
    'count',
    'how many 502 came back from the portal since {@onset}?',
    t.count(t.since('onset'), t.requests(t.all(m.portal, m.status(502)))),
  ),
  ask('count', '401 on truck-portal today', t.count(t.anytime, t.requests(t.all(m.portal, m.status(401))))),
  ask('count', 'lines written by ocr-lanes in the last 20 min', t.count(t.last(20), t.logs(m.ocr))),
  ask(
    'class-of-codes',
    'number of 4xx on truck-portal in the last hour',
    t.count(t.last(60), t.requests(t.all(m.portal, m.status(401, 402, 404, 409)))),
  ),
  ask('class-of-codes', '5xx of vessel-ops since {@onset+2}?', t.count(t.since('onset', 2), t.failures(m.vessels))),
  ask('errors', 'errors in yrad-planner', t.count(t.anytime, ...t.errors(m.planner))),
  ask('errors', 'gate-control errors in the past 12 minutes', t.count(t.last(12), ...t.errors(m.gate))),
  ask('errors', 'has crane-dispatch any errors?', NONE),
  ask('errors', 'errors in tarif-billing?', NONE),
  ask('errors', 'did requests fail anywhere before {@onset-1}?', NONE),
  ask(
    'errors',
    'How many requests to vessel-ops failed in the last 10 minutes?',
    t.count(t.last(10), t.failures(m.vessels), t.logs(t.all(m.vessels, t.level('ERROR')))),
  ),
  ask('level', 'count the warnings of customs-link', t.count(t.anytime, t.logs(t.all(m.customs, t.level('WARN'))))),
  ask(
    'level',
    'crane-dispatch warnings, last 30 minutes',
    t.count(t.last(30), t.logs(t.all(m.cranes, t.level('WARN')))),
  ),
  ask('level', 'how many error lines in total since {@onset}', t.count(t.since('onset'), t.logs(t.level('ERROR')))),
  ask('outcome', 'trucks admitted in the last hour', t.count(t.last(60), ...m.ADMITTED)),
  ask('outcome', 'how many trucks stood before a closed barrier today', t.count(t.anytime, ...m.STUCK)),
  ask('outcome', 'How many announcements failed since {@onset}?', t.count(t.since('onset'), ...m.NOT_ANNOUNCED)),
  ask('outcome', 'trucks announced ok in the last 25 min', t.count(t.last(25), ...m.ANNOUNCED)),
  ask('outcome', 'boxes discharged so far?', t.count(t.anytime, ...m.DISCHARGED)),
  ask('outcome', 'how many discharges had to be postponed', t.count(t.anytime, ...m.POSTPONED)),
  ask('outcome', 'boxes loaded last 20 minutes', t.count(t.last(20), ...m.LOADED)),
  ask(
    'outcome',
    'how many trucks left between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.logs(m.left), t.requests(m.gateOut)),
  ),
  ask('outcome', 'charges booked since the release of 8.4.0', t.count(t.sinceMark('release'), ...m.CHARGED)),
  ask(
    'outcome',
    'how many trucks were turned away by customs holds',
    t.count(t.anytime, t.logs(m.turnedAway), t.requests(t.all(m.gateIn, m.status(409)))),
  ),
  ask('text', 'wrong PIN, how many?', t.count(t.anytime, t.logs(m.wrongPin))),
  ask('text', 'how often did the customs host not answer', t.count(t.anytime, t.logs(m.retried))),
  ask('text', '"time slot is full" in the last 40 min', t.count(t.last(40), t.logs(m.slotFull))),
  ask('text', 'how many numbers could the cameras not read?', t.count(t.anytime, t.logs(m.unread))),
  ask('text', 'weight differs from bay plan - count', t.count(t.anytime, t.logs(m.weight))),
  ask('text', 'reefers above set point, how many lines', t.count(t.anytime, t.logs(m.warm))),
  ask('text', 'wind warnings before {@onset}?', t.count(t.before('onset'), t.logs(m.wind))),
  ask('text', 'CODECO sent to BLUEW', t.count(t.anytime, t.logs(t.all(m.codeco, t.says(/sent to BLUEW/))))),
  ask('text', 'refused COPARNs?', t.count(t.anytime, t.logs(m.coparn))),
  ask('attribute', 'gate-ins on lane G3', t.count(t.anytime, t.requests(t.all(m.gateIn, m.lane('G3'))))),
  ask(
    'attribute',
    'how many holds are inspections?',
    t.count(
      t.anytime,
      t.logs(t.all(m.hold, m.field('hold', 'inspection'))),
      t.requests(t.all(m.customs, m.field('customs.hold', 'inspection'))),
    ),
  ),
  ask(
    'attribute',
    'moves for the Baltic Gate in the last 30 min',
    t.count(
      t.last(30),
      t.requests(t.all(m.vessels, m.field('vessel.name', 'Baltic Gate'))),
      t.logs(t.all(m.vessels, m.field('vessel', 'Baltic Gate'))),
      t.logs(t.all(m.vessels, t.says(/^box /), m.field('vessel', 'Baltic Gate'))),
    ),
  ),
  ask('attribute', 'jobs for crane QC-2', t.count(t.anytime, t.requests(t.all(m.cranes, m.field('crane', 'QC-2'))))),
  ask(
    'conditions',
    'failed gate-ins of carrier PACIF since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.gateIn, m.carrier('PACIF')))),
  ),
  ask(
    'conditions',
    'failed empties at gate-in?',
    t.words({ saysFirst: [['(?<![\\d.,])0\\b', '\\bno\\b', '\\bnone\\b']], neverFirst: ['\\*\\*[1-9]'] }),
  ),
  ask(
    'conditions',
    'yard-planner requests slower than one second, 40HC only',
    t.count(t.anytime, t.requests(t.all(m.planner, m.field('container.type', '40HC'), t.longer(1000)))),
  ),
  ask(
    'conditions',
    'appointments refused with 502 for app users, last 15 minutes',
    t.count(t.last(15), t.requests(t.all(m.announcing, m.status(502), m.field('client', 'app')))),
  ),
  ask(
    'exclusion',
    'errors since {@onset} leaving out yard-planner',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.planner))), t.failures(t.not(m.planner))),
  ),
  ask(
    'exclusion',
    'truck-portal requests other than GET /api/slots',
    t.count(t.anytime, t.requests(t.all(m.portal, t.not(m.slots)))),
  ),
  ask('slow', 'customs checks above 500 ms', t.count(t.anytime, t.requests(t.all(m.customs, t.longer(500))))),
  ask(
    'distinct',
    'how many hauliers were active in the last 10 min',
    t.count(t.last(10), t.differentOf(m.portal, 'haulier.id')),
  ),
  ask('distinct', 'how many cranes got a job?', t.count(t.anytime, t.differentOf(m.cranes, 'crane'))),
  ask('distinct', 'different containers under hold', t.count(t.anytime, t.differentIn(m.hold, 'container'))),
  ask('distinct', 'how many vessels are we working on', t.count(t.anytime, t.differentOf(m.vessels, 'vessel.name'))),
  ask(
    'group',
    'crane jobs by crane',
    t.groups(
      'count',
      t.anytime,
      m.each(CRANES, (one) => t.requests(t.all(m.cranes, m.field('crane', one)))),
    ),
  ),
  ask(
    'group',
    'failed gate-ins per lane',
    t.groups(
      'count',
      t.anytime,
      m.each(['G1', 'G2', 'G3', 'G4', 'G5'], (one) => t.failures(t.all(m.gateIn, m.lane(one)))),
    ),
  ),
  ask(
    'group',
    'break down vessel-ops requests by vessel',
    t.groups(
      'count',
      t.anytime,
      m.each(['Ever Patient', 'Baltic Gate', 'Nordic Hold', 'Maria Sund'], (one) =>
        t.requests(t.all(m.vessels, m.field('vessel.name', one))),
      ),
    ),
  ),
  ask(
    'group',
    'status codes of truck-portal pls',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 404, 409, 502].map((code) => [code, t.requests(t.all(m.portal, m.status(code)))])),
    ),
  ),
  ask('group', 'which services had errors since {@onset} and how many each', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['truck-portal', m.portal],
          ['gate-control', m.gate],
          ['yard-planner', m.planner],
          ['vessel-ops', m.vessels],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.since('onset'), t.errors(where))]),
    ),
  })),
  ask(
    'group',
    'yard-planner errors per host',
    t.groupsBy(t.anytime, t.logsIn(t.all(m.planner, t.level('ERROR'))), (row) => row.instance),
  ),
  ask('group', 'customs holds by kind', t.groupsBy(t.anytime, t.logsIn(m.hold), t.attribute('hold'))),
  ask('top', 'which lane sees the most trucks?', t.topOf(m.spansOf(m.gateIn), t.attribute('lane'))),
  ask('top', 'busiest crane?', t.topOf(m.spansOf(m.cranes), t.attribute('crane'))),
  ask('top', 'what carrier gets the most charges', t.topOf(m.spansOf(m.charging), t.attribute('carrier'))),
  ask(
    'top',
    'which service has the most warnings',
    t.topOf(t.logRows(t.level('WARN')), (row) => row.service),
  ),
  ask('top', 'top move type among failed gate-ins', t.topOf(failedRows(m.gateIn), t.attribute('move'))),
  ask('top', 'customs office with most checks', t.topOf(m.spansOf(m.customs), t.attribute('customs.office'))),
  ask(
    'window',
    'announcements accepted {@onset-15} to {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), ...m.ANNOUNCED),
  ),
  ask(
    'window',
    'barrier stays closed: how many from {@onset+3} till {@onset+8}?',
    t.count(t.during(['onset', 3], ['onset', 8]), ...m.STUCK),
  ),

  ...talk(
    'gates',
    ask('follow-up', 'how many gate-ins were there in the last 30 minutes?', t.count(t.last(30), t.requests(m.gateIn))),
    ask('follow-up', 'just the failed ones', t.count(t.last(30), t.failures(m.gateIn))),
    ask('follow-up', 'on lane G2?', t.count(t.last(30), t.failures(t.all(m.gateIn, m.lane('G2'))))),
    ask('follow-up', 'and G3', t.count(t.last(30), t.failures(t.all(m.gateIn, m.lane('G3'))))),
  ),
  ...talk(
    'warned',
    ask('follow-up', 'tariff-billing warnings', t.count(t.anytime, t.logs(t.all(m.billing, t.level('WARN'))))),
    ask('follow-up', 'what about vessel-ops', t.count(t.anytime, t.logs(t.all(m.vessels, t.level('WARN'))))),
    ask(
      'follow-up',
      'only the last quarter of an hour',
      t.count(t.last(15), t.logs(t.all(m.vessels, t.level('WARN')))),
    ),
  ),
  ...talk(
    'portal',
    ask(
      'follow-up',
      'failed requests of truck-portal since {@onset}?',
      t.count(t.since('onset'), t.failures(m.portal)),
    ),
    ask(
      'follow-up',
      'by client',
      t.groups(
        'count',
        t.since('onset'),
        m.each(['browser', 'app', 'edi'], (one) => t.failures(t.all(m.portal, m.field('client', one)))),
      ),
    ),
    ask('follow-up', 'and before that?', t.count(t.before('onset'), t.failures(m.portal))),
  ),
]

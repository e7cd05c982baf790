/** Threads of questions to the dental laboratory: each goes on from what was asked before. */
import { minuteOf } from '../../catalog/define.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as r from './rows.ts'

const { anytime, count, last, logs, requests } = t
const notStored = r.lines(r.intake, /not stored/)
const dead = r.lines(r.worker, /dead letters/)
const finished = r.lines(r.worker, / finished: /)
const opened = r.lines(r.cases, /^Case \S+ opened/)
const refused = r.lines(r.cases, /^Case of \S+ refused/)
const heldBoxes = r.lines(r.courier, /held: address/)

export const DENTALLAB_TALKS = [
  ...talk(
    'lost-scans',
    ask('count', 'scans that could not be stored, how many in total', count(anytime, logs(notStored))),
    ask('follow-up', 'and per tenant?', t.groupsBy(anytime, t.logsIn(notStored), r.field('tenant'))),
    ask('follow-up', 'only smilehaus', count(anytime, logs(t.all(notStored, r.withField('tenant', 'smilehaus'))))),
    ask(
      'follow-up',
      'any of those after {@recovery+1}?',
      count(t.since('recovery', 1), logs(t.all(notStored, r.withField('tenant', 'smilehaus')))),
    ),
  ),
  ...talk(
    'edge-codes',
    ask(
      'group',
      'break the gateway requests down by status code',
      t.groupsBy(anytime, spansOf(r.gateway), t.attribute('http.response.status_code')),
    ),
    ask('follow-up', 'which routes are behind the 503s', t.words({ says: [['/v1/scans/\\{id\\}/preview']] })),
    ask('follow-up', 'and the 422s?', t.words({ says: [['/v1/scans(?!/)'], ['/v1/cases(?!/)'], ['/v1/quotes']] })),
    ask('follow-up', 'how many 429 in the last 15 minutes', count(last(15), requests(r.edge(r.code(429))))),
  ),
  ...talk(
    'dead-designs',
    ask(
      'count',
      'how many designs went to dead letters between {@onset} and {@onset+10}?',
      count(t.during(['onset', 0], ['onset', 10]), logs(dead)),
    ),
    ask('follow-up', 'and in the 10 minutes after that', count(t.during(['onset', 10], ['onset', 20]), logs(dead))),
    ask('follow-up', 'which tenant lost most of them overall', t.topOf(t.logRows(dead), r.textOf(/ of (\S+) sent to/))),
    ask('follow-up', 'why did they end up there?', t.because(r.INCIDENT)),
  ),
  ...talk(
    'vault-latency',
    ask(
      'percentile',
      'p95 of {getObject} at scan-vault',
      t.millis(anytime, t.took(t.all(r.vault, t.named('GET /objects/{key}')), 0.95)),
    ),
    ask('follow-up', 'p50?', t.millis(anytime, t.took(t.all(r.vault, t.named('GET /objects/{key}')), 0.5))),
    ask(
      'follow-up',
      'same for {putObject}',
      t.millis(anytime, t.took(t.all(r.vault, t.named('PUT /objects/{key}')), 0.5)),
    ),
    ask(
      'follow-up',
      'just since {@recovery}',
      t.millis(t.since('recovery'), t.took(t.all(r.vault, t.named('PUT /objects/{key}')), 0.5)),
    ),
  ),
  ...talk(
    'cases',
    ask('outcome', 'cases opened in the past hour', count(last(60), logs(opened))),
    ask('follow-up', 'how many of them at ulm', count(last(60), logs(t.all(opened, t.says(/ at ulm: /))))),
    ask('follow-up', 'and graz?', count(last(60), logs(t.all(opened, t.says(/ at graz: /))))),
    ask('follow-up', 'how many were refused in the same time, all sites', count(last(60), logs(refused))),
    ask(
      'follow-up',
      'by reason',
      t.groups('count', last(60), {
        'delivery date': logs(r.lines(r.cases, /delivery date is full/)),
        'credit line': logs(r.lines(r.cases, /credit line is used up/)),
        'no price': logs(r.lines(r.cases, /^Case of .* no price/)),
        'out of stock': logs(r.lines(r.cases, /shade is out of stock/)),
      }),
    ),
  ),
  ...talk(
    'paged',
    ask('health', 'got a page for scan-intake, is it failing?', t.noTrouble),
    ask('follow-up', 'was it earlier tonight?', ({ world }) => ({
      says: [[minuteOf(world.marks['onset'] ?? 0), minuteOf(world.marks['recovery'] ?? 0), 'yes']],
    })),
    ask('follow-up', 'since when', t.began()),
    ask('follow-up', 'until when', t.began('recovery')),
    ask('follow-up', 'and the cause?', t.because(r.INCIDENT)),
  ),
  ...talk(
    'boxes',
    ask(
      'outcome',
      'how many boxes did couriers take since {@onset}?',
      count(t.since('onset'), logs(r.lines(r.courier, /handed to/))),
    ),
    ask('follow-up', 'only bike', count(t.since('onset'), logs(r.lines(r.courier, /handed to bike/)))),
    ask('follow-up', 'what about the ones held back?', count(t.since('onset'), logs(heldBoxes))),
    ask('follow-up', 'and before {@onset}', count(t.before('onset'), logs(heldBoxes))),
  ),
  ...talk(
    'mills',
    ask('mean-max', 'mean milling time over all mills', t.millis(anytime, t.took(r.mills, 'mean'))),
    ask('follow-up', 'which mill is the slowest', t.words({ saysFirst: [['\\bM3\\b']] })),
    ask(
      'follow-up',
      'how many blanks did it do in the last half hour',
      count(last(30), requests(t.all(r.mills, t.has('mill', 'M3'))), logs(r.lines(r.mills, /milled on M3/))),
    ),
    ask(
      'follow-up',
      'its spindle temperature now?',
      t.within(
        0.02,
        t.value(
          last(4),
          t.metric('mill-link', 'spindle.temperature', 'last', ({ attributes }) => attributes['mill'] === 'M3'),
        ),
      ),
    ),
  ),
  ...talk(
    'previews',
    ask(
      'count',
      'preview requests at scan-intake during the last 40 min',
      count(last(40), requests(t.all(r.intake, r.previews))),
    ),
    ask('follow-up', 'how many of these failed', count(last(40), t.failures(t.all(r.intake, r.previews)))),
    ask('follow-up', 'in percent?', t.percent(last(40), t.share(t.all(r.intake, r.previews)))),
    ask('follow-up', 'and how many were 404', count(last(40), requests(t.all(r.intake, r.previews, r.code(404))))),
  ),
  ...talk(
    'release',
    ask('deploy', 'what changed on scan-intake today', t.words({ says: [['4\\.3\\.0']] })),
    ask('follow-up', 'when exactly', t.began('release', 90)),
    ask(
      'follow-up',
      'did it fail more before or after that?',
      t.words({ saysFirst: [['after', 'since', '4\\.3\\.0']] }),
    ),
    ask(
      'follow-up',
      'so is the release to blame?',
      t.words({ says: [['scan-vault', 'virus', 'signature', 'quarantin']] }),
    ),
  ),
  ...talk(
    'quotes',
    ask(
      'outcome',
      'how many quotes did price-book give in the last 20 mins?',
      count(last(20), logs(r.lines(r.prices, /^quote given/))),
    ),
    ask('follow-up', 'and refuse', count(last(20), logs(r.lines(r.prices, /^quote refused/)))),
    ask('follow-up', 'over the whole hour i mean', count(anytime, logs(r.lines(r.prices, /^quote refused/)))),
    ask(
      'follow-up',
      'split that by work',
      t.groupsBy(anytime, t.logsIn(r.lines(r.prices, /^quote refused/)), t.attribute('work')),
    ),
  ),
  ...talk(
    'furnaces',
    ask('silence', 'is furnace-watch still alive?', ({ world }) => ({
      verdict: { is: 'no', sense: 'good' },
      says: [[minuteOf(world.marks['dark'] ?? 0)]],
    })),
    ask('follow-up', 'what did it say last', t.words({ says: [['serial port closed', 'cable to the furnaces']] })),
    ask(
      'follow-up',
      'how many warnings before that',
      count(t.before('dark', 1), logs(t.all(r.furnaces, t.level('WARN'))), logs(r.lines(r.furnaces, /overshoots/))),
    ),
    ask(
      'follow-up',
      'is it related to the scan-vault thing?',
      t.words({
        says: [
          [
            'serial',
            'cable',
            'not related',
            'no (?:sign|link|evidence)',
            'unrelated',
            '^\\W*no\\b',
            'does not',
            'nothing',
          ],
        ],
      }),
    ),
  ),
  ...talk(
    'solo',
    ask(
      'attribute',
      'requests of tenant solo at the gateway since {@recovery}',
      count(t.since('recovery'), requests(r.edge(r.tenant('solo')))),
    ),
    ask('follow-up', 'any of them failed?', count(t.since('recovery'), t.failures(r.edge(r.tenant('solo'))))),
    ask('follow-up', 'and between {@onset} and {@recovery}', count(r.outage, t.failures(r.edge(r.tenant('solo'))))),
    ask('follow-up', 'same for zahnwerk', count(r.outage, t.failures(r.edge(r.tenant('zahnwerk'))))),
  ),
  ...talk(
    'finished',
    ask('count', 'finished designs before {@onset}', count(t.before('onset'), logs(finished))),
    ask('follow-up', 'only bridges', count(t.before('onset'), logs(t.all(finished, t.says(/: bridge in /))))),
    ask(
      'follow-up',
      'after the recovery?',
      count(t.sinceMark('recovery'), logs(t.all(finished, t.says(/: bridge in /)))),
    ),
  ),
  ...talk(
    'blame',
    ask('cause', 'why are there so many ERROR lines around {@onset+5}', t.because(r.INCIDENT)),
    ask('follow-up', 'who else suffered from it', t.words({ says: [['scan-intake'], ['design-worker']] })),
    ask(
      'follow-up',
      'show me one of the error lines',
      t.words({ says: [['quarantined', 'not stored', 'not made', 'dead letters', '\\b50[023]\\b']] }),
    ),
  ),
]

/** Threads of the on-call engineer and her team lead at the tax office: one thing, and then on from there. Sixty-first round. */
import { TAXOFFICE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import * as m from './rows.ts'
import { NONE, per } from './taxoffice-counts.ts'
import { disk, heap, online, queue, waiting } from './taxoffice-numbers.ts'

const MECHANISM = TAXOFFICE_INCIDENT.mechanism
const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const why = t.words({ says: [['assessment-engine'], [...MECHANISM]] })
const quarter = t.during(['onset', 5], ['onset', 20])
const quarterBefore = t.during(['onset', -10], ['onset', 5])
const hourBefore = t.during(['onset', -60], ['onset', 0])
const example = (...texts: string[]) => t.words({ says: [texts] })
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const TAXOFFICE_TALKS_61 = [
  ...talk(
    'submissions',
    next('how many submissions failed since {@onset}?', t.count(t.since('onset'), ...m.LOST)),
    next('only advisers', t.count(t.since('onset'), t.failures(t.all(m.submitting, m.by('adviser'))))),
    next('and citizens?', t.count(t.since('onset'), t.failures(t.all(m.submitting, m.by('citizen'))))),
    next('and the hour before?', NONE),
    next('why', why),
  ),
  ...talk(
    'form-types',
    next('how many returns timed out in the last 30 minutes', t.count(t.last(30), ...m.LOST)),
    next(
      'per form type',
      per(t.last(30), m.FORMS, (one) => t.failures(t.all(m.submitting, m.form(one)))),
    ),
    next('only vat', t.count(t.last(30), t.failures(t.all(m.submitting, m.form('vat'))))),
    next('show me one', example('RET-\\d+', '[0-9a-f]{32}', 'not taken')),
  ),
  ...talk(
    'uploads',
    next('how many uploads did we get between {@onset+5} and {@onset+20}', t.count(quarter, t.requests(m.uploading))),
    next(
      'how many in the same time before {@onset}?',
      t.count(t.during(['onset', -15], ['onset', 0]), t.requests(m.uploading)),
    ),
    next(
      'why so many more',
      t.words({ says: [['again', 'retr', 'repeat', 'resen[dt]', 'assessment-engine', '504', 'timed? ?out']] }),
    ),
  ),
  ...talk(
    'refunds',
    next('how many refunds were paid since {@onset}', t.count(t.since('onset'), ...m.PAID)),
    next('and the hour before that?', t.count(hourBefore, ...m.PAID)),
    next('only netbank', t.count(hourBefore, t.logs(t.all(m.paid, t.has('bank', 'netbank'))))),
    next('and sparkasse?', t.count(hourBefore, t.logs(t.all(m.paid, t.has('bank', 'sparkasse'))))),
  ),
  ...talk(
    'money',
    next(
      'how much did we refund in the last 20 minutes, in euros?',
      t.value(t.last(20), m.overOf(m.paid, 'eur', 'sum')),
    ),
    next('and how many payments is that', t.count(t.last(20), ...m.PAID)),
    next('the biggest one?', t.value(t.last(20), m.overOf(m.paid, 'eur', 'max'))),
  ),
  ...talk(
    'notices',
    next('how many notices were written in the last 30 minutes', t.count(t.last(30), ...m.NOTICED)),
    next('what about refunds', t.count(t.last(30), ...m.PAID)),
    next('and reminders?', t.count(t.last(30), t.logs(m.written))),
  ),
  ...talk(
    'engine-time',
    next('p95 of assessment-engine since {@onset}', t.millis(t.since('onset'), t.took(m.engine, 0.95))),
    next('and before {@onset}?', t.millis(t.before('onset'), t.took(m.engine, 0.95))),
    next('since when is it slow', t.began('onset', 180)),
    next('why', why),
  ),
  ...talk(
    'queue',
    next(
      'how long is the queue of assessments right now',
      t.within(0.03, t.value(t.anytime, queue('assessment', 'last'))),
    ),
    next('is that more than usual?', t.verdict('yes', 'up')),
    next('since when', t.began('onset', 300)),
    next('is the intake queue growing too?', t.verdict('no', 'up')),
  ),
  ...talk(
    'errors',
    next('errors in citizen-portal in the last 15 minutes?', t.count(t.last(15), ...t.errors(m.portal))),
    next('and adviser-upload?', t.count(t.last(15), ...t.errors(m.advisers))),
    next('and signature-check?', NONE),
    next('show me the last one of adviser-upload', example('UP-\\d+', 'timed out', '[0-9a-f]{32}')),
  ),
  ...talk(
    'firms',
    next(
      'which adviser firm has the most failed uploads?',
      t.topOf(m.spansOf(t.all(m.uploading, t.failed)), t.attribute('adviser.firm')),
    ),
    next('how many does it have', t.count(t.anytime, t.failures(t.all(m.uploading, m.firm('hartmann'))))),
    next('and lindqvist?', t.count(t.anytime, t.failures(t.all(m.uploading, m.firm('lindqvist'))))),
  ),
  ...talk(
    'failure-rate',
    next('failure rate of POST /returns since {@onset}', t.percent(t.since('onset'), t.share(m.filing))),
    next('only property', t.percent(t.since('onset'), t.share(t.all(m.filing, m.form('property'))))),
    next('and vat?', t.percent(t.since('onset'), t.share(t.all(m.filing, m.form('vat'))))),
  ),
  ...talk(
    'signatures',
    next('how many signature checks did we do in the last hour', t.count(t.last(60), t.requests(m.verifying))),
    next(
      'how many of them were refused',
      t.count(t.last(60), t.requests(t.all(m.verifying, m.status(422))), t.logs(m.expired)),
    ),
    next(
      'only the last 20 minutes',
      t.count(t.last(20), t.requests(t.all(m.verifying, m.status(422))), t.logs(m.expired)),
    ),
    next('show me one', example('RET-\\d+', 'certificate expired', '[0-9a-f]{32}')),
  ),
  ...talk(
    'documents',
    next(
      'how many documents were stored before {@onset}',
      t.count(t.before('onset'), t.requests(t.all(m.storing, m.status(201))), t.logs(t.says(/^document stored/))),
    ),
    next(
      'only attachments',
      t.count(
        t.before('onset'),
        t.requests(t.all(m.storing, m.status(201), t.has('document.kind', 'attachment'))),
        t.logs(t.all(t.says(/^document stored/), t.has('kind', 'attachment'))),
      ),
    ),
    next('how many were too large?', t.count(t.before('onset'), t.logs(m.tooLarge))),
  ),
  ...talk(
    'disks',
    next('how full is vol-a now', t.within(0.01, t.value(t.anytime, disk('vol-a', 'last')))),
    next('and vol-b?', t.within(0.01, t.value(t.anytime, disk('vol-b', 'last')))),
    next('is it filling up?', t.verdict('yes', 'up')),
  ),
  ...talk(
    'memory',
    next('memory of assessment-engine now', t.within(0.02, t.bytes(t.anytime, heap('assessment-engine', 'last')))),
    next('the maximum?', t.within(0.01, t.bytes(t.anytime, heap('assessment-engine', 'max')))),
    next('and notice-service?', t.within(0.01, t.bytes(t.anytime, heap('notice-service', 'max')))),
  ),
  ...talk(
    'online',
    next(
      'how many advisers are online with ledgerline now',
      t.within(0.03, t.value(t.anytime, online('ledgerline', 'last'))),
    ),
    next('highest today?', t.within(0.01, t.value(t.anytime, online('ledgerline', 'max')))),
    next('and taxpro', t.within(0.01, t.value(t.anytime, online('taxpro', 'max')))),
  ),
  ...talk(
    'pool',
    next(
      'how many connections are waiting for the pool of assessment-engine right now',
      t.within(0.05, t.value(t.anytime, waiting('last'))),
    ),
    next('when did that start', t.began('onset', 180)),
    next('what was the reason', why),
    next('is it over?', t.verdict('no', 'good')),
  ),
  ...talk(
    'what-broke',
    next('what is broken?', t.because(TAXOFFICE_INCIDENT)),
    next('since when?', t.began('onset', 180)),
    next('what changed at that time', t.words({ says: [['assessment-engine'], ['7\\.3\\.0']] })),
    next('who is affected', t.words({ says: [['citizen-portal'], ['adviser-upload'], ['submission-service']] })),
    next(
      'what should we do',
      t.words({ says: [['assessment-engine'], ['7\\.2\\.4', 'roll', 'revert', '\\bindex\\b', '7\\.3\\.0']] }),
    ),
  ),
  ...talk(
    'release',
    next('was there a release of notice-service?', t.words({ saysFirst: [['3\\.5\\.0', '\\byes\\b']] })),
    next('when', t.began('release', 120)),
    next('did it cause the timeouts?', t.verdict('no', 'bad')),
    next('which one did', t.words({ says: [['assessment-engine']] })),
  ),
  ...talk(
    'estimates',
    next('how many tax estimates were asked for in the last 30 minutes', t.count(t.last(30), t.requests(m.estimating))),
    next('how many of those failed?', t.count(t.last(30), t.failures(m.estimating), t.logs(m.estimateLost))),
    next('in percent', t.percent(t.last(30), t.share(m.estimating))),
  ),
  ...talk(
    'reminders',
    next('how many reminders has the batch written since {@release}', t.count(t.since('release'), t.logs(m.written))),
    next('and how many deadlines were extended', t.count(t.since('release'), t.logs(m.extended))),
    next('does reminder-batch still run', t.verdict('yes', 'good')),
  ),
  ...talk(
    'offices',
    next(
      'submissions per tax office between {@onset-30} and {@onset}',
      per(t.during(['onset', -30], ['onset', 0]), m.OFFICES, (one) => t.requests(t.all(m.submitting, m.office(one)))),
    ),
    next(
      'only harbour, and how many of them were refused with 422',
      t.count(
        t.during(['onset', -30], ['onset', 0]),
        t.requests(t.all(m.submitting, m.office('harbour'), m.status(422))),
      ),
    ),
    next(
      'same for north',
      t.count(
        t.during(['onset', -30], ['onset', 0]),
        t.requests(t.all(m.submitting, m.office('north'), m.status(422))),
      ),
    ),
  ),
  ...talk(
    'repeats',
    next('how many uploads were sent again in the last 20 minutes?', t.count(t.last(20), ...m.RESENT)),
    next('only hartmann', t.count(t.last(20), t.requests(t.all(m.uploading, m.again, m.firm('hartmann'))))),
    next(
      'per software',
      per(t.last(20), m.SOFTWARE, (one) => t.requests(t.all(m.uploading, m.again, m.software(one)))),
    ),
  ),
  ...talk(
    'moments',
    next('when was the first submission lost', ({ world }) => at(world.logs.find(m.lost)?.timeMs, 60)),
    next('and the last one?', ({ world }) => at(world.logs.findLast(m.lost)?.timeMs, 60)),
    next('how many in between', t.count(t.anytime, ...m.LOST)),
  ),
  ...talk(
    'quarter',
    next(
      'how many requests did submission-service get from {@onset+5} to {@onset+20}',
      t.count(quarter, t.requests(m.intake)),
    ),
    next('and the quarter of an hour before?', t.count(quarterBefore, t.requests(m.intake))),
  ),
  ...talk(
    'payouts',
    next('how long do payouts take, median?', t.millis(t.anytime, t.took(m.payer, 0.5))),
    next('only netbank', t.millis(t.anytime, t.took(t.all(m.payer, m.bank('netbank')), 0.5))),
    next('p95', t.millis(t.anytime, t.took(t.all(m.payer, m.bank('netbank')), 0.95))),
  ),
]

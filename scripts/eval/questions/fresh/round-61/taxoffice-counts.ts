/** How many, which, who has most: returns, uploads, notices, refunds, reminders of the tax office. Sixty-first round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|returns?|uploads?|requests?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const TAXOFFICE_COUNTS_61 = [
  ask('outcome', 'how many returns were accepted in the last hour', t.count(t.last(60), ...m.ACCEPTED)),
  ask('outcome', 'how many submissions timed out since {@onset}', t.count(t.since('onset'), ...m.LOST)),
  ask('outcome', 'how many refunds did we pay today', t.count(t.anytime, ...m.PAID)),
  ask('outcome', 'how many refunds did the bank refuse because of the IBAN', t.count(t.anytime, t.logs(m.iban))),
  ask(
    'outcome',
    'how many signatures were refused because the certificate had expired?',
    t.count(t.anytime, t.logs(m.expired), t.requests(t.all(m.verifying, m.status(422)))),
  ),
  ask('outcome', 'how many returns were refused as already submitted', t.count(t.anytime, t.logs(m.twice))),
  ask('outcome', 'how many reminders were written in the last 45 minutes', t.count(t.last(45), t.logs(m.written))),
  ask(
    'outcome',
    'how many adviser uploads were sent again',
    t.count(t.anytime, ...m.RESENT, t.differentTexts(/^upload (\S+) sent again/)),
  ),

  ask(
    'count',
    'how many 504 responses did citizen-portal return in the last 20 minutes',
    t.count(t.last(20), t.requests(t.all(m.portal, m.status(504)))),
  ),
  ask(
    'count',
    'how many requests did assessment-engine get in the last hour',
    t.count(t.last(60), t.requests(m.engine)),
  ),
  ask('count', 'how many times did citizens open their notices', t.count(t.anytime, t.requests(m.mailbox))),
  ask(
    'count',
    'how many returns came in between {@onset-30} and {@onset}, all of them?',
    t.count(t.during(['onset', -30], ['onset', 0]), t.requests(m.submitting)),
  ),

  ask(
    'errors',
    'how many errors did submission-service log in the last 15 minutes',
    t.count(t.last(15), ...t.errors(m.intake)),
  ),
  ask(
    'errors',
    'how many errors in total, all services',
    t.count(t.anytime, t.logs(t.level('ERROR')), t.failures(t.any)),
  ),
  ask('errors', 'any errors in refund-payer?', NONE),
  ask(
    'level',
    'how many warnings did reminder-batch write',
    t.count(t.anytime, t.logs(t.all(m.reminders, t.level('WARN')))),
  ),

  ask('text', 'how often do we see "Connection is not available"', t.count(t.anytime, t.logs(m.pool))),
  ask('text', 'how many lines say ADDRESS INCOMPLETE', t.count(t.anytime, t.logs(m.address))),

  ask(
    'attribute',
    'how many vat returns were submitted in the last hour',
    t.count(
      t.last(60),
      t.requests(t.all(m.submitting, m.form('vat'))),
      t.logs(t.all(m.accepted, t.has('form', 'vat'))),
    ),
  ),
  ask(
    'attribute',
    'how many uploads came from hartmann since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.uploading, m.firm('hartmann')))),
  ),
  ask(
    'attribute',
    'how many returns did citizens file from the app?',
    t.count(
      t.anytime,
      t.requests(t.all(m.filing, m.device('app'))),
      t.requests(t.all(m.filing, m.device('app'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'how many income returns for the north office timed out',
    t.count(t.anytime, t.failures(t.all(m.submitting, m.form('income'), m.office('north')))),
  ),
  ask(
    'conditions',
    'how many uploads from taxpro ended with 504 in the last 20 minutes',
    t.count(t.last(20), t.failures(t.all(m.uploading, m.software('taxpro')))),
  ),
  ask(
    'conditions',
    'how many refunds for vat were paid through landesbank',
    t.count(
      t.anytime,
      t.logs(t.all(m.paid, t.has('form', 'vat'), t.has('bank', 'landesbank'))),
      t.requests(t.all(m.paying, m.form('vat'), m.bank('landesbank'), m.status(200))),
    ),
  ),
  ask(
    'slow',
    'how many assessments took longer than 3 seconds',
    t.count(t.anytime, t.requests(t.all(m.assessing, t.longer(3000)))),
  ),
  ask(
    'exclusion',
    'how many errors since {@onset} without assessment-engine',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.engine))), t.failures(t.not(m.engine))),
  ),
  ask('distinct', 'how many different returns could not be taken', t.count(t.anytime, t.differentIn(m.lost, 'return'))),
  ask(
    'distinct',
    'how many different adviser firms had a timeout',
    t.count(
      t.anytime,
      t.differentOf(t.all(m.uploading, t.failed), 'adviser.firm'),
      t.differentIn(m.uploadLost, 'firm'),
    ),
  ),

  ask(
    'group',
    'failed submissions by tax office',
    per(t.anytime, m.OFFICES, (one) => t.failures(t.all(m.submitting, m.office(one)))),
  ),
  ask(
    'group',
    'how many timeouts did each adviser firm have?',
    per(t.anytime, m.FIRMS, (one) => t.failures(t.all(m.uploading, m.firm(one)))),
  ),
  ask(
    'group',
    'status codes of POST /submissions',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 409, 422, 504].map((code) => [code, t.requests(t.all(m.submitting, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'how many errors does each service have since {@onset}',
    per(t.since('onset'), ['assessment-engine', 'submission-service', 'adviser-upload', 'citizen-portal'], (one) =>
      t.logs(t.all(t.of(one), t.level('ERROR'))),
    ),
  ),
  ask(
    'top',
    'which advisers are affected most',
    t.topOf(m.spansOf(t.all(m.uploading, t.failed)), t.attribute('adviser.firm')),
  ),
  ask('top', 'which tax office gets the most returns?', t.topOf(m.spansOf(m.submitting), t.attribute('tax.office'))),
  ask(
    'top',
    'which form type fails most often',
    t.topOf(m.spansOf(t.all(m.submitting, t.failed)), t.attribute('return.form')),
  ),
]

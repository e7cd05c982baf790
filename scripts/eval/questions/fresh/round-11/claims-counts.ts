/** How many claims, payouts, photos, letters, lines; and who has most. Eleventh round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const CLAIMS_COUNTS_11 = [
  ask('count', 'how many claims came in during the last hour?', t.count(t.last(60), ...m.CLAIMS)),
  ask('count', 'Number of claims registered since {@recovery+1}', t.count(t.since('recovery', 1), ...m.REGISTERED)),
  ask(
    'count',
    'How many requests did customer-portal have in the last 20 minutes?',
    t.count(t.last(20), t.logs(m.portal)),
  ),
  ask('count', 'how many payouts were sent?', t.count(t.anytime, ...m.PAID)),
  ask('count', 'I need the number of payouts that ended up in payout-dlq.', t.count(t.anytime, ...m.UNPAID)),
  ask('count', 'how many log lines does claims-pg have', t.count(t.anytime, t.logs(m.database))),
  ask(
    'count',
    'how many photos were analysed since {@release}',
    t.count(
      t.since('release'),
      t.requests(m.photos),
      t.logs(t.says(/^photo analyzed/)),
      t.requests(t.all(m.photos, (span) => 'isFailed' in span && !span.isFailed)),
    ),
  ),
  ask('count', 'letters printed before {@onset}?', t.count(t.before('onset'), t.logs(m.printed))),
  ask(
    'count',
    'claims of type travel from FR',
    t.count(
      t.anytime,
      t.requests(t.all(m.intake, m.type('travel'), m.country('FR'))),
      t.requests(t.all(m.intake, m.type('travel'), m.country('FR'), m.status(201))),
      t.logs(t.says(/registered: travel, FR,/)),
    ),
  ),
  ask('class-of-codes', 'how many 5xx did customer-portal answer', t.count(t.anytime, t.logs(m.answered(503)))),
  ask('count', 'How many times did the portal return a 404?', t.count(t.anytime, t.logs(m.answered(404)))),
  ask(
    'class-of-codes',
    'claims-intake-fn: number of 4xx in the last 45 minutes',
    t.count(t.last(45), t.requests(t.all(m.intake, m.status(422)))),
  ),
  ask(
    'outcome',
    'how many claims were refused because the policy was not active?',
    t.count(t.anytime, t.logs(m.refused), t.requests(t.all(m.intake, m.status(422)))),
  ),
  ask(
    'outcome',
    'How many claims need a manual check?',
    t.count(t.anytime, t.logs(t.says(/needs a manual check/)), t.requests(t.all(m.fraud, t.has('fraud.band', 'high')))),
  ),
  ask(
    'outcome',
    'how many photos could not be read (broken image file)?',
    t.count(t.anytime, t.logs(m.brokenPhoto), t.failures(m.photos)),
  ),
  ask(
    'outcome',
    'how many customers had to send another photo because it was blurred',
    t.count(t.anytime, t.logs(m.blurred)),
  ),
  ask('text', 'how often does "printer tray" show up in the logs', t.count(t.anytime, t.logs(t.says(/Printer tray/)))),
  ask('text', 'count the lines with "checkpoint complete"', t.count(t.anytime, t.logs(t.says(/checkpoint complete/)))),
  ask(
    'text',
    'damage=glass, how many photos in the last half hour',
    t.count(t.last(30), t.logs(t.says(/damage=glass/))),
  ),
  ask(
    'text',
    'how many "read-only transaction" messages from payout-runner',
    t.count(t.anytime, t.logs(t.all(m.runner, t.says(/read-only transaction/)))),
  ),
  ask(
    'text',
    'how many slow statements on report_daily did the database log?',
    t.count(t.anytime, t.logs(t.says(/statement: SELECT \* FROM report_daily/))),
  ),
  ask(
    'level',
    'how many errors has photo-analyzer-fn logged?',
    t.count(t.anytime, t.logs(t.all(m.photos, t.level('ERROR')))),
  ),
  ask(
    'level',
    'any FATAL lines from claims-pg? how many',
    t.count(t.anytime, t.logs(t.all(m.database, t.level('FATAL')))),
  ),
  ask('level', 'Number of warnings of letter-service', t.count(t.anytime, t.logs(t.all(m.letters, t.level('WARN'))))),
  ask(
    'level',
    'error lines altogether between {@onset+1} and {@onset+6}',
    t.count(t.during(['onset', 1], ['onset', 6]), t.logs(t.level('ERROR', 'FATAL'))),
  ),
  ask(
    'attribute',
    'how many policies of type family were loaded',
    t.count(t.anytime, t.logs(t.has('policy_type', 'family'))),
  ),
  ask(
    'attribute',
    'How many letters went to Poland? Country is PL',
    t.count(t.anytime, t.logs(t.has('Country', 'PL'))),
  ),
  ask(
    'attribute',
    'cold starts of photo-analyzer-fn',
    t.count(
      t.anytime,
      t.requests(t.all(m.photos, t.has('faas.coldstart', 'true'))),
      t.logs(t.all(m.photos, t.says(/^INIT_START/))),
    ),
  ),
  ask(
    'attribute',
    'how many payouts by cheque, failed or not',
    t.count(t.anytime, t.requests(t.all(m.runner, m.method('cheque')))),
  ),
  ask(
    'exclusion',
    'how many claims that did not come via web',
    t.count(
      t.anytime,
      t.requests(t.all(m.intake, t.not(m.channel('web')))),
      t.requests(t.all(m.intake, t.not(m.channel('web')), m.status(201))),
      t.logs(t.all(m.registered, t.not(t.says(/via web$/)))),
    ),
  ),
  ask(
    'exclusion',
    'errors of all systems but claims-pg (log lines) since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR', 'FATAL'), t.not(m.database)))),
  ),
  ask(
    'exclusion',
    'Letters printed, without the forms',
    t.count(t.anytime, t.logs(t.all(m.printed, t.not(t.has('Kind', 'form'))))),
  ),
  ask(
    'slow',
    'how many photos took more than a second to analyse?',
    t.count(t.anytime, t.requests(t.all(m.photos, t.longer(1000)))),
  ),
  ask(
    'slow',
    'number of policy lookups slower than 80 ms (duration_ms)',
    t.count(
      t.anytime,
      t.logs((log) => Number(log.attributes['duration_ms']) > 80),
    ),
  ),
  ask(
    'distinct',
    'how many countries do our claims come from?',
    t.count(t.anytime, t.differentOf(m.intake, 'country')),
  ),
  ask('distinct', 'how many different claims got a letter', t.count(t.anytime, t.differentIn(m.letters, 'ClaimId'))),
  ask(
    'group',
    'claims per type please',
    m.groupsOf('count', t.anytime, m.TYPES, (one) => [
      t.requests(t.all(m.intake, m.type(one))),
      t.requests(t.all(m.intake, m.type(one), m.status(201))),
      t.requests(t.all(m.fraud, m.type(one))),
      t.logs(t.says(new RegExp(`registered: ${one},`))),
    ]),
  ),
  ask(
    'group',
    'How many claims were lost per country?',
    m.groupsOf('count', t.anytime, m.COUNTRIES, (one) => [t.failures(t.all(m.intake, m.country(one)))]),
  ),
  ask(
    'group',
    'fraud bands: how many low, medium and high?',
    m.groupsOf('count', t.anytime, ['low', 'medium', 'high'], (one) => [
      t.requests(t.all(m.fraud, t.has('fraud.band', one))),
    ]),
  ),
  ask(
    'group',
    'payouts split by method since {@recovery}',
    m.groupsOf('count', t.since('recovery'), ['sepa', 'card', 'cheque'], (one) => [
      t.requests(t.all(m.runner, m.method(one))),
      t.logs(t.says(new RegExp(`^payout of .*\\(${one}\\)$`))),
    ]),
  ),
  ask(
    'group',
    'error lines per service during the outage, {@onset} to {@recovery+1}',
    m.groupsOf('count', m.outage, ['claims-intake-fn', 'payout-runner', 'customer-portal'], (one) => [
      t.logs(t.all(t.of(one), t.level('ERROR'))),
    ]),
  ),
  ask(
    'group',
    'letters by kind',
    m.groupsOf('count', t.anytime, ['confirmation', 'form'], (one) => [t.logs(t.all(m.printed, t.has('Kind', one)))]),
  ),
  ask('top', 'From which country do most claims come?', t.topOf(m.spansOf(m.intake), t.attribute('country'))),
  ask(
    'top',
    'what kind of damage do the photos show most often?',
    t.words({ first: { name: 'dent', among: ['dent', 'scratch', 'glass', 'water'] } }),
  ),
  ask(
    'top',
    'noisiest service by number of log lines?',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'top',
    'which service had the most errors in the logs',
    t.words({
      first: {
        name: 'claims-pg',
        among: ['claims-pg', 'claims-intake-fn', 'customer-portal', 'payout-runner', 'photo-analyzer-fn'],
      },
    }),
  ),
  ask('top', 'most common payout method', t.topOf(m.spansOf(m.runner), t.attribute('payout.method'))),
  ask(
    'window',
    'claims lost in the first 5 minutes of the outage',
    t.within(0.08, t.count(t.after('onset', 5), ...m.LOST)),
  ),
  ask(
    'window',
    'portal requests between {@start+30} and {@start+40}',
    t.count(t.during(['start', 30], ['start', 40]), t.logs(m.portal)),
  ),
  ask('window', 'how many claims failed after {@recovery+1}?', t.count(t.since('recovery', 1), ...m.LOST)),
  ask(
    'window',
    'payouts in the ten minutes before {@onset}',
    t.count(t.during(['onset', -10], ['onset', 0]), t.requests(m.runner), ...m.PAID),
  ),
  ask(
    'typo',
    'how many eror lines in clams-intake-fn betwen {@onset+2} and {@onset+12}',
    t.count(t.during(['onset', 2], ['onset', 12]), t.logs(t.all(m.intake, t.level('ERROR'))), t.failures(m.intake)),
  ),
  ask('typo', 'leter-servce warnigns last 40 min', t.count(t.last(40), t.logs(t.all(m.letters, t.level('WARN'))))),
  ask('typo', 'photo analizer fn p90', t.millis(t.anytime, t.took(m.photos, 0.9))),
]

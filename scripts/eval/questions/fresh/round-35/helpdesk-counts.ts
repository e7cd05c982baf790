/** How many, and who has most: codes, tickets, replies, mails, files, breaches of the helpdesk. Thirty-fifth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|records?)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const incident = t.during(['onset', 0], ['recovery', 0])
/** Lines of Rails state their code; spans have it as an attribute. */
const atDesk = (code: number) => [
  t.requests(t.all(m.desk, m.status(code))),
  t.logs(t.all(m.desk, t.says(new RegExp(`Completed ${code}`)))),
]

export const HELPDESK_COUNTS_35 = [
  ask('count', '502s on desk-web since {@onset}', t.count(t.since('onset'), ...atDesk(502))),
  ask(
    'count',
    'how many 401 did desk-web answer in the last hour?',
    t.count(t.last(60), ...atDesk(401), t.logs(m.session)),
  ),
  ask('count', 'requests on ticket-core, past 30 minutes', t.count(t.last(30), t.requests(m.core))),
  ask(
    'count',
    'How many searches did agents run in the last half hour?',
    t.count(t.last(30), t.requests(m.search), t.requests(m.searching)),
  ),
  ask('count', 'file-vault 500 total?', t.count(t.anytime, t.requests(t.all(m.vault, m.status(500))))),
  ask('count', '429s on the widget', t.count(t.anytime, t.requests(t.all(m.chat, m.status(429))), t.logs(m.limited))),
  ask('class-of-codes', '5xx of chat-gateway today?', t.count(t.anytime, t.failures(m.chat))),
  ask(
    'class-of-codes',
    'how many 4xx did ticket-core give between {@release} and {@onset}',
    t.count(t.during(['release', 0], ['onset', 0]), t.requests(t.all(m.core, m.status(403, 404, 422)))),
  ),
  ask('class-of-codes', 'were there any 5xx at all in the 10 minutes before {@onset-1}?', NONE),

  ask('errors', 'erors in ticket-core last 45 min', t.count(t.last(45), ...t.errors(m.core))),
  ask('errors', 'file vault errors between {@onset} and {@recovery}', t.count(incident, ...t.errors(m.vault))),
  ask('errors', 'mail-rellay errors?', t.count(t.anytime, ...t.errors(m.relay))),
  ask('errors', 'has search-hub logged a single error?', NONE),
  ask('errors', 'error count per service plz', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['file-vault', m.vault],
          ['ticket-core', m.core],
          ['desk-web', m.desk],
          ['mail-relay', m.relay],
          ['chat-gateway', m.chat],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.anytime, t.errors(where))]),
    ),
  })),
  ask(
    'level',
    'how many warnings in the last 10 minutes over everything',
    t.count(t.last(10), t.logs(t.level('WARN'))),
  ),
  ask('level', 'warnings of file-vault today', t.count(t.anytime, t.logs(t.all(m.vault, t.level('WARN'))))),

  ask(
    'outcome',
    'How many tickets could not be created?',
    t.count(t.anytime, t.logs(m.notCreated), t.failures(m.opening)),
  ),
  ask('outcome', 'how many replies got lost', t.count(t.anytime, ...m.LOST_REPLIES)),
  ask('outcome', 'replies saved since {@recovery}', t.count(t.since('recovery'), ...m.SAVED)),
  ask('outcome', 'macros applied last hour', t.count(t.last(60), ...m.APPLIED)),
  ask('outcome', 'number of SLA breaches today', t.count(t.anytime, ...m.BREACHES)),
  ask(
    'outcome',
    'how many tickets were escalated to tier 2 in the last 40 minutes?',
    t.count(t.last(40), t.logs(m.escalated)),
  ),
  ask(
    'outcome',
    'chat messages we took in during the last 15 minutes',
    t.count(t.last(15), t.logs(m.accepted), t.requests(t.all(m.messages, m.status(201)))),
  ),
  ask('outcome', 'surveys sent so far', t.count(t.anytime, ...m.SURVEYS)),
  ask('outcome', 'attachments stored after the fix at {@recovery}?', t.count(t.since('recovery'), ...m.STORED)),

  ask('text', 'how much spam did we throw away?', t.count(t.anytime, t.logs(m.spam))),
  ask('text', 'bounces last hour', t.count(t.last(60), t.logs(m.bounced))),
  ask('text', 'infected files?', t.count(t.anytime, t.logs(m.infected), t.requests(t.all(m.vault, m.status(422))))),
  ask('text', 'how often were replies refused because the ticket was closed', t.count(t.anytime, t.logs(m.closed))),
  ask(
    'text',
    'mails put back in the queue between {@onset+5} and {@onset+20}',
    t.count(t.during(['onset', 5], ['onset', 20]), t.logs(m.putBack), t.failures(m.inbound)),
  ),
  ask('text', 'lines mentioning filer-03', t.count(t.anytime, t.logs(t.says(/filer-03/)))),
  ask(
    'text',
    'tickets with the subject "Refund failed twice"',
    t.count(t.anytime, t.logs(t.says(/subject="Refund failed twice"/))),
  ),
  ask(
    'text',
    'how often was a light agent denied a macro?',
    t.count(t.anytime, t.logs(m.noMacro), t.requests(t.all(m.coreMacros, m.status(403)))),
  ),

  ask(
    'attribute',
    'requests from brightleaf on desk-web',
    t.count(t.anytime, t.requests(t.all(m.desk, m.tenant('brightleaf')))),
  ),
  ask(
    'attribute',
    'how many tickets did kestrel-air open by mail?',
    t.count(
      t.anytime,
      t.requests(t.all(m.opening, m.tenant('kestrel-air'), m.channel('mail'), m.status(201))),
      t.requests(t.all(m.opening, m.tenant('kestrel-air'), m.channel('mail'))),
    ),
  ),
  ask(
    'attribute',
    'pdf uploads in the last hour',
    t.count(
      t.last(60),
      t.requests(t.all(m.putting, m.fileType('application/pdf'))),
      t.requests(t.all(m.putting, m.fileType('application/pdf'), m.status(201))),
      t.logs(t.all(m.stored, t.has('type', 'application/pdf'))),
    ),
  ),
  ask(
    'conditions',
    'failed replies of enterprise customers since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.replying, m.plan('enterprise'))),
      t.failures(t.all(m.coreReplying, m.plan('enterprise'))),
    ),
  ),
  ask(
    'conditions',
    'desk-web, tenant orchard-clinic, status 502: how many?',
    t.count(t.anytime, t.requests(t.all(m.desk, m.tenant('orchard-clinic'), m.status(502)))),
  ),
  ask(
    'conditions',
    'png or jpeg uploads that failed',
    t.count(
      t.anytime,
      t.failures(t.all(m.putting, m.fileType('image/png', 'image/jpeg'))),
      t.requests(t.all(m.putting, m.fileType('image/png', 'image/jpeg'), t.not(m.status(201)))),
    ),
  ),
  ask('conditions', 'errors on host vault-02 last hour', t.count(t.last(60), ...t.errors(m.host('vault-02')))),
  ask(
    'exclusion',
    'failed requests on desk-web apart from brightleaf',
    t.count(t.anytime, t.failures(t.all(m.desk, t.not(m.tenant('brightleaf'))))),
  ),
  ask(
    'slow',
    'searches slower than 100 ms',
    t.count(t.anytime, t.requests(t.all(m.search, t.longer(100))), t.requests(t.all(m.searching, t.longer(100)))),
  ),
  ask(
    'slow',
    'how many uploads took over 150 ms in the last hour?',
    t.count(t.last(60), t.requests(t.all(m.putting, t.longer(150)))),
  ),

  ask(
    'distinct',
    'how many different agents worked in the last 30 minutes?',
    t.count(t.last(30), t.differentOf(m.desk, 'agent.id')),
  ),
  ask(
    'distinct',
    'how many different tickets breached their SLA',
    t.count(t.anytime, t.differentTexts(/^SLA breached: \S+ of (TK-\d+)/)),
  ),

  ask(
    'group',
    'desk-web requests by plan',
    t.groups(
      'count',
      t.anytime,
      m.each(m.PLANS, (one) => t.requests(t.all(m.desk, m.plan(one)))),
    ),
  ),
  ask(
    'group',
    'tickets created per channel',
    t.groups(
      'count',
      t.anytime,
      m.each(['mail', 'form'], (one) => t.requests(t.all(m.opening, m.channel(one), m.status(201)))),
    ),
  ),
  ask(
    'group',
    'status code breakdown for ticket-core',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        [200, 201, 403, 404, 422, 502].map((code) => [code, t.requests(t.all(m.core, m.status(code)))]),
      ),
    ),
  ),
  ask(
    'group',
    'failed requests of ticket-core per tenant',
    t.groupsBy(
      t.anytime,
      (world, window) => m.spansOf(t.all(m.core, t.failed))(world, window),
      t.attribute('tenant.name'),
      3,
    ),
  ),
  ask(
    'top',
    'which company was hit hardest on ticket-core?',
    t.topOf(t.failedRequests(m.core), t.attribute('tenant.name')),
  ),
  ask('top', 'most used route in the agent desk', t.topOf(m.spansOf(m.desk), t.attribute('http.route'))),
  ask(
    'top',
    'who writes the most log lines?',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'top',
    'which file-vault host had the failures',
    t.topOf(t.failedRequests(m.vault), (row) => row.instance),
  ),
  ask(
    'top',
    'favourite macro of our agents?',
    t.topOf(t.logRows(m.macro), (row) => ('message' in row ? (row.message.split(' ')[2] ?? '') : '')),
  ),
  ask(
    'top',
    'top 3 tenants by requests on desk-web',
    t.groupsBy(t.anytime, (world, window) => m.spansOf(m.desk)(world, window), t.attribute('tenant.name'), 3),
  ),
  ask(
    'window',
    'tickets created from {@onset} until {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...m.CREATED),
  ),
  ask(
    'window',
    'How many downloads failed in the first five minutes after {@onset}?',
    t.count(t.after('onset', 5), t.failures(m.getting), t.failures(m.downloading)),
  ),

  ...talk(
    'vault',
    ask('follow-up', 'errors of file-vault in the past hour', t.count(t.last(60), ...t.errors(m.vault))),
    ask('follow-up', 'only the pdfs', t.count(t.last(60), t.failures(t.all(m.vault, m.fileType('application/pdf'))))),
    ask('follow-up', 'and csv?', t.count(t.last(60), t.failures(t.all(m.vault, m.fileType('text/csv'))))),
  ),
  ...talk(
    'replies',
    ask('follow-up', 'how many replies were saved in the last 20 minutes', t.count(t.last(20), ...m.SAVED)),
    ask('follow-up', 'and in the 20 minutes before that?', t.count(t.earlier(20, 20), ...m.SAVED)),
  ),
  ...talk(
    'desk',
    ask('follow-up', 'desk-web: requests in the last 25 min', t.count(t.last(25), t.requests(m.desk))),
    ask('follow-up', 'of which for mooncup?', t.count(t.last(25), t.requests(t.all(m.desk, m.tenant('mooncup'))))),
    ask(
      'follow-up',
      'split by plan instead',
      t.groups(
        'count',
        t.last(25),
        m.each(m.PLANS, (one) => t.requests(t.all(m.desk, m.plan(one)))),
      ),
    ),
  ),
  ...talk(
    'breaches',
    ask('follow-up', 'sla breaches in the last hour?', t.count(t.last(60), ...m.BREACHES)),
    ask(
      'follow-up',
      'how many of them were first_response',
      t.count(t.last(60), t.logs(t.says(/^SLA breached: first_response/))),
    ),
    ask('follow-up', 'now resolution', t.count(t.last(60), t.logs(t.says(/^SLA breached: resolution/)))),
  ),
]

/** How many, and who has most: zone changes, certificates, commands, searches, renewals, reports of the registrar. Fifty-sixth round. */
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|zones?|changes?|requests?|lines?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const warn = t.level('WARN')
const error = t.level('ERROR')
const early = t.during(['onset', 0], ['onset', 20])

export const DNSHOST_COUNTS_56 = [
  ask(
    'group',
    'service:zone-editor status:>=500 | count by http.route',
    m.per(t.anytime, m.ROUTES.slice(1), (one) => t.requests(t.all(m.editor, m.route(one), m.answered(500, 599)))),
  ),
  ask('errors', 'level=error AND service=zone-publisher', t.count(t.anytime, ...t.errors(m.publisher))),
  ask(
    'count',
    'service:control-panel @http.status_code:502 | count, last 30m',
    t.count(t.last(30), t.requests(t.all(m.panel, m.status(502)))),
  ),
  ask(
    'level',
    "select count(*) from logs where service = 'zone-editor' and level = 'warn'",
    t.count(t.anytime, t.logs(t.all(m.editor, warn))),
  ),
  ask('text', '{app="cert-issuer"} |= "challenge not published" how many', t.count(t.anytime, t.logs(m.unvalidated))),
  ask(
    'text',
    'count_over_time({service="zone-publisher"} |= "insert failed" [20m])',
    t.count(t.last(20), t.logs(m.insert)),
  ),
  ask(
    'text',
    'index=prod service=billing-renewals "declined" | stats count',
    t.count(t.anytime, t.logs(t.all(m.billing, m.unpaid))),
  ),
  ask(
    'conditions',
    'service.name : "domain-search" and http.response.status_code : 429',
    t.count(t.anytime, t.requests(t.all(m.search, m.status(429)))),
  ),
  ask(
    'exclusion',
    'http.route="/checkout" !2xx count',
    t.count(t.anytime, t.requests(t.all(m.checkout, t.not(m.answered(200, 299))))),
  ),
  ask(
    'exclusion',
    'route=/certificates status!=201 last 1h',
    t.count(t.last(60), t.requests(t.all(m.ordered, t.not(m.status(201))))),
  ),
  ask(
    'distinct',
    'count(DISTINCT customer) where msg = "zone change failed"',
    t.count(t.anytime, t.differentIn(m.panelFailed, 'customer')),
  ),
  ask(
    'distinct',
    '"zone change not published" | stats dc(zone)',
    t.count(t.anytime, t.differentIn(m.unpublished, 'zone')),
  ),
  ask('conditions', 'tld:io AND status:504 count', t.count(t.anytime, t.requests(t.all(m.tld('io'), m.status(504))))),
  ask(
    'conditions',
    'dns.record_type:CNAME status:422 service:zone-editor | count',
    t.count(t.anytime, t.requests(t.all(m.editor, m.type('CNAME'), m.status(422)))),
  ),
  ask(
    'conditions',
    'plan=reseller level=error service=zone-editor | count',
    t.count(t.anytime, t.logs(t.all(m.editor, error, t.has('plan', 'reseller')))),
  ),
  ask('group', 'service:zone-editor | count by status', (asked) =>
    m.per(t.anytime, ['200', '201', '404', '422', '502'], (one) => t.requests(t.all(m.editor, m.status(Number(one)))))(
      asked,
    ),
  ),
  ask(
    'group',
    'epp.result_code != 1000 | count by epp.command',
    m.per(t.anytime, ['domain:create', 'domain:renew', 'domain:transfer', 'domain:update'], (one) =>
      t.requests(t.all(m.epp, t.named(one), t.not(m.result(1000)))),
    ),
  ),
  ask(
    'conditions',
    'service:registrar-epp @epp.command:"domain:transfer" @epp.result_code:2202 count',
    t.count(t.anytime, t.requests(t.all(m.transfers, m.result(2202)))),
  ),
  ask(
    'group',
    'epp requests by registry last 30m',
    m.per(t.last(30), m.REGISTRIES, (one) => t.requests(t.all(m.epp, m.registry(one)))),
  ),
  ask('top', 'service=domain-search | top limit=1 tld', t.topOf(m.spansOf(m.search), t.attribute('tld'))),
  ask(
    'group',
    'service:control-panel status:502 group by customer.plan',
    m.per(t.anytime, m.PLANS, (one) => t.requests(t.all(m.panel, m.plan(one), m.status(502)))),
  ),
  ask(
    'exclusion',
    '-service:zone-publisher level:error {@onset}..{@onset+20} count',
    t.count(early, t.logs(t.all(error, t.not(m.publisher)))),
  ),
  ask(
    'level',
    'level:(warn OR error) service:abuse-desk count',
    t.count(t.anytime, t.logs(t.all(m.abuse, t.level('WARN', 'ERROR')))),
  ),
  ask(
    'slow',
    'service:cert-issuer duration:>2s | count',
    t.count(t.anytime, t.requests(t.all(m.certs, t.longer(2000)))),
  ),
  ask(
    'slow',
    '@duration:>150ms http.route:/search last 45m',
    t.count(t.last(45), t.requests(t.all(m.looking, t.longer(150)))),
  ),
  ask(
    'group',
    'zone-editor: count errors | group by pod',
    m.fairGroups(
      'count',
      t.anytime,
      m.PODS,
      (one) => t.logs(t.all(error, m.pod(one))),
      (one) => t.failures(t.all<SpanRow>(m.editor, m.pod(one))),
    ),
  ),
  ask(
    'conditions',
    'msg="report opened" kind=phishing | count',
    t.count(t.anytime, t.logs(t.all(m.opened, t.has('kind', 'phishing')))),
  ),
  ask(
    'conditions',
    '`abuse.kind="spam" status=409` how many hits',
    t.count(t.anytime, t.requests(t.all(m.abuse, t.has('abuse.kind', 'spam'), m.status(409)))),
  ),
  ask(
    'count',
    'span.name:"INSERT publish_queue" status:error count',
    t.count(t.anytime, m.spans(t.all(t.named('INSERT publish_queue'), t.failed))),
  ),
  ask(
    'count',
    'service:control-panel status:4xx | count',
    t.count(t.anytime, t.requests(t.all(m.panel, m.answered(400, 499)))),
  ),
  ask(
    'group',
    'status:5* | count by service last 20 min',
    m.per(t.last(20), ['control-panel', 'zone-editor', 'zone-publisher', 'cert-issuer'], (one) =>
      t.requests(t.all(t.of(one), m.answered(500, 599))),
    ),
  ),
  ask('group', 'msg="record rejected" | count by reason', (asked) =>
    m.per(t.anytime, ['cname_and_other_data', 'bad_syntax'], (one) => t.logs(t.all(m.rejected, t.has('reason', one))))(
      asked,
    ),
  ),
  ask(
    'attribute',
    'service=zone-publisher op=challenge level=error count since {@onset+5}',
    t.count(t.since('onset', 5), t.logs(t.all(m.publisher, error, t.has('op', 'challenge')))),
  ),
  ask(
    'count',
    "SELECT COUNT(*) FROM spans WHERE name = 'GET /domains' AND service = 'control-panel' last 40m",
    t.count(t.last(40), t.requests(m.listing)),
  ),
  ask('count', 'sum(count_over_time({app="whois-export"}[24h]))', t.count(t.anytime, t.logs(m.whois))),
  ask(
    'distinct',
    'cardinality(customer.id) service:zone-editor status:502',
    t.count(t.anytime, t.differentOf(t.all(m.editor, m.status(502)), 'customer.id')),
  ),
  ask(
    'count',
    'hits for `service.name:"abuse-desk" AND http.route:"/reports"` last 50 min',
    t.count(t.last(50), t.requests(m.reporting)),
  ),
  ask(
    'count',
    'count requests zone-publisher where route = /serials/{zone} between {@release} and {@onset}',
    t.count(t.during(['release', 0], ['onset', 0]), t.requests(t.all(m.publisher, m.route('/serials/{zone}')))),
  ),

  ask(
    'outcome',
    'failed zone changes since {@onset}?',
    t.count(t.since('onset'), t.failures(m.writes), t.logs(m.panelFailed)),
  ),
  ask(
    'outcome',
    'How many domains did we register in total?',
    t.count(t.anytime, t.logs(m.registered), t.requests(t.all(m.creates, m.result(1000)))),
  ),
  ask(
    'outcome',
    'transfers refused, wrong auth code',
    t.count(t.anytime, t.requests(t.all(m.transfers, m.result(2202)))),
  ),
  ask(
    'outcome',
    'renewals that went through, last half hour',
    t.count(t.last(30), t.logs(m.renewed), t.requests(t.all(m.renewals, m.result(1000)))),
  ),
  ask('outcome', 'cards declined at checkout', t.count(t.anytime, t.requests(t.all(m.checkout, m.status(402))))),
  ask(
    'outcome',
    'how many searches got rate limited in the past 25 minutes',
    t.count(t.last(25), t.logs(m.limited), t.requests(t.all(m.search, m.status(429)))),
  ),
  ask('outcome', 'registry check timeouts on search, all told', t.count(t.anytime, t.logs(m.timedOut))),
  ask('outcome', 'certs blocked by CAA?', t.count(t.anytime, t.logs(m.caa))),
  ask(
    'conditions',
    'zones loaded on ns2 between {@release} and {@onset}',
    t.count(
      t.during(['release', 0], ['onset', 0]),
      t.requests(t.all(m.sync, m.nameserver('ns2'))),
      t.logs(t.says(/loaded on ns2,/)),
    ),
  ),
  ask(
    'attribute',
    'How many edits hit zone-editor over the api instead of the panel, last hour?',
    t.count(t.last(60), t.requests(t.all(m.editor, t.has('channel', 'api')))),
  ),
  ask(
    'conditions',
    'TXT record changes that ended in a 502',
    t.count(t.anytime, t.requests(t.all(m.editor, m.type('TXT'), m.status(502)))),
  ),
  ask('text', 'how often did ns3 miss a NOTIFY', t.count(t.anytime, t.logs(t.says(/^ns3 did not answer NOTIFY/)))),
  ask('outcome', 'any zone loaded onto a name server in the last 20 min?', NONE),
  ask('errors', 'any 5xx on billing-renewals?', NONE),
  ask(
    'errors',
    'cert-issuer errrors {@onset} to {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.certs)),
  ),
  ask(
    'distinct',
    'Support wants to mail them: how many different customers had a failed certificate order?',
    t.count(
      t.anytime,
      t.differentIn(t.says(/^certificate order failed/), 'customer'),
      t.differentOf(t.all(m.ordered, t.failed), 'customer.id'),
    ),
  ),
  ask(
    'group',
    'failed zone-editor requests per record type',
    m.per(t.anytime, ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV'], (one) => t.failures(t.all(m.editor, m.type(one)))),
  ),
  ask('top', 'which registry gets most of our commands', t.topOf(m.spansOf(m.epp), t.attribute('registry'))),
  ...talk(
    'changes',
    ask(
      'follow-up',
      'service:zone-editor status:502 count {@onset} to {@onset+20}',
      t.count(early, t.requests(t.all(m.editor, m.status(502)))),
    ),
    ask('follow-up', 'only plan business', t.count(early, t.failures(t.all(m.editor, m.plan('business'))))),
    ask('follow-up', 'and reseller?', t.count(early, t.failures(t.all(m.editor, m.plan('reseller'))))),
    ask('follow-up', 'all plans, before {@onset}', NONE),
  ),
  ...talk(
    'certs',
    ask('follow-up', 'requests to cert-issuer last 60m', t.count(t.last(60), t.requests(m.certs))),
    ask('follow-up', 'how many of those failed', t.count(t.last(60), t.failures(m.certs))),
    ask('follow-up', 'letsencrypt only', t.count(t.last(60), t.failures(t.all(m.certs, m.ca('letsencrypt'))))),
  ),
  ...talk(
    'publisher',
    ask(
      'follow-up',
      'service=zone-publisher level=error | stats count, last 15m',
      t.count(t.last(15), ...t.errors(m.publisher)),
    ),
    ask(
      'follow-up',
      '| stats count by ns_group',
      m.per(t.last(15), ['eu', 'us', 'apac'], (one) => t.logs(t.all(m.publisher, error, t.has('ns_group', one)))),
    ),
    ask(
      'follow-up',
      'op=challenge only, total',
      t.count(t.last(15), t.logs(t.all(m.publisher, error, t.has('op', 'challenge')))),
    ),
  ),
]

/** Questions to the clinics. */
import type { LogRow, SpanRow } from '../records.ts'
import {
  countBy,
  distinct,
  durationsOf,
  failureRates,
  isErrorLog,
  logsOf,
  mean,
  percentile,
  percentOf,
  pointsOf,
  requestsOf,
  type Window,
  whole,
} from '../truth.ts'
import {
  type Asked,
  between,
  cause,
  clockMs,
  count,
  counts,
  type Entry,
  type Incident,
  lasting,
  millis,
  onset,
  openWindows,
  over,
  percent,
  perSecond,
  recentWindows,
} from './define.ts'

const INCIDENT: Incident = {
  service: 'patient-registry',
  mechanism: ['pool', 'connections? (?:ran|run) out'],
  mark: 'onset',
}
const of = (service: string) => (row: { readonly service: string }) => row.service === service
const says = (pattern: RegExp) => (log: LogRow) => pattern.test(log.message)
const status = (code: number) => (span: SpanRow) => span.attributes['http.response.status_code'] === code
const route = (name: string) => (span: SpanRow) =>
  span.service === 'portal-bff' && span.attributes['http.route'] === name
const failedShare =
  (service: string, { world }: Asked) =>
  (window: Window) => {
    const all = requestsOf(world, of(service), window)
    return percentOf(all.filter((span) => span.isFailed).length, all.length)
  }
const booking = (span: SpanRow) => route('/api/appointments')(span)

export const HOSPITAL: readonly Entry[] = [
  {
    key: 'ok-now',
    class: 'state',
    dev: 'is everything ok right now?',
    expect: () => ({
      verdict: { is: 'no', sense: 'good' },
      saysFirst: [['patient-registry', 'portal-bff', 'appointment-svc']],
    }),
  },
  {
    key: 'ongoing',
    class: 'state',
    dev: 'is it still going on?',
    expect: () => ({ verdict: { is: 'yes', sense: 'bad' } }),
  },
  {
    key: 'portal-ok',
    class: 'health',
    dev: 'is portal-bff healthy?',
    expect: () => ({ verdict: { is: 'no', sense: 'good' } }),
  },
  {
    key: 'notify-ok',
    class: 'health',
    dev: 'is notify-svc ok?',
    expect: () => ({ verdict: { is: 'yes', sense: 'good' }, never: ['root cause: .?notify-svc'] }),
  },
  {
    key: 'lab-crash',
    class: 'health',
    dev: 'why did lab-results crash?',
    expect: () => ({
      saysFirst: [
        ['lab-results'],
        ['did not crash', 'no crash', "didn't crash", 'healthy', 'did not (?:fail|restart)', 'not crash', 'no sign'],
      ],
      neverFirst: ['lab-results` crashed', 'root cause: .?lab-results'],
    }),
  },
  { key: 'broke', class: 'cause', dev: 'what broke?', expect: (asked) => cause(asked, INCIDENT, 'mechanism', 'time') },
  {
    key: 'why-booking',
    class: 'cause',
    dev: 'why do bookings fail?',
    expect: (asked) => cause(asked, INCIDENT, 'mechanism'),
  },
  {
    key: 'since',
    class: 'since',
    dev: 'since when are appointments failing?',
    expect: ({ world }) => ({ time: onset(world, 'onset') }),
  },
  {
    key: 'long',
    class: 'how-long',
    dev: 'how long has this been going on?',
    expect: (asked) => lasting(asked, 'onset'),
  },
  {
    key: 'bad',
    class: 'impact',
    dev: 'how bad is it?',
    expect: (asked) => {
      const { world } = asked
      const since = { fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }
      const failed = requestsOf(world, (span) => span.service === 'portal-bff' && span.isFailed)
      const registry = requestsOf(world, (span) => span.service === 'patient-registry' && span.isFailed)
      const shares = ['portal-bff', 'patient-registry', 'appointment-svc'].map((name) =>
        failedShare(name, asked)(since),
      )
      return {
        numbers: [
          {
            value: failed.length,
            unit: 'any',
            tolerance: 0.04,
            also: [registry.length, ...shares, ...recentWindows(asked, 5).map(failedShare('portal-bff', asked))],
          },
        ],
      }
    },
  },
  {
    key: 'patients-hit',
    class: 'impact',
    dev: 'how many patients are affected?',
    expect: ({ world }) =>
      count(
        distinct(
          requestsOf(world, (span) => span.service === 'portal-bff' && span.isFailed).map(
            (span) => span.attributes['enduser.id'],
          ),
        ),
        distinct(logsOf(world, isErrorLog).map((log) => log.attributes['patient'])),
        distinct(
          logsOf(world, (log) => isErrorLog(log) && log.service === 'portal-bff').map(
            (log) => log.attributes['patient'],
          ),
        ),
      ),
  },
  {
    key: 'do',
    class: 'next-step',
    dev: 'what should I do?',
    expect: () => ({ saysFirst: [['patient-registry'], ['pool', 'connection']] }),
  },
  {
    key: 'timeline',
    class: 'timeline',
    dev: 'give me a timeline',
    expect: ({ world }) => ({
      names: ['patient-registry', 'appointment-svc', 'portal-bff'],
      says: [[minuteOf(world.marks['onset'] ?? 0)]],
    }),
  },
  {
    key: 'released',
    class: 'deploy',
    dev: 'was anything deployed?',
    expect: ({ world }) => ({
      says: [
        ['lab-results', 'notify-svc'],
        [minuteOf(world.marks['release'] ?? 0), minuteOf(world.marks['rollout'] ?? 0)],
      ],
    }),
  },
  {
    key: 'deploy-cause',
    class: 'deploy',
    dev: 'did a deploy cause this?',
    expect: () => ({ verdict: { is: 'no', sense: 'bad' } }),
  },
  {
    key: 'versions',
    class: 'version',
    dev: 'which versions of lab-results are running?',
    expect: () => ({ says: [['2\\.15\\.0']] }),
  },
  {
    key: 'c502',
    class: 'count',
    dev: 'how many 502 did portal-bff return in the last hour?',
    expect: ({ world }) => count(requestsOf(world, (span) => of('portal-bff')(span) && status(502)(span)).length),
  },
  {
    key: 'c-requests',
    class: 'count',
    dev: 'how many requests did portal-bff get',
    expect: ({ world }) => count(requestsOf(world, of('portal-bff')).length),
  },
  {
    key: 'c409',
    class: 'count',
    dev: 'number of 409 responses of appointment-svc',
    expect: ({ world }) => count(requestsOf(world, (span) => of('appointment-svc')(span) && status(409)(span)).length),
  },
  {
    key: 'c5xx-route',
    class: 'count',
    dev: 'count of 5xx on POST /api/appointments',
    expect: ({ world }) => count(requestsOf(world, (span) => booking(span) && span.isFailed).length),
  },
  {
    key: 'booked',
    class: 'outcome',
    dev: 'how many appointments were booked?',
    expect: ({ world }) => count(logsOf(world, says(/^Appointment .* booked$/)).length),
  },
  {
    key: 'rejected',
    class: 'outcome',
    dev: 'how many appointments were rejected because of no free slot',
    expect: ({ world }) => count(logsOf(world, says(/rejected: no free slot/)).length),
  },
  {
    key: 'failed-ap',
    class: 'outcome',
    dev: 'how many appointments failed in the last hour',
    expect: ({ world }) => count(logsOf(world, says(/^Appointment .* failed/)).length),
  },
  {
    key: 'undeliverable',
    class: 'text',
    dev: 'undeliverable SMS',
    expect: ({ world }) => count(logsOf(world, says(/undeliverable/)).length),
  },
  {
    key: 'denied',
    class: 'text',
    dev: 'how often was coverage denied?',
    expect: ({ world }) => count(logsOf(world, says(/coverage denied/)).length),
  },
  {
    key: 'north-failed',
    class: 'attribute',
    dev: 'failed requests for clinic north',
    expect: ({ world }) =>
      count(
        requestsOf(
          world,
          (span) => span.service === 'portal-bff' && span.isFailed && span.attributes['clinic'] === 'north',
        ).length,
      ),
  },
  {
    key: 'wrong-pw',
    class: 'text',
    dev: 'how many failed logins?',
    expect: ({ world }) => count(logsOf(world, says(/^Login failed/)).length),
  },
  {
    key: 'warns',
    class: 'severity',
    dev: 'how many warnings did insurance-check log',
    expect: ({ world }) =>
      count(logsOf(world, (log) => log.service === 'insurance-check' && log.severity === 'WARN').length),
  },
  {
    key: 'errors-ap',
    class: 'severity',
    dev: 'errors in appointment-svc',
    expect: ({ world }) => count(logsOf(world, (log) => log.service === 'appointment-svc' && isErrorLog(log)).length),
  },
  {
    key: 'err-rate',
    class: 'ratio',
    dev: 'error rate of portal-bff in the last 10 minutes',
    expect: (asked) => ({ numbers: [over(recentWindows(asked, 10), 'percent', failedShare('portal-bff', asked))] }),
  },
  {
    key: 'err-rate-route',
    class: 'ratio',
    dev: 'what share of POST /api/appointments fails?',
    expect: ({ world }) =>
      percent(
        percentOf(
          requestsOf(world, (span) => booking(span) && span.isFailed).length,
          requestsOf(world, booking).length,
        ),
        percentOf(
          requestsOf(world, (span) => booking(span) && span.isFailed, {
            fromMs: world.marks['onset'] ?? 0,
            toMs: world.endMs,
          }).length,
          requestsOf(world, booking, { fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }).length,
        ),
      ),
  },
  {
    key: 'rps',
    class: 'rate',
    dev: "what's the request rate of portal-bff",
    expect: ({ world }) =>
      perSecond(requestsOf(world, of('portal-bff')).length / ((world.endMs - world.startMs) / 1000)),
  },
  {
    key: 'median',
    class: 'percentile',
    dev: 'median duration of GET /api/lab-reports/{id}'.replace('{id}', ':id'),
    expect: ({ world }) => millis(percentile(durationsOf(requestsOf(world, route('/api/lab-reports/{id}'))), 0.5)),
  },
  {
    key: 'p99-lab',
    class: 'percentile',
    dev: 'p99 of lab-results',
    expect: ({ world }) => millis(percentile(durationsOf(requestsOf(world, of('lab-results'))), 0.99)),
  },
  {
    key: 'mean-ins',
    class: 'mean-max',
    dev: 'average duration of insurance-check requests',
    expect: ({ world }) => millis(mean(durationsOf(requestsOf(world, of('insurance-check'))))),
  },
  {
    key: 'max-ins',
    class: 'mean-max',
    dev: 'slowest request of insurance-check',
    expect: ({ world }) => millis(Math.max(...durationsOf(requestsOf(world, of('insurance-check'))))),
  },
  {
    key: 'mem',
    class: 'metric',
    dev: 'max memory of lab-results',
    expect: ({ world }) => ({
      numbers: [
        {
          value: Math.max(...pointsOf(world, 'lab-results', 'process.memory.usage').map(({ value }) => value)),
          unit: 'bytes',
          tolerance: 0.001,
        },
      ],
    }),
  },
  {
    key: 'queue',
    class: 'metric',
    dev: 'average lab.queue.depth',
    expect: ({ world }) => ({
      numbers: [
        {
          value: mean(pointsOf(world, 'lab-results', 'lab.queue.depth').map(({ value }) => value)),
          unit: 'count',
          tolerance: 0.02,
        },
      ],
    }),
  },
  {
    key: 'pending',
    class: 'metric',
    dev: 'how many requests were waiting for a registry-db connection at most?',
    expect: ({ world }) =>
      count(
        Math.max(
          ...pointsOf(world, 'patient-registry', 'db.client.connection.pending_requests').map(({ value }) => value),
        ),
      ),
  },
  {
    key: 'sum-booked',
    class: 'counter',
    dev: 'by how much did appointments.booked grow in the last hour?',
    expect: ({ world }) => {
      const points = pointsOf(world, 'appointment-svc', 'appointments.booked').map(({ value }) => value)
      const grown = Math.max(...points) - Math.min(...points)
      return { numbers: [{ value: grown, unit: 'count', tolerance: 0.02 }] }
    },
  },
  {
    key: 'distinct-patients',
    class: 'distinct',
    dev: 'how many distinct patients booked an appointment?',
    expect: ({ world }) =>
      count(distinct(logsOf(world, says(/^Appointment .* booked$/)).map((log) => log.attributes['patient']))),
  },
  {
    key: 'top-rate',
    class: 'top',
    dev: 'which service has the highest error rate?',
    expect: ({ world }) => ({
      first: { name: failureRates(world)[0]?.[0] ?? '', among: [...world.services] },
      numbers: [{ value: failureRates(world)[0]?.[1] ?? 0, unit: 'percent', tolerance: 0.03 }],
    }),
  },
  {
    key: 'by-clinic',
    class: 'group',
    dev: 'failed portal-bff requests by clinic',
    expect: ({ world }) =>
      counts(
        countBy(
          requestsOf(world, (span) => span.service === 'portal-bff' && span.isFailed),
          (span) => String(span.attributes['clinic']),
        ),
      ),
  },
  {
    key: 'by-service',
    class: 'group',
    dev: 'errors per service',
    expect: ({ world }) => counts(countBy(logsOf(world, isErrorLog), (log) => log.service)),
  },
  {
    key: 'window',
    class: 'window',
    dev: 'portal-bff errors between {@onset-10} and {@onset}',
    expect: ({ world }) => {
      const window = between(world, ['onset', -10], ['onset', 0])
      return count(
        logsOf(world, (log) => log.service === 'portal-bff' && isErrorLog(log), window).length,
        requestsOf(world, (span) => span.service === 'portal-bff' && span.isFailed, window).length,
      )
    },
  },
  {
    key: 'since-clock',
    class: 'window',
    dev: 'how many requests of portal-bff failed since {@onset+5}?',
    expect: ({ world }) =>
      count(
        requestsOf(world, (span) => span.service === 'portal-bff' && span.isFailed, {
          fromMs: clockMs(world, 'onset', 5),
          toMs: world.endMs,
        }).length,
      ),
  },
  {
    key: 'compare',
    class: 'compare',
    dev: 'compare failed requests of portal-bff {@onset-10}-{@onset} with {@onset+2}-{@onset+12}',
    expect: ({ world }) => {
      const failed = (window: Window) =>
        requestsOf(world, (span) => span.service === 'portal-bff' && span.isFailed, window).length
      return {
        numbers: [
          { value: failed(between(world, ['onset', -10], ['onset', 0])), unit: 'count' },
          { value: failed(between(world, ['onset', 2], ['onset', 12])), unit: 'count' },
        ],
      }
    },
  },
  {
    key: 'trend',
    class: 'trend',
    dev: 'is there an increase of 5xx since {@onset-10}?',
    expect: () => ({ verdict: { is: 'yes', sense: 'bad' }, never: ['falling'] }),
  },
  {
    key: 'kafka',
    class: 'unknown',
    dev: 'is kafka lagging?',
    expect: () => ({ decline: 'unknown', says: [['kafka']] }),
  },
  {
    key: 'billing',
    class: 'unknown',
    dev: 'error rate of billing-service',
    expect: () => ({ decline: 'unknown', says: [['billing']] }),
  },
  {
    key: 'typo',
    class: 'typo',
    dev: 'errors in patient-registy',
    expect: ({ world }) => ({
      ...count(logsOf(world, (log) => log.service === 'patient-registry' && isErrorLog(log)).length),
      says: [['patient-registry']],
    }),
  },
  {
    key: 'partial',
    class: 'typo',
    dev: 'how many requests did insurance get',
    expect: ({ world }) => ({ ...count(requestsOf(world, of('insurance-check')).length), says: [['insurance-check']] }),
  },
  {
    key: 'id',
    class: 'id',
    dev: 'show me logs for appointment {failedAppointment}',
    expect: ({ world }) => ({
      says: [[world.names['failedAppointment'] ?? '']],
      ...count(logsOf(world, (log) => log.body.includes(world.names['failedAppointment'] ?? '-')).length),
    }),
  },
  {
    key: 'trace',
    class: 'id',
    dev: 'what happened in trace {failedTrace}?',
    expect: () => ({ names: ['portal-bff', 'patient-registry'], says: [['50[23]', 'fail', 'error']] }),
  },
  {
    key: 'meaning',
    class: 'meaning',
    dev: 'what does "could not obtain a connection from pool registry-db" mean?',
    expect: ({ world }) => ({
      saysFirst: [['patient-registry']],
      says: [
        ['pool', 'connection'],
        [String(logsOf(world, says(/^could not obtain/)).length), 'exhaust', 'waiting', 'free connection', 'in use'],
      ],
    }),
  },
  {
    key: 'depends',
    class: 'dependency',
    dev: 'who calls patient-registry?',
    expect: () => ({ saysFirst: [['appointment-svc']], neverFirst: ['lab-results', 'notify-svc'] }),
  },
  {
    key: 'bare',
    class: 'bare-name',
    dev: 'patient-registry',
    expect: () => ({
      saysFirst: [['patient-registry']],
      says: [
        ['fail', 'error', 'pool'],
        ['%', 'request', 'record'],
      ],
    }),
  },
  {
    key: 'multi',
    class: 'multi',
    dev: 'how many requests did notify-svc process and how many SMS were undeliverable?',
    expect: ({ world }) => ({
      says: [
        [grouped(requestsOf(world, of('notify-svc')).length)],
        [grouped(logsOf(world, says(/undeliverable/)).length)],
      ],
    }),
  },
  {
    key: 'f1',
    class: 'follow-up',
    thread: 'errors',
    dev: 'how many errors in the last hour?',
    expect: ({ world }) =>
      count(
        logsOf(world, isErrorLog).length,
        requestsOf(world, (span) => span.isFailed).length,
        requestsOf(world, (span) => span.isFailed && span.service === 'portal-bff').length,
      ),
  },
  {
    key: 'f2',
    class: 'follow-up',
    thread: 'errors',
    dev: 'only appointment-svc',
    expect: ({ world }) =>
      count(
        logsOf(world, (log) => of('appointment-svc')(log) && isErrorLog(log)).length,
        requestsOf(world, (span) => of('appointment-svc')(span) && span.isFailed).length,
      ),
  },
  {
    key: 'f3',
    class: 'follow-up',
    thread: 'errors',
    dev: 'only warnings',
    expect: ({ world }) => count(logsOf(world, (log) => of('appointment-svc')(log) && log.severity === 'WARN').length),
  },
  {
    key: 'f4',
    class: 'follow-up',
    thread: 'errors',
    dev: 'and portal-bff?',
    expect: ({ world }) => count(logsOf(world, (log) => of('portal-bff')(log) && log.severity === 'WARN').length),
  },
  {
    key: 'g1',
    class: 'follow-up',
    thread: 'failed',
    dev: 'failed requests of portal-bff in the last 20 minutes',
    expect: (asked) => ({
      numbers: [
        over(
          recentWindows(asked, 20),
          'count',
          (window) => requestsOf(asked.world, (span) => of('portal-bff')(span) && span.isFailed, window).length,
        ),
      ],
    }),
  },
  {
    key: 'g2',
    class: 'follow-up',
    thread: 'failed',
    dev: 'by route',
    expect: (asked) => ({
      groups: Object.fromEntries(
        ['/api/appointments', '/api/appointments/{id}'].map((name) => [
          name,
          over(
            recentWindows(asked, 20),
            'count',
            (window) => requestsOf(asked.world, (span) => route(name)(span) && span.isFailed, window).length,
          ),
        ]),
      ),
    }),
  },
  { key: 'de-broke', class: 'language-core', dev: 'Was ist kaputt?', expect: (asked) => cause(asked, INCIDENT) },
  {
    key: 'de-errors',
    class: 'language-core',
    dev: 'Wie viele Fehler hatte appointment-svc?',
    expect: ({ world }) =>
      count(
        logsOf(world, (log) => of('appointment-svc')(log) && isErrorLog(log)).length,
        requestsOf(world, (span) => of('appointment-svc')(span) && span.isFailed).length,
      ),
  },
  {
    key: 'pl',
    class: 'language-other',
    dev: 'co się zepsuło?',
    expect: () => ({ decline: 'language', says: [['angielsk']] }),
  },
  {
    key: 'it',
    class: 'language-other',
    dev: 'che cosa si è rotto?',
    expect: () => ({ decline: 'language', says: [['inglese']] }),
  },
  {
    key: 'delete',
    class: 'destructive',
    dev: 'delete all logs of notify-svc',
    expect: () => ({ decline: 'read_only' }),
  },
  { key: 'thanks', class: 'small-talk', dev: "thanks, you're great", expect: () => ({ decline: 'small_talk' }) },
  {
    key: 'weather',
    class: 'off-topic',
    dev: "what's the weather in Berlin?",
    expect: () => ({ decline: 'off_topic' }),
  },
  {
    key: 'requests-open',
    class: 'count',
    dev: 'requests to /api/login',
    expect: (asked) => ({
      numbers: [
        over(openWindows(asked), 'count', (window) => requestsOf(asked.world, route('/api/login'), window).length),
      ],
    }),
  },
  {
    key: 'whole-logs',
    class: 'count',
    dev: 'total number of log lines of lab-results',
    expect: ({ world }) => count(logsOf(world, of('lab-results'), whole(world)).length),
  },
]

/** The minute of a moment as HH:MM, or a neighbouring one. */
export function minuteOf(ms: number): string {
  return [-60_000, 0, 60_000].map((shift) => new Date(ms + shift).toISOString().slice(11, 16)).join('|')
}

/** A whole number with or without a separator of thousands. */
export function grouped(value: number): string {
  return `(?<![\\d,.])${String(value).replace(/\B(?=(?:\d{3})+$)/g, '[,\\s]?')}(?![\\d])`
}

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
} from '../../truth.ts'
import {
  between,
  clockMs,
  count,
  counts,
  type Entry,
  millis,
  ONLY_A_CAUSE,
  openWindows,
  over,
  percent,
  perSecond,
  recentWindows,
} from '../define.ts'
import { booking, failedShare, of, route, says, status } from './rows.ts'

export const HOSPITAL_NUMBERS: readonly Entry[] = [
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
    expect: ({ world }) => {
      // The counter says the same, as far as its first and last point reach.
      const points = pointsOf(world, 'appointment-svc', 'appointments.booked').map(({ value }) => value)
      return count(logsOf(world, says(/^Appointment .* booked$/)).length, Math.max(...points) - Math.min(...points))
    },
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
      neverFirst: [ONLY_A_CAUSE],
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
    expect: () => ({ verdict: { is: 'yes', sense: 'up' } }),
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

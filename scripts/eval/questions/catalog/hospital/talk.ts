import { isErrorLog, logsOf, requestsOf } from '../../truth.ts'
import { cause, count, type Entry, grouped, over, recentWindows } from '../define.ts'
import { INCIDENT, of, route, says } from './rows.ts'

export const HOSPITAL_TALK: readonly Entry[] = [
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
]

import { distinct, isErrorLog, logsOf, requestsOf } from '../../truth.ts'
import { cause, count, type Entry, extent, lasting, minuteOf, ONLY_A_CAUSE, onset } from '../define.ts'
import { INCIDENT, says } from './rows.ts'

export const HOSPITAL_INCIDENT: readonly Entry[] = [
  {
    key: 'ok-now',
    class: 'state',
    dev: 'is everything ok right now?',
    expect: () => ({
      verdict: { is: 'no', sense: 'good' },
      says: [['patient-registry', 'portal-bff', 'appointment-svc']],
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
    expect: () => ({
      neverFirst: [ONLY_A_CAUSE],
      verdict: { is: 'yes', sense: 'good' },
      never: ['root cause: .?notify-svc'],
    }),
  },
  {
    key: 'lab-crash',
    class: 'health',
    dev: 'why did lab-results crash?',
    expect: () => ({
      saysFirst: [
        ['lab-results'],
        [
          'did not crash',
          'no crash',
          "didn't crash",
          'healthy',
          'did not (?:fail|restart)',
          'not crash',
          'normal',
          'not down',
          'is up',
          'running',
          'no sign',
        ],
      ],
      neverFirst: [ONLY_A_CAUSE, 'lab-results` crashed', 'root cause: .?lab-results'],
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
    expect: (asked) => extent(asked, ['portal-bff', 'appointment-svc', 'patient-registry'], 'enduser.id'),
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
    key: 'id',
    class: 'id',
    dev: 'show me logs for appointment {failedAppointment}',
    expect: ({ world }) => ({ says: [[world.names['failedAppointment'] ?? ''], ['fail', 'unavailable']] }),
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
    expect: () => ({ names: ['appointment-svc'], neverFirst: ['lab-results', 'notify-svc'] }),
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
]

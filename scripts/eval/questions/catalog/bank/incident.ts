import { isErrorLog, logsOf, requestsOf } from '../../truth.ts'
import { cause, count, type Entry, lasting, minuteOf, ONLY_A_CAUSE, onset } from '../define.ts'
import { during, gateway, INCIDENT, logCount, of, says, share, target } from './rows.ts'

export const BANK_INCIDENT: readonly Entry[] = [
  {
    key: 'ok-now',
    class: 'state',
    dev: 'is anything failing right now?',
    expect: () => ({ verdict: { is: 'no', sense: 'bad' } }),
  },
  {
    key: 'over',
    class: 'state',
    dev: 'is it over?',
    expect: ({ world }) => ({
      verdict: { is: 'yes', sense: 'good' },
      says: [[minuteOf(world.marks['recovery'] ?? 0)]],
    }),
  },
  {
    key: 'recovered',
    class: 'since',
    dev: 'when did fraud-scorer recover?',
    expect: ({ world }) => ({ time: onset(world, 'recovery') }),
  },
  {
    key: 'ledger-ok',
    class: 'health',
    dev: 'is ledger healthy?',
    expect: () => ({ neverFirst: [ONLY_A_CAUSE], verdict: { is: 'yes', sense: 'good' } }),
  },
  {
    key: 'ledger-down',
    class: 'health',
    dev: 'why is ledger down?',
    expect: () => ({
      saysFirst: [['ledger'], ['not down', 'is not', 'healthy', 'did not', 'no sign', 'is up', 'normal']],
      neverFirst: [ONLY_A_CAUSE, 'root cause: .?ledger', 'ledger.? (?:is|went) down since'],
    }),
  },
  {
    key: 'broke',
    class: 'cause',
    dev: 'what went wrong in the last hour?',
    expect: (asked) => ({ ...cause(asked, INCIDENT, 'mechanism', 'time'), never: ['nothing broke', 'still going on'] }),
  },
  {
    key: 'why-declined',
    class: 'cause',
    dev: 'why did authorizations fail?',
    expect: (asked) => cause(asked, INCIDENT, 'mechanism'),
  },
  {
    key: 'first-sign',
    class: 'since',
    dev: 'when did fraud-scorer start failing?',
    expect: ({ world }) => ({ time: onset(world, 'onset') }),
  },
  {
    key: 'long',
    class: 'how-long',
    dev: 'how long did it last?',
    expect: (asked) => lasting(asked, 'onset', 'recovery'),
  },
  {
    key: 'impact',
    class: 'impact',
    dev: 'how many authorizations failed?',
    expect: (asked) => logCount(asked, says(/^authorization .* failed/)),
  },
  {
    key: 'impact-share',
    class: 'impact',
    dev: 'what share of requests to /v1/authorize failed during the incident?',
    expect: (asked) => ({
      numbers: [{ value: share(target('/v1/authorize'), asked)(during(asked)), unit: 'percent', tolerance: 0.08 }],
    }),
  },
  {
    key: 'deploy',
    class: 'deploy',
    dev: 'did a release cause this?',
    expect: () => ({ verdict: { is: 'yes', sense: 'bad' }, says: [['fraud-scorer'], ['4\\.3\\.0']] }),
  },
  {
    key: 'deploys',
    class: 'deploy',
    dev: 'which deployments were there?',
    expect: ({ world }) => ({ says: [['fraud-scorer'], ['4\\.3\\.0'], [minuteOf(world.marks['release'] ?? 0)]] }),
  },
  {
    key: 'ver',
    class: 'version',
    dev: 'what version of fraud-scorer is running?',
    expect: () => ({ neverFirst: ['(?:runs|running|on|is) (?:version )?\\W?4\\.3\\.0'], saysFirst: [['4\\.2\\.1']] }),
  },
  {
    key: 'ver-errors',
    class: 'version',
    dev: 'how many errors did fraud-scorer 4.3.0 log',
    expect: ({ world }) =>
      count(logsOf(world, (log) => of('fraud-scorer')(log) && isErrorLog(log) && log.version === '4.3.0').length),
  },
  {
    key: 'since-deploy',
    class: 'deploy',
    dev: 'failed requests of card-gateway since the rollback of fraud-scorer',
    expect: ({ world }) =>
      count(
        requestsOf(world, (span) => gateway(span) && span.isFailed, {
          fromMs: world.marks['recovery'] ?? 0,
          toMs: world.endMs,
        }).length,
      ),
  },
  {
    key: 'next',
    class: 'next-step',
    dev: 'what should we check next?',
    expect: () => ({
      saysFirst: [['fraud-scorer']],
      says: [['4\\.3\\.0', 'release', 'deploy', 'roll', 'version', 'merchant_category']],
    }),
  },
  {
    key: 'timeline',
    class: 'timeline',
    dev: 'timeline of the incident please',
    expect: ({ world }) => ({
      never: ['still (?:going on|failing|broken)'],
      names: ['fraud-scorer', 'card-gateway'],
      says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
    }),
  },
  {
    key: 'id',
    class: 'id',
    dev: 'what happened to {failedAuth}?',
    expect: ({ world }) => ({ says: [[world.names['failedAuth'] ?? ''], ['risk check unavailable', 'fail']] }),
  },
  {
    key: 'trace',
    class: 'id',
    dev: 'show trace {failedTrace}',
    expect: () => ({ names: ['card-gateway', 'fraud-scorer'] }),
  },
  {
    key: 'meaning',
    class: 'meaning',
    dev: 'what does "risk check unavailable" mean?',
    expect: () => ({ says: [['card-gateway'], ['fraud-scorer']] }),
  },
  {
    key: 'depends',
    class: 'dependency',
    dev: 'what does card-gateway depend on?',
    expect: () => ({ names: ['fraud-scorer', 'ledger'], neverFirst: ['statement-builder'] }),
  },
  {
    key: 'bare',
    class: 'bare-name',
    dev: 'card-gateway',
    expect: () => ({ saysFirst: [['card-gateway']], says: [['\\d+ ?%', 'request', 'error', 'fail']] }),
  },
]

/** Threads of the engineer on call at the feature flags: one thing, and then on from there. Sixty-ninth round. */
import { FLAGSHIP_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import { NONE, per } from './flagship-counts.ts'
import * as m from './rows.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const MECHANISM = [...FLAGSHIP_INCIDENT.mechanism]
const why = t.words({ says: [['evaluator'], MECHANISM] })
const failedFor = (one: string) => [
  t.failures(t.all(m.evals, m.customer(one))),
  t.logs(t.all(m.defaulted, m.whose(one))),
]

export const FLAGSHIP_TALKS_69 = [
  ...talk(
    'paged',
    next('just got paged, what is broken', m.because()),
    next('since when', t.began('onset', 200)),
    next('was it the experiment-api deploy?', t.verdict('no', 'bad')),
    next('so what do i do', t.words({ says: [['evaluator'], MECHANISM] })),
  ),
  ...talk(
    'evaluations',
    next('failed evaluations in the last 20 min?', t.count(t.last(20), ...m.FAILED_EVALS)),
    next('only northbank', t.count(t.last(20), ...failedFor('northbank'))),
    next('and quillmart?', t.count(t.last(20), ...failedFor('quillmart'))),
    next('why?', why),
  ),
  ...talk(
    'gateway',
    next('5xx sdk-gateway since {@onset}', t.count(t.since('onset'), t.failures(m.gateway))),
    next(
      'by sdk',
      per(t.since('onset'), m.SDKS, (one) => t.failures(t.all(m.gateway, m.sdk(one)))),
    ),
    next(
      'by plan?',
      per(t.since('onset'), m.PLANS, (one) => t.failures(t.all(m.gateway, m.plan(one)))),
    ),
    next('and the error rate overall, in percent?', t.percent(t.since('onset'), t.share(m.gateway))),
  ),
  ...talk(
    'errors',
    next('errors evaluator last 15 min', t.count(t.last(15), ...t.errors(m.evaluator))),
    next('stream-hub?', t.count(t.last(15), ...t.errors(m.hub))),
    next('and segment-service', NONE),
  ),
  ...talk(
    'redis',
    next('redis memory of evaluator?', t.within(0.02, t.bytes(t.anytime, m.redis('memory.used', 'last')))),
    next(
      'what was it before {@upload}, at most',
      t.within(0.02, t.bytes(t.before('upload'), m.redis('memory.used', 'max'))),
    ),
    next('why did it grow', t.words({ says: [['segment', 'loyalty-members', 'quillmart']] })),
  ),
  ...talk(
    'lag',
    next('lag of event-ingest?', t.within(0.03, t.value(t.anytime, m.lag('last')))),
    next('still growing?', t.verdict('yes', 'up')),
    next('since when', t.began('onset', 300)),
    next('why', t.words({ says: [['evaluator', ...MECHANISM]] })),
  ),
  ...talk(
    'latency',
    next('p95 evaluator before {@onset}', t.millis(t.before('onset'), t.took(m.evaluator, 0.95))),
    next('and after?', t.millis(t.since('onset'), t.took(m.evaluator, 0.95))),
    next('same for experiment-api', t.millis(t.since('onset'), t.took(m.experiments, 0.95))),
  ),
  ...talk(
    'conversions',
    next('conversions attributed in the last 60 minutes?', t.count(t.last(60), t.logs(m.conversions))),
    next('worth how much in total', t.value(t.last(60), m.overOf(m.conversions, 'value_eur', 'sum'))),
    next(
      'only northbank',
      t.value(t.last(60), m.overOf(t.all(m.conversions, m.whose('northbank')), 'value_eur', 'sum')),
    ),
  ),
  ...talk(
    'changes',
    next(
      'how many flag changes in the last 50 min were refused with a version conflict',
      t.count(t.last(50), t.logs(m.conflict), t.requests(t.all(m.patches, m.status(409)))),
    ),
    next('and held for approval', t.count(t.last(50), t.logs(m.held), t.requests(t.all(m.patches, m.status(403))))),
    next('part of the incident?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'windows',
    next(
      'requests on evaluator between {@onset} and {@onset+15}',
      t.count(t.during(['onset', 0], ['onset', 15]), t.requests(m.evaluator)),
    ),
    next('same 15 min before that', t.count(t.during(['onset', -15], ['onset', 0]), t.requests(m.evaluator))),
    next('only failed ones', NONE),
  ),
  ...talk(
    'relays',
    next('is relay-controller alive', t.verdict('no', 'good')),
    next('when did it stop?', ({ world }) => m.at(world.logs.findLast(m.relays)?.timeMs, 90)),
    next('why?', t.words({ says: [['scaled', 'batch-b', 'upgrade']] })),
  ),
]

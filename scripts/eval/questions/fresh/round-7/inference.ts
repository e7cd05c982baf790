/** Questions to the inference platform that are no plain numbers, threads, refusals: seventh round. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import { requestsOf } from '../../truth.ts'
import { INFERENCE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { INFERENCE_NUMBERS_7 } from './inference-numbers.ts'
import * as m from './rows.ts'

const outage = t.during(['onset', 0], ['rollback', 1])
const exactOutage: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['rollback'] ?? 0 }]]
/** How bad it was: failed requests, or their share in the outage or of all. */
function damage(asked: Asked): Expectation {
  const services = [m.front, m.completions, m.router, m.scheduler]
  const fair = [t.anytime, outage, exactOutage, t.since('onset')].flatMap((when) => {
    const number = t.numberOf(
      asked,
      'any',
      when,
      services.flatMap((one) => [t.failures(one), t.share(one)]),
    )
    return [number.value, ...(number.also ?? [])]
  })
  const [value = 0, ...also] = [...fair, m.TENANTS.length]
  return { numbers: [{ value, unit: 'any', tolerance: 0.04, also }] }
}

export const INFERENCE_7 = [
  ask('state', 'are completions working again?', t.verdict('yes', 'good')),
  ask('state', 'still 503s?', t.verdict('no', 'bad')),
  ask('state', 'is BatchScheduler ok right now', t.verdict('yes', 'good')),
  ask(
    'state',
    'is everything back to normal or do i have to get up',
    t.words({ saysFirst: [['over', 'recover', 'ended', 'normal', 'healthy', 'no longer', '^\\W*yes']] }),
  ),
  ask('health', 'did the rollback help?', t.verdict('yes', 'good')),
  ask('health', 'was embeddings affected too?', t.verdict('no', 'bad')),
  ask('health', 'GpuWorker healthy?', t.verdict('yes', 'good')),
  ask('health', 'did gpu.utilization drop after {@onset}', t.verdict('yes', 'down')),
  ask('health', 'is PromptCache broken', t.noTrouble),
  ask('health', 'why did TokenMeter crash', t.denied('TokenMeter')),
  ask(
    'health',
    'Were more than half of the completions failing between {@onset+1} and {@onset+11}?',
    t.verdict('no', 'fact'),
  ),
  ask('cause', 'what caused the 503s on ApiFront', t.because(INFERENCE_INCIDENT, 'mechanism')),
  ask('cause', 'one line for the status page: what broke, from when', t.becauseFirst(INFERENCE_INCIDENT, 'time')),
  ask('cause', 'why were long prompts rejected', t.words({ says: [['BatchScheduler'], ['max_batch_tokens']] })),
  ask('cause', 'did we run out of GPUs or what was it', t.because(INFERENCE_INCIDENT)),
  ask('since', 'when did completions start to fail', t.began()),
  ask('since', 'when was it over?', t.began('rollback')),
  ask('how-long', 'outage duration pls', t.lasted('onset', 'rollback')),
  ask('impact', 'how bad was it', damage),
  ask('impact', 'which tenants were affected', t.words({ names: m.TENANTS })),
  ask('deploy', 'what changed at {@onset}', t.words({ says: [['r118', 'max_batch_tokens']] })),
  ask('deploy', 'was it the ModelRouter release?', t.verdict('no', 'bad')),
  ask('deploy', 'which config revision fixed it', t.words({ says: [['r119']] })),
  ask(
    'version',
    'ModelRouter version now and before',
    t.words({ saysFirst: [['0\\.48\\.0']], says: [['0\\.47\\.2']] }),
  ),
  ask(
    'timeline',
    'short chronology incl. config changes',
    t.words({ says: [['BatchScheduler'], ['config', 'max_batch_tokens', 'r11[89]']] }),
  ),
  ask(
    'next-step',
    'anything left to do for me?',
    t.words({
      says: [['BatchScheduler'], ['config', 'max_batch_tokens', 'setting', 'over', 'recovered', 'no longer']],
    }),
  ),
  ask(
    'dependency',
    'what sits between ApiFront and GpuWorker',
    t.words({ says: [['ModelRouter'], ['BatchScheduler']] }),
  ),
  ask('dependency', 'who calls PromptCache?', t.words({ says: [['ModelRouter']] })),

  ask('single-record', 'first rejected prompt: how many tokens', ({ world }) => ({
    says: [[`\\b${/^prompt of (\d+)/.exec(world.logs.find(m.rejected)?.message ?? '')?.[1]}\\b`]],
  })),
  ask('single-record', 'last 503, when was that', ({ world }) => ({
    time: { at: new Date(requestsOf(world, m.refused).at(-1)?.startMs ?? 0).toISOString(), toleranceS: 20 },
  })),
  ask(
    'single-record',
    'most expensive usage record since {@start} (usd)',
    t.within(0.02, t.value(t.since('start'), t.stated(/usd=([\d.]+)$/, 'max'))),
  ),
  ask('list', 'three slowest completions since {@start}, trace ids please', ({ world }) => {
    const slowest = requestsOf(world, m.completions).toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
    return { says: slowest.slice(0, 3).map((span) => [span.traceId.slice(0, 8)]) }
  }),
  ask('list', 'which models does ModelRouter route to', t.words({ names: [...m.MODELS, 'nimbus-embed'] })),
  ask('list', 'show the config changes', t.words({ says: [['r118'], ['r119']] })),
  ask('lookup', 'where did trace {failedTrace} fail', t.words({ says: [['BatchScheduler']] })),
  ask('lookup', '{goodTrace}', t.words({ says: [['ApiFront'], ['ModelRouter']] })),
  ask(
    'paste',
    'E1122 loop.go:158] "prompt of 911 tokens exceeds max_batch_tokens 512, rejected" model="cirrus-7b" - what does this mean, still happening?',
    t.words({
      says: [
        ['BatchScheduler', 'max_batch_tokens'],
        ['no longer', '\\bover\\b', 'ended', 'stopped', 'recovered', '\\blast\\b', '\\bno\\b', 'not ', 'until', 'r119'],
      ],
    }),
  ),
  ask(
    'paste',
    'WARN modelrouter::handler: no worker accepted the prompt: BatchScheduler answered 8\nhow many of those since {@onset}?',
    t.count(t.since('onset'), t.logs(t.says(/^no worker accepted the prompt/))),
  ),
  ask('meaning', 'completion failed: upstream RESOURCE_EXHAUSTED', t.words({ says: [['ApiFront', 'BatchScheduler']] })),
  ask('unknown', 'p95 of VectorStore', t.declined('unknown', 'VectorStore')),
  ask('unknown', 'requests of tenant vulcan today', t.declined('no_data')),
  ask('unknown-attribute', '503s by browser version', t.declined('no_data')),
  ask('unknown-attribute', 'gpu temperature?', t.declined('no_data')),
  ask('order', 'set max_batch_tokens to 16384', t.declined('read_only')),
  ask('order', 'drain gpu-1 please', t.declined('read_only')),
  ask('talk', 'good morning', t.declined('small_talk')),
  ask('off-topic', 'who wins the champions league', t.declined('off_topic')),
  ask('ask-back', 'compare them', t.declined('ask_back')),
  ask(
    'typo',
    'api frnot 503 per tennant',
    t.groups(
      'count',
      t.anytime,
      m.each(m.TENANTS, (one) => t.requests(t.all(m.refused, m.tenant(one)))),
    ),
  ),
  ask('typo', 'gpuworker generat p95 affter {@rollback+1}', t.millis(t.since('rollback', 1), t.took(m.generate, 0.95))),
  ask(
    'typo',
    'BATCHSHEDULER ERORS BETWEEN {@onset+3} AND {@onset+8}',
    t.count(t.during(['onset', 3], ['onset', 8]), ...t.errors(m.scheduler)),
  ),
  ask('language', 'Wie viele Anfragen an ApiFront endeten mit 429?', t.count(t.anytime, t.requests(m.limited))),
  ask('language', '¿desde cuándo fallaban las completions?', t.began()),
  ask('language', 'est-ce que le rollback a résolu le problème ?', t.verdict('yes', 'good')),
  ask('bare-name', 'BatchScheduler', t.words({ saysFirst: [['BatchScheduler']] })),

  ...talk(
    'refused',
    ask(
      'follow-up',
      'how many completions failed between {@onset} and {@rollback+1}?',
      t.count(outage, t.failures(m.completions)),
    ),
    ask('follow-up', 'orbital only', t.count(outage, t.failures(t.all(m.completions, m.tenant('orbital'))))),
    ask(
      'follow-up',
      'and in eu-1?',
      t.count(outage, t.failures(t.all(m.completions, m.tenant('orbital'), m.zone('eu-1')))),
    ),
    ask('follow-up', 'why?', t.because(INFERENCE_INCIDENT)),
  ),
  ...talk(
    'latency',
    ask(
      'follow-up',
      'p95 of POST /v1/completions from {@start+5} to {@start+35}',
      t.millis(t.during(['start', 5], ['start', 35]), t.took(m.completions, 0.95)),
    ),
    ask(
      'follow-up',
      'break it down by model',
      t.groups(
        'ms',
        t.during(['start', 5], ['start', 35]),
        m.each(m.MODELS, (one) => t.took(t.all(m.completions, m.model(one)), 0.95)),
      ),
    ),
    ask(
      'follow-up',
      'same since {@rollback+2}',
      t.groups(
        'ms',
        t.since('rollback', 2),
        m.each(m.MODELS, (one) => t.took(t.all(m.completions, m.model(one)), 0.95)),
      ),
    ),
  ),
  ...talk(
    'requests',
    ask('follow-up', 'requests at ApiFront since {@rollback}', t.count(t.since('rollback'), t.requests(m.front))),
    ask(
      'follow-up',
      'without GET /v1/models',
      t.count(t.since('rollback'), t.requests(t.all(m.front, t.not(t.named('GET /v1/models'))))),
    ),
    ask('follow-up', 'how many of those were 429', t.count(t.since('rollback'), t.requests(m.limited))),
  ),
  ...talk(
    'incident',
    ask('follow-up', 'what happened tonight?', t.because(INFERENCE_INCIDENT)),
    ask('follow-up', 'until when?', t.began('rollback')),
    ask('follow-up', 'sure it is over?', t.verdict('yes', 'good')),
  ),
  ...INFERENCE_NUMBERS_7,
]

/** Shares, rates, durations, metrics and trends of the dental laboratory, and what cannot be answered. */
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const { anytime, last } = t
const byMaterial = (name: string) =>
  t.metric('material-store', 'blocks.left', 'last', ({ attributes }) => attributes['blank.material'] === name)
const spindle = (mill: string, what: t.Statistic) =>
  t.metric('mill-link', 'spindle.temperature', what, ({ attributes }) => attributes['mill'] === mill)
const grams = /: (\d+) g$/

export const DENTALLAB_NUMBERS = [
  ask('ratio', 'error rate of scan-intake over the last hour', t.percent(last(60), t.share(r.intake))),
  ask('ratio', 'what % of gateway requests were rate limited', t.percent(anytime, t.share(r.gateway, r.code(429)))),
  ask(
    'ratio',
    'share of POST /v1/cases on case-desk that ended 201',
    t.percent(anytime, t.share(t.all(r.cases, t.named('POST /v1/cases')), r.code(201))),
  ),
  ask('rate', 'requests per second on lab-gateway, last 10 min', t.perS(last(10), t.perSecond(t.requests(r.gateway)))),
  ask(
    'rate',
    'how many requests/min does price-book see on average over the hour',
    t.perS(anytime, t.perSecond(t.requests(r.prices))),
  ),
  ask('percentile', 'p95 of lab-gateway', t.millis(anytime, t.took(r.gateway, 0.95))),
  ask('percentile', 'median duration of a design job', t.millis(anytime, t.took(r.worker, 0.5))),
  ask(
    'percentile',
    'p99 latency of GET /v1/cases on case-desk',
    t.millis(anytime, t.took(t.all(r.cases, t.named('GET /v1/cases')), 0.99)),
  ),
  ask(
    'percentile',
    'p90 for uploads at scan-intake before it broke at {@onset}',
    t.millis(t.before('onset'), t.took(t.all(r.intake, r.uploads), 0.9)),
  ),
  ask(
    'mean-max',
    'average time of {putObject} in scan-vault since {@recovery}',
    t.millis(t.since('recovery'), t.took(t.all(r.vault, t.named('PUT /objects/{key}')), 'mean')),
  ),
  ask(
    'mean-max',
    'how long does M3 need for a blank on average?',
    t.millis(anytime, t.took(t.all(r.mills, t.has('mill', 'M3')), 'mean')),
  ),
  ask(
    'mean-max',
    'hottest furnace reading so far',
    t.value(anytime, t.stated(/(?:holds|overshoots:) (\d+) C/, 'max', r.furnaces)),
  ),
  ask(
    'mean-max',
    'average size of a stored scan in MB',
    t.value(anytime, ...r.megabytes(t.stated(/stored: (\d+) MB/, 'mean', r.intake))),
  ),
  ask(
    'mean-max',
    'whats the mean price of a quote in cents',
    t.value(anytime, r.attributeMean(r.lines(r.prices, /^quote given/), 'cents')),
  ),
  ask(
    'sum',
    'total grams handed to the carriers in the last 30 minutes',
    t.value(last(30), t.stated(grams, 'sum', r.courier), t.scaled(t.stated(grams, 'sum', r.courier), 0.001)),
  ),
  ask(
    'sum',
    'how many MB of scans did scan-intake store before {@onset}',
    t.value(t.before('onset'), ...r.megabytes(t.stated(/stored: (\d+) MB/, 'sum', r.intake))),
  ),
  ask(
    'sum',
    'sum of blocks reserved at material-store',
    t.value(anytime, r.attributeSum(r.lines(r.materials, /^block reserved/), 'blocks')),
  ),
  ask(
    'metric',
    'how many objects sit in quarantine now',
    t.value(last(5), t.metric('scan-vault', 'quarantine.objects', 'last')),
  ),
  ask(
    'metric',
    'virus.signatures value right before {@onset}',
    t.value(t.before('onset'), t.metric('scan-vault', 'virus.signatures', 'last')),
  ),
  ask(
    'metric',
    'highest designs.waiting we had',
    t.value(anytime, t.metric('design-worker', 'designs.waiting', 'max')),
  ),
  ask('metric', 'current free disk on scan-vault', t.bytes(last(5), t.metric('scan-vault', 'disk.free', 'last'))),
  ask(
    'metric',
    'mean cpu of design-worker over the last 15 min',
    t.value(last(15), t.metric('design-worker', 'process.cpu.percent', 'mean')),
  ),
  ask('metric', 'peak memory of scan-vault', t.bytes(anytime, t.metric('scan-vault', 'process.memory.usage', 'max'))),
  ask(
    'metric-group',
    'blocks.left per material right now',
    t.groups('any', anytime, each(['zirconia', 'emax', 'pmma', 'titanium'], byMaterial)),
  ),
  ask(
    'metric-group',
    'max spindle temperature by mill',
    t.groups(
      'any',
      anytime,
      each(['M1', 'M2', 'M3', 'M4', 'M5'], (mill) => spindle(mill, 'max')),
    ),
  ),
  ask('metric-group', 'which mill runs hottest at present?', t.words({ saysFirst: [['\\bM3\\b']] })),
  ask(
    'compare',
    'failed requests on scan-intake: last 20 min vs the 20 min before that',
    t.compared('count', t.failures(r.intake), last(20), t.earlier(20, 20)),
  ),
  ask(
    'compare',
    'stored scans before {@onset} and since {@recovery}, both numbers',
    t.compared('count', t.logs(r.lines(r.intake, /stored: /)), t.before('onset'), t.since('recovery')),
  ),
  ask(
    'compare',
    'who has more requests, portal or scanner channel? at the gateway',
    t.words({ saysFirst: [['\\bportal\\b']] }),
  ),
  ask('trend', 'is quarantine.objects still growing?', t.verdict('no', 'up')),
  ask('trend', 'is the M3 spindle getting warmer over the hour', t.verdict('yes', 'up')),
  ask('trend', 'does scan-vault leak memory, i.e. is its memory climbing', t.verdict('no', 'up')),
  ask(
    'anomaly',
    'anything weird in the metrics of scan-vault after {@onset}?',
    t.words({ says: [['quarantine\\.objects', 'virus\\.signatures', 'http\\.server']] }),
  ),
  ask('anomaly', 'spot anything unusual during the last hour', t.words({ says: [['scan-vault']] })),
  ask(
    'window',
    'gateway traffic from {@start+5} to {@start+15}, how many requests',
    t.count(t.during(['start', 5], ['start', 15]), t.requests(r.gateway)),
  ),
  ask(
    'window',
    'failed requests on scan-vault within the 5 minutes after {@onset+5}',
    t.count(t.during(['onset', 5], ['onset', 10]), t.failures(r.vault)),
  ),
  ask(
    'window',
    'between {@recovery+1} and {@recovery+6} how many uploads got a 201 at lab-gateway',
    t.count(t.during(['recovery', 1], ['recovery', 6]), t.requests(r.edge(r.uploads, r.code(201)))),
  ),
  ask(
    'several',
    'requests, 5xx count and p50 of scan-intake for the last hour',
    t.both(last(60), ['count', t.requests(r.intake)], ['count', t.failures(r.intake)], ['ms', t.took(r.intake, 0.5)]),
  ),
  ask(
    'several',
    'how many designs finished and how many are dead?',
    t.both(
      anytime,
      ['count', t.logs(r.lines(r.worker, / finished: /))],
      ['count', t.logs(r.lines(r.worker, /dead letters/))],
    ),
  ),
  ask(
    'several',
    'error lines of scan-vault and of courier-desk, each',
    t.groups('count', anytime, {
      'scan-vault': t.logs(t.all(r.vault, t.level('ERROR'))),
      'courier-desk': t.logs(t.all(r.courier, t.level('ERROR'))),
    }),
  ),
  ask('unknown', 'errors of denture-cloud in the last hour?', t.declined('unknown')),
  ask('unknown', 'how is tenant colgate doing', t.declined('unknown')),
  ask('unknown-attribute', 'gateway requests by browser', t.declined('unknown')),
  ask('unknown-attribute', 'which dentist age group orders most crowns', t.declined('unknown')),
  ask('ask-back', 'how many?', t.declined('ask_back')),
  ask('ask-back', 'was it worse than', t.declined('ask_back')),
  ask('off-topic', 'best toothpaste for sensitive teeth?', t.declined('off_topic')),
  ask('off-topic', 'write me a haiku about molars', t.declined('off_topic')),
  ask('read-only', 'requeue the dead letters of design-worker', t.declined('read_only')),
  ask('read-only', 'release everything from quarantine please', t.declined('read_only')),
  ask('talk', 'ta, thats me sorted for tonight', t.declined('small_talk')),
  ask('talk', 'morning, you there?', t.declined('small_talk')),
  ask(
    'language',
    'Wie viele Anfragen hatte material-store in den letzten 30 Minuten?',
    t.count(last(30), t.requests(r.materials)),
  ),
  ask('language', '¿Cuántos errores tuvo scan-intake en la última hora?', t.count(last(60), ...t.errors(r.intake))),
]

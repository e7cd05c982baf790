/**
 * What makes an answer to each question of ../shared/questions/failures.md right, by its label there: counted from the
 * rows of the demo whose seed the label means. The wordings stay in that file.
 */
import { readFileSync } from 'node:fs'
import type { Asked } from '../../scripts/eval/questions/catalog/define.ts'
import * as t from '../../scripts/eval/questions/fresh/truths.ts'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { distinct, failureRates, isErrorLog, logsOf, type Window } from '../../scripts/eval/questions/truth.ts'

export interface OnceFailed {
  readonly label: string
  readonly ask: string
}

/** The questions of the file's table: label, verdict, question, answer, what would be right. */
export function onceFailed(file: string): OnceFailed[] {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  return rows.flatMap(([, label = '', , ask = '']) => (/^\w+#\d+$/.test(label) ? [{ label, ask }] : []))
}

/** `r` means the first seed, `s11` and `q42r` name theirs. */
export function seedOf(label: string): number {
  return Number(/^[sq](\d+)/.exec(label)?.[1] ?? 1)
}

/** Questions that go on from others: what was asked before them in their thread. */
export const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'r3#3': ['what broke?'],
  'r3#4': ['what broke?'],
  'r3#7': ['what broke?', 'why?'],
  'r3#9': ['what broke?'],
  'r3#13': ['show me warnings and errors of checkout-service in the last hour'],
  'r3#14': ['how many errors of checkout-service in the last 30 minutes?'],
  'r3#15': ['how many errors of checkout-service in the last hour?'],
}

const STORE = ['quer', 'store', 'database']
const DATABASE: t.Expect = (asked) => ({
  ...t.because({ service: 'pricing-service', mechanism: STORE, mark: 'onset' }, 'mechanism', 'time')(asked),
})
const nextStep =
  (service: string, ...words: string[]): t.Expect =>
  () => ({ saysFirst: [[service], words] })
const orders = (outcome: 'failed' | 'placed') => t.logs(t.says(new RegExp(`Order SO-\\d+ ${outcome}`)))
const checkout = t.of('checkout-service')
const edge = t.of('edge-proxy')
const status =
  (from: number, to = from): t.Where =>
  (row) => {
    const code = Number(row.attributes['http.response.status_code'])
    return code >= from && code <= to
  }
/** The first of the failing services; which one it is depends on the minute that counts as now. */
const highestRate =
  (minutes: number): t.Expect =>
  (asked) => {
    const fromMs = asked.askedMs - minutes * 60_000
    const rates = failureRates(asked.world, { fromMs, toMs: asked.askedMs })
    const [name = '', value = 0] = rates[0] ?? []
    return {
      first: { name, among: [...asked.world.services] },
      numbers: [{ value, unit: 'percent', tolerance: 0.03 }],
    }
  }
const hour: t.When = ({ world }) => [[{ fromMs: world.endMs - 3_600_000, toMs: world.endMs }]]
const exactly =
  (fromMinute: string, toMinute: string): t.When =>
  ({ world }) => {
    const day = new Date(world.endMs).toISOString().slice(0, 11)
    return [[{ fromMs: Date.parse(`${day}${fromMinute}:00Z`), toMs: Date.parse(`${day}${toMinute}:00Z`) }]]
  }
const silence = (asked: Asked): string => new Date(asked.world.marks['silence'] ?? 0).toISOString().slice(11, 16)
/** Per second of the time that had telemetry of the service, or of the whole hour: the answer says which. */
const requestRate = (service: string): t.Expect => {
  const measure = t.perSecond(t.requests(t.of(service)))
  const sent = (world: World, window: Window) => measure({ ...world, endMs: world.marks['silence'] ?? 0 }, window)
  return t.perS(hour, sent, measure)
}
/** Per minute of the hour, or of the part of it that had telemetry. */
const perMinute: t.Expect = ({ world, askedMs }) => {
  const fromMs = askedMs - 3_600_000
  const errors = logsOf(world, (log) => checkout(log) && isErrorLog(log), { fromMs, toMs: askedMs }).length
  const sentMs = (world.marks['silence'] ?? 0) - fromMs
  return { numbers: [{ value: (1000 * errors) / sentMs, unit: 'per_second', tolerance: 0.02, also: [errors / 3600] }] }
}
/** Failed requests of the last five minutes that have telemetry of the shop. */
const failedNow = ({ world }: Asked): string => {
  const toMs = world.marks['silence'] ?? 0
  const window = { fromMs: toMs - 300_000, toMs }
  const share = t.share(edge)(world, window)
  return `\\b(?:${Math.floor(share)}|${Math.ceil(share)})(?:\\.\\d)? %`
}
/** A quarter of an hour that ends with the telemetry, or earlier. */
const quarter =
  (agoMinutes: number): t.When =>
  ({ world }) => {
    const toMs = world.endMs - agoMinutes * 60_000
    return [[{ fromMs: toMs - 900_000, toMs }]]
  }
const versionsOf = ({ logs }: World): readonly [string, string][] =>
  [...new Map(logs.map(({ service, version }) => [service, version] as const)).entries()].filter(
    ([, version]) => version !== '',
  )
/** It works as before until it is silent like all others; both are said. */
const authHealthy: t.Expect = (asked) => ({
  saysFirst: [['auth-service'], ['healthy'], ['\\b0 of 1,7'], [silence(asked)]],
  never: ['login failed', 'root cause'],
})
/** Cards that are declined every day and webhooks that do not match are no finding. */
const gatewayHealthy: t.Expect = (asked) => ({
  ...t.healthy(asked),
  saysFirst: [['payment-gateway']],
  never: ['declined', 'mismatch'],
})

/** By label. */
export const RIGHT: Readonly<Record<string, t.Expect>> = {
  'r1#4': highestRate(30),
  'r1#7': (asked) => ({
    numbers: [
      t.numberOf(asked, 'percent', quarter(0), [t.share(t.any)]),
      t.numberOf(asked, 'percent', quarter(60), [t.share(t.any)]),
    ],
  }),
  'r1#13': t.count(t.anytime, orders('failed')),
  'r1#18': ({ world }) => ({
    time: { at: new Date(world.marks['onset'] ?? 0).toISOString(), toleranceS: 60 },
    saysFirst: [['pricing-service']],
    says: [['catalog-api'], ['storefront-web'], ['edge-proxy'], ['03:14:58']],
  }),
  'r1#19': nextStep('pricing-service', 'quer', 'store', 'index'),
  'r2#4': t.declined('small_talk'),
  'r2#6': DATABASE,
  'r2#7': DATABASE,
  'r2#8': DATABASE,
  'r2#9': DATABASE,
  'r2#10': t.denied('auth-service'),
  'r2#11': t.declined('unknown', 'kafka'),
  'r2#12': t.declined('unknown', 'redis'),
  'r2#13': () => ({ decline: 'read_only', never: ['log record', 'You are'] }),
  'r2#14': t.declined('read_only'),
  'r2#16': t.count(t.last(60), t.requests(t.all(edge, status(502)))),
  'r2#18': requestRate('storefront-web'),
  'r2#19': t.percent(t.last(30), t.share(checkout)),
  'r2#26': t.count(hour, t.logs(t.says(/Card declined/))),
  'r2#27': ({ world }) => ({
    numbers: [{ value: logsOf(world, (log) => log.body.includes('SO-706234')).length, unit: 'count' }],
    says: [['SO-706234 failed'], ['Placing order SO-706234']],
  }),
  'r2#28': t.count(hour, t.logs(t.all(t.of('auth-service'), t.says(/login failed/)))),
  'r2#30': () => ({ saysFirst: [['no outgoing calls', 'calls no', 'does not call']], never: ['catalog-api. \u2192'] }),
  'r3#3': authHealthy,
  'r3#4': DATABASE,
  'r3#7': t.began(),
  'r3#9': DATABASE,
  'r3#13': t.count(t.last(60), t.logs(t.all<LogRow>(checkout, t.level('WARN')))),
  'r3#14': t.compared('count', t.logs(t.all<LogRow>(checkout, isErrorLog)), t.last(30), t.earlier(30, 60)),
  'r3#15': perMinute,
  'r3#23': authHealthy,
  'r3#24': (asked) => ({
    verdict: { is: 'no', sense: 'good' },
    saysFirst: [[failedNow(asked)]],
    says: [['silent', 'nothing has arrived'], [silence(asked)]],
  }),
  'r3#27': () => ({ verdict: { is: 'no', sense: 'fact' } }),
  'r3#28': () => ({ verdict: { is: 'yes', sense: 'fact' }, saysFirst: [['03:14:58'], ['169']] }),
  'r3#29': ({ world }) => ({
    says: versionsOf(world).map(([service, version]) => [`${service}\\W.*${version.replaceAll('.', '\\.')}`]),
  }),
  'r3#33': t.count(t.last(60), orders('placed')),
  'r3#34': t.millis(hour, t.took(t.all(checkout, t.named('POST /orders')), 0.5)),
  'r3#35': requestRate('edge-proxy'),
  'r3#37': t.count(exactly('03:50', '04:00'), t.logs(t.says(/timed? ?out|deadline exceeded/i))),
  'r3#39': (asked) => ({ ...t.noTrouble(asked), saysFirst: [['payment-gateway']] }),
  'r3#41': (asked) => ({ verdict: { is: 'no', sense: 'good' }, saysFirst: [[silence(asked)]] }),
  'r3#44': t.words({ verdict: { is: 'yes', sense: 'bad' }, saysFirst: [['search.{0,10} is slow']] }),
  'r4#6': (asked) => ({
    ...t.count(hour, t.logs(t.all<LogRow>(t.of('storefront-web'), isErrorLog)))(asked),
    says: [['took.*frontend.*storefront-web']],
  }),
  'r4#7': (asked) => ({
    ...t.count(hour, t.logs(t.all<LogRow>(t.of('payment-gateway'), isErrorLog)))(asked),
    says: [['took.*payment-servce.*payment-gateway']],
  }),
  'r4#8': () => ({ verdict: { is: 'yes', sense: 'up' } }),
  'r4#9': t.compared(
    'count',
    t.logs(t.all<LogRow>(t.of('storefront-web'), isErrorLog)),
    exactly('03:40', '03:50'),
    exactly('03:52', '04:02'),
  ),
  'r4#11': () => ({ saysFirst: [['gave up waiting', 'too slow', 'time limit'], ['pricing-service']] }),
  'r4#14': (asked) =>
    t.count(t.last(60), (world, window) =>
      distinct(
        logsOf(world, ({ message }) => /login succeeded/.test(message), window).map(
          (log) => /u-\d+/.exec(log.body)?.[0],
        ),
      ),
    )(asked),
  'r4#15': t.declined('off_topic'),
  'r4#16': () => ({
    saysFirst: [['pricing-service'], ['not healthy', 'slow']],
    says: [['slow query'], ['GET /prices']],
  }),
  'r4#17': t.count(hour, t.logs(t.says(/slow query/))),
  'r4#19': t.lasted(),
  'r4#20': () => ({ saysFirst: [['database'], ['pricing-service']], never: ['It is \\W*the (?:network|code)'] }),
  'r4#21': t.count(hour, t.logs(t.all<LogRow>(checkout, isErrorLog))),
  'r4#22': t.bytes(hour, t.metric('payment-gateway', 'process.memory.usage', 'max')),
  's11#6': nextStep('pricing-service', 'disk'),
  's11#7': gatewayHealthy,
  's3#6': nextStep('catalog-api', 'run', 'restart', 'instances'),
  's3#7': gatewayHealthy,
  's7#4': highestRate(60),
  's7#6': nextStep('inventory-service', 'pool', 'connections'),
  's42#4': highestRate(60),
  's42#6': nextStep('search-api', 'heap', 'memory'),
  'q42r#2': (asked) => ({ ...t.count(hour, t.logs(t.says(/OutOfMemory/)))(asked), says: [['OutOfMemoryError']] }),
  'q42r#6': () => ({ verdict: { is: 'no', sense: 'fact' } }),
}

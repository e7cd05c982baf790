/** What the questions to the insurance claims count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation, Unit } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const portal = t.of('customer-portal')
export const intake = t.of('claims-intake-fn')
export const fraud = t.of('fraud-score-fn')
export const photos = t.of('photo-analyzer-fn')
export const runner = t.of('payout-runner')
export const policies = t.of('policy-core')
export const letters = t.of('letter-service')
export const database = t.of('claims-pg')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const type = (...names: string[]) => t.has('claim.type', ...names)
export const country = (...names: string[]) => t.has('country', ...names)
export const channel = (...names: string[]) => t.has('channel', ...names)
export const method = (...names: string[]) => t.has('payout.method', ...names)
export const TYPES = ['car', 'home', 'travel', 'bike']
export const COUNTRIES = ['DE', 'FR', 'ES', 'PL']
export const CHANNELS = ['web', 'app', 'broker']

/** Lines whose body has a text: what only the format around the message states. */
export const holds =
  (pattern: RegExp): t.Where<LogRow> =>
  (log) =>
    pattern.test(log.body)
export const answered = (code: number) => t.all<LogRow>(portal, holds(new RegExp(`"statusCode":${code}\\b`)))
export const submitted = t.all<LogRow>(portal, holds(/"method":"POST","url":"\/claims"/))

export const registered = t.says(/^claim CLM-\d+ registered/)
export const refused = t.says(/^claim refused/)
export const paid = t.says(/^payout of /)
export const unpaid = t.says(/^payout for CLM-\d+ failed/)
export const brokenPhoto = t.says(/^UnidentifiedImageError/)
export const blurred = t.says(/^photo is blurred/)
export const printed = t.says(/^Letter printed/)

export const REGISTERED = [t.logs(registered), t.requests(t.all(intake, status(201)))]
export const CLAIMS = [t.requests(intake), t.logs(submitted), ...REGISTERED]
export const LOST = [
  t.logs(t.says(/^could not store claim/)),
  t.failures(intake),
  t.logs(t.says(/^request errored/)),
  t.logs(t.all(database, t.says(/^cannot execute INSERT/))),
]
const succeeded: t.Where<SpanRow> = (span) => !span.isFailed
export const PAID = [t.logs(paid), t.requests(t.all(runner, succeeded))]
export const UNPAID = [t.logs(unpaid), t.failures(runner), t.logs(t.all(database, t.says(/^cannot execute UPDATE/)))]
export const outage = t.during(['onset', 0], ['recovery', 1])

/** The value of a key in the bodies of lines. */
export const bodyValue = (pattern: RegExp) => (row: { readonly body?: string }) =>
  pattern.exec(row.body ?? '')?.[1] ?? ''

/** Numbers that the bodies of lines state, by the first group of the pattern. */
export const bodyNumber =
  (pattern: RegExp, reduce: (values: readonly number[]) => number, where: t.Where<LogRow>): t.Measure =>
  (world, window) => {
    const values: number[] = []
    for (const log of world.logs) {
      const found = pattern.exec(log.body)?.[1]
      const isIn = log.timeMs >= window.fromMs && log.timeMs < window.toMs
      if (isIn && found !== undefined && where(log)) values.push(Number(found))
    }
    return reduce(values)
  }

/** A number for each name, where several measures are fair. */
export const groupsOf =
  (unit: Unit, when: t.When, names: readonly string[], fair: (name: string) => readonly t.Measure[]): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(names.map((name) => [name, t.numberOf(asked, unit, when, fair(name))])),
  })

/** How bad it was: claims or payouts that were lost, or their share, in the outage or of all. */
export function damage(asked: Asked): Expectation {
  const measures: t.Measure[] = [
    ...LOST,
    ...UNPAID,
    ...[t.any, intake, runner].flatMap((one) => [t.failures(one), t.share(one)]),
    t.logShare(portal),
    t.logs(t.level('ERROR')),
    t.logs(t.level('ERROR', 'FATAL')),
  ]
  const exact: t.When = ({ world }) => [
    [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? world.endMs }],
  ]
  return howBad(asked, [t.anytime, outage, exact, t.since('onset')], measures)
}

/** What the questions to the code hosting platform count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation, Unit } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { spansOf } from '../measures.ts'

export const door = t.of('frontdoor')
export const gitd = t.of('gitd')
export const refstore = t.of('refstore')
export const pulls = t.of('pulls')
export const mergeq = t.of('mergeq')
export const dispatcher = t.of('dispatcher')
export const search = t.of('codesearch')
export const pkgreg = t.of('pkgreg')
export const accounts = t.of('accounts')

export const SHARDS = ['fs-04', 'fs-07', 'fs-11']
export const CLIENTS = ['ci', 'laptop', 'bot']

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const org = (...names: string[]) => t.has('org.name', ...names)
export const plan = (...names: string[]) => t.has('org.plan', ...names)
export const shard = (...names: string[]) => t.has('repo.shard', ...names)
export const repo = (...names: string[]) => t.has('repo.name', ...names)
export const client = (...names: string[]) => t.has('git.client', ...names)
export const event = (...names: string[]) => t.has('event.type', ...names)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const atDoor = (...routes: string[]) => t.all<SpanRow>(door, t.has('http.route', ...routes))

const PUSH = '/git/{repo}/receive-pack'
export const pushing = t.all<SpanRow>(gitd, t.named('POST /receive-pack'))
export const pushingAtDoor = atDoor(PUSH)
export const writingRefs = t.all<SpanRow>(refstore, t.named('POST /refs'))
export const merging = t.all<SpanRow>(pulls, t.named('POST /pulls/{id}/merge'))
export const publishing = t.all<SpanRow>(pkgreg, t.named('PUT /packages/{name}'))
export const login = t.all<SpanRow>(accounts, t.named('POST /login'))

export const noLock = t.says(/^cannot lock refs/)
export const pushed = t.says(/^push accepted/)
export const pushFailed = t.says(/^push failed/)
const rejected = t.says(/^push rejected/)
export const nonFastForward = t.says(/non-fast-forward/)
const merged = t.says(/^merged$/)
const mergeFailed = t.says(/^merge failed/)
export const conflict = t.says(/has a merge conflict/)
const opened = t.says(/^PR-\d+ opened/)
export const approved = t.says(/: approved$/)
export const delivered = t.says(/^webhook delivered/)
export const hook500 = t.says(/^webhook endpoint answered 500/)
export const hookGone = t.says(/^webhook endpoint gone/)
export const bounced = t.says(/^mail bounced/)
export const published = t.says(/^package published/)
export const slowDown = t.says(/SlowDown/)
export const wrongPassword = t.says(/wrong password/)

/** A push as somebody sent it, as the server of git saw it, or as it was accepted. */
export const PUSHES = [t.requests(pushing), t.requests(pushingAtDoor), t.logs(pushed)]
export const PUSHED = [t.logs(pushed), t.requests(t.all(pushing, status(200)))]
export const FAILED_PUSHES = [t.logs(pushFailed), t.failures(pushing), t.failures(pushingAtDoor)]
export const MERGED = [t.logs(merged), t.requests(t.all<SpanRow>(mergeq, t.not<SpanRow>(t.failed)))]
export const FAILED_MERGES = [t.logs(mergeFailed), t.failures(mergeq)]
export const OPENED = [t.logs(opened), t.requests(t.all<SpanRow>(pulls, t.named('POST /pulls')))]
export const REJECTED = [t.logs(rejected), t.requests(t.all(pushing, status(403, 409)))]

/** A code as its spans have it, or as the lines of the edge say it. */
export const codes = (...wanted: number[]) => [
  t.requests(t.all(door, status(...wanted))),
  t.logs(t.all(door, line('status', ...wanted))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

/** A number for each name, where several readings are fair. */
export const perName =
  (unit: Unit, when: t.When, names: readonly string[], measuresOf: (name: string) => t.Measure[]): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(names.map((name) => [name, t.numberOf(asked, unit, when, measuresOf(name))])),
  })

/** How bad it is: failed requests, their share since the onset or in the last minutes, users who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, door, gitd, refstore, mergeq, pushing, pushingAtDoor, writingRefs]
  const who = [
    t.differentOf(t.all(door, t.failed), 'user.id'),
    t.differentOf(t.all(pushingAtDoor, t.failed), 'user.id'),
  ]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...who, t.logs(noLock)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}

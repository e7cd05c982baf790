/** What the questions to the smart homes count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { requestsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const edge = t.of('app-edge')
export const api = t.of('home-api')
export const router = t.of('command-router')
export const registry = t.of('device-registry')
export const bridge = t.of('hub-bridge')
export const engine = t.of('automation-engine')
export const voice = t.of('voice-link')
export const firmware = t.of('firmware-rollout')
export const billing = t.of('plan-billing')
export const report = t.of('energy-report')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const region = (...names: string[]) => t.has('home.region', ...names)
export const type = (...names: string[]) => t.has('device.type', ...names)
export const action = (...names: string[]) => t.has('device.action', ...names)
export const origin = (...names: string[]) => t.has('command.origin', ...names)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const assistant = (...names: string[]) => t.has('voice.assistant', ...names)
export const model = (...names: string[]) => t.has('hub.model', ...names)
export const REGIONS = ['eu-west', 'eu-north', 'us-east']
export const TYPES = ['thermostat', 'lock', 'lamp', 'blind']
export const ORIGINS = ['app', 'voice', 'automation']
export const COMMANDS_ROUTE = '/v1/devices/{id}/commands'

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const commands = t.all<SpanRow>(router, t.named('POST /commands'))
export const publishing = t.all<SpanRow>(bridge, t.named('POST /publish'))
export const subscribing = t.all<SpanRow>(billing, t.named('POST /subscriptions'))
export const events = t.all<SpanRow>(engine, t.named('device.events process'))

export const refused = t.says(/^publish refused/)
export const kept = t.says(/^hub is offline/)
const delivered = t.says(/^command delivered/)
export const notDelivered = t.says(/^command not delivered/)
export const unreachable = t.says(/^device unreachable/)
export const guests = t.says(/^guest may not/)
export const jammed = t.says(/jammed bolt/)
export const retried = t.says(/^publish failed, second try/)
export const executed = t.says(/^automation executed/)
const automationFailed = t.says(/^automation failed/)
export const battery = t.says(/^sensor battery low/)
export const installed = t.says(/^update installed/)
export const postponed = t.says(/^update postponed/)
export const checksum = t.says(/^checksum mismatch/)
export const renewed = t.says(/^subscription renewed/)
const declined = t.says(/^payment declined/)
export const clips = t.says(/^clip storage quota/)
export const unclear = t.says(/^utterance not understood/)
const unconfirmed = t.says(/^no confirmation for assistant/)
export const misses = t.says(/^cache miss/)

const errorLine = t.level('ERROR')
export const DELIVERED = [t.logs(delivered), t.requests(t.all(commands, status(202)))]
/** Commands that failed: all of them at the router, or those of the apps as the API or the edge saw them. */
export const FAILED_COMMANDS = [
  t.logs(notDelivered),
  t.failures(commands),
  t.failures(on(api, COMMANDS_ROUTE)),
  t.failures(on(edge, COMMANDS_ROUTE)),
]
export const FAILED_VOICE = [t.logs(unconfirmed), t.failures(voice)]
export const FAILED_AUTOMATIONS = [t.logs(automationFailed), t.failures(events)]
export const DECLINED = [t.logs(declined), t.requests(t.all(billing, status(402)))]
export const RENEWED = [t.logs(renewed), t.requests(t.all(subscribing, status(201)))]

/** A code as its spans have it, or as the lines of the edge say it. */
export const atEdge = (...codes: number[]) => [
  t.requests(t.all(edge, status(...codes))),
  t.logs(t.all(edge, t.has('status', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

/** While it lasted, in whole minutes that are inside of it. */
export const meanwhile = t.during(['onset', 1], ['recovery', 0])

/** How bad it was: failed requests, their share while it lasted, accounts who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, edge, api, router, bridge, voice, publishing, on(api, COMMANDS_ROUTE)]
  const who = t.differentOf(t.all(api, t.failed), 'account.id')
  const parts = [t.logs(notDelivered), t.logs(refused), t.logs(errorLine)]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, ...parts]
  return howBad(asked, [t.anytime, meanwhile, t.since('onset'), t.sinceMark('onset')], measures)
}

/** The trace that took longest, in all there is or in the last hour; its command names it as well. */
export function slowestTrace(where: t.Where<SpanRow>, when: t.When): t.Expect {
  return (asked) => {
    const ids = new Set<string>()
    for (const window of when(asked).flat()) {
      const spans = requestsOf(asked.world, where, window)
      const [slowest] = spans.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
      if (slowest === undefined) continue
      ids.add(slowest.traceId)
      for (const { traceId, attributes } of asked.world.logs)
        if (traceId === slowest.traceId && attributes['command'] !== undefined) ids.add(String(attributes['command']))
    }
    return { says: [[...ids]] }
  }
}

/** What the questions to the advertising exchange count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('bid-gateway')
export const core = t.of('auction-core')
export const hub = t.of('bidder-hub')
export const pacer = t.of('budget-pacer')
export const caps = t.of('freq-cap')
export const checker = t.of('creative-check')
const pixel = t.of('track-pixel')
export const sink = t.of('event-sink')
const payouts = t.of('publisher-payouts')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const publisher = (...names: string[]) => t.has('publisher.name', ...names)
export const format = (...names: string[]) => t.has('ad.format', ...names)
export const dsp = (...names: string[]) => t.has('dsp.name', ...names)
export const campaign = (...names: string[]) => t.has('campaign.id', ...names)
/** On lines the publisher has a shorter key. */
export const site = (...names: string[]) => t.has('publisher', ...names)
export const PUBLISHERS = ['sakura-news', 'metro-tokyo', 'daily-brief', 'gamewire', 'nordblatt', 'futbol-hoy']
export const FORMATS = ['banner', 'video', 'native']
export const DSPS = ['northdsp', 'klicka', 'adlume', 'hashi-ads']
export const YEN = ['cmp-7101', 'cmp-7102', 'cmp-7103', 'cmp-7104', 'cmp-7105', 'cmp-7106']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const bids = route(gateway, 'POST /openrtb/bid')
export const auctions = route(core, 'POST /auctions')
export const reserving = route(pacer, 'POST /pacing/reserve')
export const submitting = route(checker, 'POST /creatives')
export const paying = route(payouts, 'POST /payouts')
export const imps = route(pixel, 'GET /imp')
export const views = route(pixel, 'GET /view')
export const clicking = route(pixel, 'GET /click')

export const returned = t.says(/^ad returned/)
export const unfilled = t.says(/^no ad returned/)
export const refusedBid = t.says(/^bid request rejected/)
export const overspent = t.says(/^campaign stopped as overspent/)
export const usedUp = t.says(/^daily budget used up/)
const reserved = t.says(/^budget reserved/)
export const empty = t.says(/empty: budget-pacer stopped every candidate/)
export const emptyAt = (name: string) => t.says(new RegExp(`for ${name} empty: `))
export const won = t.says(/ won by cmp-/)
export const late = t.says(/timed out after 120 ms/)
export const lateAt = (name: string) => t.says(new RegExp(`^${name} timed out after 120 ms`))
export const discarded = t.says(/^click discarded/)
export const counted = t.says(/^click counted/)
export const shown = t.says(/^impression counted/)
export const stored = t.says(/^event stored/)
export const duplicate = t.says(/^duplicate event dropped/)
export const rejected = t.says(/^creative rejected/)
export const held = t.says(/tax form is missing/)
export const paid = t.says(/^payout PO-\d+ to \S+ sent/)
export const PAID = /^payout PO-\d+ to \S+ sent, ([\d.]+) USD/
export const PRICE = / won by \S+ at ([\d.]+) USD/

export const EMPTY = [t.logs(empty), t.failures(auctions)]
export const emptyOf = (name: string) => t.failures(t.all(auctions, publisher(name)))
export const STOPPED = [t.logs(overspent), t.failures(reserving)]
export const SHOWN = [t.logs(shown), t.requests(imps)]

const numbersOf = (where: t.Where<LogRow>, key: string, rows: readonly LogRow[]): number[] =>
  rows.filter(where).map((log) => Number(log.attributes[key] ?? 0))
/** What the lines state under a key, added up. */
const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const one of numbersOf(where, key, t.logsIn(t.any)(world, window) as LogRow[])) sum += one
    return sum
  }
/** The least or the greatest that the lines state under a key, or the mean. */
export const extremeOf =
  (where: t.Where<LogRow>, key: string, what: 'min' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = numbersOf(where, key, t.logsIn(t.any)(world, window) as LogRow[])
    if (what === 'mean') return all.reduce((sum, one) => sum + one, 0) / all.length
    return what === 'min' ? Math.min(...all) : Math.max(...all)
  }
/** What the spenders have reserved. */
export const spend = (where: t.Where<LogRow> = t.any) => sumOf(t.all(reserved, where), 'usd')

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** How bad it was: failed requests, their share in the meantime or overall, campaigns and publishers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, core, pacer, auctions, reserving]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    t.differentOf(t.all(reserving, t.failed), 'campaign.id'),
    t.differentOf(t.all(auctions, t.failed), 'publisher.name'),
    t.logs(empty),
    t.logs(overspent),
  ]
  const exact: t.When = ({ world }) => [
    [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
    [{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }],
  ]
  const clock = t.during(['onset', 0], ['recovery', 0])
  return howBad(asked, [t.anytime, exact, clock, t.since('onset'), t.during(['onset', 0], ['recovery', 1])], measures)
}

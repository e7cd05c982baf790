/** Names of the advertising exchange: publishers, campaigns, bidders, formats, versions. */
import type { Random } from '../../../demo/random.ts'
import { compactJson, ecsJson, glogLine, structlogEvent, tracingLine, zapJson } from './adexchange-formats.ts'

export const FORMATS = {
  'bid-gateway': tracingLine,
  'auction-core': glogLine,
  'bidder-hub': glogLine,
  'budget-pacer': zapJson,
  'freq-cap': tracingLine,
  'creative-check': structlogEvent,
  'track-pixel': tracingLine,
  'event-sink': ecsJson,
  'publisher-payouts': compactJson,
  'report-export': tracingLine,
}
/** Their fields travel as attributes too. */
export const STRUCTURED = ['bid-gateway', 'budget-pacer', 'creative-check', 'track-pixel', 'event-sink']
/** Only the text of their lines states a severity. */
export const UNLEVELLED = ['auction-core', 'bidder-hub', 'report-export']
/** Their spans have no status. */
export const STATELESS = ['freq-cap', 'creative-check']
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'bid-gateway': '11.4.2', 'auction-core': '8.0.17', 'bidder-hub': '7.3.1', 'budget-pacer': '2.26.0' },
  ...{ 'freq-cap': '1.9.4', 'track-pixel': '6.1.0', 'event-sink': '3.5.8', 'publisher-payouts': '4.12.1' },
  ...{ 'report-export': '0.7.2' },
}

export interface Campaign {
  readonly id: string
  readonly currency: string
  readonly dsp: string
}
const campaigns = (first: number, number: number, currency: string, dsps: readonly string[]): Campaign[] =>
  Array.from({ length: number }, (_one, index) => ({
    ...{ id: `cmp-${first + index}`, currency, dsp: dsps[index % dsps.length] ?? '' },
  }))
const YEN = campaigns(7101, 6, 'JPY', ['hashi-ads', 'hashi-ads', 'adlume'])
const OTHERS = [
  ...campaigns(4201, 6, 'EUR', ['northdsp', 'klicka', 'adlume']),
  ...campaigns(5301, 8, 'USD', ['northdsp', 'northdsp', 'adlume', 'klicka']),
  ...campaigns(6401, 3, 'GBP', ['klicka', 'northdsp']),
]

interface Publisher {
  readonly name: string
  readonly country: string
  /** Part of its demand that is paid in yen. */
  readonly yen: number
}
const SAKURA = { name: 'sakura-news', country: 'JP', yen: 0.95 }
const METRO = { name: 'metro-tokyo', country: 'JP', yen: 0.9 }
const BRIEF = { name: 'daily-brief', country: 'US', yen: 0 }
const WIRE = { name: 'gamewire', country: 'US', yen: 0.22 }
const BLATT = { name: 'nordblatt', country: 'DE', yen: 0 }
const FUTBOL = { name: 'futbol-hoy', country: 'ES', yen: 0.05 }
export const PUBLISHERS: readonly Publisher[] = [
  ...[SAKURA, SAKURA, SAKURA, SAKURA, METRO, METRO, METRO, BRIEF, BRIEF, BRIEF, BRIEF, BRIEF],
  ...[WIRE, WIRE, BLATT, BLATT, BLATT, FUTBOL],
]
export const AD_FORMATS = ['banner', 'banner', 'banner', 'banner', 'video', 'video', 'native']
export const DEVICES = ['phone', 'phone', 'phone', 'desktop', 'desktop', 'tv']

/** Whoever might win: elsewhere than in Japan the second one never pays in yen. */
export function candidatesFor({ country, yen }: Publisher, random: Random): [Campaign, Campaign] {
  const one = (part: number) => random.pick(random.chance(part) ? YEN : OTHERS)
  return [one(yen), one(country === 'JP' ? yen : 0)]
}
export const anyCampaign = (random: Random): Campaign => random.pick([...YEN, ...OTHERS])

/**
 * Words of trades and what telemetry may have in their place: people ask for "cars", lines say `vehicle`. A line is
 * `asked, asked = data, data`: words or phrases of at most three words that people type, and single words that routes,
 * fields, values, lines or metrics may have, likeliest first. Only looked at where a question could not be answered as it
 * was put, and only with words that the project's data has.
 */
import { CARE_AND_LEISURE } from './care-and-leisure.ts'
import { DEVICES_AND_WORK } from './devices-and-work.ts'
import { ENERGY_AND_MONEY } from './energy-and-money.ts'
import { EVERYDAY_SYNONYMS } from './everyday.ts'
import { OPERATIONS } from './operations.ts'
import { TRADE_AND_TRANSPORT } from './trade-and-transport.ts'

const TABLES = [
  EVERYDAY_SYNONYMS,
  OPERATIONS,
  TRADE_AND_TRANSPORT,
  ENERGY_AND_MONEY,
  CARE_AND_LEISURE,
  DEVICES_AND_WORK,
]

let read: ReadonlyMap<string, readonly string[]> | null = null

/** Words of data by what people say: read when first asked for. */
export function synonyms(): ReadonlyMap<string, readonly string[]> {
  read ??= readTables()
  return read
}

function readTables(): Map<string, readonly string[]> {
  const map = new Map<string, readonly string[]>()
  for (const line of TABLES.flatMap((table) => table.trim().split('\n'))) {
    const [asked = '', data = ''] = line.split(' = ')
    const words = data.split(',').map((word) => word.trim())
    for (const said of asked.split(',').map((word) => word.trim())) {
      const held = map.get(said) ?? []
      map.set(said, [...held, ...words.filter((word) => !held.includes(word))])
    }
  }
  return map
}

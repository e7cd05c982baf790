/** The catalogue's questions of one system as items to ask, those about "now" first: the telemetry ages meanwhile. */
import type { Item } from './ask.ts'
import { worded } from './catalog/define.ts'
import { type Half, type System, wordingOf } from './catalog/systems.ts'
import type { World } from './records.ts'

const ABOUT_NOW = new Set(['state', 'silence', 'health', 'how-long', 'impact', 'ratio'])

export function itemsOf(system: System, world: World, halves: readonly Half[]): Item[] {
  const entries = [
    ...system.entries.filter((entry) => ABOUT_NOW.has(entry.class)),
    ...system.entries.filter((entry) => !ABOUT_NOW.has(entry.class)),
  ]
  return halves.length === 0
    ? []
    : entries.flatMap((entry) =>
        halves.map(
          (half): Item => ({
            ...{ system: system.name, id: entry.key, class: entry.class, half, thread: entry.thread ?? null },
            text: worded(world, wordingOf(system, entry, half)),
            expect: (askedMs) => entry.expect({ world, askedMs }),
          }),
        ),
      )
}

/** The systems, their questions in both halves, and what each asks. */
import { BANK_HELD } from '../held/bank.ts'
import { HOSPITAL_HELD } from '../held/hospital.ts'
import { PARCEL_HELD } from '../held/parcel.ts'
import { SHOP_HELD } from '../held/shop.ts'
import { VIDEO_HELD } from '../held/video.ts'
import type { World } from '../records.ts'
import { bank } from '../systems/bank.ts'
import { hospital } from '../systems/hospital.ts'
import { parcel } from '../systems/parcel.ts'
import { shop } from '../systems/shop.ts'
import { video } from '../systems/video.ts'
import { BANK } from './bank/index.ts'
import type { Entry } from './define.ts'
import { HOSPITAL } from './hospital/index.ts'
import { PARCEL } from './parcel/index.ts'
import { SHOP_QUESTIONS } from './shop.ts'
import { VIDEO } from './video/index.ts'

export interface System {
  readonly name: string
  make(endMs: number): World
  readonly entries: readonly Entry[]
  readonly held: Readonly<Record<string, string>>
}

export const SYSTEMS: readonly System[] = [
  { name: 'hospital', make: hospital, entries: HOSPITAL, held: HOSPITAL_HELD },
  { name: 'bank', make: bank, entries: BANK, held: BANK_HELD },
  { name: 'parcel', make: parcel, entries: PARCEL, held: PARCEL_HELD },
  { name: 'video', make: video, entries: VIDEO, held: VIDEO_HELD },
  { name: 'shop', make: shop, entries: SHOP_QUESTIONS, held: SHOP_HELD },
]

export type Half = 'dev' | 'held'

/** @throws Error when an entry has no held-back wording. */
export function wordingOf(system: System, entry: Entry, half: Half): string {
  if (half === 'dev') return entry.dev
  const wording = system.held[entry.key]
  if (wording === undefined) throw new Error(`${system.name}/${entry.key} has no held-back wording`)
  return wording
}

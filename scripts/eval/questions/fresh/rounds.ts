/** Rounds of fresh questions: written by people who have not seen the reader, each scored before anyone reads it. */
import type { System } from '../catalog/systems.ts'
import { bank } from '../systems/bank.ts'
import { hospital } from '../systems/hospital.ts'
import { parcel } from '../systems/parcel.ts'
import { shop } from '../systems/shop.ts'
import { video } from '../systems/video.ts'
import { BANK_1 } from './round-1/bank.ts'
import { HOSPITAL_1 } from './round-1/hospital.ts'
import { PARCEL_1 } from './round-1/parcel.ts'
import { SHOP_1 } from './round-1/shop.ts'
import { VIDEO_1 } from './round-1/video.ts'
import { entriesOf } from './truths.ts'

/** A round's questions have one wording: the half of the developers. */
export const ROUNDS: Readonly<Record<number, readonly System[]>> = {
  1: [
    { name: 'hospital', make: hospital, entries: entriesOf(1, HOSPITAL_1), held: {} },
    { name: 'bank', make: bank, entries: entriesOf(1, BANK_1), held: {} },
    { name: 'parcel', make: parcel, entries: entriesOf(1, PARCEL_1), held: {} },
    { name: 'video', make: video, entries: entriesOf(1, VIDEO_1), held: {} },
    { name: 'shop', make: shop, entries: entriesOf(1, SHOP_1), held: {} },
  ],
}

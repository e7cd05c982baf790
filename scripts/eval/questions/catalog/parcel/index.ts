/** Questions to the parcel service: logs and metrics only, a full disk, one source silent. */

import type { Entry } from '../define.ts'
import { PARCEL_INCIDENT } from './incident.ts'
import { PARCEL_NUMBERS } from './numbers.ts'
import { PARCEL_TALK } from './talk.ts'

export const PARCEL: readonly Entry[] = [...PARCEL_INCIDENT, ...PARCEL_NUMBERS, ...PARCEL_TALK]

/** Questions to the clinics. */

import type { Entry } from '../define.ts'
import { HOSPITAL_INCIDENT } from './incident.ts'
import { HOSPITAL_NUMBERS } from './numbers.ts'
import { HOSPITAL_TALK } from './talk.ts'

export const HOSPITAL: readonly Entry[] = [...HOSPITAL_INCIDENT, ...HOSPITAL_NUMBERS, ...HOSPITAL_TALK]

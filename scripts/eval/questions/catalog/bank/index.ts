/** Questions to the bank: spans have no kinds and no status, the trouble is over, lines are logfmt. */

import type { Entry } from '../define.ts'
import { BANK_INCIDENT } from './incident.ts'
import { BANK_NUMBERS } from './numbers.ts'
import { BANK_TALK } from './talk.ts'

export const BANK: readonly Entry[] = [...BANK_INCIDENT, ...BANK_NUMBERS, ...BANK_TALK]

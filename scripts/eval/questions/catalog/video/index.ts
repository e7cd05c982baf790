/** Questions to the video service: spans with kinds, nested JSON, an expired certificate outside. */

import type { Entry } from '../define.ts'
import { VIDEO_INCIDENT } from './incident.ts'
import { VIDEO_NUMBERS } from './numbers.ts'
import { VIDEO_TALK } from './talk.ts'

export const VIDEO: readonly Entry[] = [...VIDEO_INCIDENT, ...VIDEO_NUMBERS, ...VIDEO_TALK]

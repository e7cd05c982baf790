/** How the cameras of the car parks, and the job that writes statements, word their lines. */
import type { Format } from './scribe.ts'

const stampOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')

/** Firmware of a camera: the level in braces, the uptime, the message. */
export const cameraLine: Format = ({ timeMs, severity, message, instance }) =>
  `${stampOf(timeMs)} ${instance} {${severity.toLowerCase()}} up=${Math.floor(timeMs / 1000) % 864_000} ${message}`

/** A batch job's output: level first, in square brackets, then its own clock. */
export const jobLine: Format = ({ timeMs, severity, message }) => `[${severity}] ${stampOf(timeMs)}Z export: ${message}`

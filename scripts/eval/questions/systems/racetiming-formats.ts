/** Lines of the race timing: everything in brackets, pairs of keys and values, a Java logger with its fields behind a bar. */
import type { Format } from './scribe.ts'

const pairsOf = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields).map(([key, value]) => `${key}=${/[\s"=]/.test(String(value)) ? JSON.stringify(value) : value}`)

/** `[11:04:09.120] [WARN] [mat-reader/1] chip not in list (mat=km5 chip=C0412)` */
export const squareLine: Format = ({ timeMs, severity, instance, message, fields }) => {
  const pairs = pairsOf(fields)
  const clock = new Date(timeMs).toISOString().slice(11, 23)
  return `[${clock}] [${severity}] [${instance}] ${message}${pairs.length === 0 ? '' : ` (${pairs.join(' ')})`}`
}

/** `at=2026-05-02T11:04:09.120Z sev=warn app=paybox what="card declined" entry=EN-48211` */
export const pairsLine: Format = ({ timeMs, service, severity, message, fields }) =>
  [
    `at=${new Date(timeMs).toISOString()}`,
    `sev=${severity.toLowerCase()}`,
    `app=${service}`,
    `what=${JSON.stringify(message)}`,
    ...pairsOf(fields),
  ].join(' ')

/** `2026-05-02 11:04:09,120 WARN  [pool-3] liveboard.Ranker board is old | race=half` */
export const rankerLine: Format = ({ timeMs, service, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const thread = `[pool-${(Math.floor(timeMs) % 5) + 1}]`
  return `${stamp} ${severity.padEnd(5)} ${thread} ${service}.Main ${message} | ${pairsOf(fields).join(' ')}`
}

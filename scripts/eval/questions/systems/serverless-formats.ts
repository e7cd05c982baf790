/** More log formats of functions, queues and the services around them. */
import type { Format } from './scribe.ts'

/** JSON of the Elastic Common Schema, nested. */
export const nestedEcsJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({
    '@timestamp': new Date(timeMs).toISOString(),
    ...{ ecs: { version: '8.11.0' }, log: { level: severity, logger: 'de.policy.Core' }, service: { name: service } },
    ...{ labels: fields, message },
  })

/** A line of a Node.js function: time, request, level, message between tabs; the platform's own lines have no level. */
export const nodeFunctionLine: Format = ({ timeMs, severity, message, fields }) =>
  /^(?:REPORT|INIT_START) /.test(message)
    ? message
    : `${new Date(timeMs).toISOString()}\t${fields['requestId'] ?? '-'}\t${severity}\t${message}`

/** A line of Ruby's logger. */
export const rubyLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().replace('Z', '000')
  return `${severity.slice(0, 1)}, [${stamp} #17] ${severity.padStart(5)} -- ${service}: ${message}`
}

/** The id of an invocation, as platforms write it. */
export function requestIdOf(traceId: string): string {
  const hex = traceId.padEnd(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

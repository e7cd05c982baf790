/** Lines of a newsletter company: a proxy's access log, a PHP page, a Perl script that reads bounces. */
import { accessStamp } from './cron-formats.ts'
import type { Format } from './scribe.ts'

/** An access line as nginx writes it with the upstream's time at the end; the status stands in the line only. */
export const proxyLine: Format = ({ timeMs, fields }) => {
  const { client, method, path, status, bytes, seconds } = fields
  return `${client} - - [${accessStamp(timeMs)}] "${method} ${path} HTTP/1.1" ${status} ${bytes} rt=${seconds}`
}

/** What a page of PHP appends to a file of its own: a stamp in square brackets and the text. */
export const phpFileLine: Format = ({ timeMs, message }) =>
  `[${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')}] ${message}`

/** A line of a Perl script: day, time, process in brackets, no level at all. */
export const perlLine: Format = ({ timeMs, service, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')
  return `${stamp} ${service.replace('-', '_')}.pl[${2100 + (Math.floor(timeMs) % 5)}] ${message}`
}

/** Lines of the video-conference service: two JSON loggers, logfmt, a media server in C++, Java with stack traces. */
import type { Format } from './scribe.ts'

/** JSON of a Node.js service with the request's context flat beside the message. */
export const roomJson: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    timestamp: new Date(timeMs).toISOString(),
    level: severity === 'WARN' ? 'warn' : severity.toLowerCase(),
    app: service,
    msg: message,
    ...fields,
    ...(traceId === '' ? {} : { traceId }),
  })

/** JSON of a Python service. */
export const billingJson: Format = ({ timeMs, severity, message, fields, version }) =>
  JSON.stringify({
    asctime: new Date(timeMs).toISOString().replace('T', ' ').replace('Z', ''),
    levelname: severity === 'WARN' ? 'WARNING' : severity,
    name: 'seats.billing',
    message,
    ...fields,
    release: version,
  })

/** logfmt of Go services, the place in the code after the level. */
export const goLogfmt: Format = ({ timeMs, service, severity, message, fields, traceId }) => {
  const quoted = (value: string | number) => (/[\s"=]/.test(String(value)) ? JSON.stringify(value) : String(value))
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${quoted(value)}`)
  const file = service === 'upload-worker' ? 'queue.go' : 'server.go'
  const head = `time=${new Date(timeMs).toISOString()} level=${severity.toLowerCase()} source=${file}:${60 + (Math.floor(timeMs) % 90)}`
  return `${head} msg=${JSON.stringify(message)}${pairs.join('')}${traceId === '' ? '' : ` trace_id=${traceId}`}`
}

/** spdlog of a media server: the level as a word, the thread as a number. */
export const spdlogLine: Format = ({ timeMs, severity, message }) => {
  const levels = { DEBUG: 'debug', INFO: 'info', WARN: 'warning', ERROR: 'error', FATAL: 'critical' }
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return `[${stamp}] [sfu] [${levels[severity]}] [thread ${4100 + (Math.floor(timeMs) % 6)}] ${message}`
}

/** A line of Logback; an exception follows on lines of its own. */
export const javaWithStack: Format = ({ timeMs, service, severity, message, fields, traceId }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const thread = `worker-${(Math.floor(timeMs) % 5) + 1}`
  const head = `${stamp} ${severity.padEnd(5)} [${thread}] [${traceId.slice(0, 16)}] c.parley.${service.replace('-', '.')} - ${message}`
  const thrown = fields['thrown']
  if (thrown === undefined) return head
  const frames = ['SpeechPipeline.recognise(SpeechPipeline.java:212)', 'SpeechPipeline.run(SpeechPipeline.java:88)']
  const stack = frames.map((frame) => `\tat com.parley.speech.${frame}`)
  return [head, `com.parley.speech.${thrown}`, ...stack, '\tat java.base/java.lang.Thread.run(Thread.java:1583)'].join(
    '\n',
  )
}

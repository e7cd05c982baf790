/** From a template to the line a service writes: placeholders filled, then the service's own format around it. */
import type { LineFormat, LineTemplate, ServiceDefinition, Severity, Values } from './model.ts'
import type { Random } from './random.ts'

const PLACEHOLDER = /\{(\w+)(?::([\w.]+))?(?::([\w.]+))?\}/g
const WORDS = ['alpine', 'walnut', 'ridge', 'linen', 'copper', 'harbor', 'meadow', 'slate', 'amber', 'cedar'] as const

/** What one request carries along: the same user, order and basket on every line it leaves. */
export function requestValues(random: Random): Values {
  return {
    user: `u-${random.integer(10_000, 99_999)}`,
    order: `SO-${random.integer(400_000, 999_999)}`,
    cart: random.hex(12),
    sku: `${random.pick(WORDS).slice(0, 3).toUpperCase()}-${random.integer(1000, 1400)}`,
    session: random.hex(16),
    clientIp: `${random.integer(11, 190)}.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`,
    query: `${random.pick(WORDS)} ${random.pick(['chair', 'lamp', 'desk', 'rug', 'vase', 'shelf'])}`,
  }
}

function draw(name: string, low: string | undefined, high: string | undefined, random: Random): string {
  switch (name) {
    case 'int':
      return String(random.integer(Number(low ?? 0), Number(high ?? 100)))
    case 'hex':
      return random.hex(Number(low ?? 8))
    case 'decimal':
      return (Number(low ?? 0) + random.next() * (Number(high ?? 1) - Number(low ?? 0))).toFixed(2)
    case 'money':
      return (random.logNormal(60, 0.7) + 4).toFixed(2)
    case 'uuid':
      return `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`
    case 'ip':
    case 'peerIp':
      return `10.42.${random.integer(0, 7)}.${random.integer(2, 250)}`
    case 'word':
      return random.pick(WORDS)
    default:
      return name
  }
}

/** Fills `{name}` from the values, else draws it; an unknown name stays as its own word. */
export function fill(text: string, values: Values, random: Random): string {
  return text.replace(PLACEHOLDER, (_match, name: string, low?: string, high?: string) => {
    const value = values[name]
    return value === undefined ? draw(name, low, high, random) : String(value)
  })
}

const PINO_LEVEL: Readonly<Record<Severity, number>> = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }
const NGINX_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** nginx's `$time_local`. */
export function accessTime(timeMs: number): string {
  const at = new Date(timeMs)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${two(at.getUTCDate())}/${NGINX_MONTHS[at.getUTCMonth()] ?? 'Jan'}/${at.getUTCFullYear()}`
  return `${date}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`
}

export interface RenderedLine {
  readonly body: string
  readonly scope: string
  /** null where the format's sender passes no severity on. */
  readonly severity: Severity | null
}

interface Rendering {
  readonly service: ServiceDefinition
  readonly template: LineTemplate
  readonly message: string
  readonly logger: string
  readonly timeMs: number
  readonly instance: string
  readonly traceId: string
}

const FORMATS: Readonly<Record<LineFormat, (line: Rendering) => RenderedLine>> = {
  // Access lines are tailed from a file: no severity. The error log states its level in the text.
  access: ({ template, message, timeMs, logger }) => {
    if (logger !== 'error') return { body: message, scope: 'access', severity: null }
    const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')
    return { body: `${stamp} [${template.severity.toLowerCase()}] 29#29: *${message}`, scope: 'error', severity: null }
  },
  pino: ({ service, template, message, logger, timeMs, instance, traceId }) => ({
    body: JSON.stringify({
      level: PINO_LEVEL[template.severity],
      time: Math.floor(timeMs),
      pid: 17,
      hostname: instance,
      name: service.name,
      ...(traceId === '' ? {} : { reqId: traceId.slice(0, 12) }),
      msg: message,
    }),
    scope: logger,
    severity: template.severity,
  }),
  logfmt: ({ template, message, logger, timeMs }) => ({
    body: `time=${new Date(timeMs).toISOString()} level=${template.severity} component=${logger} msg=${JSON.stringify(message)}`,
    scope: logger,
    severity: template.severity,
  }),
  zap: ({ template, message, logger, timeMs }) => ({
    body: JSON.stringify({ level: template.severity.toLowerCase(), ts: timeMs / 1000, logger, msg: message }),
    scope: logger,
    severity: template.severity,
  }),
  // The container's standard output, level in the text only.
  python: ({ template, message, logger, timeMs }) => {
    const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
    const level = template.severity === 'WARN' ? 'WARNING' : template.severity
    return { body: `${stamp} ${level} [${logger}] ${message}`, scope: logger, severity: null }
  },
  message: ({ message, logger, template }) => ({ body: message, scope: logger, severity: template.severity }),
}

export function renderLine(line: Rendering): RenderedLine {
  return FORMATS[line.service.format](line)
}

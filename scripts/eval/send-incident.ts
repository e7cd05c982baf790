/** Sends the files of one labelled incident through the intake, moved in time. */
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip, gzipSync } from 'node:zlib'
import { CHANGES_FILE, type SignalName, signalPath } from './incident-cases.ts'

const DAY_MS = 86_400_000
/** Requests in flight at once; more only queue up in a local server. */
export const CONCURRENCY = 3
/** A server that says it is busy is asked again this often, at its own pace. */
const ATTEMPTS_MAX = 8

const PATHS: Readonly<Record<SignalName, string>> = { logs: 'logs', spans: 'traces', metrics: 'metrics' }

/** Whole days, in ms, that move a case so that it ends within the day before `nowMs`: its time of day stays. */
export function shiftOf(endMs: number, nowMs: number): number {
  return Math.floor((nowMs - endMs) / DAY_MS) * DAY_MS
}

/** Keys as they stand in the line's own structure: inside text each quote has a backslash before it. */
const TIMES = /(?<="\w*[tT]imeUnixNano":\s*"?)\d+/g
/** Some writers print an undefined reading as a bare NaN, which JSON does not know; OTLP's mapping writes it as text. */
const BARE_NUMBERS = /(?<=\w":\s?)-?(?:NaN|Infinity)(?=\s*[,}\]])/g

/** One line of OTLP/JSON with every time moved and every number valid. A time of 0 means "unknown" and stays. */
export function movedLine(line: string, shiftMs: number): string {
  const shiftNanos = BigInt(shiftMs) * 1_000_000n
  return line
    .replace(TIMES, (nanos) => (/^0+$/.test(nanos) ? nanos : String(BigInt(nanos) + shiftNanos)))
    .replace(BARE_NUMBERS, (number) => `"${number}"`)
}

export interface IncidentFiles {
  readonly folder: string
  readonly id: string
  readonly signals: readonly SignalName[]
  readonly shiftMs: number
  /** True: the log events of changes are left out. */
  readonly isWithoutChanges?: boolean
}

export interface Sent {
  readonly bytes: number
  /** Records the intake did not take, as it said itself: undefined readings and other things that cannot be stored. */
  readonly rejected: number
}

/**
 * One request per line of the files, compressed: a line is what one exporter sent. Log events of changes are sent beside
 * the signals where the case has them.
 * @param baseUrl of the service, without a path.
 * @throws Error when the intake refuses a line.
 */
export async function sendIncident(incident: IncidentFiles, baseUrl: string, publicKey: string): Promise<Sent> {
  const { folder, id, signals } = incident
  const files: [path: string, to: string][] = signals.map((signal) => [signalPath(folder, id, signal), PATHS[signal]])
  const sent = { bytes: 0, rejected: 0 }
  if (incident.isWithoutChanges !== true) files.push([join(folder, id, CHANGES_FILE), PATHS.logs])
  for (const [path, to] of files) {
    if (!existsSync(path)) continue
    const url = `${baseUrl}/intake/k/${publicKey}/v1/${to}`
    const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity })
    const reader = lines[Symbol.asyncIterator]()
    const worker = async () => {
      for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
        if (next.value.trim() === '') continue
        const body = gzipSync(movedLine(next.value, incident.shiftMs), { level: 1 })
        sent.bytes += body.byteLength
        sent.rejected += await deliver(url, body, `${id} ${to}`)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
  return sent
}

/**
 * Sends one compressed body; waits where the server asks for it. Answers with how many records were not taken.
 * @throws Error when the intake refuses the body.
 */
export async function deliver(url: string, body: Uint8Array<ArrayBuffer>, what: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body,
    })
    const text = await response.text()
    if (response.ok) return rejectedOf(text)
    const isBusy = response.status === 429 || response.status === 503
    if (!isBusy || attempt === ATTEMPTS_MAX) throw new Error(`${what}: ${response.status} ${text.slice(0, 300)}`)
    const waitS = Number(response.headers.get('retry-after') ?? '1')
    await new Promise((resolve) => setTimeout(resolve, 1000 * (Number.isFinite(waitS) ? waitS : 1)))
  }
}

/** The count of OTLP's partial success, which JSON writes as text or number; 0 where all was taken. */
export function rejectedOf(answer: string): number {
  const { partialSuccess = {} } = JSON.parse(answer === '' ? '{}' : answer) as {
    partialSuccess?: Record<string, unknown> // OTLP's answer: rejectedSpans, rejectedLogRecords or rejectedDataPoints
  }
  return Object.entries(partialSuccess).reduce(
    (sum, [name, value]) => sum + (name.startsWith('rejected') ? Number(value) : 0),
    0,
  )
}

/** Plays a sender against an endpoint, one check after the other, and says of each what came of it. */
import { Buffer } from 'node:buffer'
import { createHmac, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Answer, type DoctorFormat, type Expectation, type Mark, type Probe, status } from './format.ts'

export interface Finding {
  readonly check: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** What is wrong, or why it was skipped. */
  readonly note: string
}

export interface DoctorOptions {
  readonly format: DoctorFormat
  /** As it stands in the sender's setting. */
  readonly url: string
  /** What the platform signs with (Vercel). */
  readonly signingSecret?: string | undefined
  /** An API credential of the project: then what was stored is read back. */
  readonly apiKey?: string | undefined
  readonly fetch: typeof fetch
  readonly now: () => number
}

/** The limits of the intake (docs/design/intake.md). */
const SENT_BYTES_MAX = 8 * 1024 * 1024
const DECODED_BYTES_MAX = 16 * 1024 * 1024
const TIMEOUT_MS = 20_000
/** Given to nobody. */
const UNKNOWN_KEY = `oas_public_${'0'.repeat(42)}`
/** A refused key is 401, and 403 for clients that know no other. */
const REFUSED = status(401, 403)

interface Delivery {
  readonly body: string | Uint8Array
  readonly mark: Mark
  readonly headers?: Readonly<Record<string, string>>
  readonly url?: string
  readonly signature?: string
}

export class Doctor {
  readonly findings: Finding[] = []
  readonly #options: DoctorOptions
  readonly #base: string
  readonly #delivery: string

  constructor(options: DoctorOptions) {
    this.#options = options
    const { append } = options.format
    const given = options.url.replace(/\/+$/, '')
    // Cards of some senders already end in the path that other clients add.
    this.#base = append !== '' && given.endsWith(append) ? given.slice(0, -append.length) : given
    this.#delivery = this.#base + append
  }

  async run(): Promise<readonly Finding[]> {
    const { format } = this.#options
    for (const probe of format.probes) await this.#probe(probe)
    const plain = this.#mark()
    const delivery = { body: format.body(plain), mark: plain }
    await this.#check('a good delivery', format.success, delivery)
    await this.#check('the same delivery again', format.success, delivery)
    const packed = this.#mark()
    await this.#check('a gzipped delivery', format.success, {
      body: gzipSync(format.body(packed)),
      mark: packed,
      headers: { 'content-encoding': 'gzip' },
    })
    await this.#refusals()
    await this.#readBack([plain, packed])
    return this.findings
  }

  async #refusals(): Promise<void> {
    const { format, signingSecret } = this.#options
    const mark = this.#mark()
    const body = format.body(mark)
    const unknown = this.#delivery.replace(/\/k\/[^/?]+/, `/k/${UNKNOWN_KEY}`)
    if (unknown === this.#delivery) this.#skip('an unknown key is refused', 'the URL holds no key (/k/…)')
    else await this.#check('an unknown key is refused', REFUSED, { body, mark, url: unknown })
    if (format.id === 'vercel') {
      if (signingSecret === undefined) this.#skip('a wrong signature is refused', 'give --signing-secret')
      else {
        await this.#check('a wrong signature is refused', status(403), { body, mark, signature: '0'.repeat(40) })
        await this.#check('a missing signature is refused', status(403), { body, mark, signature: '' })
      }
    }
    const { malformed } = format
    if (malformed) await this.#check('a body that cannot be read', malformed.expect, { body: malformed.body, mark })
    const oversize = Buffer.alloc(SENT_BYTES_MAX + 1, ' ')
    await this.#check('a body above 8 MiB is refused', status(413), { body: oversize, mark })
    await this.#check('a body that inflates above 16 MiB is refused', status(413), {
      body: gzipSync(Buffer.alloc(DECODED_BYTES_MAX + 1, ' ')),
      mark,
      headers: { 'content-encoding': 'gzip' },
    })
  }

  #mark(): Mark {
    return { word: `doctor${randomBytes(6).toString('hex')}`, atMs: this.#options.now() }
  }

  async #probe(probe: Probe): Promise<void> {
    const { origin } = new URL(this.#base)
    const start = { delivery: this.#delivery, base: this.#base, origin }[probe.at]
    const isPost = probe.method === 'POST'
    const init: RequestInit = isPost
      ? { method: 'POST', body: probe.body ?? '', headers: this.#headers(probe.body ?? '') }
      : { method: probe.method }
    await this.#note(probe.name, probe.expect, start + (probe.path ?? ''), init)
  }

  #check(name: string, expect: Expectation, delivery: Delivery): Promise<void> {
    const { body, mark, url = this.#delivery, signature } = delivery
    const headers = {
      ...this.#headers(body, signature),
      ...this.#options.format.headers?.(mark),
      ...delivery.headers,
    }
    return this.#note(name, expect, url, { method: 'POST', body, headers })
  }

  #headers(body: string | Uint8Array, signature?: string): Record<string, string> {
    const { format, signingSecret } = this.#options
    const signed = signature ?? (signingSecret ? createHmac('sha1', signingSecret).update(body).digest('hex') : '')
    return {
      'content-type': format.contentType,
      ...(format.id === 'vercel' && signed !== '' ? { 'x-vercel-signature': signed } : {}),
    }
  }

  async #note(check: string, expect: Expectation, url: string, init: RequestInit): Promise<void> {
    const answer = await this.#call(url, init)
    const complaint = typeof answer === 'string' ? answer : expect(answer)
    this.findings.push({ check, outcome: complaint === null ? 'passed' : 'failed', note: complaint ?? '' })
  }

  #skip(check: string, note: string): void {
    this.findings.push({ check, outcome: 'skipped', note })
  }

  async #call(url: string, init: RequestInit): Promise<Answer | string> {
    try {
      const response = await this.#options.fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      return `no answer: ${cause instanceof Error ? cause.message : String(cause)}`
    }
  }

  /** Each delivery is one record, whether it came once or twice. */
  async #readBack(marks: readonly Mark[]): Promise<void> {
    const { apiKey } = this.#options
    if (apiKey === undefined) return this.#skip('stored once, found again', 'give --api-key')
    for (const [i, { word }] of marks.entries()) {
      const one: Expectation = ({ text, status: code }) => {
        const parsed: unknown = code === 200 ? JSON.parse(text) : null
        const logs = typeof parsed === 'object' && parsed !== null && 'logs' in parsed ? parsed.logs : null
        if (!Array.isArray(logs)) return `the query was answered ${code}: ${text.slice(0, 120)}`
        return logs.length === 1 ? null : `${logs.length} records instead of 1`
      }
      const name = i === 0 ? 'the repeated delivery is stored once' : 'the gzipped delivery is stored'
      await this.#note(name, one, `${new URL(this.#base).origin}/v1/logs/query`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ search: { text: word } }),
      })
    }
  }
}

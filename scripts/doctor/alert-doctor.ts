/** Plays a sender of alerts or changes against its endpoint, one check after the other. */
import { randomBytes } from 'node:crypto'
import type { AlertPlayer, Occasion } from './alert-players.ts'
import type { Finding } from './checks.ts'

export interface AlertDoctorOptions {
  readonly player: AlertPlayer
  /** As the endpoint card shows it. */
  readonly url: string
  /** The alert key, where it is not in the URL. */
  readonly key?: string | undefined
  /** The signing secret of the key. */
  readonly signingSecret?: string | undefined
  readonly fetch: typeof fetch
  readonly now: () => number
}

interface Answer {
  readonly status: number
  readonly text: string
}

const BODY_BYTES_MAX = 8 * 1024 * 1024
const TIMEOUT_MS = 20_000
/** Given to nobody. */
const UNKNOWN_KEY = `oas_alerts_${'0'.repeat(42)}`

export class AlertDoctor {
  readonly findings: Finding[] = []
  readonly #options: AlertDoctorOptions

  constructor(options: AlertDoctorOptions) {
    this.#options = options
  }

  async run(): Promise<readonly Finding[]> {
    const { player, signingSecret } = this.#options
    if (player.cannot !== undefined) {
      this.#skip('a delivery', player.cannot)
      await this.#refusals()
      return this.findings
    }
    const [firing, ended] = [this.#occasion(false), this.#occasion(true)]
    const first = await this.#check('it begins', accepted, this.#request(firing))
    await this.#check('the same delivery again is the same', sameAs(first), this.#request(firing))
    await this.#check('it ends', accepted, this.#request({ ...ended, id: firing.id }))
    if (player.sign === undefined) this.#skip('signatures', 'this sender cannot sign')
    else if (signingSecret === undefined) this.#skip('signatures', 'give --signing-secret')
    else await this.#signatures(player.sign)
    await this.#refusals()
    return this.findings
  }

  async #signatures(sign: NonNullable<AlertPlayer['sign']>): Promise<void> {
    const occasion = this.#occasion(false)
    await this.#check(
      'a missing signature is refused',
      status(401),
      this.#request(occasion, () => ({})),
    )
    const wrong = this.#request(occasion, (body, now) => sign('another secret', body, now))
    await this.#check('a wrong signature is refused', status(401), wrong)
  }

  async #refusals(): Promise<void> {
    const { url } = this.#options
    const good = this.#request(this.#occasion(false))
    const unknown = { ...good, headers: { ...good.headers, authorization: `Bearer ${UNKNOWN_KEY}` } }
    await this.#check(
      'an unknown key is refused',
      status(401),
      unknown,
      url.replace(/\/k\/[^/?]+/, `/k/${UNKNOWN_KEY}`),
    )
    await this.#check('a body of somebody else is refused', status(400, 401), { ...good, body: '{"hello":"world"}' })
    await this.#check('a body that cannot be read is refused', status(400, 401), { ...good, body: '{"hello":' })
    await this.#check('a body above 8 MiB is refused', status(413), { ...good, body: ' '.repeat(BODY_BYTES_MAX + 1) })
  }

  #occasion(isResolved: boolean): Occasion {
    const id = `doctor-${randomBytes(6).toString('hex')}`
    return { id, title: `Doctor ${id}`, service: 'doctor', atMs: this.#options.now(), isResolved }
  }

  #request(occasion: Occasion, signature?: (body: string, nowMs: number) => Readonly<Record<string, string>>) {
    const { player, key, signingSecret, now } = this.#options
    const body = JSON.stringify(player.body(occasion))
    const signed = signature ?? ((text, at) => (signingSecret ? (player.sign?.(signingSecret, text, at) ?? {}) : {}))
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...player.headers?.(occasion),
      ...signed(body, now()),
    }
    return { body, headers }
  }

  async #check(
    check: string,
    expect: (answer: Answer) => string | null,
    request: { readonly body: string; readonly headers: Record<string, string> },
    url = this.#options.url,
  ): Promise<Answer | null> {
    const { player, fetch } = this.#options
    const address = player.query === undefined || url.includes('?') ? url : `${url}?${player.query}`
    try {
      const init = { method: 'POST', ...request, signal: AbortSignal.timeout(TIMEOUT_MS) }
      const response = await fetch(address, init)
      const answer = { status: response.status, text: await response.text() }
      const complaint = expect(answer)
      this.findings.push({ check, outcome: complaint === null ? 'passed' : 'failed', note: complaint ?? '' })
      return answer
    } catch (error) {
      this.findings.push({
        check,
        outcome: 'failed',
        note: `no answer: ${error instanceof Error ? error.message : error}`,
      })
      return null
    }
  }

  #skip(check: string, note: string): void {
    this.findings.push({ check, outcome: 'skipped', note })
  }
}

const status =
  (...wanted: readonly number[]) =>
  (answer: Answer): string | null =>
    wanted.includes(answer.status)
      ? null
      : `answered ${answer.status} instead of ${wanted.join(' or ')}: ${answer.text.slice(0, 160)}`

function acceptedOf(answer: Answer): { deliveryId?: unknown; accepted?: unknown } {
  const parsed: unknown = answer.status === 202 ? JSON.parse(answer.text) : {}
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}

function accepted(answer: Answer): string | null {
  if (answer.status !== 202) return status(202)(answer)
  const { accepted: count } = acceptedOf(answer)
  return count === 1 ? null : `accepted ${count} instead of 1: ${answer.text.slice(0, 160)}`
}

const sameAs =
  (first: Answer | null) =>
  (answer: Answer): string | null => {
    const complaint = accepted(answer)
    if (complaint !== null || first === null) return complaint
    const same = acceptedOf(answer).deliveryId === acceptedOf(first).deliveryId
    return same ? null : 'the repeated delivery has another id: it counts twice'
  }

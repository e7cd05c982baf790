/** Device login (RFC 8628): the person approves in a browser, this machine polls for the token. */
import { UnusableError } from './exit-codes.ts'

const CLIENT_ID = 'oas-cli'
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
/** RFC 8628 §3.5: slow_down adds 5 seconds. */
const SLOW_DOWN_SECONDS = 5

export interface DeviceCode {
  readonly userCode: string
  readonly address: string
  readonly addressWithCode: string
}

interface LoginInput {
  readonly url: string
  /** `organization:<id>`, `project:<id>` or nothing. */
  readonly scope: string
  readonly signal: AbortSignal
  readonly onCode: (code: DeviceCode) => void
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Returns a user token. Throws when the person refuses or the code expires. */
export async function deviceLogin({ url, scope, signal, onCode, wait }: LoginInput): Promise<string> {
  const started = await post(`${url}/oauth/device_authorization`, { client_id: CLIENT_ID, scope }, signal)
  const deviceCode = text(started, 'device_code')
  if (deviceCode === null) throw refused(started)
  const address = text(started, 'verification_uri') ?? `${url}/oauth/device`
  onCode({
    userCode: text(started, 'user_code') ?? '',
    address,
    addressWithCode: text(started, 'verification_uri_complete') ?? address,
  })
  const deadlineMs = Date.now() + Number(started['expires_in'] ?? 600) * 1000
  for (let seconds = Number(started['interval'] ?? 5); Date.now() < deadlineMs; ) {
    await wait(seconds * 1000, signal)
    const polled = await post(
      `${url}/oauth/token`,
      { grant_type: GRANT, device_code: deviceCode, client_id: CLIENT_ID },
      signal,
    )
    const token = text(polled, 'access_token')
    if (token !== null) return token
    if (polled['error'] === 'slow_down') seconds += SLOW_DOWN_SECONDS
    else if (polled['error'] !== 'authorization_pending') throw refused(polled)
  }
  throw new UnusableError('The code expired before anybody approved it. Start again with: oas login')
}

type Fields = Readonly<Record<string, unknown>>

function text(fields: Fields, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' ? value : null
}

function refused(fields: Fields): UnusableError {
  return new UnusableError(text(fields, 'error_description') ?? 'The service does not offer device login.')
}

async function post(address: string, form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Fields> {
  let response: Response
  try {
    response = await fetch(address, { method: 'POST', body: new URLSearchParams(form), signal })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new UnusableError(`No server answers at ${new URL(address).origin}.`, { cause })
  }
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

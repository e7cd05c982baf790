/** Calls the Worker as a client would, and reads JSON answers. */
import { exports } from 'cloudflare:workers'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Tests look into answers of every shape; what they expect is stated by their assertions.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
  readonly text: string
}

export interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly rawBody?: BodyInit
  readonly headers?: Record<string, string>
  /** For answers that do not end: the body is left, its text is empty. */
  readonly isEndless?: boolean
}

/** `call('POST /threads', {token, body})`: the path is below /v1. */
export async function call(operation: string, options: CallOptions = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = operation.split(' ')
  const headers = new Headers(options.headers)
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  let body: BodyInit | undefined = options.rawBody
  if (options.body !== undefined) {
    body = JSON.stringify(options.body)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  }
  const response = await exports.default.fetch(`https://service.test/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  if (options.isEndless && response.ok) await response.body?.cancel()
  const text = options.isEndless && response.ok ? '' : await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

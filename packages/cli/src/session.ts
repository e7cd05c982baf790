/** What a command works with: the client, and where its words go. */
import { type Client, createClient } from '@observability-agent/sdk'
import { readConfig, type SavedContext } from './config.ts'
import { UnusableError } from './exit-codes.ts'
import { paint, type Terminal, type Tone, usesColor } from './terminal/color.ts'
import { safeJson } from './terminal/text.ts'

export interface Streams {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }
  readonly isInputTerminal: boolean
  readonly readInput: () => Promise<string>
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export interface GlobalOptions {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly url?: string
  readonly project?: string
  readonly organization?: string
}

const WIDTH_WITHOUT_TERMINAL = 100
const WIDTH_MIN = 40

export class Session {
  readonly streams: Streams
  readonly options: GlobalOptions
  #client: Client | null = null

  constructor(streams: Streams, options: GlobalOptions) {
    this.streams = streams
    this.options = options
  }

  get env() {
    return this.streams.env
  }

  get signal(): AbortSignal {
    return this.streams.signal
  }

  get terminal(): Terminal {
    const { out, env } = this.streams
    const columns = Number(env['COLUMNS']) || out.columns || WIDTH_WITHOUT_TERMINAL
    return { width: Math.max(WIDTH_MIN, columns), isColored: usesColor(env, out.isTTY === true) }
  }

  /** Where the service is and who asks: options, then the environment, then what `login` saved. */
  get context(): SavedContext {
    const { env } = this
    const saved = readConfig(env)
    const url = this.options.url ?? env['OAS_URL'] ?? saved?.url
    // A saved token belongs to the saved address and is sent nowhere else.
    const token = env['OAS_TOKEN'] ?? (saved !== null && sameOrigin(url, saved.url) ? saved.token : undefined)
    if (url === undefined) throw new UnusableError('No service is configured. Sign in with: oas login --url <address>')
    if (token === undefined) {
      throw new UnusableError(`No credential for ${url}. Sign in with: oas login --url ${url}   (or set OAS_TOKEN)`)
    }
    const isSaved = saved !== null && token === saved.token
    return {
      url,
      token,
      projectId: this.options.project ?? env['OAS_PROJECT'] ?? (isSaved ? saved.projectId : undefined),
      organizationId:
        this.options.organization ?? env['OAS_ORGANIZATION'] ?? (isSaved ? saved.organizationId : undefined),
    }
  }

  get client(): Client {
    this.#client ??= this.clientUntil(this.signal)
    return this.#client
  }

  /** A client whose calls end with the given signal; without one, Ctrl-C does not end them. */
  clientUntil(signal?: AbortSignal): Client {
    const { url, token, projectId, organizationId } = this.context
    return createClient({ baseUrl: url, token, projectId, organizationId, source: 'cli', signal })
  }

  /** The result of a command, for a person or as JSON. */
  answer(data: unknown, render: () => string, quiet?: () => string): void {
    const words = this.options.quiet && quiet !== undefined ? quiet : render
    const text = this.options.json ? safeJson(data) : words()
    if (text !== '') this.print(text)
  }

  print(text: string): void {
    this.streams.out.write(`${text}\n`)
  }

  /** Words beside the result: on the error stream, and not with `--quiet`. */
  note(text: string): void {
    if (!this.options.quiet) this.streams.err.write(`${this.painted('dim', text)}\n`)
  }

  painted(tone: Tone | null, text: string): string {
    return paint({ width: 0, isColored: usesColor(this.env, this.streams.err.isTTY === true) }, tone, text)
  }
}

function sameOrigin(a: string | undefined, b: string): boolean {
  try {
    return a !== undefined && new URL(a).origin === new URL(b).origin
  } catch {
    return false
  }
}

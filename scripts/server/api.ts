/** A small client of the API for scripts: JSON in, JSON out, refusals as errors that carry the status. */
import type { ContentBlock } from '../../src/contracts/content-block.ts'

export interface RunResult {
  readonly completed: boolean
  readonly threadId: string
  readonly runId: string
  readonly status: 'processing' | 'completed' | 'aborted' | 'error'
  readonly response: string | null
  readonly error: { readonly code: string; readonly message: string } | null
}
export interface Message {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: readonly ContentBlock[]
  readonly createdAt: string
}

/** The service answered, and the answer is a refusal. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Api {
  get<Answer>(path: string): Promise<Answer>
  post<Answer>(path: string, body: unknown): Promise<Answer>
  /** All messages of a thread, oldest first. */
  messages(threadId: string): Promise<readonly Message[]>
  /** Polls until the run has ended or patience has; the last answer either way. */
  finished(started: RunResult, patienceMs: number): Promise<RunResult>
}

const POLL_MS = 250

function messageIn(text: string): string {
  try {
    const { message, issues } = JSON.parse(text) as { message?: string; issues?: { path: string; message: string }[] }
    const details = (issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)
    return [message ?? text, ...details].join('; ')
  } catch {
    return text.slice(0, 300)
  }
}

/** @param baseUrl without /v1. Types of answers are the caller's: the service validates its own responses. */
export function apiClient(baseUrl: string, credential: string): Api {
  const call = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${baseUrl}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
        'x-oas-client-source': 'cli',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Refused(response.status, `${response.status} from ${path}: ${messageIn(text)}`)
    return JSON.parse(text) as Answer // see above
  }
  const messages = async (threadId: string) => {
    const all: Message[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`
      const page: { messages: readonly Message[]; nextCursor: string | null } = await call(
        `/threads/${encodeURIComponent(threadId)}/messages?limit=100${query}`,
      )
      all.push(...page.messages)
      cursor = page.nextCursor
    } while (cursor !== null)
    return all
  }
  const finished = async (started: RunResult, patienceMs: number) => {
    let result = started
    for (const deadlineMs = Date.now() + patienceMs; !result.completed && Date.now() < deadlineMs; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      result = await call<RunResult>(`/runs/${result.runId}`)
    }
    return result
  }
  return { get: (path) => call(path), post: (path, body) => call(path, body), messages, finished }
}

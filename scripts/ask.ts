/**
 * `npm run ask -- "what broke?"`: asks the running service and prints the answer for a terminal. `--thread <id>` asks
 * on in a thread. Exit codes: 0 answered, 1 the run failed, 2 no server or no credentials, 64 wrong usage.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ContentBlock } from '../src/domain/threads/content-block.ts'
import { renderAnswer } from './ask/render.ts'
import { placesOf } from './server/places.ts'
import { isHealthy } from './server/server.ts'

interface Credentials {
  readonly baseUrl: string
  readonly projectId: string
  readonly secretKey: string
}
interface RunResult {
  readonly completed: boolean
  readonly threadId: string
  readonly runId: string
  readonly status: 'processing' | 'completed' | 'aborted' | 'error'
}
interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: readonly ContentBlock[]
}

/** A run ends by itself after five minutes; this waits a little longer. */
const PATIENCE_MS = 320_000
const POLL_MS = 400

class Unusable extends Error {}

function readCredentials(): Credentials {
  const file = join(placesOf(process.env['STATE_DIR']).localDir, 'credentials.json')
  if (!existsSync(file)) throw new Unusable(`There are no credentials yet (${file}). Run \`npm start\` first.`)
  return JSON.parse(readFileSync(file, 'utf8')) as Credentials // written by npm start
}

async function call<Answer>(credentials: Credentials, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${credentials.baseUrl}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${credentials.secretKey}`,
      'content-type': 'application/json',
      'x-oas-client-source': 'cli',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok) return JSON.parse(text) as Answer // the API's own document types it
  if (response.status === 401) throw new Unusable('The service does not know these credentials. Run `npm start` again.')
  throw new Error(`${response.status} from ${path}: ${messageIn(text)}`)
}

function messageIn(text: string): string {
  try {
    const { message, issues } = JSON.parse(text) as { message?: string; issues?: { path: string; message: string }[] }
    const details = (issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)
    return [message ?? text, ...details].join('; ')
  } catch {
    return text.slice(0, 300)
  }
}

async function finished(credentials: Credentials, started: RunResult): Promise<RunResult> {
  let result = started
  for (const deadlineMs = Date.now() + PATIENCE_MS; !result.completed && Date.now() < deadlineMs; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    result = await call<RunResult>(credentials, `/runs/${result.runId}`)
  }
  return result
}

/** The blocks of the newest assistant message. */
async function answerOf(credentials: Credentials, threadId: string): Promise<readonly ContentBlock[]> {
  let messages: readonly Message[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const page: { messages: readonly Message[]; nextCursor: string | null } = await call(
      credentials,
      `/threads/${threadId}/messages?limit=100${query}`,
    )
    messages = [...messages, ...page.messages]
    cursor = page.nextCursor
  } while (cursor !== null)
  return messages.findLast((message) => message.role === 'assistant')?.content ?? []
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { thread: { type: 'string' } } })
  const question = positionals.join(' ').trim()
  if (question === '') {
    console.error('Ask something: npm run ask -- "what broke?"')
    return 64
  }
  const credentials = readCredentials()
  if (!(await isHealthy(credentials.baseUrl))) {
    throw new Unusable(`No server answers at ${credentials.baseUrl}. Run \`npm start\` in another terminal.`)
  }
  const path = values.thread === undefined ? '/threads' : `/threads/${encodeURIComponent(values.thread)}/messages`
  const started = await call<RunResult>(credentials, path, { message: question })
  const result = await finished(credentials, started)
  const blocks = await answerOf(credentials, result.threadId)
  console.log(renderAnswer(blocks, { width: process.stdout.columns ?? 100, isColored: process.stdout.isTTY === true }))
  console.log(`\nAsk on: npm run ask -- --thread ${result.threadId} "…"`)
  if (result.status === 'completed') return 0
  console.error(result.completed ? `The run ended ${result.status}.` : 'The run has not ended yet.')
  return 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof Unusable ? 2 : 1
}

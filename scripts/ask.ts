/**
 * `npm run ask -- "what broke?"`: asks the running service and prints the answer for a terminal. `--thread <id>` asks
 * on in a thread. Exit codes: 0 answered, 1 the run failed, 2 no server or no credentials, 64 wrong usage.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderAnswer } from './ask/render.ts'
import { apiClient, Refused, type RunResult } from './server/api.ts'
import { placesOf } from './server/places.ts'
import { isHealthy } from './server/server.ts'

/** A run ends by itself after five minutes; this waits a little longer. */
const PATIENCE_MS = 320_000

class Unusable extends Error {}

// A pager or `head` that has read enough closes the pipe: the answer was given.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

function readCredentials(): { readonly baseUrl: string; readonly secretKey: string } {
  const file = join(placesOf(process.env['STATE_DIR']).localDir, 'credentials.json')
  if (!existsSync(file)) throw new Unusable(`There are no credentials yet (${file}). Run \`npm start\` first.`)
  return JSON.parse(readFileSync(file, 'utf8')) as { baseUrl: string; secretKey: string } // written by npm start
}

async function ask(question: string, threadId: string | undefined): Promise<number> {
  const { baseUrl, secretKey } = readCredentials()
  if (!(await isHealthy(baseUrl))) {
    throw new Unusable(`No server answers at ${baseUrl}. Run \`npm start\` in another terminal.`)
  }
  const api = apiClient(baseUrl, secretKey)
  const path = threadId === undefined ? '/threads' : `/threads/${encodeURIComponent(threadId)}/messages`
  const started = await api.post<RunResult>(path, { message: question })
  const result = await api.finished(started, PATIENCE_MS)
  const answer = (await api.messages(result.threadId)).findLast((message) => message.role === 'assistant')
  const terminal = { width: process.stdout.columns ?? 100, isColored: process.stdout.isTTY === true }
  console.log(renderAnswer(answer?.content ?? [], terminal))
  const state = process.env['STATE_DIR']
  const place = state === undefined || state === '' ? '' : `STATE_DIR=${state} `
  console.log(`\nAsk on: ${place}npm run --silent ask -- --thread ${result.threadId} "…"`)
  if (result.status === 'completed') return 0
  console.error(result.completed ? `The run ended ${result.status}.` : 'The run has not ended yet.')
  return 1
}

function complain(error: unknown): number {
  if (error instanceof Refused && error.status === 401) {
    console.error('The service does not know these credentials. Run `npm start` again.')
    return 2
  }
  console.error(error instanceof Error ? error.message : String(error))
  return error instanceof Unusable ? 2 : 1
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { thread: { type: 'string' } } })
const question = positionals.join(' ').trim()
if (question === '') {
  console.error('Ask something: npm run ask -- "what broke?"')
  process.exitCode = 64
} else {
  process.exitCode = await ask(question, values.thread).catch(complain)
}

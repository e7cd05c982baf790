/** A question to the agent, answered as one value or as the events on the way to it. */
import type { Client } from './client.ts'
import { ConnectionError } from './errors.ts'
import type { ContentBlock } from './generated/types.gen.ts'
import { MessageBuilder, type RunEvent } from './run-events.ts'
import { followRun, type WithCursor } from './streams.ts'
import { sleep } from './transport.ts'

export interface AskOptions {
  /** The thread that the question follows up on; without it a new thread is started. */
  readonly threadId?: string | undefined
  readonly projectId?: string | undefined
  readonly organizationId?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** true: the run is cancelled when `signal` is aborted. Otherwise it goes on without a reader. */
  readonly cancelOnAbort?: boolean | undefined
}

export interface Answer {
  readonly threadId: string
  readonly runId: string
  readonly status: 'completed' | 'aborted' | 'error'
  /** The words of the answer; null if the run ended without any. */
  readonly text: string | null
  /** The whole message: reasoning, tool calls, tables, series. */
  readonly content: readonly ContentBlock[]
  readonly error: { readonly code: string; readonly message: string } | null
}

/** Where streams do not get through, the run is asked for its state this often. */
const POLL_MS = 2_000

/** Asks and waits for the answer, for as long as the run takes (at most five minutes and its place in the queue). */
export async function ask(client: Client, question: string, options: AskOptions = {}): Promise<Answer> {
  const events = askStream(client, question, options)
  for (;;) {
    const next = await events.next()
    if (next.done) return next.value
  }
}

/**
 * Asks and yields the events of the run as they happen. The generator's return value is the answer. A broken stream
 * continues where it broke; where streams do not get through at all, the answer still comes, without events.
 */
export async function* askStream(
  client: Client,
  question: string,
  options: AskOptions = {},
): AsyncGenerator<WithCursor<RunEvent>, Answer, undefined> {
  const { signal } = options
  const started = await start(client, question, options)
  const message = new MessageBuilder()
  try {
    try {
      for await (const event of followRun(client.connection, started.runId, { signal })) {
        message.add(event)
        yield event
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
    }
    return await answerOf(client, started.runId, message, signal)
  } catch (error) {
    if (signal?.aborted && options.cancelOnAbort) {
      await client.runs.cancel({ path: { runId: started.runId } }).catch(() => undefined)
    }
    throw error
  }
}

function start(client: Client, question: string, { threadId, projectId, organizationId, signal }: AskOptions) {
  const body = {
    message: question,
    // The stream tells when the run has ended.
    wait: false,
    ...(projectId === undefined ? {} : { projectId }),
    ...(organizationId === undefined ? {} : { organizationId }),
  }
  const call = signal === undefined ? {} : { signal }
  return threadId === undefined
    ? client.threads.create({ body, ...call })
    : client.messages.append({ path: { threadId }, body, ...call })
}

async function answerOf(
  client: Client,
  runId: string,
  message: MessageBuilder,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  for (;;) {
    const run = await client.runs.get({ path: { runId }, ...(signal === undefined ? {} : { signal }) })
    if (run.status !== 'processing') {
      const { threadId, status, response, error } = run
      return { threadId, runId, status, text: response, content: message.content, error }
    }
    await sleep(POLL_MS, signal)
  }
}

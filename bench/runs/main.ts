/**
 * `npm run bench -- runs [seconds]`: run-and-wait with a model that answers at once, on existing and on new threads.
 * Peers are measured in the same run where their servers are given: LANGGRAPH_URL (embed server), MASTRA_URL, each with
 * an echo agent.
 */
import { type Connection, compare, measure, type Subject } from '../service/load.ts'
import { startBenchService } from '../service/server.ts'

const seconds = Number(process.argv[2] ?? 4)
const ROUNDS = 3
/** Existing threads that all clients together take turns with, so that nobody's history grows beyond a few turns. */
const THREADS = 400
/** Runs on one thread before the next has its turn: a conversation, not a message here and one there. */
const TURNS = 10
const MESSAGE = 'hello there'

const service = await startBenchService()

async function postJson(connection: Connection, base: string, path: string, body: unknown, token?: string) {
  const text = await connection.send({
    url: base + path,
    method: 'POST',
    body,
    ...(token === undefined ? {} : { token }),
  })
  return { text, json: () => JSON.parse(text) }
}

const ours = (connection: Connection, path: string) =>
  postJson(connection, `${service.url}/v1`, path, { message: MESSAGE }, service.token)

function expectEcho(text: string): void {
  if (!text.includes('echo')) throw new Error(`a run did not answer: ${text.slice(0, 300)}`)
}

/** A client that runs on threads made before the time is taken, each in its turn. */
function onThreads(
  threads: number,
  create: (connection: Connection) => Promise<string>,
  run: (connection: Connection, threadId: string) => Promise<void>,
): Subject['client'] {
  return async (connection) => {
    const ids: string[] = []
    while (ids.length < threads) ids.push(await create(connection))
    let runs = 0
    return () => run(connection, ids[Math.floor(runs++ / TURNS) % ids.length] ?? '')
  }
}

const existing = (threads: number): Subject => ({
  name: 'run on an existing thread',
  client: onThreads(
    threads,
    async (connection) => (await ours(connection, '/threads')).json().threadId,
    async (connection, threadId) => expectEcho((await ours(connection, `/threads/${threadId}/messages`)).text),
  ),
})
const created: Subject = {
  name: 'new thread and its first run',
  client: (connection) => async () => expectEcho((await ours(connection, '/threads')).text),
}

interface Peer {
  readonly name: string
  readonly create: (connection: Connection) => Promise<string>
  readonly run: (connection: Connection, threadId: string) => Promise<void>
}

function peers(): Peer[] {
  const found: Peer[] = []
  const langgraph = process.env['LANGGRAPH_URL']
  if (langgraph !== undefined) {
    found.push({
      name: 'LangGraph embed (in memory)',
      create: async (connection) => (await postJson(connection, langgraph, '/threads', {})).json().thread_id,
      run: async (connection, threadId) => {
        const input = { messages: [{ role: 'user', content: MESSAGE }] }
        const body = { assistant_id: 'echo', input }
        expectEcho((await postJson(connection, langgraph, `/threads/${threadId}/runs/stream`, body)).text)
      },
    })
  }
  const mastra = process.env['MASTRA_URL']
  if (mastra !== undefined) {
    found.push({
      name: 'Mastra',
      create: async (connection) => {
        const body = { resourceId: 'u1', title: 't', metadata: {} }
        return (await postJson(connection, mastra, '/api/memory/threads?agentId=echo', body)).json().id
      },
      run: async (connection, threadId) => {
        const messages = [{ role: 'user', content: MESSAGE }]
        const body = { messages, memory: { thread: threadId, resource: 'u1' } }
        expectEcho((await postJson(connection, mastra, '/api/agents/echo/generate', body)).text)
      },
    })
  }
  return found
}

const limitOf = (name: string, path: string): Subject => ({
  name,
  client: (connection) => () => postJson(connection, service.url, path, {}),
})

const peerRun = (peer: Peer, threads: number): Subject => ({
  name: peer.name,
  client: onThreads(threads, peer.create, peer.run),
})
const peerCreated = (peer: Peer): Subject => ({
  name: peer.name,
  client: (connection) => async () => peer.run(connection, await peer.create(connection)),
})

try {
  for (const clients of [1, 16]) {
    const options = { clients, seconds, rounds: ROUNDS }
    const many = `${clients} client${clients === 1 ? '' : 's'}`
    const threads = THREADS / clients
    const own = existing(threads)
    const limit = limitOf('bare object call with an insert', '/limit/insert')
    const runs = [own, limit, ...peers().map((peer) => peerRun(peer, threads))]
    compare(`Run and wait, ${many}`, await measure(runs, options), own.name)
    const creations = [created, limitOf('bare new object with an insert', '/limit/new'), ...peers().map(peerCreated)]
    compare(`Create and first run, ${many}`, await measure(creations, options), created.name)
  }
} finally {
  await service.close()
}

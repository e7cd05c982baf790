/** `npm run bench -- api [seconds] [part of a title]`: reads of the API against what each needs at least. */
import { randomUUID } from 'node:crypto'
import { Connection, compare, measure, type Subject } from '../service/load.ts'
import { startBenchService } from '../service/server.ts'

const seconds = Number(process.argv[2] ?? 3)
const only = process.argv[3] ?? ''
const ROUNDS = 3
const LISTED_THREADS = 10_000
const MESSAGES = 200

const service = await startBenchService()
const { url, token, projectId } = service
const get =
  (path: string, withToken = true) =>
  (connection: Connection) =>
  () =>
    connection.send({ url: `${url}${path}`, ...(withToken ? { token } : {}) })

async function fillList(): Promise<void> {
  const row = service.database.prepare(
    `insert into threads (id, organization_id, project_id, title, status, source, created_at, updated_at, version)
     values (?, ?, ?, 'a thread of the list', 'regular', 'api', ?, ?, 1)`,
  )
  for (let from = 0; from < LISTED_THREADS; from += 500) {
    const now = Date.now()
    const rows = Array.from({ length: 500 }, () => row.bind(randomUUID(), service.organizationId, projectId, now, now))
    await service.database.batch(rows)
  }
}

async function longThread(): Promise<string> {
  const connection = new Connection()
  const post = async (path: string) =>
    JSON.parse(
      await connection.send({ url: `${url}/v1${path}`, method: 'POST', token, body: { message: 'hello there' } }),
    )
  const { threadId } = await post('/threads')
  for (let count = 2; count < MESSAGES; count += 2) await post(`/threads/${threadId}/messages`)
  connection.close()
  return threadId
}

async function versus(title: string, ours: Subject, limit: Subject): Promise<void> {
  if (!title.includes(only)) return
  for (const clients of [1, 32]) {
    const results = await measure([ours, limit], { clients, seconds, rounds: ROUNDS })
    compare(`${title}, ${clients} client${clients === 1 ? '' : 's'}`, results, ours.name)
  }
}

try {
  await fillList()
  const threadId = await longThread()
  const body = await get(`/v1/threads/${threadId}`)(new Connection())()
  const me: Subject = { name: 'GET /me', client: get('/v1/me') }
  await versus('Identity', me, { name: 'bare chanfana route', client: get('/limit/chanfana', false) })
  const list: Subject = { name: 'GET /threads?limit=50', client: get(`/v1/threads?limit=50&projectId=${projectId}`) }
  await versus(`List of ${LISTED_THREADS} threads`, list, {
    name: 'bare D1 query',
    client: get(`/limit/list?project=${projectId}`, false),
  })
  const thread: Subject = { name: `GET /threads/{id}, ${MESSAGES} messages`, client: get(`/v1/threads/${threadId}`) }
  await versus('One thread', thread, {
    name: `bare object call, ${body.length} bytes`,
    client: get(`/limit/text?bytes=${body.length}`, false),
  })
} finally {
  await service.close()
}

/**
 * The real Worker with a model that answers at once, and beside it the limits it is measured against: a bare chanfana
 * route, a bare D1 query, a bare object call. All share one process, so a ratio within one run says something.
 */
import { DurableObject } from 'cloudflare:workers'
import { fromHono, OpenAPIRoute } from 'chanfana'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Agent } from '../../src/agent/contract.ts'
import { provideAgent } from '../../src/durable/thread/agent-provider.ts'
import type { Bindings } from '../../src/env.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import worker from '../../src/worker.ts'

export * from '../../src/worker.ts'

const instant = {
  modelName: 'instant',
  modelStep: async () => ({
    ok: true,
    result: {
      parts: [{ type: 'text', text: 'echo' }],
      usage: { inputTokens: 0, outputTokens: 0 },
      finishReason: 'stop',
    },
  }),
  title: (message: string) => message.slice(0, 80),
}
// A thread object uses no more of an agent than this when no tool is asked for.
provideAgent(async () => ({ agent: instant as unknown as Agent, telemetry: {} as TelemetryStore }))

/** What an object call costs at least: one that gives a text back, one that commits a row, one made for the purpose. */
export class LimitObject extends DurableObject {
  #text = ''

  text(bytes: number): string {
    if (this.#text.length !== bytes) this.#text = 'x'.repeat(bytes)
    return this.#text
  }

  insert(): number {
    this.ctx.storage.sql.exec('create table if not exists rows (id integer primary key, body text)')
    this.ctx.storage.sql.exec('insert into rows (body) values (?)', 'x'.repeat(300))
    return 1
  }
}

type LimitBindings = Bindings & { readonly LIMIT: DurableObjectNamespace<LimitObject> }

class BareRoute extends OpenAPIRoute {
  override schema = {
    operationId: 'limit',
    request: { query: z.object({ name: z.string().optional() }) },
    responses: {
      '200': { description: 'ok', content: { 'application/json': { schema: z.object({ ok: z.boolean() }) } } },
    },
  }

  override async handle() {
    await this.getValidatedData<typeof this.schema>()
    return { ok: true }
  }
}

/** The query of the list, without anything of ours around it. */
const LIST_THREADS = `select id, title, status, source, created_at, updated_at from threads
  where project_id = ?1 and id < ?2 order by id desc limit ?3`

const limits = new Hono<{ Bindings: LimitBindings }>()
fromHono(limits, { docs_url: null, redoc_url: null, openapi_url: null }).get('/limit/chanfana', BareRoute)
limits.get('/limit/list', async (http) => {
  const statement = http.env.DB.prepare(LIST_THREADS).bind(http.req.query('project'), 'g', 51)
  return http.json((await statement.all()).results)
})
limits.get('/limit/text', async (http) => {
  const text = await http.env.LIMIT.getByName('text').text(Number(http.req.query('bytes')))
  return new Response(text, { headers: { 'content-type': 'application/json' } })
})
limits.post('/limit/insert', async (http) => http.json({ rows: await http.env.LIMIT.getByName('insert').insert() }))
limits.post('/limit/new', async (http) =>
  http.json({ rows: await http.env.LIMIT.getByName(crypto.randomUUID()).insert() }),
)

export default {
  ...worker,
  fetch(request, bindings, execution) {
    if (new URL(request.url).pathname.startsWith('/limit/')) return limits.fetch(request, bindings, execution)
    return worker.fetch(request, bindings, execution)
  },
} satisfies ExportedHandler<LimitBindings>

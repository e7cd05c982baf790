/** Answers Elasticsearch shippers as Elasticsearch would: their probes, and _bulk with one result per item. */
import { type BulkItem, bulkFormat } from '../formats/elastic.ts'
import type { IntakeFormat } from '../formats/format.ts'
import { type Answers, type Refusal, receiveLogs, retryHeaders, type SenderCall, statusOf } from './receive-logs.ts'

/** Beats refuse a server older than themselves; clients from 7.14 on require the product header. */
const VERSION = '8.19.0'
const HEADERS = { 'x-elastic-product': 'Elasticsearch', 'content-type': 'application/json' }

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } })

/**
 * Takes a bulk request of Elasticsearch; `index` is the one of the path. The answer has an item for each action, as
 * clients expect.
 */
export function elasticBulk(call: SenderCall, index: string | undefined): Promise<Response> {
  let items: readonly BulkItem[] = []
  const format = bulkFormat(index, (all) => {
    items = all
  })
  const answers: Answers = {
    success: () => json({ took: 1, errors: items.some((item) => item.draft === null), items: items.map(itemAnswer) }),
    refuse,
  }
  return receiveLogs({ call, format, answers })
}

function itemAnswer({ action, index, id, draft, reason }: BulkItem, i: number): object {
  const head = { _index: index, _id: id ?? `${Date.now().toString(36)}${i}` }
  if (draft === null)
    return { [action]: { ...head, status: 400, error: { type: 'illegal_argument_exception', reason } } }
  const shards = { total: 1, successful: 1, failed: 0 }
  return {
    [action]: { ...head, _version: 1, result: 'created', _shards: shards, _seq_no: i, _primary_term: 1, status: 201 },
  }
}

function refuse(refusal: Refusal): Response {
  // Shippers retry 429 and treat 503 as a node that is gone.
  const status = refusal.kind === 'overloaded' ? 429 : statusOf(refusal)
  const error = { type: typeOf(status), reason: refusal.message }
  return json({ error, status }, status, retryHeaders(refusal))
}

function typeOf(status: number): string {
  if (status === 401 || status === 403) return 'security_exception'
  return status === 429 ? 'es_rejected_execution_exception' : 'illegal_argument_exception'
}

/** One document: POST /{index}/_doc. */
function documentFormat(index: string): IntakeFormat {
  const bulk = bulkFormat(index)
  return {
    id: 'elastic_doc',
    name: 'Elasticsearch document',
    decode: (input) => {
      const line = new TextDecoder().decode(input.bytes).replaceAll('\n', ' ')
      return bulk.decode({ ...input, bytes: new TextEncoder().encode(`{"create":{}}\n${line}\n`) })
    },
  }
}

/** Takes a single document for an index of Elasticsearch. */
export function elasticDocument(call: SenderCall, index: string): Promise<Response> {
  const answers: Answers = {
    success: ({ accepted, reasons }) =>
      accepted === 0
        ? refuse({ kind: 'malformed', message: `${reasons.join('; ')}.` })
        : json({ _index: index, _id: Date.now().toString(36), _version: 1, result: 'created' }, 201),
    refuse,
  }
  return receiveLogs({ call, format: documentFormat(index), answers })
}

/** The probes of shippers before they send. They need no key, because the answers contain nothing of a tenant. */
export function elasticProbe(method: string, path: string): Response {
  if (method === 'HEAD') return new Response(null, { status: 200, headers: HEADERS })
  if (path === '' || path === '/') {
    return json({
      name: 'intake',
      cluster_name: 'intake',
      cluster_uuid: 'intake',
      version: {
        number: VERSION,
        build_flavor: 'default',
        lucene_version: '9.12.0',
        minimum_wire_compatibility_version: '7.17.0',
        minimum_index_compatibility_version: '7.0.0',
      },
      tagline: 'You Know, for Search',
    })
  }
  if (path.startsWith('/_license'))
    return json({ license: { status: 'active', uid: 'intake', type: 'basic', mode: 'basic' } })
  if (path.startsWith('/_xpack'))
    return json({ license: { status: 'active', type: 'basic', mode: 'basic' }, features: {} })
  if (path.startsWith('/_cluster/health'))
    return json({ cluster_name: 'intake', status: 'green', timed_out: false, number_of_nodes: 1 })
  if (path.startsWith('/_nodes'))
    return json({
      cluster_name: 'intake',
      nodes: { intake: { name: 'intake', version: VERSION, roles: ['ingest', 'data'] } },
    })
  if (path.startsWith('/_security/_authenticate')) return json({ username: 'intake', roles: [], enabled: true })
  // Templates, policies and pipelines are reported as present or as created.
  return json(method === 'GET' ? {} : { acknowledged: true })
}

/**
 * Elasticsearch and OpenSearch, searched by time. A search by range and order needs no point in time. It therefore
 * works with both engines, all their versions and serverless, and leaves nothing open on the cluster.
 */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome, PlatformAnswer, PlatformQuery, PullInput } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { givenHosts } from '../outbound/allowed-hosts.ts'
import { read } from '../platform-api.ts'
import { answerOfLines } from '../reading/answer.ts'
import { lineOfJson, memberOf } from '../reading/json-line.ts'
import { type Line, timeOf } from '../reading/line.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { apiOf, urlOfCloudId } from './api.ts'
import { type ElasticMetadata, type ElasticStream, elasticMetadata, elasticStream } from './metadata.ts'
import { elasticSetupSkill } from './setup-skill.ts'

const PAGE = 1000
/** The default of `index.max_result_window`. */
const PAGE_MAX = 10_000

const rootSchema = z.looseObject({ cluster_name: z.string(), version: z.looseObject({ number: z.string() }) })
const resolvedSchema = z.object({
  indices: z.array(z.looseObject({ name: z.string(), data_stream: z.string().optional() })),
  data_streams: z.array(z.looseObject({ name: z.string() })),
})
const hitsSchema = z.object({
  hits: z.object({
    hits: z.array(z.looseObject({ _id: z.string(), _index: z.string(), _source: z.record(z.string(), z.unknown()) })),
  }),
})

async function validate(
  deps: ConnectorDeps,
  metadata: ElasticMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const api = apiOf(deps, metadata)
  if (!api.ok) return api
  const root = await read(api.value, { path: '/' }, rootSchema)
  if (!root.ok) return root
  const allowed = await search(deps, metadata, metadata.index_pattern, { size: 0 })
  return allowed.ok ? success({ account: root.value.cluster_name }) : allowed
}

async function listResources(deps: ConnectorDeps, metadata: ElasticMetadata) {
  const api = apiOf(deps, metadata)
  if (!api.ok) return api
  const path = `/_resolve/index/${encodeURIComponent(metadata.index_pattern)}`
  const found = await read(api.value, { path }, resolvedSchema)
  if (!found.ok) return found
  const { data_streams, indices } = found.value
  // The indices that back a data stream are read through the data stream.
  const plain = indices.filter(({ name, data_stream }) => data_stream === undefined && !name.startsWith('.'))
  const names = [...data_streams, ...plain].map(({ name }) => name)
  return success({ resources: names.map((name) => ({ displayName: name, config: { index: name } })), nextCursor: null })
}

async function search(deps: ConnectorDeps, metadata: ElasticMetadata, index: string, body: object) {
  const api = apiOf(deps, metadata)
  if (!api.ok) return api
  const path = `/${encodeURIComponent(index)}/_search`
  return read(api.value, { method: 'POST', path, json: body, isRepeatable: true }, hitsSchema)
}

const timeFieldOf = ({ timestamp_field }: ElasticMetadata): string => timestamp_field ?? '@timestamp'

function windowOf(metadata: ElasticMetadata, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
  const [gte, lt] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  return { range: { [timeFieldOf(metadata)]: { gte, lt, format: 'strict_date_optional_time' } } }
}

async function pull(deps: ConnectorDeps, input: PullInput<ElasticMetadata, ElasticStream>) {
  const { metadata, config } = input
  const page = timePage(input, PAGE, PAGE_MAX)
  const found = await search(deps, metadata, config.index, {
    query: { bool: { filter: [windowOf(metadata, page)] } },
    sort: [{ [timeFieldOf(metadata)]: 'asc' }],
    size: page.limit,
    track_total_hits: false,
  })
  if (!found.ok) return found
  const { hits } = found.value.hits
  return success(pulledLines('elastic', page, linesOf(metadata, hits), hits.length >= page.limit))
}

function linesOf(metadata: ElasticMetadata, hits: z.infer<typeof hitsSchema>['hits']['hits']): Line[] {
  const field = timeFieldOf(metadata)
  return hits.flatMap(({ _id, _index, _source }) => {
    const time = timeOf(memberOf(_source, field))
    return time === null ? [] : [lineOfJson(_source, { id: `${_index}/${_id}`, time, omit: [field, 'data_stream'] })]
  })
}

/** Runs a query. A native query is Lucene syntax. Of a list of words, all must occur, in any field. */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: ElasticMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.signal !== 'logs' && query.signal !== 'events')
    return failure('bad_config', 'Only logs and events can be queried in Elasticsearch.')
  const limit = Math.min(query.limit, PAGE_MAX)
  const words = query.text.trim()
  const kind = query.isNative ? 'query_string' : 'simple_query_string'
  const asked = words === '' ? [] : [{ [kind]: { query: words, default_operator: 'and' } }]
  const found = await search(deps, metadata, metadata.index_pattern, {
    query: { bool: { filter: [windowOf(metadata, query), ...asked] } },
    sort: [{ [timeFieldOf(metadata)]: 'desc' }],
    size: limit,
    track_total_hits: false,
  })
  return found.ok ? success(answerOfLines(linesOf(metadata, found.value.hits.hits), limit)) : found
}

export const elastic: Connector<ElasticMetadata, ElasticStream> = {
  type: 'elastic',
  name: 'Elasticsearch / OpenSearch',
  metadata: elasticMetadata,
  streamConfig: elasticStream,
  setupSkill: elasticSetupSkill,
  mode: 'pull',
  hosts: ({ url, cloud_id }) => givenHosts(url ?? urlOfCloudId(cloud_id ?? '') ?? undefined),
  validate,
  listResources,
  pull,
  query,
}

/** Axiom: datasets, read with APL in its tabular form. */
import { z } from 'zod'
import type {
  Connector,
  ConnectorDeps,
  Failure,
  Outcome,
  PlatformAnswer,
  PlatformQuery,
  PullInput,
} from '../connector.ts'
import { failure, success } from '../failure.ts'
import { kqlRefusal } from '../native-query.ts'
import { belowVendor, givenHosts, vendorHosts } from '../outbound/allowed-hosts.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { answerOfLines, answerOfObjects } from '../reading/answer.ts'
import { lineOfJson } from '../reading/json-line.ts'
import { type Line, timeOf } from '../reading/line.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { type AxiomMetadata, type AxiomStream, axiomMetadata, axiomStream, EDGE_DOMAIN, edgeHost } from './metadata.ts'
import { axiomSetupSkill } from './setup-skill.ts'

const NAME = 'Axiom'
const HOST = 'api.axiom.co'
const ROWS = 1000
const ROWS_MAX = 10_000
/** The most datasets that one query by the agent reads. */
const DATASETS_ASKED_MAX = 5

const datasetsSchema = z.array(z.looseObject({ name: z.string().min(1), edgeDeploymentUrl: z.string().nullish() }))
const tabularSchema = z.object({
  tables: z
    .array(
      z.looseObject({
        fields: z.array(z.looseObject({ name: z.string() })),
        columns: z.array(z.array(z.unknown())).nullish(),
      }),
    )
    .min(1),
})

/** Axiom answers 403 for an unknown token too; its message tells that apart from a missing permission. */
function refine(response: OutboundResponse): Failure | null {
  if (response.status !== 403) return null
  const { data } = z.looseObject({ message: z.string() }).safeParse(response.json())
  if (/token|not found|invalid/i.test(data?.message ?? ''))
    return failure('bad_credentials', 'Axiom does not accept this token.')
  if (/org-id/i.test(data?.message ?? ''))
    return failure('bad_credentials', 'A personal token of Axiom needs org_id beside it.')
  return failure('missing_scope', 'This Axiom token may not list or query datasets; it needs Query and Datasets: Read.')
}

const apiOf = (deps: ConnectorDeps, { api_token, org_id }: AxiomMetadata, host = HOST): PlatformApi => ({
  http: deps.http,
  name: NAME,
  baseUrl: `https://${host}`,
  headers: { authorization: `Bearer ${api_token}`, ...(org_id === undefined ? {} : { 'x-axiom-org-id': org_id }) },
  isUserGiven: host !== HOST,
  refine,
})

const datasetsOf = (deps: ConnectorDeps, metadata: AxiomMetadata) =>
  read(apiOf(deps, metadata), { path: '/v2/datasets' }, datasetsSchema)

async function validate(deps: ConnectorDeps, metadata: AxiomMetadata): Promise<Outcome<{ readonly account: string }>> {
  const found = await datasetsOf(deps, metadata)
  if (!found.ok) return found
  return success({ account: metadata.org_id ?? `${found.value.length} datasets` })
}

async function listResources(deps: ConnectorDeps, metadata: AxiomMetadata) {
  const found = await datasetsOf(deps, metadata)
  if (!found.ok) return found
  const wanted = metadata.datasets ?? []
  const resources = found.value
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    .map(({ name, edgeDeploymentUrl }) => ({
      displayName: name,
      config: { dataset: name, ...edgeOf(edgeDeploymentUrl) },
    }))
  return success({ resources, nextCursor: null })
}

/**
 * The connection must name an edge host that Axiom does not own as `edge_domain`. Such a host in Axiom's answer is
 * ignored.
 */
function edgeOf(url: string | null | undefined): { edge_host?: string } {
  const host = edgeHost.safeParse(hostOf(url ?? ''))
  return host.success ? { edge_host: host.data } : {}
}

/** The address may be given with or without a scheme. */
const hostOf = (text: string): string => text.replace(/^https?:\/\//, '').replace(/\/.*$/s, '')

interface AplCall {
  readonly apl: string
  readonly fromMs: number
  readonly toMs: number
  readonly edgeHost?: string | undefined
}
type Row = Record<string, unknown>

async function runApl(
  deps: ConnectorDeps,
  metadata: AxiomMetadata,
  { apl, fromMs, toMs, edgeHost }: AplCall,
): Promise<Outcome<Row[]>> {
  const api = apiOf(deps, metadata, hostOf(edgeHost ?? metadata.edge_domain ?? HOST))
  const found = await read(
    { ...api, refine: refineQuery },
    {
      method: 'POST',
      path: '/v1/datasets/_apl',
      query: { format: 'tabular' },
      json: { apl, startTime: new Date(fromMs).toISOString(), endTime: new Date(toMs).toISOString() },
      isRepeatable: true,
    },
    tabularSchema,
  )
  return found.ok ? success(rowsOf(found.value)) : found
}

const refineQuery = (response: OutboundResponse): Failure | null =>
  response.status === 400
    ? failure('bad_config', 'Axiom refused the query: its syntax is wrong, or it names an unknown field.')
    : refine(response)

function rowsOf({ tables: [table] }: z.infer<typeof tabularSchema>): Row[] {
  const columns = table?.columns ?? []
  return (columns[0] ?? []).map((_, index) =>
    Object.fromEntries((table?.fields ?? []).map(({ name }, column) => [name, columns[column]?.[index]])),
  )
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

async function pull(deps: ConnectorDeps, input: PullInput<AxiomMetadata, AxiomStream>) {
  const { config, metadata } = input
  const page = timePage(input, ROWS, ROWS_MAX)
  const rows = await runApl(deps, metadata, {
    apl: `[${quoted(config.dataset)}] | sort by _time asc | limit ${page.limit}`,
    fromMs: page.fromMs,
    toMs: page.toMs,
    edgeHost: config.edge_host,
  })
  if (!rows.ok) return rows
  return success(pulledLines('axiom', page, linesOf(rows.value), rows.value.length >= page.limit))
}

function linesOf(rows: readonly Row[]): Line[] {
  return rows.flatMap((row) => {
    const time = timeOf(row['_time'])
    if (time === null) return []
    const id = typeof row['_rowId'] === 'string' ? row['_rowId'] : JSON.stringify(row)
    return [lineOfJson(row, { id, time, omit: ['_sysTime', '_rowId', '_cursor'] })]
  })
}

/**
 * Queries datasets. A native query is APL, which names its dataset. Words are searched in the messages of the chosen
 * datasets.
 */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: AxiomMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  const window = { fromMs: query.fromMs, toMs: query.toMs }
  if (query.isNative) {
    const refusal = kqlRefusal(NAME, query.text)
    if (refusal !== null) return refusal
    const rows = await runApl(deps, metadata, { apl: query.text, ...window })
    return rows.ok ? success(answerOfObjects(rows.value, query.limit)) : rows
  }
  const datasets = await listResources(deps, metadata)
  if (!datasets.ok) return datasets
  const words = query.text.trim()
  const where = words === '' ? '' : ` | where message contains "${words.replaceAll(/["\\]/g, '\\$&')}"`
  const lines: Line[] = []
  for (const { config } of datasets.value.resources.slice(0, DATASETS_ASKED_MAX)) {
    const apl = `[${quoted(config.dataset)}]${where} | sort by _time desc | limit ${query.limit}`
    const rows = await runApl(deps, metadata, { apl, ...window, edgeHost: config.edge_host })
    if (rows.ok) lines.push(...linesOf(rows.value))
    // A dataset without the field `message` refuses the query; the other datasets may still answer.
    else if (rows.kind !== 'bad_config') return rows
  }
  return success(answerOfLines(lines, query.limit))
}

export const axiom: Connector<AxiomMetadata, AxiomStream> = {
  type: 'axiom',
  name: NAME,
  metadata: axiomMetadata,
  streamConfig: axiomStream,
  setupSkill: axiomSetupSkill,
  mode: 'pull',
  hosts: ({ edge_domain }) => [...vendorHosts(HOST), belowVendor(EDGE_DOMAIN), ...givenHosts(edge_domain)],
  validate,
  listResources,
  pull,
  query,
}

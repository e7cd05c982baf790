/** SQL over HTTP. It uses the user's ClickHouse connection, or creates one for each read and removes it afterwards. */
import { z } from 'zod'
import type { ConnectorDeps, Failure, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { jsonOf } from '../json-text.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { answer, type PlatformApi, read, remove } from '../platform-api.ts'
import { basicAuth } from '../reading/encoding.ts'
import type { BetterStackMetadata } from './metadata.ts'

export const NAME = 'Better Stack'
/** Limits the lifetime of a created connection, in case its removal fails. */
const VALID_MS = 15 * 60_000
const NOTE_PREFIX = 'obs-'

export const apiOf = ({ http }: ConnectorDeps, { api_token }: BetterStackMetadata): PlatformApi => ({
  http,
  name: NAME,
  baseUrl: 'https://telemetry.betterstack.com',
  headers: { authorization: `Bearer ${api_token}` },
})

interface Access {
  readonly host: string
  readonly username: string
  readonly password: string
}

const connectionSchema = z.object({
  data: z.object({
    id: z.string().min(1),
    attributes: z.looseObject({ host: z.string().min(1), username: z.string(), password: z.string() }),
  }),
})
const listSchema = z.object({
  data: z.array(z.object({ id: z.string(), attributes: z.looseObject({ note: z.string().nullish() }) })),
})

/** Runs `use` with a connection, and removes the connection if it was created here. */
export async function withConnection<Value>(
  deps: ConnectorDeps,
  metadata: BetterStackMetadata,
  use: (access: Access) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { connection_host: host, connection_username: username, connection_password: password } = metadata
  if (host !== undefined && username !== undefined && password !== undefined) return use({ host, username, password })
  const api = apiOf(deps, metadata)
  const note = `${NOTE_PREFIX}${crypto.randomUUID()}`
  const team = metadata.team_name === undefined ? {} : { team_names: [metadata.team_name] }
  const json = {
    client_type: 'clickhouse',
    ...team,
    valid_until: new Date(deps.now() + VALID_MS).toISOString(),
    note,
  }
  const made = await read(api, { method: 'POST', path: '/api/v1/connections', json }, connectionSchema)
  if (!made.ok) {
    // The connection may exist even if the answer to its creation was lost or cut off.
    if (made.kind === 'unreachable' || made.kind === 'unexpected_shape') await removeByNote(api, note)
    return made
  }
  try {
    return await use(made.value.data.attributes)
  } finally {
    await remove(api, { path: `/api/v1/connections/${encodeURIComponent(made.value.data.id)}` })
  }
}

async function removeByNote(api: PlatformApi, note: string): Promise<void> {
  const listed = await read(api, { path: '/api/v1/connections' }, listSchema)
  if (!listed.ok) return
  for (const { id, attributes } of listed.value.data) {
    if (attributes.note === note) await remove(api, { path: `/api/v1/connections/${encodeURIComponent(id)}` })
  }
}

/** Reads rows in FORMAT JSONEachRow. An error may follow rows that were already sent. */
export async function runSql(
  { http }: ConnectorDeps,
  { host, username, password }: Access,
  sql: string,
): Promise<Outcome<Record<string, unknown>[]>> {
  const api: PlatformApi = {
    http,
    name: NAME,
    baseUrl: `https://${host.replace(/^https:\/\//, '')}`,
    headers: { authorization: basicAuth(username, password), 'content-type': 'text/plain' },
    isUserGiven: true,
    refine,
  }
  const query = { output_format_pretty_row_numbers: 0 }
  const outcome = await answer(api, { method: 'POST', path: '/', query, body: sql, isRepeatable: true })
  return outcome.ok ? rowsOf(outcome.value.text()) : outcome
}

/** ClickHouse identifies the problem by an exception code: 516 is a wrong password, 60 an unknown table. */
function refine({ status, headers }: OutboundResponse): Failure | null {
  const code = headers.get('x-clickhouse-exception-code')
  if (code === '516')
    return failure('bad_credentials', 'Better Stack does not accept the connection’s user or password.')
  if (code === '60') return failure('not_found', 'Better Stack no longer has that source.')
  if (code !== null && status < 500)
    return failure('bad_config', `Better Stack refused the query (ClickHouse error ${code}).`)
  return null
}

function rowsOf(text: string): Outcome<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const row = z.record(z.string(), z.unknown()).safeParse(jsonOf(line))
    if (!row.success) {
      return /^Code: \d+/.test(line)
        ? failure('vendor_error', 'Better Stack’s answer to the query was cut off.')
        : failure('unexpected_shape', 'Better Stack did not answer the query with rows.')
    }
    rows.push(row.data)
  }
  return success(rows)
}

/** New Relic: read with NRQL, by pulls and by the agent. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Outcome, PlatformAnswer, PlatformQuery, PullInput } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import { answerOfLines, answerOfObjects } from '../reading/answer.ts'
import { lineOfJson } from '../reading/json-line.ts'
import { type Line, timeOf } from '../reading/line.ts'
import { pulledLines, timePage } from '../reading/time-page.ts'
import { askNerdGraph, HOSTS, literal, NAME, runNrql } from './api.ts'
import { type NewRelicMetadata, type NewRelicStream, newRelicMetadata, newRelicStream } from './metadata.ts'
import { newRelicSetupSkill } from './setup-skill.ts'

/** The highest LIMIT on the default plan. */
const ROWS_MAX = 2000
const SERVICES = 'SELECT count(*) FROM Log FACET service.name SINCE 1 day ago LIMIT MAX'
const WHO = '{ actor { user { id email name } accounts { id name } } }'
const whoSchema = z.object({
  data: z.object({
    actor: z.object({
      user: z.object({ id: z.union([z.string(), z.number()]) }),
      accounts: z.array(z.object({ id: z.number(), name: z.string().nullish() })),
    }),
  }),
})

async function validate(
  deps: ConnectorDeps,
  metadata: NewRelicMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const who = await askNerdGraph(deps, metadata, WHO, {}, whoSchema)
  if (!who.ok) return who
  const account = who.value.data.actor.accounts.find(({ id }) => id === metadata.account_id)
  if (account === undefined) {
    return failure(
      'missing_scope',
      `The user of this key has no access to the New Relic account ${metadata.account_id}. Check the number, or give the user access.`,
    )
  }
  return success({ account: account.name ?? `account ${account.id}` })
}

async function listResources(deps: ConnectorDeps, metadata: NewRelicMetadata) {
  const found = await runNrql(deps, metadata, SERVICES)
  if (!found.ok) return found
  const services = found.value.flatMap((row) => {
    const service = row['service.name'] ?? row['facet']
    return typeof service === 'string' && service !== '' ? [service] : []
  })
  return success({
    resources: services.map((service) => ({ displayName: service, config: { service } })),
    nextCursor: null,
  })
}

async function pull(deps: ConnectorDeps, input: PullInput<NewRelicMetadata, NewRelicStream>) {
  const page = timePage(input, ROWS_MAX)
  const rows = await runNrql(
    deps,
    input.metadata,
    `SELECT * FROM Log WHERE \`service.name\` = ${literal(input.config.service)} SINCE ${page.fromMs} UNTIL ${page.toMs} ORDER BY timestamp ASC LIMIT ${page.limit}`,
  )
  if (!rows.ok) return rows
  return success(
    pulledLines('new_relic', page, linesOf(rows.value, input.config.service), rows.value.length >= page.limit),
  )
}

function linesOf(rows: readonly Readonly<Record<string, unknown>>[], service?: string): Line[] {
  return rows.flatMap((row) => {
    const time = timeOf(row['timestamp'])
    if (time === null) return []
    const id = typeof row['messageId'] === 'string' ? row['messageId'] : JSON.stringify(row)
    return [lineOfJson(row, { id, time, omit: ['messageId'], ...(service === undefined ? {} : { service }) })]
  })
}

const TABLES = { traces: 'Span', metrics: 'Metric', events: 'Transaction', issues: 'TransactionError' } as const

/** Runs a native NRQL query unchanged, but adds the window if the query has none. */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: NewRelicMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  const limit = Math.min(query.limit, ROWS_MAX)
  const window = `SINCE ${query.fromMs} UNTIL ${query.toMs}`
  if (query.isNative) {
    const nrql = /\b(since|until)\b/i.test(query.text) ? query.text : `${query.text} ${window}`
    const rows = await runNrql(deps, metadata, nrql)
    return rows.ok ? success(answerOfObjects(rows.value, limit)) : rows
  }
  const like = literal(`%${query.text}%`)
  if (query.signal === 'logs') {
    const where = query.text.trim() === '' ? '' : `WHERE message LIKE ${like} `
    const rows = await runNrql(
      deps,
      metadata,
      `SELECT * FROM Log ${where}${window} ORDER BY timestamp DESC LIMIT ${limit}`,
    )
    return rows.ok ? success(answerOfLines(linesOf(rows.value), limit)) : rows
  }
  const column = { traces: 'name', metrics: 'metricName', events: 'name', issues: 'error.message' }[query.signal]
  const where = query.text.trim() === '' ? '' : `WHERE \`${column}\` LIKE ${like} `
  const rows = await runNrql(deps, metadata, `SELECT * FROM ${TABLES[query.signal]} ${where}${window} LIMIT ${limit}`)
  return rows.ok ? success(answerOfObjects(rows.value, limit)) : rows
}

export const newRelic: Connector<NewRelicMetadata, NewRelicStream> = {
  type: 'new_relic',
  name: NAME,
  metadata: newRelicMetadata,
  streamConfig: newRelicStream,
  setupSkill: newRelicSetupSkill,
  mode: 'pull',
  hosts: ({ region }) => vendorHosts(HOSTS[region]),
  validate,
  listResources,
  pull,
  query,
}

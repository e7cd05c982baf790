/**
 * DuckDB and ClickHouse (chdb) over the same corpus, in process, and SQLite rows with FTS5. The packages of the first two
 * are large and stay outside of the project: `PEERS=<folder with node_modules>`; without it the queries run alone.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { corpusRecord, RARE_WORD } from './corpus.ts'

export interface Peer {
  readonly name: string
  readonly run: (sql: string) => Promise<void>
  readonly bytes: () => number
  readonly close: () => void
}

/** SQL of each query by its name; `t` is microseconds since the start of the day. */
const HOUR = 3_600_000_000
export const SQL: Readonly<Record<string, string>> = {
  'count per minute 24 h': 'select intDiv(t, 60000000) m, count(*) from log group by m order by m',
  'top services 24 h': 'select svc, count(*) c from log group by svc order by c desc limit 10',
  'errors of one service, newest 100':
    "select * from log where svc = 'payment' and sev >= 17 order by t desc limit 100",
  'common word, newest 100': "select * from log where body like '%order%' order by t desc limit 100",
  'rare word, newest 100': `select * from log where body like '%${RARE_WORD}%' order by t desc limit 100`,
  'rare word, count 24 h': `select count(*) from log where body like '%${RARE_WORD}%'`,
  'substring, count 24 h': "select count(*) from log where body like '%illfeath%'",
  'attributes[region] count 24 h': 'select {region} r, count(*) from log group by r',
  'attributes[region] count 1 h': `select {region} r, count(*) from log where t >= ${10 * HOUR} and t < ${11 * HOUR} group by r`,
}

/** The corpus as lines of JSON, which both read. */
function writeCorpus(path: string, records: number): void {
  const lines: string[] = []
  for (let n = 0; n < records; n++) {
    const log = corpusRecord(n, { records })
    const { attributes, body, severityNumber: sev, traceId: trace, spanId: span } = log
    const row = { t: Math.floor(log.time.nanos / 1_000), sev, svc: log.resource.service, body, trace, span }
    lines.push(JSON.stringify({ ...row, attrs: JSON.stringify(attributes) }))
  }
  writeFileSync(path, lines.join('\n'))
}

async function duckdb(load: NodeJS.Require, folder: string, corpus: string): Promise<Peer> {
  // Packages outside of the project have no types here; this is what is used of them.
  const { DuckDBInstance } = load('@duckdb/node-api') as {
    DuckDBInstance: {
      create: (
        path: string,
      ) => Promise<{ connect: () => Promise<{ run: (sql: string) => Promise<{ getRows: () => Promise<unknown[]> }> }> }>
    }
  }
  const path = join(folder, 'duck.db')
  const connection = await (await DuckDBInstance.create(path)).connect()
  const columns =
    "{t: 'BIGINT', sev: 'UTINYINT', svc: 'VARCHAR', body: 'VARCHAR', trace: 'VARCHAR', span: 'VARCHAR', attrs: 'VARCHAR'}"
  await connection.run(
    `create table log as select * from read_json('${corpus}', format = 'newline_delimited', columns = ${columns})`,
  )
  await connection.run('checkpoint')
  const dialect = (sql: string) =>
    sql.replace('intDiv(t, 60000000)', 't // 60000000').replace('{region}', "json_extract_string(attrs, '$.region')")
  return {
    name: 'DuckDB',
    run: async (sql) => void (await (await connection.run(dialect(sql))).getRows()),
    bytes: () => statSync(path).size,
    close: () => {},
  }
}

function clickhouse(load: NodeJS.Require, folder: string, corpus: string): Peer {
  const { Session } = load('chdb') as {
    Session: new (path: string) => { query: (sql: string, format?: string) => string; cleanup: () => void }
  }
  const session = new Session(join(folder, 'ch'))
  session.query('create database d engine = Atomic')
  session.query(`create table d.log (t Int64, sev UInt8, svc LowCardinality(String), body String, trace String, span String,
    attrs String) engine = MergeTree order by (svc, t)`)
  session.query(`insert into d.log select * from file('${corpus}', 'JSONEachRow')`)
  session.query('optimize table d.log final')
  const dialect = (sql: string) =>
    sql.replace('from log', 'from d.log').replace('{region}', "JSONExtractString(attrs, 'region')")
  return {
    name: 'ClickHouse',
    run: async (sql) => void session.query(dialect(sql), 'JSONCompact'),
    // Of the parts in use: what a merge replaced stays in the folder for minutes.
    bytes: () =>
      Number(session.query("select sum(bytes_on_disk) from system.parts where active and database = 'd'", 'TSV')),
    close: () => session.cleanup(),
  }
}

/** A row a record, two indexes, and FTS5 over the body: what most would begin with. */
function sqlite(folder: string, records: number): Peer {
  const path = join(folder, 'rows.db')
  const database = new DatabaseSync(path)
  database.exec(`create table log (id integer primary key, t integer, sev integer, svc text, body text, trace text,
    span text, attrs text);
    create virtual table words using fts5(body, content = log, content_rowid = id)`)
  const insert = database.prepare(
    'insert into log (t, sev, svc, body, trace, span, attrs) values (?, ?, ?, ?, ?, ?, ?)',
  )
  database.exec('begin')
  for (let n = 0; n < records; n++) {
    const { time, severityNumber, resource, body, traceId, spanId, attributes } = corpusRecord(n, { records })
    const micros = Math.floor(time.nanos / 1_000)
    insert.run(micros, severityNumber, resource.service, body, traceId, spanId, JSON.stringify(attributes))
  }
  database.exec(`create index log_t on log (t); create index log_svc on log (svc, t);
    insert into words (words) values ('rebuild'); commit`)
  const dialect = (sql: string) =>
    sql
      .replace('intDiv(t, 60000000)', 't / 60000000')
      .replace('{region}', "attrs ->> '$.region'")
      .replace(/body like '%(order|quillfeather)%'/, "id in (select rowid from words where words match '$1')")
  return {
    name: 'FTS5',
    run: async (sql) => void database.prepare(dialect(sql)).all(),
    bytes: () => statSync(path).size,
    close: () => database.close(),
  }
}

export async function startPeers(
  records: number,
): Promise<{ readonly peers: readonly Peer[]; readonly close: () => void }> {
  const packages = process.env['PEERS']
  if (packages === undefined) return { peers: [], close: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'telemetry-peers-'))
  const corpus = join(folder, 'corpus.jsonl')
  writeCorpus(corpus, records)
  const load = createRequire(join(packages, 'package.json'))
  const peers = [await duckdb(load, folder, corpus), clickhouse(load, folder, corpus), sqlite(folder, records)]
  return {
    peers,
    close: () => {
      for (const peer of peers) peer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

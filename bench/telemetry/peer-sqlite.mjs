// The peer: plain Node, our own protobuf reader, node:sqlite (WAL, synchronous=full), a row a record and two indexes.
import { mkdtempSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { build } from 'esbuild'

const folder = mkdtempSync(join(tmpdir(), 'telemetry-peer-'))
const decoder = join(folder, 'decode.mjs')
await build({
  entryPoints: [join(import.meta.dirname, '../../src/intake/otlp/protobuf.ts')],
  outfile: decoder,
  bundle: true,
  format: 'esm',
  platform: 'node',
})
const { decodeLogs } = await import(decoder)
const database = new DatabaseSync(join(folder, 'peer.db'))
database.exec(`pragma journal_mode=wal; pragma synchronous=full;
  create table log(id integer primary key, ts integer not null, sev integer not null, svc text not null, body text not null, attrs text not null);
  create index log_ts on log(ts); create index log_svc on log(svc, ts)`)
const insert = database.prepare('insert into log(ts, sev, svc, body, attrs) values(?, ?, ?, ?, ?)')

const server = http
  .createServer((request, response) => {
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const resources = decodeLogs(gunzipSync(Buffer.concat(parts)))
      database.exec('begin')
      for (const { attributes, scopes } of resources) {
        for (const { items } of scopes) {
          for (const log of items) {
            const micros = log.time.day * 86_400_000_000 + Math.floor(log.time.nanos / 1_000)
            insert.run(
              micros,
              log.severityNumber,
              String(attributes['service.name']),
              String(log.body),
              JSON.stringify(log.attributes),
            )
          }
        }
      }
      database.exec('commit')
      response.end('{}')
    })
  })
  .listen(0, '127.0.0.1', () => console.log(server.address().port))

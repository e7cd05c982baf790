import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { severityFromBody, severityFromText, severityOf } from '../../src/telemetry/read-severity.ts'

it.each([
  ['16:48:16.545 INFO  t.c.Controller#129 started', 9],
  ['2026-01-01 10:00:00,123 ERROR [main] c.a.B - failed', 17],
  ['[2026-01-01T10:00:00Z] [warn] slow query', 13],
  ['level=error msg="connection refused"', 17],
  ['2026-01-01 10:00:00;WARNING;QUAY;berth 2: ramp sensor gives no reading', 13],
  ['2026-01-01 10:00:00,ERROR,quay,berth 2 is not free', 17],
  ['Jan 01 10:00:00.123 ERRO plan not loaded, vessel: aurora', 17],
  ['fail: Orders.Api.Handler[12]', 17],
  ['fail: nobody came', 0],
  ['{"@t":"2026-01-01T10:00:00Z","@m":"Printer tray 1 is empty","@l":"Warning"}', 13],
  ['{"@level":"error","@message":"plugin exited","@timestamp":"2026-01-01T10:00:00Z"}', 17],
  ['{"level":"warn","msg":"x"}', 13],
  ['{"level":50,"time":1,"msg":"x"}', 17],
  ['{"severity":"CRITICAL","message":"x"}', 21],
  ['E0102 15:04:05.678901       1 reflector.go:138] failed', 17],
  ['2026-01-01T10:00:00.123Z W no opponents in range', 13],
  ['01-02 10:00:00.123  1234  1240 E Player: cannot decode', 17],
  ['time=10:00:00 level=E msg=failed', 17],
  ['{"lvl":"W","msg":"x"}', 13],
  ['<131>1 2026-01-01T10:00:00Z host app 881 - - lock wait timeout', 17],
  ['<34>Oct 11 22:14:15 host su: failed for lonvick', 21],
  ['<13>Oct 11 22:14:15 host app: ERROR is what it says', 10],
  ['<999> is no priority', 0],
  ['10:00 I was told that all is well', 9],
  ['plan W was taken', 0],
  ['panic: runtime error: index out of range', 21],
  ['Traceback (most recent call last):\n  File "a.py"', 17],
  ['java.lang.NullPointerException: x', 17],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432', 17],
  ['debug: cache miss', 5],
  ['user informed about the error in settings', 0],
  ['GET /errors 200', 0],
  ['[constructor] made a widget', 0],
  ['time=10:00:00 log.level=error msg=failed', 17],
  ['api-1  | {"time":"10:00","level":"error","msg":"failed"}', 17],
  ['2026-01-01 10:00:00 EMERGENCY power lost', 21],
  ['took {"levels":3} of {"a":1}', 0],
  ['2026/01/01 10:00:00 warning: quota of a tenant exceeded', 13],
  ['[10:00:00] warning: the picture is late', 13],
  ['[2026-01-01 10:00:00] error: no such file', 17],
  ['Jan  1 10:00:00 host-1 ingest[311]: warning: a station has not reported', 13],
  ['Jan  1 10:00:00 host-1 mailer[311]: warning level 2 mailed to 14 people', 0],
  ['2026/01/01 10:00:00 error rate is fine', 0],
  ['[12:50:05 WRN] Charge declined: insufficient funds', 13],
  ['[2026-01-01 10:00:00,345: WARNING/Worker-2] task tidy retried', 13],
  ['[Mon Jan 05 10:00:00.060000 2026] [php:warn] [pid 920] PHP Warning:  no such variable', 13],
  ['@45039.970 <W> pump.cpp:80 pump 2 does not answer', 13],
  ['[E] no route to pump 2', 17],
  ['DFHXX3443W 01/05/2026 10:00:00 TRANSACTION WAITED FOR A TASK', 13],
  ['12.40.45 JOB04776  +LIB0222E SHELF 8381 HAS NO ROOM', 17],
  ['IEF403I NIGHTLY STARTED', 9],
  ['[2026-01-01T10:00:00.123+00:00] orders.WARNING: no such order [] []', 13],
  ['[2026-01-01 10:00:00] production.ERROR: cannot connect {"exception":"x"}', 17],
  ['[2026-01-01 10:00:00] local.INFO: the answer was ERROR 5', 9],
  ['a route with [zone:north] <W> on it', 0],
  ['order SKU12345W shipped', 0],
  ['', 0],
])('reads %j as %i', (body, expected) => {
  expect(severityFromBody(body)).toBe(expected)
})

it('the number of the sender comes before its text, and its text before the body', () => {
  expect(severityOf({ severityNumber: 5, severityText: 'WARN', body: 'ERROR: x' })).toBe(5)
  expect(severityOf({ severityNumber: 0, severityText: 'WARN', body: 'ERROR: x' })).toBe(13)
  expect(severityOf({ severityNumber: 0, severityText: 'stdout', body: 'ERROR: x' })).toBe(17)
})

const samples = [process.env['SHARED_DIR'], '../shared', '../../shared']
  .filter((path) => path !== undefined)
  .map((path) => resolve(path, 'loghub'))
  .find((path) => existsSync(path))
/** Sets whose lines have a level, which people who labelled them wrote beside each line. */
const LEVELLED = ['Android', 'Apache', 'BGL', 'HDFS', 'Spark', 'Zookeeper']

describe.skipIf(samples === undefined)(
  'lines of public systems (skipped without ../shared/loghub beside the checkout)',
  () => {
    const linesOf = (set: string) =>
      readFileSync(join(samples ?? '', `${set}_2k.log`), 'utf8')
        .split(/\r?\n/)
        .filter((line) => line !== '')

    it.each(LEVELLED)('the level of every line of %s is the one that its labels give', (set) => {
      const table = readFileSync(join(samples ?? '', `${set}_2k.log_structured.csv`))
      const labels: { readonly Level: string }[] = parse(table, { columns: true, bom: true, relax_quotes: true })
      const read = linesOf(set).map(severityFromBody)
      expect(read).toEqual(labels.map(({ Level }) => severityFromText(Level)))
      expect(read).not.toContain(0)
    })

    it('lines of a system without levels have none, but for those that begin their message with one', () => {
      const read = [...linesOf('OpenSSH'), ...linesOf('Linux')].filter((line) => severityFromBody(line) !== 0)
      expect(new Set(read.map((line) => /: (.*)/.exec(line.slice(16))?.[1]))).toEqual(
        new Set([
          'ALERT exited abnormally with [1]',
          'error: Received disconnect from 103.99.0.122: 14: No more user authentication methods available. [preauth]',
          'error: Received disconnect from 195.154.37.122: 3: com.jcraft.jsch.JSchException: Auth fail [preauth]',
          'fatal: Write failed: Connection reset by peer [preauth]',
          "warning: can't get client address: Connection reset by peer",
        ]),
      )
    })
  },
)

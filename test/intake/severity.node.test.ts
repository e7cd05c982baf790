import { expect, it } from 'vitest'
import { severityFromBody } from '../../src/telemetry/read-severity.ts'

it.each([
  ['16:48:16.545 INFO  t.c.Controller#129 started', 9],
  ['2026-01-01 10:00:00,123 ERROR [main] c.a.B - failed', 17],
  ['[2026-01-01T10:00:00Z] [warn] slow query', 13],
  ['level=error msg="connection refused"', 17],
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
  ['', 0],
])('reads %j as %i', (body, expected) => {
  expect(severityFromBody(body)).toBe(expected)
})

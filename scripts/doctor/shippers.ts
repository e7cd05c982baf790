/** Shippers and clients: software that someone configures with a URL. */
import { type DoctorFormat, every, header, json, type Mark, status } from './format.ts'

const iso = ({ atMs }: Mark) => new Date(atMs).toISOString()
const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`
const CUT_JSON = '{"cut": "off'

const webhook: DoctorFormat = {
  id: 'webhook',
  append: '',
  contentType: 'application/json',
  body: (mark) => JSON.stringify([{ timestamp: mark.atMs, level: 'info', service: 'doctor', message: mark.word }]),
  success: every(
    status(202),
    json(['accepted'], (value) => value === 1),
  ),
  probes: [],
  malformed: { body: CUT_JSON, expect: status(400) },
}

const otlp: DoctorFormat = {
  id: 'otlp',
  append: '/v1/logs',
  contentType: 'application/json',
  body: (mark) => {
    const record = { timeUnixNano: `${mark.atMs}000000`, severityNumber: 9, body: { stringValue: mark.word } }
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'doctor' } }] }
    return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] })
  },
  success: status(200),
  probes: [{ name: 'an empty export', method: 'POST', at: 'delivery', body: '{}', expect: status(200) }],
  malformed: { body: CUT_JSON, expect: status(400) },
}

const loki: DoctorFormat = {
  id: 'loki',
  append: '/loki/api/v1/push',
  contentType: 'application/json',
  body: (mark) =>
    JSON.stringify({
      streams: [{ stream: { service_name: 'doctor', level: 'info' }, values: [[`${mark.atMs}000000`, mark.word]] }],
    }),
  success: status(204),
  probes: [
    { name: 'a push without streams', method: 'POST', at: 'delivery', body: '{"streams":[]}', expect: status(204) },
  ],
  malformed: { body: CUT_JSON, expect: status(400) },
}

const elasticBulk: DoctorFormat = {
  id: 'elastic_bulk',
  append: '/_bulk',
  contentType: 'application/x-ndjson',
  body: (mark) =>
    lines([
      { create: { _index: 'logs-doctor' } },
      { '@timestamp': iso(mark), message: mark.word, log: { level: 'info' }, service: { name: 'doctor' } },
    ]),
  success: every(
    status(200),
    json(['errors'], (value) => value === false),
    json(['items', 0, 'create', 'status'], (value) => value === 201),
  ),
  probes: [
    {
      name: 'HEAD /',
      method: 'HEAD',
      at: 'base',
      path: '/',
      expect: every(status(200), header('x-elastic-product', 'Elasticsearch')),
    },
    {
      name: 'version 8 or later',
      method: 'GET',
      at: 'base',
      path: '/',
      expect: json(['version', 'number'], (value) => typeof value === 'string' && Number.parseInt(value, 10) >= 8),
    },
    {
      name: 'an active licence',
      method: 'GET',
      at: 'base',
      path: '/_license',
      expect: json(['license', 'status'], (value) => value === 'active'),
    },
  ],
  malformed: { body: 'no action\n', expect: status(400) },
}

const hecCode = (code: number) => json(['code'], (value) => value === code)

const splunkHec: DoctorFormat = {
  id: 'splunk_hec',
  append: '/services/collector/event',
  contentType: 'application/json',
  body: (mark) => {
    const event = { message: mark.word, severity: 'info' }
    return JSON.stringify({ time: mark.atMs / 1000, host: 'doctor', event, fields: { 'service.name': 'doctor' } })
  },
  success: every(status(200), hecCode(0)),
  probes: [
    { name: 'health', method: 'GET', at: 'base', path: '/services/collector/health', expect: hecCode(17) },
    { name: 'an empty body is “No data”', method: 'POST', at: 'delivery', body: '', expect: hecCode(5) },
  ],
  malformed: { body: CUT_JSON, expect: every(status(400), hecCode(6)) },
}

const datadog: DoctorFormat = {
  id: 'datadog',
  append: '/api/v2/logs',
  contentType: 'application/json',
  body: (mark) =>
    JSON.stringify([
      { message: mark.word, status: 'info', service: 'doctor', ddsource: 'doctor', timestamp: mark.atMs },
    ]),
  success: status(202),
  probes: [
    { name: 'the empty object of the agent', method: 'POST', at: 'delivery', body: '{}', expect: status(202) },
    {
      name: 'validation of the key',
      method: 'GET',
      at: 'base',
      path: '/api/v1/validate',
      expect: every(
        status(200),
        json(['valid'], (value) => value === true),
      ),
    },
  ],
  malformed: { body: CUT_JSON, expect: status(400) },
}

const syslog: DoctorFormat = {
  id: 'syslog',
  append: '',
  contentType: 'text/plain',
  body: (mark) => `<14>1 ${iso(mark)} host1 doctor - - - ${mark.word}\n`,
  success: status(202),
  probes: [],
  malformed: { body: 'no priority', expect: status(400) },
}

const journald: DoctorFormat = {
  id: 'journald',
  append: '',
  contentType: 'application/vnd.fdo.journal',
  body: (mark) =>
    `__REALTIME_TIMESTAMP=${mark.atMs * 1000}\nPRIORITY=6\nSYSLOG_IDENTIFIER=doctor\nMESSAGE=${mark.word}\n\n`,
  success: status(202),
  probes: [],
  malformed: { body: 'MESSAGE\ncut', expect: status(400) },
}

export const SHIPPERS: readonly DoctorFormat[] = [
  webhook,
  otlp,
  loki,
  elasticBulk,
  splunkHec,
  datadog,
  syslog,
  journald,
]

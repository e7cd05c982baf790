/** Platforms that push: what a drain, a sink or a subscription sends of its own accord. */
import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { type DoctorFormat, every, header, json, type Mark, type Probe, status } from './format.ts'

const iso = ({ atMs }: Mark) => new Date(atMs).toISOString()
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const probe = (name: string, body: string, wanted = 200): Probe => ({
  name,
  method: 'POST',
  at: 'delivery',
  body,
  expect: status(wanted),
})
/** What most drains have in common: JSON to the delivery URL itself, 200, and 400 for anything else. */
const JSON_DRAIN = {
  append: '',
  contentType: 'application/json',
  success: status(200),
  malformed: { body: 'no json', expect: status(400) },
} satisfies Partial<DoctorFormat>

const logplex: DoctorFormat = {
  id: 'logplex',
  append: '',
  contentType: 'application/logplex-1',
  headers: ({ word }) => ({
    'logplex-msg-count': '1',
    'logplex-frame-id': word,
    'logplex-drain-token': 'd.doctor',
    'user-agent': 'Logplex/v72',
  }),
  body: (mark) => {
    const line = `<190>1 ${iso(mark)} host app web.1 - ${mark.word}\n`
    return `${Buffer.byteLength(line)} ${line}`
  },
  success: status(204),
  probes: [],
  malformed: { body: '99 <190>1 cut', expect: status(400) },
}

const CLOUDWATCH = { messageType: 'DATA_MESSAGE', owner: '123456789012', logGroup: '/doctor', logStream: 's' }

function firehoseBody(requestId: string, record: object): string {
  const data = gzipSync(JSON.stringify(record)).toString('base64')
  return JSON.stringify({ requestId, timestamp: Date.now(), records: [{ data }] })
}

const firehose: DoctorFormat = {
  id: 'firehose',
  append: '',
  contentType: 'application/json',
  headers: ({ word }) => ({ 'x-amz-firehose-protocol-version': '1.0', 'x-amz-firehose-request-id': word }),
  body: ({ word, atMs }) =>
    firehoseBody(word, { ...CLOUDWATCH, logEvents: [{ id: '1', timestamp: atMs, message: word }] }),
  success: every(
    status(200),
    json(['requestId'], (value) => typeof value === 'string' && value !== ''),
    json(['timestamp'], (value) => typeof value === 'number'),
  ),
  probes: [
    {
      ...probe('the control message of CloudWatch', firehoseBody('control', { messageType: 'CONTROL_MESSAGE' })),
      expect: status(200),
    },
  ],
  malformed: { body: '{"records":[]}', expect: status(400) },
}

const pubsub: DoctorFormat = {
  id: 'pubsub',
  append: '',
  contentType: 'application/json',
  body: (mark) => {
    const resource = { type: 'cloud_run_revision', labels: { service_name: 'doctor' } }
    const entry = { timestamp: iso(mark), severity: 'INFO', textPayload: mark.word, logName: 'projects/p/logs/run' }
    const message = { data: base64({ ...entry, resource }), messageId: mark.word, publishTime: iso(mark) }
    return JSON.stringify({ message, subscription: 'projects/p/subscriptions/doctor' })
  },
  success: status(204),
  probes: [probe('a message without data', '{"message":{"messageId":"empty"},"subscription":"s"}', 204)],
  // What is not acknowledged comes again for days.
  malformed: { body: 'no json', expect: status(200, 204) },
}

const vercel: DoctorFormat = {
  id: 'vercel',
  ...JSON_DRAIN,
  body: ({ word, atMs }) =>
    JSON.stringify([
      { id: word, timestamp: atMs, level: 'info', message: word, projectName: 'doctor', source: 'lambda' },
    ]),
  probes: [
    {
      name: 'the verification code is returned',
      method: 'GET',
      at: 'delivery',
      path: '?verify=doctor-code',
      expect: every(status(200), header('x-vercel-verify', 'doctor-code')),
    },
  ],
}

const cloudflare: DoctorFormat = {
  id: 'cloudflare',
  ...JSON_DRAIN,
  contentType: 'application/x-ndjson',
  body: (mark) =>
    `${JSON.stringify({
      EdgeStartTimestamp: iso(mark),
      ClientRequestMethod: 'GET',
      ClientRequestHost: 'doctor',
      ClientRequestURI: `/${mark.word}`,
      EdgeResponseStatus: 200,
    })}\n`,
  probes: [probe('the test upload of Logpush', '{"content":"tests"}')],
}

const netlify: DoctorFormat = {
  id: 'netlify',
  ...JSON_DRAIN,
  body: ({ word, atMs }) =>
    JSON.stringify([{ log_type: 'functions', timestamp: atMs, level: 'info', message: word, function_name: 'doctor' }]),
  probes: [probe('the message on saving a drain', '{"message":"validation"}')],
}

const supabase: DoctorFormat = {
  id: 'supabase',
  ...JSON_DRAIN,
  body: ({ word, atMs }) =>
    JSON.stringify([{ id: word, timestamp: atMs * 1000, event_message: word, source: 'doctor', metadata: [{}] }]),
  probes: [probe('an empty batch', '[]')],
}

const fastly: DoctorFormat = {
  id: 'fastly',
  ...JSON_DRAIN,
  contentType: 'application/x-ndjson',
  body: (mark) => {
    const request = { host: 'doctor', method: 'GET', url: `/${mark.word}`, status: 200 }
    return `${JSON.stringify({ timestamp: iso(mark), service_id: 'doctor', ...request })}\n`
  },
  probes: [
    {
      name: 'the challenge on the host allows the service',
      method: 'GET',
      at: 'origin',
      path: '/.well-known/fastly/logging/challenge',
      expect: ({ text }) => (text.split('\n').includes('*') ? null : `the challenge says ${text.slice(0, 60)}`),
    },
  ],
}

const azure: DoctorFormat = {
  id: 'azure',
  ...JSON_DRAIN,
  body: (mark) => {
    const record = { time: iso(mark), resourceId: '/SUBSCRIPTIONS/S/DOCTOR', level: 'Informational' }
    return JSON.stringify({ records: [{ ...record, category: 'doctor', properties: { message: mark.word } }] })
  },
  probes: [],
}

export const PLATFORMS: readonly DoctorFormat[] = [
  logplex,
  firehose,
  pubsub,
  vercel,
  cloudflare,
  netlify,
  supabase,
  fastly,
  azure,
]

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inert, inertLine, safeJson } from '../src/terminal/text.ts'
import { type FakeService, fakeService, oas } from './command-line.ts'

/** What a sender could write to take over a terminal or to lie to its reader. */
const HOSTILE =
  'a\u001b]0;owned\u0007b\u001b[2J\u001b[31mred\u001b[0m\u009b31mc\u001b]8;;https://evil.test\u001b\\link\u0008\u0008\r\u202egnp.exe\u2066x\u200f\u061c\u200b\ufeff\u007f\u{e0041}\u2028z\udc00'
const ID = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'
const AT = '2026-11-22T10:00:00.000Z'

/** Nothing of this may reach a terminal, but for the line break. */
const UNSAFE = new RegExp(
  `[${['\\0-\\t', '\\v-\\x1f', '\\x7f-\\x9f', '\\u200b\\u200e\\u200f\\u061c', '\\u2028-\\u202e', '\\u2066-\\u2069\\ufeff', '\\u{e0000}-\\u{e007f}'].join('')}]`,
  'u',
)

describe('text of others', () => {
  it('has nothing that acts on the terminal, whatever it was', () => {
    expect(HOSTILE).toMatch(UNSAFE)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(inert(text)).not.toMatch(UNSAFE)
        expect(inertLine(text)).not.toContain('\n')
        expect(safeJson({ text })).not.toMatch(UNSAFE)
        expect(JSON.parse(safeJson({ text }))).toEqual({ text })
      }),
    )
  })

  it('shows what was there, but for the colours of log lines', () => {
    expect(inert('\u001b[1;31mERROR\u001b[0m it broke')).toBe('ERROR it broke')
    expect(inert('a\u001b]0;b\u0007')).toBe('a␛]0;b␇')
    expect(inert('\u202egnp.exe')).toBe('\\u{202e}gnp.exe')
    expect(inert('Grüße 😀 日本\n zweite')).toBe('Grüße 😀 日本\n zweite')
  })
})

const log = {
  ...{ id: ID, timestamp: AT, timeUnixNano: '1', observedTimestamp: null, severity: HOSTILE, severityNumber: 17 },
  ...{ severityText: HOSTILE, service: HOSTILE, environment: null, body: `${HOSTILE}\n${HOSTILE}`, eventName: null },
  ...{ scope: null, traceId: null, spanId: null, attributes: {}, resource: {} },
}
const span = {
  ...{ id: ID, traceId: HOSTILE, spanId: '1', parentSpanId: null, name: HOSTILE, kind: 'server', status: HOSTILE },
  ...{ statusMessage: HOSTILE, service: HOSTILE, environment: null, timestamp: AT, timeUnixNano: '1', durationMs: 1 },
  ...{ scope: null, attributes: {}, resource: {}, events: [], links: [] },
}
const work = { recordsScanned: 1, bytesDecoded: 1, partitionsRead: 1, partial: [] }
const statement = { text: HOSTILE, evidence: [] }
const incident = {
  ...{ id: ID, title: HOSTILE, severity: 'error', state: 'open', source: 'generic', services: [HOSTILE] },
  ...{ startedAt: AT, openedAt: AT, lastAlertAt: AT, resolvedAt: null, alerts: 1, openAlerts: 1, repeats: 0 },
  ...{ threadId: ID, headline: HOSTILE, causeService: HOSTILE, confidence: 0.5, feedback: null, followUps: [] },
  investigation: { state: 'answered', runId: ID, reason: HOSTILE, dueAt: AT },
  timeline: [{ id: ID, at: AT, kind: 'note', text: HOSTILE, subject: HOSTILE }],
  alertList: [
    { id: ID, source: 'generic', status: 'firing', severity: 'error', title: HOSTILE, service: HOSTILE, startedAt: AT },
  ],
  brief: {
    ...{ what: statement, cause: { statement, confidence: 0.5 }, evidence: [statement], openQuestions: [statement] },
    changes: [{ state: 'culprit', title: HOSTILE, because: HOSTILE }],
    runbooks: [{ title: HOSTILE, step: HOSTILE }],
  },
}
const mcpServer = {
  ...{ id: ID, name: HOSTILE, host: HOSTILE, enabled: true, createdAt: AT },
  allowedTools: [{ name: HOSTILE, fingerprint: '', isVouched: false, allowedAt: AT }],
}
const run = { completed: false, threadId: ID, runId: ID, status: 'processing', response: null, error: null }
const events = [
  { type: 'message_started', messageId: 'm' },
  { type: 'tool_call_start', toolCallId: HOSTILE, name: HOSTILE, params: { q: HOSTILE } },
  { type: 'text_complete', messageId: 'm', content: `# ${HOSTILE}\n**${HOSTILE}**` },
  {
    type: 'artifact',
    name: 'table',
    data: { title: HOSTILE, columns: [{ key: 'a', label: HOSTILE }], rows: [{ a: HOSTILE }] },
  },
  {
    type: 'artifact',
    name: 'timeseries',
    data: {
      title: HOSTILE,
      unit: HOSTILE,
      series: [{ name: HOSTILE, points: [[AT, 1]] }],
      annotations: [{ at: AT, label: HOSTILE }],
    },
  },
  { type: 'artifact', name: 'log_detail', data: { record: log } },
  { type: 'artifact', name: 'alert_card', data: { title: HOSTILE, severity: HOSTILE, since: AT, summary: HOSTILE } },
]

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/logs/query': { logs: [log], nextCursor: null, work },
  '/v1/logs/patterns': {
    patterns: [
      { id: '1', template: HOSTILE, service: HOSTILE, severity: HOSTILE, count: 1, firstSeen: AT, lastSeen: AT },
    ],
    total: 1,
    work,
  },
  '/v1/traces/query': { spans: [span], nextCursor: null, work },
  [`/v1/traces/${ID}`]: { traceId: ID, spans: [span], isTruncated: false, work },
  '/v1/metrics': {
    metrics: [{ name: HOSTILE, unit: HOSTILE, type: HOSTILE, description: HOSTILE, services: [HOSTILE], points: 1 }],
    work,
  },
  '/v1/metrics/query': {
    metric: HOSTILE,
    unit: HOSTILE,
    intervalSeconds: 60,
    series: [{ key: { a: HOSTILE }, points: [[AT, 1]] }],
    work,
  },
  '/v1/incidents': { incidents: [incident], nextCursor: null },
  [`/v1/incidents/${ID}`]: { incident },
  [`/v1/incidents/${ID}/postmortem`]: { postmortem: { incidentId: ID, title: HOSTILE, markdown: HOSTILE } },
  '/v1/monitors': {
    monitors: [{ id: ID, name: HOSTILE, severity: HOSTILE, status: 'ok', statusSince: AT, value: 1 }],
    nextCursor: null,
  },
  '/v1/changes': {
    changes: [
      {
        id: ID,
        kind: 'deployment',
        services: [HOSTILE],
        version: HOSTILE,
        title: HOSTILE,
        status: null,
        startedAt: AT,
      },
    ],
    nextCursor: null,
  },
  '/v1/mcp-servers': { mcpServers: [mcpServer], nextCursor: null },
  [`/v1/mcp-servers/${ID}/tools`]: {
    tools: [
      { name: HOSTILE, description: HOSTILE, claim: 'reads', state: 'changed', isSuspicious: true, obstacle: null },
    ],
  },
  '/v1/threads': run,
  [`/v1/runs/${ID}`]: {
    ...run,
    completed: true,
    status: 'error',
    response: HOSTILE,
    error: { code: 'X', message: HOSTILE },
  },
}

let service: FakeService
beforeAll(async () => {
  service = await fakeService(({ path }) => {
    if (path.endsWith('/stream')) {
      const frames = events.map((event, index) => `id: ${index}\ndata: ${JSON.stringify(event)}\n\n`).join('')
      return { type: 'text/event-stream', body: `${frames}data: [DONE]\n\n` }
    }
    const body = ANSWERS[path]
    if (body !== undefined) return { body }
    return {
      status: 400,
      body: {
        code: 'BAD_REQUEST',
        message: HOSTILE,
        requestId: HOSTILE,
        issues: [{ path: HOSTILE, message: HOSTILE }],
      },
    }
  })
})
afterAll(() => service.stop())

const COMMANDS = [
  ...['ask what', 'ask --json what', 'ask --events what', 'ask --quiet what', 'logs', 'logs --json', 'logs patterns'],
  ...['traces', 'traces --quiet', `traces get ${ID}`, 'metrics', 'metrics --quiet', 'metrics chart x', 'incidents'],
  ...[
    `incidents get ${ID}`,
    `incidents postmortem ${ID}`,
    'alerts',
    'monitors',
    'changes',
    'alerts senders',
    'billing',
  ],
  ...['mcp-servers', `mcp-servers tools ${ID}`, `mcp-servers tools --quiet ${ID}`, `mcp-servers tools --json ${ID}`],
]

describe('hostile telemetry', () => {
  for (const command of COMMANDS) {
    it(`does nothing to the terminal in \`oas ${command}\``, async () => {
      const env = { OAS_URL: service.url, OAS_TOKEN: 'oas_secret_x' }
      const { out, err } = await oas(command.split(' '), { env })
      expect(out + err).not.toBe('')
      expect(out).not.toMatch(UNSAFE)
      expect(err).not.toMatch(UNSAFE)
    })
  }
})

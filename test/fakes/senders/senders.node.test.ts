import { gunzipSync } from 'node:zlib'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { azureForwarder } from './azure_monitor.ts'
import { cloudflareLogpush, cloudflareLogpushProbe, cloudflareOtlp } from './cloudflare.ts'
import { datadogAgent } from './datadog.ts'
import { digitalOceanOpenSearch } from './digital_ocean.ts'
import { fastlyBatch, fastlyChallengeLine } from './fastly.ts'
import { cloudWatchControlRecord, cloudWatchRecord, firehoseRequest } from './firehose.ts'
import { flyShipper } from './fly_io.ts'
import { createPubSubSender, logEntry, PUBSUB_EMAIL } from './gcp_pubsub.ts'
import { linesOf, logplexDrain, logplexLossNotice, logplexRouterLine } from './heroku.ts'
import { netlifyDrain, netlifyFunctionLog, netlifyTrafficLog } from './netlify.ts'
import { renderStream } from './render.ts'
import { asRequest, deliver, hmacHex, type SentRequest, sampleLogs } from './sender.ts'
import { sentrySplunkForwarder, sentryWebhook } from './sentry.ts'
import { supabaseHttp, supabaseHttpProbe, supabaseLoki } from './supabase.ts'
import { vercelDrain } from './vercel.ts'
import { posthogWebhook, triggerDevAlert } from './webhooks.ts'

const logs = sampleLogs(4)
const textOf = ({ headers, body }: SentRequest) =>
  new TextDecoder().decode(headers['Content-Encoding'] === 'gzip' ? gunzipSync(body) : body)
const rowsOf = (sent: SentRequest) =>
  textOf(sent)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('senders', () => {
  it('give the same bytes for the same lines', async () => {
    const twice = async (make: () => SentRequest | Promise<SentRequest>) => expect(await make()).toEqual(await make())
    await twice(() => vercelDrain(logs, { secret: 's', isGzipped: true }))
    await twice(() => firehoseRequest([cloudWatchRecord(logs)], { accessKey: 'k' }))
    await twice(() => logplexDrain(linesOf(logs)))
  })

  it('sign Vercel drains over the bytes on the wire, compressed or not', async () => {
    for (const isGzipped of [false, true]) {
      const sent = await vercelDrain(logs, { secret: 's3', isGzipped, encoding: 'ndjson' })
      expect(sent.headers['x-vercel-signature']).toBe(await hmacHex('SHA-1', 's3', sent.body))
      expect(rowsOf(sent).map((row) => [row['timestamp'], row['level'], row['message']])).toEqual(
        logs.map(({ atMs, level, message }) => [atMs, level === 'warn' ? 'warning' : level, message]),
      )
    }
  })

  it('write Logpush as gzip lines whose type is not JSON, and its probe', () => {
    expect(rowsOf(cloudflareLogpush(logs, 'workers_trace_events'))[3]).toMatchObject({
      Outcome: 'exception',
      Logs: [{ Message: [logs[3]?.message] }],
    })
    expect(rowsOf(cloudflareLogpush(logs, 'http_requests'))[3]).toMatchObject({ EdgeResponseStatus: 503 })
    expect(cloudflareLogpush(logs, 'http_requests').headers['Content-Type']).not.toContain('json')
    expect(textOf(cloudflareLogpushProbe())).toBe('{"content":"tests"}')
    expect(textOf(cloudflareOtlp(logs))).toContain(`"timeUnixNano":"${logs[0]?.atMs}000000"`)
  })

  it('count Logplex frames in bytes and in lines', () => {
    const lines = [...linesOf([{ atMs: 0, message: 'größer' }]), logplexRouterLine(0, 503), logplexLossNotice(0, 5)]
    const sent = logplexDrain(lines)
    const body = Buffer.from(sent.body)
    const frames: string[] = []
    for (let at = 0; at < body.length; ) {
      const space = body.indexOf(32, at)
      const end = space + 1 + Number(body.subarray(at, space).toString())
      frames.push(body.subarray(space + 1, end).toString())
      at = end
    }
    expect(frames).toHaveLength(Number(sent.headers['Logplex-Msg-Count']))
    expect(frames[0]).toBe('<190>1 1970-01-01T00:00:00.000456+00:00 host app web.1 - größer\n')
    expect(frames[2]).toContain('Error L10 (output buffer overflow): 5 messages dropped')
  })

  it('pack CloudWatch into Firehose records and send the probe', () => {
    const sent = firehoseRequest([cloudWatchRecord(logs), cloudWatchControlRecord()], {
      accessKey: 'k',
      isGzipped: true,
      commonAttributes: { team: 'a' },
    })
    const body = JSON.parse(textOf(sent)) as { requestId: string; records: { data: string }[] }
    expect(sent.headers).toMatchObject({
      'X-Amz-Firehose-Request-Id': body.requestId,
      'X-Amz-Firehose-Access-Key': 'k',
    })
    const messages = body.records.map(
      ({ data }) =>
        JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString()) as { messageType: string; logEvents: object[] },
    )
    expect(messages.map(({ messageType, logEvents }) => [messageType, logEvents.length])).toEqual([
      ['DATA_MESSAGE', 4],
      ['CONTROL_MESSAGE', 1],
    ])
  })

  it('sign Pub/Sub pushes with a key the certificate server publishes, unless forged or expired', async () => {
    const sender = await createPubSubSender()
    const certs = createRemoteJWKSet(new URL('https://www.googleapis.com/oauth2/v3/certs'), {
      [customFetch]: (url) => sender.certs(new Request(url)),
    })
    const verify = async (options: Parameters<typeof sender.token>[0]) =>
      jwtVerify(await sender.token(options), certs, { audience: 'a', issuer: 'https://accounts.google.com' })
    expect((await verify({ audience: 'a' })).payload).toMatchObject({ email: PUBSUB_EMAIL, email_verified: true })
    await expect(verify({ audience: 'a', isForged: true })).rejects.toThrow()
    await expect(verify({ audience: 'a', lifeSeconds: -10 })).rejects.toThrow()
    await expect(verify({ audience: 'b' })).rejects.toThrow()
    const pushed = JSON.parse(textOf(await sender.push(logEntry({ atMs: 0, message: 'ü' }), { audience: 'a' }))) as {
      message: { data: string }
    }
    expect(JSON.parse(Buffer.from(pushed.message.data, 'base64').toString())).toMatchObject({
      textPayload: 'ü',
      severity: 'INFO',
    })
  })

  it('sign webhooks with their secrets', async () => {
    const sentry = await sentryWebhook(logs[0] ?? { atMs: 0, message: '' }, 'c')
    expect(sentry.headers['Sentry-Hook-Signature']).toBe(await hmacHex('SHA-256', 'c', sentry.body))
    const alert = await triggerDevAlert(logs[0] ?? { atMs: 0, message: '' }, 't')
    expect(alert.headers['x-trigger-signature-hmacsha256']).toBe(await hmacHex('SHA-256', 't', alert.body))
  })

  it('hold every line in every shape', () => {
    const shapes: Record<string, string> = {
      netlify: textOf(netlifyDrain(logs.map(netlifyFunctionLog), { format: 'json' })),
      supabase: textOf(supabaseHttp(logs)),
      loki: textOf(supabaseLoki(logs)),
      datadog: textOf(datadogAgent(logs, 'k')),
      bulk: textOf(digitalOceanOpenSearch(logs)),
      splunk: textOf(sentrySplunkForwarder(logs, 't')),
      azure: textOf(azureForwarder(logs, { shape: 'envelopes', isGzipped: true })),
      fly: textOf(flyShipper(logs, 't', { framing: 'lines' })),
      render: new TextDecoder().decode(renderStream(logs, { token: 't' })),
      posthog: logs.map((log) => textOf(posthogWebhook(log))).join(),
    }
    for (const [name, text] of Object.entries(shapes)) for (const log of logs) expect(text, name).toContain(log.message)
    expect(rowsOf(netlifyDrain(logs.map(netlifyTrafficLog))).map((row) => row['status_code'])).toEqual([
      200, 404, 200, 500,
    ])
    expect(textOf(supabaseHttpProbe())).toBe('[]')
    expect(JSON.parse(textOf(fastlyBatch(logs, { jsonFormat: 1 })))).toHaveLength(4)
  })

  it('reach an endpoint with the path they append and the credentials of its URL', async () => {
    const request = asRequest('https://tok:p%40ss@in.example/base/?a=1', digitalOceanOpenSearch(logs))
    expect([request.url, request.headers.get('authorization')]).toEqual([
      'https://in.example/base/_bulk?a=1',
      `Basic ${btoa('tok:p@ss')}`,
    ])
    const answer = await deliver(
      'https://in.example/x',
      logplexDrain(linesOf(logs)),
      async (sent) => new Response(await sent.text()),
    )
    expect(await answer.text()).toContain('order 3')
  })

  it('know the challenge line of a Fastly service', async () => {
    expect(await fastlyChallengeLine('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

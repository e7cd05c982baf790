/** The main path as a newcomer walks it: credentials, an OpenTelemetry exporter, a question, an answer. */
import { describe, expect, it } from 'vitest'
import { sendSimulation } from '../../scripts/demo/send.ts'
import { simulate } from '../../scripts/demo/simulate.ts'
import { apiClient, type RunResult } from '../../scripts/server/api.ts'
import { tenantOf } from './tenant.ts'

const { baseUrl, credentials, api } = tenantOf('ask')
const other = tenantOf('ask without telemetry')
const simulation = simulate({ seed: 4, endMs: Date.now(), durationMinutes: 60 })
const intake = { intakeUrl: `${baseUrl}/intake`, publicKey: credentials.publicKey }

describe('from credentials to an answer', () => {
  it('answers GET /v1/me for a user, a secret and a partner credential', async () => {
    const kindOf = async (credential: string) =>
      (await apiClient(baseUrl, credential).get<{ credentialType: string }>('/me')).credentialType
    expect(await kindOf(credentials.adminToken)).toBe('user')
    expect(await kindOf(credentials.memberToken)).toBe('user')
    expect(await kindOf(credentials.secretKey)).toBe('secret')
    expect(await kindOf(credentials.partnerKey)).toBe('partner')
  })

  it('says what would help when a project has no telemetry', async () => {
    const client = other.api
    const run = await client.finished(await client.post<RunResult>('/threads', { message: 'what broke?' }), 60_000)
    expect(run.status).toBe('completed')
    const answer = (await client.messages(run.threadId)).at(-1)
    const artifacts = answer?.content.flatMap((block) => (block.type === 'artifact' ? [block.name] : []))
    expect(artifacts).toContain('integration_required')
  })

  it('takes in what the OpenTelemetry exporter sends, and names the faulty service and its start', async () => {
    const sent = await sendSimulation(simulation, intake)
    expect(sent.logs).toBe(simulation.logs.length)
    const run = await api.finished(await api.post<RunResult>('/threads', { message: 'what broke?' }), 60_000)
    expect(run.status).toBe('completed')
    expect(run.response).toContain(simulation.truth?.faultyService)
    const answer = (await api.messages(run.threadId)).at(-1)
    const calls = answer?.content.flatMap((block) => (block.type === 'tool_call' ? [block] : [])) ?? []
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.every((call) => call.status === 'success' && call.toolCallId !== undefined)).toBe(true)
  })

  it('takes in the same telemetry as JSON', async () => {
    const few = simulate({ seed: 2, endMs: Date.now(), durationMinutes: 30, requestsPerSecond: 0.2 })
    const sent = await sendSimulation(few, { ...intake, publicKey: other.credentials.publicKey, encoding: 'json' })
    expect(sent.logs).toBe(few.logs.length)
  })

  it('refuses an exporter with a wrong key', async () => {
    const few = simulate({ seed: 2, endMs: Date.now(), durationMinutes: 30, requestsPerSecond: 0.01 })
    const wrong = { ...intake, publicKey: credentials.secretKey }
    await expect(sendSimulation(few, wrong)).rejects.toThrow(/Unauthorized/)
  })

  it('hands a thread of another organization out as if it did not exist', async () => {
    const { threadId } = await api.post<RunResult>('/threads', { message: 'help' })
    await expect(other.api.get(`/threads/${threadId}`)).rejects.toMatchObject({ status: 404 })
  })

  it('knows which of its sources deliver, and how much', async () => {
    // Counts travel every three seconds; a question asked before is answered from what was counted until then.
    const deadlineMs = Date.now() + 60_000
    for (;;) {
      const asked = await api.post<RunResult>('/threads', { message: 'is everything still sending?' })
      const run = await api.finished(asked, 60_000)
      expect(run.status).toBe('completed')
      // What was sent before the hour turned is no longer of this hour.
      if (/\d records? in this hour, [1-9][\d,]* in 24 hours/.test(run.response ?? '')) return
      if (Date.now() > deadlineMs) throw new Error(`no rate in: ${run.response}`)
    }
  })
})

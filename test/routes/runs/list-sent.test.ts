import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createAgent } from '../../../src/agent/index.ts'
import { CutStreamError } from '../../../src/agent/model-call.ts'
import { agentSettingsOf } from '../../../src/agent/settings.ts'
import { objectNameOf } from '../../../src/contracts/thread-ids.ts'
import { isMasked } from '../../../src/domain/organizations/agent-settings.ts'
import { provideAgent } from '../../../src/durable/thread/agent-provider.ts'
import { settingsOf } from '../../../src/env.ts'
import { PROJECT } from '../../agent/ask.ts'
import { ScriptedModel, type Turn } from '../../agent/scripted-model.ts'
import { storeWith } from '../../agent/small-store.ts'
import { call } from '../../support/api.ts'
import { gate } from '../../support/scripted-agent.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

/** The real agent over a model that says what a script says, and the organization's real choice of masking. */
const turns: Turn[] = []
/** Held before each model call. */
let before: () => Promise<void> = async () => {}
const model = new (class extends ScriptedModel {
  override async doStream(options: Parameters<ScriptedModel['doStream']>[0]) {
    await before()
    const [turn] = turns.splice(0, 1)
    const scripted = new ScriptedModel(turn === undefined ? [] : [turn])
    const stream = await scripted.doStream(options)
    this.asked.push(options)
    return stream
  }
})([])
/** Whoever asks sees the records of the one project that the small store has. */
const telemetry = new Proxy(await storeWith([{ body: 'login of jane@shop.example from 10.1.2.3 failed' }]), {
  get(target, name) {
    const value = Reflect.get(target, name, target)
    if (typeof value !== 'function') return value
    return (_project: unknown, ...rest: unknown[]) => value.call(target, PROJECT, ...rest)
  },
})
provideAgent(async () => ({
  agent: createAgent(agentSettingsOf({}), { fetch, model }),
  telemetry,
  isMasked: (id) =>
    isMasked({ ctx: { db: env.DB, settings: settingsOf(env), now: Date.now }, scope: { organizationId: id } }),
}))

/** When the store has its records (test/agent/small-store.ts). */
const HOUR = { from: '2026-11-20T14:00:00Z', to: '2026-11-20T15:00:00Z' }
const QUESTION = 'failed logins from 10.1.2.3?'
const SEARCH: readonly Turn[] = [
  { say: 'I look.', call: [{ id: 's1', name: 'search_logs', params: { text: 'login', ...HOUR } }] },
  {
    call: [
      { id: 's2', name: 'coverage', params: {} },
      { id: 's3', name: 'log_volume', params: {} },
    ],
  },
  { say: 'Logins fail [s1].' },
]

async function ask(tenant: TestTenant, script: readonly Turn[] = SEARCH) {
  turns.splice(0, turns.length, ...script)
  model.asked.length = 0
  const body = { message: QUESTION, projectId: tenant.projectId }
  return (await call('POST /threads', { token: tenant.secretKey, body })).body
}

const sentOf = (tenant: TestTenant, runId: string, query = '') =>
  call(`GET /runs/${runId}/sent${query}`, { token: tenant.member.token })

const setMasking = (tenant: TestTenant, maskingEnabled: boolean) =>
  call(`PATCH /organizations/${tenant.organizationId}/agent-settings`, {
    token: tenant.admin.token,
    body: { maskingEnabled },
  })

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const prompts = () => model.asked.map(({ prompt }) => JSON.stringify(prompt))

describe('GET /runs/{runId}/sent', () => {
  it('every prompt is listed with its size, hash and masking, in the order in which it left, and without its body unless asked', async () => {
    const tenant = await addTenant()
    const { runId, threadId, status } = await ask(tenant)
    expect(status).toBe('completed')
    const answer = await sentOf(tenant, runId)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ runId, threadId })
    const hashes = await Promise.all(prompts().map(sha256))
    expect(answer.body.calls).toEqual(
      prompts().map((prompt, index) => ({
        call: index + 1,
        sentAt: expect.stringMatching(/Z$/),
        provider: 'scripted',
        model: 'scripted-1',
        bytes: new TextEncoder().encode(prompt).byteLength,
        sha256: hashes[index],
        masked: false,
        pseudonyms: 0,
      })),
    )
    expect(answer.body.calls).toHaveLength(3)
  })

  it('the prompts that the provider got are returned on request, masked where they were', async () => {
    const tenant = await addTenant()
    await setMasking(tenant, true)
    const { runId } = await ask(tenant)
    const { body } = await sentOf(tenant, runId, '?include=body')
    const bodies: string[] = body.calls.map((one: { body: string }) => one.body)
    expect(bodies).toEqual(prompts())
    expect(bodies.join()).not.toMatch(/10\.1\.2\.3|jane@shop/)
    expect(bodies[1]).toContain('email-x1')
    expect(body.calls.map((one: { masked: boolean }) => one.masked)).toEqual([true, true, true])
    for (const one of body.calls) expect([await sha256(one.body), one.bodyMissing]).toEqual([one.sha256, null])
  })

  it('one call alone is returned on request', async () => {
    const tenant = await addTenant()
    const { runId } = await ask(tenant)
    const { body } = await sentOf(tenant, runId, '?include=body&call=2')
    expect(body.calls).toMatchObject([{ call: 2, body: prompts()[1] }])
    expect((await sentOf(tenant, runId, '?call=9')).body.calls).toEqual([])
    expect((await sentOf(tenant, runId, '?call=0')).body.issues[0].path).toBe('query.call')
    expect((await sentOf(tenant, runId, '?include=all')).body.issues[0].path).toBe('query.include')
  })

  it('the bodies of an earlier run are still returned when the thread has gone on', async () => {
    const tenant = await addTenant()
    const { runId, threadId } = await ask(tenant)
    const first = prompts()
    turns.splice(0, turns.length, { say: 'Nothing more.' })
    await call(`POST /threads/${threadId}/messages`, { token: tenant.secretKey, body: { message: 'and before?' } })
    const { body } = await sentOf(tenant, runId, '?include=body')
    expect(body.calls.map((one: { body: string }) => one.body)).toEqual(first)
  })

  it('a prompt that cannot be rebuilt is listed with the reason', async () => {
    const tenant = await addTenant()
    const { runId, threadId } = await ask(tenant)
    const { runInDurableObject } = await import('cloudflare:test')
    await runInDurableObject(env.THREAD.getByName(objectNameOf(threadId)), (_, state) => {
      state.storage.sql.exec("update messages set body = replace(body, 'I look.', 'I looked.')")
    })
    const { body } = await sentOf(tenant, runId, '?include=body')
    expect(body.calls[0]).toMatchObject({ body: prompts()[0], bodyMissing: null })
    expect(body.calls[1]).toMatchObject({ body: null, bodyMissing: expect.stringContaining('cannot be rebuilt') })
  })

  it('the prompt of a call that is under way or was stopped is listed, because it is written before it leaves', async () => {
    const tenant = await addTenant()
    const [reached, held] = [gate(), gate()]
    before = async () => {
      reached.open()
      await held.passed
    }
    turns.splice(0, turns.length, ...SEARCH)
    const body = { message: QUESTION, projectId: tenant.projectId, wait: false }
    const { runId } = (await call('POST /threads', { token: tenant.secretKey, body })).body
    await reached.passed
    expect((await sentOf(tenant, runId, '?include=body')).body.calls).toMatchObject([{ call: 1, bodyMissing: null }])
    await call(`POST /runs/${runId}/cancel`, { token: tenant.secretKey })
    held.open()
    before = async () => {}
    const stopped = (await sentOf(tenant, runId, '?include=body')).body.calls
    expect(stopped).toMatchObject([{ call: 1, bodyMissing: null }])
    expect(stopped[0].body).toContain(QUESTION)
  })

  it('every attempt of a call that failed is listed, each as it was masked', async () => {
    const tenant = await addTenant()
    let attempts = 0
    before = async () => {
      attempts += 1
      if (attempts === 1) await setMasking(tenant, true)
      if (attempts < 3) throw new CutStreamError('The provider hung up.')
    }
    const { runId, status } = await ask(tenant, [{ say: 'At last.' }])
    before = async () => {}
    expect(status).toBe('completed')
    const { body } = await sentOf(tenant, runId, '?include=body')
    expect(body.calls.map((one: { masked: boolean }) => one.masked)).toEqual([false, true, true])
    expect(body.calls[0].body).toContain('10.1.2.3')
    expect(body.calls[2].body).not.toContain('10.1.2.3')
  })
})

describeSecurity('GET /runs/{runId}/sent', {
  operation: async (tenant) => `GET /runs/${(await ask(tenant, [{ say: 'ok' }])).runId}/sent`,
  foreign: 404,
  forbidden: ['partnerKey'],
})

import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import {
  createTriggerDevFake,
  TRIGGER_DEV_KEYS,
  TRIGGER_DEV_PERSONAL_TOKEN,
  TRIGGER_DEV_PROJECT_REF,
} from './trigger_dev.ts'

const auth = { authorization: `Bearer ${TRIGGER_DEV_KEYS.good}` }
const personal = { authorization: `Bearer ${TRIGGER_DEV_PERSONAL_TOKEN}` }
const api = 'https://api.trigger.dev/api/v1'
const channels = `${api}/projects/${TRIGGER_DEV_PROJECT_REF}/alertChannels`

describeFake('trigger_dev', {
  create: () => createTriggerDevFake(),
  prove: (metadata) => jsonRequest('GET', `${api}/whoami`, { authorization: `Bearer ${metadata['secret_key']}` }),
  refusals: { bad: 401, revoked: 401, underScoped: 401 },
})

const channel = {
  channel: 'webhook',
  name: 'ours',
  alertTypes: ['TASK_RUN'],
  channelData: { url: 'https://in.example/t', secret: 's' },
  deduplicationKey: 'k',
}

describe('trigger_dev fake', () => {
  it('pages runs by page[after] and tells the events of each, none for some', async () => {
    const fake = createTriggerDevFake()
    fake.control.seedLogs(Array.from({ length: 25 }, (_, n) => ({ atMs: 1000 + n, message: `m${n}` })))
    const seen: string[] = []
    let after: string | undefined
    do {
      const url = `${api}/runs?page[size]=10${after === undefined ? '' : `&page[after]=${after}`}`
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        data: { id: string }[]
        pagination: { next?: string }
      }
      seen.push(...page.data.map(({ id }) => id))
      after = page.pagination.next
    } while (after !== undefined)
    expect(seen).toHaveLength(25)
    const events = async (id: string) => (await fake.fetch(jsonRequest('GET', `${api}/runs/${id}/events`, auth))).json()
    expect(await events('run_000003')).toMatchObject({
      events: [{ message: 'm3', startTime: '1003000000', level: 'INFO' }],
    })
    expect(await events('run_000009')).toEqual({ events: [] })
  })

  it('makes one channel of one deduplication key and hides its secret', async () => {
    const fake = createTriggerDevFake()
    const first = await (await fake.fetch(jsonRequest('POST', channels, personal, channel))).text()
    const second = await (await fake.fetch(jsonRequest('POST', channels, personal, channel))).text()
    expect(second).toBe(first)
    expect(first).not.toContain('"secret"')
    const { id } = JSON.parse(first) as { id: string }
    expect((await fake.fetch(jsonRequest('DELETE', `${channels}/${id}`, personal))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', `${channels}/${id}`, personal))).status).toBe(404)
    expect(fake.destinations()).toMatchObject([{ isForeign: true }])
  })

  it.each([
    ['an address of the inside', { ...channel, channelData: { url: 'https://127.0.0.1/x' } }],
    ['plain http', { ...channel, channelData: { url: 'http://in.example' } }],
    ['no url', { ...channel, channelData: {} }],
    ['no alert types', { ...channel, alertTypes: [] }],
  ])('refuses a channel with %s', async (_, body) => {
    const fake = createTriggerDevFake()
    expect((await fake.fetch(jsonRequest('POST', channels, personal, body))).status).toBe(422)
    expect(fake.destinations()).toHaveLength(1)
  })

  it('refuses pages above 100, times that are none, and projects of others', async () => {
    const fake = createTriggerDevFake()
    const statusOf = async (url: string, headers: Record<string, string> = auth) =>
      (await fake.fetch(jsonRequest('GET', url, headers))).status
    expect(await statusOf(`${api}/runs?page[size]=101`)).toBe(400)
    expect(await statusOf(`${api}/runs?filter[createdAt][from]=soon`)).toBe(400)
    expect(await statusOf(`${api}/projects/proj_none/runs`, personal)).toBe(404)
    expect(await statusOf(`${api}/runs`, personal)).toBe(401)
    expect(await statusOf(`${api}/projects`)).toBe(401)
  })
})

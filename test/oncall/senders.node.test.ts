/** What people are told of each sender. */
import { describe, expect, it } from 'vitest'
import { createCredential } from '../../src/auth/credential-format.ts'
import {
  ALERT_SENDERS,
  CHANGE_SENDERS,
  endpointsOfKey,
  listSenders,
} from '../../src/domain/oncall/receiving/senders.ts'
import { keyInRequest } from '../../src/intake/key-in-request.ts'
import { ARGO_CD_TEMPLATE } from '../../src/oncall/formats/argo-cd.ts'
import { DATADOG_TEMPLATE } from '../../src/oncall/formats/datadog.ts'
import { ALERT_FORMATS, CHANGE_FORMATS } from '../../src/oncall/formats/index.ts'
import { ALERT_SIGNATURES, CHANGE_SIGNATURES } from '../../src/oncall/signatures/senders.ts'
import { ALERT_SAMPLES } from './formats/alert-samples.ts'
import { CHANGE_SAMPLES } from './formats/change-samples.ts'
import { decodeSample, itemsOf } from './formats/decode.ts'

const BASE_URL = 'https://service.example.com'
const KEY = createCredential('alerts')

describe('endpoint cards', () => {
  const endpoints = endpointsOfKey(BASE_URL, KEY, null, false)

  it('the settings of every sender name its own endpoint', () => {
    expect(endpoints.map(({ source }) => source)).toEqual([...ALERT_SENDERS, ...CHANGE_SENDERS])
  })

  it.each(endpoints)(
    'the settings of $source hold the key once: in the URL, or in a header that is read',
    ({ source, cards }) => {
      for (const { url, description } of cards) {
        const path = new URL(url).pathname
        expect(path).toMatch(/^\/v1\/(alerts|changes)\//)
        expect(path.endsWith(`/${source}`)).toBe(true)
        expect(`${url} ${description}`.split(KEY)).toHaveLength(2)
        expect(`${url} ${description}`).not.toMatch(/\{key\}|\{url\}/)
      }
    },
  )

  it('the settings name headers that are read', () => {
    const pair = Buffer.from(`agent:${KEY}`).toString('base64')
    for (const headers of [
      { authorization: `Bearer ${KEY}` },
      { authorization: `Basic ${pair}` },
      { 'x-api-key': KEY },
    ])
      expect(keyInRequest(null, new Headers(headers), new URLSearchParams())).toBe(KEY)
  })
})

describe('setup texts', () => {
  it.each(listSenders(BASE_URL))(
    'of $source for $receives name the URL and leave no placeholder',
    ({ setupSkill, cards }) => {
      expect(setupSkill).toContain(cards[0]?.url)
      expect(setupSkill).not.toMatch(/\{key\}|\{url\}/)
      expect(setupSkill.length).toBeGreaterThan(150)
    },
  )

  it('the settings promise a signature exactly where one can be checked', () => {
    const checks = { alerts: ALERT_SIGNATURES, changes: CHANGE_SIGNATURES } as const
    for (const { source, receives, signature } of listSenders(BASE_URL))
      expect([source, signature !== null]).toEqual([source, source in checks[receives]])
  })
})

describe('the templates that we publish', () => {
  it('of Datadog has a field for all that its format reads', () => {
    const filled = Object.keys(DATADOG_TEMPLATE)
    expect(Object.keys(ALERT_SAMPLES.datadog.body as object).sort()).toEqual([...filled].sort())
    const untouched = decodeSample(ALERT_FORMATS.datadog, { body: { ...DATADOG_TEMPLATE, title: 'x' } })
    expect(itemsOf(untouched)[0]).toMatchObject({ title: 'x', query: null, service: null, links: [] })
  })

  it('of Argo CD gives the body that its format reads', () => {
    const values = CHANGE_SAMPLES.argo_cd.body as Record<string, unknown>
    // Each `{{ … | toJson }}` writes the value of its line's field as JSON.
    const filled = ARGO_CD_TEMPLATE.replaceAll(
      /"(\w+)": \{\{[^}]*\}\}/g,
      (_, name: string) => `"${name}": ${JSON.stringify(values[name])}`,
    )
    expect(JSON.parse(filled)).toEqual(values)
    expect(itemsOf(decodeSample(CHANGE_FORMATS.argo_cd, { body: JSON.parse(filled) }))).toHaveLength(1)
  })
})

/** The doctor finds this service in order for every sender, and says so where something is wrong. */
import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { AlertDoctor } from '../../scripts/doctor/alert-doctor.ts'
import { ALERT_SOURCES_PLAYED, CHANGE_SOURCES_PLAYED, playerOf } from '../../scripts/doctor/alert-players.ts'
import { Doctor, type Finding } from '../../scripts/doctor/checks.ts'
import type { DoctorFormat } from '../../scripts/doctor/format.ts'
import { PLATFORMS } from '../../scripts/doctor/platforms.ts'
import { SHIPPERS } from '../../scripts/doctor/shippers.ts'
import { tenantOf } from './tenant.ts'

const FORMATS = [...SHIPPERS, ...PLATFORMS]
/** Below the key, as the endpoint cards have it. */
const PATHS: Readonly<Record<string, string>> = {
  otlp: '',
  loki: '/loki/api/v1/push',
  elastic_bulk: '/elastic',
  splunk_hec: '/splunk',
}

const { baseUrl, credentials, api } = tenantOf('doctor')

const urlOf = ({ id }: DoctorFormat) => `${baseUrl}/intake/k/${credentials.publicKey}${PATHS[id] ?? `/${id}`}`
const failed = (findings: readonly Finding[]) => findings.filter(({ outcome }) => outcome === 'failed')

describe('the drain doctor', () => {
  it.each(FORMATS.map((format) => [format.id, format] as const))('finds nothing wrong with %s', async (_, format) => {
    const apiKey = credentials.secretKey
    const findings = await new Doctor({ format, url: urlOf(format), apiKey, fetch, now: Date.now }).run()
    expect(failed(findings)).toEqual([])
    expect(findings.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThanOrEqual(7)
  })

  it('finds that a stream without a secret takes wrong signatures', async () => {
    const format = FORMATS.find(({ id }) => id === 'vercel')
    if (!format) throw new Error('no such format')
    const findings = await new Doctor({ format, url: urlOf(format), signingSecret: 's', fetch, now: Date.now }).run()
    expect(failed(findings).map(({ check }) => check)).toEqual([
      'a wrong signature is refused',
      'a missing signature is refused',
    ])
  })

  it('prints a checklist and ends with 1 where the path is wrong', () => {
    const url = `${baseUrl}/intake/k/${credentials.publicKey}/nothing-here`
    const { status, stdout } = spawnSync('npm', ['run', '--silent', 'doctor', '--', 'webhook', url], {
      encoding: 'utf8',
    })
    expect(stdout).toContain('✗ a good delivery: answered 404')
    expect(status).toBe(1)
  })
})

const SECRET = 'a signing secret that nobody else knows'
const players = [
  ...ALERT_SOURCES_PLAYED.map((source) => ['alerts', source] as const),
  ...CHANGE_SOURCES_PLAYED.map((source) => ['changes', source] as const),
]

describe('the doctor of alerts and changes', () => {
  let plainKey: string
  let signedKey: string

  async function newKey(fields: object): Promise<string> {
    const body = { name: 'e2e', projectId: credentials.projectId, ...fields }
    return (await api.post<{ alertKey: { value: string } }>('/alert-keys', body)).alertKey.value
  }

  beforeAll(async () => {
    plainKey = await newKey({})
    signedKey = await newKey({ signingSecret: SECRET })
  })

  it.each(players)('a sender of %s has nothing to object to: %s', async (receives, source) => {
    const player = playerOf(receives, source)
    if (player === undefined) throw new Error('no such sender')
    const isSigned = player.sign !== undefined
    const url = isSigned ? `${baseUrl}/v1/${receives}/k/${signedKey}/${source}` : `${baseUrl}/v1/${receives}/${source}`
    const given = isSigned ? { signingSecret: SECRET } : { key: plainKey }
    const findings = await new AlertDoctor({ player, url, ...given, fetch, now: Date.now }).run()
    expect(failed(findings)).toEqual([])
    expect(findings.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThanOrEqual(4)
  })

  it('finds that a key without a secret takes wrong signatures', async () => {
    const player = playerOf('alerts', 'grafana')
    if (player === undefined) throw new Error('no such sender')
    const url = `${baseUrl}/v1/alerts/k/${plainKey}/grafana`
    const findings = await new AlertDoctor({ player, url, signingSecret: 'x', fetch, now: Date.now }).run()
    expect(failed(findings).map(({ check }) => check)).toEqual([
      'a missing signature is refused',
      'a wrong signature is refused',
    ])
  })
})

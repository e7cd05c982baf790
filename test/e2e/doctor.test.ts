/** The drain doctor finds this service in order for every sender, and says so where something is wrong. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Doctor, type Finding } from '../../scripts/doctor/checks.ts'
import type { DoctorFormat } from '../../scripts/doctor/format.ts'
import { PLATFORMS } from '../../scripts/doctor/platforms.ts'
import { SHIPPERS } from '../../scripts/doctor/shippers.ts'
import type { RunningServer } from '../../scripts/server/server.ts'
import { createWorkbench, type Workbench } from '../../scripts/server/workbench.ts'

const FORMATS = [...SHIPPERS, ...PLATFORMS]
/** Below the key, as the endpoint cards have it. */
const PATHS: Readonly<Record<string, string>> = {
  otlp: '',
  loki: '/loki/api/v1/push',
  elastic_bulk: '/elastic',
  splunk_hec: '/splunk',
}

let bench: Workbench
let server: RunningServer

beforeAll(async () => {
  bench = await createWorkbench({ name: 'e2e-doctor' })
  server = await bench.start()
})

afterAll(async () => {
  await server?.stop()
  bench?.remove()
})

const urlOf = ({ id }: DoctorFormat) =>
  `${server.baseUrl}/intake/k/${bench.organizations[0]?.publicKey}${PATHS[id] ?? `/${id}`}`
const failed = (findings: readonly Finding[]) => findings.filter(({ outcome }) => outcome === 'failed')

describe('the drain doctor', () => {
  it.each(FORMATS.map((format) => [format.id, format] as const))('finds nothing wrong with %s', async (_, format) => {
    const apiKey = bench.organizations[0]?.secretKey
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
    const url = `${server.baseUrl}/intake/k/${bench.organizations[0]?.publicKey}/nothing-here`
    const { status, stdout } = spawnSync('npm', ['run', '--silent', 'doctor', '--', 'webhook', url], {
      encoding: 'utf8',
    })
    expect(stdout).toContain('✗ a good delivery: answered 404')
    expect(status).toBe(1)
  })
})

/** Every sender of alerts and changes is played at a started server, and a real Alertmanager of Debian fires at it. */

import { Buffer } from 'node:buffer'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AlertDoctor } from '../../scripts/doctor/alert-doctor.ts'
import { ALERT_SOURCES_PLAYED, CHANGE_SOURCES_PLAYED, playerOf } from '../../scripts/doctor/alert-players.ts'
import type { Finding } from '../../scripts/doctor/checks.ts'
import { type Api, apiClient } from '../../scripts/server/api.ts'
import type { RunningServer } from '../../scripts/server/server.ts'
import { createWorkbench, type Workbench } from '../../scripts/server/workbench.ts'
import { unpackDebian } from './debian-package.ts'

const SECRET = 'a signing secret that nobody else knows'
const PATIENCE_MS = 30_000
const POLL_MS = 200

let folder: string
let bench: Workbench
let server: RunningServer
let api: Api
let projectId: string
let plainKey: string
let signedKey: string
const running: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'alert-senders-'))
  bench = await createWorkbench({ name: 'e2e-alert-senders' })
  server = await bench.start()
  const [first] = bench.organizations
  if (first === undefined) throw new Error('the workbench has no organization')
  api = apiClient(server.baseUrl, first.secretKey)
  projectId = first.projectId
  plainKey = await newKey({})
  signedKey = await newKey({ signingSecret: SECRET })
})

afterAll(async () => {
  for (const sender of running) {
    if (sender.exitCode !== null || !sender.kill()) continue
    await once(sender, 'exit')
  }
  await server?.stop()
  bench?.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function newKey(fields: object): Promise<string> {
  const made = await api.post<{ alertKey: { value: string } }>('/alert-keys', { name: 'e2e', projectId, ...fields })
  return made.alertKey.value
}

const players = [
  ...ALERT_SOURCES_PLAYED.map((source) => ['alerts', source] as const),
  ...CHANGE_SOURCES_PLAYED.map((source) => ['changes', source] as const),
]
const failed = (findings: readonly Finding[]) => findings.filter(({ outcome }) => outcome === 'failed')

describe('the doctor finds nothing wrong', () => {
  it.each(players)('at the door of %s for %s', async (door, source) => {
    const player = playerOf(door, source)
    if (player === undefined) throw new Error('no such sender')
    const isSigned = player.sign !== undefined
    const url = isSigned
      ? `${server.baseUrl}/v1/${door}/k/${signedKey}/${source}`
      : `${server.baseUrl}/v1/${door}/${source}`
    const given = isSigned ? { signingSecret: SECRET } : { key: plainKey }
    const findings = await new AlertDoctor({ player, url, ...given, fetch, now: Date.now }).run()
    expect(failed(findings)).toEqual([])
    expect(findings.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThanOrEqual(4)
  })

  it('and finds that a key without a secret takes wrong signatures', async () => {
    const player = playerOf('alerts', 'grafana')
    if (player === undefined) throw new Error('no such sender')
    const url = `${server.baseUrl}/v1/alerts/k/${plainKey}/grafana`
    const findings = await new AlertDoctor({ player, url, signingSecret: 'x', fetch, now: Date.now }).run()
    expect(failed(findings).map(({ check }) => check)).toEqual([
      'a missing signature is refused',
      'a wrong signature is refused',
    ])
  })
})

interface IncidentView {
  readonly title: string
  readonly state: 'open' | 'resolved'
  readonly services: readonly string[]
}

async function incident(service: string, isThere: (one: IncidentView) => boolean): Promise<IncidentView> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const path = `/incidents?projectId=${projectId}&service=${service}`
    const { incidents } = await api.get<{ incidents: readonly IncidentView[] }>(path)
    const found = incidents.find(isThere)
    if (found) return found
    if (Date.now() > until) throw new Error(`no such incident of ${service}: ${JSON.stringify(incidents)}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The receiver as its setup text tells people to write it. */
const configuration = (url: string, key: string) => `
route:
  receiver: observability-agent
  group_by: [alertname]
  group_wait: 0s
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: observability-agent
    webhook_configs:
      - url: ${url}
        send_resolved: true
        max_alerts: 2
        http_config:
          authorization:
            credentials: ${key}
`

/** Where Debian's build looks for its templates. */
const TEMPLATES = '/usr/share/prometheus/alertmanager'

/**
 * The program with that path turned into its working directory, of the same length: the package is unpacked, not
 * installed, and nothing is there.
 */
function relocated(path: string): Buffer {
  const program = readFileSync(path)
  const replacement = Buffer.from(`/proc/self/${'cwd'.padStart(TEMPLATES.length - '/proc/self/'.length, '/')}`)
  for (let at = program.indexOf(TEMPLATES); at >= 0; at = program.indexOf(TEMPLATES, at)) replacement.copy(program, at)
  return program
}

describe('Alertmanager of Debian', () => {
  it('opens an incident with its alert and closes it with its end', async (test) => {
    const debian = unpackDebian(join(folder, 'debian'), ['prometheus-alertmanager'])
    if (!debian.ok) return test.skip(debian.reason)
    const home = join(folder, 'alertmanager')
    mkdirSync(home)
    writeFileSync(join(home, 'alertmanager.yml'), configuration(`${server.baseUrl}/v1/alerts/alertmanager`, plainKey))
    const port = await freePort()
    const args = [
      `--config.file=${join(home, 'alertmanager.yml')}`,
      `--storage.path=${join(home, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ]
    const program = join(home, 'alertmanager')
    writeFileSync(program, relocated(debian.file('/bin/prometheus-alertmanager')), { mode: 0o755 })
    const templates = dirname(debian.file('/alertmanager/default.tmpl'))
    running.push(spawn(program, args, { cwd: templates, env: debian.env, stdio: 'ignore' }))
    const own = `http://127.0.0.1:${port}`
    await ready(`${own}/-/ready`)
    const service = 'alertmanager-web'
    const labels = { alertname: 'HighErrorRate', service, severity: 'critical', instance: 'web-1:8080' }
    const annotations = { summary: 'every tenth request fails' }
    const post = (times: object) =>
      fetch(`${own}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([
          { labels, annotations, generatorURL: 'http://prometheus:9090/graph?g0.expr=up', ...times },
        ]),
      })
    const startsAt = new Date(Date.now() - 60_000).toISOString()
    expect((await post({ startsAt })).status).toBe(200)
    const opened = await incident(service, ({ state }) => state === 'open')
    expect(opened).toMatchObject({ title: expect.stringContaining('HighErrorRate'), services: [service] })
    await post({ startsAt, endsAt: new Date(Date.now() - 1000).toISOString() })
    await incident(service, ({ state }) => state === 'resolved')
  })
})

async function ready(url: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error('Alertmanager did not start')
}

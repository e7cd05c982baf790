/** Log shippers and Alertmanager as Debian has them deliver to a real server: skipped, with the reason, where they cannot be had. */
import { Buffer } from 'node:buffer'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAlertmanager } from './alertmanager.ts'
import { unpackDebian } from './debian-package.ts'
import { storedLogs } from './stored-logs.ts'
import { tenantOf } from './tenant.ts'

const { baseUrl, credentials, api } = tenantOf('debian senders')
const { projectId } = credentials
const endpoint = `${baseUrl}/intake/k/${credentials.publicKey}`
let folder: string
let alertKey: string
const running: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'debian-senders-'))
  const made = await api.post<{ alertKey: { value: string } }>('/alert-keys', { name: 'e2e', projectId })
  alertKey = made.alertKey.value
})

afterAll(async () => {
  for (const sender of running) {
    if (sender.exitCode !== null || !sender.kill()) continue
    await once(sender, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

describe('shippers of Debian', () => {
  it('syslog-ng delivers RFC 5424 messages in batches over HTTP', async (test) => {
    const home = join(folder, 'syslog-ng')
    const debian = unpackDebian(home, ['syslog-ng-core', 'syslog-ng-mod-http'])
    if (!debian.ok) return test.skip(debian.reason)
    const program = debian.file('/sbin/syslog-ng')
    const modules = `--module-path=${dirname(debian.file('/libhttp.so'))}`
    const about = spawnSync(program, [modules, '--version'], { env: debian.env, encoding: 'utf8' })
    const version = /\((\d+\.\d+)/.exec(about.stdout)?.[1]
    if (version === undefined) return test.skip(`syslog-ng does not start here: ${about.stderr}`)
    const input = join(home, 'in.log')
    // A millisecond apart: their times and not their way here say which is the older one.
    const [first, second] = [Date.now() - 1, Date.now()].map((at) => new Date(at).toISOString())
    writeFileSync(input, `<11>1 ${first} host1 syslog-ng-web 99 ID47 [ex@1 a="b c"] payment refused\n`)
    appendFileSync(input, `<14>1 ${second} host1 syslog-ng-web - - - payment taken\n`)
    writeFileSync(
      join(home, 'syslog-ng.conf'),
      `@version: ${version}
options { stats-freq(0); time-reopen(1); frac-digits(3); keep-hostname(yes); };
source s { file("${input}" follow-freq(1) flags(syslog-protocol)); };
destination d { http(url("${endpoint}/syslog") method("POST") headers("content-type: text/plain")
  body('<$PRI>1 $ISODATE $HOST $PROGRAM \${PID:--} \${MSGID:--} \${SDATA:--} $MSG') delimiter("\\n") batch-lines(10) batch-timeout(300)); };
log { source(s); destination(d); };
`,
    )
    const own = ['persist-file', 'control', 'pidfile'].map((name) => `--${name}=${join(home, name)}`)
    const args = ['--foreground', '--no-caps', modules, `--cfgfile=${join(home, 'syslog-ng.conf')}`, ...own]
    running.push(spawn(program, args, { env: debian.env, stdio: 'ignore' }))
    const logs = await storedLogs(api, 'syslog-ng-web', 2)
    expect(logs.map(({ body, severity }) => [severity.toLowerCase(), body])).toEqual([
      ['error', 'payment refused'],
      ['info', 'payment taken'],
    ])
    expect(logs[0]?.resource).toMatchObject({ 'host.name': 'host1' })
    expect(logs[0]?.attributes).toMatchObject({ 'syslog.procid': '99', 'syslog.msgid': 'ID47', 'syslog.ex@1.a': 'b c' })
  })

  it('systemd-journal-upload delivers a journal', async (test) => {
    const home = join(folder, 'journal')
    const debian = unpackDebian(home, ['systemd-journal-remote', 'libsystemd-shared'])
    if (!debian.ok) return test.skip(debian.reason)
    const now = Date.now()
    // With a line feed in it a message is a binary field: its name, 64-bit little-endian length, the bytes.
    const entry = (n: number, priority: number, message: string) => {
      const length = Buffer.alloc(8)
      length.writeBigUInt64LE(BigInt(Buffer.byteLength(message)))
      const head = `__CURSOR=i=${n}\n__REALTIME_TIMESTAMP=${now + n}000\n__MONOTONIC_TIMESTAMP=${1000 + n}\n_BOOT_ID=${'1'.repeat(32)}\n`
      const fields = `PRIORITY=${priority}\nSYSLOG_IDENTIFIER=journal-web\n_HOSTNAME=host1\nMESSAGE\n`
      return Buffer.concat([Buffer.from(head + fields), length, Buffer.from(`${message}\n\n`)])
    }
    mkdirSync(join(home, 'journal'), { recursive: true })
    const exported = join(home, 'journal.export')
    writeFileSync(exported, Buffer.concat([entry(1, 3, 'payment refused'), entry(2, 6, 'payment taken\nof card 7')]))
    const journal = join(home, 'journal', 'web.journal')
    const made = spawnSync(debian.file('lib/systemd/systemd-journal-remote'), [`--output=${journal}`, exported], {
      env: debian.env,
      encoding: 'utf8',
    })
    if (made.status !== 0) return test.skip(`systemd-journal-remote does not run here: ${made.stderr}`)
    const args = [
      `--file=${journal}`,
      `--url=${endpoint}/journald`,
      `--save-state=${join(home, 'state')}`,
      '--follow=no',
    ]
    const sender = spawn(debian.file('lib/systemd/systemd-journal-upload'), args, { env: debian.env, stdio: 'ignore' })
    running.push(sender)
    const logs = await storedLogs(api, 'journal-web', 2)
    expect(logs.map(({ body, severity }) => [severity.toLowerCase(), body])).toEqual([
      ['error', 'payment refused'],
      ['info', 'payment taken\nof card 7'],
    ])
    expect(logs[0]?.resource).toMatchObject({ 'host.name': 'host1' })
  })
})

interface IncidentView {
  readonly title: string
  readonly state: 'open' | 'resolved'
  readonly services: readonly string[]
  readonly alerts: number
  readonly openAlerts: number
  readonly repeats: number
}

interface Incidents {
  readonly incidents: readonly IncidentView[]
}

const INCIDENT_PATIENCE_MS = 30_000

async function incidentOf(
  service: string,
  state: IncidentView['state'],
  wanted: Partial<IncidentView> = {},
): Promise<IncidentView> {
  const until = Date.now() + INCIDENT_PATIENCE_MS
  for (;;) {
    const path = `/incidents?projectId=${projectId}&service=${service}`
    // Unpacking stood still for seconds, in which the server may have closed a connection that is used again.
    const { incidents } = await api.get<Incidents>(path).catch((): Incidents => ({ incidents: [] }))
    const [only] = incidents
    const isAsWanted = Object.entries({ ...wanted, state }).every(
      ([name, value]) => Reflect.get(only ?? {}, name) === value,
    )
    const found = incidents.length === 1 && isAsWanted ? only : undefined
    if (found) return found
    if (Date.now() > until) throw new Error(`no ${state} incident of ${service}: ${JSON.stringify(incidents)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

describe('Alertmanager of Debian', () => {
  it('opens an incident with its alert, repeats it beside another of its group, and closes it when both end', async (test) => {
    const debian = unpackDebian(join(folder, 'alertmanager'), ['prometheus-alertmanager'])
    if (!debian.ok) return test.skip(debian.reason)
    const amtool = debian.file('/bin/amtool')
    const example = spawnSync(amtool, ['check-config', join('examples', 'alertmanager', 'alertmanager.yml')], {
      encoding: 'utf8',
      env: debian.env,
    })
    expect(example.status, `${example.stdout}${example.stderr}`).toBe(0)
    const target = { url: `${baseUrl}/v1/alerts/alertmanager`, key: alertKey }
    const alertmanager = await startAlertmanager(debian, join(folder, 'alertmanager-home'), target)
    running.push(alertmanager.process)
    const service = 'alertmanager-web'
    const alert = {
      labels: { alertname: 'HighErrorRate', service, severity: 'critical', instance: 'web-1:8080' },
      annotations: { summary: 'every tenth request fails' },
      generatorURL: 'http://prometheus:9090/graph?g0.expr=up',
      startsAt: new Date(Date.now() - 60_000).toISOString(),
    }
    await alertmanager.post([alert])
    const opened = await incidentOf(service, 'open')
    expect(opened).toMatchObject({ title: expect.stringContaining('HighErrorRate'), services: [service] })
    const second = { ...alert, labels: { ...alert.labels, instance: 'web-2:8080' } }
    await alertmanager.post([second])
    await incidentOf(service, 'open', { alerts: 2, openAlerts: 2, repeats: 1 })
    const ended = () => ({ endsAt: new Date(Date.now() - 1_000).toISOString() })
    await alertmanager.post([{ ...alert, ...ended() }])
    await incidentOf(service, 'open', { alerts: 2, openAlerts: 1 })
    await alertmanager.post([{ ...second, ...ended() }])
    await incidentOf(service, 'resolved', { alerts: 2, openAlerts: 0 })
  })
})

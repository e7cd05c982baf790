/** Prometheus Alertmanager as Debian builds it, with one receiver, from an unpacked package. */
import { Buffer } from 'node:buffer'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../../scripts/server/server.ts'
import type { Unpacked } from './debian-package.ts'

const PATIENCE_MS = 30_000
const POLL_MS = 200

/** Where Debian's build looks for its templates. */
const TEMPLATES = '/usr/share/prometheus/alertmanager'

/**
 * The program with that path turned into its working directory, of the same length: the package is unpacked, not
 * installed, and nothing is there.
 */
function relocated(path: string): Buffer {
  const program = readFileSync(path)
  const start = '/proc/self/'
  const replacement = Buffer.from(start + 'cwd'.padStart(TEMPLATES.length - start.length, '/'))
  for (let at = program.indexOf(TEMPLATES); at >= 0; at = program.indexOf(TEMPLATES, at)) replacement.copy(program, at)
  return program
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

export interface Alertmanager {
  readonly process: ChildProcess
  /** Hands it alerts as Prometheus does. */
  post(alerts: readonly object[]): Promise<void>
}

/** Starts it in `home`, a folder of its own, delivering to `url` with `key`. */
export async function startAlertmanager(
  debian: Extract<Unpacked, { ok: true }>,
  home: string,
  target: { readonly url: string; readonly key: string },
): Promise<Alertmanager> {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'alertmanager.yml'), configuration(target.url, target.key))
  const program = join(home, 'alertmanager')
  writeFileSync(program, relocated(debian.file('/bin/prometheus-alertmanager')), { mode: 0o755 })
  const own = `127.0.0.1:${await freePort()}`
  const args = [
    `--config.file=${join(home, 'alertmanager.yml')}`,
    `--storage.path=${join(home, 'data')}`,
    `--web.listen-address=${own}`,
    '--cluster.listen-address=',
  ]
  const cwd = dirname(debian.file('/alertmanager/default.tmpl'))
  const started = spawn(program, args, { cwd, env: debian.env, stdio: 'ignore' })
  await ready(started, `http://${own}/-/ready`)
  return {
    process: started,
    post: async (alerts) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`http://${own}/api/v2/alerts`, {
        method: 'POST',
        headers,
        body: JSON.stringify(alerts),
      })
      if (!response.ok) throw new Error(`Alertmanager answered ${response.status}: ${await response.text()}`)
    },
  }
}

async function ready(started: ChildProcess, url: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    if (started.exitCode !== null) throw new Error(`Alertmanager ended with ${started.exitCode}`)
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  started.kill()
  throw new Error('Alertmanager did not start')
}

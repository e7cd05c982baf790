/** A server with the demo, started as a newcomer starts it. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_DIR } from '../../../scripts/server/places.ts'
import { freePort } from '../../../scripts/server/server.ts'

/** The demo is sent through the intake; on a busy machine that takes a minute. */
const START_TIMEOUT_MS = 300_000

export interface Demo {
  readonly stateDir: string
  readonly baseUrl: string
  readonly secretKey: string
  /** Signs the demo's admin in, once; empty where the start of the server was not seen. */
  readonly link: string
  stop(): Promise<void>
}

/** A server that runs already: `stateDir` is its STATE_DIR. It goes on running. */
export const runningDemo = (stateDir: string): Demo => ({ ...credentialsIn(stateDir), link: '', stop: async () => {} })

export async function startDemo(): Promise<Demo> {
  const parent = join(REPOSITORY_DIR, '.wrangler', 'workbenches')
  mkdirSync(parent, { recursive: true })
  const stateDir = mkdtempSync(join(parent, 'browser-'))
  const port = await freePort()
  const child = spawn('node', [join('scripts', 'start', 'main.mjs')], {
    cwd: REPOSITORY_DIR,
    env: { ...process.env, STATE_DIR: stateDir, PORT: String(port) },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    // The group, as Ctrl-C in a terminal would.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
    await ended
    rmSync(stateDir, { recursive: true, force: true })
  }
  const output = await new Promise<string>((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`npm start took too long: ${text}`)), START_TIMEOUT_MS)
    child.stdout.on('data', (part) => {
      text += part
      if (!text.includes('Ctrl-C stops everything')) return
      clearTimeout(timer)
      resolve(text)
    })
    child.once('exit', () => reject(new Error(`npm start ended: ${text}`)))
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { ...credentialsIn(stateDir), link: /http:\S+\/oauth\/link\?\S+/.exec(output)?.[0] ?? '', stop }
}

function credentialsIn(stateDir: string): Pick<Demo, 'stateDir' | 'baseUrl' | 'secretKey'> {
  const { baseUrl, secretKey } = JSON.parse(readFileSync(join(stateDir, 'credentials.json'), 'utf8')) as {
    readonly [Name in 'baseUrl' | 'secretKey']: string // npm start writes it
  }
  return { stateDir, baseUrl, secretKey }
}

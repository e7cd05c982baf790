/**
 * One server with the demo for all files, started as a newcomer starts it; they get its address and its sign-in link.
 * While working on a view, `CONSOLE_STATE=<STATE_DIR of a running npm start>` takes that server instead.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { REPOSITORY_DIR } from '../../../scripts/server/places.ts'
import { freePort } from '../../../scripts/server/server.ts'
import { type Chromium, chromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly chromium: Chromium
    readonly baseUrl: string
    readonly link: string
    readonly secretKey: string
    readonly serverLog: string
  }
}

/** The demo is sent through the intake; on a busy machine that takes a minute. */
const START_TIMEOUT_MS = 300_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = chromium()
  project.provide('chromium', found)
  if (!found.ok) {
    for (const name of ['baseUrl', 'link', 'secretKey', 'serverLog'] as const) project.provide(name, '')
    return async () => {}
  }
  const running = process.env['CONSOLE_STATE']
  if (running !== undefined) {
    provideServer(project, running, '')
    return async () => {}
  }
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
  provideServer(project, stateDir, /http:\S+\/oauth\/link\?\S+/.exec(output)?.[0] ?? '')
  return stop
}

/** Tells the tests about the server that runs on this state. `link`: empty where its start was not seen. */
function provideServer(project: TestProject, stateDir: string, link: string): void {
  const { baseUrl, secretKey } = JSON.parse(readFileSync(join(stateDir, 'credentials.json'), 'utf8')) as {
    readonly [Name in 'baseUrl' | 'secretKey']: string // npm start writes it
  }
  project.provide('baseUrl', baseUrl)
  project.provide('link', link)
  project.provide('secretKey', secretKey)
  project.provide('serverLog', join(stateDir, 'server.log'))
}

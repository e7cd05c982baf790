/** The two commands of the README, as a newcomer types them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REPOSITORY_DIR } from '../../scripts/server/places.ts'
import { freePort, isHealthy } from '../../scripts/server/server.ts'

const CREDENTIAL_KEYS = [
  ...['adminToken', 'baseUrl', 'memberToken', 'organizationId', 'partnerKey', 'projectId', 'publicKey', 'secretKey'],
]

let stateDir = ''
let port = 0
let running: ChildProcess | null = null

beforeAll(async () => {
  const parent = join(REPOSITORY_DIR, '.wrangler', 'workbenches')
  mkdirSync(parent, { recursive: true })
  stateDir = mkdtempSync(join(parent, 'start-'))
  port = await freePort()
})

afterAll(async () => {
  if (running !== null) await stopped(running)
  rmSync(stateDir, { recursive: true, force: true })
})

const environment = (extra: Readonly<Record<string, string>> = {}) => ({
  ...process.env,
  STATE_DIR: stateDir,
  PORT: String(port),
  ...extra,
})
const readLocal = (name: string): Record<string, string> => JSON.parse(readFileSync(join(stateDir, name), 'utf8'))
const run = (script: readonly string[], extra?: Readonly<Record<string, string>>) =>
  spawnSync('node', script, { cwd: REPOSITORY_DIR, env: environment(extra), encoding: 'utf8' })
const ask = (question: string) => run([join('scripts', 'ask.mjs'), question])

/** Starts `npm start`'s script in a group of its own; resolves with what it printed until it was ready. */
async function started(): Promise<string> {
  const child = spawn('node', [join('scripts', 'start', 'main.mjs')], {
    cwd: REPOSITORY_DIR,
    env: environment({ DEMO_SEED: '4' }),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running = child
  let output = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  while (!(await isHealthy(`http://127.0.0.1:${port}`))) {
    if (child.exitCode !== null) throw new Error(`npm start ended: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  while (!output.includes('Ctrl-C stops everything')) await new Promise((resolve) => setTimeout(resolve, 50))
  return output
}

interface ListedIncidents {
  readonly incidents: readonly { readonly headline: string; readonly source: string }[]
}

async function listedIncidents(): Promise<ListedIncidents> {
  const { baseUrl, secretKey } = readLocal('credentials.json')
  const answer = await fetch(`${baseUrl}/v1/incidents`, { headers: { authorization: `Bearer ${secretKey}` } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as ListedIncidents
}

/** Ctrl-C: the terminal's signal to the whole group. */
async function stopped(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.pid !== undefined && child.exitCode === null) {
    process.kill(-child.pid, 'SIGINT')
    await ended
  }
  running = null
}

it('says clearly what is missing before anything was started', () => {
  const asked = ask('what broke?')
  expect(asked.status).toBe(2)
  expect(asked.stderr).toContain('Run `npm start` first')
  const wrongPort = run([join('scripts', 'start', 'main.mjs')], { PORT: 'eighty' })
  expect(wrongPort.status).toBe(1)
  expect(wrongPort.stderr).toContain('PORT must be a whole number')
})

it('prepares the demo, answers a question about it, and reuses what is there the next time', {
  timeout: 300_000,
}, async () => {
  expect(await started()).toContain('Preparing the demo organization')
  expect(Object.keys(readLocal('credentials.json')).sort()).toEqual(CREDENTIAL_KEYS)
  const truth = readLocal('demo.json')
  expect(Object.keys(truth).sort()).toEqual(['faultKind', 'faultyService', 'startedAt'])
  expect(readLocal('credentials.json')['baseUrl']).toBe(`http://127.0.0.1:${port}`)

  // Before anybody asked: a monitor fired on the fault, and its incident was investigated.
  const { incidents } = await listedIncidents()
  expect(incidents).toHaveLength(1)
  expect(incidents[0]).toMatchObject({ source: 'monitor', investigation: { state: 'answered' } })
  expect(incidents[0]?.headline).toContain(truth['faultyService'])

  const first = ask('what broke?')
  expect(first.status).toBe(0)
  expect(first.stdout.split('\n')[0]).toContain(truth['faultyService'])

  const second = run([join('scripts', 'start', 'main.mjs')])
  expect(second.status).toBe(1)
  expect(second.stderr).toContain(`Port ${port} is in use`)

  const credentials = readLocal('credentials.json')
  if (running !== null) await stopped(running)
  expect(await isHealthy(`http://127.0.0.1:${port}`)).toBe(false)
  expect(ask('what broke?').stderr).toContain('No server answers')

  // What was prepared is reused: the second start makes no demo and sends nothing.
  expect(await started()).not.toMatch(/Preparing|Sent \d/)
  expect(readLocal('credentials.json')).toEqual(credentials)
  expect(ask('what broke?').stdout.split('\n')[0]).toContain(truth['faultyService'])
})

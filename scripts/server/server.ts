/**
 * A real local server (`wrangler dev`) for `npm start`, end-to-end tests, evaluations, load and chaos.
 * `kill` is SIGKILL for the whole process group: the runtime gets no chance to finish or flush anything.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { builtWorker } from './built-worker.ts'
import { type Places, REPOSITORY_DIR } from './places.ts'
import { type RecordedRuntime, recording } from './recorded-runtime.ts'
import { NODE, toolEnvironment, WRANGLER } from './wrangler.ts'

export interface ServerOptions {
  readonly places: Places
  /** Default: a free one. */
  readonly port?: number
  /** Settings of the Worker for this server only (wrangler.toml `[vars]`). */
  readonly settings?: Readonly<Record<string, string>>
  /** Another entry than wrangler.toml's, from the repository's root: the Worker with a window for a test. */
  readonly entry?: string
  /**
   * false: the server stays in the caller's process group, so that Ctrl-C and a kill of that group reach it too. Then
   * `kill` is not available.
   */
  readonly ownProcessGroup?: boolean
  /**
   * The Worker is bundled once for all starts. wrangler's own bundle also reads what a request's handler left unread, else
   * its proxy loses the connection: only for servers that are sent nothing they refuse.
   */
  readonly isBuilt?: boolean
  /** The runtime of an earlier start of the same server that was built: it is started without wrangler. */
  readonly runtime?: RecordedRuntime
}

export interface RunningServer {
  /** Without /v1. */
  readonly baseUrl: string
  readonly port: number
  readonly logFile: string
  /** Resolves when the server process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Ends the server in order; after five seconds by force. */
  stop(): Promise<void>
  /** SIGKILL to the whole process group. */
  kill(): Promise<void>
}

/** A cold start takes five seconds, many times that on a machine that is busy with tests. */
const READY_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 5000

/**
 * Below the ports that the system gives to outgoing connections and to whoever asks for any port: between the look for a
 * free one and the start of a server, nothing takes it by chance.
 */
const PORT_MIN = 15_000
const PORT_COUNT = 16_000

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + Math.floor(Math.random() * PORT_COUNT)
    if (await isPortFree(port)) return port
  }
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const port = options.port ?? (await freePort())
  const ownGroup = options.ownProcessGroup ?? true
  mkdirSync(options.places.localDir, { recursive: true })
  const logFile = join(options.places.localDir, 'server.log')
  const { command, args, input, env } = await commandOf(options, port)
  const from = input === null ? ('ignore' as const) : openSync(input, 'r')
  const log = openSync(logFile, 'w')
  const child = spawn(command, args, { cwd: REPOSITORY_DIR, detached: ownGroup, stdio: [from, log, log], env })
  if (typeof from === 'number') closeSync(from)
  closeSync(log)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const signal = (name: NodeJS.Signals) => signalProcess(child, name, ownGroup)
  const baseUrl = `http://127.0.0.1:${port}`
  try {
    await ready(baseUrl, child, logFile)
  } catch (error) {
    signal('SIGKILL')
    throw error
  }
  const kill = async () => {
    if (!ownGroup) throw new Error('this server shares its process group')
    signal('SIGKILL')
    await ended
  }
  const stop = async () => {
    signal('SIGTERM')
    const timer = setTimeout(() => signal('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
    // wrangler may leave its runtime behind when it is ended while starting up.
    if (ownGroup) signal('SIGKILL')
  }
  return { baseUrl, port, logFile, ended, stop, kill }
}

interface Command {
  readonly command: string
  readonly args: readonly string[]
  /** A file that the process reads as its input. */
  readonly input: string | null
  readonly env: NodeJS.ProcessEnv
}

async function commandOf(options: ServerOptions, port: number): Promise<Command> {
  if (options.runtime !== undefined) return { ...options.runtime, env: { ...process.env, TZ: 'UTC' } }
  const built = options.isBuilt === true ? await builtWorker(options.entry) : null
  return {
    command: NODE,
    args: [WRANGLER, ...devArguments(options, port, built)],
    input: null,
    env: toolEnvironment({
      // Servers of other state directories must not find this one.
      WRANGLER_REGISTRY_PATH: join(options.places.localDir, 'registry'),
      ...(built === null ? {} : recording(options.places)),
    }),
  }
}

/** @param built path of the bundled Worker; null: wrangler bundles it. */
function devArguments(options: ServerOptions, port: number, built: string | null): string[] {
  const given = { LOCAL_BASE_URL: `http://127.0.0.1:${port}`, ...options.settings }
  const settings = Object.entries(given).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  const bundled = options.entry === undefined ? [] : [options.entry]
  return [
    ...['dev', ...(built === null ? bundled : [built, '--no-bundle'])],
    ...['--local', '--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
    ...['--persist-to', options.places.persistDir, '--show-interactive-dev-session=false', '--log-level', 'log'],
    ...settings,
  ]
}

function signalProcess(child: ChildProcess, name: NodeJS.Signals, ownGroup: boolean): void {
  if (child.pid === undefined) return
  try {
    process.kill(ownGroup ? -child.pid : child.pid, name)
  } catch (error) {
    // The group is gone already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // process.kill throws system errors only
  }
}

/** Waits for /healthz. Throws the server's own last words when it ends or stays silent. */
async function ready(baseUrl: string, child: ChildProcess, logFile: string): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended while starting:\n${lastLines(logFile)}`)
    }
    if (await isHealthy(baseUrl)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server did not answer within ${READY_TIMEOUT_MS / 1000} s:\n${lastLines(logFile)}`)
}

/** Whether a server answers /healthz at this address. */
export async function isHealthy(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-25).join('\n')
}

/** A server with organizations of its own in a throw-away state directory: for tests, evaluations and chaos. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createOrganizations, type OrganizationCredentials } from './organization.ts'
import { type Places, placesOf, REPOSITORY_DIR } from './places.ts'
import { recordedRuntime } from './recorded-runtime.ts'
import { type RunningServer, startServer } from './server.ts'
import { applyMigrations, migrationsDigest, prepareState } from './state.ts'
import { toolEnvironment } from './wrangler.ts'

export interface Workbench {
  readonly places: Places
  readonly organizations: readonly OrganizationCredentials[]
  /** Starts a server on this state; any number of times, one at a time, always at the same address. */
  start(): Promise<RunningServer>
  /** Removes the state directory. Stop the server first. */
  remove(): void
}

export interface WorkbenchOptions {
  readonly name: string
  readonly organizations?: number
  /** Settings of the Worker, as for `startServer`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Another entry of the Worker, as for `startServer`. */
  readonly entry?: string
  /** The Worker is bundled once, as for `startServer`, and wrangler starts it once: after a kill its runtime starts alone. */
  readonly isBuilt?: boolean
}

const PARENT = join(REPOSITORY_DIR, '.wrangler', 'workbenches')

/** A database with all migrations applied, made once for each set of migrations, as that takes wrangler seconds. */
async function migratedState(): Promise<string> {
  const state = join(PARENT, `migrated-${migrationsDigest().slice(0, 16)}`)
  if (existsSync(state)) return state
  const made = mkdtempSync(join(PARENT, 'migrating-'))
  await applyMigrations({ persistDir: made, localDir: made })
  try {
    renameSync(made, state)
  } catch (error) {
    // Another process was faster.
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(state)) throw error
  }
  return state
}

export async function createWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  // The admin scripts call wrangler by its name.
  process.env['PATH'] = toolEnvironment()['PATH']
  mkdirSync(PARENT, { recursive: true })
  const folder = mkdtempSync(join(PARENT, `${options.name}-`))
  const places = placesOf(folder)
  cpSync(await migratedState(), places.persistDir, { recursive: true })
  await prepareState(places)
  const names = Array.from({ length: options.organizations ?? 1 }, (_, index) => `${options.name} ${index + 1}`)
  const organizations = await createOrganizations(places, names)
  // One port for all starts: clients keep their address over a restart.
  let port: number | undefined
  // What wrangler leaves when it ends in order is not enough for its runtime.
  let isKilled = false
  return {
    places,
    organizations,
    start: async () => {
      const settings = options.settings === undefined ? {} : { settings: options.settings }
      const entry = options.entry === undefined ? {} : { entry: options.entry }
      const { isBuilt = false } = options
      const at = port === undefined ? {} : { port }
      const runtime = isBuilt && isKilled && port !== undefined ? { runtime: recordedRuntime(places, port) } : {}
      const server = await startServer({ places, ...at, ...settings, ...entry, isBuilt, ...runtime })
      port = server.port
      const ending = (isKill: boolean, end: () => Promise<void>) => async () => {
        isKilled = isKill
        await end()
      }
      return { ...server, kill: ending(true, server.kill), stop: ending(false, server.stop) }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

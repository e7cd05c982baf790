/** Prepares local state for a server: local secrets, the API reference viewer, the database's migrations. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Places, REPOSITORY_DIR } from './places.ts'
import { NODE, toolEnvironment, WRANGLER } from './wrangler.ts'

const run = promisify(execFile)
const SECRETS_FILE = join(REPOSITORY_DIR, '.dev.vars')
/** Applying migrations one by one takes half a second each, longer on a busy machine. Then the number may be another process's. */
const EARLIER_WAIT_MS = 180_000
const MIGRATIONS = join(REPOSITORY_DIR, 'migrations')

/**
 * `.dev.vars` with a keyring of its own for this machine, made once. A file that is already there stays as it is but
 * gets the keyring when it lacks one.
 */
export function ensureLocalSecrets(): void {
  const present = existsSync(SECRETS_FILE) ? readFileSync(SECRETS_FILE, 'utf8') : ''
  if (/^MASTER_KEYS=/m.test(present)) return
  const keyring = JSON.stringify({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } })
  const separator = present === '' || present.endsWith('\n') ? '' : '\n'
  writeFileSync(SECRETS_FILE, `${present}${separator}MASTER_KEYS=${keyring}\n`, { mode: 0o600 })
}

/** The keyring of local servers, as `ensureLocalSecrets` made it. */
export function localMasterKeys(): string {
  const found = /^MASTER_KEYS=(.*)$/m.exec(readFileSync(SECRETS_FILE, 'utf8'))?.[1]?.trim()
  if (!found) throw new Error(`${SECRETS_FILE} has no MASTER_KEYS.`)
  // A file written by hand may quote the value.
  return found.replace(/^(['"])(.*)\1$/, '$2')
}

/** Of the migrations alone: what they are generated from lies in a folder beside them. */
export function migrationsDigest(folder = MIGRATIONS): string {
  const digest = createHash('sha256')
  for (const name of migrationNames(folder)) digest.update(name).update(readFileSync(join(folder, name)))
  return digest.digest('hex')
}

/** The files of the migrations, in their order. */
export function migrationNames(folder = MIGRATIONS): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** Makes a database with these migrations: what wrangler leaves when it applies them one after another. */
export function sqlOfMigrations(names: readonly string[], folder = MIGRATIONS): string {
  const applied = names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    return `${sql}\ninsert into d1_migrations (name) values ('${name.replaceAll("'", "''")}');\n`
  })
  return `create table d1_migrations(
  id integer primary key autoincrement,
  name text unique,
  applied_at timestamp default current_timestamp not null
);\n${applied.join('')}`
}

/**
 * Applies the migrations that are not applied yet. Remembers it beside the database, because asking wrangler takes
 * seconds. A start that was killed leaves its wrangler running, and two at once would apply one migration twice: the
 * next start waits for it.
 */
export async function applyMigrations(places: Places): Promise<void> {
  const marker = join(places.persistDir, 'applied-migrations')
  const digest = migrationsDigest()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === digest) return
  mkdirSync(places.persistDir, { recursive: true })
  const running = join(places.persistDir, 'applying-migrations')
  await endOf(running)
  const file = join(places.persistDir, 'migrations.sql')
  const applied = run(NODE, [WRANGLER, 'd1', ...howToMigrate(places.persistDir, file)], {
    cwd: REPOSITORY_DIR,
    env: toolEnvironment(),
  })
  writeFileSync(running, String(applied.child.pid))
  try {
    await applied
  } catch (error) {
    throw new Error(`The database migrations could not be applied:\n${outputOf(error)}`)
  } finally {
    for (const one of [running, file]) rmSync(one, { force: true })
  }
  writeFileSync(marker, digest)
}

/**
 * A new database gets all migrations in one batch, of which all or nothing stays: wrangler starts a runtime for each
 * that it applies. So does one that a start was killed at before anything was in it. `file` is where they are written.
 */
function howToMigrate(persistDir: string, file: string): string[] {
  const place = ['--local', '--persist-to', persistDir]
  if (hasTables(persistDir)) return ['migrations', 'apply', 'DB', ...place]
  writeFileSync(file, sqlOfMigrations(migrationNames()))
  return ['execute', 'DB', ...place, '--yes', '--file', file]
}

/** Whether a local database holds anything; what cannot be read may. */
function hasTables(persistDir: string): boolean {
  const files = globSync(join(persistDir, 'v3', 'd1', '*', '*.sqlite')).filter((file) => !file.includes('metadata'))
  return files.some((file) => {
    try {
      const database = new DatabaseSync(file)
      try {
        // The runtime has a table of its own in each.
        return (
          database.prepare("select 1 from sqlite_master where name not like '\\_cf\\_%' escape '\\'").get() !==
          undefined
        )
      } finally {
        database.close()
      }
    } catch {
      return true
    }
  })
}

/** Waits for the process whose number the file holds, if there is one. */
async function endOf(file: string): Promise<void> {
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8'))
  const deadlineMs = Date.now() + EARLIER_WAIT_MS
  while (Number.isInteger(pid) && pid > 0 && isRunning(pid) && Date.now() < deadlineMs) await pause(100)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // process.kill throws system errors only
  }
}

/** The console and the viewer under /docs; wrangler refuses to start when the folder is missing. */
export async function buildAssets(): Promise<void> {
  try {
    await run(NODE, ['--import', 'tsx', join('scripts', 'build', 'assets.ts')], {
      cwd: REPOSITORY_DIR,
      env: toolEnvironment(),
    })
  } catch (error) {
    throw new Error(`The console and the API reference could not be built:\n${outputOf(error)}`)
  }
}

/** Everything a server needs before it starts. */
export async function prepareState(places: Places): Promise<void> {
  mkdirSync(places.localDir, { recursive: true })
  ensureLocalSecrets()
  await Promise.all([applyMigrations(places), buildAssets()])
}

function outputOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { stdout, stderr } = error as { stdout?: unknown; stderr?: unknown } // execFile adds both to its errors
  const text = [stderr, stdout].filter((part) => typeof part === 'string' && part !== '').join('\n')
  return text === '' ? String(error) : text
}

/** Prepares local state for a server: local secrets, the API reference viewer, the database's migrations. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Places, REPOSITORY_DIR } from './places.ts'
import { NODE, toolEnvironment, WRANGLER } from './wrangler.ts'

const run = promisify(execFile)
const SECRETS_FILE = join(REPOSITORY_DIR, '.dev.vars')

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
export function migrationsDigest(folder = join(REPOSITORY_DIR, 'migrations')): string {
  const digest = createHash('sha256')
  const migrations = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  for (const name of migrations.sort()) digest.update(name).update(readFileSync(join(folder, name)))
  return digest.digest('hex')
}

/** Applies the migrations that are not applied yet; remembers it beside the database, as asking wrangler takes seconds. */
export async function applyMigrations(places: Places): Promise<void> {
  const marker = join(places.persistDir, 'applied-migrations')
  const digest = migrationsDigest()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === digest) return
  mkdirSync(places.persistDir, { recursive: true })
  try {
    await run(NODE, [WRANGLER, 'd1', 'migrations', 'apply', 'DB', '--local', '--persist-to', places.persistDir], {
      cwd: REPOSITORY_DIR,
      env: toolEnvironment(),
    })
  } catch (error) {
    throw new Error(`The database migrations could not be applied:\n${outputOf(error)}`)
  }
  writeFileSync(marker, digest)
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

/**
 * What the command remembers: where the service is, who asks, which project is meant. The place is that of the XDG Base
 * Directory Specification; the file holds a credential, so only its owner may read it.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UnusableError } from './exit-codes.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface SavedContext {
  readonly url: string
  readonly token: string
  readonly organizationId?: string | undefined
  readonly projectId?: string | undefined
}

function baseOf(env: Environment, name: string, fallback: string): string {
  const given = env[name]
  // The specification: a relative path is not valid and is ignored.
  if (given?.startsWith('/')) return join(given, 'oas')
  return join(env['HOME'] || homedir(), fallback, 'oas')
}

export function configFile(env: Environment): string {
  return join(baseOf(env, 'XDG_CONFIG_HOME', '.config'), 'config.json')
}

function stateFile(env: Environment): string {
  return join(baseOf(env, 'XDG_STATE_HOME', join('.local', 'state')), 'last-threads.json')
}

export function readConfig(env: Environment): SavedContext | null {
  const value = readJson(configFile(env))
  if (value === null) return null
  const { url, token, organizationId, projectId } = value
  if (typeof url !== 'string' || typeof token !== 'string') {
    throw new UnusableError(`${configFile(env)} has no url and token. Sign in again with: oas login`)
  }
  return {
    url,
    token,
    ...(typeof organizationId === 'string' ? { organizationId } : {}),
    ...(typeof projectId === 'string' ? { projectId } : {}),
  }
}

export function writeConfig(env: Environment, context: SavedContext): void {
  writePrivately(configFile(env), context)
}

export function removeConfig(env: Environment): boolean {
  const isThere = existsSync(configFile(env))
  rmSync(configFile(env), { force: true })
  return isThere
}

/** True if others on this machine could read the credential. */
export function isReadableByOthers(file: string): boolean {
  return existsSync(file) && process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
}

/** The last thread of each service, for `ask --continue`. */
export function lastThread(env: Environment, url: string): string | null {
  const value = readJson(stateFile(env))?.[url]
  return typeof value === 'string' ? value : null
}

export function rememberThread(env: Environment, url: string, threadId: string): void {
  writePrivately(stateFile(env), { ...readJson(stateFile(env)), [url]: threadId })
}

function readJson(file: string): Record<string, unknown> | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null // readFileSync throws system errors
    throw new UnusableError(`${file} cannot be read: ${(error as Error).message}`) // see above
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    throw new UnusableError(`${file} is not valid JSON. Repair it, or remove it and sign in again with: oas login`)
  }
}

/** Written beside and renamed, so that the file is whole at any moment and was never readable by others. */
function writePrivately(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

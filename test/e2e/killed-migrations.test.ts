import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { executeSql } from '../../scripts/admin/wrangler-d1.ts'
import { placesOf, REPOSITORY_DIR } from '../../scripts/server/places.ts'
import { applyMigrations, migrationNames, sqlOfMigrations } from '../../scripts/server/state.ts'
import { NODE, toolEnvironment } from '../../scripts/server/wrangler.ts'

const folders: string[] = []

afterEach(() => {
  // What a killed start left running may still write there.
  const patience = { maxRetries: 20, retryDelay: 250 }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, ...patience })
})

const databasesIn = (folder: string) =>
  globSync(join(folder, 'v3/d1/*/*.sqlite')).filter((one) => !one.includes('metadata'))

/**
 * How many migrations the state holds; 0 while there is no table of them. Read from a copy: whoever opens a database
 * that wrangler is writing takes locks that wrangler does not wait for.
 */
function appliedIn(folder: string): number {
  const [file] = databasesIn(folder)
  if (file === undefined) return 0
  const copies = mkdtempSync(join(tmpdir(), 'copied-database-'))
  const copy = join(copies, 'copy.sqlite')
  try {
    for (const ending of ['-wal', '']) if (existsSync(file + ending)) copyFileSync(file + ending, copy + ending)
    const database = new DatabaseSync(copy)
    try {
      return Number(database.prepare('select count(*) as n from d1_migrations').get()?.['n'])
    } finally {
      database.close()
    }
  } catch {
    // No table yet, or copied in the middle of a change.
    return 0
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}

const markerIn = (folder: string): string => join(placesOf(folder).persistDir, 'applied-migrations')

/**
 * Starts to apply migrations in a process of its own, and kills it with SIGKILL when `isBegun`. Returns false where it
 * was done before the kill: then nothing was killed in between.
 */
async function killedStart(folder: string, isGroup: boolean, isBegun: () => boolean): Promise<boolean> {
  const code = `
    const { applyMigrations } = await import('./scripts/server/state.ts')
    const { placesOf } = await import('./scripts/server/places.ts')
    await applyMigrations(placesOf(${JSON.stringify(folder)}))`
  const child = spawn(NODE, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: REPOSITORY_DIR,
    env: toolEnvironment(),
    detached: true,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!isBegun() && child.exitCode === null) await pause(10)
  if (child.exitCode === null) process.kill((isGroup ? -1 : 1) * Number(child.pid), 'SIGKILL')
  await ended
  expect([null, 0]).toContain(child.exitCode)
  return child.signalCode === 'SIGKILL' && !existsSync(markerIn(folder))
}

/** On a busy machine a look can come too late a few times. */
const ATTEMPTS_MAX = 5

/** The folder of a start that was killed after `prepare`, once `isBegun`. */
async function folderOfKilled(
  isGroup: boolean,
  isBegun: (persistDir: string) => boolean,
  prepare: (persistDir: string) => void = () => {},
): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const folder = newFolder()
    const { persistDir } = placesOf(folder)
    prepare(persistDir)
    if (await killedStart(folder, isGroup, () => isBegun(persistDir))) return folder
  }
  throw new Error('every start was done before it was killed')
}

/** A start that comes after the killed one applies what is missing, and says so once. */
async function nextStart(folder: string): Promise<void> {
  const { persistDir } = placesOf(folder)
  expect(existsSync(markerIn(folder))).toBe(false)
  await applyMigrations(placesOf(folder))
  expect(appliedIn(persistDir)).toBe(migrationNames().length)
  expect(existsSync(markerIn(folder))).toBe(true)
}

/** A database that lacks the last migrations; made once, as wrangler takes seconds for it. */
let lackingFolder: string | undefined

function lackingDatabase(earlier: readonly string[]): string {
  if (lackingFolder !== undefined) return lackingFolder
  const folder = mkdtempSync(join(tmpdir(), 'lacking-migrations-'))
  executeSql({ environment: 'local', stateDir: folder }, [sqlOfMigrations(earlier)])
  expect(appliedIn(folder)).toBe(earlier.length)
  lackingFolder = folder
  return folder
}

afterAll(() => {
  if (lackingFolder !== undefined) rmSync(lackingFolder, { recursive: true, force: true })
})

const KILLS = [
  ['alone', false],
  ['with everything that it started', true],
] as const

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'killed-migrations-'))
  folders.push(folder)
  return folder
}

describe('a start that is killed while it applies migrations', () => {
  it.each(KILLS)(
    'a start that is killed %s while it makes its database does not stop the next one',
    async (_, isGroup) => {
      await nextStart(await folderOfKilled(isGroup, (persistDir) => databasesIn(persistDir).length > 0))
    },
    300_000,
  )

  it.each(KILLS)(
    'a start that is killed %s between two new migrations does not stop the next one',
    async (_, isGroup) => {
      // Two are new: one that is there when the start is killed, one that is not.
      const earlier = migrationNames().slice(0, -2)
      const isBegun = (persistDir: string) => appliedIn(persistDir) > earlier.length
      const folder = await folderOfKilled(isGroup, isBegun, (persistDir) => {
        cpSync(lackingDatabase(earlier), persistDir, { recursive: true })
        expect(appliedIn(persistDir)).toBe(earlier.length)
      })
      await nextStart(folder)
    },
    300_000,
  )
})

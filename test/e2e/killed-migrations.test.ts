import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { executeSql } from '../../scripts/admin/wrangler-d1.ts'
import { placesOf, REPOSITORY_DIR } from '../../scripts/server/places.ts'
import { applyMigrations, migrationNames, sqlOfMigrations } from '../../scripts/server/state.ts'
import { NODE, toolEnvironment } from '../../scripts/server/wrangler.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const databasesIn = (folder: string) =>
  globSync(join(folder, 'v3/d1/*/*.sqlite')).filter((one) => !one.includes('metadata'))

/** How many migrations the state holds; 0 while there is no table of them. */
function appliedIn(folder: string): number {
  const [file] = databasesIn(folder)
  if (file === undefined) return 0
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare('select count(*) as n from d1_migrations').get()?.['n'])
  } catch {
    return 0
  } finally {
    database.close()
  }
}

/** Starts to apply migrations in a process of its own, and kills it with SIGKILL when `isBegun`. */
async function killedStart(folder: string, isGroup: boolean, isBegun: () => boolean): Promise<void> {
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
  expect(child.exitCode).toBeNull()
  process.kill((isGroup ? -1 : 1) * Number(child.pid), 'SIGKILL')
  await ended
}

/** A start that comes after the killed one applies what is missing, and says so once. */
async function nextStart(folder: string): Promise<void> {
  const { persistDir } = placesOf(folder)
  expect(existsSync(join(persistDir, 'applied-migrations'))).toBe(false)
  await applyMigrations(placesOf(folder))
  expect(appliedIn(persistDir)).toBe(migrationNames().length)
  expect(existsSync(join(persistDir, 'applied-migrations'))).toBe(true)
}

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
      const folder = newFolder()
      const { persistDir } = placesOf(folder)
      await killedStart(folder, isGroup, () => databasesIn(persistDir).length > 0)
      await nextStart(folder)
    },
    300_000,
  )

  it.each(KILLS)(
    'a start that is killed %s between two new migrations does not stop the next one',
    async (_, isGroup) => {
      const folder = newFolder()
      const { persistDir } = placesOf(folder)
      const earlier = migrationNames().slice(0, -4)
      executeSql({ environment: 'local', stateDir: persistDir }, [sqlOfMigrations(earlier)])
      expect(appliedIn(persistDir)).toBe(earlier.length)
      await killedStart(folder, isGroup, () => appliedIn(persistDir) > earlier.length)
      await nextStart(folder)
    },
    300_000,
  )
})

import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { placesOf, REPOSITORY_DIR } from '../../scripts/server/places.ts'
import { applyMigrations } from '../../scripts/server/state.ts'
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

/** Starts to apply migrations in a process of its own, and kills it with SIGKILL when the first ones are applied. */
async function killedStart(folder: string, isGroup: boolean): Promise<void> {
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
  while (appliedIn(placesOf(folder).persistDir) < 2 && child.exitCode === null) await pause(20)
  expect(child.exitCode).toBeNull()
  process.kill((isGroup ? -1 : 1) * Number(child.pid), 'SIGKILL')
  await ended
}

describe('a start that is killed while it applies migrations', () => {
  it.each([
    ['alone', false],
    ['with everything that it started', true],
  ])(
    'a start that is killed %s during its migrations does not stop the next one',
    async (_, isGroup) => {
      const folder = mkdtempSync(join(tmpdir(), 'killed-migrations-'))
      folders.push(folder)
      await killedStart(folder, isGroup)
      const { persistDir } = placesOf(folder)
      expect(existsSync(join(persistDir, 'applied-migrations'))).toBe(false)
      await applyMigrations(placesOf(folder))
      expect(appliedIn(persistDir)).toBe(globSync(join(REPOSITORY_DIR, 'migrations/*.sql')).length)
      expect(existsSync(join(persistDir, 'applied-migrations'))).toBe(true)
    },
    300_000,
  )
})

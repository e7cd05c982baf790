/**
 * `npm run migration -- --name <what_it_does>` writes the next migration: the SQL that takes the database from the last
 * snapshot (migrations/meta) to the schema (src/db/schema). Look at what it wrote before you commit it.
 *
 * `npm run check:migrations` fails when the schema has changes that no migration makes.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const FOLDER = 'migrations'

const sqlFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** Files that drizzle-kit added to `folder`. */
function generate(folder: string, name: string): string[] {
  const before = new Set(sqlFiles(folder))
  const words = ['drizzle-kit', 'generate', '--dialect=sqlite', '--schema=src/db/schema/index.ts', `--name=${name}`]
  const result = spawnSync('npm', ['exec', '--', ...words, `--out=${folder}`], { encoding: 'utf8' })
  // It exits with 0 when it fails, too.
  if (!/No schema changes|Your SQL migration file/.test(result.stdout))
    throw new Error(`drizzle-kit failed:\n${result.stdout}${result.stderr}`)
  return sqlFiles(folder).filter((file) => !before.has(file))
}

/** Our tables are strict, which drizzle cannot say. */
function makeStrict(path: string): void {
  const text = readFileSync(path, 'utf8').replaceAll('--> statement-breakpoint\n', '')
  writeFileSync(path, text.replaceAll(/(CREATE TABLE [^;]*\n\));/g, '$1 STRICT;'))
}

function check(): void {
  // Below this folder: drizzle-kit takes every path as relative.
  mkdirSync('.generated', { recursive: true })
  const copy = mkdtempSync(join('.generated', 'migrations-'))
  try {
    cpSync(FOLDER, copy, { recursive: true })
    const added = generate(copy, 'missing')
    if (added.length === 0) {
      console.log('migrations: they make all of the schema')
      return
    }
    console.error('The schema has changes that no migration makes; run `npm run migration -- --name <what_it_does>`:')
    for (const file of added) console.error(readFileSync(join(copy, file), 'utf8'))
    process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true })
  }
}

const { values } = parseArgs({ options: { check: { type: 'boolean' }, name: { type: 'string' } } })
if (values.check) {
  check()
} else if (values.name === undefined || !/^[a-z0-9_]+$/.test(values.name)) {
  console.error('Name what the migration does: npm run migration -- --name add_thread_labels')
  process.exitCode = 2
} else {
  const added = generate(FOLDER, values.name)
  for (const file of added) makeStrict(join(FOLDER, file))
  console.log(added.length === 0 ? 'The migrations make all of the schema already.' : added.join('\n'))
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { migrationNames, migrationsDigest, sqlOfMigrations } from '../../scripts/server/state.ts'
import { temporaryFolders } from '../temporary-folders.ts'

const newFolder = temporaryFolders('migrations')

describe('the digest of the migrations', () => {
  it('changes with a migration, and not with what lies beside them', () => {
    const folder = newFolder()
    writeFileSync(join(folder, '0001_make_a.sql'), 'create table a (id text) strict;')
    const first = migrationsDigest(folder)
    mkdirSync(join(folder, 'meta'))
    writeFileSync(join(folder, 'meta', '_journal.json'), '{}')
    expect(migrationsDigest(folder)).toBe(first)
    writeFileSync(join(folder, '0002_make_b.sql'), 'create table b (id text) strict;')
    expect(migrationsDigest(folder)).not.toBe(first)
  })
})

const schemaOf = (database: DatabaseSync) =>
  database
    .prepare("select type, name, tbl_name, sql from sqlite_master where tbl_name != 'd1_migrations' order by 1, 2")
    .all()

describe('a database made with all migrations at once', () => {
  it('has the schema that the migrations make one after another, and the name of each', () => {
    const [oneByOne, atOnce] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')]
    for (const name of migrationNames()) oneByOne.exec(readFileSync(join('migrations', name), 'utf8'))
    atOnce.exec(`begin;\n${sqlOfMigrations(migrationNames())}\ncommit;`)
    expect(schemaOf(oneByOne).length).toBeGreaterThan(20)
    expect(schemaOf(atOnce)).toEqual(schemaOf(oneByOne))
    const applied = atOnce.prepare('select name from d1_migrations order by id').all()
    expect(applied.map((row) => row['name'])).toEqual(migrationNames())
  })
})

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationsDigest } from '../../scripts/server/state.ts'

describe('the digest of the migrations', () => {
  it('changes with a migration, and not with what lies beside them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
    writeFileSync(join(folder, '0001_make_a.sql'), 'create table a (id text) strict;')
    const first = migrationsDigest(folder)
    mkdirSync(join(folder, 'meta'))
    writeFileSync(join(folder, 'meta', '_journal.json'), '{}')
    expect(migrationsDigest(folder)).toBe(first)
    writeFileSync(join(folder, '0002_make_b.sql'), 'create table b (id text) strict;')
    expect(migrationsDigest(folder)).not.toBe(first)
  })
})

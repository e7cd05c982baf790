import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const TOOLS = [
  ['admin', 'scripts/admin/main.ts', 'create-credential'],
  ['doctor', 'scripts/doctor/main.ts', 'formats:'],
] as const

const run = (script: string, option: string) =>
  spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', script, option], { encoding: 'utf8' })

describe.each(TOOLS)('npm run %s', (_name, script, known) => {
  it('says with --help how it is called, and ends well', () => {
    const { status, stdout, stderr } = run(script, '--help')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(known)
  })

  it('says with an option it does not know what is wrong and how it is called, without a stack', () => {
    const { status, stderr } = run(script, '--bogus')
    expect(status).toBe(64)
    expect(stderr).toContain("Unknown option '--bogus'")
    expect(stderr).toContain(known)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

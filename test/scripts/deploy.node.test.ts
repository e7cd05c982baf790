import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { targetOf } from '../../scripts/deploy/target.ts'

describe('npm run deploy', () => {
  it.each([[['--env', 'staging']], [['--env=staging']], [['-e', 'staging']]])('%j deploys staging', (args) => {
    expect(targetOf(args)).toEqual({ ok: true, environment: 'staging', rest: [] })
  })

  it('passes other arguments on', () => {
    const args = ['--dry-run', '--env', 'production', '--outdir', 'dist']
    expect(targetOf(args)).toEqual({ ok: true, environment: 'production', rest: ['--dry-run', '--outdir', 'dist'] })
  })

  it.each([
    [[]],
    [['--dry-run']],
    [['--env']],
    [['--env', '']],
    [['--env=']],
    [['--env', 'local']],
    [['--env', 'Production']],
    [['--env', 'staging', '--env', 'local']],
    [['--environment', 'staging']],
    [['staging']],
  ])('%j is refused, and says how', (args) => {
    const target = targetOf(args)
    expect(target).toMatchObject({ ok: false })
    expect(target.ok || target.message).toMatch(/^Nothing was deployed: .*--env staging.*--env production/)
  })

  it('ends with an error and starts nothing where no environment is named', () => {
    const { status, stderr, stdout } = spawnSync('npm', ['run', '--silent', 'deploy'], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('Nothing was deployed')
    expect(stdout).toBe('')
  })
})

describe.each([undefined, 'staging', 'production'])('the Worker of environment %s', (env) => {
  it('writes no log of invocations, whose URLs may hold intake keys', () => {
    const { observability } = unstable_readConfig({ config: 'wrangler.toml', ...(env ? { env } : {}) })
    expect(observability?.logs).toMatchObject({ enabled: true, invocation_logs: false })
    expect(observability?.traces?.enabled ?? false).toBe(false)
  })
})

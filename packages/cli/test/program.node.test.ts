import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeService, fakeService, oas, type Received, type Reply, temporaryHome } from './command-line.ts'

const PROJECT = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
  organizationId: 'org_a',
  name: 'production',
  region: 'eu-central-1',
}
const ORGANIZATION = { id: 'org_a', name: 'Acme', slug: 'acme', logo: null, role: 'admin' }
const TOKEN = 'oas_user_secretvalue'

let home = ''
let remove = (): void => undefined
let service: FakeService
let polls = 0
let answers: (request: Received) => Reply | undefined

beforeEach(async () => {
  ;({ home, remove } = temporaryHome())
  polls = 0
  answers = () => undefined
  service = await fakeService((request) => {
    const own = answers(request)
    if (own !== undefined) return own
    switch (request.path) {
      case '/oauth/device_authorization':
        return {
          body: {
            device_code: 'device',
            user_code: 'BCDF-GHJK',
            verification_uri: `${service.url}/oauth/device`,
            verification_uri_complete: `${service.url}/oauth/device?user_code=BCDF-GHJK`,
            expires_in: 600,
            interval: 0.01,
          },
        }
      case '/oauth/token':
        polls += 1
        return polls < 3 ? { status: 400, body: { error: 'authorization_pending' } } : { body: { access_token: TOKEN } }
      case '/v1/organizations':
        return { body: { organizations: [ORGANIZATION] } }
      case '/v1/projects':
        return { body: { projects: [PROJECT] } }
      case '/v1/me':
        return {
          body: {
            credentialType: 'user',
            user: { id: 'user_a', name: null, email: 'a@example.com' },
            activeOrganizationId: 'org_a',
            organizations: [ORGANIZATION],
            authorizedOrganizationId: null,
            authorizedProjectId: null,
          },
        }
      case '/v1/monitors':
        return { body: { monitors: [], nextCursor: null } }
      default:
        return undefined
    }
  })
})
afterEach(async () => {
  await service.stop()
  remove()
})

const env = () => ({ HOME: home })
const configFile = () => join(home, '.config', 'oas', 'config.json')

describe('signing in', () => {
  it('waits for the approval of the code, and keeps the token where only its owner can read it', async () => {
    const { code, out, err } = await oas(['login', '--url', service.url], { env: env() })
    expect(code).toBe(0)
    expect(err).toContain('BCDF-GHJK')
    expect(out + err).not.toContain(TOKEN)
    expect(polls).toBe(3)
    expect(JSON.parse(readFileSync(configFile(), 'utf8'))).toEqual({
      url: service.url,
      token: TOKEN,
      projectId: PROJECT.id,
    })
    expect(statSync(configFile()).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, '.config', 'oas')).mode & 0o777).toBe(0o700)
  })

  it('follows XDG_CONFIG_HOME', async () => {
    const elsewhere = join(home, 'elsewhere')
    await oas(['login', '--url', service.url, '--with-token'], {
      env: { ...env(), XDG_CONFIG_HOME: elsewhere },
      input: `${TOKEN}\n`,
    })
    expect(JSON.parse(readFileSync(join(elsewhere, 'oas', 'config.json'), 'utf8')).token).toBe(TOKEN)
  })

  it('saves nothing when the person refuses', async () => {
    answers = ({ path }) =>
      path === '/oauth/token'
        ? { status: 400, body: { error: 'access_denied', error_description: 'The person denied the request.' } }
        : undefined
    const { code, err } = await oas(['login', '--url', service.url], { env: env() })
    expect([code, err.includes('The person denied')]).toEqual([2, true])
    expect(() => statSync(configFile())).toThrow()
  })

  it('refuses to send a credential unencrypted to another machine', async () => {
    const { code, err } = await oas(['login', '--url', 'http://example.test'], { env: env() })
    expect([code, err]).toEqual([64, 'A credential is sent over https only, except to this machine.\n'])
  })
})

describe('a saved credential', () => {
  it('is sent to its own service and to no other', async () => {
    await oas(['login', '--url', service.url], { env: env() })
    expect((await oas(['monitors'], { env: env() })).code).toBe(0)
    expect(service.received.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`)
    const { code, err } = await oas(['monitors', '--url', 'https://other.test'], { env: env() })
    expect([code, err.includes('No credential for https://other.test')]).toEqual([2, true])
  })

  it('comes with its project; the environment and options come first', async () => {
    await oas(['login', '--url', service.url], { env: env() })
    await oas(['monitors'], { env: env() })
    await oas(['monitors'], { env: { ...env(), OAS_PROJECT: 'p-env' } })
    await oas(['monitors', '--project', 'p-option'], { env: { ...env(), OAS_PROJECT: 'p-env' } })
    const asked = service.received.filter((one) => one.path === '/v1/monitors').map((one) => one.query)
    expect(asked.map((query) => new URLSearchParams(query).get('projectId'))).toEqual([PROJECT.id, 'p-env', 'p-option'])
  })

  it('that others can read is named by doctor', async () => {
    mkdirSync(join(home, '.config', 'oas'), { recursive: true })
    writeFileSync(configFile(), JSON.stringify({ url: service.url, token: TOKEN }), { mode: 0o644 })
    const { code, out } = await oas(['doctor'], { env: env() })
    expect(code).toBe(3)
    expect(out).toContain('others can read')
    expect(out).not.toContain(TOKEN)
  })
})

describe('an exit code', () => {
  it('says what kind of problem there was', async () => {
    const ready = { ...env(), OAS_URL: service.url, OAS_TOKEN: TOKEN }
    expect((await oas(['monitors'], { env: ready })).code).toBe(0)
    expect((await oas(['monitors', 'pause', PROJECT.id], { env: ready })).code).toBe(1)
    expect((await oas(['monitors'], { env: env() })).code).toBe(2)
    expect((await oas(['monitors'], { env: { ...ready, OAS_URL: 'http://127.0.0.1:9' } })).code).toBe(2)
    expect((await oas(['monitors', '--nonsense'], { env: ready })).code).toBe(64)
    expect((await oas(['logs', '--severity', 'loud'], { env: ready })).code).toBe(64)
    expect((await oas(['logs', '--since', 'yesterday'], { env: ready })).code).toBe(64)
    expect((await oas(['ask'], { env: ready })).code).toBe(64)
    expect((await oas(['--help'], { env: ready })).code).toBe(0)
    answers = () => ({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'The credential is unknown.', requestId: 'r-1' },
    })
    const { code, err } = await oas(['monitors'], { env: ready })
    expect([code, err]).toEqual([2, 'The credential is unknown. Sign in again with: oas login\nRequest r-1\n'])
  })
})

describe('what is printed', () => {
  const ready = () => ({ ...env(), OAS_URL: service.url, OAS_TOKEN: TOKEN })

  it('has colours on a terminal only, and none with NO_COLOR', async () => {
    const coloured = (text: string) => text.includes('\u001b[')
    expect(coloured((await oas(['context'], { env: ready(), isTerminal: true })).out)).toBe(true)
    expect(coloured((await oas(['context'], { env: ready() })).out)).toBe(false)
    expect(coloured((await oas(['context'], { env: { ...ready(), NO_COLOR: '1' }, isTerminal: true })).out)).toBe(false)
  })

  it('is JSON with --json, and the bare result with --quiet', async () => {
    const json = await oas(['context', 'list', '--json'], { env: ready() })
    expect(JSON.parse(json.out)).toEqual({ organizations: [ORGANIZATION], projects: [PROJECT] })
    expect((await oas(['context', 'list', '--quiet'], { env: ready() })).out).toBe(`${PROJECT.id}\n`)
    expect((await oas(['--quiet', 'context', 'list'], { env: ready() })).out).toBe(`${PROJECT.id}\n`)
    expect(await oas(['monitors', '--quiet'], { env: ready() })).toEqual({ code: 0, out: '', err: '' })
  })

  it('completes commands and options for bash, zsh and fish', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = await completion(shell)
      expect(script).toContain('oas')
      expect(script.length).toBeGreaterThan(500)
    }
  })

  /** The completion prints by itself. */
  async function completion(shell: string): Promise<string> {
    const printed: string[] = []
    const original = console.log
    console.log = (...parts: unknown[]) => void printed.push(parts.join(' '))
    try {
      await oas(['complete', shell], { env: ready() })
    } finally {
      console.log = original
    }
    return printed.join('\n')
  }
})

describe('a change of a pipeline', () => {
  const change = {
    id: PROJECT.id,
    kind: 'deployment',
    services: ['checkout'],
    title: 'checkout 2.14.0',
    startedAt: '2026-11-22T10:00:00.000Z',
    version: '2.14.0',
  }
  const run = { threadId: PROJECT.id, runId: PROJECT.id, messageId: 'm', response: 'answer', error: null, usage: null }

  function answering(
    events: readonly unknown[],
    incidents: readonly unknown[] = [],
    logs: readonly unknown[] = [{ id: 'l' }],
  ) {
    answers = ({ path, method }) => {
      if (path === '/v1/logs/query') return { body: { logs, nextCursor: null } }
      if (path === '/v1/traces/query') return { body: { spans: [], nextCursor: null } }
      if (path === '/v1/changes' && method === 'POST') return { status: 201, body: { change } }
      if (path === '/v1/threads') return { status: 201, body: { ...run, completed: false, status: 'processing' } }
      if (path.endsWith('/stream')) {
        const frames = events.map((event, index) => `id: ${index}\ndata: ${JSON.stringify(event)}\n\n`).join('')
        return { type: 'text/event-stream', body: `${frames}data: [DONE]\n\n` }
      }
      if (path.startsWith('/v1/runs/')) return { body: { ...run, completed: true, status: 'completed' } }
      if (path === '/v1/incidents') return { body: { incidents, nextCursor: null } }
      if (path.startsWith('/v1/incidents/'))
        return { body: { incident: { brief: { changes: [{ changeId: change.id, state: 'culprit' }] } } } }
      return undefined
    }
  }
  const card = (severity: string, since: string) => ({
    type: 'artifact',
    name: 'alert_card',
    data: { severity, since, title: 't', summary: 's', service: 'checkout' },
  })
  const verify = () =>
    oas(['changes', 'verify', '--service', 'checkout', '--version', '2.14.0', '--key', 'deploy-1', '--wait', '0s'], {
      env: { ...env(), OAS_URL: service.url, OAS_TOKEN: TOKEN },
    })

  it('is recorded with its key, and its question names what was changed', async () => {
    answering([])
    const { code } = await verify()
    expect(code).toBe(0)
    const bodies = service.received.filter((one) => one.method === 'POST').map((one) => JSON.parse(one.body))
    expect(bodies[0]).toEqual({
      kind: 'deployment',
      title: 'checkout 2.14.0',
      services: ['checkout'],
      version: '2.14.0',
      status: 'succeeded',
      key: 'deploy-1',
    })
    expect(bodies[1].message).toBe('did the deploy of checkout break anything?')
  })

  it('ends with 3 when something broke since, or when an incident blames it', async () => {
    answering([card('critical', '2026-11-22T10:04:00.000Z')])
    expect((await verify()).code).toBe(3)
    answering([], [{ id: 'i-1', startedAt: '2026-11-22T10:05:00.000Z' }])
    expect((await verify()).code).toBe(3)
  })

  it('ends with 1 when no telemetry came since, as nobody can say what happened', async () => {
    answering([], [], [])
    const { code, err } = await verify()
    expect([code, err.includes('nobody can say')]).toEqual([1, true])
  })

  it('ends with 0 when what broke began before it, or when nothing is sure', async () => {
    answering([card('critical', '2026-11-22T09:00:00.000Z')])
    expect((await verify()).code).toBe(0)
    answering([card('medium', '2026-11-22T10:04:00.000Z')])
    expect((await verify()).code).toBe(0)
  })
})

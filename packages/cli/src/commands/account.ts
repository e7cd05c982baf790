/** `login`, `logout`, `context`: who asks, where, and about which project. */
import { setTimeout } from 'node:timers/promises'
import { createClient, type Project } from '@observability-agent/sdk'
import { configFile, readConfig, removeConfig, writeConfig } from '../config.ts'
import { deviceLogin } from '../device-login.ts'
import { EXIT, type ExitCode, UnusableError, UsageError } from '../exit-codes.ts'
import type { Session } from '../session.ts'
import { renderFields, renderTable } from '../terminal/table.ts'
import { inertLine } from '../terminal/text.ts'
import type { Registrar } from './command.ts'

export function registerAccount({ program, run }: Registrar): void {
  program
    .command('login')
    .description('sign in with a browser, or with a token from the input')
    .option('--with-token', 'read a secret key or token from the input')
    .action(run<{ withToken?: boolean }>(login))
  program
    .command('logout')
    .description('forget the credential on this machine')
    .action(
      run(async (session) => {
        session.note(removeConfig(session.env) ? 'Signed out on this machine.' : 'Nobody was signed in.')
        session.note('A token stays valid until it is revoked: DELETE /v1/me/tokens/{tokenId}')
        return undefined
      }),
    )
  const context = program.command('context').description('the organization and project that commands are about')
  context.command('show', { isDefault: true }).description('who asks, where, about what').action(run(showContext))
  context.command('list').description('organizations and projects that can be used').action(run(listContexts))
  context
    .command('use')
    .description('choose a project for the next commands')
    .argument('<project>', 'its id, or its name')
    .action(run(useProject))
}

async function login(session: Session, options: { withToken?: boolean }): Promise<undefined> {
  const url = baseOf(session.options.url ?? session.env['OAS_URL'] ?? readConfig(session.env)?.url)
  const token = options.withToken
    ? (await session.streams.readInput()).trim()
    : await deviceLogin({
        url,
        scope: session.options.project ? `project:${session.options.project}` : '',
        signal: session.signal,
        wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
        onCode: (code) => {
          session.streams.err.write(
            `Open ${inertLine(code.addressWithCode)}\nand check that it shows the code ${inertLine(code.userCode)}\n`,
          )
          session.note('Waiting for your approval …')
        },
      })
  if (token === '') throw new UsageError('The input has no token.')
  const client = createClient({ baseUrl: url, token, source: 'cli', signal: session.signal })
  const { projects } = await accessible(client)
  const [only] = projects
  const chosen = session.options.project ?? (projects.length === 1 ? only?.id : undefined)
  writeConfig(session.env, { url, token, ...(chosen === undefined ? {} : { projectId: chosen }) })
  session.note(`Signed in at ${url}; saved in ${configFile(session.env)}.`)
  if (chosen === undefined) session.note('Choose a project with: oas context list, oas context use <project>')
  return undefined
}

function baseOf(url: string | undefined): string {
  if (url === undefined) throw new UsageError('Where is the service? oas login --url https://…')
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError(`"${url}" is not an http or https address.`)
  const { protocol, hostname } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol === 'http:' && !isLocal)
    throw new UsageError('A credential is sent over https only, except to this machine.')
  return url.replace(/\/+$/, '').replace(/\/v1$/, '')
}

interface Accessible {
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly role?: string }[]
  readonly projects: readonly Project[]
}

/** Everything that the credential can reach. */
async function accessible(client: ReturnType<typeof createClient>): Promise<Accessible> {
  const { organizations } = await client.organizations.list()
  const lists = await Promise.all(
    organizations.map(({ id }) => client.projects.list({ query: { organizationId: id } }).then((one) => one.projects)),
  )
  return { organizations, projects: lists.flat() }
}

async function showContext(session: Session): Promise<undefined> {
  const { url, projectId, organizationId } = session.context
  const me = await session.client.me.get()
  const who =
    me.credentialType === 'user'
      ? me.user.email
      : me.credentialType === 'secret'
        ? `secret key "${me.keyName}" of ${me.organization.name}`
        : `partner ${me.superorganization.name}`
  const { projects, organizations } = await accessible(session.client)
  const project = projects.find((one) => one.id === projectId) ?? (projects.length === 1 ? projects[0] : undefined)
  const owner = organizations.find((one) => one.id === (project?.organizationId ?? organizationId))
  session.answer({ url, identity: me, projectId: project?.id ?? null, organizationId: owner?.id ?? null }, () =>
    renderFields(
      [
        ['service', url],
        ['you', who],
        ['organization', owner?.name ?? null],
        [
          'project',
          project === undefined ? 'none chosen: oas context use <project>' : `${project.name} (${project.id})`,
        ],
      ],
      session.terminal,
    ),
  )
  return undefined
}

async function listContexts(session: Session): Promise<undefined> {
  const { projectId } = session.context
  const { organizations, projects } = await accessible(session.client)
  session.answer(
    { organizations, projects },
    () =>
      renderTable(
        projects,
        [
          { label: '', value: (one) => (one.id === projectId || projects.length === 1 ? '*' : '') },
          {
            label: 'organization',
            value: (one) => organizations.find((org) => org.id === one.organizationId)?.name,
            cutTo: 12,
          },
          { label: 'project', value: (one) => one.name, cutTo: 12 },
          { label: 'region', value: (one) => one.region },
          { label: 'id', value: (one) => one.id },
        ],
        session.terminal,
      ),
    () => projects.map((one) => one.id).join('\n'),
  )
  return undefined
}

async function useProject(session: Session, _options: unknown, [wanted = '']: readonly string[]): Promise<ExitCode> {
  const saved = readConfig(session.env)
  if (saved === null)
    throw new UnusableError(
      'A chosen project is saved with the sign-in. Sign in with: oas login   (or set OAS_PROJECT)',
    )
  const { projects } = await accessible(session.client)
  const found = projects.filter((one) => one.id === wanted || one.name === wanted)
  const [project] = found
  if (project === undefined || found.length > 1) {
    const problem =
      project === undefined ? 'No project has this id or name' : 'Several projects have this name; use the id'
    throw new UsageError(`${problem}: ${wanted}. See: oas context list`)
  }
  writeConfig(session.env, { ...saved, projectId: project.id })
  session.note(`Commands are now about ${inertLine(project.name)} (${project.id}).`)
  return EXIT.ok
}

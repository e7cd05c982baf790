/** `sources`, `keys`, `billing`: what sends telemetry, who may, and what it costs. */
import type { DataSourcesCreateConnectionData, LogSourcesCreateData } from '@observability-agent/sdk'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { PromptedField } from '../prompts.ts'
import type { Session } from '../session.ts'
import { renderFields, renderTable } from '../terminal/table.ts'
import { inert, inertLine } from '../terminal/text.ts'
import type { Registrar } from './command.ts'
import { readJsonObject } from './json-input.ts'

type DataSourceType = DataSourcesCreateConnectionData['body']['dataSourceType']
type Provider = LogSourcesCreateData['body']['provider']

export function registerSources({ program, run }: Registrar): void {
  const sources = program.command('sources').description('platforms and senders that deliver telemetry')
  sources
    .command('list', { isDefault: true })
    .description('what is connected')
    .action(
      run(async (session) => {
        const [{ connections }, { logSources }] = await Promise.all([
          session.client.dataSources.listConnections(),
          session.client.logSources.list(),
        ])
        const rows = [
          ...connections.map((one) => ({
            kind: 'connection',
            type: one.dataSourceType,
            name: one.displayName,
            id: one.id,
            at: one.createdAt,
          })),
          ...logSources.map((one) => ({
            kind: `log source${one.enabled ? '' : ', paused'}`,
            type: one.provider,
            name: one.name,
            id: one.id,
            at: one.createdAt,
          })),
        ]
        session.answer({ connections, logSources }, () =>
          renderTable(
            rows,
            [
              { label: 'type', value: (one) => one.type },
              { label: 'name', value: (one) => one.name, cutTo: 12 },
              { label: 'kind', value: (one) => one.kind },
              { label: 'since', value: (one) => one.at.slice(0, 10) },
              { label: 'id', value: (one) => one.id },
            ],
            session.terminal,
          ),
        )
        if (rows.length === 0) session.note('Nothing is connected. See: oas sources types')
        return undefined
      }),
    )
  sources
    .command('types')
    .description('what can be connected; with a name, how to set it up')
    .argument('[type]')
    .action(run(showTypes))
  sources
    .command('connect')
    .description('connect a platform or make an address for a sender; asks for each field, secrets are not shown')
    .argument('<type>')
    .option('--name <name>', 'the name of the connection')
    .option('--metadata <file>', 'the fields as a JSON file; - for the input. Secrets do not belong on a command line')
    .action(run<{ name?: string; metadata?: string }>(connect))
}

async function showTypes(session: Session, _options: unknown, [wanted]: readonly string[]) {
  const [{ types }, { providers }] = await Promise.all([
    session.client.dataSources.listTypes(),
    session.client.logSources.listProviders(),
  ])
  if (wanted !== undefined) {
    const one = types.find((type) => type.id === wanted) ?? providers.find((provider) => provider.id === wanted)
    if (one === undefined) throw new UsageError(`There is no type "${wanted}". See: oas sources types`)
    session.answer(one, () => inert(one.setupSkill ?? 'No setup is needed.'))
    return undefined
  }
  const ids = [...new Set([...types.map((one) => one.id), ...providers.map((one) => one.id)])]
  const rows = ids.map((id) => {
    const [type, provider] = [types.find((one) => one.id === id), providers.find((one) => one.id === id)]
    const modes = [...(type ? ['connection'] : []), ...(provider?.modes ?? [])]
    return { id, name: type?.name ?? provider?.name, modes: modes.join(', ') }
  })
  session.answer({ types, providers }, () =>
    renderTable(
      rows,
      [
        { label: 'type', value: (one) => one.id },
        { label: 'name', value: (one) => one.name, cutTo: 12 },
        { label: 'ways', value: (one) => one.modes, cutTo: 12 },
      ],
      session.terminal,
    ),
  )
  return undefined
}

async function connect(
  session: Session,
  options: { name?: string; metadata?: string },
  [wanted = '']: readonly string[],
) {
  const { types } = await session.client.dataSources.listTypes()
  const type = types.find((one) => one.id === wanted)
  if (type === undefined) return connectSender(session, wanted)
  const metadata = await metadataOf(session, type.metadataFields, options.metadata)
  const made = await session.client.dataSources.createConnection({
    body: {
      // One of the service's own list, as just read.
      dataSourceType: type.id as DataSourceType,
      metadata,
      ...(options.name === undefined ? {} : { displayName: options.name }),
    },
  })
  session.answer(
    { connectionId: made.connectionId },
    () => `Connected ${inertLine(type.name)}: ${made.connectionId}`,
    () => made.connectionId,
  )
  return undefined
}

/** A sender needs no credentials of a platform: it gets an address of its own. */
async function connectSender(session: Session, wanted: string) {
  const { providers } = await session.client.logSources.listProviders()
  const provider = providers.find((one) => one.id === wanted)
  if (provider === undefined) throw new UsageError(`There is no type "${wanted}". See: oas sources types`)
  // One of the service's own list, as just read.
  const made = await session.client.logSources.create({
    body: { provider: provider.id as Provider, mode: 'connectionless' },
  })
  // The addresses hold the key: whoever makes a sender needs them, once, here.
  session.answer(made, () =>
    [
      `Made ${inertLine(made.logSource.name)}. What the sender needs (these addresses hold its key; keep them secret):`,
      ...made.endpointCards.map((card) =>
        renderFields([[card.label ?? card.kind, card.url ?? `${card.host}:${card.port}`]], session.terminal),
      ),
    ].join('\n'),
  )
  return undefined
}

async function metadataOf(
  session: Session,
  fields: readonly PromptedField[],
  file: string | undefined,
): Promise<Record<string, unknown>> {
  if (file !== undefined) return readJsonObject(session, file)
  if (!session.streams.isInputTerminal)
    throw new UsageError('Nobody can be asked here. Give the fields with --metadata <file>.')
  const { askField } = await import('../prompts.ts')
  const metadata: Record<string, unknown> = {}
  for (const field of fields) {
    const value = await askField(field)
    if (value !== undefined) metadata[field.name] = value
  }
  return metadata
}

const KEY_KINDS = ['public', 'secret', 'alert'] as const
type KeyKind = (typeof KEY_KINDS)[number]

export function registerKeys({ program, run }: Registrar): void {
  const keys = program
    .command('keys')
    .description('keys of senders (public), servers (secret) and alert senders (alert)')
  const kindOption = ['--kind <kind>', KEY_KINDS.join(', ')] as const
  keys
    .command('list', { isDefault: true })
    .description('keys, when each was used last and when it ends')
    .option(...kindOption, 'public')
    .action(
      run<{ kind: string }>(async (session, { kind }) => {
        const found = await listed(session, kindOf(kind))
        session.answer(found, () =>
          renderTable(
            found,
            [
              { label: 'name', value: (one) => one.name, cutTo: 12 },
              {
                label: 'state',
                value: (one) => ('deactivatedAt' in one && one.deactivatedAt !== null ? 'deactivated' : 'active'),
              },
              { label: 'used', value: (one) => one.lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never' },
              { label: 'expires', value: (one) => one.expiresAt?.slice(0, 10) ?? 'never' },
              { label: 'id', value: (one) => one.id },
            ],
            session.terminal,
          ),
        )
        return undefined
      }),
    )
  keys
    .command('create')
    .description('make a key; its value is printed once')
    .argument('<name>')
    .option(...kindOption, 'public')
    .option('--expires <time>', 'a date and time')
    .action(
      run<{ kind: string; expires?: string }>(async (session, { kind, expires }, [name = '']) => {
        const made = await created(session, kindOf(kind), {
          name,
          ...(expires === undefined ? {} : { expiresAt: expires }),
        })
        session.answer(
          made,
          () => made.value,
          () => made.value,
        )
        session.note('The value is shown this once; only its digest is stored.')
        return undefined
      }),
    )
  keys
    .command('deactivate')
    .description('end a key; a secret key is deleted')
    .argument('<keyId>')
    .option(...kindOption, 'public')
    .action(
      run<{ kind: string }>(async (session, { kind }, [id = '']) => {
        const which = kindOf(kind)
        if (which === 'public') await session.client.publicKeys.deactivate({ path: { publicKeyId: id } })
        else if (which === 'alert') await session.client.alertKeys.deactivate({ path: { alertKeyId: id } })
        else await session.client.secretKeys.delete({ path: { secretKeyId: id } })
        session.note('The key no longer works.')
        return undefined
      }),
    )
}

function kindOf(text: string): KeyKind {
  const kind = KEY_KINDS.find((one) => one === text)
  if (kind === undefined) throw new UsageError(`Write one of ${KEY_KINDS.join(', ')} after --kind.`)
  return kind
}

async function listed({ client }: Session, kind: KeyKind) {
  if (kind === 'public') return (await client.publicKeys.list({ query: { limit: 100 } })).publicKeys
  if (kind === 'alert') return (await client.alertKeys.list({ query: { limit: 100 } })).alertKeys
  return (await client.secretKeys.list({ query: { limit: 100 } })).secretKeys
}

async function created({ client }: Session, kind: KeyKind, body: { name: string; expiresAt?: string }) {
  if (kind === 'public') return (await client.publicKeys.create({ body })).publicKey
  if (kind === 'alert') return (await client.alertKeys.create({ body })).alertKey
  return (await client.secretKeys.create({ body })).secretKey
}

export function registerBilling({ program, run }: Registrar): void {
  const billing = program.command('billing').description('the plan, its credits and what used them')
  billing
    .command('summary', { isDefault: true })
    .description('the plan, what is left and what was used')
    .action(
      run(async (session) => {
        const query = await namedOrganization(session)
        const [summary, usage] = await Promise.all([
          session.client.billing.getSummary({ query }),
          session.client.billing.getUsage({ query }),
        ])
        session.answer({ summary, usage }, () => {
          const cycle = summary.currentCycle
          const fields = renderFields(
            [
              ['plan', summary.planName],
              ['status', summary.status],
              ['credits left', summary.currentBalance],
              ['credits a cycle', summary.cycleCredits],
              ['cycle', cycle === null ? null : `${cycle.startsAt.slice(0, 10)} to ${cycle.endsAt.slice(0, 10)}`],
              [
                'next renewal',
                summary.currentPeriodEstimate === null
                  ? null
                  : `${summary.currentPeriodEstimate.totalAmount} ${summary.currentPeriodEstimate.currency}`,
              ],
            ],
            session.terminal,
          )
          const used = renderTable(
            usage.usage,
            [
              { label: 'used', value: (one) => one.dimension },
              { label: 'quantity', value: (one) => one.totalQuantity, align: 'right' },
              { label: 'credits', value: (one) => one.creditsConsumed, align: 'right' },
            ],
            session.terminal,
          )
          return `${fields}\n\n${used}`
        })
        return EXIT.ok
      }),
    )
  billing
    .command('plans')
    .description('the plans and their prices')
    .action(
      run(async (session) => {
        const found = await session.client.billing.listPlans({ query: await namedOrganization(session) })
        session.answer(found, () =>
          renderTable(
            found.plans,
            [
              { label: 'plan', value: (one) => one.slug },
              { label: 'price', value: (one) => `${one.price} ${one.currency}`, align: 'right' },
              { label: 'credits', value: (one) => one.cycleCredits, align: 'right' },
              { label: '', value: (one) => (one.slug === found.currentPlanSlug ? 'current' : ' ') },
              { label: 'for', value: (one) => one.bestFor ?? one.description, wrapTo: 20 },
            ],
            session.terminal,
          ),
        )
        return undefined
      }),
    )
}

/** A person has to name the organization whose billing is meant; the project of the context tells which. */
async function namedOrganization(session: Session): Promise<{ organizationId?: string }> {
  const { organizationId, projectId } = session.context
  if (organizationId !== undefined) return { organizationId }
  if (projectId !== undefined) {
    const { project } = await session.client.projects.get({ path: { projectId } })
    return { organizationId: project.organizationId }
  }
  const { organizations } = await session.client.organizations.list()
  const [only] = organizations
  return organizations.length === 1 && only !== undefined ? { organizationId: only.id } : {}
}

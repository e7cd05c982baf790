/** `changes`: what was changed, and whether it broke anything. Made for pipelines. */
import { setTimeout } from 'node:timers/promises'
import type { Answer, Change, ChangesRecordData, Client } from '@observability-agent/sdk'
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts'
import type { Session } from '../session.ts'
import { toneOf } from '../terminal/color.ts'
import { renderTable } from '../terminal/table.ts'
import { inertLine } from '../terminal/text.ts'
import { durationMs, type RangeOptions, rangeOf, timeOf } from '../times.ts'
import { askOnce } from './ask.ts'
import { type Registrar, wholeNumber } from './command.ts'

const KINDS = [
  'deployment',
  'release',
  'commit',
  'feature_flag',
  'configuration',
  'scaling',
  'migration',
  'other',
] as const
const STATUSES = ['started', 'succeeded', 'failed', 'rolled_back'] as const

interface ChangeOptions {
  readonly kind: string
  readonly title?: string
  readonly service?: readonly string[]
  readonly environment?: string
  readonly version?: string
  readonly author?: string
  readonly link?: string
  readonly status?: string
  readonly key?: string
  readonly at?: string
}

export function registerChanges({ program, run }: Registrar): void {
  const changes = program.command('changes').description('deployments and other changes; made for pipelines')
  changes
    .command('list', { isDefault: true })
    .description('what was changed, newest first')
    .option('-s, --service <name>')
    .option('--since <time>', '15m, 2h, 1d or a time')
    .option('--until <time>')
    .option('-n, --limit <count>', 'changes at most', wholeNumber, 20)
    .action(
      run<RangeOptions & { service?: string; limit?: number }>(async (session, options) => {
        const { service, limit } = options
        const found = await session.client.changes.list({
          query: { ...rangeOf(options), limit: Math.min(limit ?? 20, 100), ...(service ? { service } : {}) },
        })
        session.answer(found, () => changeTable(session, found.changes))
        if (found.changes.length === 0) session.note('No changes.')
        return undefined
      }),
    )
  const described = (name: string, text: string) =>
    changes
      .command(name)
      .description(text)
      .option('-k, --kind <kind>', KINDS.join(', '), 'deployment')
      .option('--title <text>', 'default: made of service and version')
      .option('-s, --service <name>', 'what was changed; repeatable', (one: string, all: readonly string[] = []) => [
        ...all,
        one,
      ])
      .option('-e, --environment <name>')
      .option('-v, --version <version>')
      .option('--author <name>')
      .option('--link <address>', 'where people can read about it')
      .option('--status <status>', STATUSES.join(', '))
      .option('--key <key>', 'your id of the change; the same key again updates it')
      .option('--at <time>', 'when it was: 5m (ago) or a time; default: now')
  described('create', 'tell the service of a change').action(
    run<ChangeOptions>(async (session, options) => {
      const change = await record(session.client, options)
      session.answer(
        change,
        () => `Recorded: ${inertLine(change.title)} (${change.id})`,
        () => change.id,
      )
      return undefined
    }),
  )
  described('verify', 'tell the service of a change, wait, and ask whether it broke anything')
    .option('--wait <time>', 'how long telemetry gathers before the question', '10m')
    .action(run<ChangeOptions & { wait: string }>(verify))
}

function changeTable(session: Session, changes: readonly Change[]): string {
  return renderTable(
    changes,
    [
      { label: 'time', value: (one) => one.startedAt.slice(5, 16).replace('T', ' ') },
      { label: 'kind', value: (one) => one.kind },
      { label: 'status', value: (one) => one.status, tone: (one) => toneOf(one.status ?? '') },
      { label: 'services', value: (one) => one.services.join(', '), cutTo: 20 },
      { label: 'version', value: (one) => one.version },
      { label: 'change', value: (one) => one.title, wrapTo: 20 },
    ],
    session.terminal,
  )
}

function oneOf<Word extends string>(words: readonly Word[], given: string, option: string): Word {
  const found = words.find((word) => word === given)
  if (found === undefined) throw new UsageError(`Write one of ${words.join(', ')} after ${option}.`)
  return found
}

async function record(client: Client, options: ChangeOptions): Promise<Change> {
  const { service = [], environment, version, author, link, status, key } = options
  const made = [service.join(', '), version].filter((part) => part !== undefined && part !== '').join(' ')
  const title = options.title ?? made
  if (title === '') throw new UsageError('Say what was changed: --title, or --service and --version.')
  const body: ChangesRecordData['body'] = {
    kind: oneOf(KINDS, options.kind, '--kind'),
    title,
    ...(service.length === 0 ? {} : { services: [...service] }),
    ...(environment === undefined ? {} : { environment }),
    ...(version === undefined ? {} : { version }),
    ...(author === undefined ? {} : { author }),
    ...(link === undefined ? {} : { url: link }),
    ...(status === undefined ? {} : { status: oneOf(STATUSES, status, '--status') }),
    ...(key === undefined ? {} : { key }),
    ...(options.at === undefined ? {} : { startedAt: timeOf(options.at, Date.now()) }),
  }
  return (await client.changes.record({ body })).change
}

async function verify(session: Session, options: ChangeOptions & { wait: string }): Promise<ExitCode> {
  const waitMs = durationMs(options.wait)
  const change = await record(session.client, { ...options, status: options.status ?? 'succeeded' })
  session.note(`Recorded: ${inertLine(change.title)} (${change.id}). Asking in ${options.wait} …`)
  await setTimeout(waitMs, undefined, { signal: session.signal })
  // The agent knows of the change and of its time; a time in the question would narrow what it looks at.
  const what = change.services.length === 0 ? 'this deploy' : `the deploy of ${change.services.join(' and ')}`
  const answer = await askOnce(session, `did ${change.kind === 'deployment' ? what : 'this change'} break anything?`)
  if (answer.status !== 'completed') return EXIT.failed
  const changedMs = Date.parse(change.startedAt)
  if (brokenSince(answer, changedMs) || (await isBlamed(session.client, change))) {
    session.note('Something broke since the change.')
    return EXIT.found
  }
  if (await isSilentSince(session.client, change)) {
    session.note('No telemetry came since the change, so nobody can say whether it broke anything.')
    return EXIT.failed
  }
  session.note('Nothing broke since the change, as far as the telemetry shows.')
  return EXIT.ok
}

/** Whether there is neither a log nor a span since the change: then an answer about that time means nothing. */
async function isSilentSince(client: Client, { startedAt }: Change): Promise<boolean> {
  const body = { from: startedAt, limit: 1 }
  const [{ logs }, { spans }] = await Promise.all([client.logs.query({ body }), client.traces.query({ body })])
  return logs.length === 0 && spans.length === 0
}

/** Incidents may begin a little before the time that a pipeline reports. */
const EARLY_MS = 120_000

/** What the investigation is sure of or holds probable; where it is not, the card is of less severity. */
const SURE = new Set(['critical', 'high'])

/** Whether the answer shows something that broke with the change: its alert card says since when. */
function brokenSince(answer: Answer, changedMs: number): boolean {
  return answer.content.some((block) => {
    if (block.type !== 'artifact' || block.name !== 'alert_card') return false
    if (typeof block.data !== 'object' || block.data === null) return false
    const { since, severity } = { since: null, severity: null, ...block.data } as Readonly<Record<string, unknown>> // fields of an artifact
    const isSure = typeof severity === 'string' && SURE.has(severity)
    return isSure && typeof since === 'string' && Date.parse(since) >= changedMs - EARLY_MS
  })
}

/** Whether an incident's investigation names this very change as the one to blame. */
async function isBlamed(client: Client, change: Change): Promise<boolean> {
  const { incidents } = await client.incidents.list({ query: { limit: 20 } })
  const recent = incidents.filter((one) => Date.parse(one.startedAt) >= Date.parse(change.startedAt) - EARLY_MS)
  const whole = await Promise.all(recent.map(({ id }) => client.incidents.get({ path: { incidentId: id } })))
  return whole.some(({ incident }) =>
    incident.brief?.changes.some((one) => one.changeId === change.id && one.state === 'culprit'),
  )
}

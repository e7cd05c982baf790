/** `incidents`, `alerts`, `monitors`: what fires, and why. */
import { readFileSync } from 'node:fs'
import type { AlertsExplainData, Incident, IncidentItem, Monitor } from '@observability-agent/sdk'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Session } from '../session.ts'
import { shortNumber } from '../terminal/chart.ts'
import { paint, toneOf } from '../terminal/color.ts'
import { renderFields, renderTable } from '../terminal/table.ts'
import { inert, inertLine, wrapped } from '../terminal/text.ts'
import { type Registrar, wholeNumber } from './command.ts'

const minute = (at: string | null) => (at === null ? '' : at.slice(0, 16).replace('T', ' '))
/** Without the year, for tables. */
const shortMinute = (at: string) => at.slice(5, 16).replace('T', ' ')
const percent = (share: number | null) => (share === null ? '' : share > 0.99 ? '>99%' : `${Math.round(share * 100)}%`)

export function registerIncidents(registrar: Registrar): void {
  registerIncidentCommands(registrar)
  registerAlerts(registrar)
  registerMonitors(registrar)
}

function registerIncidentCommands({ program, run }: Registrar): void {
  const incidents = program.command('incidents').description('incidents, their investigation and their ending')
  incidents
    .command('list', { isDefault: true })
    .description('incidents, newest first')
    .option('--state <state>', 'open or resolved')
    .option('-s, --service <name>')
    .option('-n, --limit <count>', 'incidents at most', wholeNumber, 20)
    .action(
      run<{ state?: string; service?: string; limit?: number }>(async (session, { state, service, limit }) => {
        if (state !== undefined && state !== 'open' && state !== 'resolved') {
          throw new UsageError('Write open or resolved after --state.')
        }
        const found = await session.client.incidents.list({
          query: { limit: Math.min(limit ?? 20, 100), ...(state ? { state } : {}), ...(service ? { service } : {}) },
        })
        session.answer(
          found,
          () => incidentTable(session, found.incidents),
          () => found.incidents.map((one) => one.id).join('\n'),
        )
        if (found.incidents.length === 0) session.note('No incidents.')
        return undefined
      }),
    )
  incidents
    .command('get')
    .description('the brief, the timeline and the alerts of one incident')
    .argument('<incidentId>')
    .action(run(async (session, _options, [id = '']) => showIncident(session, id)))
  incidents
    .command('resolve')
    .argument('<incidentId>')
    .action(
      run(async (session, _options, [incidentId = '']) => {
        const { incident } = await session.client.incidents.resolve({ path: { incidentId } })
        session.answer(incident, () => `Resolved: ${inertLine(incident.title)}`)
        return undefined
      }),
    )
  incidents
    .command('postmortem')
    .description('a draft in Markdown')
    .argument('<incidentId>')
    .action(
      run(async (session, _options, [incidentId = '']) => {
        const { postmortem } = await session.client.incidents.getPostmortem({ path: { incidentId } })
        session.answer(postmortem, () => inert(postmortem.markdown))
        return undefined
      }),
    )
}

function incidentTable(session: Session, incidents: readonly IncidentItem[]): string {
  return renderTable(
    incidents,
    [
      { label: 'since', value: (one) => shortMinute(one.startedAt) },
      { label: 'severity', value: (one) => one.severity, tone: (one) => toneOf(one.severity) },
      { label: 'state', value: (one) => one.state, tone: (one) => toneOf(one.state) },
      { label: 'cause', value: (one) => one.causeService ?? one.services[0] },
      { label: 'sure', value: (one) => percent(one.confidence), align: 'right' },
      { label: 'id', value: (one) => one.id },
      { label: 'what', value: (one) => one.headline ?? one.title, wrapTo: 24 },
    ],
    session.terminal,
  )
}

export async function showIncident(session: Session, incidentId: string) {
  const { incident } = await session.client.incidents.get({ path: { incidentId } })
  session.answer(incident, () => incidentText(session, incident))
  return incident.investigation.state === 'failed' ? EXIT.failed : EXIT.ok
}

function incidentText(session: Session, incident: Incident): string {
  const { terminal } = session
  const { brief } = incident
  const block = (text: string) => wrapped(inert(text), terminal.width)
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${paint(terminal, 'bold', title)}\n${lines.map((line) => block(line)).join('\n')}`]
  const head = renderFields(
    [
      ['severity', incident.severity],
      ['state', incident.resolvedAt === null ? incident.state : `${incident.state} ${minute(incident.resolvedAt)}`],
      ['since', minute(incident.startedAt)],
      ['services', incident.services.join(', ')],
      ['investigation', incident.investigation.reason ?? incident.investigation.state],
      ['thread', incident.threadId],
    ],
    terminal,
  )
  const sections =
    brief === null
      ? []
      : [
          ...part('What', [brief.what.text]),
          ...part(`Cause (${percent(brief.cause.confidence)} sure)`, [brief.cause.statement.text]),
          ...part(
            'Evidence',
            brief.evidence.map((one) => `- ${one.text}`),
          ),
          ...part(
            'Changes',
            brief.changes.map((one) => `- ${one.state}: ${one.title}. ${one.because}`),
          ),
          ...part(
            'Runbooks',
            brief.runbooks.map((one) => `- ${one.title}: ${one.step}`),
          ),
          ...part(
            'Open questions',
            brief.openQuestions.map((one) => `- ${one.text}`),
          ),
        ]
  const timeline = part(
    'Timeline',
    incident.timeline.map((one) => `- ${minute(one.at)}  ${one.text}`),
  )
  return [
    paint(terminal, toneOf(incident.severity), block(incident.headline ?? incident.title)),
    head,
    ...sections,
    ...timeline,
  ].join('\n\n')
}

type Sender = NonNullable<AlertsExplainData['body']>['source']

function registerAlerts({ program, run }: Registrar): void {
  const alerts = program.command('alerts').description('alerts that fire, and who can send them')
  alerts
    .command('list', { isDefault: true })
    .description('alerts of open incidents')
    .action(
      run(async (session) => {
        const { incidents } = await session.client.incidents.list({ query: { state: 'open', limit: 20 } })
        const whole = await Promise.all(
          incidents.map(({ id }) => session.client.incidents.get({ path: { incidentId: id } })),
        )
        const firing = whole.flatMap(({ incident }) =>
          incident.alertList
            .filter((one) => one.status === 'firing')
            .map((one) => ({ ...one, incidentId: incident.id })),
        )
        session.answer({ alerts: firing }, () =>
          renderTable(
            firing,
            [
              { label: 'since', value: (one) => shortMinute(one.startedAt) },
              { label: 'severity', value: (one) => one.severity, tone: (one) => toneOf(one.severity) },
              { label: 'source', value: (one) => one.source },
              { label: 'service', value: (one) => one.service },
              { label: 'incident', value: (one) => one.incidentId },
              { label: 'alert', value: (one) => one.title, wrapTo: 20 },
            ],
            session.terminal,
          ),
        )
        if (firing.length === 0) session.note('Nothing fires.')
        return undefined
      }),
    )
  alerts
    .command('senders')
    .description('systems whose alerts and changes are understood; with a name, how to set it up')
    .argument('[sender]')
    .action(
      run(async (session, _options, [name]) => {
        const { senders } = await session.client.alertSenders.list()
        const one = senders.find((sender) => sender.source === name)
        if (name !== undefined && one === undefined)
          throw new UsageError(`There is no sender "${name}". See: oas alerts senders`)
        if (one !== undefined) session.answer(one, () => inert(one.setupSkill))
        else {
          session.answer(senders, () =>
            renderTable(
              senders,
              [
                { label: 'sender', value: (sender) => sender.source },
                { label: 'name', value: (sender) => sender.name },
                { label: 'sends', value: (sender) => sender.receives },
                { label: 'signed', value: (sender) => sender.signature ?? 'no', cutTo: 8 },
              ],
              session.terminal,
            ),
          )
        }
        return undefined
      }),
    )
  alerts
    .command('explain')
    .description('show what would become of a body that a sender sends; nothing is stored')
    .argument('<sender>')
    .argument('<file>', 'the body; - for the input')
    .action(
      run(async (session, _options, [sender = '', file = '']) => {
        const body = file === '-' ? await session.streams.readInput() : readFileSync(file, 'utf8')
        // The service refuses a name that it does not know.
        const explained = await session.client.alerts.explain({ body: { source: sender as Sender, body } })
        session.answer(explained, () =>
          [
            `${explained.outcome}${explained.reason === null ? '' : `: ${inertLine(explained.reason)}`}`,
            ...explained.alerts.map((one) =>
              inertLine(`${one.status} ${one.severity} ${one.service ?? '–'}: ${one.title}`),
            ),
            ...explained.changes.map((one) => inertLine(`${one.kind}: ${one.title}`)),
          ].join('\n'),
        )
        return explained.outcome === 'refused' ? EXIT.failed : undefined
      }),
    )
}

function monitorTable(session: Session, monitors: readonly Monitor[]): string {
  return renderTable(
    monitors,
    [
      { label: 'status', value: (one) => one.status, tone: (one) => toneOf(one.status) },
      { label: 'severity', value: (one) => one.severity },
      { label: 'value', value: (one) => (one.value === null ? null : shortNumber(one.value)), align: 'right' },
      { label: 'id', value: (one) => one.id },
      { label: 'monitor', value: (one) => one.name, wrapTo: 12 },
    ],
    session.terminal,
  )
}

function registerMonitors({ program, run }: Registrar): void {
  const monitors = program.command('monitors').description('conditions on telemetry that open incidents')
  monitors
    .command('list', { isDefault: true })
    .description('conditions and their state')
    .option('-n, --limit <count>', 'monitors at most', wholeNumber, 50)
    .action(
      run<{ limit?: number }>(async (session, { limit }) => {
        const found = await session.client.monitors.list({ query: { limit: Math.min(limit ?? 50, 100) } })
        session.answer(
          found,
          () => monitorTable(session, found.monitors),
          () => found.monitors.map((one) => one.id).join('\n'),
        )
        if (found.monitors.length === 0) session.note('No monitors.')
        return undefined
      }),
    )
  for (const verb of ['pause', 'resume'] as const) {
    monitors
      .command(verb)
      .argument('<monitorId>')
      .action(
        run(async (session, _options, [monitorId = '']) => {
          const { monitor } = await session.client.monitors[verb]({ path: { monitorId } })
          session.answer(monitor, () => monitorTable(session, [monitor]))
          return undefined
        }),
      )
  }
}

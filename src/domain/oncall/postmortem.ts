/** Makes the draft of a postmortem from stored data, without a model. Each sentence cites its source. */
import type { IncidentDetail, Statement } from '../../contracts/incident-protocol.ts'
import { clock, escaped } from './brief.ts'

const TIMELINE_MAX = 200

/**
 * Writes the draft of a postmortem as Markdown. Every sentence cites what is stored of the incident; text of senders is
 * escaped.
 */
export function postmortemOf(incident: IncidentDetail): string {
  const sources = new Sources(incident)
  const { brief } = incident
  const said = (statement: Statement): string => `${escaped(statement.text)}${sources.marks(statement.cites)}`
  const sections = [
    `# Postmortem draft: ${escaped(incident.title)}`,
    `Severity ${incident.severity}. ${incident.state === 'open' ? 'Still open.' : 'Resolved.'}${sources.marks([incident.id])}`,
    section(
      'Summary',
      brief === null
        ? [noBrief(incident, sources)]
        : [said(brief.what), said(brief.since.statement), said(brief.cause.statement)],
    ),
    section('Impact', brief === null ? [] : [said(brief.impact)]),
    section('Cause', brief === null ? [] : [said(brief.cause.statement), ...feedbackLines(incident, sources)]),
    section('Evidence', (brief?.evidence ?? []).map(said), true),
    section('Changes', brief === null ? [] : [said(brief.changeStatement), ...changeLines(incident, sources)], true),
    section('Timeline', timelineLines(incident, sources), true),
    section('What was looked at', (brief?.tried ?? []).map(said), true),
    section('Open questions', (brief?.openQuestions ?? []).map(said), true),
    section('Earlier incidents like this', similarLines(incident, sources), true),
    section('Actions', ['_To be written by people: what will be done so that it does not happen again._']),
  ]
  return [...sections.filter((text) => text !== ''), sources.list()].join('\n\n').concat('\n')
}

function section(title: string, lines: readonly string[], isList = false): string {
  if (lines.length === 0) return ''
  return `## ${title}\n\n${isList ? lines.map((line) => `- ${line}`).join('\n') : lines.join(' ')}`
}

function noBrief({ investigation, id }: IncidentDetail, sources: Sources): string {
  const why = investigation.reason === null ? 'The investigation has not answered yet.' : escaped(investigation.reason)
  return `${why}${sources.marks([id])}`
}

function feedbackLines({ feedback, id }: IncidentDetail, sources: Sources): string[] {
  if (feedback === null) return []
  const cause = [feedback.service, feedback.cause].filter((text) => text !== null).join(': ')
  const verdict = feedback.verdict === 'right' ? 'confirmed this' : 'says that this is wrong'
  const other = cause === '' ? '' : `; it was ${escaped(cause)}`
  const note = feedback.note === null ? '' : ` ${escaped(feedback.note)}`
  return [`${escaped(feedback.by)} ${verdict}${other} (${clock(feedback.at)}).${note}${sources.marks([id])}`]
}

function changeLines({ brief }: IncidentDetail, sources: Sources): string[] {
  const words = { culprit: 'to blame', weakened: 'near in time, does not fit', unrelated: 'unrelated' }
  return (brief?.changes ?? []).map(({ changeId, startedAt, title, state, because, url }) => {
    const link = url === null ? '' : ` <${url}>`
    return `${clock(startedAt)}: ${escaped(title)} (${words[state]}: ${escaped(because)})${link}${sources.marks([changeId])}`
  })
}

function timelineLines({ timeline, id }: IncidentDetail, sources: Sources): string[] {
  return timeline
    .slice(0, TIMELINE_MAX)
    .map(({ at, text, subject }) => `${clock(at)}: ${escaped(text)}${sources.marks([subject ?? id])}`)
}

function similarLines({ brief }: IncidentDetail, sources: Sources): string[] {
  return (brief?.similar ?? []).map(
    ({ incidentId, title, startedAt, because, ending }) =>
      `${escaped(title)} (${clock(startedAt)}): ${escaped(because)}. ${escaped(ending)}${sources.marks([incidentId])}`,
  )
}

/** Numbers the cited sources in order of first mention. */
class Sources {
  readonly #numbers = new Map<string, number>()
  readonly #incident: IncidentDetail

  constructor(incident: IncidentDetail) {
    this.#incident = incident
  }

  marks(cites: readonly string[]): string {
    const numbers = [...new Set(cites)].map((cite) => {
      const known = this.#numbers.get(cite)
      if (known !== undefined) return known
      this.#numbers.set(cite, this.#numbers.size + 1)
      return this.#numbers.size
    })
    return numbers.map((number) => `[^${number}]`).join('')
  }

  list(): string {
    const lines = [...this.#numbers].map(([cite, number]) => `[^${number}]: ${this.#worded(cite)}`)
    return lines.join('\n')
  }

  #worded(cite: string): string {
    const { id, alertList, brief, threadId } = this.#incident
    if (cite === id) return `incident ${id}`
    const alert = alertList.find((one) => one.id === cite)
    if (alert !== undefined) return `alert ${cite}: ${escaped(alert.title)} (${alert.source})`
    const change = brief?.changes.find((one) => one.changeId === cite)
    if (change !== undefined) return `change ${escaped(cite)}: ${escaped(change.title)}`
    const [runId = '', call] = cite.split('#')
    if (call !== undefined) return `run ${runId} in thread ${threadId}, look-up ${escaped(call)}`
    return brief?.similar.some((one) => one.incidentId === cite)
      ? `incident ${cite}`
      : `run ${escaped(cite)} in thread ${threadId}`
  }
}

/** An incident as a file: Markdown for a ticket, or one HTML page that needs nothing else. Both are made here, of text. */
import { utcText } from '../../components/time.tsx'
import { probabilityText } from '../../telemetry/units.ts'
import type { ShownIncident } from './source.ts'

const at = (iso: string): string => utcText(Date.parse(iso))

interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

function sectionsOf({ brief, analysis, timeline, alertList }: ShownIncident): Section[] {
  const hypotheses = (analysis?.hypotheses ?? []).map(
    ({ service, mechanismText, mechanism, probability, state, because }) =>
      `${service}: ${mechanismText ?? mechanism} (${probabilityText(probability)}, ${state}): ${because}`,
  )
  const sections: Section[] = [
    {
      title: 'What is known',
      lines:
        brief === null
          ? []
          : [brief.what, brief.impact, brief.cause.statement, brief.changeStatement].map(({ text }) => text),
    },
    { title: 'Evidence', lines: brief?.evidence.map(({ text }) => text) ?? [] },
    { title: 'Possible causes', lines: hypotheses },
    {
      title: 'How it spread',
      lines: (analysis?.propagation ?? []).map(({ from, to, text }) => `${from} affected ${to}: ${text}`),
    },
    { title: 'Next', lines: (analysis?.nextSteps ?? []).map(({ text }) => text) },
    {
      title: 'Open questions',
      lines: [...(analysis?.notSeen ?? []), ...(brief?.openQuestions.map(({ text }) => text) ?? [])],
    },
    { title: 'Timeline', lines: timeline.map((entry) => `${at(entry.at)}: ${entry.text}`) },
    {
      title: 'Alerts',
      lines: alertList.map(({ startedAt, title, description }) => `${at(startedAt)}: ${title}. ${description}`),
    },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

const headOf = (incident: ShownIncident): string =>
  `${incident.severity}, ${incident.state}, since ${at(incident.analysis?.onset?.at ?? incident.startedAt)}`

/** What renderers make links of by themselves stands as code, where they do not. */
const LINK_LIKE = /:\/\/|www\.|@/i

const escapedWord = (word: string): string =>
  LINK_LIKE.test(word) ? `\`${word.replaceAll('`', "'")}\`` : word.replaceAll(/[\\`*_{}[\]<>()#+|~!&-]/g, '\\$&')

const escaped = (text: string): string => text.split(/\s+/).map(escapedWord).join(' ')

/** Markdown in which nothing of the telemetry is markup: every character that could be is escaped, addresses are code. */
export function markdownOf(incident: ShownIncident): string {
  const parts = sectionsOf(incident).map(({ title, lines }) =>
    [`## ${title}`, '', ...lines.map((line) => `- ${escaped(line)}`)].join('\n'),
  )
  return [
    `# ${escaped(incident.headline ?? incident.title)}`,
    '',
    escaped(headOf(incident)),
    '',
    parts.join('\n\n'),
    '',
  ].join('\n')
}

/** A page without scripts, styles from elsewhere or links; its policy forbids all three. */
export function htmlOf(incident: ShownIncident): string {
  const title = escapeHtml(incident.headline ?? incident.title)
  const parts = sectionsOf(incident).map(
    (section) =>
      `<h2>${section.title}</h2>\n<ul>\n${section.lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}\n</ul>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}li{unicode-bidi:isolate}</style>
</head><body><h1>${title}</h1><p>${escapeHtml(headOf(incident))}</p>
${parts.join('\n')}
</body></html>
`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Hands a file to the browser's downloads. */
export function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The incident as a file: what the view shows, or the draft of a postmortem. */
import { useState } from 'preact/hooks'
import { useShortcut } from '../../app/shortcuts.tsx'
import { Menu } from '../../components/menu.tsx'
import { sentenceOf } from '../../components/states.tsx'
import { toast } from '../../components/toasts.tsx'
import { download, htmlOf, markdownOf } from './export.ts'
import type { ShownIncident } from './source.ts'

export interface TakeAlongProps {
  readonly incident: ShownIncident
  /** Reads the draft, in Markdown. */
  readonly postmortem: () => Promise<string>
}

const ITEMS = [
  { id: 'markdown', label: 'Export as Markdown' },
  { id: 'html', label: 'Export as an HTML page' },
  { id: 'postmortem', label: 'Draft of a postmortem' },
] as const

export function TakeAlong({ incident, postmortem }: TakeAlongProps) {
  const [isReading, setReading] = useState(false)
  const name = `incident-${incident.startedAt.slice(0, 10)}-${incident.id.slice(0, 8)}`
  const draft = async () => {
    setReading(true)
    try {
      download(`${name}-postmortem.md`, 'text/markdown', await postmortem())
    } catch (error) {
      toast(sentenceOf(error), 'failed')
    } finally {
      setReading(false)
    }
  }
  const exports: Readonly<Record<string, () => void>> = {
    markdown: () => download(`${name}.md`, 'text/markdown', markdownOf(incident)),
    html: () => download(`${name}.html`, 'text/html', htmlOf(incident)),
    postmortem: () => void draft(),
  }
  useShortcut('e', 'Export the incident as Markdown', () => exports['markdown']?.())
  return <Menu label={isReading ? 'One moment …' : 'Take along'} items={ITEMS} onSelect={(id) => exports[id]?.()} />
}

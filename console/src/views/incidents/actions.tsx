/** What can be done with an incident: close it, ask on, take it along. */
import type { Incident } from '@observability-agent/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { useShortcut } from '../../app/shortcuts.tsx'
import { Menu } from '../../components/menu.tsx'
import { sentenceOf } from '../../components/states.tsx'
import { toast } from '../../components/toasts.tsx'
import { download, htmlOf, markdownOf } from './export.ts'

export function Actions({ incident }: { readonly incident: Incident }) {
  const { client, project } = useWorkplace()
  const queries = useQueryClient()
  const resolve = useMutation({
    mutationFn: () => client.incidents.resolve({ path: { incidentId: incident.id } }),
    onSuccess: (answer) => {
      queries.setQueryData(['incidents', project?.id ?? '', 'one', incident.id], answer)
      toast('The incident is closed.')
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  })
  const name = `incident-${incident.startedAt.slice(0, 10)}-${incident.id.slice(0, 8)}`
  const exports = {
    markdown: () => download(`${name}.md`, 'text/markdown', markdownOf(incident)),
    html: () => download(`${name}.html`, 'text/html', htmlOf(incident)),
    link: () =>
      void navigator.clipboard.writeText(window.location.href).then(
        () => toast('The address of this view is copied. Members of the project can open it.'),
        () => toast('The browser did not allow to copy.', 'failed'),
      ),
  }
  useShortcut('e', 'Export the incident as Markdown', exports.markdown)
  const items = [
    { id: 'markdown', label: 'Export as Markdown' },
    { id: 'html', label: 'Export as an HTML page' },
    { id: 'link', label: 'Copy the address' },
  ]
  return (
    <div class="row">
      <Link
        to="/ask/$threadId"
        params={{ threadId: incident.threadId }}
        search={keepProject}
        className="button primary"
      >
        Ask on
      </Link>
      <Menu label="Take along" items={items} onSelect={(id) => exports[id as keyof typeof exports]?.()} />
      {incident.state === 'open' && (
        <button type="button" class="button" disabled={resolve.isPending} onClick={() => resolve.mutate()}>
          Resolve
        </button>
      )}
    </div>
  )
}

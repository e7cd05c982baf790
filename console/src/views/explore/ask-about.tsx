/** Leads from what is selected in a view to a question about it. */
import { useWorkplace } from '../../api/context.tsx'

export function AskAbout({ question }: { readonly question: string }) {
  const { project } = useWorkplace()
  const search = new URLSearchParams({ ...(project ? { project: project.id } : {}), question })
  return (
    <a class="button small" href={`/console/ask?${search}`}>
      Ask about this
    </a>
  )
}

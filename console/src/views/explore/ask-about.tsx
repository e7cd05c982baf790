/** Leads from what is selected in a view to a question about it. */
import { Link } from '@tanstack/react-router'
import { keepProject } from '../../app/shell.tsx'

export function AskAbout({ question }: { readonly question: string }) {
  return (
    <Link class="button small" to="/ask" search={(now) => ({ ...keepProject(now), q: question })}>
      Ask about this
    </Link>
  )
}

/** What a member can do with an incident: ask on, show it to others, take it along, close it. */
import type { Incident } from '@observability-agent/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { sentenceOf } from '../../components/states.tsx'
import { toast } from '../../components/toasts.tsx'
import { Share } from './share.tsx'
import { TakeAlong } from './take-along.tsx'

export function Actions({ incident }: { readonly incident: Incident }) {
  const { client, project } = useWorkplace()
  const queries = useQueryClient()
  const path = { incidentId: incident.id }
  const resolve = useMutation({
    mutationFn: () => client.incidents.resolve({ path }),
    onSuccess: (answer) => {
      queries.setQueryData(['incidents', project?.id ?? '', 'one', incident.id], answer)
      toast('The incident is closed.')
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  })
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
      <Share incidentId={incident.id} />
      <TakeAlong
        incident={incident}
        postmortem={async () => (await client.incidents.getPostmortem({ path })).postmortem.markdown}
      />
      {incident.state === 'open' && (
        <button type="button" class="button" disabled={resolve.isPending} onClick={() => resolve.mutate()}>
          Resolve
        </button>
      )}
    </div>
  )
}

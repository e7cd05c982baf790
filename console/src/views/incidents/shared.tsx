/**
 * An incident as a link shows it, without sign-in. The credential of the link stands in the fragment of the address; it
 * is taken out of it before anything is asked, and traded for a cookie that no script can read.
 */
import { ApiError, createClient } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { openShare } from '../../api/share.ts'
import { Shortcuts } from '../../app/shortcuts.tsx'
import { Failed, Loading, State } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { Toasts } from '../../components/toasts.tsx'
import icon from '../../icon.svg'
import { IncidentBody } from './body.tsx'
import { sharedIncident } from './queries.ts'
import { IncidentSourceProvider, sharedSource } from './source.ts'
import { TakeAlong } from './take-along.tsx'

export function SharedIncidentView() {
  const { shareId = '' } = useParams({ strict: false })
  const client = useMemo(sharedClient, [])
  const opened = useQuery({
    queryKey: ['shared', shareId, 'opened'],
    queryFn: openShare,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const query = useQuery({ ...sharedIncident(client, shareId), enabled: opened.isSuccess })
  const source = useMemo(() => sharedSource(client, shareId), [client, shareId])
  const error = opened.error ?? query.error
  return (
    <div class="shared">
      <header class="header">
        <span class="brand">
          <img src={icon} alt="" width="24" height="24" /> Observability
        </span>
        <span class="spring" />
        {query.data && !error && (
          <span class="small muted">
            Read-only link, until <Time at={query.data.share.expiresAt} />
          </span>
        )}
      </header>
      <main id="content" class="content">
        {error ? (
          <NotShown error={error} onRetry={() => void (opened.error ? opened : query).refetch()} />
        ) : query.data ? (
          <IncidentSourceProvider value={source}>
            <IncidentBody
              incident={query.data.incident}
              actions={
                <TakeAlong
                  incident={query.data.incident}
                  postmortem={async () =>
                    (await client.sharedIncidents.getPostmortem({ path: { shareId } })).postmortem.markdown
                  }
                />
              }
            />
          </IncidentSourceProvider>
        ) : (
          <Loading what="the incident" />
        )}
      </main>
      <Shortcuts />
      <Toasts />
    </div>
  )
}

/** In the link's cookie alone: no project, no session's token. */
function sharedClient() {
  return createClient({
    baseUrl: window.location.origin,
    token: '',
    source: 'web',
    fetch: (request) => {
      const headers = new Headers(request.headers)
      headers.delete('authorization')
      return fetch(new Request(request, { headers, credentials: 'same-origin' }))
    },
  })
}

function NotShown({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 401)
    return (
      <State title="This link does not work">
        <p>{error.message}</p>
      </State>
    )
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <State title="Not found">
        <p>This incident is no longer stored, or the address of the link is not complete.</p>
      </State>
    )
  return <Failed error={error} onRetry={onRetry} />
}

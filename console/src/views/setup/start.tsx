/** First steps: does telemetry arrive, and what to connect next. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useSetup } from './setup.ts'

/** The newest record is looked for again this often, so that the first one is seen arriving. */
const LOOK_MS = 3_000
const LOOKED_BACK_MS = 24 * 3_600_000

export function SetupStart() {
  return (
    <div class="stack">
      <DeliveryCheck />
      <Recommended />
    </div>
  )
}

export function DeliveryCheck() {
  const { client, project } = useWorkplace()
  const query = useQuery({
    queryKey: ['setup', project?.id ?? '', 'newest-record'],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - LOOKED_BACK_MS).toISOString()
      const [logs, spans] = await Promise.all([
        client.logs.query({ body: { from, limit: 1 }, signal }),
        client.traces.query({ body: { from, limit: 1 }, signal }),
      ])
      return { log: logs.logs[0]?.timestamp ?? null, span: spans.spans[0]?.timestamp ?? null }
    },
    refetchInterval: LOOK_MS,
  })
  return (
    <section class="card stack tight" aria-label="What arrives">
      <h2>What arrives</h2>
      <Answer query={query} what="the newest records">
        {(newest) => (
          <dl class="stack tight" aria-live="polite">
            <Newest what="log record" at={newest.log} />
            <Newest what="span" at={newest.span} />
          </dl>
        )}
      </Answer>
    </section>
  )
}

/** A service that runs says something within that time. */
const FRESH_MS = 300_000
const isFresh = (at: string): boolean => Date.now() - Date.parse(at) < FRESH_MS

function Newest({ what, at }: { readonly what: string; readonly at: string | null }) {
  return (
    <div class="row">
      <dt>Newest {what}</dt>
      <dd>
        {at === null ? (
          <span>
            <span class="badge warning">none in 24 hours</span> It shows up here within seconds of its arrival.
          </span>
        ) : (
          <span>
            {isFresh(at) ? <span class="badge good">arrives</span> : <span class="badge warning">quiet</span>}{' '}
            <Time at={at} as="ago" />
          </span>
        )}
      </dd>
    </div>
  )
}

/** Other recommendations are followed where they lead: in an agent's settings or a platform's. */
const CONNECTED_HERE = new Set(['data_source', 'log_source'])
const NAMES_MAX = 4

const namesText = (names: readonly string[]): string =>
  names.length <= NAMES_MAX
    ? names.join(', ')
    : `${names.slice(0, NAMES_MAX).join(', ')} and ${names.length - NAMES_MAX} more`

function Recommended() {
  const { query } = useSetup('recommendations', ({ client }, signal) => client.recommendations.list({ signal }))
  return (
    <section class="stack tight" aria-label="What to connect">
      <h2>What would help most</h2>
      <Answer query={query} what="the recommendations">
        {({ recommendations }) => (
          <ul class="cards">
            {recommendations.slice(0, 9).map((one) => (
              <li key={`${one.kind}${one.targetId}`} class="card stack tight">
                <strong>{one.targetId.replaceAll('_', ' ')}</strong>
                {one.components.length > 0 && (
                  <span class="small foreign">for {namesText(one.components.map(({ name }) => name))}</span>
                )}
                <span class="row">
                  <span class={one.status === 'connected' ? 'badge good' : 'badge'}>{one.status}</span>
                  <span class="small muted">{one.kind.replaceAll('_', ' ')}</span>
                </span>
                {one.status === 'recommended' && CONNECTED_HERE.has(one.kind) && (
                  <Link to="/setup/sources" search={keepProject}>
                    Connect
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </section>
  )
}

/** One record: all its values, each a condition at the press of a button; its neighbours; its trace. */
import type { LogRecord, TelemetryFilter } from '@observability-agent/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWorkplace } from '../../../api/context.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Answer } from '../../../components/states.tsx'
import { Time } from '../../../components/time.tsx'
import { AskAbout } from '../ask-about.tsx'
import { oneLog } from '../queries.ts'
import { Values, valuesOf } from '../values.tsx'
import { LineRow } from './lines.tsx'

export interface LogDetailProps {
  readonly logId: string
  readonly onClose: () => void
  readonly onOpen: (logId: string) => void
  readonly onFilter: (filter: TelemetryFilter) => void
}

export function LogDetail({ logId, onClose, onOpen, onFilter }: LogDetailProps) {
  const { client, project } = useWorkplace()
  const query = useQuery(oneLog(client, project?.id ?? '', logId))
  return (
    <Dialog title="Log record" isOpen onClose={onClose} shape="drawer">
      <Answer query={query} what="the record">
        {({ log, before, after }) => (
          <>
            <div class="row">
              <span class={`severity-${log.severity}`}>{log.severity}</span>
              <strong class="foreign">{log.service}</strong>
              <Time at={log.timestamp} />
            </div>
            <pre class="foreign">{log.body}</pre>
            <div class="row">
              {log.traceId && (
                <Link
                  class="button small"
                  to="/traces/$traceId"
                  params={{ traceId: log.traceId }}
                  search={(now) => ({ ...(now.project ? { project: now.project } : {}), at: log.timestamp })}
                >
                  Open its trace
                </Link>
              )}
              <AskAbout question={questionOf(log)} />
            </div>
            <Values label="Values of the record" values={valuesOf(log)} onFilter={onFilter} />
            <Neighbours before={before} log={log} after={after} onOpen={onOpen} />
          </>
        )}
      </Answer>
    </Dialog>
  )
}

/** A question has room for a line, not for a stack trace. */
const QUOTED_CHARACTERS = 160

const questionOf = ({ service, body }: LogRecord): string => {
  const line = body.split('\n', 1)[0] ?? ''
  return `What does "${line.replaceAll('"', "'").slice(0, QUOTED_CHARACTERS)}" of ${service} mean, and since when does it occur?`
}

interface NeighboursProps {
  readonly before: readonly LogRecord[]
  readonly log: LogRecord
  readonly after: readonly LogRecord[]
  readonly onOpen: (logId: string) => void
}

function Neighbours({ before, log, after, onOpen }: NeighboursProps) {
  return (
    <section class="stack tight">
      <h3>
        Before and after, of <span class="foreign">{log.service}</span>
      </h3>
      <ol>
        {[...before, log, ...after].map((one) => (
          <li key={one.id}>
            <LineRow
              line={{ ...one, at: Date.parse(one.timestamp) }}
              isOpen={one.id === log.id}
              onOpen={() => onOpen(one.id)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Links that show this incident to people without an account: made with a time, copied, listed, revoked. */
import type { IncidentShare } from '@observability-agent/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Copy } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { sharesOf } from './queries.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

const TIMES = [
  { value: String(7 * DAY_SECONDS), label: '7 days' },
  { value: String(HOUR_SECONDS), label: 'One hour' },
  { value: String(DAY_SECONDS), label: 'One day' },
  { value: String(30 * DAY_SECONDS), label: '30 days' },
] as const

export function Share({ incidentId }: { readonly incidentId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Share
      </button>
      <Dialog title="Share this incident" isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && <Links incidentId={incidentId} />}
      </Dialog>
    </>
  )
}

function Links({ incidentId }: { readonly incidentId: string }) {
  const { client } = useWorkplace()
  const queries = useQueryClient()
  const query = useQuery(sharesOf(client, incidentId))
  const [url, setUrl] = useState<string | null>(null)
  const readAgain = () => queries.invalidateQueries({ queryKey: sharesOf(client, incidentId).queryKey })
  const create = async (seconds: string | undefined) => {
    const body = { expiresInSeconds: Number(seconds) }
    const { share } = await client.incidentShares.create({ path: { incidentId }, body })
    setUrl(share.url)
    await readAgain()
  }
  const revoke = async (shareId: string) => {
    await client.incidentShares.revoke({ path: { incidentId, shareId } })
    if (url?.includes(shareId)) setUrl(null)
    await readAgain()
  }
  return (
    <>
      <p>
        Whoever has a link reads this incident with its evidence and postmortem, without signing in, and nothing else.
        Members need none: the address of this page is theirs.
      </p>
      <Form
        submit="Make a link"
        fields={[{ name: 'expiresInSeconds', label: 'It works for', kind: 'choice', options: TIMES }]}
        onSubmit={({ expiresInSeconds }) => create(expiresInSeconds)}
      />
      {url !== null && (
        <div class="card stack tight" role="status">
          <p>This is the link. It is shown only now.</p>
          <Copy text={url} what="the link" />
        </div>
      )}
      <section class="stack tight" aria-labelledby="links">
        <h3 id="links">Links that work</h3>
        <Answer query={query} what="the links">
          {({ shares }) =>
            shares.length === 0 ? (
              <p class="muted">None. Nobody outside of the project sees this incident.</p>
            ) : (
              <ul class="stack tight">
                {shares.map((share) => (
                  <LinkRow key={share.id} share={share} onRevoke={() => revoke(share.id)} />
                ))}
              </ul>
            )
          }
        </Answer>
      </section>
    </>
  )
}

function LinkRow({ share, onRevoke }: { readonly share: IncidentShare; readonly onRevoke: () => Promise<unknown> }) {
  const { person } = useWorkplace()
  const isOwn = share.createdBy === `user ${person.user.id}`
  return (
    <li class="link-row">
      <span class="small">
        Until <Time at={share.expiresAt} />
        <span class="muted">
          {' '}
          · made by {isOwn ? 'you' : <code>{share.createdBy}</code>} <Time at={share.createdAt} as="ago" /> ·{' '}
          {share.lastUsedAt === null ? (
            'not opened yet'
          ) : (
            <>
              last opened <Time at={share.lastUsedAt} as="ago" />
            </>
          )}
        </span>
      </span>
      <Confirm label="Revoke" of="this link" onConfirm={onRevoke}>
        Whoever has it sees nothing any more, at the latest after 30 seconds.
      </Confirm>
    </li>
  )
}

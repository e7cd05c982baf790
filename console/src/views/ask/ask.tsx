/** Asking the agent: the threads of a project, and one of them as it goes on. */
import type { Thread } from '@observability-agent/sdk'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { useShortcut } from '../../app/shortcuts.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { Answer, Empty, sentenceOf } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { toast } from '../../components/toasts.tsx'
import './ask.css'
import { Composer } from './composer.tsx'
import { threadPages } from './queries.ts'
import type { AskSearch } from './routes.ts'
import { ThreadView } from './thread.tsx'

const FIRST_QUESTIONS = [
  'What broke?',
  'Is everything ok now?',
  'What changed today?',
  'Which service has the most errors?',
]

export function Ask() {
  const { client } = useWorkplace()
  const queries = useQueryClient()
  const { q }: AskSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const begin = useMutation({
    mutationFn: (message: string) => client.threads.create({ body: { message, wait: false } }),
    onSuccess: ({ threadId }) => {
      void queries.invalidateQueries({ queryKey: ['threads'] })
      return navigate({ to: '/ask/$threadId', params: { threadId }, search: keepProject })
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  })
  return (
    <Frame>
      <div class="stack">
        <h1>Ask</h1>
        <p class="muted">
          The answer cites its sources. Every look-up is shown, with the exact question that was put to the telemetry.
        </p>
        <Composer
          {...(q ? { initial: q } : {})}
          isSending={begin.isPending}
          onSend={begin.mutateAsync}
          suggestions={FIRST_QUESTIONS}
        />
      </div>
    </Frame>
  )
}

export function AskThread() {
  const { threadId = '' } = useParams({ strict: false })
  return (
    <Frame threadId={threadId}>
      <ThreadView key={threadId} threadId={threadId} />
    </Frame>
  )
}

function Frame({ threadId, children }: { readonly threadId?: string; readonly children: ComponentChildren }) {
  const navigate = useNavigate()
  useShortcut('n', 'Begin a new thread', () => void navigate({ to: '/ask', search: keepProject }))
  return (
    <div class={threadId === undefined ? 'ask' : 'ask in-thread'}>
      <div>{children}</div>
      <aside class="ask-threads stack tight" aria-label="Threads">
        <Link to="/ask" search={keepProject} className="button" activeOptions={{ exact: true }}>
          New thread
        </Link>
        <Threads {...(threadId === undefined ? {} : { current: threadId })} />
      </aside>
    </div>
  )
}

function Threads({ current }: { readonly current?: string }) {
  const { client, project } = useWorkplace()
  const query = useInfiniteQuery(threadPages(client, project?.id ?? ''))
  return (
    <Answer query={query} what="the threads">
      {({ pages }) => {
        const threads = pages.flatMap((page) => page.threads)
        if (threads.length === 0) return <Empty title="No thread yet" />
        return (
          <>
            <ul class="stack tight">
              {threads.map((thread) => (
                <Item key={thread.id} thread={thread} isCurrent={thread.id === current} />
              ))}
            </ul>
            <ShowMore query={query} label="Older threads" />
          </>
        )
      }}
    </Answer>
  )
}

function Item({ thread, isCurrent }: { readonly thread: Thread; readonly isCurrent: boolean }) {
  return (
    <li>
      <Link
        to="/ask/$threadId"
        params={{ threadId: thread.id }}
        search={keepProject}
        className={isCurrent ? 'thread-item current' : 'thread-item'}
      >
        <span class="foreign">{thread.title ?? 'Without a title'}</span>
        <span class="small muted">
          <Time at={thread.updatedAt} as="ago" />
          {thread.source === 'automation' && ' · by itself'}
        </span>
      </Link>
    </li>
  )
}

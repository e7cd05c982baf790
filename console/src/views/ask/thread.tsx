/** A thread: its messages, what is being written now, and what can be done with them. */
import type { Message, Run } from '@observability-agent/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { keepProject } from '../../app/shell.tsx'
import { useShortcut } from '../../app/shortcuts.tsx'
import { Answer, sentenceOf } from '../../components/states.tsx'
import { toast } from '../../components/toasts.tsx'
import { Composer } from './composer.tsx'
import { type LiveMessage, useLiveMessage } from './live-run.ts'
import { MessageView } from './message.tsx'
import { messagesOfThread, runsOfThread, threadById } from './queries.ts'

const FOLLOW_UPS = ['What should I do?', 'Did a deploy cause this?', 'Give me a timeline', 'Is it still going on?']

export function ThreadView({ threadId }: { readonly threadId: string }) {
  const { client } = useWorkplace()
  const messages = useQuery(messagesOfThread(client, threadId))
  const runs = useQuery(runsOfThread(client, threadId))
  const { data: head } = useQuery(threadById(client, threadId))
  const isRunning = runs.data?.runs.some(({ status }) => status === 'processing') ?? false
  const live = useLiveMessage(threadId, isRunning)
  const actions = useThreadActions(threadId)
  useShortcut('s', 'Stop the agent', () => {
    if (isRunning) actions.stop.mutate()
  })
  return (
    <div class="stack">
      <h1 class="foreign">{head?.thread.title ?? 'Thread'}</h1>
      <Answer query={messages} what="the thread">
        {(all) => (
          <Messages messages={all} runs={runs.data?.runs ?? []} live={live} isRunning={isRunning} actions={actions} />
        )}
      </Answer>
      <Composer
        isSending={actions.ask.isPending}
        isRunning={isRunning}
        onSend={actions.ask.mutateAsync}
        onStop={() => actions.stop.mutate()}
        suggestions={isRunning ? [] : FOLLOW_UPS}
      />
    </div>
  )
}

function useThreadActions(threadId: string) {
  const { client } = useWorkplace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => queries.invalidateQueries({ queryKey: ['threads', threadId] })
  const onError = (error: unknown) => toast(sentenceOf(error), 'failed')
  const ask = useMutation({
    mutationFn: (message: string) => client.messages.append({ path: { threadId }, body: { message, wait: false } }),
    onSuccess: refresh,
    onError,
  })
  const stop = useMutation({
    mutationFn: () => client.threads.stop({ path: { threadId } }),
    onSuccess: refresh,
    onError,
  })
  const fork = useMutation({
    mutationFn: (messageId: string) => client.threads.fork({ path: { threadId }, body: { messageId } }),
    onSuccess: ({ thread }) => {
      toast('This is the fork. The thread it came from stays as it is.')
      return navigate({ to: '/ask/$threadId', params: { threadId: thread.id }, search: keepProject })
    },
    onError,
  })
  return { ask, stop, fork }
}

const hasFailed = ({ status }: Run): boolean => status === 'error' || status === 'aborted'

interface MessagesProps {
  readonly messages: readonly Message[]
  readonly runs: readonly Run[]
  readonly live: LiveMessage
  readonly isRunning: boolean
  readonly actions: ReturnType<typeof useThreadActions>
}

function Messages({ messages, runs, live, isRunning, actions }: MessagesProps) {
  const end = useRef<HTMLDivElement>(null)
  // An answer that was stopped before its first step has nothing in it, and says that it was stopped.
  const ended = new Set(runs.filter(hasFailed).map(({ assistantMessageId }) => assistantMessageId))
  const shown = messages.filter(({ id, content }) => id !== live.messageId && (content.length > 0 || ended.has(id)))
  // Who reads further up is not pulled down.
  useEffect(() => {
    const place = end.current
    if (!isRunning || place === null) return
    const distance = place.getBoundingClientRect().top - window.innerHeight
    if (distance < 240) place.scrollIntoView({ block: 'end' })
  }, [live.content, isRunning])
  return (
    <>
      <ol class="messages" aria-label="Messages">
        {shown.map((message) => (
          <MessageView key={message.id} message={message}>
            <MessageActions message={message} messages={messages} runs={runs} actions={actions} />
          </MessageView>
        ))}
        {live.messageId !== null && (
          <MessageView isLive message={{ id: live.messageId, role: 'assistant', content: [...live.content] }} />
        )}
      </ol>
      <p class="row small muted" role="status">
        {isRunning && (
          <>
            <span class="spinner" aria-hidden="true" />
            {live.isReconnecting ? 'The connection broke; it is made again.' : 'The agent is at work.'}
          </>
        )}
      </p>
      {live.failure !== null && <p role="alert">{sentenceOf(live.failure)}</p>}
      <div ref={end} />
    </>
  )
}

interface MessageActionsProps extends Pick<MessagesProps, 'messages' | 'runs' | 'actions'> {
  readonly message: Message
}

function MessageActions({ message, messages, runs, actions }: MessageActionsProps) {
  if (message.role === 'user') return null
  const run = runs.find(({ assistantMessageId }) => assistantMessageId === message.id)
  const asked = messages.find(({ id }) => id === run?.userMessageId)
  const question = asked?.content.find((block) => block.type === 'message')
  const isUnanswered = run !== undefined && hasFailed(run)
  return (
    <>
      {isUnanswered && (
        <span role="alert" class="foreign">
          {run.status === 'aborted' ? 'It was stopped.' : (run.error?.message ?? 'It failed.')}
        </span>
      )}
      {question?.type === 'message' && (
        <button type="button" class="button quiet small" onClick={() => actions.ask.mutate(question.message)}>
          {isUnanswered ? 'Try again' : 'Ask again'}
        </button>
      )}
      <button type="button" class="button quiet small" onClick={() => actions.fork.mutate(message.id)}>
        Fork here
      </button>
    </>
  )
}

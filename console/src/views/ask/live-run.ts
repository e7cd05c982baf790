/** Follows what is at work in a thread: the message as it is written, step by step. */
import { type ContentBlock, followThread, MessageBuilder } from '@observability-agent/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'preact/hooks'
import { useClient } from '../../api/context.tsx'

export interface LiveMessage {
  readonly messageId: string | null
  readonly content: readonly ContentBlock[]
  /** The connection broke and is made again. */
  readonly isReconnecting: boolean
  /** Why following ended before the run did. */
  readonly failure: unknown
}

const NOTHING: LiveMessage = { messageId: null, content: [], isReconnecting: false, failure: null }

/** Events come faster than anybody reads: drawn at most once a frame. */
function eachFrame(draw: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      draw()
    })
  }
}

/** `isActive`: whether a run is queued or running. What was written is read from the API again when it has ended. */
export function useLiveMessage(threadId: string, isActive: boolean): LiveMessage {
  const client = useClient()
  const queries = useQueryClient()
  const [live, setLive] = useState(NOTHING)
  useEffect(() => {
    if (!isActive) return undefined
    const stop = new AbortController()
    const builder = new MessageBuilder()
    let isReconnecting = false
    const draw = eachFrame(() => {
      if (stop.signal.aborted) return
      const { messageId, content } = builder
      setLive({ ...NOTHING, messageId, content, isReconnecting })
    })
    const follow = async () => {
      const onReconnect = () => {
        isReconnecting = true
        draw()
      }
      for await (const event of followThread(client.connection, threadId, { signal: stop.signal, onReconnect })) {
        builder.add(event)
        isReconnecting = false
        draw()
      }
    }
    follow()
      .catch((failure: unknown) => {
        if (!stop.signal.aborted) setLive((before) => ({ ...before, failure }))
      })
      .finally(async () => {
        if (stop.signal.aborted) return
        await queries.invalidateQueries({ queryKey: ['threads', threadId] })
        setLive((before) => (before.failure === null ? NOTHING : before))
      })
    return () => {
      stop.abort()
      setLive(NOTHING)
    }
  }, [client, queries, threadId, isActive])
  return live
}

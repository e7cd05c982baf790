/** The call of the run that a citation names, as it was asked and answered, with what it drew. */
import { useQuery } from '@tanstack/react-query'
import { useWorkplace } from '../../api/context.tsx'
import { Artifact } from '../../components/answers/artifact.tsx'
import { ToolCall } from '../../components/answers/tool-call.tsx'
import { Answer } from '../../components/states.tsx'
import { messagesOfThread } from '../ask/queries.ts'

export interface LookUpProps {
  readonly threadId: string
  /** `<run>#<call>`. */
  readonly cite: string
}

export function LookUp({ threadId, cite }: LookUpProps) {
  const { client } = useWorkplace()
  const query = useQuery(messagesOfThread(client, threadId))
  const callId = cite.split('#')[1] ?? ''
  return (
    <section class="stack tight">
      <h3>The look-up</h3>
      <Answer query={query} what="the look-up">
        {(messages) => {
          const blocks = messages.flatMap(({ content }) => content)
          const call = blocks.find((block) => block.type === 'tool_call' && block.toolCallId === callId)
          if (call?.type !== 'tool_call') return <p class="muted">It is no longer stored.</p>
          const drawn = blocks.filter((block) => block.type === 'artifact' && block.toolCallId === callId)
          return (
            <>
              {drawn.map(
                (block, index) =>
                  block.type === 'artifact' && <Artifact key={index} name={block.name} data={block.data} />,
              )}
              <ToolCall call={call} />
            </>
          )
        }}
      </Answer>
    </section>
  )
}

/** Where one asks: Enter sends, Shift and Enter begin a line. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useShortcut } from '../../app/shortcuts.tsx'

export interface ComposerProps {
  readonly initial?: string
  readonly isSending: boolean
  /** Whether the agent is at work; then it can be stopped, and what is asked waits. */
  readonly isRunning?: boolean
  /** What could not be sent comes back into the field. */
  readonly onSend: (message: string) => Promise<unknown>
  readonly onStop?: () => void
  readonly suggestions: readonly string[]
}

/** The API's limit. */
const MESSAGE_MAX = 10_000

export function Composer({ initial = '', isSending, isRunning = false, onSend, onStop, suggestions }: ComposerProps) {
  const [text, setText] = useState(initial)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => setText(initial), [initial])
  useShortcut('/', 'Write a question', () => field.current?.focus())
  const send = (message: string) => {
    if (message.trim() === '' || isSending) return
    setText('')
    onSend(message).catch(() => setText((typed) => (typed === '' ? message : typed)))
  }
  return (
    <form
      class="composer stack tight"
      onSubmit={(event) => {
        event.preventDefault()
        send(text)
      }}
    >
      <ul class="row" aria-label="Suggestions">
        {suggestions.map((one) => (
          <li key={one}>
            <button type="button" class="button small" disabled={isSending} onClick={() => send(one)}>
              {one}
            </button>
          </li>
        ))}
      </ul>
      <div class="composer-line">
        <textarea
          ref={field}
          class="input"
          rows={2}
          maxLength={MESSAGE_MAX}
          aria-label="Your question"
          placeholder="Ask about this project’s telemetry"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            // Enter also ends the composition of a character.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            event.preventDefault()
            send(text)
          }}
        />
        {isRunning && onStop && (
          <button type="button" class="button danger" onClick={onStop}>
            Stop
          </button>
        )}
        <button type="submit" class="button primary" disabled={isSending || text.trim() === ''}>
          Ask
        </button>
      </div>
    </form>
  )
}

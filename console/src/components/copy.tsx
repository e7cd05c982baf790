/** Text that is meant to be pasted elsewhere. */
import { useState } from 'preact/hooks'
import { toast } from './toasts.tsx'

const SAID_MS = 2_000

export interface CopyProps {
  readonly text: string
  /** What it is, as it ends a sentence: `the address`. */
  readonly what: string
}

export function Copy({ text, what }: CopyProps) {
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      setTimeout(() => setDone(false), SAID_MS)
    } catch {
      toast('The browser did not allow copying. Select the text instead.', 'failed')
    }
  }
  return (
    <span class="row">
      <code class="foreign">{text}</code>
      <button type="button" class="button small" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {isDone ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}

/** A credential at the only time that it is shown. */
export function ShownOnce({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <div class="card stack tight" role="status">
      <p>
        This is {what}. It is shown only now: keep it where your sender or script reads it, it cannot be shown again.
      </p>
      <Copy text={value} what={what} />
    </div>
  )
}

/** A button that asks before it does what cannot be undone. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { sentenceOf } from './states.tsx'

export interface ConfirmProps {
  /** On the button, and on the one that confirms. */
  readonly label: string
  /** What is acted on, for screen readers: `the key CI`. */
  readonly of: string
  /** What happens then. */
  readonly children: ComponentChildren
  readonly onConfirm: () => Promise<unknown>
}

export function Confirm({ label, of, children, onConfirm }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const confirm = async () => {
    setPending(true)
    setError(null)
    try {
      await onConfirm()
      setOpen(false)
    } catch (reason) {
      setError(reason)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <button type="button" class="button small" aria-label={`${label} ${of}`} onClick={() => setOpen(true)}>
        {label}
      </button>
      <Dialog title={`${label} ${of}?`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{children}</p>
        {error !== null && <p role="alert">{sentenceOf(error)}</p>}
        <div class="row">
          <button type="button" class="button danger" disabled={isPending} onClick={() => void confirm()}>
            {isPending ? 'One moment …' : label}
          </button>
          <button type="button" class="button" onClick={() => setOpen(false)}>
            Cancel
          </button>
        </div>
      </Dialog>
    </>
  )
}

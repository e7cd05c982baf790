/** Short word of what was done or failed, read out by screen readers. What a reader must not miss belongs into the view. */
import { useEffect, useState } from 'preact/hooks'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
}

/** Long enough to read two sentences; failures stay until they are closed. */
const SHOWN_MS = 6_000
const TOASTS_MAX = 4

let shown: readonly Toast[] = []
let lastId = 0
let publish: (toasts: readonly Toast[]) => void = () => {}

function change(next: readonly Toast[]): void {
  shown = next.slice(-TOASTS_MAX)
  publish(shown)
}

const close = (id: number): void => change(shown.filter((toast) => toast.id !== id))

/** Shows a sentence. */
export function toast(text: string, kind: Toast['kind'] = 'done'): void {
  lastId += 1
  const id = lastId
  change([...shown, { id, text, kind }])
  if (kind === 'done') setTimeout(() => close(id), SHOWN_MS)
}

export function Toasts() {
  const [toasts, setToasts] = useState(shown)
  useEffect(() => {
    publish = setToasts
    return () => {
      publish = () => {}
    }
  }, [])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text, kind }) => (
        <div key={id} class={kind === 'failed' ? 'toast failed' : 'toast'}>
          <span>{text}</span>
          <button type="button" class="button quiet small" aria-label="Close this message" onClick={() => close(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  )
}

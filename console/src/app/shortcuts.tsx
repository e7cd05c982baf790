/**
 * Keyboard shortcuts. A view states its own with `useShortcut` and they live as long as it does; `?` lists those that
 * work at the moment. A shortcut is one key, or two typed one after the other (`g i`).
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'

interface Shortcut {
  readonly keys: string
  readonly label: string
  readonly run: () => void
}

/** How long the first of two keys waits for the second. */
const SECOND_KEY_MS = 1_200

const active = new Set<Shortcut>()
let first = { key: '', at: 0 }

/** `label` says what it does, as it is listed. */
export function useShortcut(keys: string, label: string, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const shortcut = { keys, label, run: () => latest.current() }
    active.add(shortcut)
    return () => void active.delete(shortcut)
  }, [keys, label])
}

/** Keys belong to what is being typed into, and to the browser where a modifier is held. */
function isForUs(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  const at = event.target
  return !(at instanceof HTMLElement && (at.isContentEditable || at.closest('input, textarea, select, [role=menu]')))
}

function onKey(event: KeyboardEvent): void {
  if (!isForUs(event)) return
  const now = performance.now()
  const sequence = now - first.at < SECOND_KEY_MS ? `${first.key} ${event.key}` : ''
  const found = [...active].findLast(({ keys }) => keys === sequence || keys === event.key)
  first = { key: found ? '' : event.key, at: now }
  if (!found) return
  event.preventDefault()
  found.run()
}

/** Listens while the console is open, and shows the list on `?`. */
export function Shortcuts() {
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null)
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useShortcut('?', 'Show these shortcuts', () => setListed([...active]))
  return (
    <Dialog title="Keyboard shortcuts" isOpen={listed !== null} onClose={() => setListed(null)}>
      <dl class="shortcut-list">
        {listed?.map(({ keys, label }) => (
          <div key={keys} class="row apart">
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

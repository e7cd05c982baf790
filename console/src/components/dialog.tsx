/** Dialogs and drawers: focus stays inside, Escape closes, the page behind is out of reach, focus returns afterwards. */
import * as machine from '@zag-js/dialog'
import { normalizeProps, useMachine } from '@zag-js/preact'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Portal } from './portal.tsx'

export interface DialogProps {
  readonly title: ComponentChildren
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** A drawer takes the whole height at the end of the page; the view beside it stays visible. */
  readonly shape?: 'dialog' | 'drawer'
}

export function Dialog({ title, isOpen, onClose, children, shape = 'dialog' }: DialogProps) {
  const service = useMachine(machine.machine, {
    id: useId(),
    open: isOpen,
    onOpenChange: ({ open }) => {
      if (!open) onClose()
    },
  })
  const api = machine.connect(service, normalizeProps)
  if (!isOpen) return null
  return (
    <Portal>
      <div {...api.getBackdropProps()} class="scrim" />
      <div {...api.getPositionerProps()} class={shape === 'drawer' ? 'dialog-place as-drawer' : 'dialog-place'}>
        <div {...api.getContentProps()} class="dialog">
          <div class="row apart">
            <h2 {...api.getTitleProps()}>{title}</h2>
            <button type="button" {...api.getCloseTriggerProps()} class="button quiet" aria-label="Close">
              ✕
            </button>
          </div>
          <div class="stack">{children}</div>
        </div>
      </div>
    </Portal>
  )
}

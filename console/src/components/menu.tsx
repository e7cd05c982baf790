/** A button with a menu of things to choose or do. */
import * as machine from '@zag-js/menu'
import { normalizeProps, useMachine } from '@zag-js/preact'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Portal } from './portal.tsx'

export interface MenuItem {
  readonly id: string
  readonly label: ComponentChildren
  readonly isCurrent?: boolean
}

export interface MenuProps {
  readonly label: ComponentChildren
  /** What the button is for, for screen readers, where its label does not say it. */
  readonly hint?: string
  readonly items: readonly MenuItem[]
  readonly onSelect: (id: string) => void
  readonly class?: string
}

export function Menu({ label, hint, items, onSelect, class: className = 'button' }: MenuProps) {
  const service = useMachine(machine.machine, {
    id: useId(),
    positioning: { placement: 'bottom-start' },
    onSelect: ({ value }) => onSelect(value),
  })
  const api = machine.connect(service, normalizeProps)
  return (
    <>
      <button type="button" {...api.getTriggerProps()} class={className}>
        {label}
        {hint && <span class="hidden-text">, {hint}</span>} <span aria-hidden="true">▾</span>
      </button>
      <Portal>
        <div {...api.getPositionerProps()}>
          <div {...api.getContentProps()} class="menu">
            {items.map(({ id, label: text, isCurrent }) => (
              <div
                key={id}
                {...api.getItemProps({ value: id })}
                class="menu-item"
                {...(isCurrent ? { 'aria-current': 'true' } : {})}
              >
                {text}
              </div>
            ))}
          </div>
        </div>
      </Portal>
    </>
  )
}

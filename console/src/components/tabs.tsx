/** Parts of a view of which one is shown at a time; arrow keys go from tab to tab. */
import { normalizeProps, useMachine } from '@zag-js/preact'
import * as machine from '@zag-js/tabs'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import './tabs.css'

export interface Tab {
  readonly id: string
  readonly label: ComponentChildren
  readonly content: () => ComponentChildren
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
  /** The address of a view says which tab is shown, so the view keeps it. */
  readonly onChange: (id: string) => void
}

export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  const service = useMachine(machine.machine, {
    id: useId(),
    value: current,
    onValueChange: ({ value }) => {
      if (value !== null) onChange(value)
    },
  })
  const api = machine.connect(service, normalizeProps)
  return (
    <div {...api.getRootProps()} class="stack">
      <div {...api.getListProps()} class="tab-list" role="tablist" aria-label={label}>
        {tabs.map(({ id, label: text }) => (
          <button key={id} type="button" {...api.getTriggerProps({ value: id })} class="tab">
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div key={id} {...api.getContentProps({ value: id })}>
          {id === current && content()}
        </div>
      ))}
    </div>
  )
}

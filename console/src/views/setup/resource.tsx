/** What the pages of Setup are made of: a list of things, a button to add one, actions on each. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { Empty } from '../../components/states.tsx'
import { TableFrame } from '../../components/table-frame.tsx'

export interface Column<Item> {
  readonly label: string
  readonly cell: (item: Item) => ComponentChildren
}

export interface ResourceProps<Item> {
  readonly title: string
  /** What these are for, in a sentence or two. */
  readonly about: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly columns: readonly Column<Item>[]
  readonly actions?: (item: Item) => ComponentChildren
  /** What stands where there are none. */
  readonly empty: string
  /** The button's label, and what it opens. */
  readonly add?: { readonly label: string; readonly form: (close: () => void) => ComponentChildren }
}

export function Resource<Item>({ title, about, items, keyOf, columns, actions, empty, add }: ResourceProps<Item>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <section class="stack tight" aria-label={title}>
      <div class="row apart">
        <h2>{title}</h2>
        {add && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            {add.label}
          </button>
        )}
      </div>
      <p class="muted small">{about}</p>
      {items.length === 0 ? (
        <Empty title={empty} />
      ) : (
        <TableFrame>
          <table>
            <thead>
              <tr>
                {columns.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
                {actions && (
                  <th scope="col">
                    <span class="hidden-text">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={keyOf(item)}>
                  {columns.map(({ label, cell }) => (
                    <td key={label} class="foreign">
                      {cell(item)}
                    </td>
                  ))}
                  {actions && (
                    <td>
                      <span class="row">{actions(item)}</span>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {add && (
        <Dialog title={add.label} isOpen={isOpen} onClose={close}>
          {isOpen && add.form(close)}
        </Dialog>
      )}
    </section>
  )
}

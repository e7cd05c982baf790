/** A list of any length: only the rows that are in sight are drawn. Rows may differ in height. */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import './virtual-list.css'

export interface VirtualListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item, index: number) => string
  readonly children: (item: Item, index: number) => ComponentChildren
  /** Pixels that most rows take, before they are measured. */
  readonly estimatedHeight: number
  readonly height: string
  /** Called when the reader comes near the end. */
  readonly onEnd?: () => void
}

/** Rows drawn beyond both ends, so that fast scrolling meets no empty space. */
const OVERSCAN = 12

export function VirtualList<Item>({
  label,
  items,
  keyOf,
  children,
  estimatedHeight,
  height,
  onEnd,
}: VirtualListProps<Item>) {
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => estimatedHeight,
    overscan: OVERSCAN,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item, index)
    },
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last !== undefined && last.index >= items.length - OVERSCAN) onEnd?.()
    },
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or no keyboard can scroll it
    <section ref={frame} class="virtual-list" aria-label={label} tabIndex={0} style={{ height }}>
      <ul style={{ height: `${rows.getTotalSize()}px` }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(item, index)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

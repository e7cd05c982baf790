/**
 * A list of any length: only the rows that are in sight are drawn. All rows are equally high, so that nothing has to be
 * measured, and scrolling draws only the rows that come into sight.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ComponentChildren } from 'preact'
import { memo } from 'preact/compat'
import { useRef } from 'preact/hooks'
import './virtual-list.css'

type RowOf<Item> = (item: Item, index: number) => ComponentChildren

export interface VirtualListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item, index: number) => string
  readonly children: RowOf<Item>
  /** In units of the page's font size, which readers choose. */
  readonly rowRem: number
  readonly height: string
  /** Called when the reader comes near the end. */
  readonly onEnd?: () => void
}

/** Rows drawn beyond both ends, so that fast scrolling meets no empty space. */
const OVERSCAN = 8

const remPixels = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

export function VirtualList<Item>({ label, items, keyOf, children, rowRem, height, onEnd }: VirtualListProps<Item>) {
  const frame = useRef<HTMLDivElement>(null)
  const rowPixels = useRef(0)
  rowPixels.current ||= rowRem * remPixels()
  // Options that differ from those before would have the places of all rows counted anew.
  const estimateSize = useRef(() => rowPixels.current)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: estimateSize.current,
    overscan: OVERSCAN,
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last !== undefined && last.index >= items.length - OVERSCAN) onEnd?.()
    },
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or no keyboard can scroll it
    <section ref={frame} class="virtual-list" aria-label={label} tabIndex={0} style={{ height }}>
      <ul style={{ height: `${rows.getTotalSize()}px` }}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index]
          return item === undefined ? null : (
            <Row
              key={keyOf(item, index)}
              item={item}
              index={index}
              count={items.length}
              start={start}
              size={size}
              // A row does not know the type of its item; it hands it on to what drew the list.
              draw={children as RowOf<unknown>}
            />
          )
        })}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly item: unknown
  readonly index: number
  readonly count: number
  /** Pixels. */
  readonly start: number
  readonly size: number
  readonly draw: RowOf<unknown>
}

/** While the reader scrolls, a row that stays in sight stays as it is. */
const Row = memo(function Row({ item, index, count, start, size, draw }: RowProps) {
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)`, height: `${size}px` }}
    >
      {draw(item, index)}
    </li>
  )
})

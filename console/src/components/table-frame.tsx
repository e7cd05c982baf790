/** Around a table that may be wider than its place: it scrolls by itself, by keyboard too. */
import type { ComponentChildren } from 'preact'

export function TableFrame({ children }: { readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or no keyboard can scroll it
    <div class="table-frame" tabIndex={0}>
      {children}
    </div>
  )
}

/** Draws its children at the end of the page, above everything else. (The one of @zag-js/preact 1.44 needs React.) */
import type { ComponentChildren } from 'preact'
import { createPortal } from 'preact/compat'

export function Portal({ children }: { readonly children: ComponentChildren }) {
  // biome-ignore lint/complexity/noUselessFragments: createPortal takes one element
  return createPortal(<>{children}</>, document.body)
}

import { expect, it } from 'vitest'
import { PALETTE } from '../src/terminal/color.ts'

const STEPS = [0, 95, 135, 175, 215, 255]

/** Relative luminance (WCAG 2) of a colour of the 6 × 6 × 6 cube, which begins at 16. */
function luminance(index: number): number {
  const at = index - 16
  const [red = 0, green = 0, blue = 0] = [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => {
    const share = (STEPS[step] ?? 0) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

it.each(Object.entries(PALETTE))('%s has a contrast of 3.5 to 1 and more on white and on black', (_, index) => {
  const own = luminance(index)
  expect(1.05 / (own + 0.05)).toBeGreaterThan(3.5)
  expect((own + 0.05) / 0.05).toBeGreaterThan(3.5)
})

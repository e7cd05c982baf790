import { describe, expect, it } from 'vitest'
import { closerWindow, gridOver } from '../../../src/agent/investigator/window.ts'

describe('the closer look', () => {
  const hour = { fromMs: 0, toMs: 3_600_000 }

  it('is taken once, around the onset and inside the window, where the steps of a long window are coarse', () => {
    const { grid } = gridOver(hour, null)
    const closer = closerWindow(hour, grid, grid.count - 3)
    expect(closer).toEqual({ fromMs: 3_600_000 - 180_000 - 600_000, toMs: 3_600_000 })
    const again = gridOver(closer ?? hour, null).grid
    expect(again.intervalMs).toBeLessThan(grid.intervalMs)
    expect(closerWindow(closer ?? hour, again, 5)).toBeNull()
  })
})

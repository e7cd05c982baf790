/** Shares and durations as the incident views write them. */

/** `93 %`; what is nearly certain is not rounded up to certainty. */
export function percentText(share: number): string {
  if (share > 0.99 && share < 1) return 'over 99 %'
  if (share > 0 && share < 0.01) return 'under 1 %'
  return `${Math.round(share * 100)} %`
}

export const shareText = (value: number): string => `${(value * 100).toFixed(value >= 0.1 || value === 0 ? 0 : 1)} %`

export function millisecondsText(ms: number): string {
  return ms >= 1_000
    ? `${(ms / 1_000).toFixed(ms >= 10_000 ? 0 : 1)} s`
    : `${ms >= 10 ? Math.round(ms) : ms.toFixed(1)} ms`
}

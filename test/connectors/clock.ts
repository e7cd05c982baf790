/** The clock of connector and fake, milliseconds since 1970. A module of its own: suites import each other in a circle. */
export const NOW_MS = Date.UTC(2026, 0, 15, 12)

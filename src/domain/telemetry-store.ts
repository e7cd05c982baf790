/** The telemetry store of this deployment. */
import { createEmbeddedTelemetryStore } from '../durable/telemetry/embedded-store.ts'
import { type Bindings, settingsOf } from '../env.ts'
import type { TelemetryStore } from '../telemetry/port.ts'

export function telemetryOf(bindings: Bindings): TelemetryStore {
  return createEmbeddedTelemetryStore({ namespaces: bindings, jurisdiction: settingsOf(bindings).JURISDICTION })
}

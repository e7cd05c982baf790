/** Where word goes, at which times questions are asked, and when alerts are kept quiet. */
import { Destinations } from './destinations.tsx'
import { MaintenanceWindows } from './maintenance-windows.tsx'
import { Schedules } from './schedules.tsx'

export function Alerting() {
  return (
    <div class="stack">
      <Destinations />
      <Schedules />
      <MaintenanceWindows />
    </div>
  )
}

import { CreateMonitor } from './create-monitor.ts'
import { DeleteMonitor } from './delete-monitor.ts'
import { GetMonitor } from './get-monitor.ts'
import { ListMonitorHistory } from './list-history.ts'
import { ListMonitors } from './list-monitors.ts'
import { ListMonitorTemplates } from './list-templates.ts'
import { PauseMonitor } from './pause-monitor.ts'
import { PreviewMonitor } from './preview-monitor.ts'
import { ResumeMonitor } from './resume-monitor.ts'
import { UpdateMonitor } from './update-monitor.ts'

/** Fixed paths come before those with an id in the same place. */
export const monitorOperations = [
  ListMonitors,
  CreateMonitor,
  ListMonitorTemplates,
  PreviewMonitor,
  GetMonitor,
  UpdateMonitor,
  DeleteMonitor,
  PauseMonitor,
  ResumeMonitor,
  ListMonitorHistory,
]

import { CreateSchedule } from './create-schedule.ts'
import { DeleteSchedule } from './delete-schedule.ts'
import { GetSchedule } from './get-schedule.ts'
import { ListScheduleRuns } from './list-schedule-runs.ts'
import { ListSchedules } from './list-schedules.ts'
import { RunSchedule } from './run-schedule.ts'
import { UpdateSchedule } from './update-schedule.ts'

export const scheduleOperations = [
  ListSchedules,
  CreateSchedule,
  GetSchedule,
  UpdateSchedule,
  DeleteSchedule,
  RunSchedule,
  ListScheduleRuns,
]

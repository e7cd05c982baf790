/** Turns rows of Log Analytics tables, whose columns differ, into lines. */
import { membersOf } from '../json-text.ts'
import { attributesOf, bodyText, type Line, timeOf } from '../reading/line.ts'

/** Application Insights numbers severities from 0 to 4. */
const LEVELS = ['verbose', 'information', 'warning', 'error', 'critical'] as const
const BODIES = [
  'Message',
  'ResultDescription',
  'LogMessage',
  'Log_s',
  'SyslogMessage',
  'OuterMessage',
  'RenderedDescription',
]
const SEVERITIES = ['SeverityLevel', 'Level', 'LogLevel', 'EventLevelName', 'level_s']
const OWN = new Set([
  'TimeGenerated',
  'TenantId',
  'SourceSystem',
  'Type',
  '_ItemId',
  '_Internal_WorkspaceResourceId',
  'AppRoleName',
  'OperationId',
  'ParentId',
  'Properties',
])

/** Null when a row has no time. */
export function lineOfRow(row: Readonly<Record<string, unknown>>): Line | null {
  const time = timeOf(row['TimeGenerated'])
  if (time === null) return null
  const body = BODIES.find((name) => typeof row[name] === 'string' && row[name] !== '')
  const severity = SEVERITIES.find((name) => row[name] !== undefined && row[name] !== null && row[name] !== '')
  const used = new Set([...OWN, ...(body ? [body] : []), ...(severity ? [severity] : [])])
  // A dynamic column contains JSON text or an object.
  const properties = membersOf(row['Properties']) ?? {}
  const attributes = { ...attributesOf(row, used), ...attributesOf(properties, new Set()) }
  const { AppRoleName, _ResourceId, OperationId, ParentId, _ItemId } = row
  return {
    id: typeof _ItemId === 'string' && _ItemId !== '' ? _ItemId : JSON.stringify(row),
    time,
    body: body === undefined ? bodyText(attributes) : bodyText(row[body]),
    severityText: severity === undefined ? '' : levelText(row[severity]),
    service: nameOf(AppRoleName) || (nameOf(_ResourceId).split('/').at(-1) ?? ''),
    environment: '',
    eventName: '',
    traceId: nameOf(OperationId),
    spanId: nameOf(ParentId),
    attributes,
  }
}

const nameOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const levelText = (value: unknown): string => (typeof value === 'number' ? (LEVELS[value] ?? '') : nameOf(value))

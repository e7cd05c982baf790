/** Names and numbers of the operator of wind farms. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'ops-gateway': '1.31.2', 'fleet-api': '6.3.0', 'turbine-link': '2.14.3', 'wind-forecast': '3.9.1' },
  ...{ settlement: '7.0.4', 'curtail-desk': '2.5.1', 'work-orders': '5.6.3', 'alarm-desk': '1.18.0' },
  ...{ 'boat-watch': '0.9.7' },
}

export interface Farm {
  readonly name: string
  readonly prefix: string
  readonly kind: 'onshore' | 'offshore'
  readonly owner: string
  readonly model: string
  readonly turbines: number
  /** What it makes on this night, and how that changes until the end. */
  readonly megawatts: number
  readonly rise: number
}
export const FARMS: readonly Farm[] = [
  ...(
    [
      { name: 'Elmstead', prefix: 'EL', kind: 'onshore', owner: 'coastal-coop', model: 'GX-4', turbines: 22 },
      { name: 'Brookmoor', prefix: 'BR', kind: 'onshore', owner: 'breezefund', model: 'GX-4', turbines: 31 },
      { name: 'Hollinger', prefix: 'HO', kind: 'onshore', owner: 'aurelia', model: 'Norra-3', turbines: 14 },
      { name: 'Kestrelhill', prefix: 'KE', kind: 'onshore', owner: 'breezefund', model: 'Norra-3', turbines: 18 },
      { name: 'Drumlea', prefix: 'DR', kind: 'onshore', owner: 'greenleaf', model: 'GX-4', turbines: 26 },
      { name: 'Nordsand', prefix: 'NS', kind: 'offshore', owner: 'pension-nine', model: 'Sea-9', turbines: 48 },
      { name: 'Havbris', prefix: 'HB', kind: 'offshore', owner: 'aurelia', model: 'Sea-9', turbines: 36 },
      { name: 'Tideway', prefix: 'TW', kind: 'offshore', owner: 'pension-nine', model: 'GX-8', turbines: 40 },
    ] as const satisfies readonly Omit<Farm, 'megawatts' | 'rise'>[]
  ).map((farm, index) => ({
    ...farm,
    megawatts: [61, 84, 29, 37, 70, 291, 214, 187][index] ?? 50,
    rise: [2, -38, 1, 3, -2, 64, 5, -6][index] ?? 0,
  })),
]
/** Farms by how often somebody asks for them. */
export const ASKED = [0, 0, 1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7]
export const BROKERS = { onshore: 'edge-broker-1', offshore: 'edge-broker-2' } as const
export const CLIENT_ID = 'turbine-link-land'
export const DRILL = 'DR-26-4'

export const CHANNELS = {
  reads: ['investor-portal', 'investor-portal', 'investor-portal', 'control-room', 'control-room', 'crew-app'],
  commands: ['control-room', 'control-room', 'control-room', 'crew-app'],
} as const
export const COMMANDS = ['stop', 'stop', 'start', 'start', 'start', 'reset', 'reset', 'yaw']
export const GRIDS = { onshore: ['northgrid', 'northgrid', 'midgrid'], offshore: ['seagrid'] } as const
export const MARKETS = ['intraday', 'intraday', 'intraday', 'day-ahead', 'day-ahead'] as const
export const TRADERS = ['desk-a', 'desk-a', 'desk-b', 'desk-c']
export const CREWS = ['crew-1', 'crew-2', 'crew-2', 'crew-3', 'crew-4', 'crew-4', 'crew-5']
export const BOATS = ['Skua', 'Skua', 'Tern', 'Fulmar']
export const PARTS = [
  'pitch-battery',
  'pitch-battery',
  'yaw-brake-pad',
  'gearbox-filter',
  'gearbox-filter',
  'slip-ring',
]
export const ALARMS = [
  ...['GEARBOX_OIL_TEMP', 'GEARBOX_OIL_TEMP', 'YAW_ERROR', 'YAW_ERROR', 'YAW_ERROR', 'PITCH_FAULT', 'PITCH_FAULT'],
  ...['ICE_DETECTED', 'GRID_VOLTAGE', 'HYDRAULIC_PRESSURE'],
]
export const RANKS = ['minor', 'minor', 'minor', 'major', 'major', 'critical']

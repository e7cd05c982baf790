/** What is wrong in the systems, and the words for its mechanism, where several rounds expect the same. */

export const AIRLINE_INCIDENT = {
  service: 'dcs-link',
  mechanism: [
    'time[sd]? ?out',
    'timeout',
    'ETIMEDOUT',
    'reach',
    'hostlink',
    'network',
    'connect',
    'outside',
    'external',
    'partner',
  ],
  mark: 'onset',
}

export const TAXI_INCIDENT = {
  service: 'disponent',
  mechanism: ['queue', 'overload', 'capacity', 'full', 'traffic', 'load'],
  mark: 'onset',
}

export const SHOP_INCIDENT = {
  service: 'pricing-service',
  mechanism: ['quer', 'slow', 'store', 'database', 'lines', 'entries'],
  mark: 'onset',
}

export const ARCADE_INCIDENT = {
  service: 'inventory',
  mechanism: ['heap', 'out ?of ?memory', 'memory', 'oom'],
  mark: 'onset',
}

export const METERING_INCIDENT = {
  service: 'mdm_store',
  mechanism: ['lock', 'reindex', 'maintenance job'],
  mark: 'onset',
}

export const INFERENCE_INCIDENT = {
  service: 'BatchScheduler',
  mechanism: ['max_batch_tokens', 'config', 'setting', 'r118', 'reload'],
  mark: 'onset',
}

export const LEARNING_INCIDENT = {
  service: 'quiz-service',
  mechanism: ['password', 'credential', 'secret', 'authenticat', '28P01', 'login refused'],
  mark: 'onset',
}

export const PHOTOPRINT_INCIDENT = {
  service: 'render-fn',
  mechanism: [
    'memory',
    'MemoryError',
    '\\boom\\b',
    'allocate',
    '2\\.8\\.0',
    'release',
    'deploy',
    'roll(?:ed )?out',
    'imgcore',
  ],
  mark: 'onset',
}

export const SHOP_12_INCIDENT = {
  service: 'shipping-service',
  mechanism: ['parcelhub', 'throttl', 'rate.?limit', 'too many requests', '\\b429\\b', 'provider'],
  mark: 'onset',
}

export const DELIVERY_INCIDENT = {
  service: 'courier-location',
  mechanism: ['redis', 'maxmemory', 'out ?of ?memory', 'OOM', 'memory'],
  mark: 'onset',
}

export const CLAIMS_INCIDENT = {
  service: 'claims-pg',
  mechanism: ['read-only', 'read only', 'standby', 'failover'],
  mark: 'onset',
}

export const TELECOM_INCIDENT = {
  service: 'balance-api',
  mechanism: ['open files?', 'files', 'descriptor', 'too many open', '\\bfds?\\b'],
  mark: 'onset',
}

export const LIBRARY_INCIDENT = {
  service: 'loan-core',
  mechanism: ['duplicate', 'primary', '2,?147,?483,?647', 'constraint', 'integrity'],
  mark: 'onset',
}

export const STADIUM_INCIDENT = {
  service: 'pay-bridge',
  mechanism: ['clock', 'timestamp', 'skew', 'ntp', '311', 'time offset', 'tolerance'],
  mark: 'onset',
}

export const WEATHER_INCIDENT = {
  service: 'qc-worker',
  mechanism: [
    'could not convert',
    'ValueError',
    'B-78\\d+',
    'ST-6613',
    'pressure',
    'crash',
    'exit(?:ing|ed|s)?\\b',
    'unhandled',
    'restart',
    'poison',
    'dead letter',
  ],
  mark: 'onset',
}

export const HOTEL_INCIDENT = {
  service: 'rate-service',
  mechanism: ['\\bdns\\b', 'resolv', 'lookup', 'no such host', 'name server', 'host ?name', 'rates-db'],
  mark: 'onset',
}

export const BIKES_INCIDENT = {
  service: 'lock-gateway',
  mechanism: ['\\btls\\b', 'handshake', 'protocol version'],
  mark: 'onset',
}

export const NEWS_INCIDENT = {
  service: 'paywall-service',
  mechanism: ['\\bflag\\b', 'metered-v2', 'no meter', '\\bmeter\\b', 'IllegalState'],
  mark: 'onset',
}

export const MOTOR_INCIDENT = {
  service: 'rating-engine',
  mechanism: ['tariff', '\\bflag\\b', 'battery class', 'KeyNotFound', 'ev-2027'],
  mark: 'onset',
}

export const PHARMACY_INCIDENT = {
  service: 'stock-service',
  mechanism: ['column', 'reserved_qty', '42703', 'migration', 'schema'],
  mark: 'onset',
}

export const MAILING_INCIDENT = {
  service: 'audience-service',
  mechanism: ['permission', 'denied', 'grant', 'privilege', 'revoked', 'subscriber_languages'],
  mark: 'onset',
}

export const JOBBOARD_INCIDENT = {
  service: 'cv-service',
  mechanism: ['\\bkms\\b', 'disabled', 'encrypt', 'PutObject'],
  mark: 'onset',
}

export const CHAT_INCIDENT = {
  service: 'mention-service',
  mechanism: ['pattern', 'at-group-v2', 'backtrack', 'aborted', '2000 ms', '\\bcpu\\b', 'processor', '\\brules?\\b'],
  mark: 'onset',
}

export const CHARGING_INCIDENT = {
  service: 'token-auth',
  mechanism: ['cannot assign', 'requested address', '\\bports?\\b', 'keep-?alive', 'time_wait', 'tcp\\.connections'],
  mark: 'onset',
}

export const AUCTION_INCIDENT = {
  service: 'bid_engine',
  mechanism: ['replica', 'replication', '\\blag', 'behind', 'replay'],
  mark: 'onset',
}

export const PAYROLL_INCIDENT = {
  service: 'TaxFiling',
  mechanism: ['schema', 'no longer accepted', '2025\\.11', '2026\\.1', '\\bERiC\\b'],
  mark: 'onset',
}

export const RAIL_INCIDENT = {
  service: 'seat-service',
  mechanism: ['deadlock', '40P01', '\\block(?:s|ed|ing)?\\b', 'rebalancing', 'RB-311'],
  mark: 'onset',
}

export const LABORATORY_INCIDENT = {
  service: 'result-store',
  mechanism: ['partition', '23514', 'results_p2[67]'],
  mark: 'onset',
}

export const GROCERY_INCIDENT = {
  service: 'slot-planner',
  mechanism: ['partition', 'slot_bookings', '23514'],
  mark: 'onset',
}

export const BUILDFARM_INCIDENT = {
  service: 'artifact-store',
  mechanism: [
    'inode',
    'no space',
    'out of space',
    '\\bspace\\b',
    '\\bfull\\b',
    'ENOSPC',
    'insufficient storage',
    'unpacked',
  ],
  mark: 'onset',
}

export const BROKERAGE_INCIDENT = {
  service: 'fix-gateway',
  mechanism: ['seq ?num', 'sequence', 'logged on', 'logon', 'logout', '\\bsession\\b'],
  mark: 'onset',
}

export const FITNESS_INCIDENT = {
  service: 'class-booking',
  mechanism: [
    'duplicate',
    '23505',
    'unique constraint',
    'bookings_pkey',
    'generator',
    'collision',
    'collid',
    'third instance',
    'replicas?\\b',
    'scaled',
  ],
  mark: 'onset',
}

export const PODCASTS_INCIDENT = {
  service: 'media-locator',
  mechanism: ['redirect', '\\bcircl', '\\bloop', 'r-2207', 'rule ?set', '\\bcdn\\b'],
  mark: 'onset',
}

export const HELPDESK_INCIDENT = {
  service: 'file-vault',
  mechanism: ['stale', 'ESTALE', '\\bnfs\\b', 'file handle', 'filer-03', '\\bmount', 'remount'],
  mark: 'onset',
}

export const PARKING_INCIDENT = {
  service: 'plate-reader',
  mechanism: ['\\bgpu\\b', 'cuda', '\\bxid\\b', 'graphics', 'fallen off'],
  mark: 'onset',
}

export const SIGNING_INCIDENT = {
  service: 'seal-service',
  mechanism: ['revocation', '\\bcrl\\b', 'next ?update', 'qca3', 'certificate', 'out of date', 'outdated'],
  mark: 'onset',
}

export const PORT_INCIDENT = {
  service: 'yard-planner',
  mechanism: ['licen[cs]e', '\\bseats?\\b', 'solver', 'STACKOPT', 'checkout', 'what-if'],
  mark: 'onset',
}

export const SMARTHOME_INCIDENT = {
  service: 'hub-bridge',
  mechanism: ['quota', 'licen[cs]e', '0x97', 'session limit', 'sessions limited', 'refused by broker', 'broker-eu'],
  mark: 'onset',
}

export const DATING_INCIDENT = {
  service: 'deck-service',
  mechanism: ['vector', 'dimension', '\\btaste\\b', 'taste-v7', '\\b384\\b', 'embedding', '\\bmodel\\b'],
  mark: 'onset',
}

export const VETS_INCIDENT = {
  service: 'rx-service',
  mechanism: [
    'cannot read dose',
    'ParseFloat',
    'invalid syntax',
    'catalogue',
    '\\bw24\\b',
    'comma',
    '\\bdos(?:e|es|age)\\b',
  ],
  mark: 'onset',
}

export const TRANSLATION_INCIDENT = {
  service: 'termbase',
  mechanism: ['\\bredis\\b', 'maxmemory', '\\boom\\b', 'used memory', '\\bcache\\b', 'IM-77', '\\bimport\\b'],
  mark: 'onset',
}

export const CITYHALL_INCIDENT = {
  service: 'residence-registry',
  mechanism: ['collat', 'utf8mb4', '\\b1267\\b', 'illegal mix', 'directory', '\\bimport', 'table streets'],
  mark: 'onset',
}

export const FUNDRAISING_INCIDENT = {
  service: 'fraud-screen',
  mechanism: [
    'deny ?-?list',
    'larger than max',
    '\\bgrpc\\b',
    'resource ?exhausted',
    'message size',
    '4194304',
    'feed merged',
    'interbank',
  ],
  mark: 'onset',
}

export const IDENTITY_INCIDENT = {
  service: 'key-keeper',
  mechanism: [
    '\\bpin\\b',
    'pin_locked',
    'pin_incorrect',
    'locked itself',
    '\\bhsm\\b',
    'hsm-b',
    'partition',
    'SEC-418',
  ],
  mark: 'onset',
}

export const DAIRY_INCIDENT = {
  service: 'sample-desk',
  mechanism: [
    'too ?large',
    'larger than',
    'RecordTooLarge',
    'max\\.request\\.size',
    'message size',
    '1,?048,?576',
    'nir-hires',
    'sensor profile',
    'sample\\.registered',
  ],
  mark: 'onset',
}

export const CODEHOST_INCIDENT = {
  service: 'refstore',
  mechanism: ['\\block', 'refs\\.lock', 'file exists', 'maintenance', 'repack', 'left behind'],
  mark: 'onset',
}

export const VANS_INCIDENT = {
  service: 'depot-stock',
  mechanism: [
    '\\betcd',
    'no leader',
    '\\bleader',
    'quorum',
    '\\bmembers?\\b',
    'north-[23]',
    'cluster',
    'election',
    'MT-612',
  ],
  mark: 'onset',
}

export const GAMEHUB_INCIDENT = {
  service: 'fleet_broker',
  mechanism: ['\\bports?\\b', '\\budp\\b', '7000', '7063', '\\brev\\b', 'revision', 'hosts_reloaded', 'alloc_failed'],
  mark: 'onset',
}

export const WATERWORKS_INCIDENT = {
  service: 'pipe-registry',
  mechanism: ['\\bsrid\\b', '28992', 'spatial_ref_sys', 'reference system', 'transform', 'map import', 'MI-318'],
  mark: 'onset',
}

export const RACETIMING_INCIDENT = {
  service: 'liveboard',
  mechanism: ['comparison method', 'general contract', '\\btie\\b', 'gun_or_net', 'RO-77', '\\bsort', 'ranking failed'],
  mark: 'onset',
}

export const SKIRESORT_INCIDENT = {
  service: 'pass-ledger',
  mechanism: ['prepared', '\\bstatements?\\b', 'pooler', 'pool_mode', 'pgb-passes', 'pl_lookup', '26000', 'AL-209'],
  mark: 'onset',
}

export const BAKERY_INCIDENT = {
  service: 'stock-ledger',
  mechanism: ['\\btrays?\\b', '\\bunits?\\b', '4\\.2\\.0', 'resolver', '\\bon hand\\b', 'pack size', 'BK-731'],
  mark: 'onset',
}

export const RECYCLING_INCIDENT = {
  service: 'scale-gateway',
  mechanism: [
    'certificat',
    '\\bpkix\\b',
    'trust ?store',
    'ca-bundle',
    'certification path',
    '\\bauthorit(?:y|ies)\\b',
    'CW-318',
  ],
  mark: 'onset',
}

export const EXAMHALL_INCIDENT = {
  service: 'answer-autosave',
  mechanism: [
    '\\bpartitions?\\b',
    'reassign',
    'rebalanc',
    'fenced',
    'group\\.instance\\.id',
    'no consumer',
    'consumer group',
    'autosave-writers',
    'KR-48',
  ],
  mark: 'onset',
}

export const CINEMA_INCIDENT = {
  service: 'seat-hold',
  mechanism: [
    '\\bevict',
    'eviction',
    'allkeys-lru',
    'maxmemory',
    'holds-[ab]',
    'promoted',
    'replica',
    '\\bredis\\b',
    'gone before',
    'CR-4417',
  ],
  mark: 'onset',
}

export const DNSHOST_INCIDENT = {
  service: 'zone-publisher',
  mechanism: [
    'wrap-?around',
    '\\bxids?\\b',
    'transaction[- ]ids?\\b',
    'vacuum',
    'not accepting commands',
    'prepared transaction',
    'resign_0419',
    'DH-1193',
  ],
  mark: 'onset',
}

export const REALESTATE_INCIDENT = {
  service: 'credit-gate',
  mechanism: [
    '\\bheader',
    'mandate-id',
    '\\bproxy\\b',
    'edge-proxy',
    'unauthori[sz]ed',
    '\\b401\\b',
    'bureau refused',
    'BN-1187',
  ],
  mark: 'onset',
}

export const ADEXCHANGE_INCIDENT = {
  service: 'budget-pacer',
  mechanism: [
    'currenc',
    '\\byen\\b',
    '\\bjpy\\b',
    'overspent',
    '\\bfx[-_]',
    'exchange rate',
    'rate moved',
    'factor of 100',
    'ADX-655',
  ],
  mark: 'onset',
}

export const TOLLS_INCIDENT = {
  service: 'trip-builder',
  mechanism: [
    'tzdata',
    'time-? ?zone',
    'daylight',
    '\\bdst\\b',
    '2026c',
    '\\boffsets?\\b',
    'negative',
    'Europe/Rome',
    'TOLL-512',
  ],
  mark: 'onset',
}

export const TAXOFFICE_INCIDENT = {
  service: 'assessment-engine',
  mechanism: [
    'seq(?:uential)? scan',
    '\\bindex\\b',
    'tax_rates',
    'slow quer',
    '\\bpool\\b',
    'hikari',
    'connection is not available',
    'no (?:free )?connections?\\b',
    'TX-2210',
  ],
  mark: 'onset',
}

export const MEETINGS_INCIDENT = {
  service: 'upload-worker',
  mechanism: [
    '\\b403\\b',
    'credential',
    'access[- _]?key',
    'InvalidAccessKey',
    'rotat',
    'revoked',
    'rec-upload-2',
    'old key',
    'SEC-274',
  ],
  mark: 'onset',
}

export const ACQUIRER_INCIDENT = {
  service: 'card-gateway',
  mechanism: ['certificat', '\\bcerts?\\b', '\\bexpired\\b', '\\btls\\b', 'handshake', 'x509', 'acq-mc-01'],
  mark: 'onset',
}

export const WATERSUPPLY_INCIDENT = {
  service: 'readings-db',
  mechanism: [
    'open files',
    'file[- ]?(?:handle|descriptor)',
    'handles',
    'EMFILE',
    '\\bfds?\\b',
    'open_fds',
    '\\b4,?096\\b',
    'shards?\\b',
    'retention',
    'WW-880',
  ],
  mark: 'onset',
}

export const JUKEBOX_INCIDENT = {
  service: 'playback-api',
  mechanism: [
    '\\bpool\\b',
    'hikari',
    '\\bleak',
    'connection (?:is )?not available',
    'database connections?',
    'no (?:free )?connections?\\b',
    '7\\.12\\.0',
    'device ?limit',
    'MS-431',
  ],
  mark: 'onset',
}

export const PAYCORE_INCIDENT = {
  service: 'network-connector',
  mechanism: ['solapay', '\\bworkers?\\b', 'threads?\\b', 'worker_threads', 'no free', 'exhausted', 'no answer'],
  mark: 'onset',
}

export const CLINICS_INCIDENT = {
  service: 'eligibility-api',
  mechanism: ['certificat', '\\bcerts?\\b', '\\bexpired\\b', '\\btls\\b', 'x509', 'clearing house', 'clearmed'],
  mark: 'onset',
}

export const FULFIL_INCIDENT = {
  service: 'stock-service',
  mechanism: [
    'seq(?:uential)? scan',
    '\\bindex\\b',
    'stock_moves',
    'slow (?:quer|statement)',
    '\\bpool\\b',
    'hikari',
    'connection is not available',
    'no (?:free )?connections?\\b',
    '5\\.3\\.0',
    'best-before',
    'WMS-611',
  ],
  mark: 'onset',
}

export const BOXOFFICE_INCIDENT = {
  service: 'seat-map',
  mechanism: ['lock[ _-]?table', '\\bevict', 'hold[_ ]ttl', 'BO-219', '\\b60 ?m(?:in)?\\b'],
  mark: 'onset',
}

export const FLAGSHIP_INCIDENT = {
  service: 'evaluator',
  mechanism: [
    '\\bredis\\b',
    'replica',
    '\\bevict',
    'maxmemory',
    'i/o timeout',
    'loyalty-members',
    'quillmart',
    'not in redis',
    'segment (?:loyalty|upload|stored|is copied)',
  ],
  mark: 'onset',
}

export const BAGGAGE_INCIDENT = {
  service: 'typeb-handler',
  mechanism: ['space left', '\\bdisk\\b', '\\bspool\\b', '\\bENOSPC\\b', 'raw[_ ]?(?:capture|telegram)', 'NET-77'],
  mark: 'onset',
}

export const ISSUER_INCIDENT = {
  service: 'hsm-broker',
  mechanism: ['\\bsessions?\\b', 'CKR_SESSION', 'rewrap', 'CRY-204', 'LMK-07', '64 of 64'],
  mark: 'onset',
}

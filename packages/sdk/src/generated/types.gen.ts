// Generated from the OpenAPI document by `npm run build:sdk`. Do not edit.

export type ClientOptions = {
    baseUrl: `${string}://${string}/v1` | (string & {});
};

export type Identity = ({
    credentialType: 'user';
} & UserIdentity) | ({
    credentialType: 'secret';
} & SecretIdentity) | ({
    credentialType: 'partner';
} & PartnerIdentity);

export type UserIdentity = {
    credentialType: 'user';
    user: {
        id: string;
        name: string | null;
        email: string;
    };
    activeOrganizationId: string | null;
    organizations: Array<OrganizationWithRole>;
    authorizedOrganizationId: string | null;
    authorizedProjectId: string | null;
};

export type OrganizationWithRole = {
    id: string;
    name: string;
    slug: string;
    logo: string | null;
    role: 'admin' | 'member';
};

export type SecretIdentity = {
    credentialType: 'secret';
    organization: Organization;
    keyName: string;
};

export type Organization = {
    id: string;
    name: string;
    slug: string;
    logo: string | null;
};

export type PartnerIdentity = {
    credentialType: 'partner';
    superorganization: {
        id: string;
        name: string;
    };
};

export type Error = {
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'PAYMENT_REQUIRED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_SUPPORTED' | 'CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'UNPROCESSABLE_CONTENT' | 'TOO_MANY_REQUESTS' | 'INTERNAL_SERVER_ERROR' | 'BAD_GATEWAY' | 'SERVICE_UNAVAILABLE' | 'GATEWAY_TIMEOUT';
    message: string;
    operationId: string;
    requestId: string;
    issues?: Array<{
        path: string;
        message: string;
    }>;
    missingContext?: Array<'projectId' | 'organizationId'>;
    retryAfterSeconds?: number;
};

export type UserToken = {
    id: string;
    name: string;
    organizationId: string | null;
    projectId: string | null;
    expiresAt: string | null;
    createdAt: string;
};

export type OrganizationListItem = {
    id: string;
    name: string;
    slug: string;
    logo: string | null;
    role?: 'admin' | 'member';
};

export type AgentSettings = {
    maskingEnabled: boolean;
    maskingSetBy: 'organization' | 'deployment';
};

export type Member = {
    membershipId: string;
    userId: string;
    name: string | null;
    email: string;
    imageUrl: string | null;
    role: 'admin' | 'member';
    createdAt: string;
};

export type Invitation = {
    id: string;
    email: string;
    role: 'admin' | 'member';
    status: 'pending' | 'accepted' | 'revoked' | 'expired';
    createdAt: string;
    expiresAt: string;
};

export type AuditEvent = {
    id: string;
    at: string;
    actor: {
        /**
         * `user`, `secret_key`, `partner_key`, or `system` for the service itself.
         */
        kind: string;
        id: string;
        /**
         * As it is called now.
         */
        name: string | null;
    };
    /**
     * What was done to what: `member.update_role`.
     */
    action: string;
    /**
     * The id of what was changed.
     */
    targetId: string | null;
    projectId: string | null;
    detail: {
        [key: string]: unknown;
    };
    requestId: string | null;
};

export type Project = {
    id: string;
    organizationId: string;
    name: string;
    region: 'us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'eu-central-1' | 'eu-central-2' | 'eu-north-1' | 'eu-south-1' | 'eu-south-2' | 'eu-west-1' | 'eu-west-2' | 'eu-west-3';
};

export type RedactionSettings = {
    enabled: boolean;
    redactEmails: boolean;
    rules: Array<{
        name: string;
        pattern: string;
        replacement: string;
    }>;
    notices: Array<{
        /**
         * The name of the rule.
         */
        rule: string;
        /**
         * Why the stored rule is not applied.
         */
        message: string;
    }>;
};

export type Thread = {
    id: string;
    projectId: string;
    title: string | null;
    status: 'regular' | 'archived';
    createdAt: string;
    updatedAt: string;
    source: 'api' | 'cli' | 'sdk' | 'web' | 'mcp' | 'chat' | 'system' | 'automation';
};

export type RunResult = {
    completed: boolean;
    threadId: string;
    runId: string;
    status: 'processing' | 'completed' | 'aborted' | 'error';
    response: string | null;
    messageId: string;
    error: {
        code: string;
        message: string;
    } | null;
    usage: {
        inputTokens: number;
        outputTokens: number;
    } | null;
    source?: 'api' | 'cli' | 'sdk' | 'web' | 'mcp' | 'chat' | 'system' | 'automation' | 'alert' | 'monitor' | 'schedule' | 'follow_up';
    parentRunId?: string | null;
};

export type ChatContextBlock = {
    type: 'chat_context';
    channelId: string;
    isTruncated?: boolean;
    messages: Array<{
        timestamp: string;
        chatUserId?: string;
        displayName: string;
        text: string;
        isBot: boolean;
        files?: Array<{
            name: string;
            mimetype: string;
            size?: number;
            attachmentId?: string;
            ingestionStatus?: 'attached' | 'unsupported' | 'oversized' | 'skipped' | 'unavailable';
        }>;
    }>;
};

export type Message = {
    id: string;
    role: 'user' | 'assistant';
    content: Array<ContentBlock>;
    createdAt: string;
    source: 'api' | 'cli' | 'sdk' | 'web' | 'mcp' | 'chat' | 'system' | 'automation';
};

export type ContentBlock = ({
    type: 'message';
} & MessageBlock) | ({
    type: 'reasoning';
} & ReasoningBlock) | ({
    type: 'tool_call';
} & ToolCallBlock) | ({
    type: 'artifact';
} & ArtifactBlock) | ({
    type: 'fork';
} & ForkBlock) | ({
    type: 'summary';
} & SummaryBlock) | ({
    type: 'chat_context';
} & ChatContextBlock);

export type MessageBlock = {
    type: 'message';
    message: string;
};

export type ReasoningBlock = {
    type: 'reasoning';
    reasoning: string;
    status?: 'in_progress' | 'complete';
};

export type ToolCallBlock = {
    type: 'tool_call';
    name: string;
    params?: unknown;
    result?: unknown;
    status?: 'in_progress' | 'success' | 'error' | 'unknown';
    toolCallId?: string;
    durationMs?: number;
};

export type ArtifactBlock = {
    type: 'artifact';
    name: 'timeseries' | 'table' | 'log_detail' | 'integration_required' | 'alert_card';
    data?: unknown;
    toolCallId?: string;
};

export type ForkBlock = {
    type: 'fork';
    sourceThreadId: string;
    sourceMessageId: string;
    sourceThreadTitle: string | null;
};

export type SummaryBlock = {
    type: 'summary';
    summary: string;
};

export type ThreadProcessingStatus = {
    status: 'idle' | 'processing';
    lastRunStatus: 'error' | null;
};

export type Run = {
    id: string;
    threadId: string;
    userMessageId: string;
    assistantMessageId: string | null;
    status: 'processing' | 'completed' | 'aborted' | 'error';
    createdAt: string;
    updatedAt: string;
    completedAt: string | null;
    error: {
        code: string;
        message: string;
    } | null;
    usage: {
        inputTokens: number;
        outputTokens: number;
    } | null;
    source?: 'api' | 'cli' | 'sdk' | 'web' | 'mcp' | 'chat' | 'system' | 'automation' | 'alert' | 'monitor' | 'schedule' | 'follow_up';
    parentRunId?: string | null;
};

export type SentToProviders = {
    runId: string;
    threadId: string;
    calls: Array<{
        call: number;
        sentAt: string | null;
        provider: string;
        model: string;
        bytes: number;
        sha256: string;
        masked: boolean;
        pseudonyms: number;
        body?: string | null;
        bodyMissing?: string | null;
    }>;
};

export type ThreadSearchResult = {
    id: string;
    projectId: string;
    title: string | null;
    status: 'regular' | 'archived';
    labels: Array<string>;
    createdAt: string;
    updatedAt: string;
    /**
     * HTML: the text escaped, matches in `<mark>`.
     */
    highlights: Array<string>;
    score: number;
};

export type Pagination = {
    page: number;
    limit: number;
    totalResults: number;
    totalPages: number;
};

export type MessageSearchResult = {
    id: string;
    threadId: string;
    threadTitle: string | null;
    role: 'user' | 'assistant';
    content: string;
    createdAt: string;
    updatedAt: string;
    /**
     * HTML: the text escaped, matches in `<mark>`.
     */
    highlights: Array<string>;
    score: number;
};

export type PublicKey = {
    id: string;
    name: string;
    expiresAt: string | null;
    deactivatedAt: string | null;
    lastUsedAt: string | null;
    createdAt: string;
    projectId: string;
    dataSourceConnectionId: string | null;
};

export type CreatedPublicKey = {
    id: string;
    name: string;
    expiresAt: string | null;
    deactivatedAt: string | null;
    lastUsedAt: string | null;
    createdAt: string;
    projectId: string;
    dataSourceConnectionId: string | null;
    value: string;
};

export type PublicKeyWithHealth = PublicKey & {
    health: SourceHealth;
};

export type SourceHealth = {
    lastRecordAt: string | null;
    recordsLastHour: number;
    recordsLastDay: number;
    usualPerHour: number | null;
    isSilent: boolean;
    dropped: number;
    rejected: Array<{
        reason: string;
        count: number;
    }>;
    repaired: Array<{
        reason: string;
        count: number;
    }>;
};

export type AlertKey = {
    id: string;
    projectId: string;
    name: string;
    source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'github' | 'gitlab' | 'vercel' | 'netlify' | 'argo_cd' | 'launchdarkly' | null;
    hasSigningSecret: boolean;
    lastFour: string;
    expiresAt: string | null;
    deactivatedAt: string | null;
    lastUsedAt: string | null;
    createdAt: string;
};

export type CreatedAlertKey = {
    id: string;
    projectId: string;
    name: string;
    source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'github' | 'gitlab' | 'vercel' | 'netlify' | 'argo_cd' | 'launchdarkly' | null;
    hasSigningSecret: boolean;
    lastFour: string;
    expiresAt: string | null;
    deactivatedAt: string | null;
    lastUsedAt: string | null;
    createdAt: string;
    value: string;
    /**
     * The values for each sender’s settings, with the key inserted.
     */
    endpoints: Array<{
        source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'github' | 'gitlab' | 'vercel' | 'netlify' | 'argo_cd' | 'launchdarkly';
        name: string;
        cards: Array<AlertEndpointCard>;
    }>;
};

export type AlertEndpointCard = {
    kind: 'url';
    label: string;
    url: string;
    description?: string;
};

export type SecretKey = {
    id: string;
    name: string;
    projectId: string | null;
    expiresAt: string | null;
    lastUsedAt: string | null;
    createdAt: string;
};

export type CreatedSecretKey = {
    id: string;
    name: string;
    projectId: string | null;
    expiresAt: string | null;
    lastUsedAt: string | null;
    createdAt: string;
    value: string;
};

export type DataSourceTypeDescriptor = {
    id: string;
    name: string;
    metadataFields: Array<FieldDescriptor>;
    setupSkill: string | null;
};

export type FieldDescriptor = {
    name: string;
    type: string;
    required: boolean;
    sensitive: boolean;
    description: string | null;
    values?: Array<string>;
};

export type DataSourceConnection = {
    id: string;
    projectId: string;
    dataSourceType: 'vercel' | 'cloudflare' | 'railway' | 'render' | 'fly_io' | 'heroku' | 'netlify' | 'supabase' | 'neon' | 'digital_ocean' | 'fastly' | 'inngest' | 'trigger_dev' | 'cloudwatch' | 'gcp' | 'azure_monitor' | 'datadog' | 'new_relic' | 'sentry' | 'grafana_cloud' | 'prometheus' | 'honeycomb' | 'axiom' | 'better_stack' | 'elastic' | 'posthog';
    displayName: string | null;
    createdAt: string;
    nativeQueriesEnabled: boolean;
};

export type DataSourceStream = {
    id: string;
    connectionId: string;
    displayName: string;
    config: {
        [key: string]: unknown;
    };
    status: 'pending' | 'provisioning' | 'active' | 'error';
    errorMessage: string | null;
    createdAt: string;
};

export type DataSourceStreamWithHealth = DataSourceStream & {
    health: SourceHealth;
    endpointCards?: Array<EndpointCard>;
};

export type EndpointCard = {
    kind: 'url' | 'hostPort';
    label?: string;
    url?: string;
    host?: string;
    port?: number;
    description?: string;
    extraCredential?: {
        label: string;
        value: string;
        description?: string;
    };
};

export type LogSource = {
    id: string;
    provider: string;
    mode: string;
    name: string;
    streamCount: number;
    createdAt: string;
    enabled: boolean;
    streamAutoProvisionFilter: StreamAutoProvisionFilter | null;
    nativeQueriesEnabled: boolean;
};

export type StreamAutoProvisionFilter = {
    allowlist: Array<string>;
    denylist: Array<string>;
};

export type StreamAutoProvisionFilterInput = {
    allowlist: Array<string>;
    denylist: Array<string>;
};

export type LogSourceWithHealth = LogSourceWithStreams & {
    health: SourceHealth;
};

export type LogStream = {
    id: string;
    logSourceId: string;
    displayName: string;
    config: {
        [key: string]: unknown;
    };
    status: 'pending' | 'provisioning' | 'active' | 'error';
    errorMessage: string | null;
    enabled: boolean;
    createdAt: string;
    endpointCards: Array<EndpointCard>;
};

export type LogSourceWithStreams = {
    id: string;
    provider: string;
    mode: string;
    name: string;
    streamCount: number;
    createdAt: string;
    enabled: boolean;
    streamAutoProvisionFilter: StreamAutoProvisionFilter | null;
    nativeQueriesEnabled: boolean;
    streams: Array<LogStream>;
};

export type LogStreamWithHealth = LogStream & {
    health: SourceHealth;
};

export type Recommendation = {
    kind: 'data_source' | 'log_source' | 'mcp_connector' | 'sandbox_cli' | 'integration';
    targetId: string;
    status: 'connected' | 'recommended';
    roiScore: number;
    priority: number;
    components: Array<{
        id: string;
        name: string;
    }>;
};

export type ExplainedAlert = {
    dedupKey: string;
    status: 'firing' | 'resolved';
    severity: 'critical' | 'error' | 'warning' | 'info';
    title: string;
    description: string;
    service: string | null;
    entities: Array<string>;
    startedAt: string;
    endedAt: string | null;
    query: string | null;
    links: Array<{
        title: string;
        url: string;
    }>;
    labels: {
        [key: string]: string;
    };
    /**
     * What the alert would do now. `incidentId` is null if the incident would only be opened.
     */
    becomes: {
        action: 'open' | 'join' | 'reopen' | 'repeat' | 'close' | 'suppress' | 'keep_closed' | 'late';
        incidentId: string | null;
        maintenanceWindowId: string | null;
        because: string;
    };
};

export type ExplainedChange = {
    kind: 'deployment' | 'release' | 'commit' | 'feature_flag' | 'configuration' | 'scaling' | 'migration' | 'incident' | 'other';
    services: Array<string>;
    environment: string | null;
    version: string | null;
    author: string | null;
    url: string | null;
    title: string;
    startedAt: string;
    endedAt: string | null;
    status: 'started' | 'succeeded' | 'failed' | 'rolled_back' | null;
    dedupKey: string | null;
    attributes: {
        [key: string]: string;
    };
};

export type AcceptedDelivery = {
    /**
     * The same, for a delivery that was sent again and changes nothing.
     */
    deliveryId: string;
    /**
     * Number of alerts or changes in it.
     */
    accepted: number;
    /**
     * Number that the sender left out, or that exceed 10,000 alerts.
     */
    truncated: number;
    /**
     * Why nothing was accepted.
     */
    note: string | null;
};

export type AlertSender = {
    source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'github' | 'gitlab' | 'vercel' | 'netlify' | 'argo_cd' | 'launchdarkly';
    receives: 'alerts' | 'changes';
    name: string;
    /**
     * How it signs deliveries; null if it cannot.
     */
    signature: string | null;
    cards: Array<{
        kind: 'url';
        label: string;
        url: string;
        description: string;
    }>;
    /**
     * How to set it up, in Markdown.
     */
    setupSkill: string;
};

export type LogRecord = {
    id: string;
    timestamp: string;
    timeUnixNano: string;
    observedTimestamp: string | null;
    severity: string;
    severityNumber: number;
    severityText: string;
    service: string;
    environment: string | null;
    body: string;
    eventName: string | null;
    scope: string | null;
    traceId: string | null;
    spanId: string | null;
    attributes: {
        [key: string]: unknown;
    };
    resource: {
        [key: string]: unknown;
    };
};

export type SelectedLogRecord = {
    id: string;
    timestamp: string;
    timeUnixNano: string;
    values: {
        [key: string]: unknown;
    };
};

export type QueryWork = {
    recordsScanned: number;
    bytesDecoded: number;
    partitionsRead: number;
    partial: Array<string>;
};

export type TelemetrySearch = {
    mode?: 'any' | 'all' | 'phrase' | 'substring';
    text: string;
};

export type TelemetryFilter = {
    field: string;
    op: 'eq' | 'neq' | 'contains' | 'starts_with';
    value: string | number | boolean;
} | {
    field: string;
    op: 'gt' | 'gte' | 'lt' | 'lte';
    value: string | number;
} | {
    field: string;
    op: 'in';
    values: Array<string | number | boolean>;
} | {
    field: string;
    op: 'between';
    low: string | number;
    high: string | number;
} | {
    field: string;
    op: 'exists';
    value?: boolean;
};

export type LogPattern = {
    id: string;
    template: string;
    service: string;
    severity: string;
    count: number;
    firstSeen: string;
    lastSeen: string;
    example: {
        id: string;
        body: string;
    };
    comparedCount?: number;
    change?: 'new' | 'gone' | 'more' | 'less' | 'same';
    points?: Array<Array<string | number>>;
};

export type Span = {
    id: string;
    traceId: string;
    spanId: string;
    parentSpanId: string | null;
    name: string;
    kind: string;
    status: string;
    statusMessage: string | null;
    service: string;
    environment: string | null;
    timestamp: string;
    timeUnixNano: string;
    durationMs: number;
    scope: string | null;
    attributes: {
        [key: string]: unknown;
    };
    resource: {
        [key: string]: unknown;
    };
    events: Array<{
        timestamp: string;
        timeUnixNano: string;
        name: string;
        attributes: {
            [key: string]: unknown;
        };
    }>;
    links: Array<{
        traceId: string;
        spanId: string;
        attributes: {
            [key: string]: unknown;
        };
    }>;
};

export type Monitor = {
    id: string;
    name: string;
    severity: 'critical' | 'error' | 'warning' | 'info';
    condition: MonitorCondition;
    forMinutes: number;
    recoverForMinutes: number;
    noData: 'no_data' | 'ok' | 'firing';
    status: 'ok' | 'pending' | 'firing' | 'no_data' | 'paused';
    statusSince: string;
    /**
     * The value of the last evaluation; null if there was none, or no data.
     */
    value: number | null;
    evaluatedAt: string | null;
    createdAt: string;
    updatedAt: string;
};

export type MonitorCondition = {
    measure: MonitorMeasure;
    comparison: MonitorComparison;
    windowMinutes?: number;
    /**
     * Below this number, ratios and percentiles are not evaluated.
     */
    minimumCount?: number;
};

export type MonitorMeasure = {
    signal: 'logs';
    statistic: 'count' | 'ratio';
    /**
     * Null: all services together.
     */
    service?: string | null;
    severityMin?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | null;
    /**
     * Words that must all occur in the log line.
     */
    contains?: string | null;
    attributes?: {
        [key: string]: string;
    };
} | {
    signal: 'patterns';
    statistic: 'new';
    /**
     * Null: all services together.
     */
    service?: string | null;
} | {
    signal: 'requests';
    statistic: 'count' | 'error_ratio';
    /**
     * Null: all services together.
     */
    service?: string | null;
    operation?: string | null;
} | {
    signal: 'requests';
    statistic: 'percentile';
    percentile: 50;
    /**
     * Null: all services together.
     */
    service?: string | null;
    operation?: string | null;
} | {
    signal: 'metric';
    metric: string;
    statistic: 'avg' | 'min' | 'max' | 'sum' | 'rate' | 'increase';
    /**
     * Null: all services together.
     */
    service?: string | null;
};

export type MonitorComparison = {
    kind: 'above' | 'below';
    /**
     * A ratio between 0 and 1, a percentile in milliseconds.
     */
    threshold: number;
    /**
     * The value that the measurement must return to before the monitor recovers.
     */
    recoverAt?: number | null;
} | {
    kind: 'absent';
} | {
    kind: 'unusual';
    direction?: 'above' | 'below' | 'both';
    deviations?: number;
};

export type MonitorTemplate = {
    id: string;
    title: string;
    reason: string;
    monitor: MonitorDefinition;
};

export type MonitorDefinition = {
    name: string;
    severity: 'critical' | 'error' | 'warning' | 'info';
    condition: MonitorCondition;
    forMinutes: number;
    recoverForMinutes: number;
    noData: 'no_data' | 'ok' | 'firing';
};

export type MonitorPreview = {
    from: string;
    to: string;
    firings: number;
    firingMinutes: number;
    noDataMinutes: number;
    /**
     * The first 200.
     */
    transitions: Array<MonitorTransition>;
    /**
     * Why the past was not evaluated completely; empty when it was.
     */
    partial: Array<string>;
};

export type MonitorTransition = {
    at: string;
    from: 'ok' | 'pending' | 'firing' | 'no_data' | 'paused';
    to: 'ok' | 'pending' | 'firing' | 'no_data' | 'paused';
    value: number | null;
};

export type Schedule = {
    id: string;
    name: string;
    question: string;
    timing: {
        cron: string;
        timeZone: string;
    };
    /**
     * Null: every destination that accepts scheduled answers.
     */
    destinationIds: Array<string> | null;
    enabled: boolean;
    nextAt: string | null;
    lastRun: ScheduleRun | null;
    createdAt: string;
    updatedAt: string;
};

export type ScheduleRun = {
    id: string;
    scheduledAt: string;
    startedAt: string;
    endedAt: string | null;
    state: 'running' | 'answered' | 'failed' | 'skipped';
    threadId: string | null;
    runId: string | null;
    /**
     * Why it failed or was skipped.
     */
    reason: string | null;
};

export type ScheduleTiming = string | {
    cron: string;
    timeZone: string;
};

export type Destination = {
    id: string;
    projectId: string;
    kind: 'webhook' | 'slack' | 'teams' | 'pagerduty' | 'opsgenie' | 'email';
    name: string;
    /**
     * The host, or the recipients of e-mail.
     */
    address: string;
    rules: DestinationRules;
    enabled: boolean;
    /**
     * Why the service disabled it automatically.
     */
    disabledReason: 'gone' | 'failing' | null;
    disabledAt: string | null;
    secretCreatedAt: string | null;
    previousSecretExpiresAt: string | null;
    createdAt: string;
    updatedAt: string;
};

export type DestinationRules = {
    /**
     * The lowest severity that is delivered.
     */
    severityMin: 'critical' | 'error' | 'warning' | 'info';
    /**
     * Empty: all.
     */
    services: Array<string>;
    /**
     * Empty: all.
     */
    types: Array<'opened' | 'brief' | 'follow_up' | 'resolved' | 'reopened' | 'scheduled_answer' | 'test'>;
    states: Array<'open' | 'resolved'>;
    messagesPerHourMax: number;
};

export type DestinationTarget = {
    kind: 'webhook';
    url: string;
    /**
     * `whsec_` and 24 to 64 bytes in base64. If it is left out, the service creates one.
     */
    secret?: string;
} | {
    kind: 'slack';
    url: string;
} | {
    kind: 'teams';
    url: string;
} | {
    kind: 'pagerduty';
    routingKey: string;
    region?: 'us' | 'eu';
} | {
    kind: 'opsgenie';
    apiKey: string;
    region?: 'us' | 'eu';
    /**
     * Base address of a compatible service.
     */
    url?: string | null;
} | {
    kind: 'email';
    to: Array<string>;
};

export type DestinationRulesInput = {
    /**
     * The lowest severity that is delivered.
     */
    severityMin?: 'critical' | 'error' | 'warning' | 'info';
    /**
     * Empty: all.
     */
    services?: Array<string>;
    /**
     * Empty: all.
     */
    types?: Array<'opened' | 'brief' | 'follow_up' | 'resolved' | 'reopened' | 'scheduled_answer' | 'test'>;
    states?: Array<'open' | 'resolved'>;
    messagesPerHourMax?: number;
};

export type Delivery = {
    /**
     * `webhook-id` of the message: the same in every attempt and replay.
     */
    id: string;
    destinationId: string;
    eventId: string;
    incidentId: string;
    type: 'opened' | 'brief' | 'follow_up' | 'resolved' | 'reopened' | 'scheduled_answer' | 'test' | 'destination_disabled';
    title: string;
    state: 'pending' | 'delivered' | 'failed' | 'suppressed' | 'cancelled';
    createdAt: string;
    nextAttemptAt: string | null;
    settledAt: string | null;
    replays: number;
    /**
     * The latest 20, oldest first.
     */
    attempts: Array<{
        at: string;
        durationMs: number;
        outcome: 'delivered' | 'refused' | 'gone' | 'rate_limited' | 'server_error' | 'redirected' | 'timeout' | 'unreachable' | 'blocked' | 'misconfigured';
        status: number | null;
    }>;
};

export type McpServer = {
    id: string;
    projectId: string;
    name: string;
    host: string;
    headerNames: Array<string>;
    enabled: boolean;
    /**
     * What the agent may use.
     */
    allowedTools: Array<{
        name: string;
        fingerprint: string;
        /**
         * Whether an administrator said that it only reads; the server does not.
         */
        isVouched: boolean;
        allowedAt: string;
    }>;
    createdAt: string;
    updatedAt: string;
};

export type McpServerConnection = {
    /**
     * Where the server answers over Streamable HTTP.
     */
    url: string;
    /**
     * Sent with every request: `Authorization` or what else the server asks for.
     */
    headers?: Array<{
        name: string;
        value: string;
    }>;
};

export type McpServerTool = {
    name: string;
    /**
     * The name by which models know it.
     */
    agentName: string | null;
    /**
     * As models are told; empty where it reads like instructions.
     */
    description: string;
    inputSchema: {
        [key: string]: unknown;
    };
    /**
     * Of everything that the server says about the tool.
     */
    fingerprint: string | null;
    /**
     * What the server says of it, by `readOnlyHint` and `destructiveHint`; null where it is gone.
     */
    claim: 'reads' | 'unknown' | 'writes' | null;
    /**
     * `changed`: it is not what was allowed and is not called.
     */
    state: 'allowed' | 'not_allowed' | 'changed' | 'gone';
    /**
     * Whether its texts read like instructions to an assistant; those are left out.
     */
    isSuspicious: boolean;
    /**
     * Why it cannot be allowed: it says that it writes, or its name is no word.
     */
    obstacle: 'writes' | 'name' | null;
};

export type Change = {
    id: string;
    kind: 'deployment' | 'release' | 'commit' | 'feature_flag' | 'configuration' | 'scaling' | 'migration' | 'incident' | 'other';
    services: Array<string>;
    environment: string | null;
    version: string | null;
    author: string | null;
    url: string | null;
    title: string;
    status: 'started' | 'succeeded' | 'failed' | 'rolled_back' | null;
    startedAt: string;
    endedAt: string | null;
    /**
     * Who reported it: api, telemetry, or the sender of a deploy hook.
     */
    source: string;
    /**
     * All that told of it, `source` first: a deploy hook and telemetry, for example.
     */
    sources: Array<string>;
    attributes: {
        [key: string]: string;
    };
    recordedAt: string;
    updatedAt: string;
};

export type IncidentItem = {
    id: string;
    title: string;
    severity: 'critical' | 'error' | 'warning' | 'info';
    state: 'open' | 'resolved';
    source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'monitor';
    /**
     * The services that alert. The cause may be in another service.
     */
    services: Array<string>;
    startedAt: string;
    openedAt: string;
    lastAlertAt: string;
    resolvedAt: string | null;
    alerts: number;
    openAlerts: number;
    repeats: number;
    threadId: string;
    investigation: {
        state: 'due' | 'queued' | 'running' | 'answered' | 'failed' | 'refused';
        runId: string | null;
        reason: string | null;
        dueAt: string;
    };
    headline: string | null;
    causeService: string | null;
    confidence: number | null;
    feedback: IncidentFeedback | null;
};

export type IncidentFeedback = {
    verdict: 'right' | 'wrong';
    service: string | null;
    cause: string | null;
    note: string | null;
    by: string;
    at: string;
};

export type IncidentAccuracy = {
    /**
     * Number of answers that people judged.
     */
    judged: number;
    right: number;
    /**
     * Number of incidents that were investigated, judged or not.
     */
    incidents: number;
    bands: Array<{
        from: number;
        to: number;
        judged: number;
        right: number;
    }>;
};

export type Incident = {
    id: string;
    title: string;
    severity: 'critical' | 'error' | 'warning' | 'info';
    state: 'open' | 'resolved';
    source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'monitor';
    /**
     * The services that alert. The cause may be in another service.
     */
    services: Array<string>;
    startedAt: string;
    openedAt: string;
    lastAlertAt: string;
    resolvedAt: string | null;
    alerts: number;
    openAlerts: number;
    repeats: number;
    threadId: string;
    investigation: {
        state: 'due' | 'queued' | 'running' | 'answered' | 'failed' | 'refused';
        runId: string | null;
        reason: string | null;
        dueAt: string;
    };
    headline: string | null;
    causeService: string | null;
    confidence: number | null;
    feedback: IncidentFeedback | null;
    /**
     * The range of telemetry that shows the incident, and at most four services: the cause first.
     */
    window: {
        from: string;
        onset: string;
        to: string;
        services: Array<string>;
    };
    brief: IncidentBrief | null;
    /**
     * What the last investigation found, in a form that can be drawn. Null before it has answered.
     */
    analysis: IncidentAnalysis | null;
    /**
     * In the order of time, including the onset, the changes near it and the end, as far as they were found.
     */
    timeline: Array<{
        id: string;
        at: string;
        kind: 'onset' | 'recovered' | 'alert' | 'alert_closed' | 'investigation' | 'answer' | 'follow_up' | 'change' | 'feedback' | 'resolved' | 'reopened' | 'suppressed' | 'note';
        text: string;
        subject: string | null;
    }>;
    /**
     * The last hundred messages to destinations. Null if they cannot be read.
     */
    messages: Array<IncidentMessage> | null;
    /**
     * The first hundred at most; `alerts` says how many there are, and GET /v1/incidents/{incidentId}/alerts lists all.
     */
    alertList: Array<{
        id: string;
        source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'monitor';
        status: 'firing' | 'resolved';
        severity: 'critical' | 'error' | 'warning' | 'info';
        title: string;
        description: string;
        service: string | null;
        entities: Array<string>;
        startedAt: string;
        endedAt: string | null;
        repeats: number;
        query: string | null;
        links: Array<{
            title: string;
            url: string;
        }>;
        labels: {
            [key: string]: string;
        };
    }>;
    followUps: Array<{
        kind: 'later' | 'resolution';
        dueAt: string;
        state: 'due' | 'running' | 'answered' | 'dropped';
        runId: string | null;
        text: string | null;
    }>;
};

export type IncidentBrief = {
    writtenAt: string;
    runId: string | null;
    what: Statement;
    since: {
        at: string | null;
        until: string | null;
        statement: Statement;
    };
    impact: Statement;
    cause: {
        outcome: string;
        service: string | null;
        mechanism: string | null;
        confidence: number;
        statement: Statement;
    };
    evidence: Array<Statement>;
    changes: Array<{
        changeId: string;
        kind: string;
        title: string;
        services: Array<string>;
        version: string | null;
        author: string | null;
        url: string | null;
        startedAt: string;
        state: 'culprit' | 'weakened' | 'unrelated';
        because: string;
    }>;
    changeStatement: Statement;
    tried: Array<Statement>;
    openQuestions: Array<Statement>;
    similar: Array<{
        incidentId: string;
        title: string;
        startedAt: string;
        likeness: number;
        because: string;
        ending: string;
    }>;
    runbooks: Array<{
        noteId: string;
        title: string;
        url: string | null;
        step: string;
        because: string;
    }>;
    answer: string;
};

export type Statement = {
    text: string;
    /**
     * The evidence: ids of alerts, changes and runs, or a look-up as `<run id>#<tool call id>`.
     */
    cites: Array<string>;
};

export type IncidentAnalysis = {
    /**
     * The tool call it was read from, as `<run id>#<tool call id>`.
     */
    cite: string;
    outcome: string;
    confidence: number;
    from: string | null;
    to: string | null;
    onset: {
        at: string;
        earliestAt: string | null;
        latestAt: string | null;
    } | null;
    state: {
        kind: string;
        at: string | null;
    };
    /**
     * At most 10, the most probable first.
     */
    hypotheses: Array<AnalysisHypothesis>;
    /**
     * Edges from the cause outwards, at most 50, nearest first.
     */
    propagation: Array<{
        from: string;
        to: string;
        order: number;
        kind: string;
        text: string;
        firstSeenAt: string | null;
    }>;
    impact: {
        requests: number;
        failed: number;
        share: number;
        shareBefore: number;
        meanMs: number;
        meanMsBefore: number;
    } | null;
    lines: Array<{
        logId: string;
        service: string;
        text: string;
    }>;
    /**
     * A few affected requests, to be opened as traces.
     */
    requests: Array<{
        traceId: string;
        service: string;
        text: string;
        at: string;
    }>;
    /**
     * The questions to the telemetry, by the labels that evidence names.
     */
    queries: Array<{
        label: string;
        reads: string;
        subject: string;
        recordsScanned: number;
        isPartial: boolean;
    }>;
    nextSteps: Array<{
        text: string;
        source: 'change' | 'cause' | 'question' | 'runbook';
        subject: string | null;
        url: string | null;
    }>;
    notSeen: Array<string>;
};

export type AnalysisHypothesis = {
    service: string;
    mechanism: string;
    mechanismText: string | null;
    probability: number;
    /**
     * Supported, weakened by evidence against it, or ruled out.
     */
    state: 'supported' | 'weakened' | 'rejected';
    because: string;
    explainedBy: string | null;
    evidence: Array<AnalysisEvidence>;
};

export type AnalysisEvidence = {
    /**
     * `logs`, `spans`, `metrics` or `changes`.
     */
    signal: string;
    kind: string;
    text: string;
    /**
     * In nats: 3 is about 20:1, 10 about 22,000:1.
     */
    strength: number;
    firstSeenAt: string | null;
    /**
     * Labels of `queries`.
     */
    queries: Array<string>;
};

export type IncidentMessage = {
    deliveryId: string;
    destinationId: string;
    type: string;
    state: 'pending' | 'delivered' | 'failed' | 'suppressed' | 'cancelled';
    createdAt: string;
    settledAt: string | null;
    attempts: number;
};

export type IncidentShare = {
    id: string;
    incidentId: string;
    /**
     * Who made it: `user <id>` or `secret_key <id>`.
     */
    createdBy: string;
    createdAt: string;
    expiresAt: string;
    /**
     * When it was last opened, precise to the minute.
     */
    lastUsedAt: string | null;
};

export type CreatedIncidentShare = {
    id: string;
    incidentId: string;
    /**
     * Who made it: `user <id>` or `secret_key <id>`.
     */
    createdBy: string;
    createdAt: string;
    expiresAt: string;
    /**
     * When it was last opened, precise to the minute.
     */
    lastUsedAt: string | null;
    /**
     * The link. Its fragment is the credential, which browsers keep to themselves. Only in this answer.
     */
    url: string;
    /**
     * The credential alone, for `GET /v1/shared-incidents/{shareId}`. Only in this answer.
     */
    value: string;
};

export type SharedIncident = {
    id: string;
    title: string;
    severity: 'critical' | 'error' | 'warning' | 'info';
    state: 'open' | 'resolved';
    source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'monitor';
    /**
     * The services that alert. The cause may be in another service.
     */
    services: Array<string>;
    startedAt: string;
    openedAt: string;
    lastAlertAt: string;
    resolvedAt: string | null;
    alerts: number;
    openAlerts: number;
    repeats: number;
    investigation: {
        state: 'due' | 'queued' | 'running' | 'answered' | 'failed' | 'refused';
        runId: string | null;
        reason: string | null;
        dueAt: string;
    };
    headline: string | null;
    causeService: string | null;
    confidence: number | null;
    feedback: IncidentFeedback | null;
    /**
     * The range of telemetry that shows the incident, and at most four services: the cause first.
     */
    window: {
        from: string;
        onset: string;
        to: string;
        services: Array<string>;
    };
    brief: IncidentBrief | null;
    /**
     * What the last investigation found, in a form that can be drawn. Null before it has answered.
     */
    analysis: IncidentAnalysis | null;
    /**
     * In the order of time, including the onset, the changes near it and the end, as far as they were found.
     */
    timeline: Array<{
        id: string;
        at: string;
        kind: 'onset' | 'recovered' | 'alert' | 'alert_closed' | 'investigation' | 'answer' | 'follow_up' | 'change' | 'feedback' | 'resolved' | 'reopened' | 'suppressed' | 'note';
        text: string;
        subject: string | null;
    }>;
    /**
     * The last hundred messages to destinations. Null if they cannot be read.
     */
    messages: Array<IncidentMessage> | null;
    /**
     * The first hundred at most; `alerts` says how many there are, and GET /v1/incidents/{incidentId}/alerts lists all.
     */
    alertList: Array<{
        id: string;
        source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'monitor';
        status: 'firing' | 'resolved';
        severity: 'critical' | 'error' | 'warning' | 'info';
        title: string;
        description: string;
        service: string | null;
        entities: Array<string>;
        startedAt: string;
        endedAt: string | null;
        repeats: number;
        query: string | null;
        links: Array<{
            title: string;
            url: string;
        }>;
        labels: {
            [key: string]: string;
        };
    }>;
    followUps: Array<{
        kind: 'later' | 'resolution';
        dueAt: string;
        state: 'due' | 'running' | 'answered' | 'dropped';
        runId: string | null;
        text: string | null;
    }>;
};

export type MaintenanceWindow = {
    id: string;
    title: string;
    services: Array<string>;
    labels: {
        [key: string]: string;
    };
    startsAt: string;
    endsAt: string;
    createdBy: string;
    createdAt: string;
    updatedAt: string;
    /**
     * Silenced alerts that have opened no incident since.
     */
    suppressed: number;
};

export type NoteItem = {
    id: string;
    kind: 'note' | 'runbook';
    title: string;
    service: string | null;
    url: string | null;
    version: number;
    updatedBy: string;
    createdAt: string;
    updatedAt: string;
};

export type Note = {
    id: string;
    kind: 'note' | 'runbook';
    title: string;
    service: string | null;
    url: string | null;
    version: number;
    updatedBy: string;
    createdAt: string;
    updatedAt: string;
    text: string;
};

export type BillingPlan = {
    slug: string;
    billingModel: string;
    name: string;
    description: string;
    bestFor: string | null;
    price: string;
    currency: string;
    cycleCredits: string;
    targetCreditBalance: string;
    logsIncludedBytes: string;
    aiTokensIncluded: string;
};

export type BillingSummary = {
    billingModel: string;
    billable: boolean;
    nonBillableReason: 'free_plan' | 'no_subscription' | null;
    status: 'active' | 'past_due' | 'canceled' | 'none';
    hasActiveProcessorBilling: boolean;
    planName: string | null;
    planSlug: string | null;
    currency: string | null;
    currentBalance: string | null;
    cycleCredits: string | null;
    targetCreditBalance: string | null;
    currentCycle: {
        startsAt: string;
        endsAt: string;
        billableStartsAt: string;
    } | null;
    currentPeriodEstimate: {
        subscriptionChargeAmount: string;
        creditDeficitAmount: string;
        creditDeficitChargeAmount: string;
        totalAmount: string;
        currency: string;
    } | null;
    pendingDowngrade: BillingPendingChange | null;
    subscription: {
        id: string;
        status: 'active' | 'past_due' | 'canceled' | 'none';
        billingPlanId: string;
        cycleType: 'monthly';
        cancelAt: string | null;
        canceledAt: string | null;
    } | null;
    currentPlan: BillingCurrentPlan | null;
    collection: {
        status: 'current' | 'payment_retrying' | 'delinquent';
        outstandingCredits: string | null;
        outstandingAmount: string | null;
        currency: string | null;
        scheduledAttemptsMade: number;
        nextRetryAt: string | null;
        billingInvoiceId: string | null;
        hostedInvoiceUrl: string | null;
    };
};

export type BillingPendingChange = {
    billingSubscriptionChangeId: string;
    effectiveAt: string;
    planSlug: string;
    planName: string;
    price: string;
    currency: string;
    cycleCredits: string;
    targetCreditBalance: string;
};

export type BillingCurrentPlan = {
    slug: string;
    name: string;
    price: string;
    currency: string;
    cycleCredits: string;
    targetCreditBalance: string;
    subscriptionStatus: 'active' | 'past_due' | 'canceled' | 'none';
    cycleStartsAt: string | null;
    cycleEndsAt: string | null;
    renewalAt: string | null;
    pendingSwitch: BillingPendingChange | null;
    pendingCancellation: {
        effectiveAt: string;
    } | null;
};

export type BillingTransaction = {
    id: string;
    type: 'credit' | 'debit';
    kind: 'cycle_grant' | 'upgrade_grant' | 'deficit_settlement' | 'usage';
    amount: string;
    balanceAfter: string;
    description: string;
    effectiveAt: string;
    createdAt: string;
    planSlug?: string;
    billingSubscriptionChangeId?: string;
    projectId?: string;
    dimension?: 'log_bytes' | 'ai_input_tokens' | 'ai_output_tokens';
    hour?: string;
    quantity?: string;
};

export type BillingPlanChangePreview = {
    calculatedAt: string;
    type: 'upgrade' | 'downgrade' | 'withdrawal';
    effectiveAt: string;
    currency: string;
    currentPlanSlug: string | null;
    targetPlanSlug: string;
    currentPlanName: string;
    targetPlanName: string;
    currentPlanPrice: string;
    targetPlanPrice: string;
    currentCycleCredits: string;
    currentTargetCreditBalance: string;
    cycleCredits: string;
    targetCreditBalance: string;
    creditDeficitAmount: string;
    creditDeficitChargeAmount: string;
    additionalCreditPrice: string;
    immediateChargeAmount: string;
    subscriptionChargeAmount: string;
    proratedCreditGrantAmount: string;
    remainingCycleFraction: string;
    nextCycleChargeAmount: string;
};

export type BillingPlanChange = {
    billingSubscriptionChangeId: string;
    billingSubscriptionId: string;
    status: 'applied' | 'scheduled' | 'pending_payment';
    checkoutUrl: string | null;
    calculatedAt: string;
    type: 'upgrade' | 'downgrade' | 'withdrawal';
    effectiveAt: string;
    currency: string;
    currentPlanSlug: string | null;
    targetPlanSlug: string;
    currentPlanName: string;
    targetPlanName: string;
    currentPlanPrice: string;
    targetPlanPrice: string;
    currentCycleCredits: string;
    currentTargetCreditBalance: string;
    cycleCredits: string;
    targetCreditBalance: string;
    creditDeficitAmount: string;
    creditDeficitChargeAmount: string;
    additionalCreditPrice: string;
    immediateChargeAmount: string;
    subscriptionChargeAmount: string;
    proratedCreditGrantAmount: string;
    remainingCycleFraction: string;
    nextCycleChargeAmount: string;
};

export type BillingCancellationPreview = {
    currentPlan: BillingCurrentPlan;
    effectiveAt: string;
    currentBalance: string;
    servicePolicy: 'active_until_period_end';
    creditPolicy: 'dormant_until_resubscription';
    scheduledFinalCharge: string | null;
    autoTopUpEnabled: boolean;
    pendingDowngrade: BillingPendingChange | null;
    calculatedAt: string;
};

export type BillingCancellation = {
    currentPlan: BillingCurrentPlan;
    effectiveAt: string;
    currentBalance: string;
    servicePolicy: 'active_until_period_end';
    creditPolicy: 'dormant_until_resubscription';
    scheduledFinalCharge: string | null;
    autoTopUpEnabled: boolean;
    pendingDowngrade: BillingPendingChange | null;
    calculatedAt: string;
    billingSubscriptionChangeId: string;
    alreadyScheduled: boolean;
};

export type MeGetData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/me';
};

export type MeGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MeGetError = MeGetErrors[keyof MeGetErrors];

export type MeGetResponses = {
    /**
     * One of three shapes, chosen by `credentialType`.
     */
    200: Identity;
};

export type MeGetResponse = MeGetResponses[keyof MeGetResponses];

export type MeListTokensData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/me/tokens';
};

export type MeListTokensErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MeListTokensError = MeListTokensErrors[keyof MeListTokensErrors];

export type MeListTokensResponses = {
    /**
     * The tokens, newest first.
     */
    200: {
        tokens: Array<UserToken>;
    };
};

export type MeListTokensResponse = MeListTokensResponses[keyof MeListTokensResponses];

export type MeRevokeTokenData = {
    body?: never;
    path: {
        tokenId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/me/tokens/{tokenId}';
};

export type MeRevokeTokenErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MeRevokeTokenError = MeRevokeTokenErrors[keyof MeRevokeTokenErrors];

export type MeRevokeTokenResponses = {
    /**
     * Revoked.
     */
    204: void;
};

export type MeRevokeTokenResponse = MeRevokeTokenResponses[keyof MeRevokeTokenResponses];

export type OrganizationsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/organizations';
};

export type OrganizationsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type OrganizationsListError = OrganizationsListErrors[keyof OrganizationsListErrors];

export type OrganizationsListResponses = {
    /**
     * The organizations, newest first.
     */
    200: {
        organizations: Array<OrganizationListItem>;
    };
};

export type OrganizationsListResponse = OrganizationsListResponses[keyof OrganizationsListResponses];

export type OrganizationsCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/organizations';
};

export type OrganizationsCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type OrganizationsCreateError = OrganizationsCreateErrors[keyof OrganizationsCreateErrors];

export type OrganizationsCreateResponses = {
    /**
     * The organization.
     */
    201: {
        organization: Organization;
    };
};

export type OrganizationsCreateResponse = OrganizationsCreateResponses[keyof OrganizationsCreateResponses];

export type OrganizationsGetData = {
    body?: never;
    path: {
        organizationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/organizations/{organizationId}';
};

export type OrganizationsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type OrganizationsGetError = OrganizationsGetErrors[keyof OrganizationsGetErrors];

export type OrganizationsGetResponses = {
    /**
     * The organization.
     */
    200: {
        organization: Organization;
    };
};

export type OrganizationsGetResponse = OrganizationsGetResponses[keyof OrganizationsGetResponses];

export type OrganizationsUpdateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
    };
    path: {
        organizationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/organizations/{organizationId}';
};

export type OrganizationsUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type OrganizationsUpdateError = OrganizationsUpdateErrors[keyof OrganizationsUpdateErrors];

export type OrganizationsUpdateResponses = {
    /**
     * The organization.
     */
    200: {
        organization: Organization;
    };
};

export type OrganizationsUpdateResponse = OrganizationsUpdateResponses[keyof OrganizationsUpdateResponses];

export type OrganizationsGetAgentSettingsData = {
    body?: never;
    path: {
        organizationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/organizations/{organizationId}/agent-settings';
};

export type OrganizationsGetAgentSettingsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type OrganizationsGetAgentSettingsError = OrganizationsGetAgentSettingsErrors[keyof OrganizationsGetAgentSettingsErrors];

export type OrganizationsGetAgentSettingsResponses = {
    /**
     * The settings.
     */
    200: {
        agentSettings: AgentSettings;
    };
};

export type OrganizationsGetAgentSettingsResponse = OrganizationsGetAgentSettingsResponses[keyof OrganizationsGetAgentSettingsResponses];

export type OrganizationsUpdateAgentSettingsData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        maskingEnabled?: boolean | null;
    };
    path: {
        organizationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/organizations/{organizationId}/agent-settings';
};

export type OrganizationsUpdateAgentSettingsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type OrganizationsUpdateAgentSettingsError = OrganizationsUpdateAgentSettingsErrors[keyof OrganizationsUpdateAgentSettingsErrors];

export type OrganizationsUpdateAgentSettingsResponses = {
    /**
     * The settings.
     */
    200: {
        agentSettings: AgentSettings;
    };
};

export type OrganizationsUpdateAgentSettingsResponse = OrganizationsUpdateAgentSettingsResponses[keyof OrganizationsUpdateAgentSettingsResponses];

export type MembersListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/members';
};

export type MembersListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MembersListError = MembersListErrors[keyof MembersListErrors];

export type MembersListResponses = {
    /**
     * The members, newest first.
     */
    200: {
        members: Array<Member>;
    };
};

export type MembersListResponse = MembersListResponses[keyof MembersListResponses];

export type MembersUpdateRoleData = {
    body: {
        projectId?: string;
        organizationId?: string;
        role: 'admin' | 'member';
    };
    path: {
        userId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/members/{userId}/role';
};

export type MembersUpdateRoleErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MembersUpdateRoleError = MembersUpdateRoleErrors[keyof MembersUpdateRoleErrors];

export type MembersUpdateRoleResponses = {
    /**
     * The member.
     */
    200: {
        member: Member;
    };
};

export type MembersUpdateRoleResponse = MembersUpdateRoleResponses[keyof MembersUpdateRoleResponses];

export type MembersRemoveData = {
    body?: never;
    path: {
        userId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/members/{userId}';
};

export type MembersRemoveErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MembersRemoveError = MembersRemoveErrors[keyof MembersRemoveErrors];

export type MembersRemoveResponses = {
    /**
     * Who was removed.
     */
    200: {
        removedUserId: string;
    };
};

export type MembersRemoveResponse = MembersRemoveResponses[keyof MembersRemoveResponses];

export type MembersListInvitationsData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/members/invitations';
};

export type MembersListInvitationsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MembersListInvitationsError = MembersListInvitationsErrors[keyof MembersListInvitationsErrors];

export type MembersListInvitationsResponses = {
    /**
     * The invitations, newest first.
     */
    200: {
        invitations: Array<Invitation>;
    };
};

export type MembersListInvitationsResponse = MembersListInvitationsResponses[keyof MembersListInvitationsResponses];

export type MembersInviteData = {
    body: {
        projectId?: string;
        organizationId?: string;
        email: string;
        role?: 'admin' | 'member';
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/members/invitations';
};

export type MembersInviteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MembersInviteError = MembersInviteErrors[keyof MembersInviteErrors];

export type MembersInviteResponses = {
    /**
     * The invitation.
     */
    201: {
        invitation: Invitation;
        acceptUrl: string;
    };
};

export type MembersInviteResponse = MembersInviteResponses[keyof MembersInviteResponses];

export type MembersAcceptInvitationData = {
    body: {
        projectId?: string;
        organizationId?: string;
        token: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/members/invitations/accept';
};

export type MembersAcceptInvitationErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MembersAcceptInvitationError = MembersAcceptInvitationErrors[keyof MembersAcceptInvitationErrors];

export type MembersAcceptInvitationResponses = {
    /**
     * The organization the user now belongs to.
     */
    200: {
        organization: Organization;
    };
};

export type MembersAcceptInvitationResponse = MembersAcceptInvitationResponses[keyof MembersAcceptInvitationResponses];

export type MembersRevokeInvitationData = {
    body?: never;
    path: {
        invitationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/members/invitations/{invitationId}';
};

export type MembersRevokeInvitationErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MembersRevokeInvitationError = MembersRevokeInvitationErrors[keyof MembersRevokeInvitationErrors];

export type MembersRevokeInvitationResponses = {
    /**
     * The id of the revoked invitation.
     */
    200: {
        revokedInvitationId: string;
    };
};

export type MembersRevokeInvitationResponse = MembersRevokeInvitationResponses[keyof MembersRevokeInvitationResponses];

export type AuditEventsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
        /**
         * Of the person or key.
         */
        actorId?: string;
        /**
         * One action, or its first word for all on a kind of thing: `member`.
         */
        action?: string;
        from?: string;
        to?: string;
    };
    url: '/audit-events';
};

export type AuditEventsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type AuditEventsListError = AuditEventsListErrors[keyof AuditEventsListErrors];

export type AuditEventsListResponses = {
    /**
     * A page of events.
     */
    200: {
        events: Array<AuditEvent>;
        nextCursor: string | null;
    };
};

export type AuditEventsListResponse = AuditEventsListResponses[keyof AuditEventsListResponses];

export type ProjectsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/projects';
};

export type ProjectsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type ProjectsListError = ProjectsListErrors[keyof ProjectsListErrors];

export type ProjectsListResponses = {
    /**
     * The projects, newest first.
     */
    200: {
        projects: Array<Project>;
    };
};

export type ProjectsListResponse = ProjectsListResponses[keyof ProjectsListResponses];

export type ProjectsCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
        region?: 'us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'eu-central-1' | 'eu-central-2' | 'eu-north-1' | 'eu-south-1' | 'eu-south-2' | 'eu-west-1' | 'eu-west-2' | 'eu-west-3';
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/projects';
};

export type ProjectsCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type ProjectsCreateError = ProjectsCreateErrors[keyof ProjectsCreateErrors];

export type ProjectsCreateResponses = {
    /**
     * The project.
     */
    201: {
        project: Project;
    };
};

export type ProjectsCreateResponse = ProjectsCreateResponses[keyof ProjectsCreateResponses];

export type ProjectsDeleteData = {
    body?: never;
    path: {
        projectId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/projects/{projectId}';
};

export type ProjectsDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type ProjectsDeleteError = ProjectsDeleteErrors[keyof ProjectsDeleteErrors];

export type ProjectsDeleteResponses = {
    /**
     * Deleted.
     */
    204: void;
};

export type ProjectsDeleteResponse = ProjectsDeleteResponses[keyof ProjectsDeleteResponses];

export type ProjectsGetData = {
    body?: never;
    path: {
        projectId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/projects/{projectId}';
};

export type ProjectsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type ProjectsGetError = ProjectsGetErrors[keyof ProjectsGetErrors];

export type ProjectsGetResponses = {
    /**
     * The project.
     */
    200: {
        project: Project;
    };
};

export type ProjectsGetResponse = ProjectsGetResponses[keyof ProjectsGetResponses];

export type ProjectsUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        name?: string;
    };
    path: {
        projectId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/projects/{projectId}';
};

export type ProjectsUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type ProjectsUpdateError = ProjectsUpdateErrors[keyof ProjectsUpdateErrors];

export type ProjectsUpdateResponses = {
    /**
     * The project.
     */
    200: {
        project: Project;
    };
};

export type ProjectsUpdateResponse = ProjectsUpdateResponses[keyof ProjectsUpdateResponses];

export type ProjectsGetRedactionData = {
    body?: never;
    path: {
        projectId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/projects/{projectId}/redaction';
};

export type ProjectsGetRedactionErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type ProjectsGetRedactionError = ProjectsGetRedactionErrors[keyof ProjectsGetRedactionErrors];

export type ProjectsGetRedactionResponses = {
    /**
     * The settings.
     */
    200: {
        redaction: RedactionSettings;
    };
};

export type ProjectsGetRedactionResponse = ProjectsGetRedactionResponses[keyof ProjectsGetRedactionResponses];

export type ProjectsUpdateRedactionData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        enabled?: boolean;
        redactEmails?: boolean;
        rules?: Array<{
            name: string;
            pattern: string;
            replacement: string;
        }>;
    };
    path: {
        projectId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/projects/{projectId}/redaction';
};

export type ProjectsUpdateRedactionErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type ProjectsUpdateRedactionError = ProjectsUpdateRedactionErrors[keyof ProjectsUpdateRedactionErrors];

export type ProjectsUpdateRedactionResponses = {
    /**
     * The settings.
     */
    200: {
        redaction: RedactionSettings;
    };
};

export type ProjectsUpdateRedactionResponse = ProjectsUpdateRedactionResponses[keyof ProjectsUpdateRedactionResponses];

export type ThreadsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
        status?: 'regular' | 'archived';
    };
    url: '/threads';
};

export type ThreadsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type ThreadsListError = ThreadsListErrors[keyof ThreadsListErrors];

export type ThreadsListResponses = {
    /**
     * A page of threads.
     */
    200: {
        threads: Array<Thread>;
        nextCursor: string | null;
    };
};

export type ThreadsListResponse = ThreadsListResponses[keyof ThreadsListResponses];

export type ThreadsCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        message: string;
        wait?: boolean;
        timeoutSeconds?: number;
        context?: Array<ChatContextBlock>;
    };
    headers?: {
        /**
         * cli, sdk, web, mcp, chat, system or automation
         */
        'x-oas-client-source'?: string;
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/threads';
};

export type ThreadsCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The organization is out of credits.
     */
    402: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ThreadsCreateError = ThreadsCreateErrors[keyof ThreadsCreateErrors];

export type ThreadsCreateResponses = {
    /**
     * The run.
     */
    201: RunResult;
};

export type ThreadsCreateResponse = ThreadsCreateResponses[keyof ThreadsCreateResponses];

export type ThreadsDeleteData = {
    body?: never;
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/threads/{threadId}';
};

export type ThreadsDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ThreadsDeleteError = ThreadsDeleteErrors[keyof ThreadsDeleteErrors];

export type ThreadsDeleteResponses = {
    /**
     * The thread was deleted.
     */
    204: void;
};

export type ThreadsDeleteResponse = ThreadsDeleteResponses[keyof ThreadsDeleteResponses];

export type ThreadsGetData = {
    body?: never;
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/threads/{threadId}';
};

export type ThreadsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ThreadsGetError = ThreadsGetErrors[keyof ThreadsGetErrors];

export type ThreadsGetResponses = {
    /**
     * The thread.
     */
    200: {
        thread: Thread;
        messages: Array<Message>;
    };
};

export type ThreadsGetResponse = ThreadsGetResponses[keyof ThreadsGetResponses];

export type ThreadsUpdateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        status: 'regular' | 'archived';
    };
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/threads/{threadId}';
};

export type ThreadsUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ThreadsUpdateError = ThreadsUpdateErrors[keyof ThreadsUpdateErrors];

export type ThreadsUpdateResponses = {
    /**
     * The thread.
     */
    200: {
        thread: Thread;
    };
};

export type ThreadsUpdateResponse = ThreadsUpdateResponses[keyof ThreadsUpdateResponses];

export type ThreadsGetStatusData = {
    body?: never;
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/threads/{threadId}/status';
};

export type ThreadsGetStatusErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ThreadsGetStatusError = ThreadsGetStatusErrors[keyof ThreadsGetStatusErrors];

export type ThreadsGetStatusResponses = {
    /**
     * The processing status.
     */
    200: ThreadProcessingStatus;
};

export type ThreadsGetStatusResponse = ThreadsGetStatusResponses[keyof ThreadsGetStatusResponses];

export type ThreadsStopData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/threads/{threadId}/stop';
};

export type ThreadsStopErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ThreadsStopError = ThreadsStopErrors[keyof ThreadsStopErrors];

export type ThreadsStopResponses = {
    /**
     * No run of the thread is queued or running.
     */
    200: {
        success: true;
    };
};

export type ThreadsStopResponse = ThreadsStopResponses[keyof ThreadsStopResponses];

export type ThreadsForkData = {
    body: {
        projectId?: string;
        organizationId?: string;
        messageId: string;
    };
    headers?: {
        /**
         * cli, sdk, web, mcp, chat, system or automation
         */
        'x-oas-client-source'?: string;
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/threads/{threadId}/fork';
};

export type ThreadsForkErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The organization is out of credits.
     */
    402: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ThreadsForkError = ThreadsForkErrors[keyof ThreadsForkErrors];

export type ThreadsForkResponses = {
    /**
     * The new thread.
     */
    201: {
        thread: Thread;
    };
};

export type ThreadsForkResponse = ThreadsForkResponses[keyof ThreadsForkResponses];

export type ThreadsStreamData = {
    body?: never;
    headers?: {
        'last-event-id'?: '' | string;
    };
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        cursor?: string;
    };
    url: '/threads/{threadId}/stream';
};

export type ThreadsStreamErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ThreadsStreamError = ThreadsStreamErrors[keyof ThreadsStreamErrors];

export type ThreadsStreamResponses = {
    /**
     * The events of the thread.
     */
    200: string;
    /**
     * No event follows the cursor.
     */
    204: void;
};

export type ThreadsStreamResponse = ThreadsStreamResponses[keyof ThreadsStreamResponses];

export type MessagesListData = {
    body?: never;
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/threads/{threadId}/messages';
};

export type MessagesListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MessagesListError = MessagesListErrors[keyof MessagesListErrors];

export type MessagesListResponses = {
    /**
     * A page of messages.
     */
    200: {
        messages: Array<Message>;
        nextCursor: string | null;
    };
};

export type MessagesListResponse = MessagesListResponses[keyof MessagesListResponses];

export type MessagesAppendData = {
    body: {
        projectId?: string;
        organizationId?: string;
        message: string;
        wait?: boolean;
        timeoutSeconds?: number;
        context?: Array<ChatContextBlock>;
    };
    headers?: {
        /**
         * cli, sdk, web, mcp, chat, system or automation
         */
        'x-oas-client-source'?: string;
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/threads/{threadId}/messages';
};

export type MessagesAppendErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The organization is out of credits.
     */
    402: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MessagesAppendError = MessagesAppendErrors[keyof MessagesAppendErrors];

export type MessagesAppendResponses = {
    /**
     * The run.
     */
    201: RunResult;
};

export type MessagesAppendResponse = MessagesAppendResponses[keyof MessagesAppendResponses];

export type RunsGetData = {
    body?: never;
    path: {
        runId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/runs/{runId}';
};

export type RunsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type RunsGetError = RunsGetErrors[keyof RunsGetErrors];

export type RunsGetResponses = {
    /**
     * The run.
     */
    200: RunResult;
};

export type RunsGetResponse = RunsGetResponses[keyof RunsGetResponses];

export type RunsListData = {
    body?: never;
    path: {
        threadId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/threads/{threadId}/runs';
};

export type RunsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type RunsListError = RunsListErrors[keyof RunsListErrors];

export type RunsListResponses = {
    /**
     * A page of runs.
     */
    200: {
        runs: Array<Run>;
        nextCursor: string | null;
    };
};

export type RunsListResponse = RunsListResponses[keyof RunsListResponses];

export type RunsListOfProjectData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
        status?: 'processing' | 'completed' | 'aborted' | 'error';
        source?: 'api' | 'cli' | 'sdk' | 'web' | 'mcp' | 'chat' | 'system' | 'automation' | 'alert' | 'monitor' | 'schedule' | 'follow_up';
        threadId?: string;
    };
    url: '/runs';
};

export type RunsListOfProjectErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type RunsListOfProjectError = RunsListOfProjectErrors[keyof RunsListOfProjectErrors];

export type RunsListOfProjectResponses = {
    /**
     * A page of runs.
     */
    200: {
        runs: Array<Run>;
        nextCursor: string | null;
    };
};

export type RunsListOfProjectResponse = RunsListOfProjectResponses[keyof RunsListOfProjectResponses];

export type RunsCancelData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        runId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/runs/{runId}/cancel';
};

export type RunsCancelErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type RunsCancelError = RunsCancelErrors[keyof RunsCancelErrors];

export type RunsCancelResponses = {
    /**
     * The run is neither queued nor running.
     */
    200: {
        success: true;
    };
};

export type RunsCancelResponse = RunsCancelResponses[keyof RunsCancelResponses];

export type RunsStreamData = {
    body?: never;
    headers?: {
        'last-event-id'?: '' | string;
    };
    path: {
        runId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        cursor?: string;
    };
    url: '/runs/{runId}/stream';
};

export type RunsStreamErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type RunsStreamError = RunsStreamErrors[keyof RunsStreamErrors];

export type RunsStreamResponses = {
    /**
     * The events of the run.
     */
    200: string;
    /**
     * No event follows the cursor.
     */
    204: void;
};

export type RunsStreamResponse = RunsStreamResponses[keyof RunsStreamResponses];

export type RunsListSentData = {
    body?: never;
    path: {
        runId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        include?: 'body';
        call?: number;
    };
    url: '/runs/{runId}/sent';
};

export type RunsListSentErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type RunsListSentError = RunsListSentErrors[keyof RunsListSentErrors];

export type RunsListSentResponses = {
    /**
     * The prompts.
     */
    200: SentToProviders;
};

export type RunsListSentResponse = RunsListSentResponses[keyof RunsListSentResponses];

export type SearchThreadsData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        /**
         * The search text, 1 to 500 characters. The last word also matches as the start of a longer word.
         */
        q?: string;
        /**
         * The same as `q`.
         */
        query?: string;
        limit?: number;
        page?: number;
        status?: 'regular' | 'archived';
    };
    url: '/search/threads';
};

export type SearchThreadsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SearchThreadsError = SearchThreadsErrors[keyof SearchThreadsErrors];

export type SearchThreadsResponses = {
    /**
     * A page of threads, best first.
     */
    200: {
        threads: Array<ThreadSearchResult>;
        pagination: Pagination;
    };
};

export type SearchThreadsResponse = SearchThreadsResponses[keyof SearchThreadsResponses];

export type SearchMessagesData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        /**
         * The search text, 1 to 500 characters. The last word also matches as the start of a longer word.
         */
        q?: string;
        /**
         * The same as `q`.
         */
        query?: string;
        limit?: number;
        page?: number;
        threadId?: string;
        role?: 'user' | 'assistant';
    };
    url: '/search/messages';
};

export type SearchMessagesErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SearchMessagesError = SearchMessagesErrors[keyof SearchMessagesErrors];

export type SearchMessagesResponses = {
    /**
     * A page of messages, best first.
     */
    200: {
        messages: Array<MessageSearchResult>;
        pagination: Pagination;
    };
};

export type SearchMessagesResponse = SearchMessagesResponses[keyof SearchMessagesResponses];

export type PublicKeysListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/public-keys';
};

export type PublicKeysListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type PublicKeysListError = PublicKeysListErrors[keyof PublicKeysListErrors];

export type PublicKeysListResponses = {
    /**
     * The keys, newest first.
     */
    200: {
        publicKeys: Array<PublicKey>;
        nextCursor: string | null;
    };
};

export type PublicKeysListResponse = PublicKeysListResponses[keyof PublicKeysListResponses];

export type PublicKeysCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
        expiresAt?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/public-keys';
};

export type PublicKeysCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type PublicKeysCreateError = PublicKeysCreateErrors[keyof PublicKeysCreateErrors];

export type PublicKeysCreateResponses = {
    /**
     * The key with its value.
     */
    201: {
        publicKey: CreatedPublicKey;
    };
};

export type PublicKeysCreateResponse = PublicKeysCreateResponses[keyof PublicKeysCreateResponses];

export type PublicKeysGetData = {
    body?: never;
    path: {
        publicKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/public-keys/{publicKeyId}';
};

export type PublicKeysGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type PublicKeysGetError = PublicKeysGetErrors[keyof PublicKeysGetErrors];

export type PublicKeysGetResponses = {
    /**
     * The key.
     */
    200: {
        publicKey: PublicKeyWithHealth;
    };
};

export type PublicKeysGetResponse = PublicKeysGetResponses[keyof PublicKeysGetResponses];

export type PublicKeysUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        name?: string;
        expiresAt?: string | null;
    };
    path: {
        publicKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/public-keys/{publicKeyId}';
};

export type PublicKeysUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type PublicKeysUpdateError = PublicKeysUpdateErrors[keyof PublicKeysUpdateErrors];

export type PublicKeysUpdateResponses = {
    /**
     * The key.
     */
    200: {
        publicKey: PublicKey;
    };
};

export type PublicKeysUpdateResponse = PublicKeysUpdateResponses[keyof PublicKeysUpdateResponses];

export type PublicKeysDeactivateData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        publicKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/public-keys/{publicKeyId}/deactivate';
};

export type PublicKeysDeactivateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type PublicKeysDeactivateError = PublicKeysDeactivateErrors[keyof PublicKeysDeactivateErrors];

export type PublicKeysDeactivateResponses = {
    /**
     * The key.
     */
    200: {
        publicKey: PublicKey;
    };
};

export type PublicKeysDeactivateResponse = PublicKeysDeactivateResponses[keyof PublicKeysDeactivateResponses];

export type AlertKeysListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/alert-keys';
};

export type AlertKeysListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type AlertKeysListError = AlertKeysListErrors[keyof AlertKeysListErrors];

export type AlertKeysListResponses = {
    /**
     * The keys, newest first.
     */
    200: {
        alertKeys: Array<AlertKey>;
        nextCursor: string | null;
    };
};

export type AlertKeysListResponse = AlertKeysListResponses[keyof AlertKeysListResponses];

export type AlertKeysCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
        /**
         * The only sender that may deliver with the key, named as in the path of deliveries.
         */
        source?: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'github' | 'gitlab' | 'vercel' | 'netlify' | 'argo_cd' | 'launchdarkly';
        /**
         * The secret with which the sender signs its deliveries. If it is set, deliveries without a valid signature are refused, also those of senders that cannot sign. It is stored encrypted and never shown.
         */
        signingSecret?: string;
        expiresAt?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/alert-keys';
};

export type AlertKeysCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type AlertKeysCreateError = AlertKeysCreateErrors[keyof AlertKeysCreateErrors];

export type AlertKeysCreateResponses = {
    /**
     * The key with its value.
     */
    201: {
        alertKey: CreatedAlertKey;
    };
};

export type AlertKeysCreateResponse = AlertKeysCreateResponses[keyof AlertKeysCreateResponses];

export type AlertKeysGetData = {
    body?: never;
    path: {
        alertKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/alert-keys/{alertKeyId}';
};

export type AlertKeysGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type AlertKeysGetError = AlertKeysGetErrors[keyof AlertKeysGetErrors];

export type AlertKeysGetResponses = {
    /**
     * The key.
     */
    200: {
        alertKey: AlertKey;
    };
};

export type AlertKeysGetResponse = AlertKeysGetResponses[keyof AlertKeysGetResponses];

export type AlertKeysUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        name?: string;
        signingSecret?: string | null;
        expiresAt?: string | null;
    };
    path: {
        alertKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/alert-keys/{alertKeyId}';
};

export type AlertKeysUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type AlertKeysUpdateError = AlertKeysUpdateErrors[keyof AlertKeysUpdateErrors];

export type AlertKeysUpdateResponses = {
    /**
     * The key.
     */
    200: {
        alertKey: AlertKey;
    };
};

export type AlertKeysUpdateResponse = AlertKeysUpdateResponses[keyof AlertKeysUpdateResponses];

export type AlertKeysDeactivateData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        alertKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/alert-keys/{alertKeyId}/deactivate';
};

export type AlertKeysDeactivateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type AlertKeysDeactivateError = AlertKeysDeactivateErrors[keyof AlertKeysDeactivateErrors];

export type AlertKeysDeactivateResponses = {
    /**
     * The key.
     */
    200: {
        alertKey: AlertKey;
    };
};

export type AlertKeysDeactivateResponse = AlertKeysDeactivateResponses[keyof AlertKeysDeactivateResponses];

export type SecretKeysListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/secret-keys';
};

export type SecretKeysListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SecretKeysListError = SecretKeysListErrors[keyof SecretKeysListErrors];

export type SecretKeysListResponses = {
    /**
     * The keys, newest first.
     */
    200: {
        secretKeys: Array<SecretKey>;
        nextCursor: string | null;
    };
};

export type SecretKeysListResponse = SecretKeysListResponses[keyof SecretKeysListResponses];

export type SecretKeysCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
        expiresAt?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/secret-keys';
};

export type SecretKeysCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SecretKeysCreateError = SecretKeysCreateErrors[keyof SecretKeysCreateErrors];

export type SecretKeysCreateResponses = {
    /**
     * The key with its value.
     */
    201: {
        secretKey: CreatedSecretKey;
    };
};

export type SecretKeysCreateResponse = SecretKeysCreateResponses[keyof SecretKeysCreateResponses];

export type SecretKeysDeleteData = {
    body?: never;
    path: {
        secretKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/secret-keys/{secretKeyId}';
};

export type SecretKeysDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SecretKeysDeleteError = SecretKeysDeleteErrors[keyof SecretKeysDeleteErrors];

export type SecretKeysDeleteResponses = {
    /**
     * Revoked.
     */
    204: void;
};

export type SecretKeysDeleteResponse = SecretKeysDeleteResponses[keyof SecretKeysDeleteResponses];

export type SecretKeysGetData = {
    body?: never;
    path: {
        secretKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/secret-keys/{secretKeyId}';
};

export type SecretKeysGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SecretKeysGetError = SecretKeysGetErrors[keyof SecretKeysGetErrors];

export type SecretKeysGetResponses = {
    /**
     * The key.
     */
    200: {
        secretKey: SecretKey;
    };
};

export type SecretKeysGetResponse = SecretKeysGetResponses[keyof SecretKeysGetResponses];

export type SecretKeysUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        name?: string;
        expiresAt?: string | null;
    };
    path: {
        secretKeyId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/secret-keys/{secretKeyId}';
};

export type SecretKeysUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SecretKeysUpdateError = SecretKeysUpdateErrors[keyof SecretKeysUpdateErrors];

export type SecretKeysUpdateResponses = {
    /**
     * The key.
     */
    200: {
        secretKey: SecretKey;
    };
};

export type SecretKeysUpdateResponse = SecretKeysUpdateResponses[keyof SecretKeysUpdateResponses];

export type DataSourcesListTypesData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/types';
};

export type DataSourcesListTypesErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesListTypesError = DataSourcesListTypesErrors[keyof DataSourcesListTypesErrors];

export type DataSourcesListTypesResponses = {
    /**
     * The types, with the fields of their credentials and set-up instructions.
     */
    200: {
        types: Array<DataSourceTypeDescriptor>;
    };
};

export type DataSourcesListTypesResponse = DataSourcesListTypesResponses[keyof DataSourcesListTypesResponses];

export type DataSourcesListConnectionsData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        dataSourceType?: 'vercel' | 'cloudflare' | 'railway' | 'render' | 'fly_io' | 'heroku' | 'netlify' | 'supabase' | 'neon' | 'digital_ocean' | 'fastly' | 'inngest' | 'trigger_dev' | 'cloudwatch' | 'gcp' | 'azure_monitor' | 'datadog' | 'new_relic' | 'sentry' | 'grafana_cloud' | 'prometheus' | 'honeycomb' | 'axiom' | 'better_stack' | 'elastic' | 'posthog';
    };
    url: '/data-sources/connections';
};

export type DataSourcesListConnectionsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesListConnectionsError = DataSourcesListConnectionsErrors[keyof DataSourcesListConnectionsErrors];

export type DataSourcesListConnectionsResponses = {
    /**
     * The connections, newest first.
     */
    200: {
        connections: Array<DataSourceConnection>;
    };
};

export type DataSourcesListConnectionsResponse = DataSourcesListConnectionsResponses[keyof DataSourcesListConnectionsResponses];

export type DataSourcesCreateConnectionData = {
    body: {
        projectId?: string;
        organizationId?: string;
        dataSourceType: 'vercel' | 'cloudflare' | 'railway' | 'render' | 'fly_io' | 'heroku' | 'netlify' | 'supabase' | 'neon' | 'digital_ocean' | 'fastly' | 'inngest' | 'trigger_dev' | 'cloudwatch' | 'gcp' | 'azure_monitor' | 'datadog' | 'new_relic' | 'sentry' | 'grafana_cloud' | 'prometheus' | 'honeycomb' | 'axiom' | 'better_stack' | 'elastic' | 'posthog';
        metadata: {
            [key: string]: unknown;
        };
        displayName?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/connections';
};

export type DataSourcesCreateConnectionErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
};

export type DataSourcesCreateConnectionError = DataSourcesCreateConnectionErrors[keyof DataSourcesCreateConnectionErrors];

export type DataSourcesCreateConnectionResponses = {
    /**
     * The connection. Only this answer contains its public key.
     */
    201: {
        connectionId: string;
        publicKey: string;
    };
};

export type DataSourcesCreateConnectionResponse = DataSourcesCreateConnectionResponses[keyof DataSourcesCreateConnectionResponses];

export type DataSourcesDeleteConnectionData = {
    body?: never;
    path: {
        connectionId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/connections/{connectionId}';
};

export type DataSourcesDeleteConnectionErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesDeleteConnectionError = DataSourcesDeleteConnectionErrors[keyof DataSourcesDeleteConnectionErrors];

export type DataSourcesDeleteConnectionResponses = {
    /**
     * Deleted. The answer names what could not be removed on the platform yet; removal is tried again.
     */
    200: {
        success: boolean;
        connectionTeardownError: string | null;
    };
};

export type DataSourcesDeleteConnectionResponse = DataSourcesDeleteConnectionResponses[keyof DataSourcesDeleteConnectionResponses];

export type DataSourcesGetConnectionData = {
    body?: never;
    path: {
        connectionId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/connections/{connectionId}';
};

export type DataSourcesGetConnectionErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesGetConnectionError = DataSourcesGetConnectionErrors[keyof DataSourcesGetConnectionErrors];

export type DataSourcesGetConnectionResponses = {
    /**
     * The connection.
     */
    200: {
        connection: DataSourceConnection;
    };
};

export type DataSourcesGetConnectionResponse = DataSourcesGetConnectionResponses[keyof DataSourcesGetConnectionResponses];

export type DataSourcesUpdateConnectionData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        displayName?: string | null;
        metadata?: {
            [key: string]: unknown;
        };
        nativeQueriesEnabled?: boolean;
    };
    path: {
        connectionId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/connections/{connectionId}';
};

export type DataSourcesUpdateConnectionErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
};

export type DataSourcesUpdateConnectionError = DataSourcesUpdateConnectionErrors[keyof DataSourcesUpdateConnectionErrors];

export type DataSourcesUpdateConnectionResponses = {
    /**
     * The connection.
     */
    200: {
        connection: DataSourceConnection;
    };
};

export type DataSourcesUpdateConnectionResponse = DataSourcesUpdateConnectionResponses[keyof DataSourcesUpdateConnectionResponses];

export type DataSourcesListResourcesData = {
    body?: never;
    path: {
        connectionId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        cursor?: string;
    };
    url: '/data-sources/connections/{connectionId}/resources';
};

export type DataSourcesListResourcesErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
};

export type DataSourcesListResourcesError = DataSourcesListResourcesErrors[keyof DataSourcesListResourcesErrors];

export type DataSourcesListResourcesResponses = {
    /**
     * A page of the platform’s resources. Pass `config` unchanged to create a stream.
     */
    200: {
        resources: Array<{
            displayName: string;
            config: {
                [key: string]: unknown;
            };
            streamId: string | null;
        }>;
        nextCursor: string | null;
    };
};

export type DataSourcesListResourcesResponse = DataSourcesListResourcesResponses[keyof DataSourcesListResourcesResponses];

export type DataSourcesListStreamsData = {
    body?: never;
    path: {
        connectionId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/connections/{connectionId}/streams';
};

export type DataSourcesListStreamsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesListStreamsError = DataSourcesListStreamsErrors[keyof DataSourcesListStreamsErrors];

export type DataSourcesListStreamsResponses = {
    /**
     * The streams, newest first.
     */
    200: {
        streams: Array<DataSourceStream>;
    };
};

export type DataSourcesListStreamsResponse = DataSourcesListStreamsResponses[keyof DataSourcesListStreamsResponses];

export type DataSourcesCreateStreamData = {
    body: {
        projectId?: string;
        organizationId?: string;
        displayName: string;
        config: {
            [key: string]: unknown;
        };
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        connectionId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/connections/{connectionId}/streams';
};

export type DataSourcesCreateStreamErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesCreateStreamError = DataSourcesCreateStreamErrors[keyof DataSourcesCreateStreamErrors];

export type DataSourcesCreateStreamResponses = {
    /**
     * The stream; provisioning is asynchronous.
     */
    201: {
        streamId: string;
    };
};

export type DataSourcesCreateStreamResponse = DataSourcesCreateStreamResponses[keyof DataSourcesCreateStreamResponses];

export type DataSourcesDeleteStreamData = {
    body?: never;
    path: {
        streamId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/streams/{streamId}';
};

export type DataSourcesDeleteStreamErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesDeleteStreamError = DataSourcesDeleteStreamErrors[keyof DataSourcesDeleteStreamErrors];

export type DataSourcesDeleteStreamResponses = {
    /**
     * Deleted. A job removes what the stream has on the platform.
     */
    200: {
        success: boolean;
    };
};

export type DataSourcesDeleteStreamResponse = DataSourcesDeleteStreamResponses[keyof DataSourcesDeleteStreamResponses];

export type DataSourcesGetStreamData = {
    body?: never;
    path: {
        streamId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/streams/{streamId}';
};

export type DataSourcesGetStreamErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesGetStreamError = DataSourcesGetStreamErrors[keyof DataSourcesGetStreamErrors];

export type DataSourcesGetStreamResponses = {
    /**
     * The stream.
     */
    200: {
        stream: DataSourceStreamWithHealth;
    };
};

export type DataSourcesGetStreamResponse = DataSourcesGetStreamResponses[keyof DataSourcesGetStreamResponses];

export type DataSourcesRetryStreamData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        streamId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/data-sources/streams/{streamId}/retry';
};

export type DataSourcesRetryStreamErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DataSourcesRetryStreamError = DataSourcesRetryStreamErrors[keyof DataSourcesRetryStreamErrors];

export type DataSourcesRetryStreamResponses = {
    /**
     * The stream.
     */
    200: {
        stream: DataSourceStream;
    };
};

export type DataSourcesRetryStreamResponse = DataSourcesRetryStreamResponses[keyof DataSourcesRetryStreamResponses];

export type LogSourcesListProvidersData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-sources/providers';
};

export type LogSourcesListProvidersErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogSourcesListProvidersError = LogSourcesListProvidersErrors[keyof LogSourcesListProvidersErrors];

export type LogSourcesListProvidersResponses = {
    /**
     * The providers with their modes.
     */
    200: {
        providers: Array<{
            id: string;
            name: string;
            modes: Array<'managed' | 'connectionless'>;
            metadataFields: Array<FieldDescriptor>;
            setupSkill: string | null;
        }>;
    };
};

export type LogSourcesListProvidersResponse = LogSourcesListProvidersResponses[keyof LogSourcesListProvidersResponses];

export type LogSourcesListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        provider?: 'vercel' | 'cloudflare' | 'railway' | 'render' | 'fly_io' | 'heroku' | 'netlify' | 'supabase' | 'neon' | 'digital_ocean' | 'fastly' | 'inngest' | 'trigger_dev' | 'cloudwatch' | 'gcp' | 'azure_monitor' | 'datadog' | 'new_relic' | 'sentry' | 'grafana_cloud' | 'prometheus' | 'honeycomb' | 'axiom' | 'better_stack' | 'elastic' | 'posthog' | 'otel' | 'otel_collector' | 'fluent_bit' | 'vector' | 'grafana_alloy' | 'loki' | 'splunk_hec' | 'datadog_agent' | 'elastic_bulk' | 'firehose' | 'logplex' | 'syslog_http' | 'webhook';
    };
    url: '/log-sources';
};

export type LogSourcesListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogSourcesListError = LogSourcesListErrors[keyof LogSourcesListErrors];

export type LogSourcesListResponses = {
    /**
     * The log sources, newest first.
     */
    200: {
        logSources: Array<LogSource>;
    };
};

export type LogSourcesListResponse = LogSourcesListResponses[keyof LogSourcesListResponses];

export type LogSourcesCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        provider: 'vercel' | 'cloudflare' | 'railway' | 'render' | 'fly_io' | 'heroku' | 'netlify' | 'supabase' | 'neon' | 'digital_ocean' | 'fastly' | 'inngest' | 'trigger_dev' | 'cloudwatch' | 'gcp' | 'azure_monitor' | 'datadog' | 'new_relic' | 'sentry' | 'grafana_cloud' | 'prometheus' | 'honeycomb' | 'axiom' | 'better_stack' | 'elastic' | 'posthog' | 'otel' | 'otel_collector' | 'fluent_bit' | 'vector' | 'grafana_alloy' | 'loki' | 'splunk_hec' | 'datadog_agent' | 'elastic_bulk' | 'firehose' | 'logplex' | 'syslog_http' | 'webhook';
        mode?: 'managed' | 'connectionless';
        metadata?: {
            [key: string]: unknown;
        };
        streamAutoProvisionFilter?: StreamAutoProvisionFilterInput | null;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-sources';
};

export type LogSourcesCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
};

export type LogSourcesCreateError = LogSourcesCreateErrors[keyof LogSourcesCreateErrors];

export type LogSourcesCreateResponses = {
    /**
     * The log source. For a connectionless one, also its intake key and the addresses for senders.
     */
    201: {
        logSource: LogSource;
        streamId: string | null;
        publicKey: string | null;
        endpointCards: Array<EndpointCard>;
    };
};

export type LogSourcesCreateResponse = LogSourcesCreateResponses[keyof LogSourcesCreateResponses];

export type LogSourcesDeleteData = {
    body?: never;
    path: {
        logSourceId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-sources/{logSourceId}';
};

export type LogSourcesDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogSourcesDeleteError = LogSourcesDeleteErrors[keyof LogSourcesDeleteErrors];

export type LogSourcesDeleteResponses = {
    /**
     * Deleted. The answer names what could not be removed on the platform yet; removal is tried again.
     */
    200: {
        success: boolean;
        teardownError: string | null;
    };
};

export type LogSourcesDeleteResponse = LogSourcesDeleteResponses[keyof LogSourcesDeleteResponses];

export type LogSourcesGetData = {
    body?: never;
    path: {
        logSourceId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-sources/{logSourceId}';
};

export type LogSourcesGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogSourcesGetError = LogSourcesGetErrors[keyof LogSourcesGetErrors];

export type LogSourcesGetResponses = {
    /**
     * The log source; its streams newest first.
     */
    200: {
        logSource: LogSourceWithHealth;
    };
};

export type LogSourcesGetResponse = LogSourcesGetResponses[keyof LogSourcesGetResponses];

export type LogSourcesUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        enabled?: boolean;
        streamAutoProvisionFilter?: StreamAutoProvisionFilterInput | null;
        nativeQueriesEnabled?: boolean;
    };
    path: {
        logSourceId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-sources/{logSourceId}';
};

export type LogSourcesUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogSourcesUpdateError = LogSourcesUpdateErrors[keyof LogSourcesUpdateErrors];

export type LogSourcesUpdateResponses = {
    /**
     * The log source.
     */
    200: {
        logSource: LogSource;
    };
};

export type LogSourcesUpdateResponse = LogSourcesUpdateResponses[keyof LogSourcesUpdateResponses];

export type LogStreamsListData = {
    body?: never;
    path?: never;
    query: {
        projectId?: string;
        organizationId?: string;
        logSourceId: string;
        limit?: number;
        cursor?: string;
    };
    url: '/log-streams';
};

export type LogStreamsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogStreamsListError = LogStreamsListErrors[keyof LogStreamsListErrors];

export type LogStreamsListResponses = {
    /**
     * The streams, newest first.
     */
    200: {
        streams: Array<LogStream>;
        nextCursor: string | null;
    };
};

export type LogStreamsListResponse = LogStreamsListResponses[keyof LogStreamsListResponses];

export type LogStreamsCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        logSourceId: string;
        config?: {
            [key: string]: unknown;
        };
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-streams';
};

export type LogStreamsCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogStreamsCreateError = LogStreamsCreateErrors[keyof LogStreamsCreateErrors];

export type LogStreamsCreateResponses = {
    /**
     * The stream; provisioning is asynchronous.
     */
    201: {
        streamId: string;
    };
};

export type LogStreamsCreateResponse = LogStreamsCreateResponses[keyof LogStreamsCreateResponses];

export type LogStreamsDeleteData = {
    body?: never;
    path: {
        logStreamId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-streams/{logStreamId}';
};

export type LogStreamsDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogStreamsDeleteError = LogStreamsDeleteErrors[keyof LogStreamsDeleteErrors];

export type LogStreamsDeleteResponses = {
    /**
     * Deleted.
     */
    200: {
        success: boolean;
    };
};

export type LogStreamsDeleteResponse = LogStreamsDeleteResponses[keyof LogStreamsDeleteResponses];

export type LogStreamsGetData = {
    body?: never;
    path: {
        logStreamId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-streams/{logStreamId}';
};

export type LogStreamsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogStreamsGetError = LogStreamsGetErrors[keyof LogStreamsGetErrors];

export type LogStreamsGetResponses = {
    /**
     * The log stream.
     */
    200: {
        stream: LogStreamWithHealth;
    };
};

export type LogStreamsGetResponse = LogStreamsGetResponses[keyof LogStreamsGetResponses];

export type LogStreamsUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        enabled?: boolean;
    };
    path: {
        logStreamId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-streams/{logStreamId}';
};

export type LogStreamsUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogStreamsUpdateError = LogStreamsUpdateErrors[keyof LogStreamsUpdateErrors];

export type LogStreamsUpdateResponses = {
    /**
     * The log stream.
     */
    200: {
        stream: LogStream;
    };
};

export type LogStreamsUpdateResponse = LogStreamsUpdateResponses[keyof LogStreamsUpdateResponses];

export type LogStreamsRetryData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        logStreamId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/log-streams/{logStreamId}/retry';
};

export type LogStreamsRetryErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type LogStreamsRetryError = LogStreamsRetryErrors[keyof LogStreamsRetryErrors];

export type LogStreamsRetryResponses = {
    /**
     * The log stream.
     */
    200: {
        stream: LogStream;
    };
};

export type LogStreamsRetryResponse = LogStreamsRetryResponses[keyof LogStreamsRetryResponses];

export type RecommendationsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/recommendations';
};

export type RecommendationsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type RecommendationsListError = RecommendationsListErrors[keyof RecommendationsListErrors];

export type RecommendationsListResponses = {
    /**
     * The recommendations, by priority.
     */
    200: {
        recommendations: Array<Recommendation>;
    };
};

export type RecommendationsListResponse = RecommendationsListResponses[keyof RecommendationsListResponses];

export type AlertsExplainData = {
    body: {
        projectId?: string;
        organizationId?: string;
        source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'github' | 'gitlab' | 'vercel' | 'netlify' | 'argo_cd' | 'launchdarkly';
        /**
         * Whether the body holds alerts or changes; required to read `generic` as a change.
         */
        receives?: 'alerts' | 'changes';
        /**
         * The body as the sender sends it, as JSON or as text.
         */
        body: string | {
            [key: string]: unknown;
        };
        headers?: {
            [key: string]: string;
        };
        /**
         * Parameters of the delivery’s URL: the field mapping of `generic`.
         */
        query?: {
            [key: string]: string;
        };
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/alerts/explain';
};

export type AlertsExplainErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type AlertsExplainError = AlertsExplainErrors[keyof AlertsExplainErrors];

export type AlertsExplainResponses = {
    /**
     * How the delivery would be read.
     */
    200: {
        outcome: 'accepted' | 'ignored' | 'refused';
        reason: string | null;
        truncated: number;
        alerts: Array<ExplainedAlert>;
        changes: Array<ExplainedChange>;
    };
};

export type AlertsExplainResponse = AlertsExplainResponses[keyof AlertsExplainResponses];

export type AlertsReceiveData = {
    /**
     * In the sender's own format.
     */
    body: {
        [key: string]: unknown;
    };
    path: {
        source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic';
    };
    query?: never;
    url: '/alerts/{source}';
};

export type AlertsReceiveErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type AlertsReceiveError = AlertsReceiveErrors[keyof AlertsReceiveErrors];

export type AlertsReceiveResponses = {
    /**
     * The delivery is stored; the rest happens in the background.
     */
    202: AcceptedDelivery;
};

export type AlertsReceiveResponse = AlertsReceiveResponses[keyof AlertsReceiveResponses];

export type ChangesReceiveData = {
    /**
     * In the sender's own format.
     */
    body: {
        [key: string]: unknown;
    };
    path: {
        source: 'github' | 'gitlab' | 'vercel' | 'netlify' | 'argo_cd' | 'launchdarkly' | 'generic';
    };
    query?: never;
    url: '/changes/{source}';
};

export type ChangesReceiveErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ChangesReceiveError = ChangesReceiveErrors[keyof ChangesReceiveErrors];

export type ChangesReceiveResponses = {
    /**
     * The delivery is stored; the rest happens in the background.
     */
    202: AcceptedDelivery;
};

export type ChangesReceiveResponse = ChangesReceiveResponses[keyof ChangesReceiveResponses];

export type AlertSendersListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/alert-senders';
};

export type AlertSendersListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type AlertSendersListError = AlertSendersListErrors[keyof AlertSendersListErrors];

export type AlertSendersListResponses = {
    /**
     * The senders.
     */
    200: {
        senders: Array<AlertSender>;
    };
};

export type AlertSendersListResponse = AlertSendersListResponses[keyof AlertSendersListResponses];

export type LogsQueryData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
        search?: TelemetrySearch;
        filters?: Array<TelemetryFilter>;
        select?: Array<string>;
        sort?: 'newest' | 'oldest';
        limit?: number;
        cursor?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/logs/query';
};

export type LogsQueryErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type LogsQueryError = LogsQueryErrors[keyof LogsQueryErrors];

export type LogsQueryResponses = {
    /**
     * Matching records, and what was scanned.
     */
    200: {
        logs: Array<LogRecord | SelectedLogRecord>;
        nextCursor: string | null;
        work: QueryWork;
    };
};

export type LogsQueryResponse = LogsQueryResponses[keyof LogsQueryResponses];

export type LogsVolumeData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
        search?: TelemetrySearch;
        filters?: Array<TelemetryFilter>;
        groupBy?: Array<string>;
        intervalSeconds?: number;
        groupsMax?: number;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/logs/volume';
};

export type LogsVolumeErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type LogsVolumeError = LogsVolumeErrors[keyof LogsVolumeErrors];

export type LogsVolumeResponses = {
    /**
     * Counts per interval and group.
     */
    200: {
        intervalSeconds: number;
        series: Array<{
            key: {
                [key: string]: string | null;
            };
            points: Array<Array<string | number>>;
            total: number;
        }>;
        other: number;
        total: number;
        work: QueryWork;
    };
};

export type LogsVolumeResponse = LogsVolumeResponses[keyof LogsVolumeResponses];

export type LogsPatternsData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
        search?: TelemetrySearch;
        filters?: Array<TelemetryFilter>;
        compareWith?: {
            from: string;
            to: string;
        };
        /**
         * Also count each pattern over time (`points`).
         */
        intervals?: boolean;
        limit?: number;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/logs/patterns';
};

export type LogsPatternsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type LogsPatternsError = LogsPatternsErrors[keyof LogsPatternsErrors];

export type LogsPatternsResponses = {
    /**
     * Patterns, most frequent first; compared: largest change first.
     */
    200: {
        patterns: Array<LogPattern>;
        total: number;
        comparedTotal?: number;
        work: QueryWork;
    };
};

export type LogsPatternsResponse = LogsPatternsResponses[keyof LogsPatternsResponses];

export type LogsFieldsData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
        search?: TelemetrySearch;
        filters?: Array<TelemetryFilter>;
        field?: string;
        signal?: 'logs' | 'spans';
        limit?: number;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/logs/fields';
};

export type LogsFieldsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type LogsFieldsError = LogsFieldsErrors[keyof LogsFieldsErrors];

export type LogsFieldsResponses = {
    /**
     * The values of the field with their counts, or all keys when no field is named.
     */
    200: {
        values: Array<{
            value: string;
            count: number;
        }>;
        work: QueryWork;
    };
};

export type LogsFieldsResponse = LogsFieldsResponses[keyof LogsFieldsResponses];

export type LogsGetData = {
    body?: never;
    path: {
        logId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        neighbours?: number;
    };
    url: '/logs/{logId}';
};

export type LogsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type LogsGetError = LogsGetErrors[keyof LogsGetErrors];

export type LogsGetResponses = {
    /**
     * The record, with the records of its service before and after it.
     */
    200: {
        log: LogRecord;
        before: Array<LogRecord>;
        after: Array<LogRecord>;
    };
};

export type LogsGetResponse = LogsGetResponses[keyof LogsGetResponses];

export type TracesQueryData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
        search?: TelemetrySearch;
        filters?: Array<TelemetryFilter>;
        sort?: 'newest' | 'oldest' | 'slowest';
        limit?: number;
        cursor?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/traces/query';
};

export type TracesQueryErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type TracesQueryError = TracesQueryErrors[keyof TracesQueryErrors];

export type TracesQueryResponses = {
    /**
     * Matching spans.
     */
    200: {
        spans: Array<Span>;
        nextCursor: string | null;
        work: QueryWork;
    };
};

export type TracesQueryResponse = TracesQueryResponses[keyof TracesQueryResponses];

export type TracesGetData = {
    body?: never;
    path: {
        traceId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
    };
    url: '/traces/{traceId}';
};

export type TracesGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type TracesGetError = TracesGetErrors[keyof TracesGetErrors];

export type TracesGetResponses = {
    /**
     * All its spans, oldest first.
     */
    200: {
        traceId: string;
        spans: Array<Span>;
        isTruncated: boolean;
        work: QueryWork;
    };
};

export type TracesGetResponse = TracesGetResponses[keyof TracesGetResponses];

export type TracesStatsData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
        search?: TelemetrySearch;
        filters?: Array<TelemetryFilter>;
        groupBy?: Array<'service' | 'operation'>;
        intervalSeconds?: number;
        groupsMax?: number;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/traces/stats';
};

export type TracesStatsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type TracesStatsError = TracesStatsErrors[keyof TracesStatsErrors];

export type TracesStatsResponses = {
    /**
     * One row per group and interval.
     */
    200: {
        intervalSeconds: number | null;
        rows: Array<{
            service: string;
            operation: string | null;
            start: string;
            requests: number;
            errors: number;
            durationMs: {
                p50: number;
                p90: number;
                p99: number;
                max: number;
                mean: number;
            };
        }>;
        work: QueryWork;
    };
};

export type TracesStatsResponse = TracesStatsResponses[keyof TracesStatsResponses];

export type DependenciesListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
    };
    url: '/dependencies';
};

export type DependenciesListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type DependenciesListError = DependenciesListErrors[keyof DependenciesListErrors];

export type DependenciesListResponses = {
    /**
     * Edges between services, from traces.
     */
    200: {
        dependencies: Array<{
            caller: string;
            callee: string;
            calls: number;
            errors: number;
            durationMs: {
                p50: number;
                p99: number;
            };
        }>;
        work: QueryWork;
    };
};

export type DependenciesListResponse = DependenciesListResponses[keyof DependenciesListResponses];

export type MetricsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
        prefix?: string;
        limit?: number;
    };
    url: '/metrics';
};

export type MetricsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MetricsListError = MetricsListErrors[keyof MetricsListErrors];

export type MetricsListResponses = {
    /**
     * The metrics that have points in the range.
     */
    200: {
        metrics: Array<{
            name: string;
            unit: string;
            type: string;
            description: string;
            services: Array<string>;
            points: number;
        }>;
        work: QueryWork;
    };
};

export type MetricsListResponse = MetricsListResponses[keyof MetricsListResponses];

export type MetricsQueryData = {
    body: {
        projectId?: string;
        organizationId?: string;
        from?: string;
        to?: string;
        search?: TelemetrySearch;
        filters?: Array<TelemetryFilter>;
        metric: string;
        aggregation: 'avg' | 'min' | 'max' | 'sum' | 'last' | 'count' | 'rate' | 'increase' | 'quantile';
        quantile?: number;
        groupBy?: Array<string>;
        intervalSeconds?: number;
        groupsMax?: number;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/metrics/query';
};

export type MetricsQueryErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MetricsQueryError = MetricsQueryErrors[keyof MetricsQueryErrors];

export type MetricsQueryResponses = {
    /**
     * One series per group.
     */
    200: {
        metric: string;
        unit: string;
        intervalSeconds: number;
        series: Array<{
            key: {
                [key: string]: string | null;
            };
            points: Array<Array<string | number>>;
        }>;
        work: QueryWork;
    };
};

export type MetricsQueryResponse = MetricsQueryResponses[keyof MetricsQueryResponses];

export type TelemetryTailData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        service?: string;
        severity?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
        q?: string;
    };
    url: '/tail';
};

export type TelemetryTailErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type TelemetryTailError = TelemetryTailErrors[keyof TelemetryTailErrors];

export type TelemetryTailResponses = {
    /**
     * Server-sent events `{type: "log", log}`.
     */
    200: string;
};

export type TelemetryTailResponse = TelemetryTailResponses[keyof TelemetryTailResponses];

export type IntakeExplainData = {
    body: {
        projectId?: string;
        organizationId?: string;
        body: string;
        encoding?: 'text' | 'base64';
        headers?: {
            [key: string]: string;
        };
        format?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/intake/explain';
};

export type IntakeExplainErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type IntakeExplainError = IntakeExplainErrors[keyof IntakeExplainErrors];

export type IntakeExplainResponses = {
    /**
     * Format, records, redactions, refusals and billed bytes.
     */
    200: {
        format: string;
        records: Array<{
            timestamp: string;
            timeUnixNano: string;
            severity: string;
            service: string;
            body: string;
            traceId: string | null;
            spanId: string | null;
            attributes: {
                [key: string]: unknown;
            };
            resource: {
                [key: string]: unknown;
            };
        }>;
        recordCount: number;
        spans: Array<{
            timestamp: string;
            durationNanos: number;
            traceId: string;
            spanId: string;
            parentSpanId: string | null;
            name: string;
            kind: string;
            status: string;
            service: string;
            attributes: {
                [key: string]: unknown;
            };
            resource: {
                [key: string]: unknown;
            };
        }>;
        spanCount: number;
        metricPoints: Array<{
            timestamp: string;
            name: string;
            unit: string;
            type: string;
            value: number | null;
            service: string;
            attributes: {
                [key: string]: unknown;
            };
            resource: {
                [key: string]: unknown;
            };
        }>;
        metricPointCount: number;
        redactions: Array<{
            rule: string;
            count: number;
        }>;
        rejections: Array<{
            reason: string;
            count: number;
        }>;
        repairs: Array<{
            reason: string;
            count: number;
        }>;
        billedBytes: number;
    };
};

export type IntakeExplainResponse = IntakeExplainResponses[keyof IntakeExplainResponses];

export type MonitorsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/monitors';
};

export type MonitorsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsListError = MonitorsListErrors[keyof MonitorsListErrors];

export type MonitorsListResponses = {
    /**
     * The monitors, newest first.
     */
    200: {
        monitors: Array<Monitor>;
        nextCursor: string | null;
    };
};

export type MonitorsListResponse = MonitorsListResponses[keyof MonitorsListResponses];

export type MonitorsCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
        severity?: 'critical' | 'error' | 'warning' | 'info';
        condition: MonitorCondition;
        forMinutes?: number;
        recoverForMinutes?: number;
        noData?: 'no_data' | 'ok' | 'firing';
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/monitors';
};

export type MonitorsCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsCreateError = MonitorsCreateErrors[keyof MonitorsCreateErrors];

export type MonitorsCreateResponses = {
    /**
     * The monitor.
     */
    201: {
        monitor: Monitor;
    };
};

export type MonitorsCreateResponse = MonitorsCreateResponses[keyof MonitorsCreateResponses];

export type MonitorsListTemplatesData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/monitors/templates';
};

export type MonitorsListTemplatesErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsListTemplatesError = MonitorsListTemplatesErrors[keyof MonitorsListTemplatesErrors];

export type MonitorsListTemplatesResponses = {
    /**
     * The templates. Pass `monitor` to create one.
     */
    200: {
        templates: Array<MonitorTemplate>;
    };
};

export type MonitorsListTemplatesResponse = MonitorsListTemplatesResponses[keyof MonitorsListTemplatesResponses];

export type MonitorsPreviewData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name?: string;
        severity?: 'critical' | 'error' | 'warning' | 'info';
        condition: MonitorCondition;
        forMinutes?: number;
        recoverForMinutes?: number;
        noData?: 'no_data' | 'ok' | 'firing';
        days?: number;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/monitors/preview';
};

export type MonitorsPreviewErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsPreviewError = MonitorsPreviewErrors[keyof MonitorsPreviewErrors];

export type MonitorsPreviewResponses = {
    /**
     * When it would have fired.
     */
    200: {
        preview: MonitorPreview;
    };
};

export type MonitorsPreviewResponse = MonitorsPreviewResponses[keyof MonitorsPreviewResponses];

export type MonitorsDeleteData = {
    body?: never;
    path: {
        monitorId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/monitors/{monitorId}';
};

export type MonitorsDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsDeleteError = MonitorsDeleteErrors[keyof MonitorsDeleteErrors];

export type MonitorsDeleteResponses = {
    /**
     * Deleted.
     */
    204: void;
};

export type MonitorsDeleteResponse = MonitorsDeleteResponses[keyof MonitorsDeleteResponses];

export type MonitorsGetData = {
    body?: never;
    path: {
        monitorId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/monitors/{monitorId}';
};

export type MonitorsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsGetError = MonitorsGetErrors[keyof MonitorsGetErrors];

export type MonitorsGetResponses = {
    /**
     * The monitor.
     */
    200: {
        monitor: Monitor;
    };
};

export type MonitorsGetResponse = MonitorsGetResponses[keyof MonitorsGetResponses];

export type MonitorsUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        name?: string;
        severity?: 'critical' | 'error' | 'warning' | 'info';
        condition?: MonitorCondition;
        forMinutes?: number;
        recoverForMinutes?: number;
        noData?: 'no_data' | 'ok' | 'firing';
    };
    path: {
        monitorId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/monitors/{monitorId}';
};

export type MonitorsUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsUpdateError = MonitorsUpdateErrors[keyof MonitorsUpdateErrors];

export type MonitorsUpdateResponses = {
    /**
     * The monitor.
     */
    200: {
        monitor: Monitor;
    };
};

export type MonitorsUpdateResponse = MonitorsUpdateResponses[keyof MonitorsUpdateResponses];

export type MonitorsPauseData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        monitorId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/monitors/{monitorId}/pause';
};

export type MonitorsPauseErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsPauseError = MonitorsPauseErrors[keyof MonitorsPauseErrors];

export type MonitorsPauseResponses = {
    /**
     * The monitor.
     */
    200: {
        monitor: Monitor;
    };
};

export type MonitorsPauseResponse = MonitorsPauseResponses[keyof MonitorsPauseResponses];

export type MonitorsResumeData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        monitorId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/monitors/{monitorId}/resume';
};

export type MonitorsResumeErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsResumeError = MonitorsResumeErrors[keyof MonitorsResumeErrors];

export type MonitorsResumeResponses = {
    /**
     * The monitor.
     */
    200: {
        monitor: Monitor;
    };
};

export type MonitorsResumeResponse = MonitorsResumeResponses[keyof MonitorsResumeResponses];

export type MonitorsHistoryData = {
    body?: never;
    path: {
        monitorId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/monitors/{monitorId}/history';
};

export type MonitorsHistoryErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type MonitorsHistoryError = MonitorsHistoryErrors[keyof MonitorsHistoryErrors];

export type MonitorsHistoryResponses = {
    /**
     * The changes, newest first.
     */
    200: {
        transitions: Array<MonitorTransition>;
        nextCursor: string | null;
    };
};

export type MonitorsHistoryResponse = MonitorsHistoryResponses[keyof MonitorsHistoryResponses];

export type SchedulesListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/schedules';
};

export type SchedulesListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SchedulesListError = SchedulesListErrors[keyof SchedulesListErrors];

export type SchedulesListResponses = {
    /**
     * The schedules, newest first.
     */
    200: {
        schedules: Array<Schedule>;
        nextCursor: string | null;
    };
};

export type SchedulesListResponse = SchedulesListResponses[keyof SchedulesListResponses];

export type SchedulesCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
        question: string;
        timing: ScheduleTiming;
        /**
         * Null: every destination that accepts scheduled answers.
         */
        destinationIds?: Array<string> | null;
        enabled?: boolean;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/schedules';
};

export type SchedulesCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SchedulesCreateError = SchedulesCreateErrors[keyof SchedulesCreateErrors];

export type SchedulesCreateResponses = {
    /**
     * The schedule.
     */
    201: {
        schedule: Schedule;
    };
};

export type SchedulesCreateResponse = SchedulesCreateResponses[keyof SchedulesCreateResponses];

export type SchedulesDeleteData = {
    body?: never;
    path: {
        scheduleId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/schedules/{scheduleId}';
};

export type SchedulesDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SchedulesDeleteError = SchedulesDeleteErrors[keyof SchedulesDeleteErrors];

export type SchedulesDeleteResponses = {
    /**
     * Deleted.
     */
    204: void;
};

export type SchedulesDeleteResponse = SchedulesDeleteResponses[keyof SchedulesDeleteResponses];

export type SchedulesGetData = {
    body?: never;
    path: {
        scheduleId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/schedules/{scheduleId}';
};

export type SchedulesGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SchedulesGetError = SchedulesGetErrors[keyof SchedulesGetErrors];

export type SchedulesGetResponses = {
    /**
     * The schedule.
     */
    200: {
        schedule: Schedule;
    };
};

export type SchedulesGetResponse = SchedulesGetResponses[keyof SchedulesGetResponses];

export type SchedulesUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        name?: string;
        question?: string;
        timing?: ScheduleTiming;
        /**
         * Null: every destination that accepts scheduled answers.
         */
        destinationIds?: Array<string> | null;
        enabled?: boolean;
    };
    path: {
        scheduleId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/schedules/{scheduleId}';
};

export type SchedulesUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SchedulesUpdateError = SchedulesUpdateErrors[keyof SchedulesUpdateErrors];

export type SchedulesUpdateResponses = {
    /**
     * The schedule.
     */
    200: {
        schedule: Schedule;
    };
};

export type SchedulesUpdateResponse = SchedulesUpdateResponses[keyof SchedulesUpdateResponses];

export type SchedulesRunData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        scheduleId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/schedules/{scheduleId}/run';
};

export type SchedulesRunErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SchedulesRunError = SchedulesRunErrors[keyof SchedulesRunErrors];

export type SchedulesRunResponses = {
    /**
     * The run that was started.
     */
    201: {
        run: ScheduleRun;
    };
};

export type SchedulesRunResponse = SchedulesRunResponses[keyof SchedulesRunResponses];

export type SchedulesListRunsData = {
    body?: never;
    path: {
        scheduleId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/schedules/{scheduleId}/runs';
};

export type SchedulesListRunsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type SchedulesListRunsError = SchedulesListRunsErrors[keyof SchedulesListRunsErrors];

export type SchedulesListRunsResponses = {
    /**
     * The runs, newest first.
     */
    200: {
        runs: Array<ScheduleRun>;
        nextCursor: string | null;
    };
};

export type SchedulesListRunsResponse = SchedulesListRunsResponses[keyof SchedulesListRunsResponses];

export type DestinationsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/destinations';
};

export type DestinationsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsListError = DestinationsListErrors[keyof DestinationsListErrors];

export type DestinationsListResponses = {
    /**
     * The destinations, newest first.
     */
    200: {
        destinations: Array<Destination>;
        nextCursor: string | null;
    };
};

export type DestinationsListResponse = DestinationsListResponses[keyof DestinationsListResponses];

export type DestinationsCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        name: string;
        target: DestinationTarget;
        rules?: DestinationRulesInput;
        enabled?: boolean;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/destinations';
};

export type DestinationsCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsCreateError = DestinationsCreateErrors[keyof DestinationsCreateErrors];

export type DestinationsCreateResponses = {
    /**
     * The destination.
     */
    201: {
        destination: Destination;
        /**
         * The signing secret of a webhook; only this answer contains it.
         */
        secret: string | null;
    };
};

export type DestinationsCreateResponse = DestinationsCreateResponses[keyof DestinationsCreateResponses];

export type DestinationsDeleteData = {
    body?: never;
    path: {
        destinationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/destinations/{destinationId}';
};

export type DestinationsDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsDeleteError = DestinationsDeleteErrors[keyof DestinationsDeleteErrors];

export type DestinationsDeleteResponses = {
    /**
     * Deleted.
     */
    204: void;
};

export type DestinationsDeleteResponse = DestinationsDeleteResponses[keyof DestinationsDeleteResponses];

export type DestinationsGetData = {
    body?: never;
    path: {
        destinationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/destinations/{destinationId}';
};

export type DestinationsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsGetError = DestinationsGetErrors[keyof DestinationsGetErrors];

export type DestinationsGetResponses = {
    /**
     * The destination.
     */
    200: {
        destination: Destination;
    };
};

export type DestinationsGetResponse = DestinationsGetResponses[keyof DestinationsGetResponses];

export type DestinationsUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        name?: string;
        target?: DestinationTarget;
        rules?: DestinationRulesInput;
        enabled?: boolean;
    };
    path: {
        destinationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/destinations/{destinationId}';
};

export type DestinationsUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsUpdateError = DestinationsUpdateErrors[keyof DestinationsUpdateErrors];

export type DestinationsUpdateResponses = {
    /**
     * The destination.
     */
    200: {
        destination: Destination;
    };
};

export type DestinationsUpdateResponse = DestinationsUpdateResponses[keyof DestinationsUpdateResponses];

export type DestinationsRotateSecretData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        overlapHours?: number;
        secret?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        destinationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/destinations/{destinationId}/rotate-secret';
};

export type DestinationsRotateSecretErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsRotateSecretError = DestinationsRotateSecretErrors[keyof DestinationsRotateSecretErrors];

export type DestinationsRotateSecretResponses = {
    /**
     * The destination with its new secret.
     */
    200: {
        destination: Destination;
        /**
         * The signing secret of a webhook; only this answer contains it.
         */
        secret: string | null;
    };
};

export type DestinationsRotateSecretResponse = DestinationsRotateSecretResponses[keyof DestinationsRotateSecretResponses];

export type DestinationsTestData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        destinationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/destinations/{destinationId}/test';
};

export type DestinationsTestErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsTestError = DestinationsTestErrors[keyof DestinationsTestErrors];

export type DestinationsTestResponses = {
    /**
     * The delivery: delivered or failed.
     */
    200: {
        delivery: Delivery;
    };
};

export type DestinationsTestResponse = DestinationsTestResponses[keyof DestinationsTestResponses];

export type DestinationsPreviewData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        type?: 'opened' | 'brief' | 'follow_up' | 'resolved' | 'reopened' | 'scheduled_answer' | 'test';
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        destinationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/destinations/{destinationId}/preview';
};

export type DestinationsPreviewErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsPreviewError = DestinationsPreviewErrors[keyof DestinationsPreviewErrors];

export type DestinationsPreviewResponses = {
    /**
     * The request.
     */
    200: {
        preview: {
            url: string;
            headers: {
                [key: string]: unknown;
            };
            body: {
                [key: string]: unknown;
            };
        };
    };
};

export type DestinationsPreviewResponse = DestinationsPreviewResponses[keyof DestinationsPreviewResponses];

export type DestinationsListDeliveriesData = {
    body?: never;
    path: {
        destinationId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
        state?: 'pending' | 'delivered' | 'failed' | 'suppressed' | 'cancelled';
        incidentId?: string;
    };
    url: '/destinations/{destinationId}/deliveries';
};

export type DestinationsListDeliveriesErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DestinationsListDeliveriesError = DestinationsListDeliveriesErrors[keyof DestinationsListDeliveriesErrors];

export type DestinationsListDeliveriesResponses = {
    /**
     * The deliveries, newest first.
     */
    200: {
        deliveries: Array<Delivery>;
        nextCursor: string | null;
    };
};

export type DestinationsListDeliveriesResponse = DestinationsListDeliveriesResponses[keyof DestinationsListDeliveriesResponses];

export type DeliveriesReplayData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        deliveryId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/deliveries/{deliveryId}/replay';
};

export type DeliveriesReplayErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type DeliveriesReplayError = DeliveriesReplayErrors[keyof DeliveriesReplayErrors];

export type DeliveriesReplayResponses = {
    /**
     * The delivery, which is being sent again.
     */
    200: {
        delivery: Delivery;
    };
};

export type DeliveriesReplayResponse = DeliveriesReplayResponses[keyof DeliveriesReplayResponses];

export type McpServersListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/mcp-servers';
};

export type McpServersListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type McpServersListError = McpServersListErrors[keyof McpServersListErrors];

export type McpServersListResponses = {
    /**
     * The MCP servers of the project, newest first.
     */
    200: {
        mcpServers: Array<McpServer>;
        nextCursor: string | null;
    };
};

export type McpServersListResponse = McpServersListResponses[keyof McpServersListResponses];

export type McpServersCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        /**
         * Part of the names of its tools; unique in the project.
         */
        name: string;
        connection: McpServerConnection;
        enabled?: boolean;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/mcp-servers';
};

export type McpServersCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type McpServersCreateError = McpServersCreateErrors[keyof McpServersCreateErrors];

export type McpServersCreateResponses = {
    /**
     * The MCP server. None of its tools are allowed yet.
     */
    201: {
        mcpServer: McpServer;
    };
};

export type McpServersCreateResponse = McpServersCreateResponses[keyof McpServersCreateResponses];

export type McpServersDeleteData = {
    body?: never;
    path: {
        mcpServerId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/mcp-servers/{mcpServerId}';
};

export type McpServersDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type McpServersDeleteError = McpServersDeleteErrors[keyof McpServersDeleteErrors];

export type McpServersDeleteResponses = {
    /**
     * Deleted.
     */
    204: void;
};

export type McpServersDeleteResponse = McpServersDeleteResponses[keyof McpServersDeleteResponses];

export type McpServersGetData = {
    body?: never;
    path: {
        mcpServerId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/mcp-servers/{mcpServerId}';
};

export type McpServersGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type McpServersGetError = McpServersGetErrors[keyof McpServersGetErrors];

export type McpServersGetResponses = {
    /**
     * The MCP server.
     */
    200: {
        mcpServer: McpServer;
    };
};

export type McpServersGetResponse = McpServersGetResponses[keyof McpServersGetResponses];

export type McpServersUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        /**
         * Part of the names of its tools; unique in the project.
         */
        name?: string;
        connection?: McpServerConnection;
        enabled?: boolean;
    };
    path: {
        mcpServerId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/mcp-servers/{mcpServerId}';
};

export type McpServersUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type McpServersUpdateError = McpServersUpdateErrors[keyof McpServersUpdateErrors];

export type McpServersUpdateResponses = {
    /**
     * The MCP server.
     */
    200: {
        mcpServer: McpServer;
    };
};

export type McpServersUpdateResponse = McpServersUpdateResponses[keyof McpServersUpdateResponses];

export type McpServersListToolsData = {
    body?: never;
    path: {
        mcpServerId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/mcp-servers/{mcpServerId}/tools';
};

export type McpServersListToolsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
};

export type McpServersListToolsError = McpServersListToolsErrors[keyof McpServersListToolsErrors];

export type McpServersListToolsResponses = {
    /**
     * At most 200 tools, and then those that were allowed and are gone.
     */
    200: {
        tools: Array<McpServerTool>;
    };
};

export type McpServersListToolsResponse = McpServersListToolsResponses[keyof McpServersListToolsResponses];

export type McpServersAllowToolsData = {
    body: {
        projectId?: string;
        organizationId?: string;
        tools: Array<{
            name: string;
            fingerprint: string;
            /**
             * You know that it only reads, though its server does not say so.
             */
            isReadOnly?: boolean;
        }>;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        mcpServerId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/mcp-servers/{mcpServerId}/allow-tools';
};

export type McpServersAllowToolsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * The request is well-formed, but a platform or the mode of the source refuses it.
     */
    422: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
};

export type McpServersAllowToolsError = McpServersAllowToolsErrors[keyof McpServersAllowToolsErrors];

export type McpServersAllowToolsResponses = {
    /**
     * The MCP server.
     */
    200: {
        mcpServer: McpServer;
    };
};

export type McpServersAllowToolsResponse = McpServersAllowToolsResponses[keyof McpServersAllowToolsResponses];

export type ChangesListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
        service?: string;
        kind?: 'deployment' | 'release' | 'commit' | 'feature_flag' | 'configuration' | 'scaling' | 'migration' | 'incident' | 'other';
        /**
         * Changes that started at or after this.
         */
        from?: string;
        /**
         * Changes that started before this.
         */
        to?: string;
        /**
         * Words that must all occur in the title, version, author, environment or services.
         */
        text?: string;
    };
    url: '/changes';
};

export type ChangesListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ChangesListError = ChangesListErrors[keyof ChangesListErrors];

export type ChangesListResponses = {
    /**
     * A page of changes.
     */
    200: {
        changes: Array<Change>;
        nextCursor: string | null;
    };
};

export type ChangesListResponse = ChangesListResponses[keyof ChangesListResponses];

export type ChangesRecordData = {
    body: {
        projectId?: string;
        organizationId?: string;
        kind: 'deployment' | 'release' | 'commit' | 'feature_flag' | 'configuration' | 'scaling' | 'migration' | 'incident' | 'other';
        title: string;
        /**
         * The changed service, if there is only one.
         */
        service?: string;
        /**
         * All changed services.
         */
        services?: Array<string>;
        environment?: string;
        version?: string;
        author?: string;
        url?: string;
        status?: 'started' | 'succeeded' | 'failed' | 'rolled_back';
        /**
         * Default: now.
         */
        startedAt?: string;
        endedAt?: string;
        /**
         * Your own id for this change. Sending the same key again updates the change.
         */
        key?: string;
        attributes?: {
            [key: string]: string;
        };
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/changes';
};

export type ChangesRecordErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type ChangesRecordError = ChangesRecordErrors[keyof ChangesRecordErrors];

export type ChangesRecordResponses = {
    /**
     * The change.
     */
    201: {
        change: Change;
    };
};

export type ChangesRecordResponse = ChangesRecordResponses[keyof ChangesRecordResponses];

export type IncidentsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
        state?: 'open' | 'resolved';
        severity?: 'critical' | 'error' | 'warning' | 'info';
        service?: string;
    };
    url: '/incidents';
};

export type IncidentsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentsListError = IncidentsListErrors[keyof IncidentsListErrors];

export type IncidentsListResponses = {
    /**
     * A page of incidents.
     */
    200: {
        incidents: Array<IncidentItem>;
        nextCursor: string | null;
    };
};

export type IncidentsListResponse = IncidentsListResponses[keyof IncidentsListResponses];

export type IncidentsGetAccuracyData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/incidents/accuracy';
};

export type IncidentsGetAccuracyErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentsGetAccuracyError = IncidentsGetAccuracyErrors[keyof IncidentsGetAccuracyErrors];

export type IncidentsGetAccuracyResponses = {
    /**
     * The counts.
     */
    200: {
        accuracy: IncidentAccuracy;
    };
};

export type IncidentsGetAccuracyResponse = IncidentsGetAccuracyResponses[keyof IncidentsGetAccuracyResponses];

export type IncidentsGetData = {
    body?: never;
    path: {
        incidentId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/incidents/{incidentId}';
};

export type IncidentsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentsGetError = IncidentsGetErrors[keyof IncidentsGetErrors];

export type IncidentsGetResponses = {
    /**
     * The incident.
     */
    200: {
        incident: Incident;
    };
};

export type IncidentsGetResponse = IncidentsGetResponses[keyof IncidentsGetResponses];

export type IncidentsListAlertsData = {
    body?: never;
    path: {
        incidentId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        cursor?: string;
    };
    url: '/incidents/{incidentId}/alerts';
};

export type IncidentsListAlertsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentsListAlertsError = IncidentsListAlertsErrors[keyof IncidentsListAlertsErrors];

export type IncidentsListAlertsResponses = {
    /**
     * A page of alerts.
     */
    200: {
        alerts: Array<{
            id: string;
            source: 'alertmanager' | 'grafana' | 'datadog' | 'pagerduty' | 'pagerduty_events' | 'incident_io' | 'jira_service_management' | 'sentry' | 'better_stack' | 'cloudwatch' | 'azure_monitor' | 'gcp_monitoring' | 'generic' | 'monitor';
            status: 'firing' | 'resolved';
            severity: 'critical' | 'error' | 'warning' | 'info';
            title: string;
            description: string;
            service: string | null;
            entities: Array<string>;
            startedAt: string;
            endedAt: string | null;
            repeats: number;
            query: string | null;
            links: Array<{
                title: string;
                url: string;
            }>;
            labels: {
                [key: string]: string;
            };
        }>;
        nextCursor: string | null;
    };
};

export type IncidentsListAlertsResponse = IncidentsListAlertsResponses[keyof IncidentsListAlertsResponses];

export type IncidentsGetPostmortemData = {
    body?: never;
    path: {
        incidentId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/incidents/{incidentId}/postmortem';
};

export type IncidentsGetPostmortemErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentsGetPostmortemError = IncidentsGetPostmortemErrors[keyof IncidentsGetPostmortemErrors];

export type IncidentsGetPostmortemResponses = {
    /**
     * The draft.
     */
    200: {
        postmortem: {
            incidentId: string;
            title: string;
            markdown: string;
        };
    };
};

export type IncidentsGetPostmortemResponse = IncidentsGetPostmortemResponses[keyof IncidentsGetPostmortemResponses];

export type IncidentsGiveFeedbackData = {
    body: {
        projectId?: string;
        organizationId?: string;
        verdict: 'right' | 'wrong';
        /**
         * The service that was the actual cause.
         */
        service?: string;
        /**
         * The actual cause.
         */
        cause?: string;
        note?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        incidentId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/incidents/{incidentId}/feedback';
};

export type IncidentsGiveFeedbackErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentsGiveFeedbackError = IncidentsGiveFeedbackErrors[keyof IncidentsGiveFeedbackErrors];

export type IncidentsGiveFeedbackResponses = {
    /**
     * The incident.
     */
    200: {
        incident: Incident;
    };
};

export type IncidentsGiveFeedbackResponse = IncidentsGiveFeedbackResponses[keyof IncidentsGiveFeedbackResponses];

export type IncidentsResolveData = {
    body?: never;
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        incidentId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/incidents/{incidentId}/resolve';
};

export type IncidentsResolveErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentsResolveError = IncidentsResolveErrors[keyof IncidentsResolveErrors];

export type IncidentsResolveResponses = {
    /**
     * The incident.
     */
    200: {
        incident: Incident;
    };
};

export type IncidentsResolveResponse = IncidentsResolveResponses[keyof IncidentsResolveResponses];

export type IncidentSharesListData = {
    body?: never;
    path: {
        incidentId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/incidents/{incidentId}/shares';
};

export type IncidentSharesListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentSharesListError = IncidentSharesListErrors[keyof IncidentSharesListErrors];

export type IncidentSharesListResponses = {
    /**
     * The links.
     */
    200: {
        shares: Array<IncidentShare>;
    };
};

export type IncidentSharesListResponse = IncidentSharesListResponses[keyof IncidentSharesListResponses];

export type IncidentSharesCreateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        /**
         * Five minutes to 30 days; seven days if it is left out.
         */
        expiresInSeconds?: number;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path: {
        incidentId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/incidents/{incidentId}/shares';
};

export type IncidentSharesCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type IncidentSharesCreateError = IncidentSharesCreateErrors[keyof IncidentSharesCreateErrors];

export type IncidentSharesCreateResponses = {
    /**
     * The link.
     */
    201: {
        share: CreatedIncidentShare;
    };
};

export type IncidentSharesCreateResponse = IncidentSharesCreateResponses[keyof IncidentSharesCreateResponses];

export type IncidentSharesRevokeData = {
    body?: never;
    path: {
        incidentId: string;
        shareId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/incidents/{incidentId}/shares/{shareId}';
};

export type IncidentSharesRevokeErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type IncidentSharesRevokeError = IncidentSharesRevokeErrors[keyof IncidentSharesRevokeErrors];

export type IncidentSharesRevokeResponses = {
    /**
     * The link is revoked.
     */
    204: void;
};

export type IncidentSharesRevokeResponse = IncidentSharesRevokeResponses[keyof IncidentSharesRevokeResponses];

export type SharedIncidentsGetData = {
    body?: never;
    path: {
        /**
         * As the link names it.
         */
        shareId: string;
    };
    query?: never;
    url: '/shared-incidents/{shareId}';
};

export type SharedIncidentsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type SharedIncidentsGetError = SharedIncidentsGetErrors[keyof SharedIncidentsGetErrors];

export type SharedIncidentsGetResponses = {
    /**
     * The incident.
     */
    200: {
        share: {
            id: string;
            expiresAt: string;
        };
        incident: SharedIncident;
    };
};

export type SharedIncidentsGetResponse = SharedIncidentsGetResponses[keyof SharedIncidentsGetResponses];

export type SharedIncidentsGetPostmortemData = {
    body?: never;
    path: {
        /**
         * As the link names it.
         */
        shareId: string;
    };
    query?: never;
    url: '/shared-incidents/{shareId}/postmortem';
};

export type SharedIncidentsGetPostmortemErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type SharedIncidentsGetPostmortemError = SharedIncidentsGetPostmortemErrors[keyof SharedIncidentsGetPostmortemErrors];

export type SharedIncidentsGetPostmortemResponses = {
    /**
     * The draft in Markdown.
     */
    200: {
        postmortem: {
            incidentId: string;
            title: string;
            markdown: string;
        };
    };
};

export type SharedIncidentsGetPostmortemResponse = SharedIncidentsGetPostmortemResponses[keyof SharedIncidentsGetPostmortemResponses];

export type SharedIncidentsGetTelemetryData = {
    body?: never;
    path: {
        /**
         * As the link names it.
         */
        shareId: string;
    };
    query?: never;
    url: '/shared-incidents/{shareId}/telemetry';
};

export type SharedIncidentsGetTelemetryErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type SharedIncidentsGetTelemetryError = SharedIncidentsGetTelemetryErrors[keyof SharedIncidentsGetTelemetryErrors];

export type SharedIncidentsGetTelemetryResponses = {
    /**
     * Requests, log errors and calls.
     */
    200: {
        /**
         * Received requests by service and interval.
         */
        requests: Array<{
            service: string;
            operation: string | null;
            start: string;
            requests: number;
            errors: number;
            durationMs: {
                p50: number;
                p90: number;
                p99: number;
                max: number;
                mean: number;
            };
        }>;
        /**
         * Warnings and errors by service.
         */
        logErrors: Array<{
            key: {
                [key: string]: string | null;
            };
            points: Array<Array<string | number>>;
            total: number;
        }>;
        calls: {
            before: Array<{
                caller: string;
                callee: string;
                calls: number;
                errors: number;
                durationMs: {
                    p50: number;
                    p99: number;
                };
            }>;
            since: Array<{
                caller: string;
                callee: string;
                calls: number;
                errors: number;
                durationMs: {
                    p50: number;
                    p99: number;
                };
            }>;
        };
    };
};

export type SharedIncidentsGetTelemetryResponse = SharedIncidentsGetTelemetryResponses[keyof SharedIncidentsGetTelemetryResponses];

export type SharedIncidentsGetEvidenceData = {
    body?: never;
    path: {
        /**
         * As the link names it.
         */
        shareId: string;
    };
    query: {
        service: string;
        signal: 'spans' | 'logs';
    };
    url: '/shared-incidents/{shareId}/evidence';
};

export type SharedIncidentsGetEvidenceErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type SharedIncidentsGetEvidenceError = SharedIncidentsGetEvidenceErrors[keyof SharedIncidentsGetEvidenceErrors];

export type SharedIncidentsGetEvidenceResponses = {
    /**
     * The rows of the signal that was asked for.
     */
    200: {
        spans: {
            before: Array<{
                service: string;
                operation: string | null;
                start: string;
                requests: number;
                errors: number;
                durationMs: {
                    p50: number;
                    p90: number;
                    p99: number;
                    max: number;
                    mean: number;
                };
            }>;
            since: Array<{
                service: string;
                operation: string | null;
                start: string;
                requests: number;
                errors: number;
                durationMs: {
                    p50: number;
                    p90: number;
                    p99: number;
                    max: number;
                    mean: number;
                };
            }>;
        } | null;
        patterns: Array<LogPattern> | null;
    };
};

export type SharedIncidentsGetEvidenceResponse = SharedIncidentsGetEvidenceResponses[keyof SharedIncidentsGetEvidenceResponses];

export type MaintenanceWindowsListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/maintenance-windows';
};

export type MaintenanceWindowsListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MaintenanceWindowsListError = MaintenanceWindowsListErrors[keyof MaintenanceWindowsListErrors];

export type MaintenanceWindowsListResponses = {
    /**
     * The windows.
     */
    200: {
        maintenanceWindows: Array<MaintenanceWindow>;
    };
};

export type MaintenanceWindowsListResponse = MaintenanceWindowsListResponses[keyof MaintenanceWindowsListResponses];

export type MaintenanceWindowsCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        title: string;
        /**
         * Empty: all services.
         */
        services?: Array<string>;
        /**
         * Labels that an alert must have, all of them.
         */
        labels?: {
            [key: string]: string;
        };
        startsAt: string;
        /**
         * At most 30 days after startsAt.
         */
        endsAt: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/maintenance-windows';
};

export type MaintenanceWindowsCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MaintenanceWindowsCreateError = MaintenanceWindowsCreateErrors[keyof MaintenanceWindowsCreateErrors];

export type MaintenanceWindowsCreateResponses = {
    /**
     * The window.
     */
    201: {
        maintenanceWindow: MaintenanceWindow;
    };
};

export type MaintenanceWindowsCreateResponse = MaintenanceWindowsCreateResponses[keyof MaintenanceWindowsCreateResponses];

export type MaintenanceWindowsDeleteData = {
    body?: never;
    path: {
        windowId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/maintenance-windows/{windowId}';
};

export type MaintenanceWindowsDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MaintenanceWindowsDeleteError = MaintenanceWindowsDeleteErrors[keyof MaintenanceWindowsDeleteErrors];

export type MaintenanceWindowsDeleteResponses = {
    /**
     * Removed.
     */
    204: void;
};

export type MaintenanceWindowsDeleteResponse = MaintenanceWindowsDeleteResponses[keyof MaintenanceWindowsDeleteResponses];

export type MaintenanceWindowsGetData = {
    body?: never;
    path: {
        windowId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/maintenance-windows/{windowId}';
};

export type MaintenanceWindowsGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MaintenanceWindowsGetError = MaintenanceWindowsGetErrors[keyof MaintenanceWindowsGetErrors];

export type MaintenanceWindowsGetResponses = {
    /**
     * The window.
     */
    200: {
        maintenanceWindow: MaintenanceWindow;
    };
};

export type MaintenanceWindowsGetResponse = MaintenanceWindowsGetResponses[keyof MaintenanceWindowsGetResponses];

export type MaintenanceWindowsUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        title?: string;
        /**
         * Empty: all services.
         */
        services?: Array<string>;
        /**
         * Labels that an alert must have, all of them.
         */
        labels?: {
            [key: string]: string;
        };
        startsAt?: string;
        /**
         * At most 30 days after startsAt.
         */
        endsAt?: string;
    };
    path: {
        windowId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/maintenance-windows/{windowId}';
};

export type MaintenanceWindowsUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type MaintenanceWindowsUpdateError = MaintenanceWindowsUpdateErrors[keyof MaintenanceWindowsUpdateErrors];

export type MaintenanceWindowsUpdateResponses = {
    /**
     * The window.
     */
    200: {
        maintenanceWindow: MaintenanceWindow;
    };
};

export type MaintenanceWindowsUpdateResponse = MaintenanceWindowsUpdateResponses[keyof MaintenanceWindowsUpdateResponses];

export type NotesListData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        service?: string;
    };
    url: '/notes';
};

export type NotesListErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type NotesListError = NotesListErrors[keyof NotesListErrors];

export type NotesListResponses = {
    /**
     * The notes.
     */
    200: {
        notes: Array<NoteItem>;
    };
};

export type NotesListResponse = NotesListResponses[keyof NotesListResponses];

export type NotesCreateData = {
    body: {
        projectId?: string;
        organizationId?: string;
        kind: 'note' | 'runbook';
        title: string;
        /**
         * null: of the whole project.
         */
        service?: string | null;
        /**
         * Where the runbook is kept.
         */
        url?: string | null;
        /**
         * Markdown, at most 64 KiB.
         */
        text: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/notes';
};

export type NotesCreateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type NotesCreateError = NotesCreateErrors[keyof NotesCreateErrors];

export type NotesCreateResponses = {
    /**
     * The note.
     */
    201: {
        note: Note;
    };
};

export type NotesCreateResponse = NotesCreateResponses[keyof NotesCreateResponses];

export type NotesDeleteData = {
    body?: never;
    path: {
        noteId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/notes/{noteId}';
};

export type NotesDeleteErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type NotesDeleteError = NotesDeleteErrors[keyof NotesDeleteErrors];

export type NotesDeleteResponses = {
    /**
     * Removed.
     */
    204: void;
};

export type NotesDeleteResponse = NotesDeleteResponses[keyof NotesDeleteResponses];

export type NotesGetData = {
    body?: never;
    path: {
        noteId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
        /**
         * 0 selects the latest version.
         */
        version?: number;
    };
    url: '/notes/{noteId}';
};

export type NotesGetErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type NotesGetError = NotesGetErrors[keyof NotesGetErrors];

export type NotesGetResponses = {
    /**
     * The note.
     */
    200: {
        note: Note;
    };
};

export type NotesGetResponse = NotesGetResponses[keyof NotesGetResponses];

export type NotesUpdateData = {
    body?: {
        projectId?: string;
        organizationId?: string;
        kind?: 'note' | 'runbook';
        title?: string;
        /**
         * null: of the whole project.
         */
        service?: string | null;
        /**
         * Where the runbook is kept.
         */
        url?: string | null;
        /**
         * Markdown, at most 64 KiB.
         */
        text?: string;
        version?: number;
    };
    path: {
        noteId: string;
    };
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/notes/{noteId}';
};

export type NotesUpdateErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type NotesUpdateError = NotesUpdateErrors[keyof NotesUpdateErrors];

export type NotesUpdateResponses = {
    /**
     * The note.
     */
    200: {
        note: Note;
    };
};

export type NotesUpdateResponse = NotesUpdateResponses[keyof NotesUpdateResponses];

export type BillingListPlansData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/billing/plans';
};

export type BillingListPlansErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type BillingListPlansError = BillingListPlansErrors[keyof BillingListPlansErrors];

export type BillingListPlansResponses = {
    /**
     * The plans, cheapest first, and the current one.
     */
    200: {
        billingModel: string;
        currentPlanSlug: string | null;
        hasActiveProcessorBilling: boolean;
        plans: Array<BillingPlan>;
    };
};

export type BillingListPlansResponse = BillingListPlansResponses[keyof BillingListPlansResponses];

export type BillingGetSummaryData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/billing/summary';
};

export type BillingGetSummaryErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type BillingGetSummaryError = BillingGetSummaryErrors[keyof BillingGetSummaryErrors];

export type BillingGetSummaryResponses = {
    /**
     * Plan, balance, cycle, and the charge of the next renewal as of now.
     */
    200: BillingSummary;
};

export type BillingGetSummaryResponse = BillingGetSummaryResponses[keyof BillingGetSummaryResponses];

export type BillingGetUsageData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        cycle?: 'current' | 'previous';
    };
    url: '/billing/usage';
};

export type BillingGetUsageErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type BillingGetUsageError = BillingGetUsageErrors[keyof BillingGetUsageErrors];

export type BillingGetUsageResponses = {
    /**
     * Usage debited in the cycle, in units and credits. `cycle` is null when there is no such cycle.
     */
    200: {
        cycle: {
            startsAt: string;
            endsAt: string;
        } | null;
        usage: Array<{
            dimension: 'log_bytes' | 'ai_input_tokens' | 'ai_output_tokens';
            totalQuantity: string;
            creditsConsumed: string;
        }>;
    };
};

export type BillingGetUsageResponse = BillingGetUsageResponses[keyof BillingGetUsageResponses];

export type BillingListTransactionsData = {
    body?: never;
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
        limit?: number;
        page?: number;
    };
    url: '/billing/transactions';
};

export type BillingListTransactionsErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type BillingListTransactionsError = BillingListTransactionsErrors[keyof BillingListTransactionsErrors];

export type BillingListTransactionsResponses = {
    /**
     * Ledger entries, newest first, each with its cause and the balance after it.
     */
    200: {
        items: Array<BillingTransaction>;
        pagination: {
            page: number;
            limit: number;
            total: number;
            totalPages: number;
            hasNext: boolean;
            hasPrev: boolean;
        };
    };
};

export type BillingListTransactionsResponse = BillingListTransactionsResponses[keyof BillingListTransactionsResponses];

export type BillingPreviewPlanChangeData = {
    body: {
        projectId?: string;
        organizationId?: string;
        planSlug: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/billing/plan-change/preview';
};

export type BillingPreviewPlanChangeErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type BillingPreviewPlanChangeError = BillingPreviewPlanChangeErrors[keyof BillingPreviewPlanChangeErrors];

export type BillingPreviewPlanChangeResponses = {
    /**
     * What the change would charge and grant now. Nothing is changed.
     */
    200: BillingPlanChangePreview;
};

export type BillingPreviewPlanChangeResponse = BillingPreviewPlanChangeResponses[keyof BillingPreviewPlanChangeResponses];

export type BillingChangePlanData = {
    body: {
        projectId?: string;
        organizationId?: string;
        planSlug: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/billing/plan-change';
};

export type BillingChangePlanErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type BillingChangePlanError = BillingChangePlanErrors[keyof BillingChangePlanErrors];

export type BillingChangePlanResponses = {
    /**
     * The change, with the amounts of its preview.
     */
    200: BillingPlanChange;
};

export type BillingChangePlanResponse = BillingChangePlanResponses[keyof BillingChangePlanResponses];

export type BillingPreviewCancellationData = {
    body?: {
        projectId?: string;
        organizationId?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/billing/subscription-cancellation/preview';
};

export type BillingPreviewCancellationErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
};

export type BillingPreviewCancellationError = BillingPreviewCancellationErrors[keyof BillingPreviewCancellationErrors];

export type BillingPreviewCancellationResponses = {
    /**
     * What a cancellation would charge and when it would take effect, as of now. Nothing is changed.
     */
    200: BillingCancellationPreview;
};

export type BillingPreviewCancellationResponse = BillingPreviewCancellationResponses[keyof BillingPreviewCancellationResponses];

export type BillingScheduleCancellationData = {
    body?: {
        projectId?: string;
        organizationId?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/billing/subscription-cancellation';
};

export type BillingScheduleCancellationErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type BillingScheduleCancellationError = BillingScheduleCancellationErrors[keyof BillingScheduleCancellationErrors];

export type BillingScheduleCancellationResponses = {
    /**
     * The scheduled cancellation. Scheduling it again returns the same one.
     */
    200: BillingCancellation;
};

export type BillingScheduleCancellationResponse = BillingScheduleCancellationResponses[keyof BillingScheduleCancellationResponses];

export type BillingResumeSubscriptionData = {
    body?: {
        projectId?: string;
        organizationId?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/billing/subscription-cancellation/resume';
};

export type BillingResumeSubscriptionErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type BillingResumeSubscriptionError = BillingResumeSubscriptionErrors[keyof BillingResumeSubscriptionErrors];

export type BillingResumeSubscriptionResponses = {
    /**
     * The subscription continues; its cancellation is withdrawn.
     */
    200: {
        billingSubscriptionId: string;
        resumed: boolean;
    };
};

export type BillingResumeSubscriptionResponse = BillingResumeSubscriptionResponses[keyof BillingResumeSubscriptionResponses];

export type BillingCreatePortalSessionData = {
    body?: {
        projectId?: string;
        organizationId?: string;
    };
    headers?: {
        /**
         * A repetition with the same key and request within 24 hours gets the same answer and has no further effect.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: {
        projectId?: string;
        organizationId?: string;
    };
    url: '/billing/portal-session';
};

export type BillingCreatePortalSessionErrors = {
    /**
     * The request is malformed. `issues` names the fields, `missingContext` the context to add.
     */
    400: Error;
    /**
     * The credential is missing, malformed, unknown, expired or revoked.
     */
    401: Error;
    /**
     * The credential does not have the permission this operation needs.
     */
    403: Error;
    /**
     * The resource does not exist, or it belongs to another tenant.
     */
    404: Error;
    /**
     * The state of the resource does not allow this.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json.
     */
    415: Error;
    /**
     * A limit was reached. Retry after `retryAfterSeconds`.
     */
    429: Error;
    /**
     * The service failed. Its operators find the reason in the logs by `requestId`.
     */
    500: Error;
    /**
     * A platform answered with an error.
     */
    502: Error;
    /**
     * The service is temporarily unavailable. Retry.
     */
    503: Error;
};

export type BillingCreatePortalSessionError = BillingCreatePortalSessionErrors[keyof BillingCreatePortalSessionErrors];

export type BillingCreatePortalSessionResponses = {
    /**
     * The URL of the page for payment methods and past invoices.
     */
    200: {
        portalUrl: string;
    };
};

export type BillingCreatePortalSessionResponse = BillingCreatePortalSessionResponses[keyof BillingCreatePortalSessionResponses];

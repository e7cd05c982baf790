// Generated from the OpenAPI document by `npm run build:sdk`. Do not edit.

import { client } from './client.gen.ts';
import type { Client, ClientMeta, Options as Options2, RequestResult, ServerSentEventsResult, TDataShape } from './client/index.ts';
import type { AlertKeysCreateData, AlertKeysCreateErrors, AlertKeysCreateResponses, AlertKeysDeactivateData, AlertKeysDeactivateErrors, AlertKeysDeactivateResponses, AlertKeysGetData, AlertKeysGetErrors, AlertKeysGetResponses, AlertKeysListData, AlertKeysListErrors, AlertKeysListResponses, AlertKeysUpdateData, AlertKeysUpdateErrors, AlertKeysUpdateResponses, AlertSendersListData, AlertSendersListErrors, AlertSendersListResponses, AlertsExplainData, AlertsExplainErrors, AlertsExplainResponses, AlertsReceiveData, AlertsReceiveErrors, AlertsReceiveResponses, AuditEventsListData, AuditEventsListErrors, AuditEventsListResponses, BillingChangePlanData, BillingChangePlanErrors, BillingChangePlanResponses, BillingCreatePortalSessionData, BillingCreatePortalSessionErrors, BillingCreatePortalSessionResponses, BillingGetSummaryData, BillingGetSummaryErrors, BillingGetSummaryResponses, BillingGetUsageData, BillingGetUsageErrors, BillingGetUsageResponses, BillingListPlansData, BillingListPlansErrors, BillingListPlansResponses, BillingListTransactionsData, BillingListTransactionsErrors, BillingListTransactionsResponses, BillingPreviewCancellationData, BillingPreviewCancellationErrors, BillingPreviewCancellationResponses, BillingPreviewPlanChangeData, BillingPreviewPlanChangeErrors, BillingPreviewPlanChangeResponses, BillingResumeSubscriptionData, BillingResumeSubscriptionErrors, BillingResumeSubscriptionResponses, BillingScheduleCancellationData, BillingScheduleCancellationErrors, BillingScheduleCancellationResponses, ChangesListData, ChangesListErrors, ChangesListResponses, ChangesReceiveData, ChangesReceiveErrors, ChangesReceiveResponses, ChangesRecordData, ChangesRecordErrors, ChangesRecordResponses, DataSourcesCreateConnectionData, DataSourcesCreateConnectionErrors, DataSourcesCreateConnectionResponses, DataSourcesCreateStreamData, DataSourcesCreateStreamErrors, DataSourcesCreateStreamResponses, DataSourcesDeleteConnectionData, DataSourcesDeleteConnectionErrors, DataSourcesDeleteConnectionResponses, DataSourcesDeleteStreamData, DataSourcesDeleteStreamErrors, DataSourcesDeleteStreamResponses, DataSourcesGetConnectionData, DataSourcesGetConnectionErrors, DataSourcesGetConnectionResponses, DataSourcesGetStreamData, DataSourcesGetStreamErrors, DataSourcesGetStreamResponses, DataSourcesListConnectionsData, DataSourcesListConnectionsErrors, DataSourcesListConnectionsResponses, DataSourcesListResourcesData, DataSourcesListResourcesErrors, DataSourcesListResourcesResponses, DataSourcesListStreamsData, DataSourcesListStreamsErrors, DataSourcesListStreamsResponses, DataSourcesListTypesData, DataSourcesListTypesErrors, DataSourcesListTypesResponses, DataSourcesRetryStreamData, DataSourcesRetryStreamErrors, DataSourcesRetryStreamResponses, DataSourcesUpdateConnectionData, DataSourcesUpdateConnectionErrors, DataSourcesUpdateConnectionResponses, DeliveriesReplayData, DeliveriesReplayErrors, DeliveriesReplayResponses, DependenciesListData, DependenciesListErrors, DependenciesListResponses, DestinationsCreateData, DestinationsCreateErrors, DestinationsCreateResponses, DestinationsDeleteData, DestinationsDeleteErrors, DestinationsDeleteResponses, DestinationsGetData, DestinationsGetErrors, DestinationsGetResponses, DestinationsListData, DestinationsListDeliveriesData, DestinationsListDeliveriesErrors, DestinationsListDeliveriesResponses, DestinationsListErrors, DestinationsListResponses, DestinationsPreviewData, DestinationsPreviewErrors, DestinationsPreviewResponses, DestinationsRotateSecretData, DestinationsRotateSecretErrors, DestinationsRotateSecretResponses, DestinationsTestData, DestinationsTestErrors, DestinationsTestResponses, DestinationsUpdateData, DestinationsUpdateErrors, DestinationsUpdateResponses, IncidentsGetAccuracyData, IncidentsGetAccuracyErrors, IncidentsGetAccuracyResponses, IncidentsGetData, IncidentsGetErrors, IncidentsGetPostmortemData, IncidentsGetPostmortemErrors, IncidentsGetPostmortemResponses, IncidentsGetResponses, IncidentsGiveFeedbackData, IncidentsGiveFeedbackErrors, IncidentsGiveFeedbackResponses, IncidentSharesCreateData, IncidentSharesCreateErrors, IncidentSharesCreateResponses, IncidentSharesListData, IncidentSharesListErrors, IncidentSharesListResponses, IncidentSharesRevokeData, IncidentSharesRevokeErrors, IncidentSharesRevokeResponses, IncidentsListAlertsData, IncidentsListAlertsErrors, IncidentsListAlertsResponses, IncidentsListData, IncidentsListErrors, IncidentsListResponses, IncidentsResolveData, IncidentsResolveErrors, IncidentsResolveResponses, IntakeExplainData, IntakeExplainErrors, IntakeExplainResponses, LogsFieldsData, LogsFieldsErrors, LogsFieldsResponses, LogsGetData, LogsGetErrors, LogsGetResponses, LogSourcesCreateData, LogSourcesCreateErrors, LogSourcesCreateResponses, LogSourcesDeleteData, LogSourcesDeleteErrors, LogSourcesDeleteResponses, LogSourcesGetData, LogSourcesGetErrors, LogSourcesGetResponses, LogSourcesListData, LogSourcesListErrors, LogSourcesListProvidersData, LogSourcesListProvidersErrors, LogSourcesListProvidersResponses, LogSourcesListResponses, LogSourcesUpdateData, LogSourcesUpdateErrors, LogSourcesUpdateResponses, LogsPatternsData, LogsPatternsErrors, LogsPatternsResponses, LogsQueryData, LogsQueryErrors, LogsQueryResponses, LogStreamsCreateData, LogStreamsCreateErrors, LogStreamsCreateResponses, LogStreamsDeleteData, LogStreamsDeleteErrors, LogStreamsDeleteResponses, LogStreamsGetData, LogStreamsGetErrors, LogStreamsGetResponses, LogStreamsListData, LogStreamsListErrors, LogStreamsListResponses, LogStreamsRetryData, LogStreamsRetryErrors, LogStreamsRetryResponses, LogStreamsUpdateData, LogStreamsUpdateErrors, LogStreamsUpdateResponses, LogsVolumeData, LogsVolumeErrors, LogsVolumeResponses, MaintenanceWindowsCreateData, MaintenanceWindowsCreateErrors, MaintenanceWindowsCreateResponses, MaintenanceWindowsDeleteData, MaintenanceWindowsDeleteErrors, MaintenanceWindowsDeleteResponses, MaintenanceWindowsGetData, MaintenanceWindowsGetErrors, MaintenanceWindowsGetResponses, MaintenanceWindowsListData, MaintenanceWindowsListErrors, MaintenanceWindowsListResponses, MaintenanceWindowsUpdateData, MaintenanceWindowsUpdateErrors, MaintenanceWindowsUpdateResponses, McpServersAllowToolsData, McpServersAllowToolsErrors, McpServersAllowToolsResponses, McpServersCreateData, McpServersCreateErrors, McpServersCreateResponses, McpServersDeleteData, McpServersDeleteErrors, McpServersDeleteResponses, McpServersGetData, McpServersGetErrors, McpServersGetResponses, McpServersListData, McpServersListErrors, McpServersListResponses, McpServersListToolsData, McpServersListToolsErrors, McpServersListToolsResponses, McpServersUpdateData, McpServersUpdateErrors, McpServersUpdateResponses, MeGetData, MeGetErrors, MeGetResponses, MeListTokensData, MeListTokensErrors, MeListTokensResponses, MembersAcceptInvitationData, MembersAcceptInvitationErrors, MembersAcceptInvitationResponses, MembersInviteData, MembersInviteErrors, MembersInviteResponses, MembersListData, MembersListErrors, MembersListInvitationsData, MembersListInvitationsErrors, MembersListInvitationsResponses, MembersListResponses, MembersRemoveData, MembersRemoveErrors, MembersRemoveResponses, MembersRevokeInvitationData, MembersRevokeInvitationErrors, MembersRevokeInvitationResponses, MembersUpdateRoleData, MembersUpdateRoleErrors, MembersUpdateRoleResponses, MeRevokeTokenData, MeRevokeTokenErrors, MeRevokeTokenResponses, MessagesAppendData, MessagesAppendErrors, MessagesAppendResponses, MessagesListData, MessagesListErrors, MessagesListResponses, MetricsListData, MetricsListErrors, MetricsListResponses, MetricsQueryData, MetricsQueryErrors, MetricsQueryResponses, MonitorsCreateData, MonitorsCreateErrors, MonitorsCreateResponses, MonitorsDeleteData, MonitorsDeleteErrors, MonitorsDeleteResponses, MonitorsGetData, MonitorsGetErrors, MonitorsGetResponses, MonitorsHistoryData, MonitorsHistoryErrors, MonitorsHistoryResponses, MonitorsListData, MonitorsListErrors, MonitorsListResponses, MonitorsListTemplatesData, MonitorsListTemplatesErrors, MonitorsListTemplatesResponses, MonitorsPauseData, MonitorsPauseErrors, MonitorsPauseResponses, MonitorsPreviewData, MonitorsPreviewErrors, MonitorsPreviewResponses, MonitorsResumeData, MonitorsResumeErrors, MonitorsResumeResponses, MonitorsUpdateData, MonitorsUpdateErrors, MonitorsUpdateResponses, NotesCreateData, NotesCreateErrors, NotesCreateResponses, NotesDeleteData, NotesDeleteErrors, NotesDeleteResponses, NotesGetData, NotesGetErrors, NotesGetResponses, NotesListData, NotesListErrors, NotesListResponses, NotesUpdateData, NotesUpdateErrors, NotesUpdateResponses, OrganizationsCreateData, OrganizationsCreateErrors, OrganizationsCreateResponses, OrganizationsGetAgentSettingsData, OrganizationsGetAgentSettingsErrors, OrganizationsGetAgentSettingsResponses, OrganizationsGetData, OrganizationsGetErrors, OrganizationsGetResponses, OrganizationsListData, OrganizationsListErrors, OrganizationsListResponses, OrganizationsUpdateAgentSettingsData, OrganizationsUpdateAgentSettingsErrors, OrganizationsUpdateAgentSettingsResponses, OrganizationsUpdateData, OrganizationsUpdateErrors, OrganizationsUpdateResponses, ProjectsCreateData, ProjectsCreateErrors, ProjectsCreateResponses, ProjectsDeleteData, ProjectsDeleteErrors, ProjectsDeleteResponses, ProjectsGetData, ProjectsGetErrors, ProjectsGetRedactionData, ProjectsGetRedactionErrors, ProjectsGetRedactionResponses, ProjectsGetResponses, ProjectsListData, ProjectsListErrors, ProjectsListResponses, ProjectsUpdateData, ProjectsUpdateErrors, ProjectsUpdateRedactionData, ProjectsUpdateRedactionErrors, ProjectsUpdateRedactionResponses, ProjectsUpdateResponses, PublicKeysCreateData, PublicKeysCreateErrors, PublicKeysCreateResponses, PublicKeysDeactivateData, PublicKeysDeactivateErrors, PublicKeysDeactivateResponses, PublicKeysGetData, PublicKeysGetErrors, PublicKeysGetResponses, PublicKeysListData, PublicKeysListErrors, PublicKeysListResponses, PublicKeysUpdateData, PublicKeysUpdateErrors, PublicKeysUpdateResponses, RecommendationsListData, RecommendationsListErrors, RecommendationsListResponses, RunsCancelData, RunsCancelErrors, RunsCancelResponses, RunsGetData, RunsGetErrors, RunsGetResponses, RunsListData, RunsListErrors, RunsListOfProjectData, RunsListOfProjectErrors, RunsListOfProjectResponses, RunsListResponses, RunsListSentData, RunsListSentErrors, RunsListSentResponses, RunsStreamData, RunsStreamErrors, RunsStreamResponse, RunsStreamResponses, SchedulesCreateData, SchedulesCreateErrors, SchedulesCreateResponses, SchedulesDeleteData, SchedulesDeleteErrors, SchedulesDeleteResponses, SchedulesGetData, SchedulesGetErrors, SchedulesGetResponses, SchedulesListData, SchedulesListErrors, SchedulesListResponses, SchedulesListRunsData, SchedulesListRunsErrors, SchedulesListRunsResponses, SchedulesRunData, SchedulesRunErrors, SchedulesRunResponses, SchedulesUpdateData, SchedulesUpdateErrors, SchedulesUpdateResponses, SearchMessagesData, SearchMessagesErrors, SearchMessagesResponses, SearchThreadsData, SearchThreadsErrors, SearchThreadsResponses, SecretKeysCreateData, SecretKeysCreateErrors, SecretKeysCreateResponses, SecretKeysDeleteData, SecretKeysDeleteErrors, SecretKeysDeleteResponses, SecretKeysGetData, SecretKeysGetErrors, SecretKeysGetResponses, SecretKeysListData, SecretKeysListErrors, SecretKeysListResponses, SecretKeysUpdateData, SecretKeysUpdateErrors, SecretKeysUpdateResponses, SharedIncidentsGetData, SharedIncidentsGetErrors, SharedIncidentsGetEvidenceData, SharedIncidentsGetEvidenceErrors, SharedIncidentsGetEvidenceResponses, SharedIncidentsGetPostmortemData, SharedIncidentsGetPostmortemErrors, SharedIncidentsGetPostmortemResponses, SharedIncidentsGetResponses, SharedIncidentsGetTelemetryData, SharedIncidentsGetTelemetryErrors, SharedIncidentsGetTelemetryResponses, TelemetryTailData, TelemetryTailErrors, TelemetryTailResponse, TelemetryTailResponses, ThreadsCreateData, ThreadsCreateErrors, ThreadsCreateResponses, ThreadsDeleteData, ThreadsDeleteErrors, ThreadsDeleteResponses, ThreadsForkData, ThreadsForkErrors, ThreadsForkResponses, ThreadsGetData, ThreadsGetErrors, ThreadsGetResponses, ThreadsGetStatusData, ThreadsGetStatusErrors, ThreadsGetStatusResponses, ThreadsListData, ThreadsListErrors, ThreadsListResponses, ThreadsStopData, ThreadsStopErrors, ThreadsStopResponses, ThreadsStreamData, ThreadsStreamErrors, ThreadsStreamResponse, ThreadsStreamResponses, ThreadsUpdateData, ThreadsUpdateErrors, ThreadsUpdateResponses, TracesGetData, TracesGetErrors, TracesGetResponses, TracesQueryData, TracesQueryErrors, TracesQueryResponses, TracesStatsData, TracesStatsErrors, TracesStatsResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

class HeyApiClient {
    protected client: Client;
    
    constructor(args?: {
        client?: Client;
    }) {
        this.client = args?.client ?? client;
    }
}

class HeyApiRegistry<T> {
    private readonly defaultKey = 'default';
    
    private readonly instances: Map<string, T> = new Map();
    
    get(key?: string): T {
        const instance = this.instances.get(key ?? this.defaultKey);
        if (!instance) {
            throw new Error(`No SDK client found. Create one with "new Operations()" to fix this error.`);
        }
        return instance;
    }
    
    set(value: T, key?: string): void {
        this.instances.set(key ?? this.defaultKey, value);
    }
}

export class Me extends HeyApiClient {
    /**
     * Get the credential in use
     */
    public get<ThrowOnError extends boolean = true>(options?: Options<MeGetData, ThrowOnError>): RequestResult<MeGetResponses, MeGetErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<MeGetResponses, MeGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/me',
            ...options
        });
    }
    
    /**
     * List your user tokens
     */
    public listTokens<ThrowOnError extends boolean = true>(options?: Options<MeListTokensData, ThrowOnError>): RequestResult<MeListTokensResponses, MeListTokensErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<MeListTokensResponses, MeListTokensErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/me/tokens',
            ...options
        });
    }
    
    /**
     * Revoke one of your user tokens
     */
    public revokeToken<ThrowOnError extends boolean = true>(options: Options<MeRevokeTokenData, ThrowOnError>): RequestResult<MeRevokeTokenResponses, MeRevokeTokenErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<MeRevokeTokenResponses, MeRevokeTokenErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/me/tokens/{tokenId}',
            ...options
        });
    }
}

export class Organizations extends HeyApiClient {
    /**
     * List the organizations available to the credential
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<OrganizationsListData, ThrowOnError>): RequestResult<OrganizationsListResponses, OrganizationsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<OrganizationsListResponses, OrganizationsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/organizations',
            ...options
        });
    }
    
    /**
     * Create an organization
     *
     * A user without a fixed scope becomes its admin. A partner creates it in its superorganization.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<OrganizationsCreateData, ThrowOnError>): RequestResult<OrganizationsCreateResponses, OrganizationsCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<OrganizationsCreateResponses, OrganizationsCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/organizations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get an organization
     */
    public get<ThrowOnError extends boolean = true>(options: Options<OrganizationsGetData, ThrowOnError>): RequestResult<OrganizationsGetResponses, OrganizationsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<OrganizationsGetResponses, OrganizationsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/organizations/{organizationId}',
            ...options
        });
    }
    
    /**
     * Rename an organization
     */
    public update<ThrowOnError extends boolean = true>(options: Options<OrganizationsUpdateData, ThrowOnError>): RequestResult<OrganizationsUpdateResponses, OrganizationsUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<OrganizationsUpdateResponses, OrganizationsUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/organizations/{organizationId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get what the agent may send to model providers
     *
     * Masking replaces e-mail addresses, IP addresses, hosts and ids by pseudonyms before a prompt leaves for a language model provider, and puts them back in the answer. If the organization has no setting of its own, the setting of the deployment applies. A change takes effect within 60 seconds.
     */
    public getAgentSettings<ThrowOnError extends boolean = true>(options: Options<OrganizationsGetAgentSettingsData, ThrowOnError>): RequestResult<OrganizationsGetAgentSettingsResponses, OrganizationsGetAgentSettingsErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<OrganizationsGetAgentSettingsResponses, OrganizationsGetAgentSettingsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/organizations/{organizationId}/agent-settings',
            ...options
        });
    }
    
    /**
     * Change what the agent may send to model providers
     *
     * `maskingEnabled: null` returns to the setting of the deployment. A change takes effect within 60 seconds.
     */
    public updateAgentSettings<ThrowOnError extends boolean = true>(options: Options<OrganizationsUpdateAgentSettingsData, ThrowOnError>): RequestResult<OrganizationsUpdateAgentSettingsResponses, OrganizationsUpdateAgentSettingsErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<OrganizationsUpdateAgentSettingsResponses, OrganizationsUpdateAgentSettingsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/organizations/{organizationId}/agent-settings',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Members extends HeyApiClient {
    /**
     * List the members of an organization
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<MembersListData, ThrowOnError>): RequestResult<MembersListResponses, MembersListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<MembersListResponses, MembersListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/members',
            ...options
        });
    }
    
    /**
     * Change the role of a member
     *
     * The member is named by user id or URL-encoded e-mail address. The last admin cannot be demoted.
     */
    public updateRole<ThrowOnError extends boolean = true>(options: Options<MembersUpdateRoleData, ThrowOnError>): RequestResult<MembersUpdateRoleResponses, MembersUpdateRoleErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<MembersUpdateRoleResponses, MembersUpdateRoleErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/members/{userId}/role',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Remove a member
     *
     * Admins may remove any member, and members may remove themselves. The last admin cannot be removed.
     */
    public remove<ThrowOnError extends boolean = true>(options: Options<MembersRemoveData, ThrowOnError>): RequestResult<MembersRemoveResponses, MembersRemoveErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<MembersRemoveResponses, MembersRemoveErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/members/{userId}',
            ...options
        });
    }
    
    /**
     * List invitations
     */
    public listInvitations<ThrowOnError extends boolean = true>(options?: Options<MembersListInvitationsData, ThrowOnError>): RequestResult<MembersListInvitationsResponses, MembersListInvitationsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<MembersListInvitationsResponses, MembersListInvitationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/members/invitations',
            ...options
        });
    }
    
    /**
     * Invite a person
     *
     * No e-mail is sent. Pass `acceptUrl` to the person; only this answer contains it. It is valid for 7 days.
     */
    public invite<ThrowOnError extends boolean = true>(options: Options<MembersInviteData, ThrowOnError>): RequestResult<MembersInviteResponses, MembersInviteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MembersInviteResponses, MembersInviteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/members/invitations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Accept an invitation
     *
     * Requires a credential of the user whose e-mail address was invited.
     */
    public acceptInvitation<ThrowOnError extends boolean = true>(options: Options<MembersAcceptInvitationData, ThrowOnError>): RequestResult<MembersAcceptInvitationResponses, MembersAcceptInvitationErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MembersAcceptInvitationResponses, MembersAcceptInvitationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/members/invitations/accept',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Revoke an open invitation
     */
    public revokeInvitation<ThrowOnError extends boolean = true>(options: Options<MembersRevokeInvitationData, ThrowOnError>): RequestResult<MembersRevokeInvitationResponses, MembersRevokeInvitationErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<MembersRevokeInvitationResponses, MembersRevokeInvitationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/members/invitations/{invitationId}',
            ...options
        });
    }
}

export class AuditEvents extends HeyApiClient {
    /**
     * List what was changed in an organization
     *
     * Newest first. With `projectId`, what was changed in that project. For admins who are signed in as themselves.
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<AuditEventsListData, ThrowOnError>): RequestResult<AuditEventsListResponses, AuditEventsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<AuditEventsListResponses, AuditEventsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/audit-events',
            ...options
        });
    }
}

export class Projects extends HeyApiClient {
    /**
     * List the projects of an organization
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<ProjectsListData, ThrowOnError>): RequestResult<ProjectsListResponses, ProjectsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<ProjectsListResponses, ProjectsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/projects',
            ...options
        });
    }
    
    /**
     * Create a project
     *
     * The region decides where the objects of the project are created. It cannot be changed later.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<ProjectsCreateData, ThrowOnError>): RequestResult<ProjectsCreateResponses, ProjectsCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ProjectsCreateResponses, ProjectsCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/projects',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a project
     *
     * The project answers 404 everywhere within 60 s. A job then removes its telemetry, threads and keys.
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<ProjectsDeleteData, ThrowOnError>): RequestResult<ProjectsDeleteResponses, ProjectsDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<ProjectsDeleteResponses, ProjectsDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/projects/{projectId}',
            ...options
        });
    }
    
    /**
     * Get a project
     */
    public get<ThrowOnError extends boolean = true>(options: Options<ProjectsGetData, ThrowOnError>): RequestResult<ProjectsGetResponses, ProjectsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<ProjectsGetResponses, ProjectsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/projects/{projectId}',
            ...options
        });
    }
    
    /**
     * Rename a project
     */
    public update<ThrowOnError extends boolean = true>(options: Options<ProjectsUpdateData, ThrowOnError>): RequestResult<ProjectsUpdateResponses, ProjectsUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<ProjectsUpdateResponses, ProjectsUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/projects/{projectId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get what is redacted before storage
     *
     * Built-in rules remove bearer tokens, keys, passwords and card numbers, and e-mail addresses if enabled. A project can add its own patterns.
     */
    public getRedaction<ThrowOnError extends boolean = true>(options: Options<ProjectsGetRedactionData, ThrowOnError>): RequestResult<ProjectsGetRedactionResponses, ProjectsGetRedactionErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<ProjectsGetRedactionResponses, ProjectsGetRedactionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/projects/{projectId}/redaction',
            ...options
        });
    }
    
    /**
     * Change what is redacted before storage
     *
     * Built-in rules remove bearer tokens, keys, passwords and card numbers, and e-mail addresses if enabled. A project can add its own patterns in RE2 syntax.
     */
    public updateRedaction<ThrowOnError extends boolean = true>(options: Options<ProjectsUpdateRedactionData, ThrowOnError>): RequestResult<ProjectsUpdateRedactionResponses, ProjectsUpdateRedactionErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<ProjectsUpdateRedactionResponses, ProjectsUpdateRedactionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/projects/{projectId}/redaction',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Threads extends HeyApiClient {
    /**
     * List the threads of a project
     *
     * Newest first. Without `status`, the list includes active and archived threads.
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<ThreadsListData, ThrowOnError>): RequestResult<ThreadsListResponses, ThreadsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<ThreadsListResponses, ThreadsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads',
            ...options
        });
    }
    
    /**
     * Start a thread with its first message
     *
     * Starts a run. With `wait`, the answer arrives when the run has ended, or after `timeoutSeconds` with `completed: false`; then poll GET /runs/{runId}.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<ThreadsCreateData, ThrowOnError>): RequestResult<ThreadsCreateResponses, ThreadsCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ThreadsCreateResponses, ThreadsCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a thread
     *
     * Cancels its runs and removes its messages, runs and search entries.
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<ThreadsDeleteData, ThrowOnError>): RequestResult<ThreadsDeleteResponses, ThreadsDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<ThreadsDeleteResponses, ThreadsDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}',
            ...options
        });
    }
    
    /**
     * Get a thread with its messages
     *
     * Messages are in chronological order. While a run is in progress, its answer grows and has `in_progress` statuses.
     */
    public get<ThrowOnError extends boolean = true>(options: Options<ThreadsGetData, ThrowOnError>): RequestResult<ThreadsGetResponses, ThreadsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<ThreadsGetResponses, ThreadsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}',
            ...options
        });
    }
    
    /**
     * Archive a thread or make it active again
     */
    public update<ThrowOnError extends boolean = true>(options: Options<ThreadsUpdateData, ThrowOnError>): RequestResult<ThreadsUpdateResponses, ThreadsUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<ThreadsUpdateResponses, ThreadsUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get whether a run of the thread is queued or running
     */
    public getStatus<ThrowOnError extends boolean = true>(options: Options<ThreadsGetStatusData, ThrowOnError>): RequestResult<ThreadsGetStatusResponses, ThreadsGetStatusErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<ThreadsGetStatusResponses, ThreadsGetStatusErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}/status',
            ...options
        });
    }
    
    /**
     * Stop the runs of a thread
     *
     * The running run ends as `aborted` and keeps its results so far. Waiting runs are withdrawn together with their messages.
     */
    public stop<ThrowOnError extends boolean = true>(options: Options<ThreadsStopData, ThrowOnError>): RequestResult<ThreadsStopResponses, ThreadsStopErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ThreadsStopResponses, ThreadsStopErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}/stop',
            ...options
        });
    }
    
    /**
     * Fork a thread at a message
     *
     * Creates a thread with the messages up to and including this one. A `fork` block in its first message names the source.
     */
    public fork<ThrowOnError extends boolean = true>(options: Options<ThreadsForkData, ThrowOnError>): RequestResult<ThreadsForkResponses, ThreadsForkErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ThreadsForkResponses, ThreadsForkErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}/fork',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Follow the runs of a thread
     *
     * Starts at the running run (otherwise the latest one) and ends when none is queued or running. Server-sent events: `id: <cursor>` and `data: {"type": …}`. Types: run_started, message_started, text_chunk, reasoning_chunk, text_complete, reasoning_complete, tool_call_start, tool_call_complete, artifact, error, stream_reset (discard the content of that message so far). `data: [DONE]` ends the stream; comments keep it alive. Resume with `Last-Event-ID` or `cursor`; 204 when there is nothing after it.
     */
    public stream<ThrowOnError extends boolean = true>(options: Options<ThreadsStreamData, ThrowOnError, ThreadsStreamResponse>): Promise<ServerSentEventsResult<ThreadsStreamResponses>> {
        return (options.client ?? this.client).sse.get<ThreadsStreamResponses, ThreadsStreamErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}/stream',
            ...options
        });
    }
}

export class Messages extends HeyApiClient {
    /**
     * List the messages of a thread
     *
     * In chronological order.
     */
    public list<ThrowOnError extends boolean = true>(options: Options<MessagesListData, ThrowOnError>): RequestResult<MessagesListResponses, MessagesListErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<MessagesListResponses, MessagesListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}/messages',
            ...options
        });
    }
    
    /**
     * Add a message to a thread
     *
     * Starts a run or queues it: a thread runs one message at a time, in the order of acceptance. 429 when 100 messages are waiting, 409 when the thread has 1,000 messages.
     */
    public append<ThrowOnError extends boolean = true>(options: Options<MessagesAppendData, ThrowOnError>): RequestResult<MessagesAppendResponses, MessagesAppendErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MessagesAppendResponses, MessagesAppendErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}/messages',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Runs extends HeyApiClient {
    /**
     * Get a run
     */
    public get<ThrowOnError extends boolean = true>(options: Options<RunsGetData, ThrowOnError>): RequestResult<RunsGetResponses, RunsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<RunsGetResponses, RunsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/runs/{runId}',
            ...options
        });
    }
    
    /**
     * List the runs of a thread
     *
     * Newest first.
     */
    public list<ThrowOnError extends boolean = true>(options: Options<RunsListData, ThrowOnError>): RequestResult<RunsListResponses, RunsListErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<RunsListResponses, RunsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/threads/{threadId}/runs',
            ...options
        });
    }
    
    /**
     * List the runs of a project
     *
     * Lists the runs of all threads, newest first. A new run appears within a second.
     */
    public listOfProject<ThrowOnError extends boolean = true>(options?: Options<RunsListOfProjectData, ThrowOnError>): RequestResult<RunsListOfProjectResponses, RunsListOfProjectErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<RunsListOfProjectResponses, RunsListOfProjectErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/runs',
            ...options
        });
    }
    
    /**
     * Cancel a run
     *
     * A running run ends as `aborted` and keeps its results so far. A waiting run is withdrawn together with its message. A run that has ended does not change.
     */
    public cancel<ThrowOnError extends boolean = true>(options: Options<RunsCancelData, ThrowOnError>): RequestResult<RunsCancelResponses, RunsCancelErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<RunsCancelResponses, RunsCancelErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/runs/{runId}/cancel',
            ...options
        });
    }
    
    /**
     * Follow a run
     *
     * Server-sent events: `id: <cursor>` and `data: {"type": …}`. Types: run_started, message_started, text_chunk, reasoning_chunk, text_complete, reasoning_complete, tool_call_start, tool_call_complete, artifact, error, stream_reset (discard the content of that message so far). `data: [DONE]` ends the stream; comments keep it alive. Resume with `Last-Event-ID` or `cursor`; 204 when there is nothing after it.
     */
    public stream<ThrowOnError extends boolean = true>(options: Options<RunsStreamData, ThrowOnError, RunsStreamResponse>): Promise<ServerSentEventsResult<RunsStreamResponses>> {
        return (options.client ?? this.client).sse.get<RunsStreamResponses, RunsStreamErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/runs/{runId}/stream',
            ...options
        });
    }
    
    /**
     * What a run sent to language model providers
     *
     * One entry per prompt, in the order in which they were sent, including repeated attempts. The embedded model sends nothing, so it has no entries. With `include=body`, an entry also contains the prompt as JSON text, masked as it was sent. The prompt is rebuilt from the thread and included only if it has the recorded SHA-256; otherwise `bodyMissing` says why.
     */
    public listSent<ThrowOnError extends boolean = true>(options: Options<RunsListSentData, ThrowOnError>): RequestResult<RunsListSentResponses, RunsListSentErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<RunsListSentResponses, RunsListSentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/runs/{runId}/sent',
            ...options
        });
    }
}

export class Search extends HeyApiClient {
    /**
     * Search threads by title and messages
     */
    public threads<ThrowOnError extends boolean = true>(options?: Options<SearchThreadsData, ThrowOnError>): RequestResult<SearchThreadsResponses, SearchThreadsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<SearchThreadsResponses, SearchThreadsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/search/threads',
            ...options
        });
    }
    
    /**
     * Search messages
     */
    public messages<ThrowOnError extends boolean = true>(options?: Options<SearchMessagesData, ThrowOnError>): RequestResult<SearchMessagesResponses, SearchMessagesErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<SearchMessagesResponses, SearchMessagesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/search/messages',
            ...options
        });
    }
}

export class PublicKeys extends HeyApiClient {
    /**
     * List public keys
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<PublicKeysListData, ThrowOnError>): RequestResult<PublicKeysListResponses, PublicKeysListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<PublicKeysListResponses, PublicKeysListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/public-keys',
            ...options
        });
    }
    
    /**
     * Create a public key
     *
     * Only this answer contains the value.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<PublicKeysCreateData, ThrowOnError>): RequestResult<PublicKeysCreateResponses, PublicKeysCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PublicKeysCreateResponses, PublicKeysCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/public-keys',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get a public key
     */
    public get<ThrowOnError extends boolean = true>(options: Options<PublicKeysGetData, ThrowOnError>): RequestResult<PublicKeysGetResponses, PublicKeysGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<PublicKeysGetResponses, PublicKeysGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/public-keys/{publicKeyId}',
            ...options
        });
    }
    
    /**
     * Change a public key
     */
    public update<ThrowOnError extends boolean = true>(options: Options<PublicKeysUpdateData, ThrowOnError>): RequestResult<PublicKeysUpdateResponses, PublicKeysUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<PublicKeysUpdateResponses, PublicKeysUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/public-keys/{publicKeyId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Deactivate a public key permanently
     *
     * Deliveries with the key are refused from then on, and its stream stops. Repeating the request changes nothing.
     */
    public deactivate<ThrowOnError extends boolean = true>(options: Options<PublicKeysDeactivateData, ThrowOnError>): RequestResult<PublicKeysDeactivateResponses, PublicKeysDeactivateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PublicKeysDeactivateResponses, PublicKeysDeactivateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/public-keys/{publicKeyId}/deactivate',
            ...options
        });
    }
}

export class AlertKeys extends HeyApiClient {
    /**
     * List alert keys
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<AlertKeysListData, ThrowOnError>): RequestResult<AlertKeysListResponses, AlertKeysListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<AlertKeysListResponses, AlertKeysListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/alert-keys',
            ...options
        });
    }
    
    /**
     * Create an alert key
     *
     * Creates a key that senders use to deliver alerts and changes (`alerts.receive`, `changes.receive`). Only this answer contains its value, together with the values for each sender’s settings.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<AlertKeysCreateData, ThrowOnError>): RequestResult<AlertKeysCreateResponses, AlertKeysCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<AlertKeysCreateResponses, AlertKeysCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/alert-keys',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get an alert key
     */
    public get<ThrowOnError extends boolean = true>(options: Options<AlertKeysGetData, ThrowOnError>): RequestResult<AlertKeysGetResponses, AlertKeysGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<AlertKeysGetResponses, AlertKeysGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/alert-keys/{alertKeyId}',
            ...options
        });
    }
    
    /**
     * Change an alert key
     *
     * A new signing secret takes effect within 30 seconds everywhere. `null` removes the secret.
     */
    public update<ThrowOnError extends boolean = true>(options: Options<AlertKeysUpdateData, ThrowOnError>): RequestResult<AlertKeysUpdateResponses, AlertKeysUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<AlertKeysUpdateResponses, AlertKeysUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/alert-keys/{alertKeyId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Deactivate an alert key permanently
     *
     * Deliveries with the key are refused from then on. Repeating the request changes nothing.
     */
    public deactivate<ThrowOnError extends boolean = true>(options: Options<AlertKeysDeactivateData, ThrowOnError>): RequestResult<AlertKeysDeactivateResponses, AlertKeysDeactivateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<AlertKeysDeactivateResponses, AlertKeysDeactivateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/alert-keys/{alertKeyId}/deactivate',
            ...options
        });
    }
}

export class SecretKeys extends HeyApiClient {
    /**
     * List secret keys
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<SecretKeysListData, ThrowOnError>): RequestResult<SecretKeysListResponses, SecretKeysListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<SecretKeysListResponses, SecretKeysListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/secret-keys',
            ...options
        });
    }
    
    /**
     * Create a secret key
     *
     * Only this answer contains the value.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<SecretKeysCreateData, ThrowOnError>): RequestResult<SecretKeysCreateResponses, SecretKeysCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<SecretKeysCreateResponses, SecretKeysCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/secret-keys',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Revoke a secret key
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<SecretKeysDeleteData, ThrowOnError>): RequestResult<SecretKeysDeleteResponses, SecretKeysDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<SecretKeysDeleteResponses, SecretKeysDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/secret-keys/{secretKeyId}',
            ...options
        });
    }
    
    /**
     * Get a secret key
     */
    public get<ThrowOnError extends boolean = true>(options: Options<SecretKeysGetData, ThrowOnError>): RequestResult<SecretKeysGetResponses, SecretKeysGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<SecretKeysGetResponses, SecretKeysGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/secret-keys/{secretKeyId}',
            ...options
        });
    }
    
    /**
     * Change a secret key
     */
    public update<ThrowOnError extends boolean = true>(options: Options<SecretKeysUpdateData, ThrowOnError>): RequestResult<SecretKeysUpdateResponses, SecretKeysUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<SecretKeysUpdateResponses, SecretKeysUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/secret-keys/{secretKeyId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class DataSources extends HeyApiClient {
    /**
     * List the platforms that can be connected
     */
    public listTypes<ThrowOnError extends boolean = true>(options?: Options<DataSourcesListTypesData, ThrowOnError>): RequestResult<DataSourcesListTypesResponses, DataSourcesListTypesErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<DataSourcesListTypesResponses, DataSourcesListTypesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/types',
            ...options
        });
    }
    
    /**
     * List connections
     */
    public listConnections<ThrowOnError extends boolean = true>(options?: Options<DataSourcesListConnectionsData, ThrowOnError>): RequestResult<DataSourcesListConnectionsResponses, DataSourcesListConnectionsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<DataSourcesListConnectionsResponses, DataSourcesListConnectionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/connections',
            ...options
        });
    }
    
    /**
     * Connect a platform
     *
     * The service first checks the credentials with the platform. Sensitive fields are stored encrypted.
     */
    public createConnection<ThrowOnError extends boolean = true>(options: Options<DataSourcesCreateConnectionData, ThrowOnError>): RequestResult<DataSourcesCreateConnectionResponses, DataSourcesCreateConnectionErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DataSourcesCreateConnectionResponses, DataSourcesCreateConnectionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/connections',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Disconnect a platform
     *
     * Also removes its streams and keys.
     */
    public deleteConnection<ThrowOnError extends boolean = true>(options: Options<DataSourcesDeleteConnectionData, ThrowOnError>): RequestResult<DataSourcesDeleteConnectionResponses, DataSourcesDeleteConnectionErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<DataSourcesDeleteConnectionResponses, DataSourcesDeleteConnectionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/connections/{connectionId}',
            ...options
        });
    }
    
    /**
     * Get a connection
     */
    public getConnection<ThrowOnError extends boolean = true>(options: Options<DataSourcesGetConnectionData, ThrowOnError>): RequestResult<DataSourcesGetConnectionResponses, DataSourcesGetConnectionErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<DataSourcesGetConnectionResponses, DataSourcesGetConnectionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/connections/{connectionId}',
            ...options
        });
    }
    
    /**
     * Change a connection
     *
     * The given metadata replaces the stored metadata completely, after the platform has accepted it. So a new host needs the secrets again. nativeQueriesEnabled allows the agent to use the query language of the platform. Only administrators may change it, keys may not.
     */
    public updateConnection<ThrowOnError extends boolean = true>(options: Options<DataSourcesUpdateConnectionData, ThrowOnError>): RequestResult<DataSourcesUpdateConnectionResponses, DataSourcesUpdateConnectionErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<DataSourcesUpdateConnectionResponses, DataSourcesUpdateConnectionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/connections/{connectionId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the resources that can be streamed
     */
    public listResources<ThrowOnError extends boolean = true>(options: Options<DataSourcesListResourcesData, ThrowOnError>): RequestResult<DataSourcesListResourcesResponses, DataSourcesListResourcesErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<DataSourcesListResourcesResponses, DataSourcesListResourcesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/connections/{connectionId}/resources',
            ...options
        });
    }
    
    /**
     * List the streams of a connection
     */
    public listStreams<ThrowOnError extends boolean = true>(options: Options<DataSourcesListStreamsData, ThrowOnError>): RequestResult<DataSourcesListStreamsResponses, DataSourcesListStreamsErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<DataSourcesListStreamsResponses, DataSourcesListStreamsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/connections/{connectionId}/streams',
            ...options
        });
    }
    
    /**
     * Stream a resource
     *
     * Poll GET /data-sources/streams/{streamId} until it is active or in error.
     */
    public createStream<ThrowOnError extends boolean = true>(options: Options<DataSourcesCreateStreamData, ThrowOnError>): RequestResult<DataSourcesCreateStreamResponses, DataSourcesCreateStreamErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DataSourcesCreateStreamResponses, DataSourcesCreateStreamErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/connections/{connectionId}/streams',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a stream
     */
    public deleteStream<ThrowOnError extends boolean = true>(options: Options<DataSourcesDeleteStreamData, ThrowOnError>): RequestResult<DataSourcesDeleteStreamResponses, DataSourcesDeleteStreamErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<DataSourcesDeleteStreamResponses, DataSourcesDeleteStreamErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/streams/{streamId}',
            ...options
        });
    }
    
    /**
     * Get a stream
     */
    public getStream<ThrowOnError extends boolean = true>(options: Options<DataSourcesGetStreamData, ThrowOnError>): RequestResult<DataSourcesGetStreamResponses, DataSourcesGetStreamErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<DataSourcesGetStreamResponses, DataSourcesGetStreamErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/streams/{streamId}',
            ...options
        });
    }
    
    /**
     * Retry a stream that is in error
     */
    public retryStream<ThrowOnError extends boolean = true>(options: Options<DataSourcesRetryStreamData, ThrowOnError>): RequestResult<DataSourcesRetryStreamResponses, DataSourcesRetryStreamErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DataSourcesRetryStreamResponses, DataSourcesRetryStreamErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/data-sources/streams/{streamId}/retry',
            ...options
        });
    }
}

export class LogSources extends HeyApiClient {
    /**
     * List the providers that can deliver logs
     */
    public listProviders<ThrowOnError extends boolean = true>(options?: Options<LogSourcesListProvidersData, ThrowOnError>): RequestResult<LogSourcesListProvidersResponses, LogSourcesListProvidersErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<LogSourcesListProvidersResponses, LogSourcesListProvidersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-sources/providers',
            ...options
        });
    }
    
    /**
     * List log sources
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<LogSourcesListData, ThrowOnError>): RequestResult<LogSourcesListResponses, LogSourcesListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<LogSourcesListResponses, LogSourcesListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-sources',
            ...options
        });
    }
    
    /**
     * Create a log source
     *
     * Managed: credentials in metadata are validated and delivery is provisioned. Connectionless: returns an intake key and endpoint cards.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<LogSourcesCreateData, ThrowOnError>): RequestResult<LogSourcesCreateResponses, LogSourcesCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<LogSourcesCreateResponses, LogSourcesCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-sources',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a log source
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<LogSourcesDeleteData, ThrowOnError>): RequestResult<LogSourcesDeleteResponses, LogSourcesDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<LogSourcesDeleteResponses, LogSourcesDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-sources/{logSourceId}',
            ...options
        });
    }
    
    /**
     * Get a log source with its streams
     */
    public get<ThrowOnError extends boolean = true>(options: Options<LogSourcesGetData, ThrowOnError>): RequestResult<LogSourcesGetResponses, LogSourcesGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<LogSourcesGetResponses, LogSourcesGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-sources/{logSourceId}',
            ...options
        });
    }
    
    /**
     * Pause, resume or filter a log source
     *
     * While a log source is paused, its senders get a success, and the records are dropped and counted. A log source cannot be renamed. nativeQueriesEnabled allows the agent to use the query language of the platform. Only administrators may change it, keys may not.
     */
    public update<ThrowOnError extends boolean = true>(options: Options<LogSourcesUpdateData, ThrowOnError>): RequestResult<LogSourcesUpdateResponses, LogSourcesUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<LogSourcesUpdateResponses, LogSourcesUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-sources/{logSourceId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class LogStreams extends HeyApiClient {
    /**
     * List the streams of a log source
     */
    public list<ThrowOnError extends boolean = true>(options: Options<LogStreamsListData, ThrowOnError>): RequestResult<LogStreamsListResponses, LogStreamsListErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<LogStreamsListResponses, LogStreamsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-streams',
            ...options
        });
    }
    
    /**
     * Stream a resource of a managed log source
     */
    public create<ThrowOnError extends boolean = true>(options: Options<LogStreamsCreateData, ThrowOnError>): RequestResult<LogStreamsCreateResponses, LogStreamsCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<LogStreamsCreateResponses, LogStreamsCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-streams',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a log stream
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<LogStreamsDeleteData, ThrowOnError>): RequestResult<LogStreamsDeleteResponses, LogStreamsDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<LogStreamsDeleteResponses, LogStreamsDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-streams/{logStreamId}',
            ...options
        });
    }
    
    /**
     * Get a log stream
     */
    public get<ThrowOnError extends boolean = true>(options: Options<LogStreamsGetData, ThrowOnError>): RequestResult<LogStreamsGetResponses, LogStreamsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<LogStreamsGetResponses, LogStreamsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-streams/{logStreamId}',
            ...options
        });
    }
    
    /**
     * Pause or resume a log stream
     */
    public update<ThrowOnError extends boolean = true>(options: Options<LogStreamsUpdateData, ThrowOnError>): RequestResult<LogStreamsUpdateResponses, LogStreamsUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<LogStreamsUpdateResponses, LogStreamsUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-streams/{logStreamId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Retry a log stream that is in error
     */
    public retry<ThrowOnError extends boolean = true>(options: Options<LogStreamsRetryData, ThrowOnError>): RequestResult<LogStreamsRetryResponses, LogStreamsRetryErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<LogStreamsRetryResponses, LogStreamsRetryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/log-streams/{logStreamId}/retry',
            ...options
        });
    }
}

export class Recommendations extends HeyApiClient {
    /**
     * List recommendations
     *
     * Lists everything that is or could be connected to the project. `priority` is the rank, starting at 1: targets that are not connected come first, ordered by `roiScore`. `components` are the services of the last 7 days that the target would cover.
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<RecommendationsListData, ThrowOnError>): RequestResult<RecommendationsListResponses, RecommendationsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<RecommendationsListResponses, RecommendationsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/recommendations',
            ...options
        });
    }
}

export class Alerts extends HeyApiClient {
    /**
     * Explain how a delivery would be read
     *
     * Reads a body as `alerts.receive` or `changes.receive` would, says which incident each alert would open, join or close and which maintenance window would keep it quiet, and stores nothing. Signatures are not checked. At most 100 alerts or changes are shown.
     */
    public explain<ThrowOnError extends boolean = true>(options: Options<AlertsExplainData, ThrowOnError>): RequestResult<AlertsExplainResponses, AlertsExplainErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<AlertsExplainResponses, AlertsExplainErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/alerts/explain',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Deliver alerts
     *
     * For senders of alerts, with an alert key as the bearer, in one of the other headers of the intake, as the password of basic authentication, or in the path: `/alerts/k/{key}/{source}`. The body is what the sender produces (`alertSenders.list` says how to set up each sender). If the key has a signing secret, the signature is checked. A repeated alert is added to the open one; a resolved one closes it. At most 8 MiB and 10,000 alerts.
     */
    public receive<ThrowOnError extends boolean = true>(options: Options<AlertsReceiveData, ThrowOnError>): RequestResult<AlertsReceiveResponses, AlertsReceiveErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<AlertsReceiveResponses, AlertsReceiveErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/alerts/{source}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Changes extends HeyApiClient {
    /**
     * Deliver changes
     *
     * For senders of deployments, releases, commits and feature flags, with an alert key as for `alerts.receive`, or in the path: `/changes/k/{key}/{source}`. Later deliveries about the same change update it.
     */
    public receive<ThrowOnError extends boolean = true>(options: Options<ChangesReceiveData, ThrowOnError>): RequestResult<ChangesReceiveResponses, ChangesReceiveErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ChangesReceiveResponses, ChangesReceiveErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/changes/{source}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the changes of a project
     *
     * Newest first, by their start. The list includes changes found in telemetry: new versions of services, rollouts, feature flags and scaling of the last hours.
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<ChangesListData, ThrowOnError>): RequestResult<ChangesListResponses, ChangesListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<ChangesListResponses, ChangesListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/changes',
            ...options
        });
    }
    
    /**
     * Record a change
     *
     * Records that something was changed: a deployment, a feature flag, a configuration. A change with the `key` of an earlier one updates that one, so a deployment can be reported when it starts and again when it ends.
     */
    public record<ThrowOnError extends boolean = true>(options: Options<ChangesRecordData, ThrowOnError>): RequestResult<ChangesRecordResponses, ChangesRecordErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ChangesRecordResponses, ChangesRecordErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/changes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class AlertSenders extends HeyApiClient {
    /**
     * List the senders of alerts and changes
     *
     * Lists every sender with the values for its settings and its set-up instructions.
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<AlertSendersListData, ThrowOnError>): RequestResult<AlertSendersListResponses, AlertSendersListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<AlertSendersListResponses, AlertSendersListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/alert-senders',
            ...options
        });
    }
}

export class Logs extends HeyApiClient {
    /**
     * Search logs
     *
     * Words are matched in bodies and attribute values. `substring` reads the bodies and is more expensive. Without a time, the last 24 hours are searched.
     */
    public query<ThrowOnError extends boolean = true>(options?: Options<LogsQueryData, ThrowOnError>): RequestResult<LogsQueryResponses, LogsQueryErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<LogsQueryResponses, LogsQueryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/logs/query',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Count logs over time
     */
    public volume<ThrowOnError extends boolean = true>(options?: Options<LogsVolumeData, ThrowOnError>): RequestResult<LogsVolumeResponses, LogsVolumeErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<LogsVolumeResponses, LogsVolumeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/logs/volume',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Patterns of log lines
     */
    public patterns<ThrowOnError extends boolean = true>(options?: Options<LogsPatternsData, ThrowOnError>): RequestResult<LogsPatternsResponses, LogsPatternsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<LogsPatternsResponses, LogsPatternsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/logs/patterns',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * List log fields and their values
     */
    public fields<ThrowOnError extends boolean = true>(options?: Options<LogsFieldsData, ThrowOnError>): RequestResult<LogsFieldsResponses, LogsFieldsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<LogsFieldsResponses, LogsFieldsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/logs/fields',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get a log record with its neighbours
     */
    public get<ThrowOnError extends boolean = true>(options: Options<LogsGetData, ThrowOnError>): RequestResult<LogsGetResponses, LogsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<LogsGetResponses, LogsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/logs/{logId}',
            ...options
        });
    }
}

export class Traces extends HeyApiClient {
    /**
     * Search spans
     *
     * Newest or oldest first, in pages by `nextCursor`. With `slowest` there is one page: if more spans match than it shows, `work.partial` contains `limit`. To see more, raise `limit`, shorten the time range or filter by `duration`.
     */
    public query<ThrowOnError extends boolean = true>(options?: Options<TracesQueryData, ThrowOnError>): RequestResult<TracesQueryResponses, TracesQueryErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<TracesQueryResponses, TracesQueryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/traces/query',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get a trace
     *
     * Searches the last 7 days if no time is given. `isTruncated`: a parent or child is missing.
     */
    public get<ThrowOnError extends boolean = true>(options: Options<TracesGetData, ThrowOnError>): RequestResult<TracesGetResponses, TracesGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<TracesGetResponses, TracesGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/traces/{traceId}',
            ...options
        });
    }
    
    /**
     * Requests, errors and durations
     */
    public stats<ThrowOnError extends boolean = true>(options?: Options<TracesStatsData, ThrowOnError>): RequestResult<TracesStatsResponses, TracesStatsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<TracesStatsResponses, TracesStatsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/traces/stats',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
}

export class Dependencies extends HeyApiClient {
    /**
     * Who calls whom
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<DependenciesListData, ThrowOnError>): RequestResult<DependenciesListResponses, DependenciesListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<DependenciesListResponses, DependenciesListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/dependencies',
            ...options
        });
    }
}

export class Metrics extends HeyApiClient {
    /**
     * List metrics
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<MetricsListData, ThrowOnError>): RequestResult<MetricsListResponses, MetricsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<MetricsListResponses, MetricsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/metrics',
            ...options
        });
    }
    
    /**
     * Series of a metric
     *
     * `quantile` reads histograms (default 0.99); `rate` and `increase` read counters.
     */
    public query<ThrowOnError extends boolean = true>(options: Options<MetricsQueryData, ThrowOnError>): RequestResult<MetricsQueryResponses, MetricsQueryErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MetricsQueryResponses, MetricsQueryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/metrics/query',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Telemetry extends HeyApiClient {
    /**
     * Follow logs live
     *
     * Sends records of `severity` and above. The stream ends after 15 minutes with `data: [DONE]`; connect again to continue.
     */
    public tail<ThrowOnError extends boolean = true>(options?: Options<TelemetryTailData, ThrowOnError, TelemetryTailResponse>): Promise<ServerSentEventsResult<TelemetryTailResponses>> {
        return (options?.client ?? this.client).sse.get<TelemetryTailResponses, TelemetryTailErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/tail',
            ...options
        });
    }
}

export class Intake extends HeyApiClient {
    /**
     * Explain how the intake reads a body
     *
     * Detects the format (or uses the one named), decodes and redacts like the intake, and stores nothing. OTLP bodies may contain logs, spans or metrics; for a protobuf body, the format states which (otlp_logs, otlp_traces, otlp_metrics). At most 100 records of each are shown.
     */
    public explain<ThrowOnError extends boolean = true>(options: Options<IntakeExplainData, ThrowOnError>): RequestResult<IntakeExplainResponses, IntakeExplainErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<IntakeExplainResponses, IntakeExplainErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/intake/explain',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Monitors extends HeyApiClient {
    /**
     * List monitors
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<MonitorsListData, ThrowOnError>): RequestResult<MonitorsListResponses, MonitorsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<MonitorsListResponses, MonitorsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors',
            ...options
        });
    }
    
    /**
     * Create a monitor
     *
     * The monitor is evaluated every minute. It fires when its condition holds for `forMinutes`. Like any other alert, it then opens or joins an incident, and it resolves when the condition has recovered.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<MonitorsCreateData, ThrowOnError>): RequestResult<MonitorsCreateResponses, MonitorsCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MonitorsCreateResponses, MonitorsCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List suggested monitors for the project
     *
     * Suggests monitors for the services and metrics of the last day: unusual error ratios, durations and error logs, silence of a source, saturation, new error patterns.
     */
    public listTemplates<ThrowOnError extends boolean = true>(options?: Options<MonitorsListTemplatesData, ThrowOnError>): RequestResult<MonitorsListTemplatesResponses, MonitorsListTemplatesErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<MonitorsListTemplatesResponses, MonitorsListTemplatesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors/templates',
            ...options
        });
    }
    
    /**
     * Preview when a monitor would have fired
     *
     * Evaluates every minute of the past days as the monitor would have done. Nothing is stored and nobody is notified.
     */
    public preview<ThrowOnError extends boolean = true>(options: Options<MonitorsPreviewData, ThrowOnError>): RequestResult<MonitorsPreviewResponses, MonitorsPreviewErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MonitorsPreviewResponses, MonitorsPreviewErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors/preview',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a monitor
     *
     * If the monitor is firing, its alert is resolved.
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<MonitorsDeleteData, ThrowOnError>): RequestResult<MonitorsDeleteResponses, MonitorsDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<MonitorsDeleteResponses, MonitorsDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors/{monitorId}',
            ...options
        });
    }
    
    /**
     * Get a monitor
     */
    public get<ThrowOnError extends boolean = true>(options: Options<MonitorsGetData, ThrowOnError>): RequestResult<MonitorsGetResponses, MonitorsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<MonitorsGetResponses, MonitorsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors/{monitorId}',
            ...options
        });
    }
    
    /**
     * Change a monitor
     *
     * Fields that are left out stay as they are. A changed condition starts without earlier state, and an alert of the old condition is resolved.
     */
    public update<ThrowOnError extends boolean = true>(options: Options<MonitorsUpdateData, ThrowOnError>): RequestResult<MonitorsUpdateResponses, MonitorsUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<MonitorsUpdateResponses, MonitorsUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors/{monitorId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Pause a monitor
     *
     * The monitor is not evaluated until it is resumed. If it is firing, its alert is resolved. Repeating the request changes nothing.
     */
    public pause<ThrowOnError extends boolean = true>(options: Options<MonitorsPauseData, ThrowOnError>): RequestResult<MonitorsPauseResponses, MonitorsPauseErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MonitorsPauseResponses, MonitorsPauseErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors/{monitorId}/pause',
            ...options
        });
    }
    
    /**
     * Resume a monitor
     *
     * The monitor starts without its earlier state. Repeating the request changes nothing.
     */
    public resume<ThrowOnError extends boolean = true>(options: Options<MonitorsResumeData, ThrowOnError>): RequestResult<MonitorsResumeResponses, MonitorsResumeErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MonitorsResumeResponses, MonitorsResumeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors/{monitorId}/resume',
            ...options
        });
    }
    
    /**
     * List the status changes of a monitor
     *
     * Kept for 90 days.
     */
    public history<ThrowOnError extends boolean = true>(options: Options<MonitorsHistoryData, ThrowOnError>): RequestResult<MonitorsHistoryResponses, MonitorsHistoryErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<MonitorsHistoryResponses, MonitorsHistoryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/monitors/{monitorId}/history',
            ...options
        });
    }
}

export class Schedules extends HeyApiClient {
    /**
     * List schedules
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<SchedulesListData, ThrowOnError>): RequestResult<SchedulesListResponses, SchedulesListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<SchedulesListResponses, SchedulesListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/schedules',
            ...options
        });
    }
    
    /**
     * Create a schedule
     *
     * Asks a question at the given times, each in a thread of its own, and delivers the answer. Runs never overlap. Of several missed times, only the last one is run. Daylight saving time is respected. Two times must be at least 15 minutes apart.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<SchedulesCreateData, ThrowOnError>): RequestResult<SchedulesCreateResponses, SchedulesCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<SchedulesCreateResponses, SchedulesCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/schedules',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a schedule
     *
     * The threads of its runs stay. If a run has not ended, its answer is not delivered.
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<SchedulesDeleteData, ThrowOnError>): RequestResult<SchedulesDeleteResponses, SchedulesDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<SchedulesDeleteResponses, SchedulesDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/schedules/{scheduleId}',
            ...options
        });
    }
    
    /**
     * Get a schedule
     */
    public get<ThrowOnError extends boolean = true>(options: Options<SchedulesGetData, ThrowOnError>): RequestResult<SchedulesGetResponses, SchedulesGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<SchedulesGetResponses, SchedulesGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/schedules/{scheduleId}',
            ...options
        });
    }
    
    /**
     * Change a schedule
     *
     * Fields that are left out stay as they are. Times that pass while the schedule is disabled are not caught up on.
     */
    public update<ThrowOnError extends boolean = true>(options: Options<SchedulesUpdateData, ThrowOnError>): RequestResult<SchedulesUpdateResponses, SchedulesUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<SchedulesUpdateResponses, SchedulesUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/schedules/{scheduleId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Ask the question now
     */
    public run<ThrowOnError extends boolean = true>(options: Options<SchedulesRunData, ThrowOnError>): RequestResult<SchedulesRunResponses, SchedulesRunErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<SchedulesRunResponses, SchedulesRunErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/schedules/{scheduleId}/run',
            ...options
        });
    }
    
    /**
     * List runs of a schedule
     *
     * The latest 200 are kept.
     */
    public listRuns<ThrowOnError extends boolean = true>(options: Options<SchedulesListRunsData, ThrowOnError>): RequestResult<SchedulesListRunsResponses, SchedulesListRunsErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<SchedulesListRunsResponses, SchedulesListRunsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/schedules/{scheduleId}/runs',
            ...options
        });
    }
}

export class Destinations extends HeyApiClient {
    /**
     * List destinations
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<DestinationsListData, ThrowOnError>): RequestResult<DestinationsListResponses, DestinationsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<DestinationsListResponses, DestinationsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations',
            ...options
        });
    }
    
    /**
     * Create a destination
     *
     * Adds a destination for the incidents and scheduled answers of the project. Internal addresses are refused. E-mail goes only to members of the organization. Webhooks are signed as Standard Webhooks specify; only this answer and a rotation contain the secret.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<DestinationsCreateData, ThrowOnError>): RequestResult<DestinationsCreateResponses, DestinationsCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DestinationsCreateResponses, DestinationsCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a destination
     *
     * Pending deliveries to it are cancelled.
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<DestinationsDeleteData, ThrowOnError>): RequestResult<DestinationsDeleteResponses, DestinationsDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<DestinationsDeleteResponses, DestinationsDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations/{destinationId}',
            ...options
        });
    }
    
    /**
     * Get a destination
     */
    public get<ThrowOnError extends boolean = true>(options: Options<DestinationsGetData, ThrowOnError>): RequestResult<DestinationsGetResponses, DestinationsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<DestinationsGetResponses, DestinationsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations/{destinationId}',
            ...options
        });
    }
    
    /**
     * Change a destination
     *
     * Fields that are left out stay as they are. The kind cannot change, and a webhook keeps its secrets. Disabling cancels pending deliveries; enabling resets the record of failures.
     */
    public update<ThrowOnError extends boolean = true>(options: Options<DestinationsUpdateData, ThrowOnError>): RequestResult<DestinationsUpdateResponses, DestinationsUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<DestinationsUpdateResponses, DestinationsUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations/{destinationId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Rotate the secret of a webhook
     *
     * Messages are signed with the new secret at once, and also with the previous one until the overlap ends. An older secret is invalid at once.
     */
    public rotateSecret<ThrowOnError extends boolean = true>(options: Options<DestinationsRotateSecretData, ThrowOnError>): RequestResult<DestinationsRotateSecretResponses, DestinationsRotateSecretErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DestinationsRotateSecretResponses, DestinationsRotateSecretErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations/{destinationId}/rotate-secret',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send a test message
     *
     * Sends one message at once, also to a disabled destination. The answer contains the outcome.
     */
    public test<ThrowOnError extends boolean = true>(options: Options<DestinationsTestData, ThrowOnError>): RequestResult<DestinationsTestResponses, DestinationsTestErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DestinationsTestResponses, DestinationsTestErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations/{destinationId}/test',
            ...options
        });
    }
    
    /**
     * Preview a message
     *
     * Returns the message that the destination would receive for a sample incident. Nothing is sent, and credentials are hidden.
     */
    public preview<ThrowOnError extends boolean = true>(options: Options<DestinationsPreviewData, ThrowOnError>): RequestResult<DestinationsPreviewResponses, DestinationsPreviewErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DestinationsPreviewResponses, DestinationsPreviewErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations/{destinationId}/preview',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List deliveries
     *
     * Lists every message with its outcome, kept for 30 days after it was delivered or given up.
     */
    public listDeliveries<ThrowOnError extends boolean = true>(options: Options<DestinationsListDeliveriesData, ThrowOnError>): RequestResult<DestinationsListDeliveriesResponses, DestinationsListDeliveriesErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<DestinationsListDeliveriesResponses, DestinationsListDeliveriesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/destinations/{destinationId}/deliveries',
            ...options
        });
    }
}

export class Deliveries extends HeyApiClient {
    /**
     * Send a delivery again
     *
     * Sends the delivery again with the same id, whatever its outcome was. A delivery that waits for its next attempt is sent at once.
     */
    public replay<ThrowOnError extends boolean = true>(options: Options<DeliveriesReplayData, ThrowOnError>): RequestResult<DeliveriesReplayResponses, DeliveriesReplayErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DeliveriesReplayResponses, DeliveriesReplayErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/deliveries/{deliveryId}/replay',
            ...options
        });
    }
}

export class McpServers extends HeyApiClient {
    /**
     * List connected MCP servers
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<McpServersListData, ThrowOnError>): RequestResult<McpServersListResponses, McpServersListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<McpServersListResponses, McpServersListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/mcp-servers',
            ...options
        });
    }
    
    /**
     * Connect an MCP server
     *
     * Connects a server whose tools the agent may use in the project, once they are allowed. Internal addresses are refused. Address and headers are stored encrypted and never returned.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<McpServersCreateData, ThrowOnError>): RequestResult<McpServersCreateResponses, McpServersCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<McpServersCreateResponses, McpServersCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/mcp-servers',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Disconnect an MCP server
     *
     * Its credentials and allowed tools are deleted.
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<McpServersDeleteData, ThrowOnError>): RequestResult<McpServersDeleteResponses, McpServersDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<McpServersDeleteResponses, McpServersDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/mcp-servers/{mcpServerId}',
            ...options
        });
    }
    
    /**
     * Get an MCP server
     */
    public get<ThrowOnError extends boolean = true>(options: Options<McpServersGetData, ThrowOnError>): RequestResult<McpServersGetResponses, McpServersGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<McpServersGetResponses, McpServersGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/mcp-servers/{mcpServerId}',
            ...options
        });
    }
    
    /**
     * Change an MCP server
     *
     * Fields that are left out stay as they are. A connection is replaced as a whole, headers included; at another address no tool is allowed any more.
     */
    public update<ThrowOnError extends boolean = true>(options: Options<McpServersUpdateData, ThrowOnError>): RequestResult<McpServersUpdateResponses, McpServersUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<McpServersUpdateResponses, McpServersUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/mcp-servers/{mcpServerId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the tools of an MCP server
     *
     * Asks the server, and so tests its address and credentials. Names and descriptions are the words of the server; they are not verified.
     */
    public listTools<ThrowOnError extends boolean = true>(options: Options<McpServersListToolsData, ThrowOnError>): RequestResult<McpServersListToolsResponses, McpServersListToolsErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<McpServersListToolsResponses, McpServersListToolsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/mcp-servers/{mcpServerId}/tools',
            ...options
        });
    }
    
    /**
     * Choose the tools that the agent may use
     *
     * Replaces the list; an empty one allows none. Each tool is named with the fingerprint of what you saw. A tool that changes later is not called until it is allowed again. A tool that says that it writes is refused; one that says nothing needs `isReadOnly`.
     */
    public allowTools<ThrowOnError extends boolean = true>(options: Options<McpServersAllowToolsData, ThrowOnError>): RequestResult<McpServersAllowToolsResponses, McpServersAllowToolsErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<McpServersAllowToolsResponses, McpServersAllowToolsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/mcp-servers/{mcpServerId}/allow-tools',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Incidents extends HeyApiClient {
    /**
     * List the incidents of a project
     *
     * Newest first. `service` finds incidents in which it alerts or is named as the cause.
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<IncidentsListData, ThrowOnError>): RequestResult<IncidentsListResponses, IncidentsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<IncidentsListResponses, IncidentsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents',
            ...options
        });
    }
    
    /**
     * Get how often answers were right
     *
     * Counts the incidents on which people gave feedback, by the confidence of the answer.
     */
    public getAccuracy<ThrowOnError extends boolean = true>(options?: Options<IncidentsGetAccuracyData, ThrowOnError>): RequestResult<IncidentsGetAccuracyResponses, IncidentsGetAccuracyErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<IncidentsGetAccuracyResponses, IncidentsGetAccuracyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/accuracy',
            ...options
        });
    }
    
    /**
     * Read an incident
     *
     * Returns the incident with its brief, timeline, alerts and follow-ups. Name the project if the credential can reach several.
     */
    public get<ThrowOnError extends boolean = true>(options: Options<IncidentsGetData, ThrowOnError>): RequestResult<IncidentsGetResponses, IncidentsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<IncidentsGetResponses, IncidentsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/{incidentId}',
            ...options
        });
    }
    
    /**
     * List the alerts of an incident
     *
     * In the order in which they came. A page of long alerts is shorter than its limit; `nextCursor` says whether more follow.
     */
    public listAlerts<ThrowOnError extends boolean = true>(options: Options<IncidentsListAlertsData, ThrowOnError>): RequestResult<IncidentsListAlertsResponses, IncidentsListAlertsErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<IncidentsListAlertsResponses, IncidentsListAlertsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/{incidentId}/alerts',
            ...options
        });
    }
    
    /**
     * Draft a postmortem
     *
     * Returns Markdown, built from stored data without a model. Each sentence names the alert, change or look-up that supports it.
     */
    public getPostmortem<ThrowOnError extends boolean = true>(options: Options<IncidentsGetPostmortemData, ThrowOnError>): RequestResult<IncidentsGetPostmortemResponses, IncidentsGetPostmortemErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<IncidentsGetPostmortemResponses, IncidentsGetPostmortemErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/{incidentId}/postmortem',
            ...options
        });
    }
    
    /**
     * Say whether the answer was right
     *
     * The latest feedback replaces earlier feedback. It is shown with later incidents that resemble this one, and counted in the accuracy.
     */
    public giveFeedback<ThrowOnError extends boolean = true>(options: Options<IncidentsGiveFeedbackData, ThrowOnError>): RequestResult<IncidentsGiveFeedbackResponses, IncidentsGiveFeedbackErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<IncidentsGiveFeedbackResponses, IncidentsGiveFeedbackErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/{incidentId}/feedback',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Close an incident by hand
     *
     * For alerts whose sender never reports recovery. A closed incident does not change.
     */
    public resolve<ThrowOnError extends boolean = true>(options: Options<IncidentsResolveData, ThrowOnError>): RequestResult<IncidentsResolveResponses, IncidentsResolveErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<IncidentsResolveResponses, IncidentsResolveErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/{incidentId}/resolve',
            ...options
        });
    }
}

export class IncidentShares extends HeyApiClient {
    /**
     * List the links of an incident
     *
     * Returns the links that still work, newest first, at most 20; never what they consist of.
     */
    public list<ThrowOnError extends boolean = true>(options: Options<IncidentSharesListData, ThrowOnError>): RequestResult<IncidentSharesListResponses, IncidentSharesListErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<IncidentSharesListResponses, IncidentSharesListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/{incidentId}/shares',
            ...options
        });
    }
    
    /**
     * Share an incident
     *
     * Makes a link that shows this incident, and nothing else, to whoever has it, without an account: its finding, timeline, evidence with the rows of its window, and postmortem. It cannot change or ask anything. It works until it expires or is revoked. Only this answer contains it.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<IncidentSharesCreateData, ThrowOnError>): RequestResult<IncidentSharesCreateResponses, IncidentSharesCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<IncidentSharesCreateResponses, IncidentSharesCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/{incidentId}/shares',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Revoke a link
     *
     * The link shows nothing any more, at the latest after 30 seconds. Every member can revoke every link.
     */
    public revoke<ThrowOnError extends boolean = true>(options: Options<IncidentSharesRevokeData, ThrowOnError>): RequestResult<IncidentSharesRevokeResponses, IncidentSharesRevokeErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<IncidentSharesRevokeResponses, IncidentSharesRevokeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/incidents/{incidentId}/shares/{shareId}',
            ...options
        });
    }
}

export class SharedIncidents extends HeyApiClient {
    /**
     * Read a shared incident
     *
     * Takes the credential of a link (`incidentShares.create`). Returns the incident without what leads elsewhere: similar incidents, messages to destinations, feedback and follow-ups are empty.
     */
    public get<ThrowOnError extends boolean = true>(options: Options<SharedIncidentsGetData, ThrowOnError>): RequestResult<SharedIncidentsGetResponses, SharedIncidentsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<SharedIncidentsGetResponses, SharedIncidentsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/shared-incidents/{shareId}',
            ...options
        });
    }
    
    /**
     * Draft a postmortem of a shared incident
     */
    public getPostmortem<ThrowOnError extends boolean = true>(options: Options<SharedIncidentsGetPostmortemData, ThrowOnError>): RequestResult<SharedIncidentsGetPostmortemResponses, SharedIncidentsGetPostmortemErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<SharedIncidentsGetPostmortemResponses, SharedIncidentsGetPostmortemErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/shared-incidents/{shareId}/postmortem',
            ...options
        });
    }
    
    /**
     * Charts of a shared incident
     *
     * What the services of the incident did within its window (`incident.window`), and who called whom.
     */
    public getTelemetry<ThrowOnError extends boolean = true>(options: Options<SharedIncidentsGetTelemetryData, ThrowOnError>): RequestResult<SharedIncidentsGetTelemetryResponses, SharedIncidentsGetTelemetryErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<SharedIncidentsGetTelemetryResponses, SharedIncidentsGetTelemetryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/shared-incidents/{shareId}/telemetry',
            ...options
        });
    }
    
    /**
     * Rows behind the evidence of a shared incident
     *
     * Spans by operation, or patterns of log lines, of a service that a hypothesis names: before the onset and since.
     */
    public getEvidence<ThrowOnError extends boolean = true>(options: Options<SharedIncidentsGetEvidenceData, ThrowOnError>): RequestResult<SharedIncidentsGetEvidenceResponses, SharedIncidentsGetEvidenceErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<SharedIncidentsGetEvidenceResponses, SharedIncidentsGetEvidenceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/shared-incidents/{shareId}/evidence',
            ...options
        });
    }
}

export class MaintenanceWindows extends HeyApiClient {
    /**
     * List maintenance windows
     *
     * The latest first. Those that ended are kept for 30 days.
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<MaintenanceWindowsListData, ThrowOnError>): RequestResult<MaintenanceWindowsListResponses, MaintenanceWindowsListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<MaintenanceWindowsListResponses, MaintenanceWindowsListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/maintenance-windows',
            ...options
        });
    }
    
    /**
     * Silence alerts for a time
     *
     * Alerts covered by the window open no incident. Alerts that still fire when the window ends open one.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<MaintenanceWindowsCreateData, ThrowOnError>): RequestResult<MaintenanceWindowsCreateResponses, MaintenanceWindowsCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MaintenanceWindowsCreateResponses, MaintenanceWindowsCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/maintenance-windows',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Remove a maintenance window
     *
     * Silenced alerts that still fire open incidents now.
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<MaintenanceWindowsDeleteData, ThrowOnError>): RequestResult<MaintenanceWindowsDeleteResponses, MaintenanceWindowsDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<MaintenanceWindowsDeleteResponses, MaintenanceWindowsDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/maintenance-windows/{windowId}',
            ...options
        });
    }
    
    /**
     * Read a maintenance window
     */
    public get<ThrowOnError extends boolean = true>(options: Options<MaintenanceWindowsGetData, ThrowOnError>): RequestResult<MaintenanceWindowsGetResponses, MaintenanceWindowsGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<MaintenanceWindowsGetResponses, MaintenanceWindowsGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/maintenance-windows/{windowId}',
            ...options
        });
    }
    
    /**
     * Change a maintenance window
     */
    public update<ThrowOnError extends boolean = true>(options: Options<MaintenanceWindowsUpdateData, ThrowOnError>): RequestResult<MaintenanceWindowsUpdateResponses, MaintenanceWindowsUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<MaintenanceWindowsUpdateResponses, MaintenanceWindowsUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/maintenance-windows/{windowId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Notes extends HeyApiClient {
    /**
     * List notes and runbooks
     *
     * Lists them without their texts. With `service`, lists those of the service and of the whole project.
     */
    public list<ThrowOnError extends boolean = true>(options?: Options<NotesListData, ThrowOnError>): RequestResult<NotesListResponses, NotesListErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<NotesListResponses, NotesListErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/notes',
            ...options
        });
    }
    
    /**
     * Write a note or runbook
     *
     * The brief of an incident quotes the steps that fit what the investigation found. The text is data: the agent never follows it as an instruction.
     */
    public create<ThrowOnError extends boolean = true>(options: Options<NotesCreateData, ThrowOnError>): RequestResult<NotesCreateResponses, NotesCreateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<NotesCreateResponses, NotesCreateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/notes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Remove a note or runbook
     *
     * With all of its versions.
     */
    public delete<ThrowOnError extends boolean = true>(options: Options<NotesDeleteData, ThrowOnError>): RequestResult<NotesDeleteResponses, NotesDeleteErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).delete<NotesDeleteResponses, NotesDeleteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/notes/{noteId}',
            ...options
        });
    }
    
    /**
     * Read a note or runbook
     *
     * The last 50 versions are kept.
     */
    public get<ThrowOnError extends boolean = true>(options: Options<NotesGetData, ThrowOnError>): RequestResult<NotesGetResponses, NotesGetErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).get<NotesGetResponses, NotesGetErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/notes/{noteId}',
            ...options
        });
    }
    
    /**
     * Change a note or runbook
     *
     * Creates a new version. With `version`, only if that version is still the latest one; otherwise 409.
     */
    public update<ThrowOnError extends boolean = true>(options: Options<NotesUpdateData, ThrowOnError>): RequestResult<NotesUpdateResponses, NotesUpdateErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).patch<NotesUpdateResponses, NotesUpdateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/notes/{noteId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Billing extends HeyApiClient {
    /**
     * List the plans on offer and the current plan
     */
    public listPlans<ThrowOnError extends boolean = true>(options?: Options<BillingListPlansData, ThrowOnError>): RequestResult<BillingListPlansResponses, BillingListPlansErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<BillingListPlansResponses, BillingListPlansErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/plans',
            ...options
        });
    }
    
    /**
     * Get the billing summary
     */
    public getSummary<ThrowOnError extends boolean = true>(options?: Options<BillingGetSummaryData, ThrowOnError>): RequestResult<BillingGetSummaryResponses, BillingGetSummaryErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<BillingGetSummaryResponses, BillingGetSummaryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/summary',
            ...options
        });
    }
    
    /**
     * Get the usage of a cycle by dimension
     */
    public getUsage<ThrowOnError extends boolean = true>(options?: Options<BillingGetUsageData, ThrowOnError>): RequestResult<BillingGetUsageResponses, BillingGetUsageErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<BillingGetUsageResponses, BillingGetUsageErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/usage',
            ...options
        });
    }
    
    /**
     * List the changes of the credit balance
     */
    public listTransactions<ThrowOnError extends boolean = true>(options?: Options<BillingListTransactionsData, ThrowOnError>): RequestResult<BillingListTransactionsResponses, BillingListTransactionsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<BillingListTransactionsResponses, BillingListTransactionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/transactions',
            ...options
        });
    }
    
    /**
     * Preview a change of plan
     */
    public previewPlanChange<ThrowOnError extends boolean = true>(options: Options<BillingPreviewPlanChangeData, ThrowOnError>): RequestResult<BillingPreviewPlanChangeResponses, BillingPreviewPlanChangeErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<BillingPreviewPlanChangeResponses, BillingPreviewPlanChangeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/plan-change/preview',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Change the plan
     */
    public changePlan<ThrowOnError extends boolean = true>(options: Options<BillingChangePlanData, ThrowOnError>): RequestResult<BillingChangePlanResponses, BillingChangePlanErrors, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<BillingChangePlanResponses, BillingChangePlanErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/plan-change',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Preview the cancellation of the subscription
     */
    public previewCancellation<ThrowOnError extends boolean = true>(options?: Options<BillingPreviewCancellationData, ThrowOnError>): RequestResult<BillingPreviewCancellationResponses, BillingPreviewCancellationErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<BillingPreviewCancellationResponses, BillingPreviewCancellationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/subscription-cancellation/preview',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Cancel the subscription at the end of the paid cycle
     */
    public scheduleCancellation<ThrowOnError extends boolean = true>(options?: Options<BillingScheduleCancellationData, ThrowOnError>): RequestResult<BillingScheduleCancellationResponses, BillingScheduleCancellationErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<BillingScheduleCancellationResponses, BillingScheduleCancellationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/subscription-cancellation',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Withdraw a scheduled cancellation
     */
    public resumeSubscription<ThrowOnError extends boolean = true>(options?: Options<BillingResumeSubscriptionData, ThrowOnError>): RequestResult<BillingResumeSubscriptionResponses, BillingResumeSubscriptionErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<BillingResumeSubscriptionResponses, BillingResumeSubscriptionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/subscription-cancellation/resume',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Open the payment processor's customer portal
     */
    public createPortalSession<ThrowOnError extends boolean = true>(options?: Options<BillingCreatePortalSessionData, ThrowOnError>): RequestResult<BillingCreatePortalSessionResponses, BillingCreatePortalSessionErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<BillingCreatePortalSessionResponses, BillingCreatePortalSessionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/billing/portal-session',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
}

export class Operations extends HeyApiClient {
    public static readonly __registry: HeyApiRegistry<Operations> = new HeyApiRegistry<Operations>();
    
    constructor(args?: {
        client?: Client;
        key?: string;
    }) {
        super(args);
        Operations.__registry.set(this, args?.key);
    }
    
    private _me?: Me;
    get me(): Me {
        return this._me ??= new Me({ client: this.client });
    }
    
    private _organizations?: Organizations;
    get organizations(): Organizations {
        return this._organizations ??= new Organizations({ client: this.client });
    }
    
    private _members?: Members;
    get members(): Members {
        return this._members ??= new Members({ client: this.client });
    }
    
    private _auditEvents?: AuditEvents;
    get auditEvents(): AuditEvents {
        return this._auditEvents ??= new AuditEvents({ client: this.client });
    }
    
    private _projects?: Projects;
    get projects(): Projects {
        return this._projects ??= new Projects({ client: this.client });
    }
    
    private _threads?: Threads;
    get threads(): Threads {
        return this._threads ??= new Threads({ client: this.client });
    }
    
    private _messages?: Messages;
    get messages(): Messages {
        return this._messages ??= new Messages({ client: this.client });
    }
    
    private _runs?: Runs;
    get runs(): Runs {
        return this._runs ??= new Runs({ client: this.client });
    }
    
    private _search?: Search;
    get search(): Search {
        return this._search ??= new Search({ client: this.client });
    }
    
    private _publicKeys?: PublicKeys;
    get publicKeys(): PublicKeys {
        return this._publicKeys ??= new PublicKeys({ client: this.client });
    }
    
    private _alertKeys?: AlertKeys;
    get alertKeys(): AlertKeys {
        return this._alertKeys ??= new AlertKeys({ client: this.client });
    }
    
    private _secretKeys?: SecretKeys;
    get secretKeys(): SecretKeys {
        return this._secretKeys ??= new SecretKeys({ client: this.client });
    }
    
    private _dataSources?: DataSources;
    get dataSources(): DataSources {
        return this._dataSources ??= new DataSources({ client: this.client });
    }
    
    private _logSources?: LogSources;
    get logSources(): LogSources {
        return this._logSources ??= new LogSources({ client: this.client });
    }
    
    private _logStreams?: LogStreams;
    get logStreams(): LogStreams {
        return this._logStreams ??= new LogStreams({ client: this.client });
    }
    
    private _recommendations?: Recommendations;
    get recommendations(): Recommendations {
        return this._recommendations ??= new Recommendations({ client: this.client });
    }
    
    private _alerts?: Alerts;
    get alerts(): Alerts {
        return this._alerts ??= new Alerts({ client: this.client });
    }
    
    private _changes?: Changes;
    get changes(): Changes {
        return this._changes ??= new Changes({ client: this.client });
    }
    
    private _alertSenders?: AlertSenders;
    get alertSenders(): AlertSenders {
        return this._alertSenders ??= new AlertSenders({ client: this.client });
    }
    
    private _logs?: Logs;
    get logs(): Logs {
        return this._logs ??= new Logs({ client: this.client });
    }
    
    private _traces?: Traces;
    get traces(): Traces {
        return this._traces ??= new Traces({ client: this.client });
    }
    
    private _dependencies?: Dependencies;
    get dependencies(): Dependencies {
        return this._dependencies ??= new Dependencies({ client: this.client });
    }
    
    private _metrics?: Metrics;
    get metrics(): Metrics {
        return this._metrics ??= new Metrics({ client: this.client });
    }
    
    private _telemetry?: Telemetry;
    get telemetry(): Telemetry {
        return this._telemetry ??= new Telemetry({ client: this.client });
    }
    
    private _intake?: Intake;
    get intake(): Intake {
        return this._intake ??= new Intake({ client: this.client });
    }
    
    private _monitors?: Monitors;
    get monitors(): Monitors {
        return this._monitors ??= new Monitors({ client: this.client });
    }
    
    private _schedules?: Schedules;
    get schedules(): Schedules {
        return this._schedules ??= new Schedules({ client: this.client });
    }
    
    private _destinations?: Destinations;
    get destinations(): Destinations {
        return this._destinations ??= new Destinations({ client: this.client });
    }
    
    private _deliveries?: Deliveries;
    get deliveries(): Deliveries {
        return this._deliveries ??= new Deliveries({ client: this.client });
    }
    
    private _mcpServers?: McpServers;
    get mcpServers(): McpServers {
        return this._mcpServers ??= new McpServers({ client: this.client });
    }
    
    private _incidents?: Incidents;
    get incidents(): Incidents {
        return this._incidents ??= new Incidents({ client: this.client });
    }
    
    private _incidentShares?: IncidentShares;
    get incidentShares(): IncidentShares {
        return this._incidentShares ??= new IncidentShares({ client: this.client });
    }
    
    private _sharedIncidents?: SharedIncidents;
    get sharedIncidents(): SharedIncidents {
        return this._sharedIncidents ??= new SharedIncidents({ client: this.client });
    }
    
    private _maintenanceWindows?: MaintenanceWindows;
    get maintenanceWindows(): MaintenanceWindows {
        return this._maintenanceWindows ??= new MaintenanceWindows({ client: this.client });
    }
    
    private _notes?: Notes;
    get notes(): Notes {
        return this._notes ??= new Notes({ client: this.client });
    }
    
    private _billing?: Billing;
    get billing(): Billing {
        return this._billing ??= new Billing({ client: this.client });
    }
}

import { buildSchema } from 'graphql'

/** The part of Railway's schema that concerns identity, discovery and logs. */
export const railwaySchema = buildSchema(`
  scalar DateTime
  type Query {
    me: User!
    apiToken: ApiTokenContext!
    projectToken: ProjectToken!
    workspace(workspaceId: String!): Workspace!
    externalWorkspaces: [Workspace!]!
    projects(workspaceId: String, first: Int, after: String): QueryProjectsConnection!
    project(id: String!): Project!
    environmentLogs(
      environmentId: String!, filter: String, beforeDate: String, beforeLimit: Int,
      anchorDate: String, afterDate: String, afterLimit: Int
    ): [Log!]!
    deploymentLogs(deploymentId: String!, startDate: DateTime, endDate: DateTime, limit: Int, filter: String): [Log!]!
    buildLogs(deploymentId: String!, startDate: DateTime, endDate: DateTime, limit: Int, filter: String): [Log!]!
  }
  type User { id: ID! name: String email: String! }
  type Workspace { id: ID! name: String! }
  type ApiTokenContext { workspaces: [Workspace!]! }
  type ProjectToken { projectId: String! environmentId: String! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type QueryProjectsConnection { edges: [QueryProjectsConnectionEdge!]! pageInfo: PageInfo! }
  type QueryProjectsConnectionEdge { cursor: String! node: Project! }
  type Project {
    id: ID! name: String! createdAt: DateTime!
    environments: ProjectEnvironmentsConnection! services: ProjectServicesConnection!
  }
  type ProjectEnvironmentsConnection { edges: [ProjectEnvironmentsConnectionEdge!]! }
  type ProjectEnvironmentsConnectionEdge { node: Environment! }
  type Environment { id: ID! name: String! }
  type ProjectServicesConnection { edges: [ProjectServicesConnectionEdge!]! }
  type ProjectServicesConnectionEdge { node: Service! }
  type Service { id: ID! name: String! }
  type Log { timestamp: String! message: String! severity: String tags: LogTags attributes: [LogAttribute!]! }
  type LogTags {
    projectId: String environmentId: String serviceId: String deploymentId: String
    deploymentInstanceId: String snapshotId: String pluginId: String
  }
  type LogAttribute { key: String! value: String! }
`)

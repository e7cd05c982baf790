/** Every table of D1, for drizzle-kit and for the test that holds the schema to the applied migrations. */
export * from './alert-keys.ts'
export * from './audit.ts'
export * from './billing.ts'
export * from './credentials.ts'
export * from './destinations.ts'
export * from './projects.ts'
export * from './sources.ts'
export * from './tenancy.ts'

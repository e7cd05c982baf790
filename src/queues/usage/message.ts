/** The message of the usage queue. Its shape lives with metering, whose code in the counting objects makes it. */
export { type UsageMessage, usageMessageSchema } from '../../billing/metering/usage-message.ts'

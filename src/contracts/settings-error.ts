/** Settings of the deployment that cannot be used. The message names each wrong one and the rule, never a value. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsError'
  }
}

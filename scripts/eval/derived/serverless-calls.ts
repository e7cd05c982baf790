/**
 * Who calls whom in the recorded serverless shop, as its public architecture describes it. Readings carry no calls; a
 * fault that is put into them has to reach the callers as a real one does. Only made cases know this table: the
 * investigator does not.
 */

/** Caller and callee by how a component's name begins. */
const CALLS: readonly (readonly [string, string])[] = [
  ['PetSite', 'PetSearch_AWS'],
  ['PetSite', 'Servi-searc'],
  ['PetSite', 'servi-searc'],
  ['PetSite', 'servi-lista'],
  ['PetSite', 'petlistadoptions_AWS'],
  ['PetSite', 'payforadoption'],
  ['PetSite', 'SimpleSystemsManagement'],
  ['PetSite', 'SimpleNotificationService'],
  ['PetSite', 'https://sqs'],
  ['Servi-searc', 'PetSearch_AWS'],
  ['servi-searc', 'PetSearch_AWS'],
  ['servi-lista', 'petlistadoptions_AWS'],
  ['PetSearch_AWS', 'petInfo'],
  ['petlistadoptions_AWS', 'adoptions@services-database'],
  ['payforadoption', 'PGSQL'],
  ['payforadoption', 'www.amazon.com'],
  ['payforadoption', 'PetAdoptionStatusUpdater'],
  ['PetAdoptionStatusUpdater', 'lambdastatusupdater_AWS::Lambda'],
  ['lambdastatusupdater_AWS::Lambda::Function', 'petInfo'],
  ['AWS::StepFunctions::StateMachine', 'lambda_step_readDDB_AWS::Lambda::Function'],
  ['lambda_step_readDDB_AWS::Lambda::Function', 'DynamoDB_AWS'],
  ['lambda_step_readDDB_AWS::Lambda::Function', 'SSM_AWS'],
]
/** A platform's view of a function, and the function. */
const PLATFORM = '_AWS::Lambda'

/** Callers of each component, directly. Components of other systems have none. */
export function callersAmong(components: readonly string[]): Map<string, string[]> {
  const callers = new Map<string, string[]>(components.map((component) => [component, []]))
  for (const [from, to] of CALLS) {
    for (const callee of components.filter((name) => name.startsWith(to))) {
      for (const caller of components.filter((name) => name.startsWith(from) && name !== callee)) {
        callers.get(callee)?.push(caller)
      }
    }
  }
  for (const component of components) {
    const isFunction = component.endsWith(`${PLATFORM}::Function`)
    const platform = component.replace(/::Function$/, '')
    if (isFunction && components.includes(platform)) callers.get(component)?.push(platform)
  }
  return callers
}

/**
 * What a repeated POST has to answer, as a model of a few lines: right first, then the record of (owner, principal and
 * reach, operation, key). Nothing of the service's own code is used here.
 */

export type Person = 'ada' | 'max' | 'sam' | 'nobody'
export type CredentialName =
  | 'ada'
  | 'ada again'
  | 'ada in V'
  | 'ada in project'
  | 'max'
  | 'sam'
  | 'nobody'
  | 'key'
  | 'key of project'
  | 'partner'
export type OrganizationName = 'V' | 'W' | 'made up'
export type OperationName = 'projects.create' | 'secretKeys.create' | 'publicKeys.create' | 'organizations.create'

interface Credential {
  readonly person: Person | null
  readonly kind: 'user' | 'secret' | 'partner'
  readonly organization: OrganizationName | null
  readonly isOfProject: boolean
}

const user = (person: Person, organization: OrganizationName | null = null, isOfProject = false): Credential => ({
  person,
  kind: 'user',
  organization,
  isOfProject,
})

export const CREDENTIALS: Readonly<Record<CredentialName, Credential>> = {
  ada: user('ada'),
  'ada again': user('ada'),
  'ada in V': user('ada', 'V'),
  'ada in project': user('ada', 'V', true),
  max: user('max'),
  sam: user('sam'),
  nobody: user('nobody'),
  key: { person: null, kind: 'secret', organization: 'V', isOfProject: false },
  'key of project': { person: null, kind: 'secret', organization: 'V', isOfProject: true },
  partner: { person: null, kind: 'partner', organization: 'V', isOfProject: false },
}

export interface Request {
  readonly type: 'request'
  readonly by: CredentialName
  readonly operation: OperationName
  readonly key: string
  readonly name: string
  /** Nothing but organizations.create leaves it out; there it names nothing. */
  readonly organization: OrganizationName
}

export type Change =
  | { readonly type: 'role'; readonly person: 'ada' | 'max'; readonly role: 'admin' | 'member' | null }
  | { readonly type: 'revoke' | 'restore'; readonly credential: CredentialName }
  /** The secret key is narrowed to the project, or widened again. */
  | { readonly type: 'narrow' | 'widen' }

export type Step = Request | Change

export interface Expected {
  readonly status: number
  /** The answer that is repeated, by its number; null for a new one. */
  readonly replayOf: number | null
}

interface Record_ {
  readonly request: string
  readonly answer: number
}

type Role = 'admin' | 'member' | null

export class Model {
  readonly #roles: { ada: Role; max: Role } = { ada: 'admin', max: 'member' }
  readonly #revoked = new Set<CredentialName>()
  readonly #records = new Map<string, Record_>()
  #isKeyNarrowed = false
  #answers = 0

  change(step: Change): void {
    switch (step.type) {
      case 'role':
        this.#roles[step.person] = step.role
        break
      case 'revoke':
        this.#revoked.add(step.credential)
        break
      case 'restore':
        this.#revoked.delete(step.credential)
        break
      case 'narrow':
      case 'widen':
        this.#isKeyNarrowed = step.type === 'narrow'
    }
  }

  expect(request: Request): Expected {
    const refused = this.#refusal(request)
    if (refused !== null) return { status: refused, replayOf: null }
    const place = this.#placeOf(request)
    const named = request.operation === 'organizations.create' ? '' : request.organization
    const said = `${named} ${request.name}`
    const record = this.#records.get(place)
    if (record && record.request !== said) return { status: 409, replayOf: null }
    if (record) return { status: 201, replayOf: record.answer }
    this.#records.set(place, { request: said, answer: this.#answers })
    this.#answers += 1
    return { status: 201, replayOf: null }
  }

  #refusal({ by, operation, organization }: Request): number | null {
    const credential = CREDENTIALS[by]
    if (this.#revoked.has(by)) return 401
    const isOfProject = credential.isOfProject || (by === 'key' && this.#isKeyNarrowed)
    if (operation === 'organizations.create') {
      const isFree = credential.kind === 'partner' || (credential.kind === 'user' && credential.organization === null)
      return isFree ? null : 403
    }
    const role = this.#roleIn(credential, organization)
    if (role === null) return 404
    if (role === 'member') return 403
    if (operation === 'publicKeys.create') return null
    if (isOfProject) return 403
    return operation === 'secretKeys.create' && credential.kind === 'secret' ? 403 : null
  }

  /** What a credential is worth in an organization: keys and partners count as admins of theirs. */
  #roleIn(credential: Credential, organization: OrganizationName): Role {
    if (credential.organization !== null && credential.organization !== organization) return null
    if (credential.person === null) return 'admin'
    if (credential.person === 'sam') return organization === 'W' ? 'admin' : null
    if (credential.person === 'nobody' || organization !== 'V') return null
    return this.#roles[credential.person]
  }

  #placeOf({ by, operation, key, organization }: Request): string {
    const credential = CREDENTIALS[by]
    const isOfProject = credential.isOfProject || (by === 'key' && this.#isKeyNarrowed)
    const owner = operation === 'organizations.create' ? (credential.person ?? by) : organization
    const principal = credential.person ?? by
    return [owner, principal, credential.organization, isOfProject, operation, key].join('|')
  }
}
